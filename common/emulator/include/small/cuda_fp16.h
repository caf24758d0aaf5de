/* half and bfloat16, as far as programs use them: what is computed in float is rounded once, to the
 * nearest, ties to even. Both are a sign, an exponent whose 1 means 2^least, `fraction` bits. */
#pragma once

#pragma GCC system_header
#include <type_traits>
#include "../vector_types.h"

#define EMU_HERE    EMU_BOTH inline EMU_QUIET
#define EMU_BITS(x) __builtin_bit_cast(unsigned long long, x)

EMU_HERE double emu_power_of_2(int exponent)
    EMU_IS(__builtin_bit_cast(double, (unsigned long long)(1023 + exponent) << 52));
EMU_HERE double emu_decoded(unsigned short bits, int fraction, int least)
{
    const unsigned long long size = bits & 0x7fff, infinite = 0x8000 - (1 << fraction),
                             nan = ~0ull >> 1;
    const double finite = __builtin_bit_cast(double, size << (52 - fraction)),
                 value = size < infinite ? finite * emu_power_of_2(1022 + least) : __builtin_inf();
    return size > infinite ? __builtin_bit_cast(double, nan) : bits & 0x8000 ? -value : value;
}
EMU_HERE unsigned short emu_encoded(double x, int fraction, int least)
{
    const int exponent = (int)(EMU_BITS(x) >> 52 & 0x7ff) - 1023,
              last = (exponent > least ? exponent : least) - fraction;
    /* from there on, doubles are as far apart as the type's values at x */
    const double whole = emu_power_of_2(52 + last), size = __builtin_fabs(x),
                 nearest = exponent > 127 ? size : (size + whole) - whole;
    const unsigned long long bits = EMU_BITS(nearest * emu_power_of_2(-1022 - least)),
                             finite = bits >> (52 - fraction), infinite = 0x8000 - (1 << fraction),
                             sign = EMU_BITS(x) >> 48 & 0x8000;
    return (unsigned short)(x != x ? 0x7fff : sign | (finite < infinite ? finite : infinite));
}
/* Where the sum has lost all of c, that may still decide a tie. */
EMU_HERE double emu_fused(double a, double b, double c)
{
    const double product = a * b, sum = product + c;
    return sum == product && c != 0 ? sum * (1 + __builtin_copysign(0x1p-52, product * c)) : sum;
}
/* Not the one that is no number; of zeros the positive one. */
EMU_HERE float emu_larger(float x, float y)
    EMU_IS((x > y) | (y != y) | ((x == y) & !__builtin_signbit(x)) ? x : y);

#define EMU_ARITHMETIC(type, op, name, of_pair)                                                    \
    EMU_HERE type operator op(const type &a, const type &b) EMU_IS((float)a op(float) b);          \
    EMU_HERE type##2 operator op(type##2 a, type##2 b) EMU_IS({a.x op b.x, a.y op b.y});           \
    EMU_HERE type &operator op##=(type &a, const type &b) EMU_IS(a = a op b);                      \
    EMU_HERE type##2 &operator op##=(type##2 & a, type##2 b) EMU_IS(a = a op b);                   \
    EMU_HERE type name(type a, type b) EMU_IS(a op b);                                             \
    EMU_HERE type##2 of_pair(type##2 a, type##2 b) EMU_IS(a op b);
#define EMU_COMPARISON(type, op, name)                                                             \
    EMU_HERE bool operator op(const type &a, const type &b) EMU_IS((float)a op(float) b);          \
    EMU_HERE bool name(type a, type b) EMU_IS((a == a) & (b == b) & (a op b));
