/* What the names of handed-in files and folders say (names.c). */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <time.h>

/* Does this text name the lab: 3, 03, lab03, lab_3, 03_constant_gemv? */
int name_is_lab(const char *text, const char *lab);
/* Is "FILE.cu" that lab's file, as it is or with what course systems add: times and numbers in front, a copy's number behind? */
int name_is_file(const char *name, const char *lab);
/* A point in time that a name holds (20261120, 2026-11-20_13-45, 20261120T134501, seconds since 1970). 1 if there is one. */
int name_time(const char *name, time_t *when);
/* The number of a copy: 2 for "x-2.cu" and "x (2).cu", 0 if there is none. */
int name_copy(const char *name);
/* Splits the name of a loose file, STUDENT_LAB[_TIME].cu or STUDENT_[…_]FILE.cu. 1 if it is one for this lab. */
int name_split(const char *name, const char *lab, char *student, size_t size);

#endif
