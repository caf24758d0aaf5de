/* The table of GPUs, and which one is chosen. */
#include "record.h"

#include <ctype.h>

#define KIB ((size_t)1 << 10)
#define MIB ((size_t)1 << 20)
#define GIB ((size_t)1 << 30)

/* name, driver's name, capability, SMs, clocks in kHz, bus, memory, L2, threads, blocks and
 * registers of an SM, shared memory of an SM, of a block, reserved; L1, apart from shared memory?;
 * FMAs in float and double, population counts an SM and cycle (CUDA C++ Programming Guide,
 * "Arithmetic Instructions"); bytes that L2 delivers in a cycle.
 *
 * Floors rest on these rates, so that no launch may exceed them. What the H200's L2 delivers is
 * measured: sectors over ncu's percentage of what it can (yardstick). The others' is what their
 * clocks allow: 32 or 64 bytes a slice and cycle. */
#define GPU(...)                                                                                   \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
static const struct emu_gpu gpus[] = {
    GPU("H200", "NVIDIA H200", 9, 0, 132, 1980000, 3201000, 6016, 141 * GIB, 60 * MIB, 2048, 32,
        65536, 228 * KIB, 227 * KIB, KIB, 256 * KIB, 0, 128, 64, 16, 2900),
    GPU("H100", "NVIDIA H100 80GB HBM3", 9, 0, 132, 1980000, 2619000, 5120, 80 * GIB, 50 * MIB,
        2048, 32, 65536, 228 * KIB, 227 * KIB, KIB, 256 * KIB, 0, 128, 64, 16, 2900),
    GPU("A100", "NVIDIA A100-SXM4-40GB", 8, 0, 108, 1410000, 1215000, 5120, 40 * GIB, 40 * MIB,
        2048, 32, 65536, 164 * KIB, 163 * KIB, KIB, 192 * KIB, 0, 64, 32, 16, 5120),
    GPU("RTX 4090", "NVIDIA GeForce RTX 4090", 8, 9, 128, 2520000, 10501000, 384, 24 * GIB,
        72 * MIB, 1536, 24, 65536, 100 * KIB, 99 * KIB, KIB, 128 * KIB, 0, 128, 2, 16, 2048),
    GPU("T4", "Tesla T4", 7, 5, 40, 1590000, 5001000, 256, 16 * GIB, 4 * MIB, 1024, 16, 65536,
        64 * KIB, 64 * KIB, 0, 96 * KIB, 0, 64, 2, 16, 1280),
    GPU("V100", "Tesla V100-SXM2-16GB", 7, 0, 80, 1530000, 877000, 4096, 16 * GIB, 6 * MIB, 2048,
        32, 65536, 96 * KIB, 96 * KIB, 0, 128 * KIB, 0, 64, 32, 16, 2048),
    GPU("GTX 1080 Ti", "NVIDIA GeForce GTX 1080 Ti", 6, 1, 28, 1582000, 5505000, 352, 11 * GIB,
        2816 * KIB, 2048, 32, 65536, 96 * KIB, 48 * KIB, 0, 48 * KIB, 1, 128, 4, 32, 1408)};
enum { GPUS = sizeof gpus / sizeof *gpus };

/* Letters and digits only, in any case: "rtx-4090" is "RTX 4090". */
static int same_name(const char *a, const char *b)
{
    while (*a && !isalnum((unsigned char)*a))
        a++;
    while (*b && !isalnum((unsigned char)*b))
        b++;
    return toupper((unsigned char)*a) == toupper((unsigned char)*b) &&
           (!*a || same_name(a + 1, b + 1));
}

const struct emu_gpu *emu_gpu_now(void)
{
    const char *wish = getenv("EMU_GPU");
    for (int i = 0; i < GPUS; i++)
        if (!wish || !*wish || same_name(gpus[i].name, wish))
            return &gpus[i];
    fprintf(stderr, "emulator: EMU_GPU=%s is not known; one of:", wish);
    for (int i = 0; i < GPUS; i++)
        fprintf(stderr, "%s %s", i ? "," : "", gpus[i].name);
    fputc('\n', stderr);
    exit(2);
}

/* Shared memory is cut from the L1 in steps. */
size_t emu_gpu_l1(const struct emu_gpu *gpu, size_t shared)
{
    static const size_t steps[] = {0, 8, 16, 32, 64, 96, 100, 132, 164, 196, 228};
    if (gpu->l1_apart)
        return gpu->l1;
    size_t taken = gpu->shared_per_sm;
    for (size_t i = sizeof steps / sizeof *steps; i-- > 0;)
        if (steps[i] * KIB >= shared && steps[i] * KIB <= gpu->shared_per_sm)
            taken = steps[i] * KIB;
    return gpu->l1 - taken;
}

/* ---- how many blocks an SM holds at once, and what stops it from holding more. Rules of the CUDA
 * C++ Programming Guide and the occupancy calculator of Nsight Compute: warps are whole, shared
 * memory comes in units of 128 bytes (256 before compute capability 8) with what the system
 * reserves for each block. Registers are not known: the code is the CPU's ---- */

static void limit(struct emu_occupancy *occupancy, size_t blocks, const char *what)
{
    if (blocks < (size_t)occupancy->blocks) {
        occupancy->blocks = (int)blocks;
        occupancy->limit = what;
    }
}

struct emu_occupancy emu_gpu_occupancy(const struct emu_gpu *gpu, int threads, size_t shared)
{
    struct emu_occupancy occupancy = {gpu->blocks_per_sm, 0, gpu->threads_per_sm / 32, "blocks"};
    const int warps = (threads + 31) / 32;
    if (threads < 1 || threads > 1024 || shared > gpu->shared_per_block) {
        occupancy.blocks = 0;
        occupancy.limit = threads < 1 || threads > 1024 ? "threads" : "shared memory";
        return occupancy;
    }
    limit(&occupancy, (size_t)(gpu->threads_per_sm / 32 / warps), "threads");
    const size_t unit = gpu->major >= 8 ? 128 : 256,
                 each = (shared + gpu->shared_reserved + unit - 1) / unit * unit;
    if (each)
        limit(&occupancy, gpu->shared_per_sm / each, "shared memory");
    occupancy.warps = occupancy.blocks * warps;
    return occupancy;
}
