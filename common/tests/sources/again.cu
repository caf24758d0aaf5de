/* Launches that do the same as one before, and some that only seem to (emulate_test.sh). */
#include <stdio.h>
struct pair {
    float a, b;
};
__constant__ float scale;
__device__ int launches;
__global__ void add(const float *x, struct pair p, float *y)
{
    y[threadIdx.x] = x[threadIdx.x] * p.a + p.b;
}
__global__ void grow(float *x)
{
    x[threadIdx.x] += 1;
}
__global__ void each(float *x)
{
    x[blockIdx.x * 16 + threadIdx.x] += 1;
}
__global__ void count()
{
    atomicAdd(&launches, 1);
}
__global__ void scaled(float *y)
{
    y[threadIdx.x] = scale;
}
__global__ void say(int i)
{
    if (!threadIdx.x)
        printf("say %d\n", i);
}
__global__ void when(long long *t)
{
    t[threadIdx.x] = clock64();
}
__global__ void half(const float *x, float *y)
{
    if (x[threadIdx.x] > 0)
        y[threadIdx.x] = 7;
}
static int wrong;
static void is(const char *what, double a, double b)
{
    if (a != b)
        printf("%s: %g, not %g\n", what, a, b), wrong = 1;
}
static float first(const float *of)
{
    float f;
    cudaMemcpy(&f, of, 4, cudaMemcpyDeviceToHost);
    return f;
}
template <class Kernel> static void call(Kernel kernel, float *x)
{
    kernel(x);
}
/* It launches, and is an argument of a launch of another shape. */
static float *zeros(float *x)
{
    add<<<1, 64>>>(x, {0, 0}, x);
    return x;
}
static float once(float value)
{
    float *a, *b;
    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    cudaMemset(a, 0, 256);
    cudaMemcpy(a, &value, 4, cudaMemcpyHostToDevice);
    add<<<1, 32>>>(a, {2, 4}, b);
    value = first(b);
    cudaFree(a);
    cudaFree(b);
    return value;
}
int main()
{
    float *x, *y, *z, *m, one = 1;
    long long *t, before = 0, now;
    int n;
    cudaMalloc(&x, 256);
    cudaMalloc(&y, 256);
    cudaMalloc(&z, 256);
    cudaMalloc(&t, 256);
    cudaMallocManaged(&m, 256);
    cudaMemset(x, 0, 256);
    cudaMemset(z, 0, 256);
    for (int i = 0; i < 20; i++)
        add<<<1, 32>>>(x, {2, 3}, y);
    is("add", first(y), 3);
    for (int i = 0; i < 20; i++) {
        add<<<1, 32>>>(x, {2, (float)i}, y);
        is("another argument", first(y), i);
    }
    for (int i = 0; i < 20; i++)
        grow<<<1, 32>>>(x), count<<<1, 32>>>();
    is("grow", first(x), 20);
    cudaMemcpyFromSymbol(&n, launches, 4);
    is("count", n, 640);
    for (int i = 0; i < 6; i++) {
        one = (float)(i / 2);
        cudaMemcpy(x, &one, 4, cudaMemcpyHostToDevice);
        add<<<1, 32>>>(x, {2, 3}, y);
        is("another input", first(y), 2 * one + 3);
        cudaMemcpyToSymbol(scale, &one, 4);
        scaled<<<1, 32>>>(z);
        is("another constant", first(z), one);
        cudaMemset(z, 1, 256); /* what it writes is gone: it must run */
        scaled<<<1, 32>>>(z);
        is("its result is gone", first(z), one);
        say<<<1, 32>>>(7);
        when<<<1, 32>>>(t);
        cudaMemcpy(&now, t, 8, cudaMemcpyDeviceToHost);
        is("the time goes on", now > before, 1);
        before = now;
        for (int k = 0; k < 32; k++)
            m[k] = (float)(i % 3 - 1);
        cudaMemset(y, 0, 256);
        half<<<1, 32>>>(m, y);
        half<<<1, 32>>>(m, y);
        half<<<1, 32>>>(m, y);
        is("where it writes", first(y), i % 3 == 2 ? 7 : 0);
    }
    for (int i = 0; i < 3; i++)
        half<<<1, 32>>>(x, m);
#ifdef RACE
    is("what the host has not waited for", m[0], 7);
#endif
    for (int i = 0; i < 20; i++)
        is("a function that allocates", once(i / 10), 2 * (i / 10) + 4);
    const float x_before = first(x);
    call(grow, x);
    is("called as a function is", first(x), x_before);
    for (int i = 0; i < 6; i++) {
        cudaMemset(y, 0, 256);
        is("a fill", first(y), 0);
        add<<<1, 32>>>(x, {0, (float)(i / 3 + 1)}, y);
        is("… that a launch follows", first(y), i / 3 + 1);
    }
    for (int i = 0; i < 2; i++) {
        m[0] = 5; /* the host may write there between two fills */
        cudaMemset(m, 0, 256);
        cudaDeviceSynchronize();
        is("a fill of managed memory", m[0], 0);
    }
    cudaMemset(y, 0, 256);
    each<<<2, 16>>>(zeros(y));
    is("a launch in an argument", first(y + 15) + first(y + 16), 2);
    cudaStream_t s[2];
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++)
        cudaStreamCreate(&s[i]);
    for (int i = 0; i < 3; i++)
        scaled<<<1, 32, 0, s[0]>>>(z);
#ifdef STREAMS
    add<<<1, 32, 0, s[1]>>>(z, {2, 3}, y);
#endif
    cudaDeviceSynchronize();
    puts(wrong ? "wrong" : "all right");
}
