/* Stores to what a program may only read (emu_name), each of which puts the old value back: no
 * comparison afterwards would show them. compute-sanitizer knows no such rule. */
#include "bugs.h"
#ifdef __CUDA_EMULATOR__ /* a GPU knows no such rule */
#include "../../emulator/emulator.h"
#endif

enum { ROWS = 20, COLS = 50, PITCH = 52 }; /* floats */

/* x: input; y: rows of COLS floats, PITCH apart; both protected. */
static void protected_pair(float **x, float **y)
{
    *x = device_floats(ROWS * PITCH, 1);
    *y = device_floats(ROWS * PITCH, 0);
#ifdef __CUDA_EMULATOR__
    const emu_operand operands[] = {{"x", *x, 4, ROWS, PITCH, PITCH, 0, EMU_INPUT},
                                    {"y", *y, 4, ROWS, COLS, PITCH, 0, EMU_OUTPUT}};
    emu_name(&operands[0]);
    emu_name(&operands[1]);
#endif
}

static void finish(float *x, float *y)
{
    cudaDeviceSynchronize();
#ifdef __CUDA_EMULATOR__
    emu_name_none();
#endif
    cudaFree(x);
    cudaFree(y);
}

/* Uses its input as scratch. */
__global__ void halves_in_place(float *x, float *y)
{
    const int i = blockIdx.x * PITCH + threadIdx.x;
    const float old = x[i];
    x[i] = old / 2; /* BUG: read_only input_as_scratch */
    if (threadIdx.x < COLS)
        y[i] = x[i] * 2;
    x[i] = old; /* BUG: read_only input_as_scratch */
}

SPECIMEN(input_as_scratch)
{
    float *x, *y;
    protected_pair(&x, &y);
    halves_in_place<<<ROWS, PITCH>>>(x, y);
    finish(x, y);
}

/* One lane of a warp, in a branch; the others store where they may. */
__global__ void lock_in_input(const float *x, float *y)
{
    const int i = blockIdx.x * PITCH + threadIdx.x;
    if (threadIdx.x < COLS)
        y[i] = x[i];
    if (threadIdx.x == 7)
        atomicAdd((float *)&x[i], 0.0f); /* BUG: read_only input_updated */
}

SPECIMEN(input_updated)
{
    float *x, *y;
    protected_pair(&x, &y);
    lock_in_input<<<ROWS, 64>>>(x, y);
    finish(x, y);
}

/* Whole rows of 16-byte vectors: the last one reaches two floats into the padding. */
__global__ void by_vectors(const float *x, float *y)
{
    const int i = blockIdx.x * PITCH / 4 + threadIdx.x;
    const float4 old = ((float4 *)y)[i];
    if (threadIdx.x > COLS / 4)
        return;
    float4 v = ((const float4 *)x)[i];
    if (threadIdx.x == COLS / 4) {
        v.z = old.z;
        v.w = old.w;
    }
    ((float4 *)y)[i] = v; /* BUG: read_only padding_by_vectors */
}

SPECIMEN(padding_by_vectors)
{
    float *x, *y;
    protected_pair(&x, &y);
    by_vectors<<<ROWS, 13>>>(x, y);
    finish(x, y);
}

/* Two rows a warp: no access lies in one row. */
__global__ void two_rows(const float *x, float *y, int cols)
{
    const int row = blockIdx.y * 2 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    if (row < ROWS && col < cols)
        y[row * PITCH + col] = x[row * PITCH + col]; /* BUG: read_only padding_by_two_rows */
}

SPECIMEN(padding_by_two_rows)
{
    float *x, *y;
    protected_pair(&x, &y);
    two_rows<<<dim3(4, ROWS / 2), dim3(16, 2)>>>(x, y, COLS + 1);
    finish(x, y);
}

SPECIMEN(input_copied_over)
{
    float *x, *y;
    protected_pair(&x, &y);
    cudaMemcpy(x, y, 4, cudaMemcpyDeviceToDevice); /* BUG: read_only input_copied_over */
    finish(x, y);
}

SPECIMEN(padding_cleared)
{
    float *x, *y;
    protected_pair(&x, &y);
    cudaMemset(y, 0, ROWS * COLS * sizeof(float)); /* BUG: read_only padding_cleared */
    finish(x, y);
}

SPECIMEN(input_freed)
{
    float *x, *y;
    protected_pair(&x, &y);
    cudaFree(x); /* BUG: read_only input_freed */
    finish(NULL, y);
}

/* Right: reads everything, padding too, and writes every row to its end. */
__global__ void reads_padding(const float *x, float *y)
{
    float sum = 0;
    for (int i = 0; i < ROWS * PITCH; i++)
        sum += x[i];
    for (int row = 0; row < ROWS; row++)
        for (int col = threadIdx.x; col < COLS; col += blockDim.x)
            y[row * PITCH + col] = sum;
}

SPECIMEN(rows_to_their_end)
{
    float *x, *y;
    protected_pair(&x, &y);
    reads_padding<<<1, 64>>>(x, y);
    two_rows<<<dim3(4, ROWS / 2), dim3(16, 2)>>>(x, y, COLS);
    cudaMemset2D(y, PITCH * sizeof(float), 0, COLS * sizeof(float), ROWS);
    finish(x, y);
}
