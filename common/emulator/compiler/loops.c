/* The blocks of one function in order, and its loops: of the function put in order last. */
#include "unit.h"

#include "graph.h"

static struct order order;
static LLVMBasicBlockRef *layout;
static unsigned count; /* of its blocks */
static struct known {
    LLVMBasicBlockRef block;
    unsigned number; /* in the layout */
} * known;           /* by address */

static int by_address(const void *a, const void *b)
{
    const struct known *x = a, *y = b;
    return (x->block > y->block) - (x->block < y->block);
}

static unsigned number_of(LLVMBasicBlockRef block)
{
    const struct known wanted = {block, 0},
                       *found = bsearch(&wanted, known, count, sizeof wanted, by_address);
    return found->number;
}

static int falling(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x < y) - (x > y);
}

void order_blocks(LLVMValueRef function)
{
    unsigned edges = 0;
    count = LLVMCountBasicBlocks(function);
    layout = realloc(layout, count * sizeof *layout);
    known = realloc(known, count * sizeof *known);
    if (!layout || !known)
        die("no memory");
    LLVMGetBasicBlocks(function, layout);
    for (unsigned i = 0; i < count; i++) {
        known[i] = (struct known){layout[i], i};
        edges += LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(layout[i]));
    }
    qsort(known, count, sizeof *known, by_address);
    struct graph g = {count, calloc(count + 1, sizeof *g.begin), calloc(edges + 1, sizeof *g.to)};
    if (!g.begin || !g.to)
        die("no memory");
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(layout[i]);
        unsigned *to = g.to + g.begin[i], ways = LLVMGetNumSuccessors(end);
        for (unsigned k = 0; k < ways; k++)
            to[k] = number_of(LLVMGetSuccessor(end, k));
        qsort(to, ways, sizeof *to, falling);
        g.begin[i + 1] = g.begin[i] + ways;
    }
    put_in_order(&order, &g);
    free(g.begin);
    free(g.to);
}

unsigned ordered_blocks(void) IS(order.count);

LLVMBasicBlockRef block_at(unsigned place) IS(layout[order.block[place]]);

LLVMValueRef first_in(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

unsigned place_in_order(LLVMBasicBlockRef block) IS(order.place[number_of(block)]);

int in_loop(struct loop l, LLVMBasicBlockRef block)
{
    return place_in_order(block) - l.first < l.count; /* what is before it is far behind it */
}

struct loop loop_around(LLVMBasicBlockRef block, struct loop inner)
{
    const unsigned place = place_in_order(block);
    for (unsigned i = place == NOT_REACHED ? 0 : place + 1; i-- > 0;)
        if (i + order.loop[i] > place && order.loop[i] > inner.count)
            return (struct loop){i, order.loop[i]};
    return (struct loop){0, 0};
}

LLVMValueRef end_of_round(struct loop l)
{
    LLVMValueRef last = NULL;
    EACH_WAY (end, to, l)
        last = to == block_at(l.first) ? end : last;
    return last;
}
