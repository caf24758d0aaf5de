/* Kernels as courses and libraries have them, to see whether what holds for the small ones holds
 * for these: sparse rows, sorting, scans, convolutions, histograms, vector types in every
 * spelling, asynchronous copies. */
#include "yardstick.h"
#include <cuda_pipeline.h>

enum { N = 1 << 15, THREADS = 256, BLOCKS = N / THREADS, SIDE = 128, TILE = 16, RADIUS = 3 };
enum { TAPS = 2 * RADIUS + 1 };

__constant__ float taps[TAPS];

/* One thread a row of a sparse matrix: unequal loops, scattered reads. */
__global__ void sparse_by_thread(const int *first, const int *col, const float *value,
                                 const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int k = first[row]; k < first[row + 1]; k++)
        sum += value[k] * x[col[k]];
    y[row] = sum;
}

/* One warp a row. */
__global__ void sparse_by_warp(const int *first, const int *col, const float *value, const float *x,
                               float *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int begin = first[row], end = first[row + 1];
    float sum = 0;
#pragma unroll 1
    for (int k = begin + lane; k < end; k += 32)
        sum += value[k] * x[col[k]];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (lane == 0)
        y[row] = sum;
}

/* Each block sorts its 256 numbers. */
__global__ void bitonic_sort(const float *in, float *out)
{
    __shared__ float keys[THREADS];
    int thread = threadIdx.x, base = blockIdx.x * THREADS;
    keys[thread] = in[base + thread];
    __syncthreads();
#pragma unroll 1
    for (int size = 2; size <= THREADS; size *= 2)
#pragma unroll 1
        for (int step = size / 2; step > 0; step /= 2) {
            int other = thread ^ step;
            if (other > thread) {
                float mine = keys[thread], theirs = keys[other];
                if ((mine > theirs) == ((thread & size) == 0)) {
                    keys[thread] = theirs;
                    keys[other] = mine;
                }
            }
            __syncthreads();
        }
    out[base + thread] = keys[thread];
}

/* Exclusive sums up and down a tree: bank conflicts that double from level to level. */
__global__ void tree_scan(const float *in, float *out)
{
    __shared__ float sums[2 * THREADS];
    int thread = threadIdx.x, base = blockIdx.x * 2 * THREADS;
    sums[2 * thread] = in[base + 2 * thread];
    sums[2 * thread + 1] = in[base + 2 * thread + 1];
    int step = 1;
    for (int left = THREADS; left > 0; left /= 2) {
        __syncthreads();
        if (thread < left) {
            int a = step * (2 * thread + 1) - 1, b = step * (2 * thread + 2) - 1;
            sums[b] += sums[a];
        }
        step *= 2;
    }
    if (thread == 0)
        sums[2 * THREADS - 1] = 0;
    for (int left = 1; left <= THREADS; left *= 2) {
        step /= 2;
        __syncthreads();
        if (thread < left) {
            int a = step * (2 * thread + 1) - 1, b = step * (2 * thread + 2) - 1;
            float kept = sums[a];
            sums[a] = sums[b];
            sums[b] += kept;
        }
    }
    __syncthreads();
    out[base + 2 * thread] = sums[2 * thread];
    out[base + 2 * thread + 1] = sums[2 * thread + 1];
}

/* A row filter with its halo in shared memory; the taps are constants. */
__global__ void convolve_rows(const float *in, float *out, int cols)
{
    __shared__ float part[THREADS + 2 * RADIUS];
    int row = blockIdx.y, first = blockIdx.x * THREADS - RADIUS;
    for (int i = threadIdx.x; i < THREADS + 2 * RADIUS; i += THREADS) {
        int col = first + i;
        part[i] = col >= 0 && col < cols ? in[row * cols + col] : 0.0f;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < TAPS; k++)
        sum += taps[k] * part[threadIdx.x + k];
    out[row * cols + blockIdx.x * THREADS + threadIdx.x] = sum;
}

/* Cells live and die; the edges wrap round. */
__global__ void game_of_life(const unsigned char *in, unsigned char *out, int side)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                neighbours += in[(y + dy + side) % side * side + (x + dx + side) % side];
    out[y * side + x] = neighbours == 3 || (neighbours == 2 && in[y * side + x]);
}

/* Those that pass are counted by ballot, and one lane a warp reserves their places; who comes
 * where is open, their number is not. */
