/* The floor: a launch takes at least as long as the unit of the GPU that needs most for the work
 * that was counted. A bound, not an estimate: what is not known is left out, rates are the highest
 * ones. What the compiler may take away from the accesses of the source is taken away here:
 * adjacent words of shared memory may arrive in one 16-byte access, the lanes of an atomic may be
 * added up first, a value that is loaded again may still be in a register. */
#include "launch_report.h"
#include "counters/record.h"

#include <math.h>

/* Sectors of L2 that take the time of one that is read (H200, ncu's throughput of the LTS). */
static const double L2_WRITE_COST = 1.3;
static const double L2_PARTIAL_COST = 1.6; /* of a sector written in part */
static const double WORD_CYCLES = 2.0;     /* a further word that a warp reads of constant memory */
static const double ISSUE = 4;             /* warp instructions an SM begins in a cycle */

/* SMs among which the blocks are dealt: the busiest has this share of the work, or more. */
static double sms_used(const struct launch_record *record)
{
    const double blocks = (double)number_in(record->grid), sms = record->gpu->sms;
    return blocks < sms ? blocks : sms;
}

/* Cycles of the pipe of L1 and shared memory: to look up lines, or one for each wavefront. */
static double pipe_cycles(const struct line_counts *place)
{
    const struct counts *c = &place->count;
    if (event_type(place->word) == EV_ATOMIC)
        return (double)c->requests;
    if (place->space == EMU_SHARED)
        return (double)c->units / place->joined;
    if (place->kept && c->units)
        return (double)c->lines * (double)(c->units - c->hits) / (double)c->units;
    return (double)c->lines;
}

static double microseconds(const struct launch_record *record, double cycles)
    IS(cycles * 1e3 / record->gpu->clock_khz);

static double dram_time(const struct launch_record *record, int first)
{
    const struct emu_gpu *gpu = record->gpu;
    const double bytes_a_us = 2.0 * gpu->memory_khz * 1e3 * gpu->bus_bits / 8 / 1e6;
    double bytes = (double)(record->memory.dram_read + record->memory.dram_written);
    if (!first)
        bytes = fmax(0, bytes - (double)gpu->l2);
    return bytes / bytes_a_us;
}

static double l2_time(const struct launch_record *record)
{
    const double in_part = (double)record->memory.l2_partial,
                 whole = (double)record->memory.l2_written - in_part,
                 partial = fmax(0, in_part - (double)record->memory.l2_stored_again),
                 from_dram = (double)record->memory.dram_read / 32,
                 read = (double)record->memory.l2_read,
                 first = from_dram < read ? from_dram : read, /* L1 may keep the rest */
        sectors = first + L2_WRITE_COST * whole + L2_PARTIAL_COST * partial;
    return microseconds(record, 32 * sectors / record->gpu->l2_bytes);
}

struct floor_times floor_of(const struct launch_record *record, int first)
{
    static const char *const names[FLOOR_UNITS] = {"DRAM", "L2", "L1", "constant cache", "issue"};
    double pipe[2] = {0, 0}, words = 0, shuffles;
    double requests = -(double)record->async_copies; /* one instruction has both accesses of one */
    struct floor_times t = {{0}, 0, FLOOR_ISSUE, ""};
    for (size_t i = 0; i < record->places; i++) {
        const struct line_counts *place = &record->place[i];
        if (place->space == EMU_CONSTANT) {
            words += (double)(place->count.units - place->count.requests);
            continue;
        }
        requests += (double)place->count.requests / place->joined; /* instructions at least */
        pipe[place->space == EMU_SHARED] += pipe_cycles(place);
    }
    shuffles = (double)record->events[WARP_SHUFFLES];
    const double sms = sms_used(record);
    t.part[FLOOR_DRAM] = dram_time(record, first);
    t.part[FLOOR_L2] = l2_time(record);
    t.part[FLOOR_L1] = microseconds(record, (pipe[0] + pipe[1]) / sms);
    t.part[FLOOR_CONSTANT] = microseconds(record, WORD_CYCLES * words / sms);
    /* at least one: a launch that does nothing ends, too */
    t.part[FLOOR_ISSUE] = microseconds(record, fmax(1, (requests + shuffles) / sms));
    for (int unit = 0; unit < FLOOR_UNITS; unit++)
        if (t.part[unit] > t.total) {
            t.total = t.part[unit];
            t.most = (enum floor_unit)unit;
        }
    t.unit = t.most == FLOOR_L1 && pipe[1] > pipe[0] ? "shared memory" : names[t.most];
    return t;
}

