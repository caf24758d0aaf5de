/* Counts requests, lanes, bytes and units of each place. Equal patterns at one phase (address
 * modulo the unit) need as many units: what has been worked out is kept. */
#include "counts.h"
#include "engine/observers.h"
#include "units.h"

#include <stdlib.h>
#include <string.h>

/* Of one site. */
struct tally {
    struct counts count[SPACES];
    uint8_t
        units[32]; /* of the last pattern, by the phase of the first address; 0: not known yet */
    uint8_t least; /* shared memory: without bank conflicts */
};
static struct tally *tallies;
static size_t room;

static __attribute__((noinline)) void make_room(size_t number)
{
    const size_t before = room;
    room = number < 256 ? 512 : 2 * number;
    tallies = realloc(tallies, room * sizeof *tallies);
    if (!tallies)
        die_of_memory("counters");
    memset(tallies + before, 0, (room - before) * sizeof *tallies);
}

static inline struct tally *tally_of(const struct site *site)
{
    if (UNLIKELY(site->number >= room))
        make_room(site->number);
    return &tallies[site->number];
}

struct counts *counts_of(const struct site *site)
{
    return tally_of(site)->count;
}

static void begin_run(void)
{
    for (size_t i = 0; i < room; i++)
        memset(tallies[i].count, 0, sizeof tallies[i].count);
}

static unsigned units_needed(const struct access *access, struct tally *tally)
{
    unsigned least, units;
    switch (access->space) {
    case EMU_GLOBAL:
        return access->type == EV_ATOMIC
                   ? units_atomic_sectors(access->address, access->mask)
                   : units_sectors(access->address, access->mask, access->bytes);
    case EMU_SHARED:
        units =
            units_wavefronts(access->address, access->mask, access->bytes, access->type, &least);
        tally->least = (uint8_t)least;
        return units;
    default:
        return units_words(access->address, access->mask);
    }
}

static inline unsigned ideal_units(const struct access *access, const struct tally *tally)
{
    return access->space == EMU_GLOBAL   ? (access->lanes * access->bytes + 31) / 32
           : access->space == EMU_SHARED ? tally->least
                                         : 1;
}

/* As the GPU would issue it, to whatever is there. */
static void count_wild(const struct access *access, struct counts *count)
{
    count->requests++;
    count->lanes += access->lanes;
    count->bytes += (uint64_t)access->lanes * access->bytes;
    count->units += units_sectors(access->address, access->mask, access->bytes);
}

static inline unsigned units_known(const struct access *access, struct tally *tally)
{
    if (access->pattern == PATTERN_APART)
        return units_needed(access, tally);
    if (access->pattern == PATTERN_NEW)
        memset(tally->units, 0, sizeof tally->units);
    const uint64_t base = access->address[__builtin_ctz(access->mask)];
    uint8_t *known = &tally->units[access->space == EMU_GLOBAL ? base & 31 : base & 3];
    if (!*known)
        *known = (uint8_t)units_needed(access, tally);
    return *known;
}

static void request(const struct access *access)
{
    struct tally *tally = tally_of(access->site);
    if (UNLIKELY(access->space == EMU_HOST)) {
        count_wild(access, &tally->count[EMU_GLOBAL]);
        return;
    }
    const unsigned units = units_known(access, tally);
    struct counts *count = &tally->count[access->space];
    count->requests++;
    count->lanes += access->lanes;
    count->bytes += (uint64_t)access->lanes * access->bytes;
    count->units += units;
    count->ideal += ideal_units(access, tally);
}

const struct observer counts_observer = {
    .name = "counts", .hears_silent_runs = 1, .begin_run = begin_run, .request = request};
