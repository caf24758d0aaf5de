/* What lab 08/hopper calls and need not write: stores at the edge of C, copies of matrices to
 * aligned rows, products of a tile. The instructions themselves are in hopper.h, the kernel of the
 * last step in hopper_stream.h. */
#pragma once

#include "hopper.h"

#define TILE_PART static __device__ __forceinline__

TILE_PART float &part(float4 &v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

/* May rows be read four floats at a time? Then each row must start at a multiple of 16 bytes, and
 * its length must be a multiple of 4. */
static inline int in_fours(const float *matrix, int ld, int columns)
{
    return (size_t)matrix % 16 == 0 && ld % 4 == 0 && columns % 4 == 0;
}

/* Tiles of side x side elements that cover m x n. */
static inline int tiles_of(int m, int n, int side)
{
    return (m + side - 1) / side * ((n + side - 1) / side);
}

/* Stores v as four adjacent elements of C, from (row, col) on: those that exist. */
TILE_PART void store_four(float *C, int ldc, int m, int n, int row, int col, float4 v)
{
    float *to = C + (size_t)row * ldc + col;
    if (row >= m)
        return;
    if (col + 4 <= n && (size_t)to % 16 == 0)
        *(float4 *)to = v;
    else
        for (int i = 0; i < 4; i++)
            if (col + i < n)
                to[i] = part(v, i);
}

/* The same for two elements in double. */
TILE_PART void store_two(double *C, int ldc, int m, int n, int row, int col, double v0, double v1)
{
    double *to = C + (size_t)row * ldc + col;
    if (row >= m)
        return;
    if (col + 2 <= n && (size_t)to % 16 == 0) {
        *(double2 *)to = make_double2(v0, v1);
        return;
    }
    if (col < n)
        to[0] = v0;
    if (col + 1 < n)
        to[1] = v1;
}

#if HOPPER_KNOWN
/* Copies a matrix to rows that start at multiples of 16 bytes, as the copy engine needs them. */
template <class Real>
__global__ void align_rows(Real *to, int pitch, const Real *from, int ld, int rows, int cols)
{
    int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    for (int row = blockIdx.y; row < rows; row += gridDim.y) {
        Real x[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int col = first + i * blockDim.x;
            x[i] = col < cols ? from[(size_t)row * ld + col] : 0;
        }
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (first + i * (int)blockDim.x < cols)
                to[(size_t)row * pitch + first + i * blockDim.x] = x[i];
    }
}

/* Where rows of *matrix do not start at multiples of 16 bytes, makes an aligned copy, and sets
 * *matrix and its pitch *ld to that. Returns whether there is memory and a Hopper GPU for it. The
 * memory of the two copies (operand 0 and 1) is kept for later calls, because allocating takes
 * longer than copying. */
template <class Real>
static inline bool aligned(int operand, const Real **matrix, int *ld, int rows, int cols)
{
    static Real *copy[2];
    static size_t room[2];
    int each = 16 / sizeof(Real), pitch = (cols + each - 1) / each * each;
    size_t needed = (size_t)pitch * rows * sizeof(Real);
    if (!hopper_sms())
        return false;
    if (*ld % each == 0 && (size_t)*matrix % 16 == 0)
        return true;
    if (needed > room[operand]) {
        cudaFree(copy[operand]);
        room[operand] = 0;
        if (cudaMalloc((void **)&copy[operand], needed) != cudaSuccess)
            return false;
        room[operand] = needed;
    }
    dim3 grid((cols + 1023) / 1024, rows < 65535 ? rows : 65535);
    align_rows<<<grid, 256>>>(copy[operand], pitch, *matrix, *ld, rows, cols);
    *ld = pitch;
    *matrix = copy[operand];
    return true;
}

/* ---- a tile of 64 x 64 by 128 threads, 8 x 4 elements each ---- */

/* Adds the products of four values of l. a: of each of the rows, four adjacent floats; b: the first
 * of four lines of B, `pitch` floats apart, at this thread's columns. */
TILE_PART void add_four(float (&sum)[8][4], float4 (&a)[8], const float *b, int pitch)
{
#pragma unroll
    for (int e = 0; e < 4; e++) {
        float4 v = *(const float4 *)&b[e * pitch];
#pragma unroll
        for (int i = 0; i < 8; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                sum[i][j] += part(a[i], e) * part(v, j);
    }
}

/* Stores the sums of a tile whose first element is (row, col). Thread t has rows t % 8, t % 8 + 8,
 * … and columns t / 8 * 4 to t / 8 * 4 + 3. */
TILE_PART void store_sums(float (&sum)[8][4], float *C, int ldc, int m, int n, int row, int col)
{
#pragma unroll
    for (int i = 0; i < 8; i++)
        store_four(C, ldc, m, n, row + threadIdx.x % 8 + 8 * i, col + threadIdx.x / 8 * 4,
                   make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]));
}

/* Launches a kernel with a block of `threads` for each tile of C, side x side, and so many bytes of
 * dynamic shared memory. Its first arguments are maps with boxes of side x depth of A, swizzled or
 * not, and depth x side of B; then come C, ldc, m, n, k. Launches nothing without memory for
 * aligned copies, or without a Hopper GPU. */
template <class Kernel>
static inline void launch_tiles(Kernel kernel, int side, int depth, int threads, int bytes,
                                CUtensorMapSwizzle swizzle, const float *A, int lda, const float *B,
                                int ldb, float *C, int ldc, int m, int n, int k)
{
    if (!aligned(0, &A, &lda, m, k) || !aligned(1, &B, &ldb, k, n))
        return;
    CUtensorMap a_map = box_map(A, m, k, lda, side, depth, swizzle),
                b_map = box_map(B, k, n, ldb, depth, side, CU_TENSOR_MAP_SWIZZLE_NONE);
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<tiles_of(m, n, side), threads, bytes>>>(a_map, b_map, C, ldc, m, n, k);
}

/* Dynamic shared memory, from its first multiple of 1,024 bytes on: what is swizzled repeats after
 * so many. */
TILE_PART void *shared_from_1024(void)
{
    extern __shared__ char box_memory[];
    return box_memory + (1024 - shared_address(box_memory) % 1024) % 1024;
}
#endif
