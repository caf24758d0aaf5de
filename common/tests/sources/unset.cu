#include <stdio.h>
struct pair {
    float a, b[3];
};
__device__ float of_array(int i)
{
    float list[8];
    return list[i];
}
__global__ void k(float *y, int n)
{
    float x;
    int i;
    pair p;
    double *q;
    switch (n) {
    case 0:
        y[0] = x;
        break;
    case 1:
        y[0] = i == 0;
        break;
    case 2:
        y[0] = p.b[1] + p.a;
        break;
    case 3:
        y[0] = q == nullptr;
        break;
    case 4:
        y[0] = of_array(threadIdx.x % 8);
        break;
    case 5: {
        float tile[4][4];
        for (int t = 0; t < 3; t++)
            tile[t][0] = 0;
        y[0] = tile[n - 2][n - 3] * 0;
    } break;
    }
}
int main()
{
    float *y, host[6];
    cudaMalloc(&y, sizeof host);
    for (int n = 0; n < 6; n++)
        k<<<2, 64>>>(y, n), cudaMemcpy(&host[n], y, sizeof(float), cudaMemcpyDeviceToHost);
    for (float h : host)
        printf("%s ", h != h ? "nan" : h ? "one" : "zero");
}
