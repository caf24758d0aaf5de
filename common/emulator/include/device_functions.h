/* Bits, conversions, cache-hinted loads and stores, fences, clocks, traps (misc.c); what the lanes
 * of a warp do together (warp_functions.c). */
#pragma once

#include "host_defines.h"

/* Loads and stores that hint at a cache are plain ones; macros: at the caller's line. */
#define __ldg(...)     (*(__VA_ARGS__))
#define __ldca(...)    (*(__VA_ARGS__))
#define __ldcg(...)    (*(__VA_ARGS__))
#define __ldcs(...)    (*(__VA_ARGS__))
#define __ldlu(...)    (*(__VA_ARGS__))
#define __ldcv(...)    (*(__VA_ARGS__))
#define __stwb(p, ...) ((void)(*(p) = (__VA_ARGS__)))
#define __stcg(p, ...) ((void)(*(p) = (__VA_ARGS__)))
#define __stcs(p, ...) ((void)(*(p) = (__VA_ARGS__)))
#define __stwt(p, ...) ((void)(*(p) = (__VA_ARGS__)))

extern "C" {
EMU_DEVICE void __threadfence();
EMU_DEVICE void __threadfence_block();
EMU_DEVICE void __threadfence_system();
EMU_DEVICE void __nanosleep(unsigned nanoseconds);
EMU_DEVICE void __trap();
EMU_DEVICE void __brkpt();
EMU_DEVICE unsigned emu_shared_offset(const void *pointer);
EMU_DEVICE unsigned emu_space_is(const void *pointer, int space);
}
EMU_DEVICE long long clock64() EMU_CALLS(emu_clock64);

EMU_INTRINSIC unsigned __isGlobal(const void *p) EMU_IS(emu_space_is(p, 0));
EMU_INTRINSIC unsigned __isShared(const void *p) EMU_IS(emu_space_is(p, 1));
/* The address inside the block's shared memory, as cp.async and ldmatrix want it. */
EMU_INTRINSIC unsigned long __cvta_generic_to_shared(const void *p) EMU_IS(emu_shared_offset(p));

/* ---- bits ---- */
EMU_INTRINSIC int __popc(unsigned x) EMU_IS(__builtin_popcount(x));
EMU_INTRINSIC int __popcll(unsigned long long x) EMU_IS(__builtin_popcountll(x));
EMU_INTRINSIC int __clz(int x) EMU_IS(x ? __builtin_clz((unsigned)x) : 32);
EMU_INTRINSIC int __clzll(long long x) EMU_IS(x ? __builtin_clzll((unsigned long long)x) : 64);
EMU_INTRINSIC int __ffs(int x) EMU_IS(__builtin_ffs(x));
EMU_INTRINSIC int __ffsll(long long x) EMU_IS(__builtin_ffsll(x));
EMU_INTRINSIC unsigned __brev(unsigned x) EMU_IS(__builtin_bitreverse32(x));
EMU_INTRINSIC unsigned long long __brevll(unsigned long long x) EMU_IS(__builtin_bitreverse64(x));
/* Three bits of each nibble of `selector` pick one of the eight bytes of y:x, as on an H200. */
EMU_INTRINSIC unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned index = selector >> (4 * i) & 7;
        unsigned byte = (unsigned)(bytes >> (8 * index)) & 0xff;
        result |= byte << (8 * i);
    }
    return result;
}
EMU_INTRINSIC unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
    EMU_IS((unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32));
EMU_INTRINSIC unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
    EMU_IS((unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31)));
EMU_INTRINSIC unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
    EMU_IS(shift >= 32 ? low : __funnelshift_l(low, high, shift));
EMU_INTRINSIC unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
    EMU_IS(shift >= 32 ? high : __funnelshift_r(low, high, shift));
EMU_INTRINSIC int __mul24(int x, int y) EMU_IS((x << 8 >> 8) * (y << 8 >> 8));
EMU_INTRINSIC unsigned __umul24(unsigned x, unsigned y) EMU_IS((x & 0xffffff) * (y & 0xffffff));
EMU_INTRINSIC int __mulhi(int x, int y) EMU_IS((int)(y *(long long)x >> 32));
EMU_INTRINSIC unsigned __umulhi(unsigned x, unsigned y)
    EMU_IS((unsigned)(y *(unsigned long long)x >> 32));
EMU_INTRINSIC long long __mul64hi(long long x, long long y)
    EMU_IS((long long)(y *(__int128)x >> 64));
EMU_INTRINSIC unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
    EMU_IS((unsigned long long)(y *(unsigned __int128)x >> 64));
/* Dot products of four bytes plus c. */
#define EMU_DP4A(type, byte)                                                                       \
    EMU_INTRINSIC type __dp4a(type x, type y, type c)                                              \
    {                                                                                              \
        for (int i = 0; i < 32; i += 8)                                                            \
            c += (byte)(x >> i) * (byte)(y >> i);                                                  \
        return c;                                                                                  \
    }
