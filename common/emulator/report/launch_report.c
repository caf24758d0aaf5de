/* What the emulator says at the end: tables for people; and when that is. */
#include "launch_report.h"
#include "counters/metrics.h"
#include "counters/record.h"

#include <math.h>

static int launches_alike(const struct launch_record *a, const struct launch_record *b)
{
    return !is_wished("VERBOSE") && strcmp(a->kernel, b->kernel) == 0 &&
           memcmp(&a->grid, &b->grid, sizeof a->grid) == 0 &&
           memcmp(&a->block, &b->block, sizeof a->block) == 0 &&
           a->dynamic_shared == b->dynamic_shared && a->error == b->error && a->gpu == b->gpu;
}

/* Of a launch, and of those that are like it and come later. */
static void launch_table(FILE *out, size_t index)
{
    const struct launch_record *record = &emu_records[index];
    double seconds = 0;
    size_t launches = 0, repeated = 0;
    for (size_t i = 0; i < emu_record_count; i++)
        if (i == index || launches_alike(&emu_records[i], record)) {
            if (i < index)
                return;
            launches++;
            repeated += (size_t)emu_records[i].repeated;
            seconds += emu_records[i].seconds;
        }
    fprintf(out, "%s<<<(%u,%u,%u), (%u,%u,%u)", record->kernel, record->grid.x, record->grid.y,
            record->grid.z, record->block.x, record->block.y, record->block.z);
    if (record->dynamic_shared)
        fprintf(out, ", %zu", record->dynamic_shared);
    fputs(">>>", out);
    if (launches > 1)
        fprintf(out, "  %zu times, the first is shown (VERBOSE=1: all)", launches);
    if (repeated)
        fprintf(out, "  %zu not run again: the same arguments and memory", repeated);
    fprintf(out, "  emulated in %.3f s", seconds);
    if (record->error)
        fprintf(out, "  ENDED WITH ERROR %d", record->error);
    putc('\n', out);
    const struct emu_occupancy o = record_occupancy(record);
    fprintf(out,
            "  occupancy %d of %d warps an SM (%d blocks; no more because of %s; registers not "
            "counted)\n",
            o.warps, o.most_warps, o.blocks, o.limit);
    if (record->memory.known) {
        const struct floor_times t = floor_of(record, 1);
        char few[EMU_REMARK];
        fprintf(out,
                "  floor on %s: %.3g us, set by %s (DRAM %.3g, L2 %.3g, L1 and shared %.3g, "
                "constant %.3g, issue %.3g)\n",
                record->gpu->name, t.total, t.unit, t.part[FLOOR_DRAM], t.part[FLOOR_L2],
                t.part[FLOOR_L1], t.part[FLOOR_CONSTANT], t.part[FLOOR_ISSUE]);
        if (floor_remark(record, few)[0])
            fprintf(out, "  does not fill the GPU: %s\n", few);
    }
    for (size_t m = 0; m < metrics_count(); m++) {
        const double value = metrics_value(record, m);
        if (value != 0 && isfinite(value))
            fprintf(out, "  %-72s %.15g\n", metrics_name(m), value);
    }
    line_costs_table(out, record);
}

/* A finding, and those of later launches that are like it. */
static void finding_line(FILE *out, size_t index)
{
    const struct emu_finding_report *r = &emu_findings[index].report;
    unsigned long long times = 0, launches = 0;
    for (size_t i = 0; i < emu_finding_count; i++)
        if (i == index ||
            (!is_wished("VERBOSE") && findings_alike(&emu_findings[i], &emu_findings[index]))) {
            if (i < index)
                return;
            times += emu_findings[i].report.times;
            launches++;
        }
    if (r->file)
        fprintf(out, "%s:%u: ", r->file, r->line);
    fprintf(out, "%s: ", r->kind);
    if (r->kernel)
        fprintf(out, "%s, block (%u,%u,%u), thread (%u,%u,%u): ", r->kernel, r->block[0],
                r->block[1], r->block[2], r->thread[0], r->thread[1], r->thread[2]);
    fputs(r->text, out);
    if (launches > 1 && r->kernel)
        fprintf(out, " [%llu times in %llu launches]", times, launches);
    else if (times > 1)
        fprintf(out, " [%llu times]", times);
    putc('\n', out);
}

static void write_findings(FILE *out)
{
    for (size_t i = 0; i < emu_finding_count; i++)
        finding_line(out, i);
}

void emu_write_report(FILE *out)
{
    write_findings(out);
    for (size_t i = 0; i < emu_record_count; i++)
        launch_table(out, i);
}

static void (*also)(void);

static void at_exit(void)
{
    static int begun;
    const char *path = getenv("EMU_COUNTERS"), *report = getenv("EMU_REPORT");
    if (begun++)
        return;
    lock_take_soon(5); /* for good: no other thread changes what is written here */
    emu_arena_open(1); /* nothing below touches it, but a fault here must not begin anew */
    also();
    if (path && *path) {
        FILE *out = fopen(path, "w");
        if (!out) {
            perror(path);
        } else {
            json_write(out);
            fclose(out);
        }
    }
    if (report && strcmp(report, "0") == 0)
        return;
    fflush(stdout);
    if (report && *report)
        emu_write_report(stderr);
    else
        write_findings(stderr);
}

void report_last(void)
{
    fflush(stdout);
    at_exit();
}

void report_register(void (*write)(void))
{
    also = write;
    atexit(at_exit);
    at_quick_exit(report_last);
}
