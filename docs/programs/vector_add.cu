/* y = a + b, element by element: the program of docs/00_first_steps.md. */
#include <stdio.h>
#include <stdlib.h>

/* Ends the program at the first call of CUDA that fails. */
static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    printf("%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

__global__ void add(const float *a, const float *b, float *y, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        y[i] = a[i] + b[i];
}

int main(void)
{
    const int m = 1000;
    const int threads = 256, blocks = (m + threads - 1) / threads;
    static float a[m], b[m], y[m];
    float *a_device, *b_device, *y_device;
    for (int i = 0; i < m; i++) {
        a[i] = i;
        b[i] = 2;
    }
    check(cudaMalloc(&a_device, sizeof a), "memory for a");
    check(cudaMalloc(&b_device, sizeof b), "memory for b");
    check(cudaMalloc(&y_device, sizeof y), "memory for y");
    check(cudaMemcpy(a_device, a, sizeof a, cudaMemcpyHostToDevice), "copy of a");
    check(cudaMemcpy(b_device, b, sizeof b, cudaMemcpyHostToDevice), "copy of b");
    add<<<blocks, threads>>>(a_device, b_device, y_device, m);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernel");
    check(cudaMemcpy(y, y_device, sizeof y, cudaMemcpyDeviceToHost), "copy of y");
    cudaFree(a_device);
    cudaFree(b_device);
    cudaFree(y_device);
    for (int i = 0; i < m; i++)
        if (y[i] != a[i] + b[i]) {
            printf("y[%d] is %g, expected %g\n", i, y[i], a[i] + b[i]);
            return 1;
        }
    printf("all %d elements are right\n", m);
}