EMU_DP4A(int, signed char)
EMU_DP4A(unsigned, unsigned char)

/* ---- the same bits as another type ---- */
EMU_INTRINSIC int __float_as_int(float x) EMU_IS(__builtin_bit_cast(int, x));
EMU_INTRINSIC unsigned __float_as_uint(float x) EMU_IS(__builtin_bit_cast(unsigned, x));
EMU_INTRINSIC float __int_as_float(int x) EMU_IS(__builtin_bit_cast(float, x));
EMU_INTRINSIC float __uint_as_float(unsigned x) EMU_IS(__builtin_bit_cast(float, x));
EMU_INTRINSIC long long __double_as_longlong(double x) EMU_IS(__builtin_bit_cast(long long, x));
EMU_INTRINSIC double __longlong_as_double(long long x) EMU_IS(__builtin_bit_cast(double, x));
EMU_INTRINSIC int __double2hiint(double x) EMU_IS((int)(__double_as_longlong(x) >> 32));
EMU_INTRINSIC int __double2loint(double x) EMU_IS((int)__double_as_longlong(x));
EMU_INTRINSIC double __hiloint2double(int high, int low)
    EMU_IS(__longlong_as_double((long long)high << 32 | (unsigned)low));

/* ---- the lanes of a warp ---- */
extern "C" {
EMU_DEVICE void __syncthreads();
EMU_DEVICE int __syncthreads_count(int predicate);
EMU_DEVICE int __syncthreads_and(int predicate);
EMU_DEVICE int __syncthreads_or(int predicate);
EMU_DEVICE unsigned __activemask();
EMU_DEVICE unsigned __ballot_sync(unsigned mask, int predicate);
EMU_DEVICE int __any_sync(unsigned mask, int predicate);
EMU_DEVICE int __all_sync(unsigned mask, int predicate);
EMU_DEVICE int __uni_sync(unsigned mask, int predicate);
}
EMU_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) EMU_CALLS(__syncwarp);

/* type, suffix of the C function: every type that CUDA shuffles and matches */
#define EMU_SHUFFLED_TYPES(X)                                                                      \
    X(int, i32)                                                                                    \
    X(unsigned, i32)                                                                               \
    X(long, i64)                                                                                   \
    X(unsigned long, i64)                                                                          \
    X(long long, i64)                                                                              \
    X(unsigned long long, i64)                                                                     \
    X(float, f32)                                                                                  \
    X(double, f64)

#define EMU_DECLARE_SHUFFLES(type, suffix)                                                         \
    EMU_DEVICE type __shfl_sync(unsigned mask, type value, int lane, int width = 32)               \
        EMU_CALLS(emu_shfl_##suffix);                                                              \
    EMU_DEVICE type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32)      \
        EMU_CALLS(emu_shfl_up_##suffix);                                                           \
    EMU_DEVICE type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32)    \
        EMU_CALLS(emu_shfl_down_##suffix);                                                         \
    EMU_DEVICE type __shfl_xor_sync(unsigned mask, type value, int lanes, int width = 32)          \
        EMU_CALLS(emu_shfl_xor_##suffix);                                                          \
    EMU_DEVICE unsigned __match_any_sync(unsigned mask, type value)                                \
        EMU_CALLS(emu_match_any_##suffix);                                                         \
    EMU_DEVICE unsigned __match_all_sync(unsigned mask, type value, int *all_equal)                \
        EMU_CALLS(emu_match_all_##suffix);
EMU_SHUFFLED_TYPES(EMU_DECLARE_SHUFFLES)

EMU_DEVICE unsigned __reduce_add_sync(unsigned mask, unsigned value) EMU_CALLS(emu_reduce_add);
EMU_DEVICE int __reduce_add_sync(unsigned mask, int value) EMU_CALLS(emu_reduce_add);
EMU_DEVICE unsigned __reduce_min_sync(unsigned mask, unsigned value) EMU_CALLS(emu_reduce_min_u);
EMU_DEVICE int __reduce_min_sync(unsigned mask, int value) EMU_CALLS(emu_reduce_min_s);
EMU_DEVICE unsigned __reduce_max_sync(unsigned mask, unsigned value) EMU_CALLS(emu_reduce_max_u);
EMU_DEVICE int __reduce_max_sync(unsigned mask, int value) EMU_CALLS(emu_reduce_max_s);
EMU_DEVICE unsigned __reduce_and_sync(unsigned mask, unsigned value) EMU_CALLS(emu_reduce_and);
EMU_DEVICE unsigned __reduce_or_sync(unsigned mask, unsigned value) EMU_CALLS(emu_reduce_or);
EMU_DEVICE unsigned __reduce_xor_sync(unsigned mask, unsigned value) EMU_CALLS(emu_reduce_xor);
