/* Cooperative groups as far as a block and its warps go: thread_block, tiles of up to 32 threads,
 * the lanes that are here. And the grid of a cooperative launch; no clusters. What a group does,
 * its warp's functions do: it is a mask of lanes and an order among them (warp_functions.c). */
#pragma once

#include "cuda_runtime.h"

/* The caller's group: a tile of `size` lanes or, if not 0, these `lanes`; of size 0: the block. */
extern "C" {
EMU_DEVICE unsigned emu_group_mask(unsigned size, unsigned lanes);
EMU_DEVICE unsigned emu_group_rank(unsigned size, unsigned lanes); /* the caller's */
EMU_DEVICE void emu_group_sync(unsigned size, unsigned lanes);
EMU_DEVICE unsigned emu_lane_of(unsigned lanes, unsigned rank);  /* the caller's if there is none */
EMU_DEVICE unsigned emu_ranks_of(unsigned lanes, unsigned some); /* of some of them, a bit each */
EMU_DEVICE unsigned emu_lanes_of_tile(unsigned lanes, unsigned size); /* the caller's, by ranks */
}

namespace cooperative_groups
{
/* A block or a group within a warp: `size` lanes, aligned to their number; or, where `lanes` is not
 * 0, those lanes; of size 0: the block. */
class thread_group
{
  protected:
    unsigned size_, lanes_;

  public:
    EMU_DEVICE thread_group(unsigned size, unsigned lanes) : size_(size), lanes_(lanes) {}
    EMU_METHOD void sync() const EMU_IS(emu_group_sync(size_, lanes_));
    EMU_METHOD unsigned thread_rank() const EMU_IS(emu_group_rank(size_, lanes_));
    EMU_DEVICE unsigned size() const EMU_IS(size_ ? size_ : blockDim.z *(blockDim.x *blockDim.y));
    EMU_DEVICE unsigned num_threads() const EMU_IS(size());
    EMU_DEVICE static bool is_valid() EMU_IS(true);
    EMU_DEVICE thread_group tile(unsigned size) const
    {
        const unsigned lanes = lanes_ ? emu_lanes_of_tile(lanes_, size) : 0;
        return thread_group(lanes ? __popc(lanes) : size, lanes);
    }
};

class thread_block : public thread_group
{
  public:
    EMU_DEVICE thread_block() : thread_group(0, 0) {}
    EMU_METHOD static void sync() EMU_IS(__syncthreads());
    EMU_DEVICE static unsigned thread_rank()
        EMU_IS(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
    EMU_DEVICE static unsigned size() EMU_IS(blockDim.z *(blockDim.x *blockDim.y));
    EMU_DEVICE static dim3 group_index() EMU_IS(blockIdx);
    EMU_DEVICE static dim3 thread_index() EMU_IS(threadIdx);
    EMU_DEVICE static dim3 group_dim() EMU_IS(blockDim);
    EMU_DEVICE static dim3 dim_threads() EMU_IS(blockDim);
};

/* Its barrier needs a cooperative launch: an error of the kernel elsewhere. */
class grid_group
{
  public:
    EMU_DEVICE void sync() const EMU_CALLS(emu_grid_sync);
    EMU_DEVICE bool is_valid() const EMU_CALLS(emu_grid_is_valid);
    EMU_DEVICE static unsigned long long num_blocks()
        EMU_IS(gridDim.z *((unsigned long long)gridDim.y *gridDim.x));
    EMU_DEVICE static unsigned long long block_rank()
        EMU_IS(blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
    EMU_DEVICE static unsigned long long num_threads() EMU_IS(num_blocks() * thread_block::size());
    EMU_DEVICE static unsigned long long size() EMU_IS(num_threads());
    EMU_DEVICE static unsigned long long thread_rank()
        EMU_IS(block_rank() * thread_block::size() + thread_block::thread_rank());
    EMU_DEVICE static dim3 dim_blocks() EMU_IS(gridDim);
    EMU_DEVICE static dim3 group_dim() EMU_IS(gridDim);
    EMU_DEVICE static dim3 block_index() EMU_IS(blockIdx);
};

EMU_DEVICE static inline grid_group this_grid() EMU_IS(grid_group());
EMU_DEVICE void sync(const grid_group &) EMU_CALLS(emu_grid_sync);

EMU_DEVICE static inline thread_block this_thread_block() EMU_IS(thread_block());

/* Of lanes of a warp. */
class warp_group : public thread_group
{
  public:
    using thread_group::thread_group;
    EMU_METHOD unsigned mask() const EMU_IS(emu_group_mask(size_, lanes_));
    EMU_METHOD unsigned ballot(int predicate) const
        EMU_IS(emu_ranks_of(mask(), __ballot_sync(mask(), predicate)));
    EMU_METHOD int any(int predicate) const EMU_IS(__any_sync(mask(), predicate));
    EMU_METHOD int all(int predicate) const EMU_IS(__all_sync(mask(), predicate));
};

template <unsigned Size, typename Parent = void> class thread_block_tile : public warp_group
{
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "tiles have 1, 2, 4, 8, 16 or 32 threads");