/* base: what functions call the type */
#define EMU_SMALL_FLOAT(type, base, fraction, least)                                               \
    struct type {                                                                                  \
        unsigned short __x;                                                                        \
        type() = default;                                                                          \
        template <class T_, class = std::enable_if_t<std::is_arithmetic<T_>::value>>               \
        EMU_HERE type(T_ x) : __x(emu_encoded((double)x, fraction, least))                         \
        {                                                                                          \
        }                                                                                          \
        EMU_HERE operator float() const EMU_IS((float)emu_decoded(__x, fraction, least));          \
    };                                                                                             \
    struct __align__(4) type##2                                                                    \
    {                                                                                              \
        type x, y;                                                                                 \
        type##2() = default;                                                                       \
        EMU_HERE type##2(type x_, type y_) : x(x_), y(y_) {}                                       \
    };                                                                                             \
    EMU_ARITHMETIC(type, +, __hadd, __hadd2)                                                       \
    EMU_ARITHMETIC(type, -, __hsub, __hsub2)                                                       \
    EMU_ARITHMETIC(type, *, __hmul, __hmul2)                                                       \
    EMU_ARITHMETIC(type, /, __hdiv, __h2div)                                                       \
    EMU_COMPARISON(type, ==, __heq)                                                                \
    EMU_COMPARISON(type, !=, __hne)                                                                \
    EMU_COMPARISON(type, <, __hlt)                                                                 \
    EMU_COMPARISON(type, <=, __hle)                                                                \
    EMU_COMPARISON(type, >, __hgt)                                                                 \
    EMU_COMPARISON(type, >=, __hge)                                                                \
    EMU_HERE type operator-(const type &a) EMU_IS(-(float)a);                                      \
    EMU_HERE type __hfma(type a, type b, type c) EMU_IS(emu_fused((float)a, (float)b, (float)c));  \
    EMU_HERE type##2 __hfma2(type##2 a, type##2 b, type##2 c)                                      \
        EMU_IS({__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)});                                    \
    EMU_HERE type __hmax(type a, type b) EMU_IS(emu_larger(a, b));                                 \
    EMU_HERE type __hmin(type a, type b) EMU_IS(-emu_larger(-(float)a, -(float)b));                \
    EMU_HERE type##2 __hmax2(type##2 a, type##2 b) EMU_IS({__hmax(a.x, b.x), __hmax(a.y, b.y)});   \
    EMU_HERE type##2 __hmin2(type##2 a, type##2 b) EMU_IS({__hmin(a.x, b.x), __hmin(a.y, b.y)});   \
    EMU_HERE type __hneg(type a) EMU_IS(-a);                                                       \
    EMU_HERE type __habs(type a) EMU_IS(__builtin_fabsf(a));                                       \
    EMU_HERE type __int2##base##_rn(int x) EMU_IS(x);                                              \
    EMU_HERE type __ushort_as_##base(unsigned short x) EMU_IS(__builtin_bit_cast(type, x));        \
    EMU_HERE unsigned short __##base##_as_ushort(type x) EMU_IS(x.__x);                            \
    EMU_HERE type __float2##base(float x) EMU_IS(x);                                               \
    EMU_HERE type __float2##base##_rn(float x) EMU_IS(x);                                          \
    EMU_HERE float __##base##2float(type x)EMU_IS(x);                                              \
    EMU_HERE type##2 __halves2##base##2(type x, type y)EMU_IS({x, y});                             \
    EMU_HERE type##2 __##base##2##base##2(type x)EMU_IS({x, x});                                   \
    EMU_HERE type##2 __float2##base##2_rn(float x)EMU_IS({x, x});                                  \
    EMU_HERE type##2 __floats2##base##2_rn(float x, float y)EMU_IS({x, y});                        \
    EMU_HERE type##2 __float22##base##2_rn(float2 a)EMU_IS({a.x, a.y});                            \
    EMU_HERE float2 __##base##22float2(type##2 a)EMU_IS({a.x, a.y});                               \
    EMU_HERE float __low2float(type##2 a) EMU_IS(a.x);                                             \
    EMU_HERE float __high2float(type##2 a) EMU_IS(a.y);                                            \
    EMU_HERE type __low2##base(type##2 a) EMU_IS(a.x);                                             \
    EMU_HERE type __high2##base(type##2 a) EMU_IS(a.y);
EMU_SMALL_FLOAT(__half, half, 10, -14)
EMU_SMALL_FLOAT(__nv_bfloat16, bfloat16, 7, -126)
typedef __half half;
typedef __half2 half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
