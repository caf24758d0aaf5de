/* What steps 7 and 8 of lab 09 call: tiles of packed words in shared memory, asynchronous copies
 * that fill them, and reads of four neighbors at once. */
#pragma once

#include <cuda_pipeline.h>
#include <stdint.h>

#include "binary.h"

/* A block of 16 x 16 threads makes ROWS x COLS elements. A thread makes EACH_ROWS rows (16 apart)
 * by EACH_COLS adjacent columns. DEPTH words of A and B at a time are in shared memory, and the
 * next ones are under way. */
enum { SIDE = 16, EACH_ROWS = 8, EACH_COLS = 4, DEPTH = 16 };
enum { ROWS = SIDE * EACH_ROWS, COLS = SIDE * EACH_COLS, THREADS = SIDE * SIDE };
static_assert(BINARY_PADDING % ROWS == 0 && BINARY_PADDING % COLS == 0, "whole tiles of padding");

/* a[row][word] of the block's rows of A, b[word][col] of its columns of B. */
struct word_tiles {
    alignas(16) uint32_t a[ROWS][DEPTH], b[DEPTH][COLS];
};

/* Starts copying the block's tiles from word `start` on, 16 bytes at a time. All SIDE x SIDE
 * threads call it. a, b: the first word of the block's rows of A, `pitch` words apart, and of its
 * columns of B, whose words are `distance` apart. __pipeline_wait_prior waits for the calling
 * thread's copies. */
static __device__ __forceinline__ void copy_tiles(word_tiles *to, const uint32_t *a, size_t pitch,
                                                  const uint32_t *b, size_t distance, int start)
{
    int thread = threadIdx.y * SIDE + threadIdx.x;
#pragma unroll
    for (int i = thread; i < ROWS * DEPTH / 4; i += THREADS) {
        int row = i / (DEPTH / 4), word = i % (DEPTH / 4) * 4;
        __pipeline_memcpy_async(&to->a[row][word], &a[row * pitch + start + word], 16);
    }
#pragma unroll
    for (int i = thread; i < DEPTH * COLS / 4; i += THREADS) {
        int word = i / (COLS / 4), col = i % (COLS / 4) * 4;
        __pipeline_memcpy_async(&to->b[word][col], &b[(start + word) * distance + col], 16);
    }
    __pipeline_commit();
}

/* Reads four adjacent words at once. `from` is a multiple of 16 bytes. */
static __device__ __forceinline__ void read_four(uint32_t (&to)[4], const uint32_t *from)
{
    uint4 four = *(const uint4 *)from;
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
}
