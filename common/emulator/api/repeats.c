/* A launch with the same arguments over the same memory as one before, as in loops that take
 * times, is not run again: what it changed is copied, its record repeated. Not where it has failed,
 * printed or asked for the time; and only in programs that report (EMU_REPORT), without VERBOSE. */
#include "api.h"
#include "checks/checks.h"
#include "counters/record.h"

enum { MOST_DONE = 64, MOST_COPIED = 1 << 30 /* bytes */ };

/* Memory that a kernel may touch, as a launch finds it, and as it leaves it. */
struct part {
    uintptr_t begin;
    size_t bytes;
    uint64_t hash;
    int read, written;   /* by the launch */
    unsigned char *left; /* NULL: as it was found. Behind it the bits of what had been written */
};
struct parts {
    struct part *at;
    size_t count, room;
};

static struct done {
    uint64_t hash; /* of the launch, and of all memory before it */
    struct parts parts;
    struct concurrent_piece piece;
    size_t record, copied;
} done[MOST_DONE];
static size_t done_count, copied;

/* Eight chains, so that memory is all that it waits for. Texts that differ have the same hash by a
 * chance of 2^-64. */
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

static size_t bits_bytes(const struct emu_area *area, size_t bytes)
    IS(area->initialised ? (bytes + 7) / 8 : 0);

/* Launches are seen, and all else has to open it. */
int api_keeps_account(uintptr_t begin)
    IS(is_wished("EMU_REPORT") && emu_in_arena(begin) && !emu_area_of(begin)->host_visible);

/* Of what it holds, and which bytes are written. Known until memory_open, or a launch writes. */
static uint64_t hash_of_area(struct emu_area *area)
{
    if (area->hash)
        return area->hash;
    const size_t bytes = area->end - area->begin,
                 bits = memory_all_written(area->begin) ? 0 : bits_bytes(area, bytes);
    const uint64_t content = hash_of(area->begin, (const void *)area->begin, bytes),
                   hash = hash_of(content + bits, area->initialised, bits);
    area->hash = api_keeps_account(area->begin) ? hash : 0;
    return hash;
}

static uint64_t hash_of_launch(const struct emu_launch *launch, const struct host_kernel *kernel,
                               const struct parts *parts)
{
    uint64_t hash = hash_of((uintptr_t)kernel, launch,
                            offsetof(struct emu_launch, cooperative) + sizeof launch->cooperative);
    for (uint32_t i = 0; i < kernel->code->argument_count; i++)
        hash = hash_of(hash, launch->arguments[i], kernel->code->argument[i]);
    for (size_t i = 0; i < parts->count; i++)
        hash = hash_of(hash, &parts->at[i], offsetof(struct part, read));
    return hash;
}

static struct parts parts_now(void)
{
    struct parts parts = {NULL, 0, 0};
    EACH_AREA (area)
        if (may_matter(area))
            ADDED(parts.at, parts.count, parts.room, "what a launch finds") = (struct part){
                .begin = area->begin, .bytes = area->end - area->begin, .hash = hash_of_area(area)};
    return parts;
}

/* To look at all memory costs little against running the kernel. */
static int is_worth_it(const struct emu_launch *launch, const struct host_kernel *kernel)
{
    size_t bytes = 0;
    EACH_AREA (area)
        bytes += may_matter(area) && !area->hash ? area->end - area->begin : 0;
    return is_wished("EMU_REPORT") && !is_wished("VERBOSE") &&
           (bytes <= 32 * number_in(launch->grid) * number_in(launch->block) ||
            kernel->seconds > 1e-9 * (double)bytes);
}

static struct done *next_done(void)
{
    struct done *d = &done[done_count++ % MOST_DONE];
    for (size_t i = 0; i < d->parts.count; i++)
        free(d->parts.at[i].left);
    free(d->parts.at);
    copied -= d->copied;
    *d = (struct done){.piece = concurrent_newest(), .record = emu_record_count - 1};
    return d;
}

/* What the launch has made of `found`; and, if it read nothing of what it wrote, that it would
 * leave the same as it is now. */
static void keep(const struct emu_launch *launch, const struct host_kernel *kernel, uint64_t hash,
                 struct parts found)
{
    struct parts now = parts_now();
    size_t changed = 0;
    int settled = 1;
    for (size_t i = 0; i < now.count; i++) {
        struct part *p = &found.at[i], *q = &now.at[i];
        const struct emu_area *area = emu_area_of(p->begin);
        p->read = q->read = area->read_by > memory_issued;
        p->written = q->written = area->written_by > memory_issued;
        settled &= !(p->read && p->written);
        changed += p->hash == q->hash ? 0 : p->bytes + bits_bytes(area, p->bytes);
    }
    for (size_t i = 0; i < now.count && copied + changed <= MOST_COPIED; i++) {
        struct part *p = &found.at[i];
        const struct emu_area *area = emu_area_of(p->begin);
        const size_t bits = bits_bytes(area, p->bytes);
        if (p->hash == now.at[i].hash)
            continue;
        p->left = new_zeros(p->bytes + bits, 1, "what a launch leaves");
        memcpy(p->left, (const void *)p->begin, p->bytes);
        if (bits)
            memcpy(p->left + p->bytes, area->initialised, bits);
    }
    struct done *d = next_done();
    if (copied + changed <= MOST_COPIED) {
        d->hash = hash;
        d->parts = found;
        copied += d->copied = changed;
        d = next_done();
    } else {
        free(found.at);
    }
    d->hash = settled ? hash_of_launch(launch, kernel, &now) : 0;
    d->parts = now;
}

static void do_again(const struct done *d)
{
    for (const struct part *p = d->parts.at; p < d->parts.at + d->parts.count; p++) {
        struct emu_area *area = emu_area_of(p->begin);
        const size_t bits = bits_bytes(area, p->bytes);
        if (p->left)
            memcpy((void *)p->begin, p->left, p->bytes), area->hash = 0, area->filled = 0;
        if (p->left && bits)
            memcpy(area->initialised, p->left + p->bytes, bits);
        if (p->read)
            memory_device_touches(area, 0);
        if (p->written)
            memory_device_touches(area, 1);
    }
    record_again(d->record);
}

int api_run(const struct emu_launch *launch, struct host_kernel *kernel)
{
    struct parts found = {NULL, 0, 0};
    struct done *known = done + MOST_DONE;
    uint64_t hash = 0;
    int error = 0;
    const int try = is_worth_it(launch, kernel);
    emu_arena_open(1);
    if (try) {
        found = parts_now();
        hash = hash_of_launch(launch, kernel, &found);
        for (known = done; known < done + MOST_DONE; known++)
            if (known->hash == hash && concurrent_repeats(&known->piece))
                break;
    }
    if (known < done + MOST_DONE) {
        do_again(known);
        concurrent_end();
    } else {
        error = emu_launch(launch);
        concurrent_end();
        EACH_AREA (area)
            if (area->written_by > memory_issued)
                area->hash = 0, area->filled = 0;
        kernel->seconds = emu_records[emu_record_count - 1].seconds;
        if (try && !error && !launch_differs && order_now == EMU_ASCENDING) {
            keep(launch, kernel, hash, found);
            found.at = NULL;
        }
    }
    free(found.at);
    emu_arena_open(0);
    return error;
}
