/* Nettle's SHA-256 as hexadecimal text, of texts and files that cannot be taken for each other. */
#include "base.h"

void hash_add(struct sha256_ctx *h, const void *data, size_t size)
{
    sha256_update(h, size, data);
}

static void add_size(struct sha256_ctx *h, uint64_t size)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(size >> (56 - 8 * i));
    hash_add(h, bytes, sizeof bytes);
}

void hash_add_text(struct sha256_ctx *h, const char *text)
{
    add_size(h, strlen(text));
    hash_add(h, text, strlen(text));
}

void hash_add_file(struct sha256_ctx *h, const char *path)
{
    size_t size = 0;
    OWNED char *text = read_file(path, SIZE_MAX, &size);
    add_size(h, text ? size : UINT64_MAX);
    if (text)
        hash_add(h, text, size);
}

void hash_end(struct sha256_ctx *h, char text[HASH_TEXT])
{
    unsigned char digest[SHA256_DIGEST_SIZE];
    sha256_digest(h, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}
