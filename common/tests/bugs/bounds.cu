/* Addresses: past the end, before the beginning, freed, null, misaligned, read-only, the host's. */
#include "bugs.h"

enum { THREADS = 128, COUNT = 100 };

__constant__ float weights[16];

/* Nobody asks whether i < n. */
__global__ void past_end_write(float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 1; /* BUG: out_of_bounds past_end_write */
}

/* The guard is there, but the neighbour of the last element is not. */
__global__ void past_end_read(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i + 1]; /* BUG: out_of_bounds past_end_read */
}

/* `<=` lets one row too many in. */
__global__ void row_too_many(float *C, int m, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row <= m && col < n)
        C[row * n + col] = 1; /* BUG: out_of_bounds row_too_many */
}

/* Bytes where elements are meant: the pointer runs far away. */
__global__ void far_write(float *y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[(size_t)i * (1 << 22) + n] = 1; /* BUG: out_of_bounds far_write */
}

__global__ void before_begin(float *y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[i - 1] = 1; /* BUG: out_of_bounds before_begin */
}

/* A is m x n, but is walked as if it were n x m. */
__global__ void swapped_extents(const float *A, float *y, int m, int n)
{
    int row = threadIdx.x;
    if (row >= m)
        return;
    float sum = 0;
    for (int col = 0; col < n; col++)
        sum += A[row * m + col]; /* BUG: out_of_bounds swapped_extents */
    y[row] = sum;
}

/* Sixteen bytes at a time, but n is no multiple of four. */
__global__ void vector_tail(const float4 *x, float *y, int n)
{
    int i = threadIdx.x;
    if (4 * i < n) {
        float4 quad = x[i]; /* BUG: out_of_bounds vector_tail */
        y[i] = quad.x + quad.y + quad.z + quad.w;
    }
}

/* A bin for 1.0 itself is missing. */
__global__ void atomic_past_end(const float *x, int *bins, int count)
{
    int bin = (int)(x[threadIdx.x] * count);
    atomicAdd(&bins[bin], 1); /* BUG: out_of_bounds atomic_past_end */
}

/* Rows are `pitch` bytes apart, and pitch is taken for floats. */
__global__ void pitch_in_floats(float *A, size_t pitch, int rows)
{
    int row = threadIdx.x;
    if (row < rows)
        A[row * pitch] = 1; /* BUG: out_of_bounds pitch_in_floats */
}

__global__ void shared_past_end(float *y)
{
    __shared__ float part[THREADS];
    part[threadIdx.x] = 1;
    __syncthreads();
    y[threadIdx.x] = part[threadIdx.x + 1]; /* BUG: out_of_bounds shared_past_end */
}

/* Launched with room for 16 floats. */
__global__ void shared_too_small(float *y)
{
    extern __shared__ float part[];
    part[threadIdx.x] = 1; /* BUG: out_of_bounds shared_too_small */
    __syncthreads();
    y[threadIdx.x] = part[threadIdx.x]; /* BUG: out_of_bounds shared_too_small */
}

__global__ void constant_past_end(float *y)
{
    y[threadIdx.x] = weights[threadIdx.x]; /* BUG: out_of_bounds constant_past_end */
}

__device__ __noinline__ void put_one(float *cell)
{
    *cell = 1; /* BUG: write_to_constant constant_written */
}

__global__ void constant_written(float *y)
{
    put_one((float *)&weights[threadIdx.x % 16]);
    y[threadIdx.x] = 1;
}

__global__ void misaligned_float4(const float *x, float *y)
{
    const float4 *quads = (const float4 *)(x + 1);
    float4 quad = quads[threadIdx.x]; /* BUG: misaligned misaligned_float4 */
    y[threadIdx.x] = quad.x + quad.w;
}

__global__ void misaligned_double(const unsigned char *bytes, float *y)
{
    y[threadIdx.x] = (float)*(const double *)(bytes + 4); /* BUG: misaligned misaligned_double */
}

__global__ void misaligned_shared(float *y)
{
    __shared__ float cells[2 * THREADS + 2];
    double *doubles = (double *)(cells + 1);
    doubles[threadIdx.x] = y[0]; /* BUG: misaligned misaligned_shared */
    __syncthreads();
    y[threadIdx.x] = cells[threadIdx.x + 1];
}

/* A float4 from shared memory to every fifth float: x86 moves it with an instruction that
 * faults. */
__global__ void misaligned_copy(float *y)
{
    __shared__ float4 tile[16];
    tile[threadIdx.x] = make_float4(1, 2, 3, 4);
    __syncthreads();
    *(float4 *)&y[threadIdx.x * 5] = tile[threadIdx.x ^ 1]; /* BUG: misaligned misaligned_copy */
}