__global__ void compact(const float *in, float *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, place = 0;
    float value = in[i];
    unsigned passing = __ballot_sync(0xffffffffu, value > 4);
    if (lane == 0)
        place = atomicAdd(count, __popc(passing));
    place = __shfl_sync(0xffffffffu, place, 0);
    if (value > 4)
        out[place + __popc(passing & ((1u << lane) - 1))] = value;
}

/* Every thread meets every body, a tile of bodies at a time: broadcasts of 16 bytes. */
__global__ void all_pairs(const float4 *bodies, float *out, int count)
{
    __shared__ float4 tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    float4 me = bodies[i];
    float sum = 0;
    for (int first = 0; first < count; first += 64) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 64; k++) {
            float4 other = tile[k];
            sum += (other.x - me.x) * other.w + (other.y - me.y) + (other.z - me.z);
        }
        __syncthreads();
    }
    out[i] = sum;
}

__global__ void scale_float4(const float4 *in, float4 *out, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 quad = in[i];
    out[i] = make_float4(quad.x * factor, quad.y * factor, quad.z * factor, quad.w * factor);
}

__global__ void swap_float2(const float2 *in, float2 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 pair = in[i], turned = {pair.y, pair.x};
    out[i] = turned;
}

/* Sixteen bytes into registers by a cast, and out again. */
__global__ void through_registers(const float *in, float *out)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    float held[4];
    *(float4 *)held = *(const float4 *)(in + i);
    for (int k = 0; k < 4; k++)
        held[k] += 1;
    *(float4 *)(out + i) = *(const float4 *)held;
}

/* A tile of 64 x 64, four elements a thread in each access; 16-byte loads and stores. */
__global__ void transpose_float4(const float *in, float *out, int n)
{
    __shared__ float tile[64][65];
    int left = blockIdx.x * 64, top = blockIdx.y * 64, quad = 4 * threadIdx.x;
    for (int row = threadIdx.y; row < 64; row += 16) {
        float4 four = *(const float4 *)(in + (top + row) * n + left + quad);
        tile[row][quad] = four.x;
        tile[row][quad + 1] = four.y;
        tile[row][quad + 2] = four.z;
        tile[row][quad + 3] = four.w;
    }
    __syncthreads();
    for (int row = threadIdx.y; row < 64; row += 16)
        *(float4 *)(out + (left + row) * n + top + quad) = make_float4(
            tile[quad][row], tile[quad + 1][row], tile[quad + 2][row], tile[quad + 3][row]);
}

