/* What steps 3 to 6 of lab 08 call: copies of four floats, and the products and the stores of a
 * thread that keeps M x N results in registers. All loops unroll, so that no register is indexed by
 * a variable. */
#pragma once

/* Copies EACH adjacent floats, 4 or 1, with one load and one store. For 4, both addresses are
 * multiples of 16 bytes. */
template <int EACH> __device__ __forceinline__ void copy(float *to, const float *from)
{
    if (EACH == 4)
        *(float4 *)to = *(const float4 *)from;
    else
        *to = *from;
}

/* sum[i][j] += a[i] * b[j], as a snake: odd rows backward, so that each product shares an operand
 * with the one before. docs/results/08_tried.md says why. */
template <int M, int N>
__device__ __forceinline__ void multiply(float (&sum)[M][N], const float (&a)[M],
                                         const float (&b)[N])
{
#pragma unroll
    for (int i = 0; i < M; i++)
#pragma unroll
        for (int step = 0; step < N; step++) {
            int j = i % 2 ? N - 1 - step : step;
            sum[i][j] += a[i] * b[j];
        }
}

/* Stores the results of a lane that has groups of 4 x 4 of them, 4 * LANES_M rows and 4 * LANES_N
 * columns apart. C points at its first result; `rows` and `cols` are what is left of C from there,
 * below 1 if nothing is. It stores four at a time if C is a multiple of 16 bytes, ldc is a multiple
 * of 4, and all four exist; else one at a time. A store of four needs four adjacent registers:
 * adding 0.0f makes a copy, so that the sums themselves need not be adjacent. */
template <int LANES_M, int LANES_N, int M, int N>
__device__ __forceinline__ void store(const float (&sum)[M][N], float *C, int ldc, int rows,
                                      int cols)
{
    bool fours = (size_t)C % 16 == 0 && ldc % 4 == 0;
#pragma unroll
    for (int i = 0; i < M; i++)
#pragma unroll
        for (int j = 0; j < N; j += 4) {
            int row = i / 4 * 4 * LANES_M + i % 4, col = j * LANES_N;
            __align__(16) float four[4];
#pragma unroll
            for (int e = 0; e < 4; e++)
                four[e] = sum[i][j + e] + 0.0f;
            if (row < rows && col + 4 <= cols && fours)
                copy<4>(&C[(size_t)row * ldc + col], four);
            else if (row < rows)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    if (col + e < cols)
                        C[(size_t)row * ldc + col + e] = four[e];
        }
}
