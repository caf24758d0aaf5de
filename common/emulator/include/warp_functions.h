/* Barriers, votes, shuffles, matches, reductions. Defined in warp_functions.c. */
#pragma once

#include "host_defines.h"

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
