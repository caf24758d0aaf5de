/* Asynchronous copies of a group to shared memory: bytes arrive at the wait, as of cp.async. */
#pragma once

#include "../cooperative_groups.h"
#include "../cuda_pipeline_primitives.h"

namespace cuda
{
/* A size that is a multiple of N_, and pointers that are aligned to as much. */
template <size_t N_> struct aligned_size_t {
    size_t value;
    EMU_BOTH constexpr explicit aligned_size_t(size_t bytes) : value(bytes) {}
    EMU_BOTH constexpr operator size_t() const EMU_IS(value);
};
} // namespace cuda

namespace emu
{
/* Thread `rank` of `threads` copies its share: pieces as large as the alignment of everything. */
EMU_INLINE void copy_share(char *to, const char *from, size_t bytes, unsigned rank,
                           unsigned threads)
{
    const size_t odd = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
    const size_t piece = odd % 16 == 0 ? 16 : odd % 8 == 0 ? 8 : odd % 4 == 0 ? 4 : 1;
    if (piece == 1 || !__isShared(to)) /* what cp.async cannot do */
        for (size_t i = rank; i < bytes; i += threads)
            to[i] = from[i];
    else
        for (size_t i = rank * piece; i < bytes; i += threads * piece)
            __pipeline_memcpy_async(to + i, from + i, piece);
}
template <class Group_>
EMU_INLINE void copy_together(const Group_ &group, void *to, const void *from, size_t bytes)
{
    copy_share(static_cast<char *>(to), static_cast<const char *>(from), bytes, group.thread_rank(),
               group.size());
}
} // namespace emu

namespace cuda
{
/* For a barrier or a pipeline, which says what comes next. */
template <class T_, class For_>
EMU_INLINE void memcpy_async(T_ *to, const T_ *from, size_t bytes, For_ &what)
{
    ::emu::copy_share(reinterpret_cast<char *>(to), reinterpret_cast<const char *>(from), bytes, 0,
                      1);
    what.emu_copied();
}
template <class Group_, class T_, class For_>
EMU_INLINE void memcpy_async(const Group_ &group, T_ *to, const T_ *from, size_t bytes, For_ &what)
{
    ::emu::copy_together(group, to, from, bytes);
    what.emu_copied();
}
} // namespace cuda

namespace cooperative_groups
{
template <class Group_, class T_>
EMU_INLINE void memcpy_async(const Group_ &group, T_ *to, const T_ *from, size_t bytes)
{
    ::emu::copy_together(group, to, from, bytes);
    __pipeline_commit();
}
/* Of arrays of so many elements: the shorter one's. */
template <class Group_, class T_>
EMU_INLINE void memcpy_async(const Group_ &group, T_ *to, size_t room, const T_ *from, size_t count)
{
    ::emu::copy_together(group, to, from, (room < count ? room : count) * sizeof(T_));
    __pipeline_commit();
}
template <unsigned N_, class Group_> EMU_INLINE void wait_prior(const Group_ &group)
{
    __pipeline_wait_prior(N_);
    group.sync();
}
template <class Group_> EMU_INLINE void wait(const Group_ &group) EMU_IS(wait_prior<0>(group));
} // namespace cooperative_groups
