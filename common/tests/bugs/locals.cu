/* Local arrays that are run over, and local variables of other threads; then what looks like it and
 * is right. */
#include "bugs.h"

enum { THREADS = 64 };

/* One round too many. */
__global__ void local_loop(const float *x, float *y, int n)
{
    float last[4];
    for (int i = 0; i <= n; i++)
        last[i] = x[i]; /* BUG: out_of_bounds local_loop */
    y[threadIdx.x] = last[n / 2];
}

/* The row of a thread's tile that comes after its last. */
__global__ void local_row(const float *x, float *y, int n)
{
    float sum[2][4] = {};
    for (int i = 0; i <= n; i++)
        for (int j = 0; j < 4; j++)
            sum[i][j] += x[threadIdx.x]; /* BUG: out_of_bounds local_row */
    y[threadIdx.x] = sum[0][n];
}

/* A column past the row's end, of a tile in a structure. */
struct tile {
    float a[2][3], b[4];
};
__global__ void local_column(const float *x, float *y, int n)
{
    tile t = {};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j <= n; j++)
            t.a[i][j] = x[threadIdx.x]; /* BUG: out_of_bounds local_column */
    y[threadIdx.x] = t.a[1][2] + t.b[0];
}

__global__ void local_before(const int *x, int *y)
{
    int count[8] = {};
    for (int i = 0; i < 8; i++)
        count[x[i] - 1]++; /* BUG: out_of_bounds local_before */
    y[threadIdx.x] = count[threadIdx.x % 8];
}

/* A table in a function that is called, with an index from data. */
__device__ int weight(int i)
{
    const int weights[3] = {1, 5, 25};
    return weights[i]; /* BUG: out_of_bounds local_table */
}
__global__ void local_table(const int *x, int *y)
{
    y[threadIdx.x] = weight(x[threadIdx.x] + 3);
}

/* Thread 0 tells the others where its local array is. */
__global__ void others_array(const int *x, int *y)
{
    __shared__ const int *where;
    int mine[4];
    for (int i = 0; i < 4; i++)
        mine[i] = x[i] + i;
    if (threadIdx.x == 0)
        where = mine;
    __syncthreads();
    y[threadIdx.x] = where[threadIdx.x % 4]; /* BUG: out_of_bounds others_array */
}

/* Each adds to its neighbor's sum, whose address it finds in global memory. */
__global__ void others_sum(int **sums, int *y)
{
    int sum = threadIdx.x;
    sums[threadIdx.x] = &sum;
    __syncthreads();
    *sums[(threadIdx.x + 1) % THREADS] = 5; /* BUG: out_of_bounds others_sum */
    __syncthreads();
    y[threadIdx.x] = sum;
}

/* A structure in shared memory, with a pointer in it that only its writer can use. */
struct message {
    const float *data;
    int count;
};
__global__ void others_message(const float *x, float *y)
{
    __shared__ message box[THREADS];
    float own[2] = {x[threadIdx.x], 1};
    box[threadIdx.x].data = own;
    box[threadIdx.x].count = 2;
    __syncthreads();
    message m = box[threadIdx.x ^ 32];
    float sum = 0;
    for (int i = 0; i < m.count; i++)
        sum += m.data[i]; /* BUG: out_of_bounds others_message */
    y[threadIdx.x] = sum;
}

/* A sum that begins with whatever the register holds. */
__global__ void sum_without_value(const float *x, float *y, int n)
{
    float sum;
    for (int i = 0; i < n; i++)
        sum += x[i]; /* BUG: uninitialised_local sum_without_value */
    y[threadIdx.x] = sum;
}

/* Set by the first threads, used by all. */
__global__ void value_of_some(const float *x, float *y, int n)
{
    float value;
    if ((int)threadIdx.x < n)
        value = x[threadIdx.x];
    y[threadIdx.x] = 2 * value; /* BUG: uninitialised_local value_of_some */
}

/* ---- right ---- */

/* A tile gone through as one row; every subscript is in the array. */
__global__ void flat_tile(const float *x, float *y)
{
    __shared__ float part[4][THREADS / 4 + 1];
    float sum[4][4];
    for (int i = 0; i < 16; i++)
        sum[0][i] = x[i];
    part[0][threadIdx.x] = sum[threadIdx.x % 4][threadIdx.x / 4 % 4]; /* over the rows' ends */
    __syncthreads();
    y[threadIdx.x] = part[0][THREADS - 1 - threadIdx.x];
}

/* The address behind the end is never used; a pointer to an own local goes through a function and
 * memory. */
__device__ __noinline__ int total(const int *from, const int *to)
{
    int sum = 0;
    for (; from < to; from++)
        sum += *from;
    return sum;
}
__global__ void own_pointer(const int *x, int *y)
{
    __shared__ int *mine[THREADS];
    int values[4] = {x[0], x[1], 2, 3};
    mine[threadIdx.x] = values;
    mine[threadIdx.x][3] = total(values, &values[4]);
    y[threadIdx.x] = values[3];
}

/* Not given a value where it is not used. */
__global__ void used_where_set(const float *x, float *y, int n)
{
    float value, rest[4];
    const bool inside = (int)threadIdx.x < n;
    if (inside)
        for (int i = 0; i < 4; i++)
            rest[i] = value = x[threadIdx.x] + i;
    float twice = 2 * value + rest[1];
    if (inside)
        y[threadIdx.x] = twice;
}

SPECIMEN(local_loop)
{
    local_loop<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0), 4);
}
SPECIMEN(local_row)
{
    local_row<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0), 2);
}
SPECIMEN(local_column)
{
    local_column<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0), 3);
}
SPECIMEN(local_before)
{
    local_before<<<1, THREADS>>>(device_ints(8, 0), device_ints(THREADS, 0));
}
SPECIMEN(local_table)
{
    local_table<<<1, THREADS>>>(device_ints(THREADS, 0), device_ints(THREADS, 0));
}
SPECIMEN(others_array)
{
    others_array<<<1, THREADS>>>(device_ints(4, 1), device_ints(THREADS, 0));
}
SPECIMEN(others_sum)
{
    int **sums;
    cudaMalloc(&sums, THREADS * sizeof *sums);
    others_sum<<<1, THREADS>>>(sums, device_ints(THREADS, 0));
}
SPECIMEN(others_message)
{
    others_message<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
}
SPECIMEN(sum_without_value)
{
    sum_without_value<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0), 4);
}
SPECIMEN(value_of_some)
{
    value_of_some<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0), 16);
}
SPECIMEN(flat_tile)
{
    flat_tile<<<1, THREADS>>>(device_floats(16, 1), device_floats(THREADS, 0));
}
SPECIMEN(own_pointer)
{
    own_pointer<<<2, THREADS>>>(device_ints(4, 1), device_ints(THREADS, 0));
}
SPECIMEN(used_where_set)
{
    used_where_set<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0), 20);
}
