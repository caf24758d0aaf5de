/* Programs take times in loops. A launch that reads nothing of what it writes does nothing new when
 * it comes again with the same arguments and the memory that it has left: it is not run again, and
 * its record is repeated. Not so where it has found something, printed, or asked for the time; and
 * only in programs of their own (EMU_REPORT) whose report does not show every launch (VERBOSE). */
#include "api.h"
#include "checks/checks.h"
#include "counters/record.h"

enum { MOST_DONE = 64 };

static struct done {
    uint64_t hash; /* of the launch, and of all memory behind it */
    struct concurrent_piece piece;
    size_t record, touched;
    struct touched {
        struct emu_area *area;
        int read, written;
    } * area; /* those that the host may touch */
} done[MOST_DONE];
static size_t done_count;

/* Eight chains, so that memory is all that it waits for. No two texts that differ in one word have
 * one hash; others do by a chance of 2^-64. */
static uint64_t hash_of(uint64_t before, const void *bytes, size_t count)
{
    enum { WORDS = 8 };
    static const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t sum[WORDS], word[WORDS] = {0};
    for (unsigned i = 0; i < WORDS; i++)
        sum[i] = before + i;
    for (size_t at = 0; at < count; at += sizeof word) {
        memcpy(word, (const char *)bytes + at, count - at < sizeof word ? count - at : sizeof word);
        for (unsigned i = 0; i < WORDS; i++) {
            sum[i] = (sum[i] ^ word[i]) * odd;
            sum[i] ^= sum[i] >> 29;
        }
    }
    for (unsigned i = 0; i < WORDS; i++) {
        before = (before ^ sum[i]) * odd;
        before ^= before >> 31;
    }
    return before;
}

static int may_matter(const struct emu_area *area)
    IS(area->space == EMU_GLOBAL || area->space == EMU_CONSTANT);

static uint64_t hash_now(const struct emu_launch *launch, const struct host_kernel *kernel)
{
    const uint64_t head[] = {(uintptr_t)kernel, launch->grid.x,      launch->grid.y,
                             launch->grid.z,    launch->block.x,     launch->block.y,
                             launch->block.z,   launch->cooperative, launch->dynamic_shared};
    uint64_t hash = hash_of(0, head, sizeof head);
    for (uint32_t i = 0; i < kernel->code->argument_count; i++)
        hash = hash_of(hash, launch->arguments[i], kernel->code->argument[i]);
    emu_arena_open(1);
    EACH_AREA (area)
        if (may_matter(area))
            hash = hash_of(hash_of(hash, &area->serial, sizeof area->serial),
                           (const void *)area->begin, area->end - area->begin);
    emu_arena_open(0);
    return hash;
}

/* To look at all memory costs little against running the kernel. */
static int is_worth_it(const struct emu_launch *launch, const struct host_kernel *kernel)
{
    size_t bytes = 0;
    EACH_AREA (area)
        bytes += may_matter(area) ? area->end - area->begin : 0;
    return is_wished("EMU_REPORT") && !is_wished("VERBOSE") &&
           (bytes <= 32 * number_in(launch->grid) * number_in(launch->block) ||
            kernel->seconds > 1e-9 * (double)bytes);
}

/* Does it leave the same when it runs once more? */
static int is_settled(void)
{
    EACH_AREA (area)
        if (area->read_by > memory_issued && area->written_by > memory_issued)
            return 0;
    return !launch_differs && order_now == EMU_ASCENDING;
}

static void keep(const struct emu_launch *launch, const struct host_kernel *kernel)
{
    struct done *d = &done[done_count++ % MOST_DONE];
    free(d->area);
    *d = (struct done){.hash = hash_now(launch, kernel),
                       .piece = concurrent_newest(),
                       .record = emu_record_count - 1};
    size_t room = 0;
    EACH_AREA (area)
        if (area->host_visible &&
            (area->read_by > memory_issued || area->written_by > memory_issued))
            ADDED(d->area, d->touched, room, "what a launch touches") = (struct touched){
                area, area->read_by > memory_issued, area->written_by > memory_issued};
}

static int was_done(const struct emu_launch *launch, const struct host_kernel *kernel)
{
    const uint64_t hash = kernel->seconds > 0 ? hash_now(launch, kernel) : 0;
    for (struct done *d = done; d < done + MOST_DONE && kernel->seconds > 0; d++) {
        if (d->hash != hash || !concurrent_repeats(&d->piece))
            continue;
        concurrent_end();
        record_again(d->record);
        for (struct touched *t = d->area; t < d->area + d->touched; t++) {
            if (t->read)
                memory_device_touches(t->area, 0);
            if (t->written)
                memory_device_touches(t->area, 1);
        }
        return 1;
    }
    return 0;
}

int api_run(const struct emu_launch *launch, struct host_kernel *kernel)
{
    const int try = is_worth_it(launch, kernel);
    const size_t findings = emu_finding_count;
    if (try && was_done(launch, kernel))
        return 0;
    const int error = emu_launch(launch);
    concurrent_end();
    kernel->seconds = emu_records[emu_record_count - 1].seconds;
    if (try && !error && findings == emu_finding_count && is_settled())
        keep(launch, kernel);
    return error;
}
