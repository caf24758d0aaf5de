/* How long the launch would take: a bound from each resource, the largest of which decides (a
 * roofline), and one from latency (Little's law). A model: good for "which of two kernels, and
 * why", never to be set beside a measured time as its equal.
 *
 * What it does not know: the GPU's own instructions (ptxas unrolls, merges and reorders),
 * registers, and arithmetic: it sees memory accesses and basic blocks only, so that a kernel bound
 * by POPC, divisions or tensor instructions looks faster than it is. */
#include "model.h"
#include "emulator.h"
#include "record.h"

#include <math.h>
#include <string.h>

enum { IN_FLIGHT = 6 }; /* rounds of a loop of one basic block whose loads are under way at once */
enum { STEER = 4 };     /* rounds that share one branch, as such loops are unrolled */
enum { SHARED_LATENCY = 30, BARRIER_CYCLES = 40, LAUNCH_CYCLES = 4000 };
enum { ATOMIC_CYCLES = 4 }; /* between two atomics on one line of L2 */
static const double CONSTANT_CYCLES =
    2.5; /* for each further word that a warp reads of constant memory */
static const double L2_WRITE_COST = 1.6;   /* a sector written, in sectors read */
static const double L2_PARTIAL_COST = 2.6; /* … in part */
static const double DRAM_WRITE_COST = 1.2; /* likewise: the bus turns round */
static const double ISSUE = 4;             /* warp instructions an SM begins in a cycle */

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Chance that at least one of `count` loads misses when a share `miss` does. */
static double any_of(double miss, int count)
{
    double none = 1;
    while (count-- > 0)
        none *= 1 - miss;
    return 1 - none;
}

/* Cycles until the data of `together` such loads, begun at once, is there. */
static double load_latency(const struct launch_record *record, const struct line_counts *place,
                           int together)
{
    if (place->space == EMU_SHARED)
        return SHARED_LATENCY + (double)place->count.units / (double)place->count.requests;
    if (place->space == EMU_CONSTANT)
        return 8;
    const int *latency = record->gpu->latency;
    const double sectors = (double)place->count.units;
    if (!record->memory.known || sectors == 0)
        return latency[2];
    const double miss = 1 - (double)place->count.hits / sectors;
    const double far = miss - (double)place->count.l2_hits / sectors;
    return latency[0] + any_of(miss, together) * (latency[1] - latency[0]) +
           any_of(far, together) * (latency[2] - latency[1]);
}

/* Loads whose addresses follow no pattern may depend on one another: one at a time, unless a
 * regular load beside them delivers the addresses. */
static int rounds_in_flight(const struct launch_record *record, const struct line_counts *place)
{
    if (!place->self_loop)
        return 1;
    for (size_t i = 0; i < record->places; i++)
        if (record->place[i].node == place->node && event_type(record->place[i].word) == EV_READ &&
            record->place[i].regular)
            return IN_FLIGHT;
    return 1;
}

/* Cycles that a warp waits for loads, all its warps' turns added: in each run of a basic block its
 * loads are begun together, in a loop of one block those of several rounds. */
static double waiting(const struct launch_record *record)
{
    double cycles = 0;
    for (size_t i = 0; i < record->places; i++) {
        const struct line_counts *place = &record->place[i];
        if (event_type(place->word) != EV_READ && event_type(place->word) != EV_ATOMIC)
            continue;
        const int together = rounds_in_flight(record, place);
        const double batches = (double)place->count.requests / together;
        const double mine = batches * load_latency(record, place, together);
        int slowest = 1; /* of the loads of its block, which all wait at once */
        for (size_t k = 0; k < record->places && slowest; k++) {
            const struct line_counts *other = &record->place[k];
            if (k == i || other->node != place->node || event_type(other->word) != EV_READ)
                continue;
            const double others =
                (double)other->count.requests / together * load_latency(record, other, together);
            slowest = others < mine || (others == mine && k > i);
        }
        if (slowest)
            cycles += mine;
    }
    return cycles;
}

static double sum_units(const struct launch_record *record, enum emu_space space, int lines)
{
    double sum = 0;
    for (size_t i = 0; i < record->places; i++)
        if (record->place[i].space == space)
            sum += (double)(lines ? record->place[i].count.lines : record->place[i].count.units);
    return sum;
}

