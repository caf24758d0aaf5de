/* The counters that are set beside those of Nsight Compute, and where the two must differ. */
#pragma once

#include <string.h>

/* A counter: the names under which ncu and the emulator have it; up to two of ncu's are added. How
 * the hardware splits an atomic in which some lanes meet is not documented; the rule that the
 * emulator follows is within 11 of 46262 sectors for a random histogram. */
static const struct counter {
    const char *title, *ncu[2], *emulator;
    double tolerance; /* relative */
} counters[] = {
#define GLOBAL(unit, op) "l1tex__t_" unit "_pipe_lsu_mem_global_op_" op ".sum"
#define WAVEFRONTS(op)   "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" op ".sum"
#define EXACT(op)        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_" op ".sum"
    {"load requests", {GLOBAL("requests", "ld"), 0}, GLOBAL("requests", "ld"), 0},
    {"load sectors", {GLOBAL("sectors", "ld"), 0}, GLOBAL("sectors", "ld"), 0},
    {"store requests", {GLOBAL("requests", "st"), 0}, GLOBAL("requests", "st"), 0},
    {"store sectors", {GLOBAL("sectors", "st"), 0}, GLOBAL("sectors", "st"), 0},
    {"atomic requests",
     {GLOBAL("requests", "red"), GLOBAL("requests", "atom")},
     GLOBAL("requests", "red"),
     0},
    {"atomic sectors",
     {GLOBAL("sectors", "red"), GLOBAL("sectors", "atom")},
     GLOBAL("sectors", "red"),
     0.001},
    {"shared load wavefronts", {EXACT("ld"), 0}, WAVEFRONTS("ld"), 0},
    {"shared store wavefronts", {EXACT("st"), 0}, WAVEFRONTS("st"), 0},
    {"shared atomic wavefronts", {WAVEFRONTS("atom"), 0}, WAVEFRONTS("atom"), 0},
};
enum { COUNTERS = sizeof counters / sizeof *counters };

/* Where the hardware ran other accesses than the source has. `source` is what the source amounts
 * to, worked out by hand. */
static const struct exception {
    const char *kernel, *counter;
    double source;
    const char *reason;
} exceptions[] = {
    {"gemm_tiled<32>", "shared load wavefronts", 1048576,
     "ptxas reads four neighbors of a row of A with one 16-byte load"},
    {"gemm_thread_tiled<64, 8, 4>", "shared load wavefronts", 262144,
     "ptxas reads a thread's four values of A with one 16-byte load"},
    {"atomic_same_constant", "atomic sectors", 65536,
     "nvcc adds once a warp: the lanes' ones are counted first"},
    {"shared_atomic_same", "shared atomic wavefronts", 65536,
     "nvcc adds up a warp's values first (REDUX)"},
    {"shared_histogram", "shared atomic wavefronts", 7202,
     "adding one is an instruction of its own (POPC.INC), which serves equal addresses at once"},
    {"row_distance", "load requests", 4200,
     "nvcc unrolls the loop by four; lanes with one more round part from the others"},
    {"reread", "load requests", 65536,
     "nvcc finds that every fourth round reads the same, and keeps it in registers"},
    {"reread", "load sectors", 1081344, "as its requests"},
    {"tree_scan", "shared load wavefronts", 26368,
     "where a level's pairs are neighbors, nvcc reads both with one 8-byte load"},
    {"tree_scan", "shared store wavefronts", 20352, "… and stores both at once"},
    {"compact", "store sectors", 1880,
     "where a warp's elements come depends on the order of the warps; here they go one after "
     "another"},
    {"copy_async", "shared store wavefronts", 1024,
     "an asynchronous copy is no store: ncu counts it only in the sum of all wavefronts"},
};
enum { EXCEPTIONS = sizeof exceptions / sizeof *exceptions };

static const struct exception *exception_of(const char *kernel, const char *counter)
{
    for (const struct exception *e = exceptions; e < exceptions + EXCEPTIONS; e++)
        if (strcmp(e->kernel, kernel) == 0 && strcmp(e->counter, counter) == 0)
            return e;
    return NULL;
}
