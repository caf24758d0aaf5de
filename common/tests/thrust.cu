// Thrust's algorithms between kernels, on its own memory and on that of cudaMalloc: emulate_test.sh
#include <memory>
#include <stdio.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
struct square {
    SIDES int operator()(int x) const
    {
        return x * x;
    }
};
struct twice {
    int *x, *y;
    SIDES void operator()(int i) const
    {
        y[i] = 2 * x[i];
    }
};
__global__ void add(int *x, int n)
{
    if (threadIdx.x < n)
        x[threadIdx.x] += 1;
}
void plain_memory()
{
    int *x, *y, back[100];
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    thrust::device_ptr<int> px(x), py(y);
    thrust::sequence(thrust::device, x, x + 100);
    add<<<1, 128>>>(x, 100);
    thrust::for_each(thrust::device, thrust::counting_iterator<int>(0),
                     thrust::counting_iterator<int>(100), twice{x, y});
    thrust::copy(py, py + 100, back);
    printf("%d %d\n", back[99], thrust::reduce(px, px + 100));
    if (getenv("TOUCH"))
        printf("%d\n", y[0]);
    cudaFree(x);
    cudaFree(y);
    thrust::device_ptr<int> own = thrust::device_malloc<int>(128);
    thrust::sequence(own, own + 128);
    add<<<1, 128>>>(thrust::raw_pointer_cast(own), 128);
    printf("%d\n", thrust::reduce(own, own + 128));
    thrust::device_free(own);
}
int main()
{
    plain_memory();
    thrust::device_vector<int> x(100), y(100);
    thrust::sequence(x.begin(), x.end());
    add<<<1, 128>>>(thrust::raw_pointer_cast(x.data()), 100);
    thrust::transform(x.begin(), x.end(), y.begin(), square());
    thrust::sort(y.begin(), y.end(), thrust::greater<int>());
    thrust::host_vector<int> h = y;
    printf("%d %d %d\n", h[0], thrust::reduce(x.begin(), x.end()), (int)y[99]);
    add<<<1, 128>>>(thrust::raw_pointer_cast(y.data()), 101);
}
