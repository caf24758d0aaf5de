/* What a .cu file gets instead of CUDA's cuda_runtime.h, force-included as nvcc's is.
 *
 * The emulator poses as a GPU of compute capability 8.0, whichever GPU's limits EMU_GPU selects:
 * __CUDA_ARCH__ is 800 on the device's side: code for cp.async is taken, code for Hopper's
 * warpgroups is not. A file that must know asks for __CUDA_EMULATOR__. */
#pragma once
#define __CUDA_RUNTIME_H__ /* programs ask for it by this name */

#pragma GCC system_header

#if defined(__CUDA__) && !defined(__CUDACC__) /* clang's own macro */
#define __CUDACC__ 1
#define __NVCC__   1
#endif
#define __CUDA_EMULATOR__    1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 6
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP /* include/thrust/mr/new.h */

/* Of the host's copies is asked whether the memory is a device's. */
#if defined(__CUDA__)
#include "emu_clang_math.h"
#endif
#if !defined(__CUDA_ARCH__)
extern "C" {
void *memcpy(void *, const void *, __SIZE_TYPE__) noexcept __asm__("emu_memcpy");
void *memset(void *, int, __SIZE_TYPE__) noexcept __asm__("emu_memset");
}
#endif

#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include "emu_math.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

#include "host_defines.h"
#include "vector_types.h"
#include "cuda_runtime_api.h"
#include "device_atomic_functions.h"
#include "device_functions.h"
#include "math_intrinsics.h"
#if defined(__CUDA__)
#include "emu_clang.h"
#endif
