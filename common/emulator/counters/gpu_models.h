/* The GPUs that the emulator can pose as: limits and rates. Sources: NVIDIA's data sheets, the
 * tables of the CUDA C++ Programming Guide ("Compute Capabilities"), cudaGetDeviceProperties. */
#pragma once

#include "program/basics.h"

struct emu_gpu {
    const char *name;      /* as EMU_GPU names it */
    const char *full_name; /* as the driver does */
    int major, minor;      /* compute capability */
    int sms;
    int clock_khz, memory_khz, bus_bits; /* bandwidth = 2 x memory clock x bus / 8 */
    size_t memory, l2;                   /* bytes */
    int threads_per_sm, blocks_per_sm, registers_per_sm;
    size_t shared_per_sm, shared_per_block; /* shared_per_block: the most that one may opt in to */
    size_t shared_reserved;                 /* what the system takes of every block */
    size_t l1;            /* of an SM; shared memory is a part of it (GTX 1080 Ti: L1 alone) */
    int l1_apart;         /* … it is not */
    int fp32, fp64, popc; /* operations (an FMA is one) an SM does in a cycle */
    double l2_bytes;      /* the most bytes of L2 that all SMs together get in a cycle */
};

/* The one that EMU_GPU names, in any case; the H200 unless said. */
const struct emu_gpu *emu_gpu_now(void);
/* Blocks of `threads` threads and `shared` bytes (static and dynamic) that one SM holds at once, 0
 * if not even one fits, and what it is that there are no more of. */
struct emu_occupancy {
    int blocks, warps; /* on one SM at once */
    int most_warps;    /* that any kernel could have there */
    const char *limit; /* "threads", "blocks", "shared memory" */
};
struct emu_occupancy emu_gpu_occupancy(const struct emu_gpu *gpu, int threads, size_t shared);
/* Bytes of L1 that are left when the blocks of an SM have `shared` bytes of shared memory. */
size_t emu_gpu_l1(const struct emu_gpu *gpu, size_t shared);
