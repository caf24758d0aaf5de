/* What the names of handed-in files say of labs, and texts of times. Whose a file is they do not
 * say: that is the course system's part of a name (intake/systems.c). */
#pragma once

#include <stddef.h>
#include <time.h>

/* Is it like this, capital letters or not? Browsers and Windows make .cu.txt of .cu; UNPACKABLE is
 * what unpack.c can open. */
#define SOURCE     "?*.cu?(.txt)"
#define ARCHIVE    "?*.@(zip|tar|tgz|gz|bz2|xz|7z|rar|zst)"
#define UNPACKABLE "?*.@(zip|tar|tgz|tar.gz)"
int name_is(const char *name, const char *pattern);
/* Is it that lab's "FILE.cu", capital letters or not, also with "-2" behind FILE, which Canvas puts
 * there, or .txt? */
int name_is_file(const char *name, const char *lab);
/* Is it nobody's work: hidden, or what macOS adds to archives? */
int name_is_ignored(const char *name);
/* "naive_gemv.cu" for "01_naive_gemv". */
void lab_file_name(const char *lab, char *name, size_t size);

/* ---- times */
/* ISO 8601, also with blanks around and a fraction: 2026-11-20, 2026-11-20T23:59,
 * 2026-11-20 23:59:00.123 +01:00, …Z. `offset`: seconds east of Greenwich, taken where the text
 * says none, and set to what it says. 0 if it is no such text. */
int instant_of(const char *text, long *offset, time_t *when);
/* The same, or as Moodle's English worksheets have it: Friday, 20 November 2026, 1:45 PM. */
int moodle_time(const char *text, long offset, time_t *when);
