/* SHA-256, so that a result can be kept under the content that it came from. */
#ifndef SHA256_H
#define SHA256_H

#include <nettle/sha2.h>
#include <stddef.h>

enum { HASH_TEXT = 2 * SHA256_DIGEST_SIZE + 1 }; /* hexadecimal digits and a NUL */

struct hash {
    struct sha256_ctx state;
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
