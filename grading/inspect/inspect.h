/* Looking at what a student handed in before it runs: the text (scan.c) and the object file
 * (object_symbols.c). */
#ifndef INSPECT_H
#define INSPECT_H

#include "context/context.h"

/* Refuses directives, attributes and assembly that would switch instrumentation off, run before
 * main, or read other files. 0 if the text is fine; 1 with r set, naming file and line. */
int scan_source(const char *text, const char *name, struct ruling *r);

/* The same for a preprocessor's output, where macros have become what they stand for: only the
 * lines of `name` itself count. */
int scan_preprocessed(const char *text, const char *name, struct ruling *r);

/* Checks an object's symbols, which nm -gP wrote to the file `names`, against the list of what a
 * step may call and define. `text`, `name`: the source, for line numbers. 0 if fine; 1 with r set
 * (refused, or compile_error for a function that nobody defines). */
int check_symbols(const char *names, int backend, const char *text, const char *name,
                  struct ruling *r);

/* Is `name` one of `names`, blank-separated, perhaps with * at the end? */
int matches(const char *name, const char *names);

/* ---- uncovered_todos.c */
/* Of the TODOs from the first to the last of two: how many of their functions the text has as the
 * stub has them. */
int untouched_todos(const char *stub, const char *text, const int todos[2]);
/* A pass names what it does not cover; where that is as it was in the stub, it is none. After
 * score_step. */
void score_uncovered(const struct context *c, int lab, const struct lab_step *f, const char *file,
                     const struct lab_lesson *rubric, struct step_result *r);

#endif
