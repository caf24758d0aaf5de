/* The control-flow graph of the kernel's basic blocks, as far as lanes have walked it, and the order in which a warp walks it.
 *
 * On a GPU the lanes of a warp that take different ways meet again where the ways join: both arms of an if run before what
 * follows, and lanes that leave a loop wait for those that go on. So the lane to run next is the one that is
 * furthest behind: first in a weak topological order of the graph (F. Bourdoncle, Efficient chaotic iteration strategies
 * with widenings, 1993), in which the loops nest as components; within a loop, the one in the earliest round.
 *
 * Each function has a graph of its own (calls are followed by frames, see struct position), so that a function called from
 * two places does not look like a loop. */
#include "core.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct node {
    uint32_t word;
    int *next; /* successors, the last in the program first */
    int nexts, room;
    int latest; /* the successor that was added or asked for last */
    int rank;   /* place in the order */
    int parent; /* head of the innermost component around it, itself not counted; -1: none */
    int is_head;
    int number; /* while ordering: depth-first number, INT_MAX when placed */
};

static struct node *nodes;
static int node_count, node_room;
static int *roots, root_count, root_room;
static int grown;

static void *grow(void *array, int *room, size_t size)
{
    *room = *room ? 2 * *room : 16;
    void *larger = realloc(array, (size_t)*room * size);
    if (!larger)
        die_of_memory("the control-flow graph");
    return larger;
}

int flow_node(uint32_t word)
{
    if (node_count == node_room)
        nodes = grow(nodes, &node_room, sizeof *nodes);
    nodes[node_count] = (struct node){.word = word, .latest = -1, .parent = -1};
    grown = 1;
    return node_count++;
}

static void add_root(int node)
{
    for (int i = 0; i < root_count; i++)
        if (roots[i] == node)
            return;
    if (root_count == root_room)
        roots = grow(roots, &root_room, sizeof *roots);
    roots[root_count++] = node;
    grown = 1;
}

void flow_edge(int from, int to)
{
    if (from < 0) {
        add_root(to);
        return;
    }
    struct node *node = &nodes[from];
    if (node->latest == to)
        return;
    node->latest = to;
    int place = 0;
    while (place < node->nexts && nodes[node->next[place]].word > nodes[to].word)
        place++;
    if (place < node->nexts && node->next[place] == to)
        return;
    if (node->nexts == node->room)
        node->next = grow(node->next, &node->room, sizeof *node->next);
    memmove(node->next + place + 1, node->next + place,
            (size_t)(node->nexts - place) * sizeof *node->next);
    node->next[place] = to;
    node->nexts++;
    grown = 1;
}

int flow_self_loop(int node)
{
    for (int i = 0; node >= 0 && i < nodes[node].nexts; i++)
        if (nodes[node].next[i] == node)
            return 1;
    return 0;
}

/* ---- the order: Bourdoncle's recursive strategy on Tarjan's strongly connected components ---- */

static int *stack, stack_top, last_number, next_rank, component;

static int visit(int v);

static void place_component(int head)
{
    const int outer = component;
    component = head;
    for (int i = 0; i < nodes[head].nexts; i++)
        if (!nodes[nodes[head].next[i]].number)
            visit(nodes[head].next[i]);
    component = outer;
}

/* Successors are visited from the last in the program to the first: what is visited last comes first in the order, so where
 * the graph does not say (yet) which of two blocks comes first, the program's layout does. */
static int visit(int v)
{
    const int own = ++last_number;
    int low = own, loop = 0;
    stack[stack_top++] = v;
    nodes[v].number = own;
    for (int i = 0; i < nodes[v].nexts; i++) {
        const int w = nodes[v].next[i];
        const int reach = nodes[w].number ? nodes[w].number : visit(w);
        if (reach <= low) {
            low = reach;
            loop = 1;
        }
    }
    if (low != own)
        return low;
    nodes[v].number = INT_MAX;
    for (int w; (w = stack[--stack_top]) != v;)
        if (loop)
            nodes[w].number = 0;
    nodes[v].parent = component;
    nodes[v].is_head = loop;
    if (loop)
        place_component(v);
    nodes[v].rank = --next_rank;
    return low;
}

