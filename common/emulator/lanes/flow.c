/* The lane to run next is the one that is furthest behind: first in the order of the blocks, which
 * the compiler has written down (compiler/graph.c); within a loop, the one in the earliest round.
 *
 * Each function has blocks of its own (calls are followed by frames), so that a function called
 * from two places does not look like a loop. */
#include "running.h"

static const struct device_block *loop_of(const struct device_block *block, unsigned level)
    IS(block - block->back[level]);

void flow_enter(struct position *at, const struct device_block *to)
{
    struct frame *frame = &at->frame[at->depth - 1];
    const struct device_block *from = frame->block;
    const unsigned both = !from ? 0 : from->loops < to->loops ? from->loops : to->loops;
    unsigned kept = 0;
    if (at->unknown)
        return;
    while (kept < both && loop_of(from, kept) == loop_of(to, kept))
        kept++;
    if (kept && kept == to->loops && !to->back[kept - 1])
        frame->round[kept - 1]++;
    for (; kept < to->loops; kept++)
        frame->round[kept] = 0;
    frame->block = to;
    frame->index = 0;
}

void flow_call(struct position *at)
{
    at->frame[at->depth - 1].index++;
    if (at->depth == CALL_DEPTH)
        at->unknown++;
    else
        at->frame[at->depth++] = (struct frame){.block = NULL};
}

void flow_return(struct position *at)
{
    if (at->unknown)
        at->unknown--;
    else if (at->depth > 1)
        at->depth--;
}

/* The loop around the block, or the block itself inside all of them. */
static const struct device_block *place_at(const struct device_block *block, unsigned level)
    IS(!block || level >= block->loops ? block : loop_of(block, level));

static int compare_frames(const struct frame *a, const struct frame *b)
{
    for (unsigned level = 0;; level++) {
        const struct device_block *x = place_at(a->block, level), *y = place_at(b->block, level);
        if (x != y)
            return x < y ? -1 : 1; /* before its first block: first of all */
        if (!x || level == a->block->loops)
            break;
        if (a->round[level] != b->round[level])
            return a->round[level] < b->round[level] ? -1 : 1;
    }
    return (a->index > b->index) - (a->index < b->index);
}

int flow_compare(const struct position *a, const struct position *b)
{
    for (unsigned i = 0; i < a->depth && i < b->depth; i++) {
        const int which = compare_frames(&a->frame[i], &b->frame[i]);
        if (which)
            return which;
    }
    return a->depth == b->depth ? 0 : a->depth > b->depth ? -1 : 1; /* still in a call: behind */
}

/* Along the order: what leads backward begins a round of a loop. */
int flow_leads(const struct device_block *from, const struct device_block *to)
{
    if (!from || to < from)
        return 0;
    const size_t count = (size_t)(to - from) + 1;
    uint8_t *reached = new_zeros(count, 1, "the control-flow graph");
    reached[0] = 1;
    for (size_t i = 0; i + 1 < count; i++)
        for (uint32_t k = 0; reached[i] && k < from[i].ways; k++)
            if (from[i].ahead[k] > 0 && i + (size_t)from[i].ahead[k] < count)
                reached[i + (size_t)from[i].ahead[k]] = 1;
    const int leads = reached[count - 1];
    free(reached);
    return leads;
}

int flow_self_loop(const struct device_block *block)
{
    for (uint32_t k = 0; block && k < block->ways; k++)
        if (!block->ahead[k])
            return 1;
    return 0;
}
