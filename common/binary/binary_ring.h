/* What lab 09/hopper calls and need not write: the ring of stages, what rows and columns contribute
 * to their elements, and the stores of C. The instructions themselves are in binary_hopper.h. */
#pragma once

#include "binary_hopper.h"
#include "binary_mma.h"

#define WARP 32

#if HOPPER_KNOWN
#define BINARY_PART static __device__ __forceinline__

enum { TEAM = 128 /* threads of a warpgroup */, TEAM_ROWS = 64 /* of one of its instructions */ };
enum { LINE_WORDS = 32 /* of a stage: 128 bytes, 1,024 elements */ };

/* Stages of A and B in shared memory. The copy engine fills a stage and tells `full`; the warps
 * that have read it tell `empty`. */
template <int rows, int cols, int count> struct ring {
    struct {
        uint32_t a[rows][LINE_WORDS], b[cols][LINE_WORDS];
    } stage[count];
    uint64_t full[count], empty[count];
    int terms[2][cols]; /* of each team's tile: what its columns contribute to its elements */
};

/* Dynamic shared memory, from the next multiple of 1,024 bytes on: the swizzle repeats after
 * 1,024 bytes. */
extern __shared__ unsigned char hopper_memory[];
template <class Ring> BINARY_PART Ring *ring_here(void)
{
    return (Ring *)(hopper_memory + (1024 - shared_address(hopper_memory) % 1024) % 1024);
}

/* A place in the ring: the number of a stage, and the parity of its phase. */
struct place_in_ring {
    int stage, parity;
};

template <int count> BINARY_PART void advance(place_in_ring *p, int by)
{
    p->stage += by;
    while (p->stage >= count) {
        p->stage -= count;
        p->parity ^= 1;
    }
}

/* The terms of a tile's columns, in the registers of a team until they go to shared memory. They
 * are fetched early and kept late, so that no thread waits for them. */
template <int COLS> struct column_terms {
    int held[(COLS + TEAM - 1) / TEAM];
};

template <int COLS>
BINARY_PART void fetch_terms(column_terms<COLS> *terms, const int *b_ones, int col, int n)
{
#pragma unroll
    for (int i = 0; i < (COLS + TEAM - 1) / TEAM; i++) {
        int c = threadIdx.x % TEAM + i * TEAM;
        terms->held[i] = c < COLS && col + c < n ? b_ones[col + c] : 0;
    }
}

template <int COLS> BINARY_PART void keep_terms(const column_terms<COLS> &terms, int *to)
{
#pragma unroll
    for (int i = 0; i < (COLS + TEAM - 1) / TEAM; i++)
        if ((int)threadIdx.x % TEAM + i * TEAM < COLS)
            to[threadIdx.x % TEAM + i * TEAM] = -2 * terms.held[i];
}

/* The term of row `row` in each of its elements of C (0 beyond the last row). */
BINARY_PART int row_term(const int *a_ones, int row, int m, int k)
{
    return row < m ? k - 2 * a_ones[row] : 0;
}

/* Four adjacent elements of one row. Of every eight counts, two belong to one block of eight
 * columns and two to the next. */
BINARY_PART int4 four_of(const int *count, int row_term, int4 of_column)
{
    return make_int4(row_term + of_column.x + 4 * count[0], row_term + of_column.y + 4 * count[1],
                     row_term + of_column.z + 4 * count[4], row_term + of_column.w + 4 * count[5]);
}

namespace integers
{
/* Stores one warpgroup's 64 x COLS counts. row: this thread's first row (the other is 8 below);
 * terms: of the columns. C is not read again soon (__stcs), so the packed matrices stay in L2. In a
 * namespace, so that a lab adds a store_team of its own: using integers::store_team. */
template <int COLS>
BINARY_PART void store_team(const int (&count)[COLS / 2], const int (&term)[2], const int *terms,
                            int *C, int row, int col, int m, int n)
{
    int q = threadIdx.x % 4, *to = C + (size_t)row * n + col + 4 * q;
    if (row - row % TEAM_ROWS + TEAM_ROWS <= m && col + COLS <= n && n % 4 == 0 &&
        (size_t)C % 16 == 0) {
#pragma unroll
        for (int j = 0; j < COLS / 16; j++) {
            int4 of_column = read_now(&terms[16 * j + 4 * q]);
            __stcs((int4 *)(to + 16 * j), four_of(&count[8 * j], term[0], of_column));
            __stcs((int4 *)(to + (size_t)8 * n + 16 * j),
                   four_of(&count[8 * j + 2], term[1], of_column));
        }
        return;
    }
#pragma unroll
    for (int j = 0; j < COLS / 16; j++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
            int4 v =
                four_of(&count[8 * j + 2 * half], term[half], read_now(&terms[16 * j + 4 * q]));
            int value[4] = {v.x, v.y, v.z, v.w}, r = row + 8 * half;
            if (r < m)
                store_four(C + (size_t)r * n, col + 16 * j + 4 * q, n, value);
        }
}
} // namespace integers
using integers::store_team;

/* Stores what one warp has counted with binary_mma: 16 rows by 64 columns, eight columns to each
 * count[.]. (row, col): the first element. */
BINARY_PART void store_fragments(const int (&count)[8][4], const int *a_ones, const int *b_ones,
                                 int *C, int row, int col, int m, int n, int k)
{
    row += threadIdx.x % WARP / 4;
    col += 2 * (threadIdx.x % 4);
#pragma unroll
    for (int i = 0; i < 32; i++) {
        int r = row + i / 2 % 2 * 8, c = col + i / 4 * 8 + i % 2;
        if (r < m && c < n)
            C[(size_t)r * n + c] =
                row_term(a_ones, r, m, k) - 2 * b_ones[c] + 4 * count[i / 4][i % 4];
    }
}
#endif
