/* Source lines of the program (places.c); `pc` is where the compiler has written one down. */
#ifndef EMU_LINES_H
#define EMU_LINES_H

struct source_line {
    const char *file; /* as the compiler was given it; NULL: unknown */
    unsigned line;
};
struct source_line line_of(const void *pc);
/* The line from which the function around it was called, where the compiler has put that in line;
 * `up`: 1 for the call of that one, …. No file: it was not. */
struct source_line caller_of(const void *pc, int up);
/* The same as line_of; but for code of a header of common/ that was put in line, the line of the
 * program that called it. */
struct source_line learners_line(const void *pc);
unsigned source_column(const void *pc); /* in the text that the compiler was given; 0: unknown */
int same_line(const void *a, const void *b);
/* One call of the source, though the compiler may have made two of it: line, column and, of a
 * function that was put in line, all lines that it was called from are the same. */
int same_call(const void *a, const void *b);
const char *line_name(const void *pc); /* "file.cu:12", in a static buffer of a few */

#endif
