/* Source lines of the program (lines.c); `pc` is a return address. */
#ifndef EMU_LINES_H
#define EMU_LINES_H

struct source_line {
    const char *file; /* as the compiler was given it; NULL: unknown */
    unsigned line;
};
struct source_line line_of(const void *pc);
int same_line(const void *a, const void *b);
const char *line_name(const void *pc); /* "file.cu:12", in a static buffer of a few */

#endif
