/* The observer behind `make view`: chooses the launches, blocks and warps that are recorded, and
 * follows what their lanes do. Off, it is not asked at all. */
#include "view_data.h"

struct view_launch view_launches[VIEW_LAUNCHES];
size_t view_launch_count;
struct view_launch *view_now;

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

/* Before the launch has a record of its own. */
static int is_wanted(void)
{
    const char *path = getenv("EMU_VIEW");
    if (view_now || !path || !*path)
        return view_now != NULL;
    if (view_launch_count && view_launches[view_launch_count - 1].record >= emu_record_count)
        while (view_launch_count > 0) { /* the program has begun anew (emu_begin) */
            struct view_launch *launch = &view_launches[--view_launch_count];
            free(launch->access);
            free(launch->pattern);
            for (int i = 0; i < VIEW_SLOTS; i++)
                free(launch->life[i]);
            for (unsigned i = 0; i < launch->maps; i++)
                free(launch->map[i].cell);
            memset(launch, 0, sizeof *launch);
        }
    return !is_enough(emu_launch_now->kernel);
}

static void begin_launch(const struct emu_launch *now)
{
    view_now = &view_launches[view_launch_count];
    view_now->record = emu_record_count - 1;
    view_now->budget = VIEW_BYTES >> (view_launch_count < 5 ? view_launch_count + 1 : 6);
    view_launch_count++;
    const uint64_t blocks = view_now->blocks = number_in(now->grid);
    const unsigned warps = view_now->warps = ((unsigned)number_in(now->block) + 31) / EMU_WARP;
    view_now->sampled_blocks = choose(view_now->sampled, blocks, blocks > VIEW_ALL_BLOCKS, 3);
    view_now->followed_warps =
        choose(view_now->followed, warps,
               warps > VIEW_BLOCK_WARPS || warps * view_now->sampled_blocks > VIEW_SLOTS, 4);
}

/* What a run that was stopped has left is forgotten. */
static void begin_run(void)
{
    view_now->accesses = view_now->patterns = view_now->bytes = 0;
    view_now->left_out = 0;
    view_now->meetings = 0;
    for (int i = 0; i < VIEW_SLOTS; i++)
        if (view_now->life[i])
            view_now->life[i]->count = view_now->life[i]->of = view_now->life[i]->ways = 0;
    while (view_now->maps > 0)
        free(view_now->map[--view_now->maps].cell);
    view_samples_begin();
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

/* Its number in the warp's life, from 1 on. */
static unsigned follow(int slot, const struct warp *warp, enum view_event_kind kind, const void *pc,
                       uint32_t mask)
{
    struct view_life **life = &view_now->life[slot];
    if (!*life)
        *life = new_zeros(1, sizeof **life, "the view");
    (*life)->block = emu_block.number;
    (*life)->warp = warp->id;
    if ((*life)->count < VIEW_EVENTS)
        (*life)->event[(*life)->count++] = (struct view_event){kind, pc, mask};
    return ++(*life)->of;
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
    unsigned time = 0;
    if (slot >= 0)
        time = follow(slot, access->warp, VIEW_ACCESS, pc, access->mask);
    const unsigned bytes = access->uniform ? access->bytes : access->lanes * access->bytes;
    if (kind != WAITS_NOTHING)
        note_way(slot, kind == WAITS_COPY ? VIEW_COPY : VIEW_LOAD,
                 (struct wait){.pc = pc, .bytes = bytes});
    view_sample(access, slot, time);
    view_meetings_check(access);
}

static void begin_block(void)
{
    view_interval(1);
}

static void barrier(void)
{
    view_interval(0);
    EACH_WARP (warp) {
        const int slot = slot_of(warp);
        const uint32_t lanes = all_lanes(warp) & ~warp->done;
        if (slot >= 0 && lanes)
            follow(slot, warp, VIEW_BARRIER, warp->lane[__builtin_ctz(lanes)].pc, lanes);
    }
}

static void exchange(struct warp *warp, uint32_t lanes, int orders_memory)
{
    const int slot = lanes ? slot_of(warp) : -1;
    if (slot >= 0)
        follow(slot, warp, VIEW_EXCHANGE, warp->lane[__builtin_ctz(lanes)].pc, lanes);
}

static void end_launch(double seconds, int error)
{
    if (error)
        view_keep_maps();
    view_samples_end();
    view_now = NULL;
}

OBSERVER(view, .wanted = is_wanted, .begin_launch = begin_launch, .begin_run = begin_run,
         .end_launch = end_launch, .begin_block = begin_block, .end_block = view_keep_maps,
         .barrier = barrier, .exchange = exchange, .request = request, .used = used,
         .copy_arrived = copy_arrived, .access = view_touch,
         .spaces = 1u << EMU_GLOBAL | 1u << EMU_SHARED | 1u << EMU_CONSTANT);
