/* Looking at what a student handed in before it runs: the text (scan.c) and the object file
 * (object_symbols.c). */
#ifndef INSPECT_H
#define INSPECT_H

#include "judge/judge.h"

/* Refuses directives, attributes and assembly that would switch instrumentation off, run before
 * main, or read other files. 0 if the text is fine; 1 with r set, naming file and line. */
int scan_source(const char *text, const char *name, struct ruling *r);

/* The same for a preprocessor's output, where macros have become what they stand for: only the
 * lines of `name` itself count. */
int scan_preprocessed(const char *text, const char *name, struct ruling *r);

/* Line on which `word` stands in the text as an identifier of its own; 0 if nowhere. */
int scan_line_of(const char *text, const char *word);

/* Checks an ELF object's symbols against the list of what a step may call and define. `text`,
 * `name`: the source, for line numbers. 0 if fine; 1 with r set (refused, or compile_error for a
 * function that nobody defines). */
int check_symbols(const char *object, int backend, const char *text, const char *name,
                  struct ruling *r);

/* Is `name` one of `names`, blank-separated, perhaps with * at the end? */
int matches(const char *name, const char *names);

#endif
