/* threadIdx and its kin. References, not macros, so that a program may have variables of these
 * names of its own. They lead into a const object of plain type: g++ does not instrument reads of
 * such, so they cost nothing. */
#ifndef EMU_DEVICE_LAUNCH_PARAMETERS_H
#define EMU_DEVICE_LAUNCH_PARAMETERS_H

#include "vector_types.h"

#ifdef __cplusplus
#if defined(__clang__) && defined(__CUDA__)
#include "emu_builtins.h"
#else
namespace emu
{
struct builtins {
    uint3 thread, block, block_dim, grid_dim;
};
extern const builtins running __asm__("emu_builtins");
} // namespace emu
static constexpr const uint3 &threadIdx = ::emu::running.thread;
static constexpr const uint3 &blockIdx = ::emu::running.block;
static constexpr const uint3 &blockDim = ::emu::running.block_dim;
static constexpr const uint3 &gridDim = ::emu::running.grid_dim;
static constexpr int warpSize = 32;
#endif
#endif

#endif
