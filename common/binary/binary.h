/* Matrices of +1 and -1 with one bit for each element: the layouts of lab 09's steps. Bit i of word
 * w is element 32 w + i of its line: 1 for +1, 0 for -1. Padding (beyond k, beyond the last row or
 * column) is 0 bits. The three layouts, with the distance from one line to the next in words:
 *   A          padded(m) x pitch(k)   a row of A after the other            [pitch(k)]
 *   B          pitch(k) x padded(n)   word w of every column after the other [padded(n)]
 *   B by columns  padded(n) x pitch(k)   a column of B after the other      [pitch(k)]
 * Because of the padding, a kernel may read whole tiles without a test. Plain C. */
#pragma once

#ifdef __CUDACC__
#define BINARY_HD static __host__ __device__ inline
#else
#define BINARY_HD static inline
#endif

enum {
    BINARY_BITS = 32,     /* elements in a word */
    BINARY_PITCH = 32,    /* a packed line is a multiple of 32 words, 128 bytes, 1024 elements */
    BINARY_PADDING = 128, /* rows of A, columns of B: a multiple of this */
    BINARY_LARGEST =
        65535 * 4 /* m and n: a grid has 65535 blocks along y, the smallest tile 4 rows */
};

/* Words that hold k elements; those beyond are padding. */
BINARY_HD int binary_words(int k)
{
    return (k - 1) / BINARY_BITS + 1;
}

/* Words from the beginning of one packed line of k elements to that of the next. */
BINARY_HD int binary_pitch(int k)
{
    return (binary_words(k) - 1) / BINARY_PITCH * BINARY_PITCH + BINARY_PITCH;
}

/* Rows (or columns) that a packed matrix of `rows` holds. */
BINARY_HD int binary_padded(int rows)
{
    return (rows - 1) / BINARY_PADDING * BINARY_PADDING + BINARY_PADDING;
}
