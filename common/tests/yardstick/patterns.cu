/* What teaching code is made of: stencils with and without shared memory, block reductions four
 * ways, a scan, a matrix product without tiles, a row softmax's skeleton. One size. */
#include "yardstick.h"

enum { N = 1 << 16, THREADS = 256, BLOCKS = N / THREADS, SIDE = 256, TILE = 16 };

__global__ void stencil3(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = in[i - 1] + 2 * in[i] + in[i + 1];
}

__global__ void stencil3_shared(const float *in, float *out, int n)
{
    __shared__ float part[THREADS + 2];
    int i = blockIdx.x * blockDim.x + threadIdx.x, own = threadIdx.x + 1;
    part[own] = in[i];
    if (threadIdx.x == 0)
        part[0] = i > 0 ? in[i - 1] : 0.0f;
    if (threadIdx.x == THREADS - 1)
        part[own + 1] = i < n - 1 ? in[i + 1] : 0.0f;
    __syncthreads();
    if (i > 0 && i < n - 1)
        out[i] = part[own - 1] + 2 * part[own] + part[own + 1];
}

__global__ void stencil5(const float *in, float *out, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < 1 || row >= rows - 1 || col < 1 || col >= cols - 1)
        return;
    int at = row * cols + col;
    out[at] = 4 * in[at] - in[at - cols] - in[at + cols] - in[at - 1] - in[at + 1];
}

__global__ void stencil5_shared(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    int y = threadIdx.y + 1, x = threadIdx.x + 1, at = row * cols + col;
    tile[y][x] = in[at];
    if (threadIdx.y == 0)
        tile[0][x] = row > 0 ? in[at - cols] : 0.0f;
    if (threadIdx.y == TILE - 1)
        tile[TILE + 1][x] = row < rows - 1 ? in[at + cols] : 0.0f;
    if (threadIdx.x == 0)
        tile[y][0] = col > 0 ? in[at - 1] : 0.0f;
    if (threadIdx.x == TILE - 1)
        tile[y][TILE + 1] = col < cols - 1 ? in[at + 1] : 0.0f;
    __syncthreads();
    if (row >= 1 && row < rows - 1 && col >= 1 && col < cols - 1)
        out[at] =
            4 * tile[y][x] - tile[y - 1][x] - tile[y + 1][x] - tile[y][x - 1] - tile[y][x + 1];
}

/* Neighbours first: every second, fourth, eighth … thread works. */
__global__ void reduce_divergent(const float *in, float *out)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    part[thread] = in[blockIdx.x * blockDim.x + thread];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        if (thread % (2 * step) == 0)
            part[thread] += part[thread + step];
        __syncthreads();
    }
    if (thread == 0)
        out[blockIdx.x] = part[0];
}

/* The first threads work, 2 * step elements apart: no divergence but bank conflicts. */
__global__ void reduce_conflicts(const float *in, float *out)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    part[thread] = in[blockIdx.x * blockDim.x + thread];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        unsigned at = 2 * step * thread;
        if (at < blockDim.x)
            part[at] += part[at + step];
        __syncthreads();
    }
    if (thread == 0)
        out[blockIdx.x] = part[0];
}

__global__ void reduce_halves(const float *in, float *out)
{
    __shared__ float part[THREADS];
    int thread = threadIdx.x;
    part[thread] = in[blockIdx.x * blockDim.x + thread];
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (thread < step)
            part[thread] += part[thread + step];
        __syncthreads();
    }
    if (thread == 0)
        out[blockIdx.x] = part[0];
}

/* Shuffles within a warp, then one word a warp in shared memory. */
__global__ void reduce_shuffle(const float *in, float *out)
{
    __shared__ float warps[THREADS / 32];
    int thread = threadIdx.x;
    float sum = in[blockIdx.x * blockDim.x + thread];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (thread % 32 == 0)
        warps[thread / 32] = sum;
    __syncthreads();
    if (thread < 32) {
        sum = thread < THREADS / 32 ? warps[thread] : 0.0f;
        for (int step = 4; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, step);
        if (thread == 0)
            out[blockIdx.x] = sum;
    }
}

/* Inclusive sums of a block, in two buffers that change places. */
__global__ void scan_block(const float *in, float *out)
{
    __shared__ float sums[2][THREADS];
    int thread = threadIdx.x, base = blockIdx.x * blockDim.x, from = 0;
    sums[0][thread] = in[base + thread];
    __syncthreads();
    for (int step = 1; step < THREADS; step *= 2) {
        float sum = sums[from][thread];
        if (thread >= step)
            sum += sums[from][thread - step];
        sums[1 - from][thread] = sum;
        from = 1 - from;
        __syncthreads();
    }
    out[base + thread] = sums[from][thread];
}

/* One thread an element; x runs along rows, so the lanes of a warp read a column of A and write
 * one of C. */
__global__ void gemm_by_rows(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}

__global__ void gemm_by_columns(const float *A, const float *B, float *C, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}

