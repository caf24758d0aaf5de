/* Shared memory: bank conflicts by stride and by type, gathers, broadcasts, padded and unpadded
 * columns. Hardware serves 4-byte and smaller accesses a warp at a time, 8-byte ones a half warp
 * at a time, 16-byte ones a quarter warp at a time, when lanes ask for more than 128 bytes of
 * different words. As in global.cu the template argument only names the launch. */
#include "yardstick.h"

enum { THREADS = 128, BLOCKS = 264, ROUNDS = 9 };

/* Each round a thread leaves its value `stride` elements from its neighbour's and takes that of
 * the same lane of the warp on the other side of the block: ROUNDS is odd, so in the end the
 * warps have swapped. */
template <typename T, int S>
__global__ void shared_stride(const T *in, T *out, int stride, int rounds)
{
    extern __shared__ float4 pool[];
    T *cells = (T *)pool;
    int thread = threadIdx.x, base = blockIdx.x * blockDim.x;
    int other = (blockDim.x - 32 - (thread & ~31)) + (thread & 31);
    T value = in[base + thread];
    for (int round = 0; round < rounds; round++) {
        cells[thread * stride] = value;
        __syncthreads();
        value = cells[other * stride];
        __syncthreads();
    }
    out[base + thread] = value;
}

__device__ static inline void add_to(float *sum, float value)
{
    *sum += value;
}

__device__ static inline void add_to(double *sum, double value)
{
    *sum += value;
}

__device__ static inline void add_to(float2 *sum, float2 value)
{
    sum->x += value.x;
    sum->y += value.y;
}

__device__ static inline void add_to(float4 *sum, float4 value)
{
    sum->x += value.x;
    sum->y += value.y;
    sum->z += value.z;
    sum->w += value.w;
}

/* Reads that follow no pattern: lanes meet in banks and in words at random. `mask` + 1 elements
 * are held. */
template <typename T> __global__ void shared_gather(const T *in, T *out, unsigned mask, int rounds)
{
    extern __shared__ float4 pool[];
    T *cells = (T *)pool;
    for (unsigned i = threadIdx.x; i <= mask; i += blockDim.x)
        cells[i] = in[i];
    __syncthreads();
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = cells[threadIdx.x];
    for (int round = 0; round < rounds; round++)
        add_to(&sum, cells[mix(thread * 16 + round) & mask]);
    out[thread] = sum;
}

/* Writes that follow no pattern, without two lanes meeting in one element: an odd factor permutes
 * 0 .. 127. */
__global__ void shared_scatter(const float *in, float *out)
{
    __shared__ float cells[8 * THREADS];
    int thread = threadIdx.x, base = blockIdx.x * blockDim.x;
    int place = 8 * (thread * 37 % THREADS) + thread % 5;
    cells[place] = in[base + thread];
    __syncthreads();
    out[base + thread] = cells[place];
}

/* A quarter of the lanes at a time reads one word: four words a request, no conflict. */
__global__ void shared_broadcast(const float *in, float *out, int rounds)
{
    __shared__ float cells[THREADS];
    int thread = threadIdx.x, base = blockIdx.x * blockDim.x;
    cells[thread] = in[base + thread];
    __syncthreads();
    float sum = 0;
    for (int round = 0; round < rounds; round++)
        sum += cells[(thread / 8 + 5 * round) % THREADS];
    out[base + thread] = sum;
}

/* 32 x 32 elements are written along rows and read along columns, PAD elements between rows. */
template <typename T, int PAD> __global__ void shared_column(const T *in, T *out)
{
    __shared__ T tile[32][32 + PAD];
    int base = blockIdx.x * 1024;
    for (int row = threadIdx.y; row < 32; row += blockDim.y)
        tile[row][threadIdx.x] = in[base + row * 32 + threadIdx.x];
    __syncthreads();
    for (int row = threadIdx.y; row < 32; row += blockDim.y)
        out[base + row * 32 + threadIdx.x] = tile[threadIdx.x][row];
}

/* Odd lanes stay away; even ones meet in every second bank. */
__global__ void shared_even_lanes(const float *in, float *out, int stride)
{
    __shared__ float cells[4 * THREADS];
    int thread = threadIdx.x, base = blockIdx.x * blockDim.x;
    for (int i = thread; i < 4 * THREADS; i += THREADS)
        cells[i] = in[base + i % THREADS];
    __syncthreads();
    float value = 0;
    if (thread % 2 == 0)
        value = cells[thread * stride];
    out[base + thread] = value;
}

struct data {
    unsigned char *values, *expected; /* on the host, `bytes` each */
    void *in, *out;                   /* on the device */
    size_t bytes;
};

static void expect_and_poison(struct data *d, const char *kernel, size_t bytes)
{
    expect(kernel, d->out, d->expected, bytes);
    TRY(cudaMemset(d->out, 0x5a, d->bytes));
}

template <typename T, int S> static void run_stride(struct data *d, const char *kernel)
{
    shared_stride<T, S>
        <<<BLOCKS, THREADS, THREADS * S * sizeof(T)>>>((const T *)d->in, (T *)d->out, S, ROUNDS);
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        int thread = i % THREADS, other = THREADS - 32 - (thread & ~31) + (thread & 31);
        memcpy(d->expected + i * sizeof(T), d->values + (i - thread + other) * sizeof(T),
               sizeof(T));
    }
    expect_and_poison(d, kernel, BLOCKS * THREADS * sizeof(T));
}

