/* Three dimensions: pitched allocation, copies of a whole and of a part, fills. */
#include "require.h"

enum { WIDTH = 13, HEIGHT = 7, DEPTH = 5, COUNT = WIDTH * HEIGHT * DEPTH };

__global__ void add_place(cudaPitchedPtr volume, int width, int height, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= width || y >= height || z >= depth)
        return;
    char *slice = (char *)volume.ptr + z * volume.pitch * height;
    ((float *)(slice + y * volume.pitch))[x] += 100 * z + 10 * y + x;
}

static cudaPitchedPtr on_host(float *values)
{
    return make_cudaPitchedPtr(values, WIDTH * sizeof(float), WIDTH, HEIGHT);
}

int main()
{
    float host[COUNT], part[2 * 3 * 4];
    cudaExtent all = make_cudaExtent(WIDTH * sizeof(float), HEIGHT, DEPTH);
    cudaPitchedPtr volume;
    CHECK(cudaMalloc3D(&volume, all));
    EXPECT(volume.pitch >= WIDTH * sizeof(float) && volume.ysize == HEIGHT);
    for (int i = 0; i < COUNT; i++)
        host[i] = (float)i;
    cudaMemcpy3DParms in = {}, out = {}, corner = {};
    in.srcPtr = on_host(host);
    in.dstPtr = volume;
    in.extent = all;
    in.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&in));
    add_place<<<dim3(2, 2, 2), dim3(8, 4, 4)>>>(volume, WIDTH, HEIGHT, DEPTH);
    out.srcPtr = volume;
    out.dstPtr = on_host(host);
    out.extent = all;
    out.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&out));
    for (int i = 0; i < COUNT; i++)
        EXPECT(host[i] == i + 100 * (i / (WIDTH * HEIGHT)) + 10 * (i / WIDTH % HEIGHT) + i % WIDTH);

    /* 4 x 3 x 2 elements from (x, y, z) = (5, 2, 1) on */
    corner.srcPtr = volume;
    corner.srcPos = make_cudaPos(5 * sizeof(float), 2, 1);
    corner.dstPtr = make_cudaPitchedPtr(part, 4 * sizeof(float), 4, 3);
    corner.extent = make_cudaExtent(4 * sizeof(float), 3, 2);
    corner.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&corner));
    for (int i = 0; i < 24; i++)
        EXPECT(part[i] == host[((1 + i / 12) * HEIGHT + 2 + i / 4 % 3) * WIDTH + 5 + i % 4]);

    CHECK(cudaMemset3D(volume, 0, make_cudaExtent(4 * sizeof(float), HEIGHT, DEPTH)));
    CHECK(cudaMemcpy3D(&out));
    for (int i = 0; i < COUNT; i++)
        EXPECT((host[i] == 0) == (i % WIDTH < 4));
    CHECK(cudaFree(volume.ptr));
    return finish("volumes");
}
