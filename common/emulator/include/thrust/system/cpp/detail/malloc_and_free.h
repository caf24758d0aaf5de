/* In place of Thrust's own, as mr/new.h: what thrust::device_malloc gives is memory for kernels. */
#pragma once
#include "../../../mr/new.h"
#include <thrust/system/detail/sequential/malloc_and_free.h>
#include <thrust/system_error.h> /* as CUDA's do */
THRUST_NAMESPACE_BEGIN
namespace system::cpp::detail
{
template <class Policy_>
void *malloc(execution_policy<Policy_> &, size_t n)
    EMU_IS(mr::new_delete_resource().do_allocate(n)) template <class Policy_, class P_>
    void free(execution_policy<Policy_> &, P_ p)
        EMU_IS(mr::new_delete_resource().do_deallocate(thrust::raw_pointer_cast(p), 0))
} // namespace system::cpp::detail
THRUST_NAMESPACE_END
