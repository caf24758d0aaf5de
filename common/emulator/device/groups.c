/* What cooperative groups ask of their lanes (include/cooperative_groups.h). */
#include "device_calls.h"
#include "engine/engine.h"
#include "include/driver_types.h"
#include "program/findings.h"

void __syncthreads(void);
void __syncwarp(unsigned mask);

unsigned emu_group_mask(unsigned size, unsigned lanes)
{
    const unsigned tile = size >= EMU_WARP ? EMU_ALL : (1u << size) - 1;
    return lanes ? lanes : tile << ((unsigned)emu_lane() & ~(size - 1));
}

static unsigned rank_of(unsigned lanes, unsigned lane)
{
    return (unsigned)__builtin_popcount(lanes & ((1u << lane) - 1));
}

unsigned emu_group_rank(unsigned size, unsigned lanes)
{
    const struct emu_builtins *b = &emu_builtins;
    return size ? rank_of(emu_group_mask(size, lanes), (unsigned)emu_lane())
                : b->thread.x + b->block_dim.x * (b->thread.y + b->block_dim.y * b->thread.z);
}

void emu_group_sync(unsigned size, unsigned lanes)
{
    if (size)
        __syncwarp(emu_group_mask(size, lanes));
    else
        __syncthreads();
}

unsigned emu_lane_of(unsigned lanes, unsigned rank)
{
    EACH_LANE (lane, lanes)
        if (rank-- == 0)
            return lane;
    return (unsigned)emu_lane();
}

unsigned emu_ranks_of(unsigned lanes, unsigned some)
{
    unsigned ranks = 0;
    EACH_LANE (lane, some & lanes)
        ranks |= 1u << rank_of(lanes, lane);
    return ranks;
}

unsigned emu_lanes_of_tile(unsigned lanes, unsigned size)
{
    const unsigned rank = rank_of(lanes, (unsigned)emu_lane());
    return LANES_WHERE(lane, lanes, rank_of(lanes, lane) / size == rank / size);
}

int emu_grid_is_valid(const void *grid) IS(emu_launch_now->cooperative);

void emu_grid_sync(const void *grid)
{
    if (!emu_launch_now->cooperative) {
        emu_finding(EMU_BAD_LAUNCH, emu_host_place,
                    "the kernel waits for the whole grid at %s, but this launch is not "
                    "cooperative; start it with cudaLaunchCooperativeKernel",
                    line_name(CALLER));
        emu_abandon(cudaErrorLaunchFailure);
    }
    emu_barrier(EMU_SYNC_GRID, 0, CALLER);
}