static double requests(const struct launch_record *record, enum emu_space space)
{
    double sum = 0;
    for (size_t i = 0; i < record->places; i++)
        if (record->place[i].space == space)
            sum += (double)record->place[i].count.requests;
    return sum;
}

/* A guess: half an instruction of arithmetic and addresses to each access, two to steer each
 * block. */
static double instructions(const struct launch_record *record)
{
    double sum = 0;
    for (size_t i = 0; i < record->places; i++)
        sum += 1.5 * (double)record->place[i].count.requests;
    for (size_t i = 0; i < record->basic_blocks; i++) {
        const struct block_counts *block = &record->basic_block[i];
        sum += 2.0 / (block->self_loop ? STEER : 1) *
               ((double)block->entered + (double)block->entered_apart / 8);
    }
    return sum + 4 * (double)record->events[WARP_EXCHANGES];
}

struct model_times model_of(const struct launch_record *record)
{
    const struct emu_gpu *gpu = record->gpu;
    const struct emu_dim3 g = record->grid, b = record->block;
    const double blocks = (double)g.x * g.y * g.z, sms = gpu->sms;
    const double warps = blocks * ((b.x * b.y * b.z + 31) / 32);
    const double turns =
        (double)(uint64_t)((blocks + sms - 1) / sms); /* blocks of the busiest SM */
    const double share = turns / blocks;              /* of all work that the busiest SM has */
    const double cycle = 1e3 / gpu->clock_khz;        /* microseconds */
    const double resident = record->resident ? record->resident : 1;
    const double rounds = (double)(uint64_t)((turns + resident - 1) / resident);
    struct model_times t;
    const double nominal = 2.0 * gpu->memory_khz * 1e3 * gpu->bus_bits / 8 / 1e6; /* bytes / us */
    t.dram =
        ((double)record->memory.dram_read + DRAM_WRITE_COST * (double)record->memory.dram_written) /
        (nominal * gpu->dram_share);
    t.l2 = 32 *
           ((double)record->memory.l2_read +
            L2_WRITE_COST * (double)(record->memory.l2_written - record->memory.l2_partial) +
            L2_PARTIAL_COST * (double)record->memory.l2_partial) /
           gpu->l2_bytes * cycle;
    t.l2 = larger(t.l2, (double)record->memory.atomics_on_a_line * ATOMIC_CYCLES * cycle);
    t.l1 = (sum_units(record, EMU_GLOBAL, 1) + sum_units(record, EMU_SHARED, 0)) * share * cycle;
    const double words = sum_units(record, EMU_CONSTANT, 0) - requests(record, EMU_CONSTANT);
    t.arithmetic = instructions(record) * share / ISSUE * cycle;
    t.latency = (waiting(record) / warps + (double)record->barriers / blocks * BARRIER_CYCLES +
                 (double)record->events[WARP_EXCHANGES] / warps * SHARED_LATENCY) *
                    rounds * cycle +
                words * CONSTANT_CYCLES * share * cycle;
    const struct {
        const char *name;
        double time;
    } all[] = {{"DRAM", t.dram},
               {"L2", t.l2},
               {sum_units(record, EMU_GLOBAL, 1) > sum_units(record, EMU_SHARED, 0)
                    ? "L1"
                    : "shared memory",
                t.l1},
               {"latency", t.latency},
               {"arithmetic", t.arithmetic}};
    t.total = 0;
    t.bound = "latency";
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].time > t.total) {
            t.total = all[i].time;
            t.bound = all[i].name;
        }
    /* Nothing overlaps perfectly: a quarter of the second largest shows. */
    double second = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, t.bound) != 0)
            second = larger(second, all[i].time);
    const double bound = t.total;
    t.total += second / 4 + LAUNCH_CYCLES * cycle;
    if (bound < 0.6 * t.total)
        t.bound = "latency"; /* nothing is busy most of the time */
    return t;
}

double emu_modelled(const char **bound)
{
    double sum = 0, longest = -1;
    for (size_t i = 0; i < record_count(); i++) {
        const struct launch_record *record = record_at(i);
        if (!record->memory.known)
            return NAN;
        const struct model_times t = model_of(record);
        sum += t.total;
        if (bound && t.total > longest)
            *bound = t.bound;
        longest = larger(longest, t.total);
    }
    return sum;
}
