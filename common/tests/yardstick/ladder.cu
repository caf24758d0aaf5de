/* The ladder's kernels in their plainest form: six matrix-vector products, three transposes,
 * three matrix products, and one divergent loop. Arguments: n (GEMV, transpose; a multiple of
 * 256, at most 4096), g (GEMM; a multiple of 64, at most n). At 1024 and 256 the counters can be
 * compared with a second, older record of the same access patterns. ptxas merges four 4-byte
 * shared loads of one row into one 16-byte load in gemm_tiled and gemm_thread_tiled. */
#include "yardstick.h"

enum { LONGEST_X = 4096, THREADS = 256, TILE = 32, TILE_ROWS = 8 };

__constant__ float constant_x[LONGEST_X];

__global__ void gemv_naive(const float *A, const float *x, float *y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float sum = 0;
    for (int col = 0; col < n; col++)
        sum += A[(size_t)row * n + col] * x[col];
    y[row] = sum;
}

/* From here on At is column-major: neighbouring threads read neighbouring addresses. */
__global__ void gemv_coalesced(const float *At, const float *x, float *y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float sum = 0;
    for (int col = 0; col < n; col++)
        sum += At[(size_t)col * m + row] * x[col];
    y[row] = sum;
}

__global__ void gemv_const(const float *At, float *y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    float sum = 0;
    for (int col = 0; col < n; col++)
        sum += At[(size_t)col * m + row] * constant_x[col];
    y[row] = sum;
}

__global__ void gemv_shared(const float *At, const float *x, float *y, int m, int n)
{
    extern __shared__ float part[];
    int row = blockIdx.x * blockDim.x + threadIdx.x, width = blockDim.x;
    float sum = 0;
    for (int first = 0; first < n; first += width) {
        int mine = first + threadIdx.x;
        part[threadIdx.x] = mine < n ? x[mine] : 0.0f;
        __syncthreads();
        for (int col = 0; col < width && first + col < n; col++)
            if (row < m)
                sum += At[(size_t)(first + col) * m + row] * part[col];
        __syncthreads();
    }
    if (row < m)
        y[row] = sum;
}

/* One warp a row. */
__global__ void gemv_warp(const float *A, const float *x, float *y, int m, int n)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= m)
        return;
    float sum = 0;
    for (int col = threadIdx.x; col < n; col += 32)
        sum += A[(size_t)row * n + col] * x[col];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x == 0)
        y[row] = sum;
}

/* The same with 16-byte loads; `quads` is n / 4. */
__global__ void gemv_warp4(const float4 *A, const float4 *x, float *y, int m, int quads)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= m)
        return;
    float sum = 0;
    for (int quad = threadIdx.x; quad < quads; quad += 32) {
        float4 a = A[(size_t)row * quads + quad], b = x[quad];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, step);
    if (threadIdx.x == 0)
        y[row] = sum;
}

__global__ void transpose_naive(const float *in, float *out, int n)
{
    int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += TILE_ROWS)
        out[(size_t)col * n + row + k] = in[(size_t)(row + k) * n + col];
}

template <int PAD> __global__ void transpose_tile(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE + PAD];
    int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += TILE_ROWS)
        tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(row + k) * n + col];
    __syncthreads();
    int out_col = blockIdx.y * TILE + threadIdx.x, out_row = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += TILE_ROWS)
        out[(size_t)(out_row + k) * n + out_col] = tile[threadIdx.x][threadIdx.y + k];
}

