/* Text in other encodings (encoding.c). */
#ifndef ENCODING_H
#define ENCODING_H

#include <stddef.h>

/* Of UTF-16 with its mark, the same in UTF-8; of UTF-8 with a mark, without it; else the text
 * itself. Takes the text (malloc, zero behind
 * *size bytes), gives back one to free, and its size. */
char *utf8_text(char *text, size_t *size);
/* A file's text (read_file), so that all that read what was handed in read the same. */
char *read_source(const char *path, size_t limit, size_t *size);

#endif
