/* What the names of handed-in files and folders say (names.c). */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <time.h>

/* Does this text name the lab: 3, 03, lab03, lab_3, 03_constant_gemv? */
int name_is_lab(const char *text, const char *lab);
/* Is it that lab's "FILE.cu"? 2: as it is or with what course systems add, times and numbers in
 * front, a copy's number behind; 1: with what students add, a name in front, "_1" or " - Copy"
 * behind. No matter whether letters are capital. */
int name_is_file(const char *name, const char *lab);
/* The lab whose file name is in this one, or NULL; of several the longest. */
const char *name_lab(const char *name);
/* Is it nobody's work: hidden, or what macOS adds to archives? */
int name_is_ignored(const char *name);
/* Is it that of an archive, which nobody unpacks? */
int name_is_archive(const char *name);
/* A point in time (dates.c) that a name holds (20261120, 2026-11-20_13-45, 20261120T134501, seconds
 * since 1970). 1 if there is one. */
int name_time(const char *name, time_t *when);
/* The number of a copy: 2 for "x-2.cu", "x (2).cu" and "FILE_2.cu", 0 if there is none. */
int name_copy(const char *name);
/* Splits the name of a loose file, STUDENT_LAB[_TIME].cu or STUDENT_[…_]FILE.cu. 1 if it is one
 * for this lab. */
int name_split(const char *name, const char *lab, char *student, size_t size);

/* ---- dates.c */
/* The end of a date, and of a time behind it, that begins here; NULL if none does. */
const char *date_end(const char *at, time_t *when);
/* Are so many digits the seconds since 1970? */
int is_seconds(const char *at, size_t digits);

#endif
