/* Keeps a record of every launch. */
#include "record.h"
#include "caches.h"
#include "memory/operands.h"
#include "program/findings.h"

struct launch_record *emu_records;
size_t emu_record_count;
static size_t room;

struct emu_occupancy record_occupancy(const struct launch_record *record)
{
    return emu_gpu_occupancy(record->gpu, (int)number_in(record->block),
                             record->static_shared + record->dynamic_shared);
}

static const char what[] = "the record of launches";

static void begin_launch(const struct emu_launch *launch)
{
    ADDED(emu_records, emu_record_count, room, what) =
        (struct launch_record){.kernel = strdup(launch->kernel),
                               .grid = launch->grid,
                               .block = launch->block,
                               .static_shared = launch->static_shared,
                               .dynamic_shared = launch->dynamic_shared,
                               .gpu = emu_gpu_now()};
    if (!emu_records[emu_record_count - 1].kernel)
        die_of_memory(what);
}

static int by_place(const void *a, const void *b)
{
    const struct line_counts *x = a, *y = b;
    const uint32_t p = event_offset(x->word), q = event_offset(y->word);
    return p != q ? (p < q ? -1 : 1) : (x->word > y->word) - (x->word < y->word);
}

/* Most of its addresses advance in equal steps. */
static int is_regular(const struct site *site, const struct counts *count)
    IS(2 * site->regular > count->requests);

/* Accesses of the same kind, in the same basic block, one element before or behind. */
static int has_neighbour(const struct site *site)
{
    for (size_t i = 0; i < emu_site_count; i++) {
        const struct site *other = emu_sites[i];
        if (other != site && other->block == site->block && other->bytes == site->bytes &&
            event_type(other->word) == event_type(site->word) && other->space == site->space &&
            (other->base - site->base == site->bytes || site->base - other->base == site->bytes))
            return 1;
    }
    return 0;
}

/* Shared memory, whose alignment the compiler knows: adjacent elements may become one access of 16
 * bytes, if they are of one round after the other, side by side in a basic block, or (without bank
 * conflicts) of rounds of an outer loop. */
static int accesses_joined(const struct site *site, const struct counts *count)
{
    const int next = flow_self_loop(site->block) && is_regular(site, count) &&
                     (site->step == site->bytes || -site->step == site->bytes),
              outer =
                  count->units == count->requests && 2 * counts_adjacent(site) >= count->requests;
    return site->bytes < 16 && site->bytes && event_type(site->word) != EV_ATOMIC &&
                   (next || outer || has_neighbour(site))
               ? 16 / (int)site->bytes
               : 1;
}

static void keep_places(struct launch_record *record)
{
    size_t place_room = 0;
    for (size_t i = 0; i < emu_site_count; i++) {
        const struct site *site = emu_sites[i];
        const struct counts *count = counts_of(site);
        if (site->arrives_later)
            record->async_copies += count[EMU_SHARED].requests;
        for (int s = 0; s < SPACES; s++) {
            if (!count[s].requests)
                continue;
            /* addresses without a pattern, in a loop, may repeat: the compiler keeps such values */
            const int kept = s == EMU_GLOBAL && event_type(site->word) == EV_READ &&
                             flow_self_loop(site->block) && !is_regular(site, &count[s]),
                      joined = s == EMU_SHARED ? accesses_joined(site, &count[s]) : 1;
            ADDED(record->place, record->places, place_room, "the record of a launch") =
                (struct line_counts){site->word, joined, kept, (enum emu_space)s, count[s]};
        }
    }
    if (record->places)
        qsort(record->place, record->places, sizeof *record->place, by_place);
}

static void end_launch(double seconds, int error)
{
    struct launch_record *record = &emu_records[emu_record_count - 1];
    record->seconds = seconds;
    record->error = error;
    record->barriers = barrier_count;
    memcpy(record->events, warp_events, sizeof record->events);
    keep_places(record);
    record->blocks_apart = blocks_apart;
    record->popcs = emu_popcs;
    if (observers_watched & EMU_WATCH_CACHES)
        record->waits = waits_sums;
    caches_end_launch(record);
}

void record_again(size_t index)
{
    struct launch_record again = emu_records[index];
    const size_t bytes = again.places * sizeof *again.place;
    again.kernel = strdup(again.kernel);
    again.place = memcpy(new_zeros(1, bytes, what), again.place, bytes);
    again.seconds = 0;
    again.repeated = 1;
    if (!again.kernel)
        die_of_memory(what);
    ADDED(emu_records, emu_record_count, room, what) = again;
}

OBSERVER(record, .begin_launch = begin_launch, .end_launch = end_launch);

void emu_begin(void)
{
    for (; emu_record_count > 0; emu_record_count--) {
        free(emu_records[emu_record_count - 1].kernel);
        free(emu_records[emu_record_count - 1].place);
    }
    findings_forget();
    overflows_forget();
}

struct emu_grid emu_last_launch(void)
{
    struct emu_grid last = {{0}, {0}};
    if (emu_record_count) {
        memcpy(last.grid, &emu_records[emu_record_count - 1].grid, sizeof last.grid);
        memcpy(last.block, &emu_records[emu_record_count - 1].block, sizeof last.block);
    }
    return last;
}
