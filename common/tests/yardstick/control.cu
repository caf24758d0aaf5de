/* Control flow: divergence of 1, 2, 4 and 8 ways, trip counts that depend on data, early returns,
 * partial warps, 3-D blocks, branches by whole warps. `#pragma unroll 1` keeps nvcc from
 * splitting a loop with unequal trip counts into a loop of four and a remainder, which would
 * bring other lanes together than the source does. */
#include "yardstick.h"

enum { N = 1 << 16, MASK = N - 1, THREADS = 256, BLOCKS = N / THREADS };

/* One way of WAYS: a loop of its own, with its own offset. */
template <int WAY> __device__ static float way(const float *in, int i, float value, int rounds)
{
#pragma unroll 1
    for (int round = 0; round < rounds; round++)
        value = value * 0.5f + in[(i + 40 * WAY + 32 * round) & MASK];
    return value + WAY;
}

static float host_way(const float *in, int i, int which, float value, int rounds)
{
    for (int round = 0; round < rounds; round++)
        value = value * 0.5f + in[(i + 40 * which + 32 * round) & MASK];
    return value + which;
}

template <int WAYS> __global__ void ways(const float *in, float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i];
    switch (threadIdx.x % WAYS) {
    case 0:
        value = way<0>(in, i, value, rounds);
        break;
    case 1:
        value = way<1>(in, i, value, rounds);
        break;
    case 2:
        value = way<2>(in, i, value, rounds);
        break;
    case 3:
        value = way<3>(in, i, value, rounds);
        break;
    case 4:
        value = way<4>(in, i, value, rounds);
        break;
    case 5:
        value = way<5>(in, i, value, rounds);
        break;
    case 6:
        value = way<6>(in, i, value, rounds);
        break;
    default:
        value = way<7>(in, i, value, rounds);
        break;
    }
    out[i] = value;
}

/* The same choice made by whole warps: nothing diverges. */
__global__ void warp_ways(const float *in, float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i];
    if (threadIdx.x / 32 % 2)
        value = way<1>(in, i, value, rounds);
    else
        value = way<3>(in, i, value, rounds);
    out[i] = value;
}

/* As many loads as the data says, 0 to 15. */
__global__ void trip_counts(const float *in, const int *length, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, count = length[i];
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < count; k++)
        sum += in[(i + 8 * k) & MASK];
    out[i] = sum;
}

/* Two loops, both with trip counts from the data: after the inner one the lanes must come
 * together again. */
__global__ void nested_trip_counts(const float *in, const int *length, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int outer = 0; outer < 3; outer++) {
        int count = length[(i + outer) & MASK];
#pragma unroll 1
        for (int k = 0; k < count; k++)
            sum += in[(i * 2 + k) & MASK];
        sum += in[(i + 100 * outer) & MASK];
    }
    out[i] = sum;
}

/* A search: each lane walks until it finds a value of at least `least`, and leaves the loop by
 * `break`. */
__global__ void search(const float *in, int *out, float least)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
#pragma unroll 1
    while (steps < 64) {
        if (in[(i + 16 * steps) & MASK] >= least)
            break;
        steps++;
    }
    out[i] = steps;
}

/* `continue` skips the second load where the first value is odd. */
__global__ void skip_some(const float *in, float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        float first = in[(i + 32 * round) & MASK];
        if ((int)first & 1)
            continue;
        sum += first * in[(i + 32 * round + 4096) & MASK];
    }
    out[i] = sum;
}

/* Every third thread leaves before it has written anything. */
__global__ void early_return(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 3 == 0)
        return;
    float value = in[i];
    if (value < 0)
        return;
    out[i] = value + in[(i + 1000) & MASK];
}

/* Lanes 0 .. 15 alone, then the whole warp. */
__global__ void half_warp(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 1;
    if (threadIdx.x % 32 < 16)
        value = in[i] + in[(i + 512) & MASK];
    out[i] = value;
}

/* The second operand is read only where the first says so. */
__global__ void short_circuit(const float *a, const float *b, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] > 0 && b[(i * 3) & MASK] > 0;
}

/* A block of B threads: its last warp is partial. */
template <int B> __global__ void partial_copy(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 1;
}

/* x, y and z make up the warps, x fastest. */
__global__ void volume(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    size_t at = ((size_t)z * height + y) * width + x;
    out[at] = in[at] + 1;
}

/* Recursion by loop: lanes take different numbers of steps and read a table on the way. */
__global__ void collatz(const int *start, const float *table, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = start[i];
    float sum = 0;
#pragma unroll 1
    while (value != 1) {
        sum += table[value & 255];
        value = value & 1 ? 3 * value + 1 : value / 2;
    }
    out[i] = sum;
}

static float *values, *other, *expected, *in, *in_other, *out;
static int *lengths, *in_lengths;

static void expect_and_poison(const char *kernel)
{
    expect(kernel, out, expected, N * sizeof *out);
    TRY(cudaMemset(out, 0x5a, N * sizeof *out));
}

template <int WAYS> static void run_ways(const char *kernel)
{
    for (int i = 0; i < N; i++)
        expected[i] = host_way(values, i, i % WAYS, values[i], 4);
    ways<WAYS><<<BLOCKS, THREADS>>>(in, out, 4);
    expect_and_poison(kernel);
}

