/* A 2-D convolution whose mask is in constant memory; symbols written, read back and addressed. */
#include "require.h"
#include <vector>

#define WIDTH 5

__constant__ float mask[WIDTH][WIDTH];
__constant__ int scale_shift = 3;
__device__ unsigned long long touched;
__device__ const unsigned char bits_of[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

__device__ float pixel(const float *image, int x, int y, int w, int h)
{
    return x >= 0 && y >= 0 && x < w && y < h ? image[y * w + x] : 0.0f;
}

__global__ void convolve(const float *image, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int j = 0; j < WIDTH; j++)
        for (int i = 0; i < WIDTH; i++)
            sum += mask[j][i] * pixel(image, x + i - WIDTH / 2, y + j - WIDTH / 2, w, h);
    out[y * w + x] = sum * (1 << scale_shift);
    atomicAdd(&touched, (unsigned long long)bits_of[x & 15]);
}

int main()
{
    const int w = 45, h = 23;
    std::vector<float> image(w * h), out(w * h);
    float host_mask[WIDTH][WIDTH], back[WIDTH][WIDTH];
    for (int i = 0; i < w * h; i++)
        image[i] = (float)(i * 13 % 29);
    for (int i = 0; i < WIDTH * WIDTH; i++)
        host_mask[i / WIDTH][i % WIDTH] = (float)(i % 4 - 1);
    float *d_image, *d_out, *d_mask;
    CHECK(cudaMalloc(&d_image, w * h * sizeof(float)));
    CHECK(cudaMalloc(&d_out, w * h * sizeof(float)));
    CHECK(cudaMemcpy(d_image, image.data(), w * h * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(mask, host_mask, sizeof host_mask));
    CHECK(cudaMemcpyFromSymbol(back, mask, sizeof back));
    EXPECT(back[3][2] == host_mask[3][2]);
    CHECK(cudaGetSymbolAddress((void **)&d_mask, mask));
    CHECK(cudaMemcpy(back[0], d_mask + WIDTH, WIDTH * sizeof(float), cudaMemcpyDeviceToHost));
    EXPECT(back[0][1] == host_mask[1][1]);
    size_t size;
    CHECK(cudaGetSymbolSize(&size, mask));
    EXPECT(size == sizeof host_mask);
    int shift = 1;
    CHECK(cudaMemcpyToSymbol(scale_shift, &shift, sizeof shift, 0, cudaMemcpyHostToDevice));
    const unsigned long long zero = 0;
    CHECK(cudaMemcpyToSymbol(touched, &zero, sizeof zero));
    convolve<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(d_image, d_out, w, h);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), d_out, w * h * sizeof(float), cudaMemcpyDeviceToHost));
    unsigned long long expected_touched = 0, seen = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int j = 0; j < WIDTH; j++)
                for (int i = 0; i < WIDTH; i++) {
                    int xx = x + i - WIDTH / 2, yy = y + j - WIDTH / 2;
                    if (xx >= 0 && yy >= 0 && xx < w && yy < h)
                        sum += host_mask[j][i] * image[yy * w + xx];
                }
            EXPECT(out[y * w + x] == 2 * sum);
            for (int b = x & 15; b; b >>= 1)
                expected_touched += b & 1;
        }
    CHECK(cudaMemcpyFromSymbol(&seen, touched, sizeof seen));
    EXPECT(seen == expected_touched);
    CHECK(cudaFree(d_image));
    CHECK(cudaFree(d_out));
    return finish("constant_convolution");
}
