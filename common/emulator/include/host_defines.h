/* CUDA's keywords. Three readers:
 *  - the emulator's front end, which runs after the preprocessor: it replaces the __emu_…__ words
 *    by what C++ has;
 *  - clang++ -x cuda (check_as_cuda.sh), which knows CUDA and gets the attributes;
 *  - a compiler of the host's files, which only wants the runtime API. */
#ifndef EMU_HOST_DEFINES_H
#define EMU_HOST_DEFINES_H

#if defined(__clang__) && defined(__CUDA__)
#define __host__     __attribute__((host))
#define __device__   __attribute__((device, annotate("device"))) /* as a program's own says */
#define __global__   __attribute__((global))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant, annotate("device")))
#if defined(__CUDA_ARCH__)
#define __managed__ __attribute__((device, annotate("managed")))
#else
#define __managed__ __attribute__((device, section("emu_managed_1")))
#endif
#define __launch_bounds__(...)  EMU_FIRST_BOUND(__VA_ARGS__, ) /* clang knows but two */
#define EMU_FIRST_BOUND(n, ...) __attribute__((launch_bounds(n)))
#define __noinline__            __attribute__((noinline))
#define EMU_DEVICE              __attribute__((device))
#define EMU_BOTH                __attribute__((host, device))
#define EMU_CALLS(symbol)       __asm__(#symbol)
#else
#if defined(__CUDACC__)
#define __host__               __emu_host__
#define __device__             __emu_device__
#define __global__             __emu_global__
#define __shared__             __emu_shared__
#define __constant__           __emu_constant__
#define __managed__            __emu_managed__
#define __launch_bounds__(...) __emu_launch_bounds__(__VA_ARGS__)
#else /* a host's file, without kernels */
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif
/* __noinline__ is left to the front end: libstdc++ writes __attribute__((__noinline__)). */
#define EMU_DEVICE
#define EMU_BOTH
/* A device function is a declaration only: its call is made at the student's line, whose return
 * address the runtime sees, and C++ overloads reach plain C functions. */
#define EMU_CALLS(symbol) __asm__(#symbol)
#endif

#define __forceinline__      __inline__ __attribute__((always_inline))
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __grid_constant__
#define __maxnreg__(n)

/* For the shim's own small functions. */
#define EMU_INLINE    EMU_BOTH static inline __attribute__((always_inline, artificial))
#define EMU_INTRINSIC EMU_DEVICE static inline __attribute__((always_inline, artificial))

#endif
