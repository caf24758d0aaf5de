/* Which accesses are kept: as a pattern of offsets, and where the first lane is. */
#include "memory/operands.h"
#include "view_data.h"

/* Of one place in the program. */
struct place_sample {
    unsigned kept[VIEW_SLOTS]; /* by each warp that is followed */
    unsigned surplus;          /* of the worst access so far */
    uint64_t phase;            /* of the last access that was counted */
    int is_counted;
    unsigned units, ideal;
    struct view_access worst;
    struct view_pattern worst_pattern;
};
static struct place_sample *places;
static size_t room;

void view_samples_begin(void)
{
    if (room)
        memset(places, 0, room * sizeof *places);
}

int view_area_index(const struct emu_area *area)
{
    if (!area)
        return -1;
    for (int i = 0; i < view_now->areas; i++)
        if (view_now->area[i].begin == area->begin && view_now->area[i].space == area->space)
            return i;
    if (view_now->areas == VIEW_AREAS)
        return -1;
    struct view_area *new = &view_now->area[view_now->areas];
    const char *given = operand_name(area), *name = given ? given : area->name;
    *new = (struct view_area){.space = area->space, .begin = area->begin, .end = area->end};
    unsigned rank = 1;
    EACH_ALLOCATION (other)
        rank += other->begin < area->begin;
    if (!given && strncmp(name, "cuda", 4) == 0)
        snprintf(new->name, sizeof new->name, "%s #%u", name, rank);
    else
        snprintf(new->name, sizeof new->name, "%s", name);
    return view_now->areas++;
}

unsigned view_phase(const struct view_launch *launch, const struct view_area *area)
{
    enum { ALIGNED = 16 };
    uintptr_t first = 0;
    for (int i = 0; i < launch->areas && area->space == EMU_SHARED; i++)
        if (launch->area[i].space == EMU_SHARED && (!first || launch->area[i].begin < first))
            first = launch->area[i].begin;
    return (unsigned)((area->begin - first / ALIGNED * ALIGNED) % 128);
}

static struct view_pattern pattern_of(const struct access *access)
{
    struct view_pattern pattern = {.mask = access->mask};
    const uint64_t base = access->address[__builtin_ctz(access->mask)];
    EACH_LANE (l, access->mask)
        pattern.offset[l] = (int64_t)(access->address[l] - base);
    return pattern;
}

static unsigned keep_pattern(const struct view_pattern *pattern)
{
    enum { SEARCHED = 256 };
    const size_t count = view_now->patterns;
    for (size_t i = count; i-- > (count > SEARCHED ? count - SEARCHED : 0);)
        if (memcmp(&view_now->pattern[i], pattern, sizeof *pattern) == 0)
            return (unsigned)i;
    ADDED(view_now->pattern, view_now->patterns, view_now->pattern_room, "the view") = *pattern;
    view_now->bytes += 6u * (unsigned)__builtin_popcount(pattern->mask);
    return (unsigned)count;
}

/* All of it but the pattern. */
static struct view_access describe(const struct access *access, unsigned time, unsigned ordinal)
{
    struct view_access kept = {.word = access->site->word,
                               .space = access->space,
                               .block = emu_block.number,
                               .warp = access->warp->id,
                               .time = time,
                               .ordinal = ordinal,
                               .bytes = access->bytes};
    const uint64_t base = access->address[__builtin_ctz(access->mask)];
    const struct emu_area *area = dynamic_area_of(base);
    if (!area)
        area = emu_area_near(base);
    kept.area = view_area_index(area);
    kept.offset = (int64_t)(base - (kept.area >= 0 ? area->begin : 0));
    kept.units = counts_units(access, &kept.ideal);
    return kept;
}

static size_t add(const struct view_access *access)
{
    ADDED(view_now->access, view_now->accesses, view_now->access_room, "the view") = *access;
    view_now->bytes += 44;
    return view_now->accesses - 1;
}

size_t view_keep(const struct access *access, unsigned time, unsigned ordinal)
{
    const struct view_pattern pattern = pattern_of(access);
    struct view_access kept = describe(access, time, ordinal);
    kept.pattern = keep_pattern(&pattern);
    return add(&kept);
}

/* Equal patterns at one phase cost the same: only what is new is counted. */
static void note_worst(struct place_sample *place, const struct access *access)
{
    const uint64_t phase = access->address[__builtin_ctz(access->mask)] & 31;
    if (place->is_counted && access->pattern == PATTERN_SAME && phase == place->phase)
        return;
    place->units = counts_units(access, &place->ideal);
    place->phase = phase;
    place->is_counted = 1;
    if (place->units <= place->ideal || place->units - place->ideal <= place->surplus)
        return;
    place->surplus = place->units - place->ideal;
    place->worst = describe(access, 0, 0);
    place->worst_pattern = pattern_of(access);
}

void view_sample(const struct access *access, int slot, unsigned time)
{
    struct place_sample *place = &GROWN(places, access->site->number, room, "the view");
    if (slot >= 0) {
        const unsigned ordinal = place->kept[slot]++;
        /* a block may take its share of what is left, so that the last block has room, too */
        const size_t share = view_now->budget / view_now->sampled_blocks,
                     room_now = share * ((size_t)slot / view_now->followed_warps + 1);
        if (ordinal < VIEW_ACCESSES && view_now->bytes < room_now) {
            view_keep(access, time, ordinal);
            return;
        }
    }
    view_now->left_out++;
    note_worst(place, access);
}

void view_samples_end(void)
{
    for (size_t i = 0; i < room; i++)
        if (places[i].surplus) {
            struct view_access worst = places[i].worst;
            int known = 0;
            for (size_t k = 0; k < view_now->accesses && !known; k++)
                known = view_now->access[k].word == worst.word &&
                        view_now->access[k].units >= worst.units;
            if (known)
                continue;
            worst.pattern = keep_pattern(&places[i].worst_pattern);
            add(&worst);
        }
}
