/* What one warp-level access costs in the units of the memory system: 32-byte sectors of global
 * memory, wavefronts of shared memory, words of constant memory. Addresses are by lane. */
#include "record.h"

/* Sorts the list, and leaves each number once; returns how many there are. */
static unsigned distinct(uint64_t *list, unsigned count)
{
    unsigned kept = 0;
    for (unsigned i = 1; i < count; i++) {
        const uint64_t x = list[i];
        unsigned j = i;
        for (; j && list[j - 1] > x; j--)
            list[j] = list[j - 1];
        list[j] = x;
    }
    for (unsigned i = 0; i < count; i++)
        if (!kept || list[kept - 1] != list[i])
            list[kept++] = list[i];
    return kept;
}

/* The pieces of 1 << shift bytes that the lanes touch, each once. */
static unsigned pieces(uint64_t *list, const uint64_t *address, uint32_t mask, unsigned bytes,
                       unsigned shift)
{
    unsigned count = 0;
    EACH_LANE (l, mask)
        for (uint64_t p = address[l] >> shift; p <= (address[l] + bytes - 1) >> shift; p++)
            if (!count || list[count - 1] != p)
                list[count++] = p;
    return distinct(list, count);
}

enum { MOST_PIECES = 5 * EMU_WARP }; /* words of 16 bytes that begin anywhere */

unsigned units_sectors(const uint64_t *address, uint32_t mask, unsigned bytes)
{
    uint64_t list[MOST_PIECES];
    return pieces(list, address, mask, bytes, 5);
}

unsigned units_words(const uint64_t *address, uint32_t mask)
{
    uint64_t list[MOST_PIECES];
    return pieces(list, address, mask, 1, 0);
}

/* Of these words, the most that are in one of the 32 banks. */
static unsigned deepest(const uint64_t *words, unsigned count)
{
    uint8_t depth[32] = {0};
    unsigned most = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned d = ++depth[words[i] & 31];
        most = d > most ? d : most;
    }
    return most;
}

/* The most distinct 4-byte words that any of the 32 banks has to deliver to these lanes. */
static unsigned bank_depth(const uint64_t *address, uint32_t mask, unsigned bytes)
{
    uint64_t words[MOST_PIECES];
    return deepest(words, pieces(words, address, mask, bytes, 2));
}

/* Atomics on shared memory: lanes that want one bank wait for each other, one word or not. */
static unsigned atomic_depth(const uint64_t *address, uint32_t mask)
{
    uint64_t words[EMU_WARP];
    unsigned count = 0;
    EACH_LANE (l, mask)
        words[count++] = address[l] >> 2;
    return deepest(words, count);
}

/* Every lane has the address of the lane whose number differs in `bit`, if that one takes part. */
static int pairs_share(const uint64_t *address, uint32_t mask, unsigned bit)
{
    EACH_LANE (l, mask)
        if (mask >> (l ^ bit) & 1 && address[l] != address[l ^ bit])
            return 0;
    return 1;
}

/* 8-byte accesses are served half a warp at a time, 16-byte accesses a quarter at a time. Loads of
 * which neighbours (lanes 0 and 1, 2 and 3 …) or next but one (0 and 2, 1 and 3 …) share their
 * address need half as many parts. As Nsight Compute counts 498 patterns on an H200. */
unsigned units_wavefronts(const uint64_t *address, uint32_t mask, unsigned bytes,
                          enum event_type type, unsigned *least)
{
    *least = 1;
    if (type == EV_ATOMIC)
        return atomic_depth(address, mask);
    unsigned parts = bytes == 16 ? 4 : bytes == 8 ? 2 : 1;
    if (parts > 1 && type == EV_READ &&
        (pairs_share(address, mask, 1) || pairs_share(address, mask, 2)))
        parts /= 2;
    const unsigned lanes = EMU_WARP / parts;
    unsigned total = 0;
    *least = 0;
    for (unsigned p = 0; p < parts; p++) {
        const uint32_t part = parts == 1 ? mask : mask & (((1u << lanes) - 1) << p * lanes);
        if (!part)
            continue;
        total += bank_depth(address, part, bytes);
        ++*least;
    }
    return total;
}

/* Atomics on global memory, line by line of 128 bytes: lanes with one address are served one after
 * the other, the others together, sector by sector. */
unsigned units_atomic_sectors(const uint64_t *address, uint32_t mask)
{
    unsigned total = 0;
    while (mask) {
        const uint64_t line = address[__builtin_ctz(mask)] >> 7;
        uint64_t in_pass[EMU_WARP];
        unsigned count = 0, sectors = 0;
        EACH_LANE (l, mask) {
            const uint64_t a = address[l];
            if (a >> 7 != line)
                continue;
            mask &= ~(1u << l);
            for (unsigned i = 0; i < count; i++)
                if (in_pass[i] == a) {
                    total += (unsigned)__builtin_popcount(sectors);
                    count = sectors = 0;
                }
            in_pass[count++] = a;
            sectors |= 1u << (a >> 5 & 3);
        }
        total += (unsigned)__builtin_popcount(sectors);
    }
    return total;
}
