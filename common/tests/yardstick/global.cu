/* Global memory: strides, misalignment, gathers and scatters, element types, structs, broadcasts,
 * pitched rows. Argument: the elements of the large arrays (a power of two from 2^16 on). Where a
 * stride or an offset is a template argument it only names the launch: the kernel uses the
 * run-time copy, so that nothing can be merged or vectorised. */
#include "yardstick.h"

enum { THREADS = 256, MOST_STRIDE = 32 };

template <int S> __global__ void read_stride(const float *in, float *out, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(size_t)i * stride];
}

template <int S> __global__ void write_stride(const float *in, float *out, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[(size_t)i * stride] = in[i];
}

template <int O> __global__ void read_offset(const float *in, float *out, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + offset];
}

template <int O> __global__ void write_offset(const float *in, float *out, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i + offset] = in[i];
}

__global__ void reverse(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[n - 1 - i] = in[i];
}

__global__ void gather_hash(const float *in, float *out, unsigned mask)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[mix(i) & mask];
}

/* A gather that stays within 64 neighbours: some lanes share a sector. */
__global__ void gather_near(const float *in, float *out, unsigned mask)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i + mix(i) % 64) & mask];
}

/* A permutation of 0 .. mask: each step can be undone. */
__host__ __device__ static unsigned permuted(unsigned i, unsigned mask)
{
    i = (i ^ i >> 7) & mask;
    i = i * 0x9e3779b1u & mask;
    i = (i ^ i >> 9) & mask;
    return i * 0x85ebca6bu & mask;
}

__global__ void scatter_hash(const float *in, float *out, unsigned mask)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[permuted(i, mask)] = in[i];
}

__global__ void gather_indexed(const float *in, const int *index, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[index[i]];
}

template <typename T> __global__ void copy_as(const T *in, T *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

/* 16-byte accesses of which each lane's begin 48 bytes apart. */
__global__ void float4_stride3(const float4 *in, float4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[3 * i];
}

struct particle {
    float x, y, z, mass;
};

/* One field of an array of structs: 4 bytes of every 16. */
__global__ void struct_field(const struct particle *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i].mass;
}

__global__ void grid_stride(const float *in, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i];
}

/* Every lane reads the same `width` elements, one after the other. */
__global__ void broadcast(const float *in, float *out, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < width; k++)
        sum += in[k];
    out[i] = sum;
}

/* Each thread walks its own stretch of `width` elements, as a naive row-wise sum does. */
__global__ void own_stretch(const float *in, float *out, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < width; k++)
        sum += in[(size_t)i * width + k];
    out[i] = sum;
}

/* Rows `pitch` bytes apart; cols need not fill the last block. */
__global__ void copy_pitched(const float *in, size_t in_pitch, float *out, size_t out_pitch,
                             int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols)
        return;
    const float *in_row = (const float *)((const char *)in + row * in_pitch);
    float *out_row = (float *)((char *)out + row * out_pitch);
    out_row[col] = in_row[col];
}

struct arrays {
    int n, threads, blocks;
    float *values, *expected; /* on the host: n values; room for n results */
    float *in, *out;          /* on the device: n + 64 floats each */
};

static void expect_and_poison(struct arrays *a, const char *kernel, size_t count)
{
    expect(kernel, a->out, a->expected, count * sizeof(float));
    TRY(cudaMemset(a->out, 0x5a, (a->n + 64) * sizeof(float)));
}

static void expect_strided_write(struct arrays *a, const char *kernel, int stride)
{
    memset(a->expected, 0x5a, a->n * sizeof(float));
    for (int i = 0; i < a->threads; i++)
        a->expected[(size_t)i * stride] = a->values[i];
    expect_and_poison(a, kernel, a->n);
}

template <int S> static void run_stride(struct arrays *a)
{
    read_stride<S><<<a->blocks, THREADS>>>(a->in, a->out, S);
    for (int i = 0; i < a->threads; i++)
        a->expected[i] = a->values[(size_t)i * S];
    expect_and_poison(a, "read_stride", a->threads);
    write_stride<S><<<a->blocks, THREADS>>>(a->in, a->out, S);
    expect_strided_write(a, "write_stride", S);
}

template <int O> static void run_offset(struct arrays *a)
{
    int count = a->n - 64;
    read_offset<O><<<count / 64, 64>>>(a->in, a->out, O);
    expect("read_offset", a->out, a->values + O, count * sizeof(float));
    TRY(cudaMemset(a->out, 0x5a, (a->n + 64) * sizeof(float)));
    write_offset<O><<<count / 64, 64>>>(a->in, a->out, O);
    expect("write_offset", a->out + O, a->values, count * sizeof(float));
    TRY(cudaMemset(a->out, 0x5a, (a->n + 64) * sizeof(float)));
}

static void run_gathers(struct arrays *a)
{
    unsigned mask = a->n - 1;
    int blocks = a->n / THREADS;
    reverse<<<blocks, THREADS>>>(a->in, a->out, a->n);
    for (int i = 0; i < a->n; i++)
        a->expected[a->n - 1 - i] = a->values[i];
    expect_and_poison(a, "reverse", a->n);
    gather_hash<<<blocks, THREADS>>>(a->in, a->out, mask);
    for (int i = 0; i < a->n; i++)
        a->expected[i] = a->values[mix(i) & mask];
    expect_and_poison(a, "gather_hash", a->n);
    gather_near<<<blocks, THREADS>>>(a->in, a->out, mask);
    for (int i = 0; i < a->n; i++)
        a->expected[i] = a->values[(i + mix(i) % 64) & mask];
    expect_and_poison(a, "gather_near", a->n);
    scatter_hash<<<blocks, THREADS>>>(a->in, a->out, mask);
    for (int i = 0; i < a->n; i++)
        a->expected[permuted(i, mask)] = a->values[i];
    expect_and_poison(a, "scatter_hash", a->n);
    int *index = (int *)host_bytes(a->threads * sizeof *index);
    for (int i = 0; i < a->threads; i++) {
        index[i] = (int)(mix(i / 4) & mask); /* four neighbours agree */
        a->expected[i] = a->values[index[i]];
    }
    int *index_device = (int *)to_device(index, a->threads * sizeof *index);
    gather_indexed<<<a->blocks, THREADS>>>(a->in, index_device, a->out);
    expect_and_poison(a, "gather_indexed", a->threads);
    TRY(cudaFree(index_device));
    free(index);
}

