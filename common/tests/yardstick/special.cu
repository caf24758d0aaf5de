/* Constant memory with uniform and divergent indices, arithmetic without memory, votes and
 * shuffles, kernels that nothing but latency, DRAM, L2 or shared memory bounds: for the table of
 * floors and busiest units. */
#include "yardstick.h"

enum { N = 1 << 16, THREADS = 256, BLOCKS = N / THREADS, COEFFICIENTS = 256, LONG = 1 << 22 };

__constant__ float coefficients[COEFFICIENTS];

__global__ void constant_uniform(const float *in, float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i], sum = 0;
#pragma unroll 1
    for (int k = 0; k < rounds; k++)
        sum += value * coefficients[k];
    out[i] = sum;
}

/* Every lane has an index of its own: the constant cache answers them one after the other. */
__global__ void constant_divergent(const float *in, float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i], sum = 0;
#pragma unroll 1
    for (int k = 0; k < rounds; k++)
        sum += value * coefficients[(threadIdx.x + k) % COEFFICIENTS];
    out[i] = sum;
}

/* Four different addresses a warp. */
__global__ void constant_four(const float *in, float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i], sum = 0;
#pragma unroll 1
    for (int k = 0; k < rounds; k++)
        sum += value * coefficients[(threadIdx.x % 4 + k) % COEFFICIENTS];
    out[i] = sum;
}

/* Halving is exact, so it does not matter whether multiply and add are fused. Eight independent
 * chains. */
__global__ void fma_chains(const float *in, float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float chain[8], step = in[i];
    for (int c = 0; c < 8; c++)
        chain[c] = (float)c;
    for (int k = 0; k < rounds; k++)
        for (int c = 0; c < 8; c++)
            chain[c] = chain[c] * 0.5f + step;
    float sum = 0;
    for (int c = 0; c < 8; c++)
        sum += chain[c];
    out[i] = sum;
}

/* One warp follows a chain of indices: every load waits for the one before. */
__global__ void pointer_chase(const int *next, int *out, int steps)
{
    int at = threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < steps; k++)
        at = next[at];
    out[threadIdx.x] = at;
}

/* DRAM's ceiling: 16 bytes a lane, more bytes than L2 keeps busy with. */
__global__ void stream_copy(const float4 *in, float4 *out, int quads)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x)
        out[i] = in[i];
}

/* All blocks read the same 256 KiB again and again, each from a place of its own: L2 and L1 serve
 * it, not DRAM. */
__global__ void reread(const float4 *in, float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < rounds; k++) {
        float4 quad = in[(i + k * 4096 + blockIdx.x * 97) % (N / 4)];
        sum += quad.x + quad.y + quad.z + quad.w;
    }
    out[i] = sum;
}

/* Barriers, and one access a side of each, 32 ways in conflict. */
__global__ void conflict_storm(const float *in, float *out, int rounds)
{
    __shared__ float cells[32 * 32];
    int thread = threadIdx.x % 32 * 32 + threadIdx.x / 32,
        i = blockIdx.x * blockDim.x + threadIdx.x;
    cells[thread] = in[i];
    __syncthreads();
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < rounds; k++)
        sum += cells[thread ^ (k & 7)];
    out[i] = sum;
}

__global__ void votes(const float *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i];
    unsigned positive = __ballot_sync(0xffffffffu, value > 0);
    int all = __all_sync(0xffffffffu, value > -9), any = __any_sync(0xffffffffu, value > 7);
    if (threadIdx.x % 32 == 0)
        out[i / 32] = positive + all + any;
}

/* Prefix sums of a warp. */
__global__ void warp_scan(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float sum = in[i];
    for (int step = 1; step < 32; step *= 2) {
        float before = __shfl_up_sync(0xffffffffu, sum, step);
        if (lane >= step)
            sum += before;
    }
    out[i] = sum;
}

static float *values, *expected, *in, *out;

static void check(const char *kernel, size_t count)
{
    expect(kernel, out, expected, count * sizeof *out);
    TRY(cudaMemset(out, 0x5a, N * sizeof *out));
}

/* What one thread of the constant kernels adds up; `span` is how many first indices a warp has. */
static float constant_sum(const float *table, float value, int first, int rounds)
{
    float sum = 0;
    for (int k = 0; k < rounds; k++)
        sum += value * table[(first + k) % COEFFICIENTS];
    return sum;
}

