/* Lab 07, for experts: C = A B in double on tensor cores.
 * docs/07_tiled_gemm_tensor_cores.md explains, `make run LAB=07/tensor_cores` checks, `make hint
 * LAB=07/tensor_cores` helps.
 * A is m x k, B is k x n, C is m x n, and all are row-major. Their rows begin lda, ldb and ldc
 * elements apart, at least the length of a row. Do not touch what lies between two rows. m, n and k
 * may have any value, and a matrix may begin at any element of a larger array. */
#include <cuda_pipeline.h>
#include "tensor.h"
#include "lab.h"

#if LAB_STEP(1)
/* Step 1: tensor cores in double. A warp keeps a WARP_M x WARP_N piece of C in its registers, as
 * fragments of 16 x 8. A block has two stages in shared memory: it uses one while the other is
 * being filled. The comment in common/tensor.h says which lane holds which element. While the
 * tensor cores multiply one slice of 4 terms, the warp loads the fragments of the next slice, and
 * the block copies a part of the next tile. */
enum {
    BLOCK_M = 128, /* a block computes 128 x 128 elements of C, or 128 x 64 (columns_of_block) */
    BLOCK_K = 32,  /* terms between two barriers; two stages must fit into shared memory */
    SLICE = 4,     /* terms of one instruction */
    SLICES = BLOCK_K / SLICE,
    WARP_M = 32, /* 4 x 4 warps share the tile; 32 x 32 doubles of C take 64 of 128 registers */
    THREADS = 512,
    ROW_A = BLOCK_K + 4 /* padding: the 16 lanes of half a warp meet 16 pairs of banks */
};

/* What follows from the width of a block's tile of C, 128 or 64. */
template <int BLOCK_N> struct tile_of {
    static constexpr int WARP_N = BLOCK_N / 4, ROW_B = BLOCK_N + 4;
    static constexpr int PARTS = BLOCK_N / 32; /* a tile is copied in so many parts */
    static constexpr int STAGE = BLOCK_M * ROW_A + BLOCK_K * ROW_B; /* doubles */
    static constexpr int BYTES = 2 * STAGE * 8;                     /* of both stages */
};

/* How wide the blocks' tiles are: 64 if fewer SMs then have nothing to do in the last round. Two
 * rounds of narrow tiles take 1.03 times as long as one of wide tiles, as measured on an H200. */
[[maybe_unused]] static int columns_of_block(int m, int n)
{
    int multiprocessors = 1;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    long long rows = (m + BLOCK_M - 1) / BLOCK_M;
    long long wide = (rows * ((n + 127) / 128) + multiprocessors - 1) / multiprocessors;
    long long narrow = (rows * ((n + 63) / 64) + multiprocessors - 1) / multiprocessors;
    return 1.03 * narrow < 2 * wide ? 64 : 128;
}

/* Starts the copy of one part of a tile: ROWS x COLS elements at (row, col) of a matrix. Each copy
 * moves EACH elements, or fills with zeros beyond the end of the matrix. The matrix never ends
 * within EACH elements. A row of the tile has LENGTH elements. */
template <int ROWS, int COLS, int LENGTH, int PARTS, int EACH>
__device__ __forceinline__ void fetch(double *tile, const double *from, int ld, int row, int col,
                                      int all_rows, int all_cols, int part)
{
    /* TODO 1: adjacent threads copy adjacent pieces of EACH elements; COLS / EACH threads share
     * a row. This part has ROWS / PARTS rows. What is not there: read nothing, fill with zeros. */
}

template <int BLOCK_N, int EACH>
__global__ void __launch_bounds__(THREADS)
    dgemm_tensor(const double *A, int lda, const double *B, int ldb, double *C, int ldc, int m,
                 int n, int k)
{
    /* TODO 2: fetch all parts of tile 0, wait, and load the fragments of its slice 0. Then, for
     * each slice of each tile: load the fragments of the next slice; fetch a part of the next tile;
     * multiply all pairs of this slice's fragments. Before you load slice 0 of a new tile, wait for
     * that tile. At the end, store the elements that C has. tile_of<BLOCK_N> has the sizes that
     * depend on the tile's width. */
}

void launch_dgemm_tensor(const double *A, int lda, const double *B, int ldb, double *C, int ldc,
                         int m, int n, int k)
{
    /* TODO 3: ask for the shared memory with cudaFuncSetAttribute, because it is more than 48 KiB.
     * Launch with EACH = 2, 16-byte copies and stores, if n, k and the leading dimensions are even
     * and all matrices begin at multiples of 16 bytes; otherwise with EACH = 1. BLOCK_N is
     * columns_of_block(m, n). */
}
#endif

LAB_MAIN(07_tiled_gemm_tensor_cores)
