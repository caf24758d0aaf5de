/* Loads under way when the first of them is needed. A warp waits where it needs a value that it has
 * loaded since it last waited (compiler/uses.c), or where a copy that it waits for arrives. What it
 * had loaded before is there then. Time is not known; this is an order only. */
#include "record.h"

enum { MOST = 512 };
struct load {
    const void *pc;
    uint64_t others; /* accesses of the warp before it that are none of these */
    unsigned bytes;
    uint32_t copies; /* lanes whose asynchronous copy has not arrived; 0: it is a load */
};
static struct warp_loads {
    struct load *load;
    size_t room;
    unsigned count;
    int is_new; /* one has come since the last wait */
    uint64_t others;
} * warps;
static size_t room;
struct waits waits_sums;
static struct wait now;
static int is_wait, has_copies;

int emu_uses;

static struct warp_loads *loads_of(const struct warp *warp)
    IS(&GROWN(warps, warp->id + (size_t)emu_block.slot * EMU_WARP, room, "loads under way"));

static void begin_run(void)
{
    waits_sums = (struct waits){.known = 1};
    emu_uses = 1;
    has_copies = 0;
}

static void begin_block(void)
{
    for (size_t i = (size_t)emu_block.slot * EMU_WARP, end = i + EMU_WARP; i < end && i < room; i++)
        warps[i].count = 0;
}

static void end_launch(double seconds, int error)
{
    emu_uses = 0;
}

static void copy_begins(void *to, size_t bytes)
{
    has_copies = 1;
}

enum waits_kind waits_kind(const struct access *access)
{
    if (access->space == EMU_SHARED)
        return access->site->arrives_later ? WAITS_COPY : WAITS_NOTHING;
    if (access->space != EMU_GLOBAL || access->type != EV_READ)
        return WAITS_NOTHING;
    const int is_half = has_copies && site_of(event_as_write(access->site->word))->arrives_later;
    return is_half ? WAITS_NOTHING : WAITS_LOAD;
}

static void request(const struct access *access)
{
    struct warp_loads *w = loads_of(access->warp);
    const enum waits_kind kind = waits_kind(access);
    if (kind == WAITS_NOTHING) {
        w->others += access->space != EMU_GLOBAL || access->type != EV_READ;
        return;
    }
    if (w->count == MOST)
        memmove(w->load, w->load + 1, --w->count * sizeof *w->load);
    ADDED(w->load, w->count, w->room, "loads under way") =
        (struct load){event_pc(access->site->word), w->others,
                      access->uniform ? access->bytes : access->lanes * access->bytes,
                      kind == WAITS_COPY ? access->mask : 0};
    w->is_new = 1;
}

static unsigned find(const struct warp_loads *w, const void *pc, uint64_t rounds)
{
    unsigned first = w->count;
    for (unsigned i = w->count; i-- > 0 && rounds;)
        if (w->load[i].pc == pc) {
            first = i;
            rounds--;
        }
    return rounds ? w->count : first;
}

static void wait_for(struct warp_loads *w, unsigned first)
{
    now = (struct wait){.pc = w->load[first].pc,
                        .loads = w->count,
                        .since = w->count - 1 - first,
                        .between = (unsigned)(w->others - w->load[first].others)};
    for (unsigned i = 0; i < w->count; i++)
        now.bytes += w->load[i].bytes;
    is_wait = 1;
    waits_sums.weight += now.loads;
    waits_sums.loads += (uint64_t)now.loads * now.loads;
    waits_sums.bytes += (uint64_t)now.loads * now.bytes;
    waits_sums.between += (uint64_t)now.loads * now.between;
}

static void used(const struct warp *warp, const void *pc, uint64_t rounds)
{
    struct warp_loads *w = loads_of(warp);
    const unsigned first = find(w, pc, rounds);
    is_wait = 0;
    if (first == w->count)
        return;
    wait_for(w, first);
    unsigned copies = 0; /* only their own wait brings these */
    for (unsigned i = 0; i < w->count; i++)
        if (w->load[i].copies)
            w->load[copies++] = w->load[i];
    w->count = copies;
    w->is_new = 0;
}

static void copy_arrived(const struct access *access)
{
    struct warp_loads *w = loads_of(access->warp);
    unsigned first = 0;
    const void *pc = event_pc(access->site->word);
    is_wait = 0;
    while (first < w->count && (w->load[first].pc != pc || !(w->load[first].copies & access->mask)))
        first++;
    if (first == w->count)
        return;
    if (w->is_new)
        wait_for(w, first);
    w->is_new = 0;
    w->load[first].copies &= ~access->mask;
    if (!w->load[first].copies) { /* nor is there what came before it */
        w->count -= first + 1;
        memmove(w->load, w->load + first + 1, w->count * sizeof *w->load);
    }
}

const struct wait *waits_now(void) IS(is_wait ? &now : NULL);

OBSERVER(waits, .watch = EMU_WATCH_CACHES, .begin_run = begin_run, .end_launch = end_launch,
         .begin_block = begin_block, .request = request, .used = used, .copy_begins = copy_begins,
         .copy_arrived = copy_arrived);
