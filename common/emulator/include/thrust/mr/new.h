/* In place of the file of this name in Thrust's packaged headers, whose algorithms run on the host
 * here (THRUST_DEVICE_SYSTEM in cuda_runtime.h): a device_vector's memory, which both sides see. */
#pragma once
#include <thrust/detail/config.h>
#include <thrust/mr/memory_resource.h>
#include <iostream> /* as those of CUDA do: programs rely on it */
#include <new>

extern "C" cudaError_t emu_thrust_allocate(void **pointer, size_t size);

THRUST_NAMESPACE_BEGIN
namespace mr
{
class new_delete_resource final : public memory_resource<>
{
  public:
    void *do_allocate(std::size_t bytes, std::size_t = THRUST_MR_DEFAULT_ALIGNMENT) override
    {
        void *pointer;
        if (emu_thrust_allocate(&pointer, bytes) != cudaSuccess)
            throw std::bad_alloc();
        return pointer;
    }
    void do_deallocate(void *pointer, std::size_t,
                       std::size_t = THRUST_MR_DEFAULT_ALIGNMENT) override
    {
        cudaFree(pointer);
    }
};
} // namespace mr
THRUST_NAMESPACE_END
