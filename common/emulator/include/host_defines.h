/* CUDA's keywords: clang's attributes; nothing in a host's file. */
#pragma once

#if defined(__CUDA__)
#define __host__                __attribute__((host))
#define __device__              __attribute__((device, annotate("device"))) /* refusals.c */
#define __global__              __attribute__((global))
#define __shared__              __attribute__((shared))
#define __constant__            __attribute__((constant, annotate("device")))
#define __managed__             __attribute__((device, annotate("managed")))
#define __launch_bounds__(...)  EMU_FIRST_BOUND(__VA_ARGS__, ) /* clang knows but two */
#define EMU_FIRST_BOUND(n, ...) __attribute__((launch_bounds(n)))
#define __noinline__            __attribute__((noinline))
#define EMU_DEVICE              __attribute__((device))
#define EMU_BOTH                __attribute__((host, device))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define EMU_DEVICE
#define EMU_BOTH
#endif
#define EMU_CALLS(symbol) __asm__(#symbol)
#define EMU_LIST(...)     __VA_ARGS__ /* in parentheses: without them */

#define __forceinline__      __inline__ __attribute__((always_inline))
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __grid_constant__
#define __maxnreg__(n)

/* The functions of the C library that have a fast form, such as __expf. */
#define EMU_FAST_FUNCTIONS(X)                                                                      \
    X(expf) X(exp10f) X(logf) X(log2f) X(log10f) X(sinf) X(cosf) X(tanf) X(tanhf)
/* For the shim's own small functions. */
#define EMU_INLINE    EMU_BOTH static inline __attribute__((always_inline, artificial))
#define EMU_METHOD    EMU_DEVICE inline __attribute__((always_inline, artificial))
#define EMU_INTRINSIC EMU_METHOD static
#define EMU_QUIET     __attribute__((always_inline, nodebug)) /* the caller's own line is theirs */
/* The body of one that is an expression. */
#define EMU_IS(...)                                                                                \
    {                                                                                              \
        return __VA_ARGS__;                                                                        \
    }
