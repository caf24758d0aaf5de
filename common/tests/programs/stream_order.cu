/* Two streams with pinned memory, asynchronous copies, events between them, a host function at the
 * end. */
#include "require.h"

__global__ void scale(float *data, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] *= factor;
}

static void note(void *flag)
{
    *(int *)flag = 1;
}

int main()
{
    const int n = 4096, half = n / 2;
    float *host, *device;
    cudaStream_t stream[2];
    cudaEvent_t start, stop, first_done;
    int noted = 0;
    CHECK(cudaMallocHost(&host, n * sizeof(float)));
    CHECK(cudaMalloc(&device, n * sizeof(float)));
    for (int i = 0; i < n; i++)
        host[i] = (float)i;
    CHECK(cudaStreamCreate(&stream[0]));
    CHECK(cudaStreamCreateWithFlags(&stream[1], cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventCreateWithFlags(&first_done, cudaEventDisableTiming));
    CHECK(cudaEventRecord(start, stream[0]));
    for (int s = 0; s < 2; s++) {
        float *h = host + s * half, *d = device + s * half;
        CHECK(cudaMemcpyAsync(d, h, half * sizeof(float), cudaMemcpyHostToDevice, stream[s]));
        scale<<<half / 256, 256, 0, stream[s]>>>(d, 2.0f + s, half);
        CHECK(cudaMemcpyAsync(h, d, half * sizeof(float), cudaMemcpyDeviceToHost, stream[s]));
    }
    CHECK(cudaEventRecord(first_done, stream[0]));
    CHECK(cudaStreamWaitEvent(stream[1], first_done, 0));
    CHECK(cudaLaunchHostFunc(stream[1], note, &noted));
    CHECK(cudaEventRecord(stop, stream[1]));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaStreamSynchronize(stream[1]));
    CHECK(cudaStreamQuery(stream[0]));
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    EXPECT(milliseconds >= 0);
    EXPECT(noted == 1);
    for (int i = 0; i < n; i++)
        EXPECT(host[i] == (float)i * (i < half ? 2 : 3));
    EXPECT(cudaEventElapsedTime(&milliseconds, start, first_done) ==
           cudaErrorInvalidResourceHandle);
    EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaEventDestroy(first_done));
    for (int s = 0; s < 2; s++)
        CHECK(cudaStreamDestroy(stream[s]));
    CHECK(cudaFreeHost(host));
    CHECK(cudaFree(device));
    return finish("stream_order");
}
