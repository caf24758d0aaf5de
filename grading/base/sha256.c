/* Nettle's SHA-256 as hexadecimal text, of texts and files that cannot be taken for each other. */
#include "sha256.h"
#include "base.h"

void hash_begin(struct hash *h)
{
    sha256_init(&h->state);
}

void hash_add(struct hash *h, const void *data, size_t size)
{
    sha256_update(&h->state, size, data);
}

static void add_size(struct hash *h, uint64_t size)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(size >> (56 - 8 * i));
    hash_add(h, bytes, sizeof bytes);
}

void hash_add_text(struct hash *h, const char *text)
{
    add_size(h, strlen(text));
    hash_add(h, text, strlen(text));
}

void hash_add_file(struct hash *h, const char *path)
{
    size_t size = 0;
    OWNED char *text = read_file(path, SIZE_MAX, &size);
    add_size(h, text ? size : UINT64_MAX);
    if (text)
        hash_add(h, text, size);
}

void hash_end(struct hash *h, char text[HASH_TEXT])
{
    unsigned char digest[SHA256_DIGEST_SIZE];
    sha256_digest(&h->state, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}
