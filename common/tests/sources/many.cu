/* A fault in each of many launches, of two configurations (emulate_test.sh). */
__global__ void k(float *x)
{
    x[threadIdx.x] += 1;
    if (threadIdx.x == 3)
        x[300] = 1;
}
int main()
{
    float *x;
    cudaMalloc(&x, 512);
    cudaMemset(x, 0, 512);
    for (int i = 0; i < 30; i++)
        k<<<1, 32 + 32 * (i == 20)>>>(x);
    cudaFree(x);
}
