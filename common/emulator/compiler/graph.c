/* The order in which a warp walks a graph of basic blocks, and the loops of that graph. Apart from
 * loops.c, since it knows numbers alone.
 *
 * A weak topological order (F. Bourdoncle, Efficient chaotic iteration strategies with widenings,
 * 1993; docs/development.md says what for), by his recursive strategy on Tarjan's strongly
 * connected components: an edge leads forward, or to the head of a loop around its begin. A loop's
 * blocks follow each other, its head first. */
#include "graph.h"

#include <stdlib.h>

enum { PLACED = ~0u };

struct walk {
    const struct graph *graph;
    struct order *order;
    unsigned *number, *stack; /* depth-first numbers: 0, not seen; PLACED, in the order */
    unsigned top, last, free; /* places of the order before this one are free */
};

/* Successors from the last to the first: what is visited last comes first in the order, so where
 * the graph does not say which of two blocks comes first, the program's layout does. */
static unsigned visit(struct walk *w, unsigned v)
{
    const unsigned *begin = w->graph->to + w->graph->begin[v],
                   *end = w->graph->to + w->graph->begin[v + 1], own = ++w->last;
    unsigned low = own;
    int is_loop = 0;
    w->stack[w->top++] = v;
    w->number[v] = own;
    for (const unsigned *to = begin; to < end; to++) {
        const unsigned reach = w->number[*to] ? w->number[*to] : visit(w, *to);
        if (reach <= low) {
            low = reach;
            is_loop = 1;
        }
    }
    if (low != own)
        return low;
    w->number[v] = PLACED;
    for (unsigned other; (other = w->stack[--w->top]) != v;)
        w->number[other] = 0; /* of the loop: placed behind its head */
    const unsigned behind = w->free;
    for (const unsigned *to = begin; is_loop && to < end; to++)
        if (!w->number[*to])
            visit(w, *to);
    w->order->block[--w->free] = v;
    w->order->loop[w->free] = is_loop ? behind - w->free : 0;
    return low;
}

void put_in_order(struct order *o, const struct graph *g)
{
    const size_t size = g->count + 1;
    struct walk w = {g, o,       calloc(size, sizeof *w.number), calloc(size, sizeof *w.stack), 0,
                     0, g->count};
    o->block = realloc(o->block, size * sizeof *o->block);
    o->loop = realloc(o->loop, size * sizeof *o->loop);
    o->place = realloc(o->place, size * sizeof *o->place);
    if (!w.number || !w.stack || !o->block || !o->loop || !o->place)
        abort();
    visit(&w, 0);
    o->count = g->count - w.free;
    for (unsigned i = 0; i < g->count; i++)
        o->place[i] = NOT_REACHED;
    for (unsigned i = 0; i < o->count; i++) {
        o->block[i] = o->block[w.free + i];
        o->loop[i] = o->loop[w.free + i];
        o->place[o->block[i]] = i;
    }
    free(w.number);
    free(w.stack);
}
