/* The observer behind `make view`: chooses launches, blocks and warps to record, follows
 * what their lanes do, and keeps accesses as patterns of offsets. Off, it is not asked at all. */
#include "memory/operands.h"
#include "view_data.h"

struct view_launch view_launches[VIEW_LAUNCHES];
size_t view_launch_count;
struct view_launch *view_now;

/* ---- which accesses are kept ---- */

/* Of one place in the program. */
static struct place_sample {
    unsigned kept[VIEW_SLOTS]; /* by each warp that is followed */
    unsigned surplus;          /* the most units beyond the ideal of those that are kept */
    uint64_t phase;            /* of the last access that was counted, plus 1; 0: none was */
} * places;
static size_t room;

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

size_t view_keep(const struct access *access, unsigned time, unsigned ordinal)
{
    const uint64_t base = access->address[__builtin_ctz(access->mask)];
    const struct emu_area *area = dynamic_area_of(base);
    struct view_pattern pattern = {.mask = access->mask};
    struct view_access kept = {.word = access->site->word,
                               .space = access->space,
                               .block = emu_block.number,
                               .warp = access->warp->id,
                               .time = time,
                               .ordinal = ordinal,
                               .bytes = access->bytes};
    if (!area)
        area = emu_area_near(base);
    EACH_LANE (l, access->mask)
        pattern.offset[l] = (int64_t)(access->address[l] - base);
    kept.pattern = keep_pattern(&pattern);
    kept.area = view_area_index(area);
    kept.offset = (int64_t)(base - (kept.area >= 0 ? area->begin : 0));
    kept.units = counts_units(access, &kept.ideal);
    ADDED(view_now->access, view_now->accesses, view_now->access_room, "the view") = kept;
    view_now->bytes += 44;
    return view_now->accesses - 1;
}

/* Equal patterns at one phase cost the same: only what is new is counted. */
static int is_worst(struct place_sample *place, const struct access *access)
{
    const uint64_t phase = (access->address[__builtin_ctz(access->mask)] & 31) + 1;
    unsigned ideal;
    if (access->pattern == PATTERN_SAME && phase == place->phase)
        return 0;
    place->phase = phase;
    return counts_units(access, &ideal) > place->surplus + ideal;
}

static void sample(const struct access *access, int slot, unsigned time)
{
    struct place_sample *place = &GROWN(places, access->site->number, room, "the view");
    const unsigned ordinal = slot < 0 ? VIEW_ACCESSES : place->kept[slot]++;
    /* a block may take its share of what is left, so that the last block has room, too */
    const size_t share = view_now->budget / view_now->sampled_blocks,
                 room_now = share * ((size_t)slot / view_now->followed_warps + 1);
    const int is_early = ordinal < VIEW_ACCESSES && view_now->bytes < room_now;
    if (!is_early && !is_worst(place, access)) {
        view_now->left_out++;
        return;
    }
    const size_t index = is_early ? view_keep(access, time, ordinal) : view_keep(access, 0, 0);
    const struct view_access *kept = &view_now->access[index];
    if (kept->units > kept->ideal + place->surplus)
        place->surplus = kept->units - kept->ideal;
}

/* ---- what is recorded ---- */

static int is_enough(const char *kernel)
{
    int same = 0;
    for (size_t i = 0; i < view_launch_count; i++) {
        const struct launch_record *record = &emu_records[view_launches[i].record];
        same += view_launches[i].record < emu_record_count && strcmp(record->kernel, kernel) == 0;
    }
    return view_launch_count == VIEW_LAUNCHES || same >= VIEW_PER_KERNEL;
}

/* All of `count`; of many the first (of 4, the second), the middle and the last. How many. */
static unsigned choose(uint64_t *chosen, uint64_t count, int are_many, unsigned wanted)
{
    const uint64_t some[] = {0, 1, count / 2, count - 1};
    const unsigned all = are_many ? wanted : (unsigned)count;
    for (unsigned i = 0; i < all; i++)
        chosen[i] = are_many && i ? some[4 - wanted + i] : i;
    return all;
}

void view_forget_earlier(void)
{
    if (view_launch_count && view_launches[view_launch_count - 1].record >= emu_record_count)
        view_launch_count = 0;
}

/* Before the launch has a record of its own. */
static int is_wanted(void)
{
    const char *path = getenv("EMU_VIEW");
    if (view_now || !path || !*path)
        return view_now != NULL;
    view_forget_earlier();
    return !is_enough(emu_launch_now->kernel);
}

