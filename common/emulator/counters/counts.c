/* Counts requests, lanes, bytes and units of each place. Equal patterns at one phase (address
 * modulo the unit) need as many units: what has been worked out is kept. */
#include "record.h"

enum { PIECES = 64 };
/* Of one site. */
struct tally {
    struct counts count[SPACES];
    struct {
        uint8_t units, ideal; /* 0, 0: not known */
    } known[32];              /* of the last pattern, by the phase of its first address */
    /* shared memory: first addresses of warps, by their 16 bytes; how often another word came */
    uint64_t *piece, adjacent;
};
static struct tally *tallies;
static size_t room;

static inline struct tally *tally_of(const struct site *site)
    IS(&GROWN(tallies, site->number, room, "counters"));

struct counts *counts_of(const struct site *site) IS(tally_of(site)->count);

uint64_t counts_adjacent(const struct site *site) IS(tally_of(site)->adjacent);

static void begin_run(void)
{
    for (struct tally *tally = tallies; tally < tallies + room; tally++) {
        memset(tally->count, 0, sizeof tally->count);
        tally->adjacent = 0;
        if (tally->piece)
            memset(tally->piece, 0, PIECES * sizeof *tally->piece);
    }
}

/* `warp`: its number; addresses have 48 bits. */
static inline void note_piece(struct tally *tally, unsigned warp, uint64_t base)
{
    if (UNLIKELY(!tally->piece))
        tally->piece = new_zeros(PIECES, sizeof *tally->piece, "counters");
    const uint64_t now = base | (uint64_t)warp << 48;
    uint64_t *last = &tally->piece[(now >> 4) * 0x9e3779b97f4a7c15 >> 58];
    tally->adjacent += *last >> 4 == now >> 4 && *last != now;
    *last = now;
}

unsigned counts_units(const struct access *access, unsigned *ideal)
{
    const unsigned apart = (access->lanes * access->bytes + 31) / 32;
    unsigned sectors;
    *ideal = 1;
    switch (access->space) {
    case EMU_SHARED:
        return units_wavefronts(access->address, access->mask, access->bytes, access->type, ideal);
    case EMU_CONSTANT:
        return units_words(access->address, access->mask);
    default:
        sectors = access->space == EMU_GLOBAL && access->type == EV_ATOMIC
                      ? units_atomic_sectors(access->address, access->mask)
                      : units_sectors(access->address, access->mask, access->bytes);
        /* lanes of one address need less than all their bytes would */
        *ideal = access->space == EMU_HOST ? 0 : apart < sectors ? apart : sectors;
        return sectors;
    }
}

static inline unsigned units_known(const struct access *access, struct tally *tally,
                                   unsigned *ideal)
{
    if (access->pattern == PATTERN_APART)
        return counts_units(access, ideal);
    if (access->pattern == PATTERN_NEW)
        memset(tally->known, 0, sizeof tally->known);
    const uint64_t base = access->address[__builtin_ctz(access->mask)],
                   phase = access->space == EMU_GLOBAL ? base & 31 : base & 3;
    if (!tally->known[phase].units) {
        tally->known[phase].units = (uint8_t)counts_units(access, ideal);
        tally->known[phase].ideal = (uint8_t)*ideal;
    }
    *ideal = tally->known[phase].ideal;
    return tally->known[phase].units;
}

static void request(const struct access *access)
{
    struct tally *tally = tally_of(access->site);
    const int is_wild = UNLIKELY(access->space == EMU_HOST); /* of global memory, for a GPU */
    struct counts *count = &tally->count[is_wild ? EMU_GLOBAL : access->space];
    unsigned ideal;
    const unsigned units = units_known(access, tally, &ideal);
    count->requests++;
    count->lanes += access->lanes;
    count->bytes += (uint64_t)access->lanes * access->bytes;
    count->units += units;
    count->ideal += ideal;
    if (access->space == EMU_SHARED && access->pattern != PATTERN_APART)
        note_piece(tally, access->warp->id, access->address[__builtin_ctz(access->mask)]);
}

OBSERVER(counts, .hears_silent_runs = 1, .begin_run = begin_run, .request = request);
