/* Arithmetic that C++ has under another name or not at all. */
#define _GNU_SOURCE
#include "device_calls.h"
#include "engine/hooks.h"

#include <fenv.h>
#include <math.h>

/* ---- fast intrinsics: the host's functions, exact to its own standard ---- */
#define DEFINE_FAST(name, expression) float name(float x) IS(expression)
DEFINE_FAST(__expf, expf(x))
DEFINE_FAST(__exp10f, exp10f(x))
DEFINE_FAST(__logf, logf(x))
DEFINE_FAST(__log2f, log2f(x))
DEFINE_FAST(__log10f, log10f(x))
DEFINE_FAST(__sinf, sinf(x))
DEFINE_FAST(__cosf, cosf(x))
DEFINE_FAST(__tanf, tanf(x))
DEFINE_FAST(__tanhf, tanhf(x))

float __powf(float x, float y) IS(powf(x, y));

void emu_sincosf(float x, float *sine, float *cosine)
{
    emu_access(sine, sizeof *sine, 1, CALLER);
    emu_access(cosine, sizeof *cosine, 1, CALLER);
    sincosf(x, sine, cosine);
}

void emu_sincospif(float x, float *sine, float *cosine)
{
    emu_access(sine, sizeof *sine, 1, CALLER);
    emu_access(cosine, sizeof *cosine, 1, CALLER);
    *sine = (float)sin(M_PI * x);
    *cosine = (float)cos(M_PI * x);
}

/* ---- directed rounding: the CPU's rounding mode is changed around one operation on volatile
 * operands ---- */
#define DEFINE_ROUNDED(type, name, mode, parameters, expression)                                   \
    type name parameters                                                                           \
    {                                                                                              \
        fesetround(mode);                                                                          \
        volatile type result = expression;                                                         \
        fesetround(FE_TONEAREST);                                                                  \
        return result;                                                                             \
    }
#define DEFINE_MODE(suffix, mode)                                                                  \
    DEFINE_ROUNDED(float, emu_fadd_##suffix, mode, (volatile float x, volatile float y), x + y)    \
    DEFINE_ROUNDED(float, emu_fsub_##suffix, mode, (volatile float x, volatile float y), x - y)    \
    DEFINE_ROUNDED(float, emu_fmul_##suffix, mode, (volatile float x, volatile float y), x *y)     \
    DEFINE_ROUNDED(float, emu_fdiv_##suffix, mode, (volatile float x, volatile float y), x / y)    \
    DEFINE_ROUNDED(float, emu_fsqrt_##suffix, mode, (volatile float x), sqrtf(x))                  \
    DEFINE_ROUNDED(float, emu_fmaf_##suffix, mode,                                                 \
                   (volatile float x, volatile float y, volatile float z), fmaf(x, y, z))          \
    DEFINE_ROUNDED(double, emu_dadd_##suffix, mode, (volatile double x, volatile double y), x + y) \
    DEFINE_ROUNDED(double, emu_dsub_##suffix, mode, (volatile double x, volatile double y), x - y) \
    DEFINE_ROUNDED(double, emu_dmul_##suffix, mode, (volatile double x, volatile double y), x *y)  \
    DEFINE_ROUNDED(double, emu_ddiv_##suffix, mode, (volatile double x, volatile double y), x / y) \
    DEFINE_ROUNDED(double, emu_dsqrt_##suffix, mode, (volatile double x), sqrt(x))                 \
    DEFINE_ROUNDED(double, emu_fma_##suffix, mode,                                                 \
                   (volatile double x, volatile double y, volatile double z), fma(x, y, z))
DEFINE_MODE(rz, FE_TOWARDZERO)
DEFINE_MODE(ru, FE_UPWARD)
DEFINE_MODE(rd, FE_DOWNWARD)
