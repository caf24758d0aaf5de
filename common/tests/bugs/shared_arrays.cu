/* Shared memory: arrays that are overrun while other kernels' variables lie around them. (An
 * overrun is planted beside variables of kernels that come before and after, so that it is found
 * whichever way the linker puts them.) */
#include "bugs.h"

enum { THREADS = 128, HALF = 32 };

/* What a kernel before and one after have: nobody launches them. */
__global__ void before_all(float *y)
{
    __shared__ float others[256];
    others[threadIdx.x] = 1;
    __syncthreads();
    y[threadIdx.x] = others[threadIdx.x];
}

__global__ void overrun_by_one(float *y)
{
    __shared__ float tile[HALF];
    tile[threadIdx.x + 1] = 1; /* BUG: out_of_bounds overrun_by_one */
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x + 1]; /* BUG: out_of_bounds overrun_by_one */
}

/* Nothing is written where nothing is. */
__global__ void overrun_read(const float *x, float *y)
{
    __shared__ float window[HALF];
    window[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] =
        window[threadIdx.x] + window[threadIdx.x + 2]; /* BUG: out_of_bounds overrun_read */
}

__global__ void underrun(const float *x, float *y)
{
    __shared__ float row[HALF];
    row[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = row[(int)threadIdx.x - 1]; /* BUG: out_of_bounds underrun */
}

/* Far behind everything that is shared: the emulator's own memory must survive it. */
__global__ void overrun_far(float *y)
{
    __shared__ float rows[HALF];
    rows[threadIdx.x * 600] = 1; /* BUG: out_of_bounds overrun_far */
    __syncthreads();
    y[threadIdx.x] = rows[threadIdx.x];
}

template <int SIZE> __global__ void overrun_in_template(float *y)
{
    __shared__ float part[SIZE];
    part[threadIdx.x + 1] = 1; /* BUG: out_of_bounds overrun_in_template */
    __syncthreads();
    y[threadIdx.x] = part[threadIdx.x > 0 ? threadIdx.x : 1];
}

/* ---- and what is right ---- */

__device__ float *scratch(void)
{
    __shared__ float ours[THREADS];
    return ours;
}

template <class T> __device__ T sum_of_warps(T value)
{
    __shared__ T warps[THREADS / 32];
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(0xffffffffu, value, step);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = value;
    __syncthreads();
    T sum = 0;
    for (int warp = 0; warp < THREADS / 32; warp++)
        sum += warps[warp];
    return sum;
}

__shared__ float of_the_file[THREADS];

/* Variables of helpers, of the file and of the kernel's lambda, in a template whose arguments the
 * launch deduces. */
template <class T> static __global__ void helpers_share(const T *x, T *y)
{
    __shared__ T own[THREADS];
    const int thread = threadIdx.x, other = THREADS - 1 - thread;
    auto keep = [&](T value) {
        __shared__ T kept[THREADS];
        kept[thread] = value;
        __syncthreads();
        return kept[other];
    };
    own[thread] = keep(x[thread]);
    scratch()[thread] = 1;
    of_the_file[thread] = 2;
    T sum = sum_of_warps(x[thread]);
    __syncthreads();
    y[thread] = own[other] + scratch()[other] + of_the_file[other] + sum;
}

namespace
{
namespace inner
{
extern "C" __global__ void plainly_named(float *y)
{
    __shared__ float mine[THREADS];
    mine[threadIdx.x] = 1;
    __syncthreads();
    y[threadIdx.x] = mine[THREADS - 1 - threadIdx.x];
}

__global__ void in_namespace(float *y)
{
    __shared__ float mine[THREADS];
    mine[threadIdx.x] = 1;
    __syncthreads();
    y[threadIdx.x] = mine[THREADS - 1 - threadIdx.x];
}
} // namespace inner
} // namespace

__global__ void behind_all(float *y)
{
    __shared__ float others[256];
    others[threadIdx.x] = 1;
    __syncthreads();
    y[threadIdx.x] = others[threadIdx.x];
}

SPECIMEN(overrun_by_one)
{
    overrun_by_one<<<1, HALF>>>(device_floats(HALF, 0));
}

SPECIMEN(overrun_read)
{
    overrun_read<<<1, HALF>>>(device_floats(HALF, 1), device_floats(HALF, 0));
}

SPECIMEN(underrun)
{
    underrun<<<1, HALF>>>(device_floats(HALF, 1), device_floats(HALF, 0));
}

SPECIMEN(overrun_far)
{
    overrun_far<<<1, HALF>>>(device_floats(HALF, 0));
}

SPECIMEN(overrun_in_template)
{
    overrun_in_template<HALF><<<1, HALF>>>(device_floats(HALF, 0));
}

SPECIMEN(helpers_share)
{
    helpers_share<<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
    helpers_share<float><<<1, THREADS>>>(device_floats(THREADS, 1), device_floats(THREADS, 0));
    helpers_share<double><<<1, THREADS>>>((double *)device_floats(2 * THREADS, 0),
                                          (double *)device_floats(2 * THREADS, 0));
}

SPECIMEN(kernels_in_turn)
{
    float *y = device_floats(256, 0);
    before_all<<<1, 256>>>(y);
    inner::plainly_named<<<1, THREADS>>>(y);
    inner::in_namespace<<<1, THREADS>>>(y);
    behind_all<<<1, 256>>>(y);
    before_all<<<1, 256>>>(y);
}