template <typename T> static void run_copy(struct arrays *a, const char *kernel)
{
    int count = (int)(a->n * sizeof(float) / sizeof(T)) / THREADS;
    if (count > a->n / THREADS)
        count = a->n / THREADS;
    copy_as<T><<<count, THREADS>>>((const T *)a->in, (T *)a->out);
    expect(kernel, a->out, a->values, (size_t)count * THREADS * sizeof(T));
    TRY(cudaMemset(a->out, 0x5a, (a->n + 64) * sizeof(float)));
}

static void run_types(struct arrays *a)
{
    run_copy<unsigned char>(a, "copy_as<unsigned char>");
    run_copy<short>(a, "copy_as<short>");
    run_copy<uchar4>(a, "copy_as<uchar4>");
    run_copy<float>(a, "copy_as<float>");
    run_copy<double>(a, "copy_as<double>");
    run_copy<float2>(a, "copy_as<float2>");
    run_copy<float3>(a, "copy_as<float3>"); /* three 4-byte accesses: it is aligned to 4 only */
    run_copy<float4>(a, "copy_as<float4>");
    run_copy<double2>(a, "copy_as<double2>");
    int quads = a->n / 4 / 3 / THREADS * THREADS;
    float4_stride3<<<quads / THREADS, THREADS>>>((const float4 *)a->in, (float4 *)a->out);
    for (int i = 0; i < quads; i++)
        memcpy(a->expected + 4 * i, a->values + 12 * i, 16);
    expect_and_poison(a, "float4_stride3", 4 * (size_t)quads);
    struct_field<<<a->n / 4 / THREADS, THREADS>>>((const struct particle *)a->in, a->out);
    for (int i = 0; i < a->n / 4; i++)
        a->expected[i] = a->values[4 * i + 3];
    expect_and_poison(a, "struct_field", a->n / 4);
}

static void run_loops(struct arrays *a)
{
    grid_stride<<<100, THREADS>>>(a->in, a->out, a->n - 5);
    expect("grid_stride", a->out, a->values, (a->n - 5) * sizeof(float));
    TRY(cudaMemset(a->out, 0x5a, (a->n + 64) * sizeof(float)));
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += a->values[k];
    for (int i = 0; i < a->threads; i++)
        a->expected[i] = sum;
    broadcast<<<a->blocks, THREADS>>>(a->in, a->out, 64);
    expect_and_poison(a, "broadcast", a->threads);
    for (int i = 0; i < a->threads; i++) {
        a->expected[i] = 0;
        for (int k = 0; k < MOST_STRIDE; k++)
            a->expected[i] += a->values[(size_t)i * MOST_STRIDE + k];
    }
    own_stretch<<<a->blocks, THREADS>>>(a->in, a->out, MOST_STRIDE);
    expect_and_poison(a, "own_stretch", a->threads);
}

static void run_pitched(struct arrays *a)
{
    int cols = 1001, rows = a->n / 1024 < 500 ? a->n / 1024 : 500;
    size_t row_bytes = cols * sizeof(float), in_pitch, out_pitch;
    float *in, *out;
    TRY(cudaMallocPitch((void **)&in, &in_pitch, row_bytes, rows));
    TRY(cudaMallocPitch((void **)&out, &out_pitch, row_bytes, rows));
    TRY(cudaMemcpy2D(in, in_pitch, a->values, row_bytes, row_bytes, rows, cudaMemcpyHostToDevice));
    dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
    copy_pitched<<<grid, block>>>(in, in_pitch, out, out_pitch, rows, cols);
    TRY(cudaMemcpy2D(a->out, row_bytes, out, out_pitch, row_bytes, rows, cudaMemcpyDeviceToDevice));
    expect("copy_pitched", a->out, a->values, rows * row_bytes);
    TRY(cudaFree(in));
    TRY(cudaFree(out));
}

int main(int argc, char **argv)
{
    struct arrays a;
    a.n = argument_or(argc, argv, 1, 1 << 20);
    if (a.n < 1 << 16 || a.n & (a.n - 1)) {
        fprintf(stderr, "usage: global [elements: a power of two from 65536 on]\n");
        return 2;
    }
    a.threads = a.n / MOST_STRIDE;
    a.blocks = a.threads / THREADS;
    a.values = small_floats(a.n + 64, 0);
    a.expected = (float *)host_bytes(a.n * sizeof(float));
    a.in = (float *)to_device(a.values, (a.n + 64) * sizeof(float));
    a.out = (float *)device_poison((a.n + 64) * sizeof(float));
    run_stride<1>(&a);
    run_stride<2>(&a);
    run_stride<4>(&a);
    run_stride<8>(&a);
    run_stride<32>(&a);
    run_offset<1>(&a);
    run_offset<8>(&a);
    run_offset<31>(&a);
    run_gathers(&a);
    run_types(&a);
    run_loops(&a);
    run_pitched(&a);
    free(a.values);
    free(a.expected);
    return yardstick_end();
}
