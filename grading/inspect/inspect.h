/* Looking at what a student handed in before it runs: the text (scan.c) and the object file
 * (object_symbols.c). */
#pragma once

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
/* The one of a sorted table that is `name` behind so many characters; NULL. */
const char *name_in(const char *name, const char *const *table, size_t count, int behind);

/* ---- uncovered_todos.c */
/* Of the TODOs from the first to the last of two: how many of their functions the text has as the
 * stub has them. */
int untouched_todos(const char *stub, const char *text, const int todos[2]);
/* A pass names what it does not cover; where that is as it was in the stub, it is none. After
 * score_step. */
void score_uncovered(const struct context *c, int lab, const struct lab_step *f, const char *file,
                     const struct lab_lesson *rubric, struct step_result *r);

/* ---- similar.c: which submissions look alike. An instructor reads it; no verdict depends on it */
/* A row for each group of a lab's files, in which each is alike to at least one other: {what,
 * figures, advice, who: [[student, ""] or [-1, "the reference solution"]]}. None where a tree is
 * graded. */
json_t *similar_files(const struct context *c);

/* Hashes of the runs of tokens of many texts. Free `at`. */
struct prints {
    struct print {
        uint64_t hash;
        int file;
    } * at;
    int count;
};
/* Adds those of a text; a hash of all of its tokens. */
uint64_t prints_add(struct prints *p, const char *text, int file);

/* ---- lexer.c: a .cu file as a preprocessor reads it: spliced lines, comments, digraphs; up to
 * tokens. Of a raw string, which no lab may have, it knows only that one begins. */
struct token {
    enum { END, WORD, STRING, NUMBER, OTHER } kind;
    size_t length;
    char text[256]; /* cut if longer; OTHER: one character, digraphs as what they stand for */
    int line;
    int first; /* first of its line */
    int raw;   /* R, u8R, …, and a quote follows at once */
};

struct reader {
    const char *begin, *at;
    int line, fresh; /* fresh: nothing on this line yet */
    size_t skipped;  /* characters of other files' lines */
    const char
        *own; /* preprocessed text: only what the line markers say is this file's; else NULL */
};

/* A reader of a file's text (own: NULL), or of a preprocessor's output, of which it sees the lines
 * of the file `own`. */
struct reader reader_of(const char *text, const char *own);
struct token read_token(struct reader *r);
/* The rest of the line that r is on, as text, without blanks in front. */
void rest_of_line(const struct reader *r, char *text, size_t size);

/* Line on which `word` stands in the text as an identifier of its own; 0 if nowhere. */
int scan_line_of(const char *text, const char *word);
