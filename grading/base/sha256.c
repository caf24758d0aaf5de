/* SHA-256, as FIPS 180-4 defines it. */
#include "sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t value, int bits)
{
    return value >> bits | value << (32 - bits);
}

static void mix_block(struct hash *h)
{
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)h->block[4 * i] << 24 | (uint32_t)h->block[4 * i + 1] << 16 |
               (uint32_t)h->block[4 * i + 2] << 8 | h->block[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, h->state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t chosen = (v[4] & v[5]) ^ (~v[4] & v[6]),
                 most = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]),
                 one = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + chosen +
                       constants[i] + w[i],
                 two = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + most;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        h->state[i] += v[i];
}

void hash_begin(struct hash *h)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(h->state, start, sizeof start);
    h->bytes = 0;
}

void hash_add(struct hash *h, const void *data, size_t size)
{
    const unsigned char *from = data;
    while (size) {
        size_t at = h->bytes % 64, part = 64 - at < size ? 64 - at : size;
        memcpy(h->block + at, from, part);
        h->bytes += part;
        from += part;
        size -= part;
        if (h->bytes % 64 == 0)
            mix_block(h);
    }
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
    char *text = read_file(path, SIZE_MAX, &size);
    add_size(h, text ? size : UINT64_MAX);
    if (text)
        hash_add(h, text, size);
    free(text);
}

void hash_end(struct hash *h, char text[HASH_TEXT])
{
    uint64_t bits = h->bytes * 8;
    hash_add(h, "\x80", 1);
    while (h->bytes % 64 != 56)
        hash_add(h, "", 1);
    add_size(h, bits);
    for (int i = 0; i < 8; i++)
        snprintf(text + 8 * i, 9, "%08x", (unsigned)h->state[i]);
}
