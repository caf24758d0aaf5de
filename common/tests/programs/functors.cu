/* Kernels of C++: functors and lambdas as arguments, function pointers in device memory, recursion,
 * structures with members. */
#include "require.h"
#include <chrono>
#include <vector>

template <class T> struct square {
    __host__ __device__ T operator()(const T &x) const
    {
        return x * x;
    }
};

struct axpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const
    {
        return a * x + y;
    }
};

template <class F> __global__ void map(const float *x, float *y, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = f(x[i]);
}

template <class F> __global__ void combine(const float *x, float *y, int n, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = f(x[i], y[i]);
}

__device__ float twice(float x)
{
    return 2 * x;
}
__device__ float negated(float x)
{
    return -x;
}
__device__ float (*const operations[])(float) = {twice, negated};

__global__ void apply(float *x, int n, int which)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = operations[which](x[i]);
}

__device__ unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__global__ void recursion(unsigned *out)
{
    out[threadIdx.x] = fibonacci(threadIdx.x);
}

template <int N> struct vector {
    float element[N];
    __device__ float dot(const vector &other) const
    {
        float sum = 0;
        for (int i = 0; i < N; i++)
            sum += element[i] * other.element[i];
        return sum;
    }
};

template <int N> __global__ void dots(const vector<N> *a, const vector<N> *b, float *out)
{
    out[threadIdx.x] = a[threadIdx.x].dot(b[threadIdx.x]);
}

/* Device memory that frees itself. */
template <class T> class buffer
{
    T *pointer = nullptr;
    size_t count;

  public:
    explicit buffer(size_t n) : count(n)
    {
        CHECK(cudaMalloc(&pointer, count * sizeof(T)));
    }
    ~buffer()
    {
        cudaFree(pointer);
    }
    operator T *()
    {
        return pointer;
    }
    void upload(const std::vector<T> &host)
    {
        CHECK(cudaMemcpy(pointer, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    std::vector<T> download()
    {
        std::vector<T> host(count);
        CHECK(cudaMemcpy(host.data(), pointer, count * sizeof(T), cudaMemcpyDeviceToHost));
        return host;
    }
};

int main()
{
    const int n = 1000, blocks = (n + 127) / 128;
    std::vector<float> x(n);
    for (int i = 0; i < n; i++)
        x[i] = (float)(i * 7 % 17 - 8);
    buffer<float> x_device(n), y_device(n);
    x_device.upload(x);
    auto begin = std::chrono::steady_clock::now();
    map<<<blocks, 128>>>((const float *)x_device, (float *)y_device, n, square<float>());
    combine<<<3, 64>>>((const float *)x_device, (float *)y_device, n, axpy{3});
    apply<<<blocks, 128>>>(y_device, n, 1);
    CHECK(cudaDeviceSynchronize());
    EXPECT(std::chrono::steady_clock::now() >= begin);
    std::vector<float> y = y_device.download();
    for (int i = 0; i < n; i++)
        EXPECT(y[i] == -(3 * x[i] + x[i] * x[i]));

    buffer<unsigned> numbers(12);
    recursion<<<1, 12>>>(numbers);
    EXPECT(numbers.download()[11] == 89);

    std::vector<vector<3>> rows(8, vector<3>{{1, 2, 3}});
    buffer<vector<3>> a(8), b(8);
    a.upload(rows);
    b.upload(rows);
    buffer<float> products(8);
    dots<3><<<1, 8>>>(a, b, products);
    EXPECT(products.download()[7] == 14);
    return finish("functors");
}
