/* What the emulator says at the end: JSON for programs, tables for people. */
#define _GNU_SOURCE
#include "launch_report.h"
#include "emulator.h"
#include "floor.h"
#include "line_costs.h"
#include "memory/memory.h"
#include "counters/metrics.h"
#include "program/findings.h"
#include "program/lock.h"
#include "counters/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON ---- */

static void json_text(FILE *out, const char *text)
{
    if (!text) {
        fputs("null", out);
        return;
    }
    putc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(out, "\\u%04x", *c);
        else
            putc(*c, out);
    }
    putc('"', out);
}

static void json_number(FILE *out, double value)
{
    if (!isfinite(value))
        fputs("null", out);
    else
        fprintf(out, "%.15g", value);
}

static void json_findings(FILE *out, long launch)
{
    const char *comma = "";
    for (size_t i = 0; i < finding_count(); i++) {
        const struct emu_finding_report *r = &finding_at(i)->report;
        if (finding_at(i)->launch != launch)
            continue;
        fprintf(out, "%s\n      {\"kind\": ", comma);
        json_text(out, r->kind);
        fputs(", \"text\": ", out);
        json_text(out, r->text);
        fputs(", \"file\": ", out);
        json_text(out, r->file);
        fprintf(out,
                ", \"line\": %u, \"block\": [%u, %u, %u], \"thread\": [%u, %u, %u], "
                "\"times\": %llu}",
                r->line, r->block[0], r->block[1], r->block[2], r->thread[0], r->thread[1],
                r->thread[2], r->times);
        comma = ",";
    }
}

static struct emu_occupancy occupancy_of(const struct launch_record *record)
{
    return emu_gpu_occupancy(record->gpu,
                             (int)(record->block.x * record->block.y * record->block.z),
                             record->static_shared + record->dynamic_shared, 0);
}

static void json_floor(FILE *out, const struct launch_record *record)
{
    const struct emu_occupancy o = occupancy_of(record);
    const struct floor_times t = floor_of(record, 1);
    char few[80];
    fprintf(out,
            "    \"occupancy\": {\"blocks\": %d, \"warps\": %d, \"most_warps\": %d, "
            "\"limit\": \"%s\"},\n",
            o.blocks, o.warps, o.most_warps, o.limit);
    if (record->memory.known)
        fprintf(out,
                "    \"floor\": {\"gpu\": \"%s\", \"microseconds\": %.4g, \"unit\": \"%s\", "
                "\"dram\": %.4g, \"l2\": %.4g, \"l1\": %.4g, \"constant\": %.4g, "
                "\"issue\": %.4g, \"remark\": \"%s\"},\n",
                record->gpu->name, t.total, t.unit, t.part[FLOOR_DRAM], t.part[FLOOR_L2],
                t.part[FLOOR_L1], t.part[FLOOR_CONSTANT], t.part[FLOOR_ISSUE],
                floor_remark(record, few, sizeof few));
}

static void json_launch(FILE *out, const struct launch_record *record, long launch)
{
    fputs("  {\"kernel\": ", out);
    json_text(out, record->kernel);
    fprintf(out, ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], \"error\": %d,\n",
            record->grid.x, record->grid.y, record->grid.z, record->block.x, record->block.y,
            record->block.z, record->error);
    fputs("    \"metrics\": {", out);
    for (size_t m = 0; m < metrics_count(); m++) {
        fprintf(out, "%s\n      ", m ? "," : "");
        json_text(out, metrics_name(m));
        fputs(": ", out);
        json_number(out, metrics_value(record, m));
    }
    fputs("},\n", out);
    json_floor(out, record);
    fputs("    \"findings\": [", out);
    json_findings(out, launch);
    fputs("]}", out);
}

static int host_findings(void)
{
    for (size_t i = 0; i < finding_count(); i++)
        if (finding_at(i)->launch < 0)
            return 1;
    return 0;
}

/* One entry a launch: [{kernel, grid:[x,y,z], block:[x,y,z], metrics:{name: value}, findings:[…],
 * …}]. */
static void write_json(FILE *out)
{
    fputs("[\n", out);
    for (size_t i = 0; i < record_count(); i++) {
        if (i)
            fputs(",\n", out);
        json_launch(out, record_at(i), (long)i);
    }
    if (host_findings()) {
        fprintf(out,
                "%s  {\"kernel\": \"(host code)\", \"grid\": [0, 0, 0], \"block\": [0, 0, 0], "
                "\"metrics\": {}, \"findings\": [",
                record_count() ? ",\n" : "");
        json_findings(out, -1);
        fputs("]}", out);
    }
    fputs("\n]\n", out);
}

/* ---- tables ---- */

/* VERBOSE=1: nothing is left out for having been said. */
static int is_verbose(void)
{
    const char *wish = getenv("VERBOSE");
    return wish && *wish && strcmp(wish, "0") != 0;
}

