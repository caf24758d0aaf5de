/* What libcu++'s headers have in common here. */
#pragma once

#include "../cuda_runtime.h"

namespace emu
{
EMU_INLINE int thread_number()
    EMU_IS((int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)));
} // namespace emu

namespace cuda
{
enum thread_scope {
    thread_scope_system,
    thread_scope_device,
    thread_scope_block,
    thread_scope_thread
};
} // namespace cuda