static void run_divergence(void)
{
    run_ways<1>("ways<1>");
    run_ways<2>("ways<2>");
    run_ways<4>("ways<4>");
    run_ways<8>("ways<8>");
    for (int i = 0; i < N; i++)
        expected[i] = host_way(values, i, i / 32 % 2 ? 1 : 3, values[i], 4);
    warp_ways<<<BLOCKS, THREADS>>>(in, out, 4);
    expect_and_poison("warp_ways");
}

static void run_loops(void)
{
    for (int i = 0; i < N; i++) {
        expected[i] = 0;
        for (int k = 0; k < lengths[i]; k++)
            expected[i] += values[(i + 8 * k) & MASK];
    }
    trip_counts<<<BLOCKS, THREADS>>>(in, in_lengths, out);
    expect_and_poison("trip_counts");
    for (int i = 0; i < N; i++) {
        expected[i] = 0;
        for (int outer = 0; outer < 3; outer++) {
            for (int k = 0; k < lengths[(i + outer) & MASK]; k++)
                expected[i] += values[(i * 2 + k) & MASK];
            expected[i] += values[(i + 100 * outer) & MASK];
        }
    }
    nested_trip_counts<<<BLOCKS, THREADS>>>(in, in_lengths, out);
    expect_and_poison("nested_trip_counts");
    for (int i = 0; i < N; i++) {
        int steps = 0;
        while (steps < 64 && values[(i + 16 * steps) & MASK] < 7)
            steps++;
        ((int *)expected)[i] = steps;
    }
    search<<<BLOCKS, THREADS>>>(in, (int *)out, 7);
    expect_and_poison("search");
    for (int i = 0; i < N; i++) {
        expected[i] = 0;
        for (int round = 0; round < 6; round++) {
            float first = values[(i + 32 * round) & MASK];
            if (!((int)first & 1))
                expected[i] += first * values[(i + 32 * round + 4096) & MASK];
        }
    }
    skip_some<<<BLOCKS, THREADS>>>(in, out, 6);
    expect_and_poison("skip_some");
}

static void run_collatz(void)
{
    int *start = (int *)host_bytes(N * sizeof *start);
    for (int i = 0; i < N; i++) {
        start[i] = 1 + i % 97;
        expected[i] = 0;
        for (unsigned value = start[i]; value != 1; value = value & 1 ? 3 * value + 1 : value / 2)
            expected[i] += values[value & 255];
    }
    int *start_device = (int *)to_device(start, N * sizeof *start);
    collatz<<<BLOCKS, THREADS>>>(start_device, in, out);
    expect_and_poison("collatz");
    TRY(cudaFree(start_device));
    free(start);
}

static void run_partial(void)
{
    memset(expected, 0x5a, N * sizeof *expected);
    for (int i = 0; i < N; i++)
        if (i % 3 != 0 && values[i] >= 0)
            expected[i] = values[i] + values[(i + 1000) & MASK];
    early_return<<<BLOCKS, THREADS>>>(in, out);
    expect_and_poison("early_return");
    for (int i = 0; i < N; i++)
        expected[i] = i % 32 < 16 ? values[i] + values[(i + 512) & MASK] : 1;
    half_warp<<<BLOCKS, THREADS>>>(in, out);
    expect_and_poison("half_warp");
    for (int i = 0; i < N; i++)
        ((int *)expected)[i] = values[i] > 0 && other[(i * 3) & MASK] > 0;
    short_circuit<<<BLOCKS, THREADS>>>(in, in_other, (int *)out);
    expect_and_poison("short_circuit");
}

static void run_plus_one(const char *kernel, int count)
{
    memset(expected, 0x5a, N * sizeof *expected);
    for (int i = 0; i < count; i++)
        expected[i] = values[i] + 1;
    expect_and_poison(kernel);
}

static void run_shapes(void)
{
    partial_copy<33><<<1000, 33>>>(in, out);
    run_plus_one("partial_copy<33>", 33 * 1000);
    partial_copy<48><<<1000, 48>>>(in, out);
    run_plus_one("partial_copy<48>", 48 * 1000);
    partial_copy<1><<<1000, 1>>>(in, out);
    run_plus_one("partial_copy<1>", 1000);
    volume<<<dim3(8, 4, 16), dim3(8, 4, 2)>>>(in, out, 64, 16);
    run_plus_one("volume", 64 * 16 * 32);
    volume<<<dim3(8, 5, 16), dim3(5, 3, 3)>>>(in, out, 40, 15);
    run_plus_one("volume", 40 * 15 * 48);
}

int main(void)
{
    values = small_floats(N, 0);
    other = small_floats(N, 7);
    expected = (float *)host_bytes(N * sizeof *expected);
    lengths = (int *)host_bytes(N * sizeof *lengths);
    for (int i = 0; i < N; i++)
        lengths[i] = mix(i) & 15;
    in = (float *)to_device(values, N * sizeof *values);
    in_other = (float *)to_device(other, N * sizeof *other);
    in_lengths = (int *)to_device(lengths, N * sizeof *lengths);
    out = (float *)device_poison(N * sizeof *out);
    run_divergence();
    run_loops();
    run_collatz();
    run_partial();
    run_shapes();
    free(values);
    free(other);
    free(expected);
    free(lengths);
    return yardstick_end();
}
