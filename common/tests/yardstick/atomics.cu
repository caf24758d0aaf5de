/* Atomics in global and shared memory: one address, spread addresses, hashed ones, with and
 * without the old value, and compare-and-swap. Where the result is unused the hardware runs a
 * reduction (RED), else an atomic (ATOM). Adding one constant to one address is what nvcc turns
 * into a single add per warp: in atomic_same_constant the counters of the hardware are of that
 * program, not of the source. */
#include "yardstick.h"

enum { N = 1 << 16, THREADS = 256, BLOCKS = N / THREADS, BINS = 256 };

__global__ void atomic_same_float(const float *in, float *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(sum, in[i]);
}

__global__ void atomic_same_constant(int *count)
{
    atomicAdd(count, 1);
}

__global__ void atomic_own(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[i], in[i]);
}

/* Neighbouring lanes meet in groups of four, 16 elements apart. */
__global__ void atomic_groups(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[i / 4 * 16 % N], in[i]);
}

__global__ void atomic_histogram(const int *in, int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[in[i] % BINS], 1);
}

/* The old value is used, so this is an ATOM; a thread's own cell keeps the outcome the same. */
__global__ void atomic_old(int *cells, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = atomicAdd(&cells[i], 5) * 2;
}

__global__ void atomic_max_hash(const int *in, int *cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&cells[mix(i) % N], in[i]);
}

__global__ void atomic_swap(int *cells, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = atomicCAS(&cells[i], i % 3, 7);
}

__global__ void atomic_double(const double *in, double *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i % 64], in[i]);
}

/* Only the lanes with an even value take part. */
__global__ void atomic_some(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i];
    if (value % 2 == 0)
        atomicAdd(&out[i], value);
}

__global__ void shared_atomic_same(const int *in, int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

/* Thread t adds to cell t * stride. */
template <int S> __global__ void shared_atomic_stride(const int *in, int *out, int stride)
{
    __shared__ int cells[THREADS * 8];
    int thread = threadIdx.x, base = blockIdx.x * blockDim.x;
    for (int i = thread; i < THREADS * 8; i += THREADS)
        cells[i] = 1;
    __syncthreads();
    atomicAdd(&cells[thread * stride], in[base + thread]);
    __syncthreads();
    out[base + thread] = cells[thread * stride];
}

__global__ void shared_histogram(const int *in, int *bins)
{
    __shared__ int mine[BINS];
    mine[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&mine[in[blockIdx.x * blockDim.x + threadIdx.x] % BINS], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

static int *values, *expected, *in, *out;

static void clear(void)
{
    memset(expected, 0, N * sizeof *expected);
    TRY(cudaMemset(out, 0, N * sizeof *out));
}

static void check(const char *kernel)
{
    expect(kernel, out, expected, N * sizeof *expected);
    clear();
}

static void run_same(void)
{
    float *numbers = small_floats(N, 0), sum = 0;
    for (int i = 0; i < N; i++)
        sum += numbers[i];
    float *numbers_device = (float *)to_device(numbers, N * sizeof *numbers);
    atomic_same_float<<<BLOCKS, THREADS>>>(numbers_device, (float *)out);
    memcpy(expected, &sum, sizeof sum);
    check("atomic_same_float");
    atomic_same_constant<<<BLOCKS, THREADS>>>(out);
    expected[0] = N;
    check("atomic_same_constant");
    TRY(cudaFree(numbers_device));
    free(numbers);
}

static void run_spread(void)
{
    atomic_own<<<BLOCKS, THREADS>>>(in, out);
    memcpy(expected, values, N * sizeof *expected);
    check("atomic_own");
    atomic_groups<<<BLOCKS, THREADS>>>(in, out);
    for (int i = 0; i < N; i++)
        expected[i / 4 * 16 % N] += values[i];
    check("atomic_groups");
    atomic_histogram<<<BLOCKS, THREADS>>>(in, out);
    for (int i = 0; i < N; i++)
        expected[values[i] % BINS]++;
    check("atomic_histogram");
    atomic_max_hash<<<BLOCKS, THREADS>>>(in, out);
    for (int i = 0; i < N; i++)
        if (expected[mix(i) % N] < values[i])
            expected[mix(i) % N] = values[i];
    check("atomic_max_hash");
    atomic_some<<<BLOCKS, THREADS>>>(in, out);
    for (int i = 0; i < N; i++)
        expected[i] = values[i] % 2 ? 0 : values[i];
    check("atomic_some");
}

static void run_old(void)
{
    int *cells = (int *)to_device(values, N * sizeof *values);
    atomic_old<<<BLOCKS, THREADS>>>(cells, out);
    for (int i = 0; i < N; i++)
        expected[i] = 2 * values[i];
    check("atomic_old");
    TRY(cudaMemcpy(cells, values, N * sizeof *values, cudaMemcpyHostToDevice));
    atomic_swap<<<BLOCKS, THREADS>>>(cells, out);
    memcpy(expected, values, N * sizeof *expected);
    check("atomic_swap");
    for (int i = 0; i < N; i++)
        expected[i] = values[i] == i % 3 ? 7 : values[i];
    expect("atomic_swap", cells, expected, N * sizeof *expected);
    clear();
    TRY(cudaFree(cells));
}

static void run_double(void)
{
    double *numbers = (double *)host_bytes(N * sizeof *numbers), sums[64] = {0};
    for (int i = 0; i < N; i++) {
        numbers[i] = values[i];
        sums[i % 64] += numbers[i];
    }
    double *numbers_device = (double *)to_device(numbers, N * sizeof *numbers);
    atomic_double<<<BLOCKS, THREADS>>>(numbers_device, (double *)out);
    expect("atomic_double", out, sums, sizeof sums);
    clear();
    TRY(cudaFree(numbers_device));
    free(numbers);
}

template <int S> static void run_shared_stride(const char *kernel)
{
    shared_atomic_stride<S><<<BLOCKS, THREADS>>>(in, out, S);
    for (int i = 0; i < N; i++)
        expected[i] = values[i] + 1;
    check(kernel);
}

static void run_shared(void)
{
    shared_atomic_same<<<BLOCKS, THREADS>>>(in, out);
    for (int i = 0; i < N; i++)
        expected[i / THREADS] += values[i];
    check("shared_atomic_same");
    run_shared_stride<1>("shared_atomic_stride<1>");
    run_shared_stride<2>("shared_atomic_stride<2>");
    run_shared_stride<8>("shared_atomic_stride<8>");
    shared_histogram<<<BLOCKS, THREADS>>>(in, out);
    for (int i = 0; i < N; i++)
        expected[values[i] % BINS]++;
    check("shared_histogram");
}

int main(void)
{
    values = (int *)host_bytes(N * sizeof *values);
    expected = (int *)host_bytes(N * sizeof *expected);
    for (int i = 0; i < N; i++)
        values[i] = mix(i) % 1000;
    in = (int *)to_device(values, N * sizeof *values);
    TRY(cudaMalloc((void **)&out, N * sizeof *out));
    clear();
    run_same();
    run_spread();
    run_old();
    run_double();
    run_shared();
    free(values);
    free(expected);
    return yardstick_end();
}
