/* threadIdx and its kin: objects without bytes, whose members are the device's functions. */
#pragma once

#include "vector_types.h"

namespace emu
{
struct builtins {
    unsigned thread[3], block[3], block_dim[3], grid_dim[3];
};
extern EMU_DEVICE const builtins running __asm__("emu_builtins");
} // namespace emu

#define EMU_BUILTIN_MEMBER(x, i, part)                                                             \
    __declspec(property(get = get_##x)) unsigned x;                                                \
    EMU_DEVICE static inline __attribute__((always_inline, nodebug)) unsigned get_##x()            \
        EMU_IS(::emu::running.part[i]);
#define EMU_BUILTIN(name, part)                                                                    \
    struct emu_##name {                                                                            \
        EMU_BUILTIN_MEMBER(x, 0, part)                                                             \
        EMU_BUILTIN_MEMBER(y, 1, part)                                                             \
        EMU_BUILTIN_MEMBER(z, 2, part)                                                             \
        EMU_DEVICE inline __attribute__((always_inline, nodebug)) operator dim3() const            \
            EMU_IS(dim3(x, y, z));                                                                 \
        EMU_DEVICE inline __attribute__((always_inline, nodebug)) operator uint3() const           \
            EMU_IS(uint3{x, y, z});                                                                \
        EMU_DEVICE emu_##name() = delete;                                                          \
        EMU_DEVICE emu_##name(const emu_##name &) = default;                                       \
        EMU_DEVICE void operator=(const emu_##name &) const = delete;                              \
    };                                                                                             \
    extern const EMU_DEVICE __attribute__((weak)) emu_##name name;
EMU_BUILTIN(threadIdx, thread)
EMU_BUILTIN(blockIdx, block)
EMU_BUILTIN(blockDim, block_dim)
EMU_BUILTIN(gridDim, grid_dim)
static constexpr EMU_DEVICE int warpSize = 32;