static void run_constant(void)
{
    int rounds = 32;
    float *table = small_floats(COEFFICIENTS, 5);
    TRY(cudaMemcpyToSymbol(coefficients, table, COEFFICIENTS * sizeof *table));
    constant_uniform<<<BLOCKS, THREADS>>>(in, out, rounds);
    for (int i = 0; i < N; i++)
        expected[i] = constant_sum(table, values[i], 0, rounds);
    check("constant_uniform", N);
    constant_divergent<<<BLOCKS, THREADS>>>(in, out, rounds);
    for (int i = 0; i < N; i++)
        expected[i] = constant_sum(table, values[i], i % THREADS, rounds);
    check("constant_divergent", N);
    constant_four<<<BLOCKS, THREADS>>>(in, out, rounds);
    for (int i = 0; i < N; i++)
        expected[i] = constant_sum(table, values[i], i % 4, rounds);
    check("constant_four", N);
    free(table);
}

static void run_arithmetic(void)
{
    int rounds = 256;
    fma_chains<<<BLOCKS, THREADS>>>(in, out, rounds);
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int c = 0; c < 8; c++) {
            float chain = (float)c;
            for (int k = 0; k < rounds; k++)
                chain = chain * 0.5f + values[i];
            sum += chain;
        }
        expected[i] = sum;
    }
    check("fma_chains", N);
}

static void run_chase(void)
{
    int *next = (int *)host_bytes(LONG * sizeof *next), steps = 256;
    for (int i = 0; i < LONG; i++)
        next[i] = mix(i) % LONG;
    int *next_device = (int *)to_device(next, LONG * sizeof *next);
    pointer_chase<<<1, 32>>>(next_device, (int *)out, steps);
    for (int i = 0; i < 32; i++) {
        int at = i;
        for (int k = 0; k < steps; k++)
            at = next[at];
        ((int *)expected)[i] = at;
    }
    check("pointer_chase", 32);
    TRY(cudaFree(next_device));
    free(next);
}

static void run_streams(void)
{
    float *large = small_floats(LONG, 9);
    float *from = (float *)to_device(large, LONG * sizeof *large);
    float *to = (float *)device_poison(LONG * sizeof *large);
    stream_copy<<<132 * 8, THREADS>>>((const float4 *)from, (float4 *)to, LONG / 4);
    expect("stream_copy", to, large, LONG * sizeof *large);
    TRY(cudaFree(from));
    TRY(cudaFree(to));
    free(large);
    int rounds = 32;
    reread<<<BLOCKS, THREADS>>>((const float4 *)in, out, rounds);
    for (int i = 0; i < N; i++) {
        expected[i] = 0;
        for (int k = 0; k < rounds; k++) {
            const float *quad = values + (i + k * 4096 + i / THREADS * 97) % (N / 4) * 4;
            expected[i] += quad[0] + quad[1] + quad[2] + quad[3];
        }
    }
    check("reread", N);
}

static void run_storm(void)
{
    int rounds = 64, block = 1024;
    conflict_storm<<<N / block, block>>>(in, out, rounds);
    for (int i = 0; i < N; i++) {
        int thread = i % block, cell = thread % 32 * 32 + thread / 32;
        expected[i] = 0;
        for (int k = 0; k < rounds; k++) {
            int other = cell ^ (k & 7);
            expected[i] += values[i - thread + other % 32 * 32 + other / 32];
        }
    }
    check("conflict_storm", N);
}

static void run_warps(void)
{
    votes<<<BLOCKS, THREADS>>>(in, (unsigned *)out);
    for (int warp = 0; warp < N / 32; warp++) {
        unsigned positive = 0, any = 0;
        for (int lane = 0; lane < 32; lane++) {
            positive |= (unsigned)(values[warp * 32 + lane] > 0) << lane;
            any |= values[warp * 32 + lane] > 7;
        }
        ((unsigned *)expected)[warp] = positive + 1 + any;
    }
    check("votes", N / 32);
    warp_scan<<<BLOCKS, THREADS>>>(in, out);
    for (int i = 0; i < N; i++)
        expected[i] = (i % 32 ? expected[i - 1] : 0) + values[i];
    check("warp_scan", N);
}

int main(void)
{
    values = small_floats(N, 0);
    expected = (float *)host_bytes(N * sizeof *expected);
    in = (float *)to_device(values, N * sizeof *values);
    out = (float *)device_poison(N * sizeof *out);
    run_constant();
    run_arithmetic();
    run_chase();
    run_streams();
    run_storm();
    run_warps();
    free(values);
    free(expected);
    return yardstick_end();
}