  public:
    EMU_DEVICE thread_block_tile() : warp_group(Size, 0) {}
    template <typename Other>
    EMU_DEVICE thread_block_tile(const thread_block_tile<Size, Other> &) : warp_group(Size, 0)
    {
    }
    EMU_DEVICE static constexpr unsigned size() EMU_IS(Size);
    EMU_DEVICE static unsigned meta_group_rank() EMU_IS(thread_block::thread_rank() / Size);
    EMU_DEVICE static unsigned meta_group_size() EMU_IS((thread_block::size() + Size - 1) / Size);
#define EMU_TILE_SHUFFLE(name)                                                                     \
    template <class T_>                                                                            \
    EMU_METHOD T_ name(T_ value, unsigned x)                                                       \
        const EMU_IS(__##name##_sync(mask(), value, x, Size));
    EMU_TILE_SHUFFLE(shfl)
    EMU_TILE_SHUFFLE(shfl_up)
    EMU_TILE_SHUFFLE(shfl_down)
    EMU_TILE_SHUFFLE(shfl_xor)
};

template <unsigned Size, typename Group>
EMU_DEVICE static inline thread_block_tile<Size, Group> tiled_partition(const Group &)
    EMU_IS(thread_block_tile<Size, Group>());

class coalesced_group : public warp_group
{
  public:
    EMU_DEVICE explicit coalesced_group(unsigned lanes) : warp_group(__popc(lanes), lanes) {}
    template <class T_>
    EMU_METHOD T_ shfl(T_ value, unsigned rank) const
        EMU_IS(__shfl_sync(lanes_, value, emu_lane_of(lanes_, rank % size_)));
    template <class T_>
    EMU_METHOD T_ shfl_up(T_ value, unsigned delta) const
        EMU_IS(__shfl_sync(lanes_, value, emu_lane_of(lanes_, thread_rank() - delta)));
    template <class T_>
    EMU_METHOD T_ shfl_down(T_ value, unsigned delta) const
        EMU_IS(__shfl_sync(lanes_, value, emu_lane_of(lanes_, thread_rank() + delta)));
};

EMU_DEVICE static inline thread_group tiled_partition(const thread_group &parent, unsigned size)
    EMU_IS(parent.tile(size));
EMU_METHOD static void sync(const thread_group &group) EMU_IS(group.sync());
EMU_DEVICE static inline unsigned thread_rank(const thread_group &group)
    EMU_IS(group.thread_rank());
EMU_DEVICE static inline unsigned group_size(const thread_group &group) EMU_IS(group.size());

/* The members of the caller's group that have the same label. */
EMU_METHOD static coalesced_group labeled_partition(const warp_group &group, long long label)
    EMU_IS(coalesced_group(__match_any_sync(group.mask(), label)));
EMU_METHOD static coalesced_group binary_partition(const warp_group &group, bool predicate)
    EMU_IS(labeled_partition(group, predicate));

EMU_METHOD static coalesced_group coalesced_threads() EMU_IS(coalesced_group(__activemask()));
} // namespace cooperative_groups
