/* CUDA's vector types, for C11 and C++; for C++ make_float4 and its kin. */
#pragma once

#include "host_defines.h"

/* name, element type, alignment of the vectors of 2 and of 4 */
#define EMU_VECTOR_TYPES(X)                                                                        \
    X(char, signed char, 2, 4)                                                                     \
    X(uchar, unsigned char, 2, 4)                                                                  \
    X(short, short, 4, 8)                                                                          \
    X(ushort, unsigned short, 4, 8)                                                                \
    X(int, int, 8, 16)                                                                             \
    X(uint, unsigned, 8, 16)                                                                       \
    X(long, long, 16, 16)                                                                          \
    X(ulong, unsigned long, 16, 16)                                                                \
    X(longlong, long long, 16, 16)                                                                 \
    X(ulonglong, unsigned long long, 16, 16)                                                       \
    X(float, float, 8, 16)                                                                         \
    X(double, double, 16, 16)

#define EMU_DEFINE_VECTOR(name, align, type, ...)                                                  \
    typedef struct align name {                                                                    \
        type __VA_ARGS__;                                                                          \
    } name;
#define EMU_DEFINE_VECTORS(name, type, align2, align4)                                             \
    EMU_DEFINE_VECTOR(name##1, , type, x)                                                          \
    EMU_DEFINE_VECTOR(name##2, __align__(align2), type, x, y)                                      \
    EMU_DEFINE_VECTOR(name##3, , type, x, y, z)                                                    \
    EMU_DEFINE_VECTOR(name##4, __align__(align4), type, x, y, z, w)
EMU_VECTOR_TYPES(EMU_DEFINE_VECTORS)

#ifdef __cplusplus
struct dim3 {
    unsigned x, y, z;
    EMU_BOTH constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_)
    {
    }
    EMU_BOTH constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    EMU_BOTH constexpr operator uint3() const EMU_IS(uint3{x, y, z});
};
#define EMU_DEFINE_MAKE(name, type, align2, align4)                                                \
    EMU_INLINE name##1 make_##name##1(type x)EMU_IS(name##1 {x});                                  \
    EMU_INLINE name##2 make_##name##2(type x, type y)EMU_IS(name##2 {x, y});                       \
    EMU_INLINE name##3 make_##name##3(type x, type y, type z)EMU_IS(name##3 {x, y, z});            \
    EMU_INLINE name##4 make_##name##4(type x, type y, type z, type w)EMU_IS(name##4 {x, y, z, w});
EMU_VECTOR_TYPES(EMU_DEFINE_MAKE)
#else
typedef struct dim3 {
    unsigned x, y, z;
} dim3;
#endif
