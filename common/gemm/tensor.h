/* FP64 tensor cores: D = A B + D for 16 x 8 x 4, by one warp.
 *
 * Lane l = 4 g + t (g = 0 … 7, t = 0 … 3) holds, of the 16 x 4 matrix A, a[0] = A(g, t) and
 * a[1] = A(g + 8, t); of the 4 x 8 matrix B, b = B(t, g); and of the 16 x 8 matrix D, d[0 … 3] =
 * D(g, 2t), D(g, 2t + 1), D(g + 8, 2t), D(g + 8, 2t + 1). Source: PTX ISA, "Matrix fragments for
 * mma.m16n8k4" (.f64).
 *
 * Compute capability 9.0 does it in one instruction, 8.x in two of m8n8k4 (where the hardware has
 * none, as on 8.6, they are slow); the emulator does it for the warp; everywhere else the lanes
 * tell each other their elements: right, and slow. */
#pragma once

#ifdef __CUDACC__

#ifdef LAB_EMULATOR
/* Called from the line that calls lab_mma_16x8x4. */
__device__ void lab_mma_16x8x4(double d[4], const double a[2], double b) EMU_CALLS(emu_mma_f64);
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
static __device__ __forceinline__ void lab_mma_16x8x4(double d[4], const double a[2], double b)
{
    asm volatile(
        "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
        "{%0, %1, %2, %3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(b));
}

/* 8 terms in one instruction: lane l has, besides, a[2] = A(g, t + 4), a[3] = A(g + 8, t + 4) and
 * b[1] = B(t + 4, g). Source: PTX ISA, "Matrix fragments for mma.m16n8k8" (.f64). */
static __device__ __forceinline__ void mma_16x8x8(double d[4], const double a[4], const double b[2])
{
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}
#else
static __device__ __forceinline__ void mma_16x8x8(double[4], const double[4], const double[2]) {}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800
/* A call, since a kernel unrolls hundreds of these, and nvcc took six minutes for it. */
static __device__ __noinline__ double2 lab_mma_by_shuffles(double2 d, double a, double b)
{
    int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4; /* warps lie along x */
    for (int l = 0; l < 4; l++) {
        double left = __shfl_sync(0xffffffffu, a, 4 * g + l);
        d.x = fma(left, __shfl_sync(0xffffffffu, b, 4 * (2 * t) + l), d.x);
        d.y = fma(left, __shfl_sync(0xffffffffu, b, 4 * (2 * t + 1) + l), d.y);
    }
    return d;
}
#endif

/* The upper or lower half of the rows, and four terms: 8 x 8 x 4. */
static __device__ __forceinline__ void lab_mma_8x8x4(double *d0, double *d1, double a, double b)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(*d0), "+d"(*d1)
                 : "d"(a), "d"(b));
#else
    double2 d = lab_mma_by_shuffles(make_double2(*d0, *d1), a, b);
    *d0 = d.x;
    *d1 = d.y;
#endif
}

static __device__ __forceinline__ void lab_mma_16x8x4(double d[4], const double a[2], double b)
{
    lab_mma_8x8x4(&d[0], &d[1], a[0], b);
    lab_mma_8x8x4(&d[2], &d[3], a[1], b);
}
#endif
#endif