void flow_refresh(void)
{
    if (!grown)
        return;
    grown = 0;
    stack = realloc(stack, (size_t)node_count * sizeof *stack);
    if (!stack)
        die_of_memory("the control-flow graph");
    for (int i = 0; i < node_count; i++)
        nodes[i].number = 0;
    stack_top = last_number = next_rank = 0;
    component = -1;
    for (int i = 0; i < root_count; i++)
        if (!nodes[roots[i]].number)
            visit(roots[i]);
}

/* ---- places ---- */

static int component_holds(int head, int node)
{
    if (node == head)
        return 1;
    for (int c = nodes[node].parent; c >= 0; c = nodes[c].parent)
        if (c == head)
            return 1;
    return 0;
}

void flow_enter(struct frame *frame, int node)
{
    const int from = frame->node;
    unsigned kept = 0;
    int counted = 0;
    for (unsigned i = 0; i < frame->loops; i++) {
        const int head = frame->loop[i].head;
        if (!component_holds(head, node))
            continue; /* left this loop */
        frame->loop[kept] = frame->loop[i];
        if (head == node) {
            frame->loop[kept].round++;
            counted = 1;
        }
        kept++;
        if (head == node)
            break; /* a new round: the loops inside begin anew */
    }
    if (!counted && nodes[node].is_head && from >= 0 && component_holds(node, from)) {
        unsigned inner = 0; /* loops inside this one begin anew */
        for (unsigned i = 0; i < kept; i++)
            if (!component_holds(node, frame->loop[i].head))
                frame->loop[inner++] = frame->loop[i];
        kept = inner;
        if (kept < LOOP_DEPTH) {
            frame->loop[kept].head = node;
            frame->loop[kept].round = 1;
            kept++;
        }
    }
    frame->loops = kept;
    frame->node = node;
    frame->index = 0;
}

/* The components around a node, outermost first, a head's own component included. */
static int chain(int node, int *heads, int room)
{
    int count = 0;
    for (int c = nodes[node].is_head ? node : nodes[node].parent; c >= 0; c = nodes[c].parent) {
        if (count == room)
            memmove(heads + 1, heads, (size_t)(--count) * sizeof *heads);
        else
            memmove(heads + 1, heads, (size_t)count * sizeof *heads);
        heads[0] = c;
        count++;
    }
    return count;
}

static unsigned round_of(const struct frame *frame, int head)
{
    for (unsigned i = 0; i < frame->loops; i++)
        if (frame->loop[i].head == head)
            return frame->loop[i].round;
    return 0;
}

static int order(unsigned a, unsigned b)
{
    return a < b ? -1 : a > b;
}

static int compare_frames(const struct frame *a, const struct frame *b)
{
    if (a->node == b->node && !a->loops && !b->loops)
        return order(a->index, b->index);
    if (a->node < 0 || b->node < 0)
        return a->node < 0 ? (b->node < 0 ? 0 : -1) : 1;
    int around_a[2 * LOOP_DEPTH], around_b[2 * LOOP_DEPTH];
    const int count_a = chain(a->node, around_a, 2 * LOOP_DEPTH);
    const int count_b = chain(b->node, around_b, 2 * LOOP_DEPTH);
    int i = 0;
    for (; i < count_a && i < count_b && around_a[i] == around_b[i]; i++) {
        const int which = order(round_of(a, around_a[i]), round_of(b, around_a[i]));
        if (which)
            return which;
    }
    const int here_a = i < count_a ? around_a[i] : a->node;
    const int here_b = i < count_b ? around_b[i] : b->node;
    if (here_a != here_b)
        return nodes[here_a].rank < nodes[here_b].rank ? -1 : 1;
    return order(a->index, b->index);
}

int flow_compare(const struct position *a, const struct position *b)
{
    const unsigned depth = a->depth < b->depth ? a->depth : b->depth;
    for (unsigned i = 0; i < depth; i++) {
        const int which = compare_frames(&a->frame[i], &b->frame[i]);
        if (which)
            return which;
    }
    return a->depth == b->depth ? 0 : a->depth > b->depth ? -1 : 1; /* still in a call: behind */
}
