/* Lanes that a mask names and that have ended without the call: CUDA leaves that undefined, unless
 * they had returned before they could come to it.
 *
 * The compiler marks every return of a kernel (emu_returns). A lane that has ended without one has
 * gone past the call. One that has returned has gone past it if lanes that make the call can come
 * to the same return afterwards; the graph of basic blocks tells, once the block has ended. */
#include "engine.h"
#include "program/findings.h"

void emu_returns(void)
{
    emu_lane_now->left = emu_place;
}

/* A call that a lane has returned without: the question for the end of the block. */
static struct question {
    const struct warp *warp;
    struct exchange call;
    unsigned lane; /* that made it */
    uint32_t missing;
    const void *left;
    unsigned frames;
    const struct device_block *made[CALL_DEPTH]; /* where, frame by frame */
} questions[EMU_WARP];
static int count;

/* What has been asked in this launch: a call and a return. */
static struct {
    const void *call, *left;
} asked[64];
static int asked_count;

void passed_forget(void)
{
    count = asked_count = 0;
}

static int is_asked(const void *call, const void *left)
{
    for (int i = 0; i < asked_count; i++)
        if (asked[i].call == call && asked[i].left == left)
            return 1;
    if (asked_count == sizeof asked / sizeof *asked)
        return 1;
    asked[asked_count].call = call;
    asked[asked_count++].left = left;
    return 0;
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
    if (count == EMU_WARP || is_asked(call->pc, lane->left))
        return;
    const struct position *at =
        warp->together >> first & 1 || !warp->lane_at ? &warp->at : &warp->lane_at[first];
    struct question *q = &questions[count++];
    *q = (struct question){.warp = warp,
                           .call = *call,
                           .lane = first,
                           .missing = missing,
                           .left = lane->left,
                           .frames = at->depth};
    for (unsigned i = 0; i < q->frames; i++)
        q->made[i] = at->frame[i].block;
}

void passed_look(const struct warp *warp, uint32_t group, uint32_t missing)
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
    for (int i = 0; i < count; i++) {
        const struct question *q = &questions[i];
        char how[300];
        int leads = 0;
        for (unsigned f = 0; f < q->frames; f++)
            leads |= flow_leads(q->made[f], device_site(q->left)->block);
        snprintf(how, sizeof how, "returned at %s", line_name(q->left));
        if (leads)
            say(q->warp, q->lane, &q->call, q->missing, how);
    }
    count = 0;
}
