/* Dynamic shared memory in templates: arrays of one name and several types, through a helper class
 * or as bytes. */
#include "require.h"

template <class T> struct shared_array {
    __device__ operator T *()
    {
        extern __shared__ int words[];
        return (T *)words;
    }
};
template <> struct shared_array<double> {
    __device__ operator double *()
    {
        extern __shared__ double doubles[];
        return doubles;
    }
};

/* Exclusive sums of 2 * blockDim.x elements, up and down a tree. */
template <class T> __global__ void scan_tree(T *data)
{
    T *temp = shared_array<T>();
    int thread = threadIdx.x, n = 2 * blockDim.x, offset = 1;
    temp[2 * thread] = data[2 * thread];
    temp[2 * thread + 1] = data[2 * thread + 1];
    for (int d = n / 2; d > 0; d /= 2, offset *= 2) {
        __syncthreads();
        if (thread < d)
            temp[offset * (2 * thread + 2) - 1] += temp[offset * (2 * thread + 1) - 1];
    }
    if (thread == 0)
        temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (thread < d) {
            int a = offset * (2 * thread + 1) - 1, b = offset * (2 * thread + 2) - 1;
            T kept = temp[a];
            temp[a] = temp[b];
            temp[b] += kept;
        }
    }
    __syncthreads();
    data[2 * thread] = temp[2 * thread];
    data[2 * thread + 1] = temp[2 * thread + 1];
}

/* The same with two buffers, in steps that double. */
template <class T, int BLOCK> __global__ void __launch_bounds__(BLOCK) scan_steps(T *data)
{
    extern __shared__ unsigned char bytes[];
    T *temp = reinterpret_cast<T *>(bytes);
    int out = 0, thread = threadIdx.x;
    temp[thread] = thread > 0 ? data[thread - 1] : T(0);
    __syncthreads();
#pragma unroll
    for (int offset = 1; offset < BLOCK; offset *= 2) {
        out = 1 - out;
        const T *from = temp + (1 - out) * BLOCK;
        temp[out * BLOCK + thread] =
            from[thread] + (thread >= offset ? from[thread - offset] : T(0));
        __syncthreads();
    }
    data[thread] = temp[out * BLOCK + thread];
}

template <class T> void test(int which)
{
    const int n = 256;
    T host[n], expected[n], sum = 0, *data;
    for (int i = 0; i < n; i++) {
        host[i] = T(i % 13);
        expected[i] = sum;
        sum += host[i];
    }
    CHECK(cudaMalloc(&data, sizeof host));
    CHECK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
    if (which)
        scan_tree<<<1, n / 2, sizeof host>>>(data);
    else
        scan_steps<T, n><<<1, n, 2 * sizeof host>>>(data);
    CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        EXPECT(host[i] == expected[i]);
    CHECK(cudaFree(data));
}

int main()
{
    for (int which = 0; which < 2; which++) {
        test<int>(which);
        test<float>(which);
        test<double>(which);
        test<unsigned long long>(which);
    }
    return finish("shared_templates");
}
