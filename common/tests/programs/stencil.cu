/* A 1-D stencil with a halo in dynamic shared memory, and a 3-D block for a 3-D average. */
#include "require.h"
#include <vector>

#define RADIUS 3

extern __shared__ int tile[]; /* at file scope, as many programs have it */

__global__ void stencil_1d(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = threadIdx.x + RADIUS;
    tile[at] = i < n ? in[i] : 0;
    if (threadIdx.x < RADIUS) {
        int left = i - RADIUS, right = i + (int)blockDim.x;
        tile[at - RADIUS] = left >= 0 && left < n ? in[left] : 0;
        tile[at + blockDim.x] = right < n ? in[right] : 0;
    }
    __syncthreads();
    if (i >= n)
        return;
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += tile[at + k];
    out[i] = sum;
}

__global__ void stencil_3d(const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
        return;
    int i = (z * ny + y) * nx + x;
    out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] -
             6 * in[i];
}

static void test_1d()
{
    const int n = 1000, block = 128;
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; i++)
        in[i] = i * i % 17;
    int *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    stencil_1d<<<(n + block - 1) / block, block, (block + 2 * RADIUS) * sizeof(int)>>>(d_in, d_out,
                                                                                       n);
    CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = i - RADIUS; k <= i + RADIUS; k++)
            sum += k >= 0 && k < n ? in[k] : 0;
        EXPECT(out[i] == sum);
    }
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
}

static void test_3d()
{
    const int nx = 13, ny = 9, nz = 7, n = nx * ny * nz;
    std::vector<float> in(n), out(n);
    for (int i = 0; i < n; i++)
        in[i] = (float)(i * 7 % 31);
    float *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_out, 0, n * sizeof(float)));
    dim3 block(8, 4, 2), grid((nx + 7) / 8, (ny + 3) / 4, (nz + 1) / 2);
    stencil_3d<<<grid, block>>>(d_in, d_out, nx, ny, nz);
    CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int z = 1; z < nz - 1; z++)
        for (int y = 1; y < ny - 1; y++)
            for (int x = 1; x < nx - 1; x++) {
                int i = (z * ny + y) * nx + x;
                EXPECT(out[i] == in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] +
                                     in[i + nx * ny] - 6 * in[i]);
            }
    EXPECT(out[0] == 0);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
}

int main()
{
    test_1d();
    test_3d();
    return finish("stencil");
}