/* In double: 8-byte accesses, 16 x 16 tiles. */
__global__ void gemm_double(const double *A, const double *B, double *C, int n)
{
    __shared__ double a_tile[TILE][TILE], b_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    double sum = 0;
    for (int first = 0; first < n; first += TILE) {
        a_tile[threadIdx.y][threadIdx.x] = A[row * n + first + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * n + col];
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < TILE; k++)
            sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

/* One warp a row: its largest element, then each element's distance from it. The row is read
 * twice. */
__global__ void row_distance(const float *in, float *out, int cols)
{
    const float *row = in + (size_t)blockIdx.x * cols;
    float most = row[threadIdx.x];
    for (int col = threadIdx.x + 32; col < cols; col += 32)
        most = fmaxf(most, row[col]);
    for (int step = 16; step > 0; step /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, step));
    for (int col = threadIdx.x; col < cols; col += 32)
        out[(size_t)blockIdx.x * cols + col] = most - row[col];
}

static float *values, *expected, *in, *out;

static void check(const char *kernel, size_t count)
{
    expect(kernel, out, expected, count * sizeof *out);
    TRY(cudaMemset(out, 0x5a, N * sizeof *out));
    memset(expected, 0x5a, N * sizeof *expected);
}

static void run_stencils(void)
{
    dim3 block(TILE, TILE), grid(SIDE / TILE, SIDE / TILE);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 1; i < N - 1; i++)
            expected[i] = values[i - 1] + 2 * values[i] + values[i + 1];
        if (pass)
            stencil3_shared<<<BLOCKS, THREADS>>>(in, out, N);
        else
            stencil3<<<BLOCKS, THREADS>>>(in, out, N);
        check(pass ? "stencil3_shared" : "stencil3", N);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int row = 1; row < SIDE - 1; row++)
            for (int at = row * SIDE + 1; at < row * SIDE + SIDE - 1; at++)
                expected[at] = 4 * values[at] - values[at - SIDE] - values[at + SIDE] -
                               values[at - 1] - values[at + 1];
        if (pass)
            stencil5_shared<<<grid, block>>>(in, out, SIDE, SIDE);
        else
            stencil5<<<grid, block>>>(in, out, SIDE, SIDE);
        check(pass ? "stencil5_shared" : "stencil5", N);
    }
}

static void expect_sums(const char *kernel)
{
    for (int i = 0; i < N; i++)
        expected[i / THREADS] = (i % THREADS ? expected[i / THREADS] : 0) + values[i];
    check(kernel, BLOCKS);
}

static void run_reductions(void)
{
    reduce_divergent<<<BLOCKS, THREADS>>>(in, out);
    expect_sums("reduce_divergent");
    reduce_conflicts<<<BLOCKS, THREADS>>>(in, out);
    expect_sums("reduce_conflicts");
    reduce_halves<<<BLOCKS, THREADS>>>(in, out);
    expect_sums("reduce_halves");
    reduce_shuffle<<<BLOCKS, THREADS>>>(in, out);
    expect_sums("reduce_shuffle");
    scan_block<<<BLOCKS, THREADS>>>(in, out);
    for (int i = 0; i < N; i++)
        expected[i] = (i % THREADS ? expected[i - 1] : 0) + values[i];
    check("scan_block", N);
}

static void expect_product(const char *kernel, int n)
{
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += values[row * n + k] * values[k * n + col];
            expected[row * n + col] = sum;
        }
    check(kernel, (size_t)n * n);
}

static void run_products(void)
{
    int n = 128;
    gemm_by_rows<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, in, out, n);
    expect_product("gemm_by_rows", n);
    gemm_by_columns<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, in, out, n);
    expect_product("gemm_by_columns", n);
    double *numbers = (double *)host_bytes(n * n * sizeof *numbers);
    double *products = (double *)calloc(n * n, sizeof *products);
    for (int i = 0; i < n * n; i++)
        numbers[i] = values[i];
    for (int row = 0; row < n; row++)
        for (int k = 0; k < n; k++)
            for (int col = 0; col < n; col++)
                products[row * n + col] += numbers[row * n + k] * numbers[k * n + col];
    double *a = (double *)to_device(numbers, n * n * sizeof *numbers);
    double *c = (double *)device_poison(n * n * sizeof *numbers);
    gemm_double<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(a, a, c, n);
    expect("gemm_double", c, products, n * n * sizeof *products);
    free(numbers);
    free(products);
}

static void run_rows(void)
{
    int cols = 200, rows = 300;
    row_distance<<<rows, 32>>>(in, out, cols);
    for (int row = 0; row < rows; row++) {
        const float *elements = values + row * cols;
        float most = elements[0];
        for (int col = 1; col < cols; col++)
            most = elements[col] > most ? elements[col] : most;
        for (int col = 0; col < cols; col++)
            expected[row * cols + col] = most - elements[col];
    }
    check("row_distance", (size_t)rows * cols);
}

int main(void)
{
    values = small_floats(N, 0);
    expected = (float *)host_bytes(N * sizeof *expected);
    memset(expected, 0x5a, N * sizeof *expected);
    in = (float *)to_device(values, N * sizeof *values);
    out = (float *)device_poison(N * sizeof *out);
    run_stencils();
    run_reductions();
    run_products();
    run_rows();
    free(values);
    free(expected);
    return yardstick_end();
}
