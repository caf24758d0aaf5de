/* Warp-wide exchanges, the one primitive behind shuffles, votes, matches, reductions and
 * __syncwarp: lanes wait until all live lanes that their mask names have made the same call, then
 * each gets what every one of them gave. And __activemask. */
#include "engine.h"
#include "accesses/observers.h"
#include "program/findings.h"

uint64_t warp_events[WARP_EVENTS], emu_popcs;

unsigned emu_active_lanes(void *pc)
{
    struct lane *lane = emu_lane_now;
    warp_stop_lane(LANE_ACTIVE, pc);
    return lane->exchange.arrived;
}

static void count_exchange(const char *what)
{
    static const char *last;
    static int shuffles, matrix; /* is the last one such? */
    if (what != last) {
        last = what;
        shuffles = strstr(what, "shuffle") || strstr(what, "shfl") || strstr(what, "reduce");
        matrix = strstr(what, "mma") != NULL;
    }
    warp_events[WARP_EXCHANGES]++;
    warp_events[WARP_SHUFFLES] += (unsigned)shuffles;
    warp_events[WARP_MATRIX] += (unsigned)matrix;
}

/* ---- lanes that a mask names and that have ended without the call: CUDA leaves that undefined,
 * unless they had returned before they could come to it.
 *
 * The compiler marks every return of a kernel (emu_returns). A lane that has ended without one has
 * gone past the call. One that has returned has gone past it if lanes that make the call can come
 * to the same return afterwards, as the graph of basic blocks tells. That is said when the block
 * has ended: what else is found at the call says more ---- */

void emu_returns(void)
{
    emu_lane_now->left = emu_place;
}

/* A call that a lane has returned without, once a launch for each call and return. */
static struct question {
    const struct warp *warp;
    struct exchange call;
    unsigned lane; /* that made it */
    uint32_t missing;
    const void *left;
    int leads; /* from the call to the return */
} questions[64];
enum { MOST_QUESTIONS = sizeof questions / sizeof *questions };
static int count, answered;

void passed_forget(void)
{
    count = answered = 0;
}

static void say(const struct warp *warp, unsigned lane, const struct exchange *call,
                uint32_t missing, const char *how)
{
    finding_blame(warp, lane);
    emu_finding(EMU_MISSING_LANE, call->pc,
                "%s with mask 0x%08x: lanes 0x%08x of the mask went past it and %s; every lane "
                "that the mask names must make the call: move it out of the branch, or name only "
                "the lanes that make it",
                call->what, call->mask, missing, how);
}

static void ask_later(const struct warp *warp, unsigned first, uint32_t missing,
                      const struct lane *lane)
{
    const struct exchange *call = &warp->lane[first].exchange;
    for (int i = 0; i < count; i++)
        if (questions[i].call.pc == call->pc && questions[i].left == lane->left)
            return;
    if (count == MOST_QUESTIONS)
        return;
    const struct position *at =
        warp->together >> first & 1 || !warp->lane_at ? &warp->at : &warp->lane_at[first];
    struct question *q = &questions[count++];
    *q = (struct question){warp, *call, first, missing, lane->left, 0};
    for (unsigned f = 0; f < at->depth; f++)
        q->leads |= flow_leads(at->frame[f].block, device_site(lane->left)->block);
}

static void passed_look(const struct warp *warp, uint32_t group, uint32_t missing)
{
    const unsigned first = (unsigned)__builtin_ctz(group);
    const void *pc = warp->lane[first].exchange.pc;
    uint32_t fell_off = 0;
    EACH_LANE (l, missing) {
        const struct lane *lane = &warp->lane[l];
        if (!lane->left)
            fell_off |= 1u << l;
        else if (lane->exchange.pc != pc) /* else it returned after the round before */
            ask_later(warp, first, missing, lane);
    }
    if (fell_off)
        say(warp, first, &warp->lane[first].exchange, fell_off, "ended");
}

void passed_end_block(void)
{
    for (; answered < count; answered++) {
        const struct question *q = &questions[answered];
        char how[300];
        snprintf(how, sizeof how, "returned at %s", line_name(q->left));
        if (q->leads)
            say(q->warp, q->lane, &q->call, q->missing, how);
    }
}

/* ---- exchanges ---- */