__global__ void misaligned_fetch(const float *x, float4 *y)
{
    __shared__ float4 tile[16];
    tile[threadIdx.x] = *(const float4 *)&x[threadIdx.x * 5]; /* BUG: misaligned misaligned_fetch */
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void add_one_freed(float *y)
{
    y[threadIdx.x] += 1; /* BUG: use_after_free use_after_free */
}

__global__ void add_host(const float *host, float *y)
{
    y[threadIdx.x] = host[threadIdx.x]; /* BUG: host_pointer host_pointer_read */
}

__global__ void write_host(float *host)
{
    host[threadIdx.x] = 1; /* BUG: host_pointer host_pointer_write */
}

struct vector {
    int count;
    float *elements;
};

/* The struct arrived, what it points to did not. */
__global__ void struct_of_host(const struct vector v, float *y)
{
    if ((int)threadIdx.x < v.count)
        y[threadIdx.x] = v.elements[threadIdx.x]; /* BUG: host_pointer host_pointer_in_struct */
}

__global__ void write_null(float *y)
{
    if (threadIdx.x == 3)
        y[0] = 1; /* BUG: null_pointer null_pointer_write */
}

/* A null pointer and a large index: still nobody's memory. */
__global__ void read_null(const float *x, float *y)
{
    y[threadIdx.x] = x[threadIdx.x]; /* BUG: null_pointer null_pointer_read */
}

SPECIMEN(past_end_write)
{
    past_end_write<<<1, THREADS>>>(device_floats(COUNT, 0));
}

SPECIMEN(past_end_read)
{
    past_end_read<<<1, THREADS>>>(device_floats(COUNT, 1), device_floats(COUNT, 0), COUNT);
}

SPECIMEN(row_too_many)
{
    row_too_many<<<dim3(1, 3), dim3(32, 8)>>>(device_floats(20 * 30, 0), 20, 30);
}

SPECIMEN(far_write)
{
    far_write<<<1, THREADS>>>(device_floats(COUNT, 0), COUNT);
}

SPECIMEN(before_begin)
{
    before_begin<<<1, THREADS>>>(device_floats(COUNT, 0), COUNT);
}

SPECIMEN(swapped_extents)
{
    swapped_extents<<<1, 32>>>(device_floats(30 * 20, 1), device_floats(30, 0), 30, 20);
}

SPECIMEN(vector_tail)
{
    vector_tail<<<1, 32>>>((const float4 *)device_floats(COUNT - 2, 1), device_floats(32, 0),
                           COUNT - 2);
}

SPECIMEN(atomic_past_end)
{
    atomic_past_end<<<1, 32>>>(device_floats(32, 1), device_ints(10, 0), 10);
}

SPECIMEN(pitch_in_floats)
{
    float *A;
    size_t pitch;
    cudaMallocPitch((void **)&A, &pitch, 100 * sizeof *A, 8);
    pitch_in_floats<<<1, 32>>>(A, pitch, 8);
}

SPECIMEN(shared_past_end)
{
    shared_past_end<<<1, THREADS>>>(device_floats(THREADS, 0));
}

SPECIMEN(shared_too_small)
{
    shared_too_small<<<1, 32, 16 * sizeof(float)>>>(device_floats(32, 0));
}

SPECIMEN(constant_past_end)
{
    float host[16] = {1};
    cudaMemcpyToSymbol(weights, host, sizeof host);
    constant_past_end<<<1, 32>>>(device_floats(32, 0));
}

SPECIMEN(constant_written)
{
    constant_written<<<1, 32>>>(device_floats(32, 0));
}

SPECIMEN(misaligned_float4)
{
    misaligned_float4<<<1, 16>>>(device_floats(COUNT, 1), device_floats(16, 0));
}

SPECIMEN(misaligned_double)
{
    misaligned_double<<<1, 16>>>((const unsigned char *)device_floats(COUNT, 1),
                                 device_floats(16, 0));
}

SPECIMEN(misaligned_shared)
{
    misaligned_shared<<<1, THREADS>>>(device_floats(THREADS, 0));
}

SPECIMEN(misaligned_copy)
{
    misaligned_copy<<<1, 16>>>(device_floats(COUNT, 0));
}

SPECIMEN(misaligned_fetch)
{
    misaligned_fetch<<<1, 16>>>(device_floats(COUNT, 1), (float4 *)device_floats(COUNT, 0));
}

SPECIMEN(use_after_free)
{
    float *y = device_floats(COUNT, 0);
    cudaFree(y);
    add_one_freed<<<1, COUNT>>>(y);
}

SPECIMEN(host_pointer_read)
{
    float *host = (float *)calloc(COUNT, sizeof *host);
    add_host<<<1, COUNT>>>(host, device_floats(COUNT, 0));
    cudaDeviceSynchronize();
    free(host);
}

SPECIMEN(host_pointer_write)
{
    float host[COUNT] = {0};
    write_host<<<1, COUNT>>>(host);
    cudaDeviceSynchronize();
}

SPECIMEN(host_pointer_in_struct)
{
    float *host = (float *)calloc(COUNT, sizeof *host);
    struct vector v = {COUNT, host};
    struct_of_host<<<1, COUNT>>>(v, device_floats(COUNT, 0));
    cudaDeviceSynchronize();
    free(host);
}

SPECIMEN(null_pointer_write)
{
    write_null<<<1, 32>>>(NULL);
}

SPECIMEN(null_pointer_read)
{
    read_null<<<1, 32>>>(NULL, device_floats(32, 0));
}
