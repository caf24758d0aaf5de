/* Keeps a record of every launch. */
#define _GNU_SOURCE
#include "record.h"
#include "caches.h"
#include "emulator.h"
#include "engine/barrier.h"
#include "engine/launch.h"
#include "engine/observers.h"
#include "program/findings.h"

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

static void begin_launch(const struct emu_launch *launch)
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

static void *room_for(size_t count, size_t size)
{
    void *list = malloc((count ? count : 1) * size);
    if (!list)
        die_of_memory("the record of a launch");
    return list;
}

static void keep_places(struct launch_record *record)
{
    size_t places = 0;
    for (size_t i = 0; i < site_total(); i++)
        for (int s = 0; s < SPACES; s++)
            places += counts_of(site_at(i))[s].requests != 0;
    record->place = room_for(places, sizeof *record->place);
    for (size_t i = 0; i < site_total(); i++) {
        const struct site *site = site_at(i);
        const struct counts *count = counts_of(site);
        if (site->arrives_later)
            record->async_copies += count[EMU_SHARED].requests;
        for (int s = 0; s < SPACES; s++)
            if (count[s].requests)
                record->place[record->places++] =
                    (struct line_counts){site->word,
                                         site->node,
                                         flow_self_loop(site->node),
                                         2 * site->regular > count[s].requests,
                                         (enum emu_space)s,
                                         site->bytes,
                                         count[s]};
    }
    qsort(record->place, record->places, sizeof *record->place, by_place);
}

static void keep_blocks(struct launch_record *record)
{
    size_t blocks = 0;
    for (size_t i = 0; i < site_total(); i++)
        blocks += site_at(i)->entered != 0;
    record->basic_block = room_for(blocks, sizeof *record->basic_block);
    for (size_t i = 0; i < site_total(); i++) {
        const struct site *site = site_at(i);
        record->blocks_apart += site->entered_apart;
        if (site->entered)
            record->basic_block[record->basic_blocks++] = (struct block_counts){
                flow_self_loop(site->node), site->entered, site->entered_apart};
    }
}

static void end_launch(double seconds, int error)
{
    struct launch_record *record = &records[count - 1];
    record->seconds = seconds;
    record->error = error;
    record->barriers = barrier_count;
    memcpy(record->events, warp_events, sizeof record->events);
    keep_places(record);
    keep_blocks(record);
    caches_end_launch(record);
}

const struct observer record_observer = {
    .name = "record", .begin_launch = begin_launch, .end_launch = end_launch};

void emu_begin(void)
{
    for (size_t i = 0; i < count; i++) {
        free(records[i].kernel);
        free(records[i].place);
        free(records[i].basic_block);
    }
    count = 0;
    findings_forget();
}

int emu_last_launch(unsigned grid[3], unsigned block[3])
{
    const size_t launches = record_count();
    if (!launches)
        return 0;
    const struct emu_dim3 g = record_at(launches - 1)->grid, b = record_at(launches - 1)->block;
    const unsigned all[6] = {g.x, g.y, g.z, b.x, b.y, b.z};
    memcpy(grid, all, sizeof all / 2);
    memcpy(block, all + 3, sizeof all / 2);
    return 1;
}

unsigned emu_launches(void)
{
    return (unsigned)count;
}
