/* Tensor cores, binary ones with the load that feeds them (lab 09's binary_mma.h), and those in
 * double (lab 07's tensor.h): collectives of a whole warp. */
#include "engine/engine.h"
#include "program/findings.h"

#include <math.h>

/* emu_exchange of the whole warp: unlike a shuffle, it needs lanes that have returned, too. */
static const void *exchange_whole(const char *what, const void *value, size_t bytes,
                                  unsigned *arrived, void *pc)
{
    const unsigned all = 0xffffffffu;
    const void *table = emu_exchange(what, all, value, bytes, 0, arrived, pc);
    if (*arrived != all)
        emu_finding(EMU_MISSING_LANE, pc,
                    "%s: lanes 0x%08x take part, but lanes 0x%08x do not; a matrix instruction "
                    "needs all 32 lanes of the warp: move it out of the branch, let no lane return "
                    "before it, and let all lanes go through its loop equally often",
                    what, *arrived, ~*arrived);
    return table;
}

/* What a lane gives: its words of a (16 rows x 8 words) and of b (8 columns x 8 words). */
struct fragment {
    uint32_t a[4], b[2];
};

/* c[0 … 3]: rows g and g + 8, columns 2 q and 2 q + 1 (g = lane / 4, q = lane % 4), each
 * increased by the ones of (a AND b). */
void emu_mma_b1(int *c, const uint32_t *a, const uint32_t *b)
{
    struct fragment mine;
    unsigned arrived;
    int g = emu_lane() / 4, q = emu_lane() % 4;
    memcpy(mine.a, a, sizeof mine.a);
    memcpy(mine.b, b, sizeof mine.b);
    const struct fragment *lanes =
        exchange_whole("binary_mma", &mine, sizeof mine, &arrived, CALLER);
    for (int i = 0; i < 4; i++)
        for (int word = 0; word < 8; word++) {
            const struct fragment *row = &lanes[4 * g + word % 4],
                                  *col = &lanes[4 * (2 * q + i % 2) + word % 4];
            c[i] += __builtin_popcount(row->a[i / 2 + word / 4 * 2] & col->b[word / 4]);
        }
}

/* d[0 … 3]: rows g and g + 8, columns 2 q and 2 q + 1, each increased by four products of a (16
 * rows x 4) and b (4 x 8 columns), in order, each rounded once. */
void emu_mma_f64(double *d, const double *a, double b)
{
    struct {
        double a[2], b;
    } mine = {{a[0], a[1]}, b};
    unsigned arrived;
    int g = emu_lane() / 4, q = emu_lane() % 4;
    const double(*lanes)[3] = exchange_whole("mma", &mine, sizeof mine, &arrived, CALLER);
    for (int i = 0; i < 4; i++)
        for (int l = 0; l < 4; l++)
            d[i] = fma(lanes[4 * g + l][i / 2], lanes[4 * (2 * q + i % 2) + l][2], d[i]);
}

/* out[j]: word q of row g of block j; lane 8 j + g names that row's 16 bytes in shared memory. */
void emu_ldmatrix(uint32_t *out, const void *row)
{
    unsigned arrived;
    int g = emu_lane() / 4, q = emu_lane() % 4;
    if ((uintptr_t)row % 16)
        emu_finding(EMU_MISALIGNED, CALLER, "load_matrices: %p is not aligned to 16 bytes", row);
    else
        emu_access(row, 16, 0, CALLER);
    const void *const *rows = exchange_whole("load_matrices", &row, sizeof row, &arrived, CALLER);
    for (int j = 0; j < 4; j++)
        if (arrived >> (8 * j + g) & 1)
            memcpy(&out[j], (const char *)rows[8 * j + g] + 4 * q, 4);
}
