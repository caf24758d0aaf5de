/* The emulator's rules, each alone: sectors, wavefronts and bank conflicts of one warp-level
 * access, blocks on one SM. The figures are what Nsight Compute counts on an H200 for one access of
 * that shape, and NVIDIA's occupancy calculator. */
#include "counters/record.h"
#include "emulator.h"
#include "emulator/counters/record.h"
#include "expect.h"

#include <string.h>

/* Addresses of 32 lanes: base + bytes * (lane / divide % modulo) * stride. */
static const uint64_t *lanes(uint64_t base, unsigned bytes, unsigned divide, unsigned modulo,
                             unsigned stride)
{
    static uint64_t address[EMU_WARP];
    for (unsigned l = 0; l < EMU_WARP; l++)
        address[l] = base + (uint64_t)bytes * (l / divide % modulo) * stride;
    return address;
}

static void sectors(void)
{
    static const struct {
        uint64_t base;
        unsigned bytes, stride;
        uint32_t mask;
        unsigned expected;
    } cases[] = {
        {0, 4, 1, EMU_ALL, 4},    {4, 4, 1, EMU_ALL, 5},     {0, 4, 2, EMU_ALL, 8},
        {0, 4, 8, EMU_ALL, 32},   {0, 4, 1024, EMU_ALL, 32}, {0, 4, 0, EMU_ALL, 1},
        {0, 1, 1, EMU_ALL, 1},    {31, 1, 1, EMU_ALL, 2},    {0, 2, 1, EMU_ALL, 2},
        {0, 8, 1, EMU_ALL, 8},    {0, 16, 1, EMU_ALL, 16},   {0, 16, 3, EMU_ALL, 32},
        {0, 4, 1, 0x0000ffff, 2}, {0, 4, 1, 0x80000001, 2},  {0, 4, 1, 1, 1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const unsigned got =
            units_sectors(lanes(cases[i].base, cases[i].bytes, 1, EMU_WARP, cases[i].stride),
                          cases[i].mask, cases[i].bytes);
        CHECK(got == cases[i].expected, "case %u: %u sectors, expected %u", i, got,
              cases[i].expected);
    }
    uint64_t backwards[EMU_WARP];
    for (unsigned l = 0; l < EMU_WARP; l++)
        backwards[l] = 4 * (EMU_WARP - 1 - l);
    CHECK(units_sectors(backwards, EMU_ALL, 4) == 4, "order of lanes must not matter");
}

static void wavefronts(void)
{
    static const struct {
        unsigned bytes, divide, modulo, stride;
        uint32_t mask;
        enum event_type type;
        unsigned expected, least;
    } cases[] = {
        /* 4 bytes: the deepest bank */
        {4, 1, 32, 1, EMU_ALL, EV_READ, 1, 1},
        {4, 1, 32, 2, EMU_ALL, EV_READ, 2, 1},
        {4, 1, 32, 3, EMU_ALL, EV_READ, 1, 1},
        {4, 1, 32, 32, EMU_ALL, EV_READ, 32, 1},
        {4, 1, 32, 33, EMU_ALL, EV_WRITE, 1, 1},
        {4, 1, 1, 1, EMU_ALL, EV_READ, 1, 1}, /* one word for all */
        {4, 1, 32, 32, 0x000000ff, EV_READ, 8, 1},
        /* 1 and 2 bytes: words, not bytes */
        {1, 1, 32, 1, EMU_ALL, EV_READ, 1, 1},
        {1, 1, 32, 128, EMU_ALL, EV_READ, 32, 1},
        {1, 1, 32, 4, EMU_ALL, EV_WRITE, 1, 1},
        {2, 1, 32, 1, EMU_ALL, EV_READ, 1, 1},
        {2, 1, 32, 64, EMU_ALL, EV_WRITE, 32, 1},
        /* 8 bytes: half a warp at a time, or all if neighbours share */
        {8, 1, 32, 1, EMU_ALL, EV_READ, 2, 2},
        {8, 1, 32, 1, 0x0000ffff, EV_READ, 1, 1},
        {8, 1, 32, 2, EMU_ALL, EV_READ, 4, 2},
        {8, 1, 1, 1, EMU_ALL, EV_READ, 1, 1},
        {8, 2, 16, 1, EMU_ALL, EV_READ, 1, 1},
        {8, 1, 2, 1, EMU_ALL, EV_READ, 1, 1},
        {8, 1, 4, 1, EMU_ALL, EV_READ, 2, 2},
        {8, 2, 16, 1, EMU_ALL, EV_WRITE, 2, 2},
        {8, 1, 32, 1, 0x80000001, EV_READ, 1, 1},
        /* 16 bytes: a quarter at a time */
        {16, 1, 32, 1, EMU_ALL, EV_READ, 4, 4},
        {16, 1, 32, 1, EMU_ALL, EV_WRITE, 4, 4},
        {16, 1, 1, 1, EMU_ALL, EV_READ, 2, 2},
        {16, 1, 1, 1, EMU_ALL, EV_WRITE, 4, 4},
        {16, 1, 32, 1, 0x000000ff, EV_READ, 1, 1},
        {16, 1, 2, 32, EMU_ALL, EV_READ, 4, 2},
        /* atomics: lanes that share a bank, or a word, wait for each other */
        {4, 1, 32, 1, EMU_ALL, EV_ATOMIC, 1, 1},
        {4, 1, 1, 1, EMU_ALL, EV_ATOMIC, 32, 1},
        {4, 1, 4, 1, EMU_ALL, EV_ATOMIC, 8, 1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned least = 0;
        const unsigned got = units_wavefronts(
            lanes(0, cases[i].bytes, cases[i].divide, cases[i].modulo, cases[i].stride),
            cases[i].mask, cases[i].bytes, cases[i].type, &least);
        CHECK(got == cases[i].expected && least == cases[i].least,
              "case %u: %u wavefronts (%u at least), expected %u (%u)", i, got, least,
              cases[i].expected, cases[i].least);
    }
}

static void atomics(void)
{
    CHECK(units_atomic_sectors(lanes(0, 4, 1, 32, 1), EMU_ALL) == 4, "side by side");
    CHECK(units_atomic_sectors(lanes(0, 4, 1, 1, 1), EMU_ALL) == 32, "all on one");
    CHECK(units_atomic_sectors(lanes(0, 4, 1, 8, 8), EMU_ALL) == 32, "groups of four, 8 sectors");
    CHECK(units_atomic_sectors(lanes(0, 8, 1, 32, 1), EMU_ALL) == 8, "doubles");
    CHECK(units_words(lanes(0, 4, 1, 32, 1), EMU_ALL) == 32, "constant words");
    CHECK(units_words(lanes(0, 4, 1, 1, 1), EMU_ALL) == 1, "one constant word");
}

static void occupancy(void)
{
    static const struct {
        const char *gpu;
        int threads;
        size_t shared;
        int blocks;
        const char *limit;
    } cases[] = {
        {"H200", 256, 0, 8, "threads"},
        {"H200", 32, 0, 32, "blocks"},
        {"H200", 1024, 0, 2, "threads"},
        {"H200", 33, 0, 32, "blocks"},
        {"H200", 768, 0, 2, "threads"},
        {"H200", 256, 48 << 10, 4, "shared memory"}, /* 228 KiB / 49 KiB */
        {"H200", 256, 227 << 10, 1, "shared memory"},
        {"H200", 256, 228 << 10, 0, "shared memory"},
        {"T4", 256, 0, 4, "threads"},
        {"T4", 32, 0, 16, "blocks"},
        {"T4", 64, 32 << 10, 2, "shared memory"},
        {"V100", 1024, 48 << 10, 2, "threads"},
        {"RTX 4090", 1024, 0, 1, "threads"},
        {"GTX 1080 Ti", 128, 12 << 10, 8, "shared memory"},
        {"A100", 64, 4 << 10, 32, "blocks"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        setenv("EMU_GPU", cases[i].gpu, 1);
        const struct emu_occupancy o =
            emu_gpu_occupancy(emu_gpu_now(), cases[i].threads, cases[i].shared);
        CHECK(o.blocks == cases[i].blocks && strcmp(o.limit, cases[i].limit) == 0,
              "case %u: %d blocks because of %s, expected %d because of %s", i, o.blocks, o.limit,
              cases[i].blocks, cases[i].limit);
    }
    setenv("EMU_GPU", "rtx4090", 1);
    CHECK(!strcmp(emu_gpu_now()->name, "RTX 4090"), "names of GPUs");
}

int main(void)
{
    sectors();
    wavefronts();
    atomics();
    occupancy();
    return finish();
}
