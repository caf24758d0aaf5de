/* What the names of handed-in files and folders say (names.c). */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <time.h>

#define MOODLE_MARK "_assignsubmission_"

/* Does this text name the lab: 3, 03, lab03, lab_3, 03_constant_gemv; for an expert file 08/hopper,
 * 08_hopper, lab8-hopper, 08_thread_tiled_gemm_hopper? */
int name_is_lab(const char *text, const char *lab);
/* The length of the name without ".cu", or ".cu.txt", which browsers and Windows make of it; 0: it
 * is no source file. */
size_t name_stem(const char *name);
/* Is it that lab's "FILE.cu"? 2: as it is or with what course systems add, times and numbers in
 * front, a copy's number behind; 1: with what students add, a name in front, "_1" or " - Copy"
 * behind. No matter whether letters are capital. */
int name_is_file(const char *name, const char *lab);
/* The lab whose file name is in this one, or NULL; of several the longest, and the first of labs
 * whose files have one name. */
const char *name_lab(const char *name);
/* The lab whose file this seems to be under another language's ending (naive_gemv.cpp), or NULL. */
const char *name_misnamed(const char *name);
/* Have the files of these labs one name, like the hopper.cu of labs 08 and 09? */
int name_is_shared(const char *lab, const char *other);
/* Is it nobody's work: hidden, or what macOS adds to archives? */
int name_is_ignored(const char *name);
/* Is it that of an archive, which nobody unpacks? */
int name_is_archive(const char *name);
/* One that unpack.c can open? */
int name_is_unpackable(const char *name);
/* Does Canvas's LATE stand in it? */
int name_is_late(const char *name);
/* The last of several numbers between underscores: Canvas's number of the upload; 0. */
long name_upload(const char *name);
/* A folder or file of Moodle's, "NAME_PARTICIPANT_assignsubmission_file_…": 1, or 2 for an online
 * text; 0 if it is none. `participant`: the number's digits. */
int name_moodle(const char *name, char *participant, size_t size);
/* Whose file a course system says that it is, whatever its own name: Canvas, Moodle. 1 if so. */
int name_owner(const char *name, char *id, size_t size);
/* The same for an archive, also by a lab's name: "ann_naive_gemv.zip", "ann_01.tar.gz". */
int name_archive(const char *name, char *id, size_t size);
/* A point in time (dates.c) that a name holds (20261120, 2026-11-20_13-45, 20261120T134501, seconds
 * since 1970). 1 if there is one. */
int name_time(const char *name, time_t *when);
/* The number of a copy: 2 for "x-2.cu", "x (2).cu" and "FILE_2.cu", 0 if there is none. */
int name_copy(const char *name);
/* A student's own word for a copy: old, backup, v2, attempt 3, a date. */
int name_is_version(const char *name, size_t length);
/* Splits the name of a loose file, STUDENT_LAB[_TIME].cu or STUDENT_[…_]FILE.cu. 1 if it is one
 * for this lab. */
int name_split(const char *name, const char *lab, char *student, size_t size);

/* ---- course_names.c */
#define ONLINE_TEXT "An online text was handed in, and no file."
/* Canvas's file for a text or a link that was handed in: lee_501_text.html. */
int name_is_online_text(const char *name);

/* ---- dates.c */
/* The end of a date, and of a time behind it, that begins here; NULL if none does. */
const char *date_end(const char *at, time_t *when);
/* ISO 8601, also with blanks around and a fraction: 2026-11-20, 2026-11-20T23:59,
 * 2026-11-20 23:59:00.123 +01:00, …Z. `offset`: seconds east of Greenwich, taken where the text
 * says none, and set to what it says. 0 if it is no such text. */
int instant_of(const char *text, long *offset, time_t *when);
/* The same, or as Moodle's English worksheets have it: Friday, 20 November 2026, 1:45 PM. */
int moodle_time(const char *text, long offset, time_t *when);
/* Are so many digits the seconds since 1970? */
int is_seconds(const char *at, size_t digits);

/* "naive_gemv.cu" for "01_naive_gemv". */
void lab_file_name(const char *lab, char *name, size_t size);

#endif
