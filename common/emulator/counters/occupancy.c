/* How many blocks an SM holds at once, and what stops it from holding more. Rules of the CUDA C++
 * Programming Guide and the occupancy calculator of Nsight Compute: warps are whole, registers come
 * in units of 256 a warp, shared memory in units of 128 bytes (256 before compute capability 8)
 * with what the system reserves for each block. */
#include "gpu_models.h"

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static void limit(struct emu_occupancy *occupancy, size_t blocks, const char *what)
{
    if (blocks < (size_t)occupancy->blocks) {
        occupancy->blocks = (int)blocks;
        occupancy->limit = what;
    }
}

struct emu_occupancy emu_gpu_occupancy(const struct emu_gpu *gpu, int threads, size_t shared,
                                       int registers)
{
    struct emu_occupancy occupancy = {gpu->blocks_per_sm, 0, gpu->threads_per_sm / 32, "blocks"};
    const int warps = (threads + 31) / 32;
    if (threads < 1 || threads > 1024 || shared > gpu->shared_per_block) {
        occupancy.blocks = 0;
        occupancy.limit = threads < 1 || threads > 1024 ? "threads" : "shared memory";
        return occupancy;
    }
    limit(&occupancy, (size_t)(gpu->threads_per_sm / 32 / warps), "threads");
    if (registers > 0) {
        const size_t a_warp = round_up((size_t)registers * 32, 256);
        const size_t warps_fit = (size_t)gpu->registers_per_sm / a_warp / 4 * 4;
        limit(&occupancy, registers > 255 ? 0 : warps_fit / (size_t)warps, "registers");
    }
    const size_t each = round_up(shared + gpu->shared_reserved, gpu->major >= 8 ? 128 : 256);
    if (each)
        limit(&occupancy, gpu->shared_per_sm / each, "shared memory");
    occupancy.warps = occupancy.blocks * warps;
    return occupancy;
}

int emu_gpu_blocks(const struct emu_gpu *gpu, int threads, size_t shared)
{
    return emu_gpu_occupancy(gpu, threads, shared, 0).blocks;
}
