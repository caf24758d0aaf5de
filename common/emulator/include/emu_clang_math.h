/* For clang++ -x cuda only, and before <math.h>: functions of the C library that a device has, too.
 * Overloads by side are clang's own way; the C++ library's wrappers then find them. */
#pragma once

#include "host_defines.h"

#define EMU_MATH EMU_DEVICE inline __attribute__((always_inline, nodebug))
#define EMU_PURE EMU_DEVICE __attribute__((const)) /* no errno: what is in memory stays as it is */
/* C's two, C++'s of the same name for float, and for an integer, of which std knows nothing. */
#define EMU_MATH1(name)                                                                            \
    extern "C" EMU_PURE float name##f(float x) noexcept;                                           \
    extern "C" EMU_PURE double name(double x) noexcept;                                            \
    namespace std                                                                                  \
    {                                                                                              \
    EMU_MATH float name(float x) EMU_IS(::name##f(x));                                             \
    }                                                                                              \
    template <class T_>                                                                            \
    EMU_MATH auto name(T_ x)->decltype(x % 1, double()) EMU_IS(::name((double)x));
#define EMU_MATH2(name)                                                                            \
    extern "C" EMU_PURE float name##f(float x, float y) noexcept;                                  \
    extern "C" EMU_PURE double name(double x, double y) noexcept;                                  \
    namespace std                                                                                  \
    {                                                                                              \
    EMU_MATH float name(float x, float y) EMU_IS(::name##f(x, y));                                 \
    template <class T_, class U_>                                                                  \
    EMU_MATH auto name(T_ x, U_ y) -> decltype(x * y, double())                                    \
        EMU_IS(::name((double)x, (double)y));                                                      \
    }
/* what the C library has as macros */
#define EMU_KIND(name, builtin)                                                                    \
    namespace std                                                                                  \
    {                                                                                              \
    EMU_MATH bool name(float x) EMU_IS(builtin(x));                                                \
    EMU_MATH bool name(double x) EMU_IS(builtin(x));                                               \
    }
EMU_KIND(isnan, __builtin_isnan)
EMU_KIND(isinf, __builtin_isinf)
EMU_KIND(isfinite, __builtin_isfinite)
EMU_KIND(isnormal, __builtin_isnormal)
EMU_KIND(signbit, __builtin_signbit)
#define EMU_ALL(one, two)                                                                          \
    one(acos) one(acosh) one(asin) one(asinh) one(atan) one(atanh) one(cbrt) one(ceil) one(cos)    \
        one(cosh) one(erf) one(erfc) one(exp) one(exp2) one(exp10) one(expm1) one(fabs) one(floor) \
            one(lgamma) one(log) one(log10) one(log1p) one(log2) one(nearbyint) one(rint)          \
                one(round) one(sin) one(sinh) one(sqrt) one(tan) one(tanh) one(tgamma) one(trunc)  \
                    two(atan2) two(copysign) two(fdim) two(fmax) two(fmin) two(fmod) two(hypot)    \
                        two(pow) two(remainder)
EMU_ALL(EMU_MATH1, EMU_MATH2)
/* These store as the kernel's own code would, not in the C library, unseen. */
#define EMU_STORES(name, result, ...)                                                              \
    EMU_DEVICE result name(__VA_ARGS__) noexcept __asm__("emu_" #name);                            \
    EMU_MATH result name(__VA_ARGS__) noexcept
#define EMU_OF_BOTH(f, real)                                                                       \
    EMU_PURE real fma##f(real x, real y, real z) noexcept;                                         \
    EMU_PURE real ldexp##f(real x, int exponent) noexcept;                                         \
    EMU_STORES(modf##f, real, real x, real *to)                                                    \
    EMU_IS((*to = trunc##f(x), copysign##f(__builtin_isinf(x) ? 0 : x - trunc##f(x), x)))          \
    EMU_STORES(frexp##f, real, real x, int *to)                                                    \
    EMU_IS((*to = x - x != 0 || x == 0 ? 0 : __builtin_ilogb##f(x) + 1, ldexp##f(x, -*to)))        \
    EMU_STORES(sincos##f, void, real x, real *sine, real *cosine)                                  \
    EMU_IS((void)(*sine = sin##f(x), *cosine = cos##f(x)))                                         \
    EMU_PURE long lround##f(real x) noexcept;                                                      \
    EMU_PURE long long llround##f(real x) noexcept;                                                \
    EMU_PURE long lrint##f(real x) noexcept;                                                       \
    EMU_PURE long long llrint##f(real x) noexcept;
extern "C" {
EMU_OF_BOTH(f, float)
EMU_OF_BOTH(, double)
EMU_DEVICE int abs(int x) noexcept;
EMU_DEVICE long labs(long x) noexcept;
EMU_DEVICE long long llabs(long long x) noexcept;
EMU_DEVICE void *memcpy(void *to, const void *from, __SIZE_TYPE__ count) noexcept;
EMU_DEVICE void *memset(void *to, int value, __SIZE_TYPE__ count) noexcept;
EMU_DEVICE long clock() noexcept __asm__("emu_clock64");
}
namespace std
{
EMU_MATH float abs(float x) EMU_IS(__builtin_fabsf(x));
EMU_MATH double abs(double x) EMU_IS(__builtin_fabs(x));
EMU_MATH long abs(long x) EMU_IS(x < 0 ? -x : x);
EMU_MATH long long abs(long long x) EMU_IS(x < 0 ? -x : x);
EMU_MATH float fma(float x, float y, float z) EMU_IS(::fmaf(x, y, z));
EMU_MATH float ldexp(float x, int exponent) EMU_IS(::ldexpf(x, exponent));
EMU_MATH float modf(float x, float *whole) EMU_IS(::modff(x, whole));
EMU_MATH float frexp(float x, int *exponent) EMU_IS(::frexpf(x, exponent));
EMU_MATH long lround(float x) EMU_IS(::lroundf(x));
EMU_MATH long lrint(float x) EMU_IS(::lrintf(x));
} // namespace std
#undef EMU_MATH1
#undef EMU_MATH2
