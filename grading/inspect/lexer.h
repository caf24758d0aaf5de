/* A .cu file as a preprocessor reads it: spliced lines, comments, digraphs; up to tokens. Of a raw
 * string, which no lab may have, it knows only that one begins. */
#ifndef LEXER_H
#define LEXER_H

#include <stddef.h>

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

#endif
