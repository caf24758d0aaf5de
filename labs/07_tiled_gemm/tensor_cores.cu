/* Lab 07, for experts: C = A B in double on tensor cores. docs/07_tiled_gemm_tensor_cores.md
 * explains, `make run LAB=07/tensor_cores` checks, `make hint LAB=07/tensor_cores` helps. A is
 * m x k, B is k x n, C is m x n, row-major on the device, rows lda, ldb and ldc elements apart (at
 * least as many as a row is long; what lies between is not yours). m, n and k are anything; so is
 * the element of a larger array where each begins. */
#include <cuda_pipeline.h>
#include "tensor.h"
#include "lab.h"

#if LAB_STEP(1)
/* Step 1: tensor cores in double. A warp keeps a WARP_M x WARP_N piece of C in its registers as
 * 16 x 8 fragments; a block has two tiles of A and B in shared memory, one in use and one on its
 * way. lab_mma_16x8x4 (common/tensor.h) says which lane holds what. While the tensor cores work on
 * one slice of 4 terms, the fragments of the next are loaded, and a part of the next tile. */
enum {
    BLOCK_M = 128, /* with BLOCK_N: each element of A and B comes from L2 once per 128 uses */
    BLOCK_N = 128,
    BLOCK_K = 32, /* terms between two barriers; two tiles of it must fit into shared memory */
    SLICE = 4,    /* terms of one instruction */
    SLICES = BLOCK_K / SLICE,
    PARTS = 4,   /* of a tile's copy, one beside each of the first slices */
    WARP_M = 32, /* 32 x 32 doubles of C are 64 of a thread's 128 registers */
    WARP_N = 32,
    THREADS = BLOCK_M / WARP_M * (BLOCK_N / WARP_N) * 32,
    ROW_A = BLOCK_K + 4, /* padded so that the 16 lanes of half a warp meet 16 pairs of banks */
    ROW_B = BLOCK_N + 4,
    STAGE = BLOCK_M * ROW_A + BLOCK_K * ROW_B /* doubles */
};

/* Starts the copy of one part of a ROWS x COLS tile at (row, col) of a matrix, EACH elements at a
 * time; zeros where the matrix has ended, which it does not within EACH. */
template <int ROWS, int COLS, int LENGTH, int EACH>
__device__ __forceinline__ void fetch(double *tile, const double *from, int ld, int row, int col,
                                      int all_rows, int all_cols, int part)
{
    enum { ACROSS = COLS / EACH, DOWN = THREADS / ACROSS };
    int c = threadIdx.x % ACROSS * EACH, r = threadIdx.x / ACROSS + part * (ROWS / PARTS);
    bool inside = col + c < all_cols;
#pragma unroll
    for (int i = r; i < r + ROWS / PARTS; i += DOWN) {
        bool there = row + i < all_rows && inside;
        const double *source = there ? from + (size_t)(row + i) * ld + col + c : from;
        __pipeline_memcpy_async(tile + i * LENGTH + c, source, 8 * EACH, there ? 0 : 8 * EACH);
    }
}

template <int EACH>
__global__ void __launch_bounds__(THREADS)
    dgemm_tensor(const double *A, int lda, const double *B, int ldb, double *C, int ldc, int m,
                 int n, int k)
{
    /* TODO 1: fetch the first tile, wait, load its first slice. Then, for each tile, go through
     * its slices: load the next one's fragments (at the last: wait for the next tile first), fetch
     * a part of the next tile, multiply all pairs of this slice's fragments. Store what exists of
     * C. */
}

void launch_dgemm_tensor(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                         int m, int n, int k)
{
    /* TODO 2: more shared memory than 48 KiB must be asked for (cudaFuncSetAttribute). 16-byte
     * copies and stores (EACH = 2) need even leading dimensions, n and k, and aligned matrices;
     * otherwise EACH = 1. */
}
#endif

LAB_MAIN(07_tiled_gemm_tensor_cores)