template <int T> __global__ void gemm_tiled(const float *A, const float *B, float *C, int n)
{
    __shared__ float a_tile[T][T], b_tile[T][T];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += T) {
        a_tile[threadIdx.y][threadIdx.x] = A[(size_t)row * n + first + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = B[(size_t)(first + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        __syncthreads();
    }
    C[(size_t)row * n + col] = sum;
}

/* A block computes M x M elements of C, K deep at a time; a thread computes R x R of them, in
 * neighbouring rows and in columns M / R apart. */
template <int M, int K, int R>
__global__ void gemm_thread_tiled(const float *A, const float *B, float *C, int n)
{
    constexpr int SIDE = M / R;
    __shared__ float a_tile[K][M], b_tile[K][M];
    int thread = threadIdx.y * SIDE + threadIdx.x;
    int top = blockIdx.y * M, left = blockIdx.x * M;
    float sums[R][R] = {}, a[R], b[R];
    for (int first = 0; first < n; first += K) {
        for (int i = thread; i < M * K; i += SIDE * SIDE) {
            a_tile[i % K][i / K] = A[(size_t)(top + i / K) * n + first + i % K];
            b_tile[i / M][i % M] = B[(size_t)(first + i / M) * n + left + i % M];
        }
        __syncthreads();
        for (int k = 0; k < K; k++) {
            for (int i = 0; i < R; i++)
                a[i] = a_tile[k][threadIdx.y * R + i];
            for (int j = 0; j < R; j++)
                b[j] = b_tile[k][threadIdx.x + j * SIDE];
            for (int i = 0; i < R; i++)
                for (int j = 0; j < R; j++)
                    sums[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++)
            C[(size_t)(top + threadIdx.y * R + i) * n + left + threadIdx.x + j * SIDE] = sums[i][j];
}

/* A and Bt hold n rows of `words` words of 32 signs each; C is n x n. */
__global__ void gemm_xnor(const unsigned *A, const unsigned *Bt, int *C, int n, int words)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    int same = 0;
    for (int k = 0; k < words; k++)
        same += __popc(~(A[(size_t)row * words + k] ^ Bt[(size_t)col * words + k]));
    C[(size_t)row * n + col] = 2 * same - 32 * words;
}

__global__ void divergent(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = in[i];
    if (threadIdx.x & 1) {
        for (int k = 0; k < 8; k++)
            value = value * 0.5f + in[(i + k) % n];
    } else {
        for (int k = 0; k < 4; k++)
            value = value * 0.25f - in[(i + 2 * k) % n];
    }
    out[i] = value;
}

static float divergent_element(const float *in, int i, int n)
{
    float value = in[i];
    for (int k = 0; k < (i & 1 ? 8 : 4); k++)
        value = i & 1 ? value * 0.5f + in[(i + k) % n] : value * 0.25f - in[(i + 2 * k) % n];
    return value;
}

static void check_gemv(const char *kernel, float *y, const float *expected, int m)
{
    expect(kernel, y, expected, m * sizeof *y);
    TRY(cudaMemset(y, 0x5a, m * sizeof *y));
}

static void run_gemv(const float *A, const float *At, const float *x, const float *y_expected,
                     int n)
{
    const float *x_device = (const float *)to_device(x, n * sizeof *x);
    float *y = (float *)device_poison(n * sizeof *y);
    int blocks = (n + THREADS - 1) / THREADS, warp_blocks = (n + 7) / 8;
    dim3 warps(32, 8);
    TRY(cudaMemcpyToSymbol(constant_x, x, n * sizeof *x));
    gemv_naive<<<blocks, THREADS>>>(A, x_device, y, n, n);
    check_gemv("gemv_naive", y, y_expected, n);
    gemv_coalesced<<<blocks, THREADS>>>(At, x_device, y, n, n);
    check_gemv("gemv_coalesced", y, y_expected, n);
    gemv_const<<<blocks, THREADS>>>(At, y, n, n);
    check_gemv("gemv_const", y, y_expected, n);
    gemv_shared<<<blocks, THREADS, THREADS * sizeof(float)>>>(At, x_device, y, n, n);
    check_gemv("gemv_shared", y, y_expected, n);
    gemv_warp<<<warp_blocks, warps>>>(A, x_device, y, n, n);
    check_gemv("gemv_warp", y, y_expected, n);
    gemv_warp4<<<warp_blocks, warps>>>((const float4 *)A, (const float4 *)x_device, y, n, n / 4);
    check_gemv("gemv_warp4", y, y_expected, n);
}

static void run_transposes(const float *A, const float *expected, int n)
{
    size_t bytes = (size_t)n * n * sizeof(float);
    float *out = (float *)device_poison(bytes);
    dim3 grid(n / TILE, n / TILE), block(TILE, TILE_ROWS);
    transpose_naive<<<grid, block>>>(A, out, n);
    expect("transpose_naive", out, expected, bytes);
    TRY(cudaMemset(out, 0x5a, bytes));
    transpose_tile<0><<<grid, block>>>(A, out, n);
    expect("transpose_tile<0>", out, expected, bytes);
    TRY(cudaMemset(out, 0x5a, bytes));
    transpose_tile<1><<<grid, block>>>(A, out, n);
    expect("transpose_tile<1>", out, expected, bytes);
    TRY(cudaFree(out));
}

static void run_gemm(int g)
{
    size_t count = (size_t)g * g, bytes = count * sizeof(float);
    float *A = small_floats(count, 1), *B = small_floats(count, 2),
          *C = (float *)calloc(count, sizeof *C);
    for (int i = 0; i < g; i++)
        for (int k = 0; k < g; k++)
            for (int j = 0; j < g; j++)
                C[(size_t)i * g + j] += A[(size_t)i * g + k] * B[(size_t)k * g + j];
    const float *a = (const float *)to_device(A, bytes), *b = (const float *)to_device(B, bytes);
    float *c = (float *)device_poison(bytes);
    gemm_tiled<32><<<dim3(g / 32, g / 32), dim3(32, 32)>>>(a, b, c, g);
    expect("gemm_tiled", c, C, bytes);
    TRY(cudaMemset(c, 0x5a, bytes));
    gemm_thread_tiled<64, 8, 4><<<dim3(g / 64, g / 64), dim3(16, 16)>>>(a, b, c, g);
    expect("gemm_thread_tiled", c, C, bytes);
    free(A);
    free(B);
    free(C);
}

static void run_xnor(int g)
{
    int words = g / 32;
    size_t count = (size_t)g * words;
    unsigned *A = (unsigned *)host_bytes(count * sizeof *A),
             *B = (unsigned *)host_bytes(count * sizeof *B);
    int *C = (int *)host_bytes((size_t)g * g * sizeof *C);
    for (size_t i = 0; i < count; i++) {
        A[i] = mix((unsigned)i);
        B[i] = mix((unsigned)i + 0x10000000u);
    }
    for (int i = 0; i < g; i++)
        for (int j = 0; j < g; j++) {
            int same = 0;
            for (int k = 0; k < words; k++)
                same += __builtin_popcount(~(A[(size_t)i * words + k] ^ B[(size_t)j * words + k]));
            C[(size_t)i * g + j] = 2 * same - 32 * words;
        }
    const unsigned *a = (const unsigned *)to_device(A, count * sizeof *A);
    const unsigned *b = (const unsigned *)to_device(B, count * sizeof *B);
    int *c = (int *)device_poison((size_t)g * g * sizeof *c);
    gemm_xnor<<<dim3(g / 32, g / 8), dim3(32, 8)>>>(a, b, c, g, words);
    expect("gemm_xnor", c, C, (size_t)g * g * sizeof *c);
    free(A);
    free(B);
    free(C);
}

static void run_divergent(const float *x, int n)
{
    float *expected = (float *)host_bytes(n * sizeof *expected);
    for (int i = 0; i < n; i++)
        expected[i] = divergent_element(x, i, n);
    const float *in = (const float *)to_device(x, n * sizeof *x);
    float *out = (float *)device_poison(n * sizeof *out);
    divergent<<<n / THREADS, THREADS>>>(in, out, n);
    expect("divergent", out, expected, n * sizeof *out);
    free(expected);
}

int main(int argc, char **argv)
{
    int n = argument_or(argc, argv, 1, 1024), g = argument_or(argc, argv, 2, 256);
    if (n % THREADS || n > LONGEST_X || g % 64) {
        fprintf(stderr,
                "usage: ladder [n: a multiple of 256, at most 4096 [g: a multiple of 64]]\n");
        return 2;
    }
    size_t count = (size_t)n * n;
    float *A = small_floats(count, 0), *x = small_floats(n, 3);
    float *At = (float *)host_bytes(count * sizeof *At), *y = (float *)calloc(n, sizeof *y);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            At[(size_t)j * n + i] = A[(size_t)i * n + j];
            y[i] += A[(size_t)i * n + j] * x[j];
        }
    const float *a = (const float *)to_device(A, count * sizeof *A);
    const float *at = (const float *)to_device(At, count * sizeof *At);
    run_gemv(a, at, x, y, n);
    run_transposes(a, At, n);
    run_gemm(g);
    run_xnor(g);
    run_divergent(x, n);
    return yardstick_end();
}