static int launches_alike(const struct launch_record *a, const struct launch_record *b)
{
    return !is_verbose() && strcmp(a->kernel, b->kernel) == 0 &&
           memcmp(&a->grid, &b->grid, sizeof a->grid) == 0 &&
           memcmp(&a->block, &b->block, sizeof a->block) == 0 &&
           a->dynamic_shared == b->dynamic_shared && a->error == b->error && a->gpu == b->gpu;
}

/* Of a launch, and of those that are like it and come later. */
static void launch_table(FILE *out, size_t index)
{
    const struct launch_record *record = record_at(index);
    double seconds = record->seconds;
    size_t launches = 1;
    for (size_t i = 0; i < index; i++)
        if (launches_alike(record_at(i), record))
            return;
    for (size_t i = index + 1; i < record_count(); i++) {
        const int alike = launches_alike(record_at(i), record);
        launches += (size_t)alike;
        seconds += alike ? record_at(i)->seconds : 0;
    }
    fprintf(out, "%s<<<(%u,%u,%u), (%u,%u,%u)", record->kernel, record->grid.x, record->grid.y,
            record->grid.z, record->block.x, record->block.y, record->block.z);
    if (record->dynamic_shared)
        fprintf(out, ", %zu", record->dynamic_shared);
    fputs(">>>", out);
    if (launches > 1)
        fprintf(out, "  %zu times, the first is shown (VERBOSE=1: all)", launches);
    fprintf(out, "  emulated in %.3f s", seconds);
    if (record->error)
        fprintf(out, "  ENDED WITH ERROR %d", record->error);
    putc('\n', out);
    const struct emu_occupancy o = occupancy_of(record);
    fprintf(out,
            "  occupancy %d of %d warps an SM (%d blocks; no more because of %s; registers not "
            "counted)\n",
            o.warps, o.most_warps, o.blocks, o.limit);
    if (record->memory.known) {
        const struct floor_times t = floor_of(record, 1);
        char few[80];
        fprintf(out,
                "  floor on %s: %.3g us, set by %s (DRAM %.3g, L2 %.3g, L1 and shared %.3g, "
                "constant %.3g, issue %.3g)\n",
                record->gpu->name, t.total, t.unit, t.part[FLOOR_DRAM], t.part[FLOOR_L2],
                t.part[FLOOR_L1], t.part[FLOOR_CONSTANT], t.part[FLOOR_ISSUE]);
        if (floor_remark(record, few, sizeof few)[0])
            fprintf(out, "  does not fill the GPU: %s\n", few);
    }
    for (size_t m = 0; m < metrics_count(); m++) {
        const double value = metrics_value(record, m);
        if (value != 0 && isfinite(value))
            fprintf(out, "  %-72s %.15g\n", metrics_name(m), value);
    }
    line_costs_table(out, record);
}

static int same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* One in host code is another where it says something else: a call in a loop may be wrong in
 * several ways. */
static int findings_alike(const struct finding *a, const struct finding *b)
{
    const struct emu_finding_report *x = &a->report, *y = &b->report;
    return !is_verbose() && a->kind == b->kind && x->line == y->line &&
           same_text(x->file, y->file) && same_text(x->kernel, y->kernel) &&
           ((x->kernel && x->file) || same_text(x->text, y->text));
}

/* A finding, and those of later launches that are like it. */
static void finding_line(FILE *out, size_t index)
{
    const struct emu_finding_report *r = &finding_at(index)->report;
    unsigned long long times = r->times, launches = 1;
    for (size_t i = 0; i < index; i++)
        if (findings_alike(finding_at(i), finding_at(index)))
            return;
    for (size_t i = index + 1; i < finding_count(); i++)
        if (findings_alike(finding_at(i), finding_at(index))) {
            times += finding_at(i)->report.times;
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
    for (size_t i = 0; i < finding_count(); i++)
        finding_line(out, i);
}

void emu_write_report(FILE *out)
{
    write_findings(out);
    for (size_t i = 0; i < record_count(); i++)
        launch_table(out, i);
}

/* ---- at exit ---- */

static void (*also)(void);

void report_also(void (*write)(void))
{
    also = write;
}

static void at_exit(void)
{
    static int begun;
    const char *path = getenv("EMU_COUNTERS"), *report = getenv("EMU_REPORT");
    if (begun++)
        return;
    lock_take_soon(5); /* for good: no other thread changes what is written here */
    emu_arena_open();  /* nothing below touches it, but a fault here must not begin anew */
    if (also)
        also();
    if (path && *path) {
        FILE *out = fopen(path, "w");
        if (!out) {
            perror(path);
        } else {
            write_json(out);
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

void report_register(void)
{
    atexit(at_exit);
    at_quick_exit(report_last);
}
