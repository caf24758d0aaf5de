/* Complex numbers as CUDA has them in C: float2 and double2 with functions. */
#pragma once

#include <math.h>
#include "../vector_types.h"

/* type, element, the middle of the names of functions with f or without, hypot */
#define EMU_COMPLEX(name, type, element, f, length)                                                \
    typedef type name;                                                                             \
    EMU_INLINE name make_##name(element x, element y) EMU_IS(name{x, y});                          \
    EMU_INLINE element cuCreal##f(name a) EMU_IS(a.x);                                             \
    EMU_INLINE element cuCimag##f(name a) EMU_IS(a.y);                                             \
    EMU_INLINE name cuConj##f(name a) EMU_IS(name{a.x, -a.y});                                     \
    EMU_INLINE name cuCadd##f(name a, name b) EMU_IS(name{a.x + b.x, a.y + b.y});                  \
    EMU_INLINE name cuCsub##f(name a, name b) EMU_IS(name{a.x - b.x, a.y - b.y});                  \
    EMU_INLINE name cuCmul##f(name a, name b)                                                      \
        EMU_IS(name{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x});                                \
    EMU_INLINE element cuCabs##f(name a) EMU_IS(length(a.x, a.y));                                 \
    /* scaled by the larger part, so that no square overflows */                                   \
    EMU_INLINE name cuCdiv##f(name a, name b)                                                      \
    {                                                                                              \
        const element s = (b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y);                         \
        const element x = b.x / s, y = b.y / s, d = s * (x * x + y * y);                           \
        return name{(a.x * x + a.y * y) / d, (a.y * x - a.x * y) / d};                             \
    }                                                                                              \
    EMU_INLINE name cuCfma##f(name a, name b, name c) EMU_IS(cuCadd##f(cuCmul##f(a, b), c));
EMU_COMPLEX(cuFloatComplex, float2, float, f, __builtin_hypotf)
EMU_COMPLEX(cuDoubleComplex, double2, double, , __builtin_hypot)

typedef cuFloatComplex cuComplex;
EMU_INLINE cuComplex make_cuComplex(float x, float y) EMU_IS(cuComplex{x, y});