/* What a run that was stopped has left, or the launch of another program, is forgotten. */
static void begin_run(void)
{
    view_now = view_now ? view_now : &view_launches[view_launch_count++];
    free(view_now->access);
    free(view_now->pattern);
    for (int i = 0; i < VIEW_SLOTS; i++)
        free(view_now->life[i]);
    for (unsigned i = 0; i < view_now->maps; i++)
        free(view_now->map[i].cell);
    const uint64_t blocks = number_in(emu_launch_now->grid);
    const unsigned warps = ((unsigned)number_in(emu_launch_now->block) + 31) / EMU_WARP;
    *view_now = (struct view_launch){.record = emu_record_count - 1,
                                     .budget = VIEW_BYTES >>
                                               (view_launch_count < 6 ? view_launch_count : 6),
                                     .blocks = blocks,
                                     .warps = warps};
    view_now->sampled_blocks = choose(view_now->sampled, blocks, blocks > VIEW_ALL_BLOCKS, 3);
    view_now->followed_warps =
        choose(view_now->followed, warps,
               warps > VIEW_BLOCK_WARPS || warps * view_now->sampled_blocks > VIEW_SLOTS, 4);
    if (room)
        memset(places, 0, room * sizeof *places);
    view_meetings_begin();
}

/* The number of a warp of emu_block among those that are followed, or -1. */
static int slot_of(const struct warp *warp)
{
    for (unsigned b = 0; b < view_now->sampled_blocks; b++)
        if (view_now->sampled[b] == emu_block.number)
            for (unsigned w = 0; w < view_now->followed_warps; w++)
                if (view_now->followed[w] == warp->id)
                    return (int)(b * view_now->followed_warps + w);
    return -1;
}

/* Its number in the warp's life, from 1 on; 0: the warp is not followed. */
static unsigned follow(int slot, enum view_event_kind kind, const void *pc, uint32_t mask)
{
    if (slot < 0)
        return 0;
    if (!view_now->life[slot])
        view_now->life[slot] = new_zeros(1, sizeof *view_now->life[slot], "the view");
    struct view_life *life = view_now->life[slot];
    if (life->count < VIEW_EVENTS)
        life->event[life->count++] = (struct view_event){kind, pc, mask};
    return ++life->of;
}

static void note_way(int slot, enum view_way_kind kind, struct wait wait)
{
    struct view_life *life = slot >= 0 ? view_now->life[slot] : NULL;
    if (life && life->ways < VIEW_EVENTS && life->of <= VIEW_EVENTS)
        life->way[life->ways++] = (struct view_way){kind, life->of, wait};
}

static void used(const struct warp *warp, const void *pc, uint64_t rounds)
{
    if (waits_now())
        note_way(slot_of(warp), VIEW_WAIT, *waits_now());
}

static void copy_arrived(const struct access *access)
{
    used(access->warp, NULL, 0);
}

static void request(const struct access *access)
{
    const int slot = slot_of(access->warp);
    const enum waits_kind kind = waits_kind(access);
    const void *pc = event_pc(access->site->word);
    const unsigned time = follow(slot, VIEW_ACCESS, pc, access->mask);
    const unsigned bytes = access->uniform ? access->bytes : access->lanes * access->bytes;
    if (kind != WAITS_NOTHING)
        note_way(slot, kind == WAITS_COPY ? VIEW_COPY : VIEW_LOAD,
                 (struct wait){.pc = pc, .bytes = bytes});
    sample(access, slot, time);
    view_meetings_check(access);
}

static void barrier(void)
{
    view_next_interval();
    EACH_WARP (warp) {
        const uint32_t lanes = all_lanes(warp) & ~warp->done;
        if (lanes)
            follow(slot_of(warp), VIEW_BARRIER, warp->lane[__builtin_ctz(lanes)].pc, lanes);
    }
}

static void exchange(struct warp *warp, uint32_t lanes, int orders_memory)
{
    if (lanes)
        follow(slot_of(warp), VIEW_EXCHANGE, warp->lane[__builtin_ctz(lanes)].pc, lanes);
}

static void end_launch(double seconds, int error)
{
    if (error)
        view_keep_maps();
    view_now = NULL;
}

OBSERVER(view, .wanted = is_wanted, .begin_run = begin_run, .end_launch = end_launch,
         .begin_block = view_first_interval, .end_block = view_keep_maps, .barrier = barrier,
         .exchange = exchange, .request = request, .used = used, .copy_arrived = copy_arrived,
         .access = view_touch, .spaces = 1u << EMU_GLOBAL | 1u << EMU_SHARED | 1u << EMU_CONSTANT);
