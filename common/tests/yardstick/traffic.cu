/* What reaches DRAM when memory is written in pieces smaller than a sector: by neighbours in time
 * (a transpose without a tile), never completed (words far apart), completed much later (halves).
 * The transposes are run with 8 and with 2 blocks on an SM: the more blocks write at once, the more
 * half-written lines there are. */
#include "yardstick.h"

enum { SIDE = 32, ROWS = 8, THREADS = 256, WORD_STEP = 8 };

template <int BLOCKS_ON_SM> __global__ void transpose_words(const float *in, float *out, int n)
{
    int col = blockIdx.x * SIDE + threadIdx.x, row = blockIdx.y * SIDE + threadIdx.y;
    for (int k = 0; k < SIDE; k += ROWS)
        out[(size_t)col * n + row + k] = in[(size_t)(row + k) * n + col];
}

/* One word in each sector. */
__global__ void store_words(float *out)
{
    out[(size_t)(blockIdx.x * blockDim.x + threadIdx.x) * WORD_STEP] = 1;
}

/* The first halves of all sectors, and then the second ones. */
__global__ void store_halves(float4 *out)
{
    int half = gridDim.x / 2, block = blockIdx.x % half, which = blockIdx.x / half;
    out[2 * (block * blockDim.x + threadIdx.x) + which] = make_float4(1, 2, 3, 4);
}

__global__ void increment(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

template <int BLOCKS_ON_SM> static void run_transpose(const float *values, int n, size_t shared)
{
    size_t bytes = (size_t)n * n * sizeof(float);
    const float *in = (const float *)to_device(values, bytes);
    float *out = (float *)device_poison(bytes), *expected = (float *)host_bytes(bytes);
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++)
            expected[(size_t)col * n + row] = values[(size_t)row * n + col];
    TRY(cudaFuncSetAttribute(transpose_words<BLOCKS_ON_SM>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    transpose_words<BLOCKS_ON_SM>
        <<<dim3(n / SIDE, n / SIDE), dim3(SIDE, ROWS), shared>>>(in, out, n);
    expect("transpose_words", out, expected, bytes);
    TRY(cudaFree((void *)in));
    TRY(cudaFree(out));
    free(expected);
}

int main(void)
{
    const size_t mega = 1 << 20;
    float *values = small_floats((size_t)3072 * 3072, 0);
    run_transpose<8>(values, 2048, 0);
    run_transpose<8>(values, 3072, 0);
    run_transpose<2>(values, 3072, 100 << 10);
    free(values);
    float *out = (float *)device_poison(32 * mega);
    for (size_t size = 8 * mega; size <= 32 * mega; size *= 2)
        store_words<<<(unsigned)(size / WORD_STEP / sizeof(float) / THREADS), THREADS>>>(out);
    TRY(cudaMemset(out, 0, 32 * mega));
    store_halves<<<(unsigned)(16 * mega / sizeof(float4) / THREADS), THREADS>>>((float4 *)out);
    increment<<<(unsigned)(32 * mega / sizeof(float) / THREADS), THREADS>>>(out);
    TRY(cudaDeviceSynchronize());
    TRY(cudaFree(out));
    return yardstick_end();
}