static void release_exchange(struct warp *warp, uint32_t group)
{
    const uint32_t missing = warp->lane[__builtin_ctz(group)].exchange.mask & warp->done;
    if (UNLIKELY(missing != 0))
        passed_look(warp, group, missing);
    if (!warp->tables)
        warp->tables = new_zeros(EMU_WARP, (size_t)EMU_WARP * SLOT_BYTES, "results of shuffles");
    unsigned char *table = warp->tables + (size_t)__builtin_ctz(group) * EMU_WARP * SLOT_BYTES;
    int orders = 0;
    EACH_LANE (number, group) {
        struct lane *lane = &warp->lane[number];
        if (lane->exchange.bytes == 4)
            memcpy(table + number * 4, lane->exchange.value, 4);
        else if (lane->exchange.bytes)
            memcpy(table + number * lane->exchange.bytes, lane->exchange.value,
                   lane->exchange.bytes);
        lane->exchange.arrived = group;
        lane->exchange.undefined = warp->undefined;
        lane->exchange.table = table;
        orders |= lane->exchange.orders_memory;
    }
    warp->waiting_exchange &= ~group;
    warp->ready |= group;
    count_exchange(warp->lane[__builtin_ctz(group)].exchange.what);
    TELL(exchange, warp, group, orders);
    merge_released(warp, group, merge_one_place(warp, group));
}

static uint32_t exchange_group(const struct warp *warp, unsigned first, int same_pc)
{
    const struct lane *a = &warp->lane[first];
    uint32_t group = 0;
    EACH_LANE (l, warp->waiting_exchange) {
        const struct lane *b = &warp->lane[l];
        if (b->exchange.mask == a->exchange.mask && b->exchange.bytes == a->exchange.bytes &&
            (b->pc == a->pc || (!same_pc && same_call(a->pc, b->pc))))
            group |= 1u << l;
    }
    return group;
}

/* The live lanes that the lanes of a group wait for, themselves included. */
static uint32_t exchange_needs(const struct warp *warp, unsigned first)
    IS((warp->lane[first].exchange.mask & all_lanes(warp) & ~warp->done) | 1u << first);

int exchange_complete(struct warp *warp, int same_pc)
{
    int any = 0;
    for (uint32_t todo = warp->waiting_exchange; todo;) {
        const unsigned first = (unsigned)__builtin_ctz(todo);
        const uint32_t group = exchange_group(warp, first, same_pc);
        todo &= ~(group | 1u << first);
        if (exchange_needs(warp, first) & ~group)
            continue;
        release_exchange(warp, group);
        any = 1;
    }
    return any;
}

/* Those at the call that comes first in the program are together. */
int exchange_active(struct warp *warp)
{
    const void *first = NULL;
    EACH_LANE (l, warp->waiting_active) {
        const void *pc = warp->lane[l].pc;
        if (!first || (uintptr_t)pc < (uintptr_t)first)
            first = pc;
    }
    const uint32_t group = LANES_WHERE(l, warp->waiting_active, warp->lane[l].pc == first);
    EACH_LANE (l, group)
        warp->lane[l].exchange.arrived = group;
    warp->waiting_active &= ~group;
    warp->ready |= group;
    if (group)
        merge_released(warp, group, merge_one_place(warp, group));
    return group != 0;
}

static const char *whereabouts(const struct warp *warp, uint32_t missing)
{
    static char text[200];
    if (missing & ~warp->waiting_barrier & ~warp->waiting_exchange)
        return "cannot come";
    const uint32_t wait = missing & warp->waiting_barrier;
    if (wait) {
        snprintf(text, sizeof text, "wait at the barrier at %s%s",
                 line_name(warp->lane[__builtin_ctz(wait)].pc),
                 missing & warp->waiting_exchange ? ", or at another call" : "");
        return text;
    }
    return "wait at another call, or give another mask";
}

int exchange_force(struct warp *warp)
{
    if (!warp->waiting_exchange)
        return 0;
    emu_warp = warp;
    if (exchange_complete(warp, 0))
        return 1;
    const unsigned first = (unsigned)__builtin_ctz(warp->waiting_exchange);
    const struct lane *lane = &warp->lane[first];
    const uint32_t group = exchange_group(warp, first, 1);
    const uint32_t missing = exchange_needs(warp, first) & ~group;
    finding_blame(warp, first);
    emu_finding(EMU_MISSING_LANE, lane->pc,
                "%s with mask 0x%08x: lanes 0x%08x arrived, but lanes 0x%08x of the mask %s; every "
                "lane that the mask names must make the same call",
                lane->exchange.what, lane->exchange.mask, group, missing,
                whereabouts(warp, missing));
    release_exchange(warp, group);
    return 1;
}
