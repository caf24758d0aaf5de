/* Keeps a record of every launch. */
#define _GNU_SOURCE
#include "record.h"

#include <stdlib.h>
#include <string.h>

static struct launch_record *records;
static size_t count, room;

size_t record_count(void)
{
    return count;
}

const struct launch_record *record_at(size_t index)
{
    return index < count ? &records[index] : NULL;
}

void record_begin(const struct emu_launch *launch)
{
    if (count == room) {
        room = room ? 2 * room : 16;
        records = realloc(records, room * sizeof *records);
        if (!records)
            die_of_memory("the record of launches");
    }
    struct launch_record *record = &records[count++];
    memset(record, 0, sizeof *record);
    record->kernel = strdup(launch->kernel ? launch->kernel : "(unnamed kernel)");
    record->grid = launch->grid;
    record->block = launch->block;
    record->static_shared = launch->static_shared;
    record->dynamic_shared = launch->dynamic_shared;
    record->gpu = emu_gpu_now();
    if (!record->kernel)
        die_of_memory("the record of launches");
}

static int by_place(const void *a, const void *b)
{
    const struct line_counts *x = a, *y = b;
    const uint32_t p = event_offset(x->word), q = event_offset(y->word);
    return p != q ? (p < q ? -1 : 1) : (x->word > y->word) - (x->word < y->word);
}

static void keep_places(struct launch_record *record)
{
    size_t places = 0;
    for (size_t i = 0; i < site_total(); i++)
        for (int s = 0; s < SPACES; s++)
            places += site_at(i)->count[s].requests != 0;
    record->place = malloc((places ? places : 1) * sizeof *record->place);
    if (!record->place)
        die_of_memory("the record of a launch");
    for (size_t i = 0; i < site_total(); i++) {
        const struct site *site = site_at(i);
        if (site->arrives_later)
            record->events[WARP_ASYNC_COPIES] += site->count[EMU_SHARED].requests;
        if (event_type(site->word) == EV_BLOCK)
            record->events[WARP_BLOCKS_APART] += site->count[0].lanes;
        for (int s = 0; s < SPACES; s++)
            if (site->count[s].requests)
                record->place[record->places++] =
                    (struct line_counts){site->word,
                                         site->node,
                                         flow_self_loop(site->node),
                                         2 * site->regular > site->count[s].requests,
                                         (enum emu_space)s,
                                         site->bytes,
                                         site->count[s]};
    }
    qsort(record->place, record->places, sizeof *record->place, by_place);
}

void record_end(double seconds, int error)
{
    struct launch_record *record = &records[count - 1];
    record->seconds = seconds;
    record->error = error;
    record->barriers = warp_barriers;
    memcpy(record->events, warp_events, sizeof record->events);
    keep_places(record);
    caches_end_launch(record);
}

void emu_begin(void)
{
    for (size_t i = 0; i < count; i++) {
        free(records[i].kernel);
        free(records[i].place);
    }
    count = 0;
    findings_forget();
}

unsigned emu_launches(void)
{
    return (unsigned)count;
}
