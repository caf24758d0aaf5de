/* What the front end makes of inline PTX (frontend/ptx.c). */
#ifndef EMU_PTX_H
#define EMU_PTX_H

#include "cuda_pipeline_primitives.h"
#include "device_functions.h"
#include "device_launch_parameters.h"

extern "C" EMU_DEVICE void *emu_shared_pointer(unsigned offset); /* of __cvta_generic_to_shared */
extern "C" EMU_DEVICE unsigned emu_processor();                  /* %smid */

#if !(defined(__clang__) && defined(__CUDA__))
namespace emu
{
EMU_INLINE unsigned ptx_thread()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
EMU_INLINE unsigned ptx_lane()
{
    return ptx_thread() % 32;
}
EMU_INLINE unsigned ptx_warp()
{
    return ptx_thread() / 32;
}
EMU_INLINE unsigned ptx_processor()
{
    return emu_processor();
}
/* cp.async: the first `used` of `size` bytes are copied, the others become zeros. */
template <class From> EMU_INLINE void ptx_copy(unsigned to, From from, size_t size, size_t used)
{
    __pipeline_memcpy_async(emu_shared_pointer(to), (const void *)from, size, size - used);
}
} // namespace emu
#endif

#endif