/* From global to shared memory without a register in between. */
__global__ void copy_async(const float4 *in, float4 *out)
{
    __shared__ float4 part[THREADS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __pipeline_memcpy_async(&part[threadIdx.x], &in[i], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = part[THREADS - 1 - threadIdx.x];
}

static float *values, *expected, *in, *out;

static void check(const char *kernel, size_t count)
{
    expect(kernel, out, expected, count * sizeof *out);
    TRY(cudaMemset(out, 0x5a, N * sizeof *out));
}

static void run_sparse(void)
{
    int *first = (int *)host_bytes((N + 1) * sizeof *first), rows = N / 32;
    first[0] = 0;
    for (int row = 0; row < rows; row++)
        first[row + 1] = first[row] + (int)(mix(row) % 60);
    int total = first[rows], *col = (int *)host_bytes(total * sizeof *col);
    float *weight = small_floats(total, 4);
    for (int k = 0; k < total; k++)
        col[k] = (int)(mix(k + 77) % N);
    for (int row = 0; row < rows; row++) {
        expected[row] = 0;
        for (int k = first[row]; k < first[row + 1]; k++)
            expected[row] += weight[k] * values[col[k]];
    }
    const int *f = (const int *)to_device(first, (rows + 1) * sizeof *first);
    const int *c = (const int *)to_device(col, total * sizeof *col);
    const float *w = (const float *)to_device(weight, total * sizeof *weight);
    sparse_by_thread<<<rows / 128, 128>>>(f, c, w, in, out);
    check("sparse_by_thread", rows);
    sparse_by_warp<<<rows / 8, THREADS>>>(f, c, w, in, out);
    check("sparse_by_warp", rows);
    free(first);
    free(col);
    free(weight);
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void run_blocks(void)
{
    memcpy(expected, values, N * sizeof *expected);
    for (int block = 0; block < BLOCKS; block++)
        qsort(expected + block * THREADS, THREADS, sizeof *expected, by_size);
    bitonic_sort<<<BLOCKS, THREADS>>>(in, out);
    check("bitonic_sort", N);
    for (int i = 0; i < N; i++)
        expected[i] = i % (2 * THREADS) ? expected[i - 1] + values[i - 1] : 0;
    tree_scan<<<BLOCKS / 2, THREADS>>>(in, out);
    check("tree_scan", N);
}

static void run_grids(void)
{
    float weights[TAPS] = {1, 2, 3, 4, 3, 2, 1};
    int cols = 2 * THREADS, rows = N / cols;
    TRY(cudaMemcpyToSymbol(taps, weights, sizeof weights));
    for (int i = 0; i < N; i++) {
        expected[i] = 0;
        for (int k = 0; k < TAPS; k++) {
            int col = i % cols + k - RADIUS;
            expected[i] += col >= 0 && col < cols ? weights[k] * values[i - i % cols + col] : 0;
        }
    }
    convolve_rows<<<dim3(cols / THREADS, rows), THREADS>>>(in, out, cols);
    check("convolve_rows", N);
    unsigned char *cells = (unsigned char *)host_bytes(SIDE * SIDE),
                  *next = (unsigned char *)expected;
    for (int i = 0; i < SIDE * SIDE; i++)
        cells[i] = mix(i) % 3 == 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        int neighbours = -cells[i];
        for (int k = 0; k < 9; k++)
            neighbours += cells[(i / SIDE + k / 3 - 1 + SIDE) % SIDE * SIDE +
                                (i % SIDE + k % 3 - 1 + SIDE) % SIDE];
        next[i] = neighbours == 3 || (neighbours == 2 && cells[i]);
    }
    unsigned char *c = (unsigned char *)to_device(cells, SIDE * SIDE);
    game_of_life<<<dim3(SIDE / 32, SIDE / 8), dim3(32, 8)>>>(c, (unsigned char *)out, SIDE);
    check("game_of_life", SIDE * SIDE / sizeof(float));
    free(cells);
}

static void run_compact(void)
{
    int zero = 0, many = 0, *count = (int *)to_device(&zero, sizeof zero);
    for (int i = 0; i < N; i++)
        many += values[i] > 4;
    compact<<<BLOCKS, THREADS>>>(in, out, count);
    expect("compact", count, &many, sizeof many);
    TRY(cudaMemset(out, 0x5a, N * sizeof *out));
}

static void run_pairs(void)
{
    int count = 512;
    for (int i = 0; i < count; i++) {
        const float *me = values + 4 * i;
        expected[i] = 0;
        for (int k = 0; k < count; k++) {
            const float *other = values + 4 * k;
            expected[i] += (other[0] - me[0]) * other[3] + (other[1] - me[1]) + (other[2] - me[2]);
        }
    }
    all_pairs<<<count / 64, 64>>>((const float4 *)in, out, count);
    check("all_pairs", count);
}

static void run_vectors(void)
{
    for (int i = 0; i < N; i++)
        expected[i] = values[i] * 3;
    scale_float4<<<BLOCKS / 4, THREADS>>>((const float4 *)in, (float4 *)out, 3);
    check("scale_float4", N);
    for (int i = 0; i < N; i++)
        expected[i] = values[i ^ 1];
    swap_float2<<<BLOCKS / 2, THREADS>>>((const float2 *)in, (float2 *)out);
    check("swap_float2", N);
    for (int i = 0; i < N; i++)
        expected[i] = values[i] + 1;
    through_registers<<<BLOCKS / 4, THREADS>>>(in, out);
    check("through_registers", N);
    for (int i = 0; i < SIDE * SIDE; i++)
        expected[i] = values[i % SIDE * SIDE + i / SIDE];
    transpose_float4<<<dim3(SIDE / 64, SIDE / 64), dim3(16, 16)>>>(in, out, SIDE);
    check("transpose_float4", SIDE * SIDE);
    for (int i = 0; i < N / 4; i++)
        memcpy(expected + 4 * i, values + 4 * (i - i % THREADS + THREADS - 1 - i % THREADS), 16);
    copy_async<<<BLOCKS / 4, THREADS>>>((const float4 *)in, (float4 *)out);
    check("copy_async", N);
}

int main(void)
{
    values = small_floats(N, 0);
    expected = (float *)host_bytes(N * sizeof *expected);
    in = (float *)to_device(values, N * sizeof *values);
    out = (float *)device_poison(N * sizeof *out);
    run_sparse();
    run_blocks();
    run_grids();
    run_compact();
    run_pairs();
    run_vectors();
    free(values);
    free(expected);
    return yardstick_end();
}
