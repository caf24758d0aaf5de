/* SHA-256 (FIPS 180-4), so that a result can be kept under the content that it came from. */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_TEXT = 65 }; /* 64 hexadecimal digits and a NUL */

struct hash {
    uint32_t state[8];
    uint64_t bytes;
    unsigned char block[64];
};

void hash_begin(struct hash *h);
void hash_add(struct hash *h, const void *data, size_t size);
/* The text with its length in front, so that "ab", "c" and "a", "bc" differ. */
void hash_add_text(struct hash *h, const char *text);
/* The file's content with its length in front; a file that cannot be read counts as one that is not
 * there. */
void hash_add_file(struct hash *h, const char *path);
void hash_end(struct hash *h, char text[HASH_TEXT]);

#endif
