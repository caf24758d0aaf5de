/* Loops that a short or a float counts: the first six never end, the others do. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

struct size {
    int k;
};

__global__ void loops(int which, int n, struct size size, int *y)
{
    if (which == 0)
        for (unsigned short i = 0; n > i; ++i)
            y[i % 32]++;
    if (which == 1)
        for (short i = 0; i <= (long)n * blockDim.x; i += 32)
            y[i & 31]++;
    if (which == 2)
        for (signed char i = 0;; i++) {
            if (i >= size.k)
                break;
            if (y[1])
                continue;
            y[0]++;
        }
    if (which == 3) {
        unsigned char i = 0;
        do
            y[0]++;
        while (++i != n);
    }
    if (which == 4)
        for (float i = threadIdx.x; i < n; i += 256)
            y[(int)i % 32]++;
    if (which == 5)
        for (int o = 0; o < 3; o++)
            for (short i = 0; i < n; i++)
                y[0] += o;
    if (which == 6)
        for (unsigned short i = 0; i < n; i++)
            if (y[0]++ == 5) /* another way out */
                break;
    if (which == 7)
        for (unsigned short i = 0; i < n; i++)
            n--; /* the bound comes nearer */
    if (which == 8)
        for (unsigned short i = 0; i < n && i < 10; i++)
            y[0]++;
    if (which == 9)
        for (float i = 1; i < n; i *= 2)
            y[0]++;
    if (which == 10)
        for (short i = 0; i < (unsigned)n; i++) /* ends at -1 */
            y[0]++;
    if (which == 11)
        for (float i = 2e9f; i < n; i++)
            y[0]++;
}

int main(int count, char **argument)
{
    int *y, which = count > 1 ? atoi(argument[1]) : 0, n = count > 2 ? atoi(argument[2]) : 0;
    cudaMalloc(&y, 32 * sizeof *y);
    cudaMemset(y, 0, 32 * sizeof *y);
    loops<<<1, 1>>>(which, n, size{n}, y);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
