/* make_float4 and its kin (C++). */
#pragma once

#include "vector_types.h"

#define EMU_DEFINE_MAKE(name, type, align2, align4)                                                \
    EMU_INLINE name##1 make_##name##1(type x)EMU_IS(name##1 {x});                                  \
    EMU_INLINE name##2 make_##name##2(type x, type y)EMU_IS(name##2 {x, y});                       \
    EMU_INLINE name##3 make_##name##3(type x, type y, type z)EMU_IS(name##3 {x, y, z});            \
    EMU_INLINE name##4 make_##name##4(type x, type y, type z, type w)EMU_IS(name##4 {x, y, z, w});
EMU_VECTOR_TYPES(EMU_DEFINE_MAKE)