static void run_strides(struct data *d)
{
    run_stride<float, 1>(d, "shared_stride<float, 1>");
    run_stride<float, 2>(d, "shared_stride<float, 2>");
    run_stride<float, 3>(d, "shared_stride<float, 3>");
    run_stride<float, 4>(d, "shared_stride<float, 4>");
    run_stride<float, 8>(d, "shared_stride<float, 8>");
    run_stride<float, 16>(d, "shared_stride<float, 16>");
    run_stride<float, 32>(d, "shared_stride<float, 32>");
    run_stride<float, 33>(d, "shared_stride<float, 33>");
    run_stride<double, 1>(d, "shared_stride<double, 1>");
    run_stride<double, 2>(d, "shared_stride<double, 2>");
    run_stride<double, 3>(d, "shared_stride<double, 3>");
    run_stride<float2, 1>(d, "shared_stride<float2, 1>");
    run_stride<float4, 1>(d, "shared_stride<float4, 1>");
    run_stride<float4, 2>(d, "shared_stride<float4, 2>");
    run_stride<float4, 3>(d, "shared_stride<float4, 3>");
    run_stride<unsigned char, 1>(d, "shared_stride<unsigned char, 1>");
    run_stride<unsigned char, 4>(d, "shared_stride<unsigned char, 4>");
    run_stride<unsigned char, 36>(d, "shared_stride<unsigned char, 36>");
    run_stride<short, 1>(d, "shared_stride<short, 1>");
    run_stride<short, 16>(d, "shared_stride<short, 16>");
}

/* The host's sum over `width` numbers of type N in each element. */
template <typename T, typename N>
static void run_gather(struct data *d, const char *kernel, unsigned count)
{
    int rounds = 16, width = sizeof(T) / sizeof(N);
    N *values = (N *)host_bytes(count * sizeof(T)), *expected = (N *)d->expected;
    for (unsigned i = 0; i < count * width; i++)
        values[i] = (N)((int)(mix(i) % 17) - 8);
    T *in = (T *)to_device(values, count * sizeof(T));
    shared_gather<T><<<BLOCKS, THREADS, count * sizeof(T)>>>(in, (T *)d->out, count - 1, rounds);
    for (int i = 0; i < BLOCKS * THREADS; i++)
        for (int k = 0; k < width; k++) {
            N sum = values[i % THREADS * width + k];
            for (int round = 0; round < rounds; round++)
                sum += values[(mix(i * 16 + round) & (count - 1)) * width + k];
            expected[i * width + k] = sum;
        }
    expect_and_poison(d, kernel, BLOCKS * THREADS * sizeof(T));
    TRY(cudaFree(in));
    free(values);
}

static void run_patterns(struct data *d)
{
    const float *values = (const float *)d->values, *in = (const float *)d->in;
    float *expected = (float *)d->expected, *out = (float *)d->out;
    size_t count = BLOCKS * THREADS;
    shared_scatter<<<BLOCKS, THREADS>>>(in, out);
    memcpy(expected, values, count * sizeof(float));
    expect_and_poison(d, "shared_scatter", count * sizeof(float));
    shared_broadcast<<<BLOCKS, THREADS>>>(in, out, ROUNDS);
    for (size_t i = 0; i < count; i++) {
        size_t thread = i % THREADS;
        expected[i] = 0;
        for (int round = 0; round < ROUNDS; round++)
            expected[i] += values[i - thread + (thread / 8 + 5 * round) % THREADS];
    }
    expect_and_poison(d, "shared_broadcast", count * sizeof(float));
    shared_even_lanes<<<BLOCKS, THREADS>>>(in, out, 4);
    for (size_t i = 0; i < count; i++) {
        size_t thread = i % THREADS;
        expected[i] = thread % 2 ? 0 : values[i - thread + 4 * thread % THREADS];
    }
    expect_and_poison(d, "shared_even_lanes", count * sizeof(float));
}

template <typename T, int PAD> static void run_column(struct data *d, const char *kernel)
{
    int blocks = BLOCKS / 8;
    shared_column<T, PAD><<<blocks, dim3(32, 4)>>>((const T *)d->in, (T *)d->out);
    for (int i = 0; i < blocks * 1024; i++) {
        int row = i / 32 % 32, col = i % 32;
        memcpy(d->expected + i * sizeof(T), d->values + (i - i % 1024 + col * 32 + row) * sizeof(T),
               sizeof(T));
    }
    expect_and_poison(d, kernel, (size_t)blocks * 1024 * sizeof(T));
}

int main(void)
{
    struct data d;
    d.bytes = (size_t)BLOCKS * THREADS * sizeof(float4);
    d.values = (unsigned char *)small_floats(d.bytes / sizeof(float), 0);
    d.expected = (unsigned char *)host_bytes(d.bytes);
    d.in = to_device(d.values, d.bytes);
    d.out = device_poison(d.bytes);
    run_strides(&d);
    run_gather<float, float>(&d, "shared_gather<float>", 1024);
    run_gather<double, double>(&d, "shared_gather<double>", 512);
    run_gather<float2, float>(&d, "shared_gather<float2>", 512);
    run_gather<float4, float>(&d, "shared_gather<float4>", 256);
    run_patterns(&d);
    run_column<float, 0>(&d, "shared_column<float, 0>");
    run_column<float, 1>(&d, "shared_column<float, 1>");
    run_column<double, 0>(&d, "shared_column<double, 0>");
    run_column<double, 1>(&d, "shared_column<double, 1>");
    run_column<unsigned char, 0>(&d, "shared_column<unsigned char, 0>");
    run_column<float4, 0>(&d, "shared_column<float4, 0>");
    free(d.values);
    free(d.expected);
    return yardstick_end();
}
