/* Arithmetic with a chosen rounding, fast-math intrinsics, min and max. A fast intrinsic is as
 * exact here as the host's function is: the GPU's is allowed to be worse. */
#pragma once

#include "emu_math.h"
#include "host_defines.h"

/* EMU_EITHER: on the host, too. */
#define EMU_EITHER(name, type, expression) EMU_INLINE type name(type x) EMU_IS(expression);
#define EMU_MATH1(name, type, expression)  EMU_INTRINSIC type name(type x) EMU_IS(expression);
#define EMU_MATH2(name, type, expression)                                                          \
    EMU_INTRINSIC type name(type x, type y) EMU_IS(expression);

/* C23 gave some of CUDA's names to the host's library. */
#if !__GLIBC_PREREQ(2, 42)
EMU_EITHER(rsqrtf, float, 1.0f / __builtin_sqrtf(x))
EMU_EITHER(rsqrt, double, 1.0 / __builtin_sqrt(x))
#endif
#if !__GLIBC_PREREQ(2, 41)
EMU_EITHER(sinpif, float, (float)__builtin_sin(3.14159265358979323846 * x))
EMU_EITHER(cospif, float, (float)__builtin_cos(3.14159265358979323846 * x))
EMU_EITHER(sinpi, double, __builtin_sin(3.14159265358979323846 * x))
EMU_EITHER(cospi, double, __builtin_cos(3.14159265358979323846 * x))
#endif
EMU_EITHER(rcbrtf, float, 1.0f / __builtin_cbrtf(x))
EMU_EITHER(rcbrt, double, 1.0 / __builtin_cbrt(x))
EMU_EITHER(normcdff, float, 0.5f * __builtin_erfcf(-x * 0.70710678f))
EMU_MATH1(__saturatef, float, x > 0 ? (x < 1 ? x : 1.0f) : 0.0f)
EMU_MATH1(__frsqrt_rn, float, (float)(1.0 / __builtin_sqrt(x)))
EMU_MATH2(__fdividef, float, x / y)
EMU_MATH2(fdividef, float, x / y)
#define EMU_NEAREST(f, type, root)                                                                 \
    EMU_MATH1(__##f##sqrt_rn, type, root(x))                                                       \
    EMU_MATH1(__##f##rcp_rn, type, 1 / x)                                                          \
    EMU_MATH2(__##f##div_rn, type, x / y)                                                          \
    EMU_MATH2(__##f##add_rn, type, x + y)                                                          \
    EMU_MATH2(__##f##sub_rn, type, x - y)                                                          \
    EMU_MATH2(__##f##mul_rn, type, x *y)
EMU_NEAREST(f, float, __builtin_sqrtf)
EMU_NEAREST(d, double, __builtin_sqrt)

/* glibc's <math.h> declares these names, too (and does not export them). Defined in misc.c. */
#if defined(__clang__) && defined(__CUDA__)
#define EMU_FAST(name)                                                                             \
    EMU_DEVICE extern "C" float __##name(float x) noexcept;                                        \
    extern "C" float __##name(float x) noexcept __attribute__((unavailable("call it in a "         \
                                                                           "kernel")));
#else
#define EMU_FAST(name) EMU_DEVICE extern "C" float __##name(float x) noexcept;
#endif
EMU_FAST_FUNCTIONS(EMU_FAST)
#if defined(__CUDA__)
EMU_INTRINSIC void __sincosf(float x, float *sine, float *cosine)
    EMU_IS((void)(*sine = __sinf(x), *cosine = __cosf(x)));
#endif
EMU_DEVICE extern "C" float __powf(float x, float y) noexcept;

EMU_INTRINSIC float __fmaf_rn(float x, float y, float z) EMU_IS(__builtin_fmaf(x, y, z));
EMU_INTRINSIC double __fma_rn(double x, double y, double z) EMU_IS(__builtin_fma(x, y, z));
EMU_INTRINSIC void sincospif(float x, float *sine, float *cosine)
    EMU_IS((void)(*sine = (float)__builtin_sin(3.14159265358979323846 * x),
                  *cosine = (float)__builtin_cos(3.14159265358979323846 * x)));

/* Conversions, with four roundings. What is out of range saturates; a NaN gives 0, in 64 bits the
 * least number. */
template <class T_, class From_> EMU_INLINE T_ emu_whole(From_ x)
{
    const bool is_signed = T_(-1) < T_(0);
    const T_ low = (T_)((unsigned long long)is_signed << (8 * sizeof(T_) - 1)), high = (T_)~low;
    return x != x             ? (T_)(sizeof(T_) == 8 ? 1ull << 63 : 0)
           : x <= (From_)low  ? low
           : x >= (From_)high ? high
                              : (T_)x;
}
#define EMU_TO_INTEGER(name, from, to)                                                             \
    EMU_INTRINSIC to __##name##_rn(from x) EMU_IS(emu_whole<to>(__builtin_rint(x)));               \
    EMU_INTRINSIC to __##name##_rz(from x) EMU_IS(emu_whole<to>(x));                               \
    EMU_INTRINSIC to __##name##_ru(from x) EMU_IS(emu_whole<to>(__builtin_ceil(x)));               \
    EMU_INTRINSIC to __##name##_rd(from x) EMU_IS(emu_whole<to>(__builtin_floor(x)));
#define EMU_INTEGER(name, type)                                                                    \
    EMU_TO_INTEGER(float2##name, float, type)                                                      \
    EMU_TO_INTEGER(double2##name, double, type)                                                    \
    EMU_INLINE float __##name##2float_rn(type x)EMU_IS((float)x);                                  \
    EMU_INLINE double __##name##2double_rn(type x)EMU_IS((double)x);
EMU_INTEGER(int, int)
EMU_INTEGER(uint, unsigned)
EMU_INTEGER(ll, long long)
EMU_INTEGER(ull, unsigned long long)
EMU_INLINE float __double2float_rn(double x) EMU_IS((float)x);

/* min and max of every pair of types that CUDA knows; of mixed signs, the unsigned comparison. */
#define EMU_MIN_MAX(name, left, right, to)                                                         \
    EMU_INLINE to name##min(left x, right y) EMU_IS((to)x < (to)y ? (to)x : (to)y);                \
    EMU_INLINE to name##max(left x, right y) EMU_IS((to)x > (to)y ? (to)x : (to)y);
#define EMU_MIN_MAX_OF(type)                                                                       \
    EMU_MIN_MAX(, type, type, type)                                                                \
    EMU_MIN_MAX(, unsigned type, unsigned type, unsigned type)                                     \
    EMU_MIN_MAX(, type, unsigned type, unsigned type)                                              \
    EMU_MIN_MAX(, unsigned type, type, unsigned type)
EMU_MIN_MAX_OF(int)
EMU_MIN_MAX_OF(long)
EMU_MIN_MAX_OF(long long)
EMU_MIN_MAX(u, unsigned, unsigned, unsigned)
EMU_MIN_MAX(ll, long long, long long, long long)
EMU_MIN_MAX(ull, unsigned long long, unsigned long long, unsigned long long)
#define EMU_REAL_MIN_MAX(left, right, result, suffix)                                              \
    EMU_INLINE result min(left x, right y) EMU_IS(__builtin_fmin##suffix(x, y));                   \
    EMU_INLINE result max(left x, right y) EMU_IS(__builtin_fmax##suffix(x, y));
EMU_REAL_MIN_MAX(float, float, float, f)
EMU_REAL_MIN_MAX(double, double, double, )
EMU_REAL_MIN_MAX(float, double, double, )
EMU_REAL_MIN_MAX(double, float, double, )
