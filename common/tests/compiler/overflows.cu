/* Indices of an int that overflow, in kernels and before a launch: each kernel writes one element
 * of y, which has 2^32. The argument is the name of one. */
#include <stdio.h>
#include <string.h>

__global__ void product(char *y, int row, int ld)
{
    y[row * ld + 1] = 1;
}

__global__ void sum(char *y, int first, int more)
{
    const int at = first + more;
    y[at] = 1;
}

__global__ void shift(char *y, int row, int bits)
{
    y[row << bits] = 1;
}

/* The first product is cast; the second is to blame. */
__global__ void one_is_cast(char *y, int row, int ld)
{
    y[(size_t)row * ld] = 1;
    y[row * ld + row] = 1;
}

/* It begins where the host's product says. */
__global__ void from(char *y)
{
    *y = 1;
}

/* A hash: nothing is wrong. */
__global__ void wraps_on_purpose(char *y, int seed)
{
    for (int i = 0; i < 9; i++)
        seed = seed * 1103515245 + 12345;
    y[seed & 31] = 1;
}

/* Its product overflows, too, but the index that leaves y has nothing to do with it. */
__global__ void past_the_end(char *y, int row, int ld)
{
    y[(row * ld & 1) + ((size_t)1 << 32)] = 1;
}

int main(int count, char **name)
{
    const int row = 50000, ld = 50000;
    const char *of = count > 1 ? name[1] : "";
    char *y;
    cudaMalloc(&y, (size_t)1 << 32);
    if (!strcmp(of, "product"))
        product<<<1, 1>>>(y, row, ld);
    if (!strcmp(of, "sum"))
        sum<<<1, 1>>>(y, 2000000000, 1000000000);
    if (!strcmp(of, "shift"))
        shift<<<1, 1>>>(y, 3, 30);
    if (!strcmp(of, "one_is_cast"))
        one_is_cast<<<1, 1>>>(y, row, ld);
    if (!strcmp(of, "from"))
        from<<<1, 1>>>(y + count * 25000 * ld);
    if (!strcmp(of, "wraps_on_purpose"))
        wraps_on_purpose<<<1, 1>>>(y, row);
    if (!strcmp(of, "past_the_end"))
        past_the_end<<<1, 1>>>(y, row, ld);
    cudaDeviceSynchronize();
    cudaFree(y);
}