/* Cycles of an SM that the operations take in the units that must do them, and how many of its
 * instructions those are. POPCs are those that were counted. */
static double work_cycles(const struct emu_gpu *gpu, const struct emu_work *work, int matrix,
                          double popcs, double *instructions)
{
    const double logic = gpu->major == 6 ? 128 : 64, matrix_bits = 65536;
    switch (work->kind) {
    case EMU_WORK_FLOAT: /* an FMA is two operations */
        *instructions = work->operations / 2 / 32;
        return work->operations / 2 / gpu->fp32;
    case EMU_WORK_DOUBLE:
        if (matrix)
            return work->operations / 2 / (2 * gpu->fp64);
        *instructions = work->operations / 2 / 32;
        return work->operations / 2 / gpu->fp64;
    case EMU_WORK_BITS: /* 32 signs a word, two operations each; at least one XOR or AND a word */
        if (matrix)
            return work->operations / matrix_bits;
        *instructions = (work->operations / 64 + popcs) / 32;
        return fmax(work->operations / 64 / logic, popcs / gpu->popc);
    }
    return 0;
}

const char *floor_remark(const struct launch_record *record, char text[EMU_REMARK])
{
    enum { FEW = 8 }; /* warps on an SM: two to a scheduler */
    const double blocks = (double)number_in(record->grid);
    const int sms = record->gpu->sms;
    const unsigned resident = record->resident ? record->resident : 1,
                   warps = ((unsigned)number_in(record->block) + 31) / 32;
    text[0] = 0;
    if (blocks < sms)
        snprintf(text, EMU_REMARK, "%.0f block%s for %d SMs", blocks, blocks == 1 ? "" : "s", sms);
    else if (resident * warps < FEW)
        snprintf(text, EMU_REMARK, "%u warp%s at a time on an SM", resident * warps,
                 resident * warps == 1 ? "" : "s");
    return text;
}

double emu_floor(const struct emu_work *work, const char **unit, char remark[EMU_REMARK])
{
    double sum = 0, part[FLOOR_UNITS] = {0}, most = 0, sms = 1, popcs = 0;
    int matrix = 0;
    *unit = "";
    remark[0] = 0;
    for (size_t i = 0; i < emu_record_count; i++) {
        const struct launch_record *record = &emu_records[i];
        if (!record->memory.known)
            return NAN;
        const struct floor_times t = floor_of(record, i == 0);
        sum += t.total;
        sms = fmax(sms, sms_used(record));
        matrix |= record->events[WARP_MATRIX] > 0;
        popcs += (double)record->popcs;
        for (int u = 0; u < FLOOR_UNITS; u++)
            part[u] += t.part[u];
        if (t.total > most) {
            most = t.total;
            *unit = t.unit;
            floor_remark(record, remark);
        }
    }
    if (!work || !emu_record_count || work->operations <= 0)
        return sum;
    double instructions = 0;
    const struct launch_record *last = &emu_records[emu_record_count - 1];
    const double cycles = work_cycles(last->gpu, work, matrix, popcs, &instructions),
                 alone = microseconds(last, cycles) / sms,
                 issue = part[FLOOR_ISSUE] / ISSUE + microseconds(last, instructions / ISSUE) / sms;
    if (fmax(alone, issue) > sum)
        *unit = alone >= issue ? "arithmetic" : "issue";
    return fmax(fmax(alone, issue), sum);
}
