/* A launch that takes minutes (emulate_test.sh). */
__global__ void k(float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i % 256];
    x[256 + threadIdx.x] = sum;
}
int main()
{
    float *x;
    cudaMalloc(&x, 4096);
    cudaMemset(x, 0, 4096);
    k<<<20000, 256>>>(x, 20000);
}
