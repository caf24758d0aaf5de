/* The control-flow graph of the kernel's basic blocks, as far as lanes have walked it, and the
 * order in which a warp walks it.
 *
 * On a GPU the lanes of a warp that take different ways meet again where the ways join: both arms
 * of an if run before what follows, and lanes that leave a loop wait for those that go on. So the
 * lane to run next is the one that is furthest behind: first in a weak topological order of the
 * graph (F. Bourdoncle, Efficient chaotic iteration strategies with widenings, 1993), in which the
 * loops nest as components; within a loop, the one in the earliest round.
 *
 * Each function has a graph of its own (calls are followed by frames, see struct position), so that
 * a function called from two places does not look like a loop. */
#include "flow.h"
#include "program/basics.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct node {
    uint32_t word;
    int *next; /* successors, the last in the program first */
    int nexts;
    size_t room;
    int latest; /* the successor that was added or asked for last */
    int rank;   /* place in the order */
    int parent; /* head of the innermost component around it, itself not counted; -1: none */
    int is_head;
    /* components around it, its own included if it is a head: the outermost LOOP_DEPTH */
    int depth;
    int around[LOOP_DEPTH];
    int seen;   /* while walking */
    int number; /* while ordering: depth-first number, INT_MAX when placed */
};

static struct node *nodes;
static int node_count, *roots, root_count;
static size_t node_room, root_room;
static int grown;
static unsigned generation = 1; /* of the order */

static void *more(void *list, int count, size_t *room, size_t size)
{
    return more_room(list, (size_t)count, room, size, "the control-flow graph");
}

int flow_node(uint32_t word)
{
    nodes = more(nodes, node_count, &node_room, sizeof *nodes);
    nodes[node_count] = (struct node){.word = word, .latest = -1, .parent = -1};
    grown = 1;
    return node_count++;
}

static void add_root(int node)
{
    for (int i = 0; i < root_count; i++)
        if (roots[i] == node)
            return;
    roots = more(roots, root_count, &root_room, sizeof *roots);
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
    node->next = more(node->next, node->nexts, &node->room, sizeof *node->next);
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

static int mark; /* of the walk that goes on; node.seen: of the last one that was there */

/* From node to `to`, not through closed ones. */
static int walk(int node, int to, const uint8_t *closed)
{
    if (node == to)
        return 1;
    nodes[node].seen = mark;
    for (int i = 0; i < nodes[node].nexts; i++) {
        const int next = nodes[node].next[i];
        if (!closed[next] && nodes[next].seen != mark && walk(next, to, closed))
            return 1;
    }
    return 0;
}

/* No way from the begin of a function to the node avoids the closed one. */
static int dominated(int node, const uint8_t *closed)
{
    mark++;
    for (int i = 0; i < root_count; i++)
        if (!closed[roots[i]] && walk(roots[i], node, closed))
            return 0;
    return 1;
}

int flow_leads(int from, int to)
{
    if (from < 0 || to < 0)
        return 0;
    uint8_t *closed = new_zeros((size_t)node_count, 2, "the control-flow graph"),
            *one = closed + node_count;
    for (int i = 0; i < node_count; i++) {
        one[i] = 1;
        closed[i] = i != from && dominated(from, one);
        one[i] = 0;
    }
    mark++;
    const int leads = walk(from, to, closed);
    free(closed);
    return leads;
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

/* Successors are visited from the last in the program to the first: what is visited last comes
 * first in the order, so where the graph does not say (yet) which of two blocks comes first, the
 * program's layout does. */
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

/* The heads of the components around a node, outermost first. */
static void find_around(struct node *node)
{
    int chain[64], length = 0;
    const int self = (int)(node - nodes);
    for (int c = node->is_head ? self : node->parent; c >= 0 && length < 64; c = nodes[c].parent)
        chain[length++] = c;
    node->depth = length < LOOP_DEPTH ? length : LOOP_DEPTH;
    for (int i = 0; i < node->depth; i++)
        node->around[i] = chain[length - 1 - i];
}

void flow_refresh(void)
{
    if (!grown)
        return;
    grown = 0;
    generation++;
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
    for (int i = 0; i < node_count; i++)
        find_around(&nodes[i]);
}

/* ---- places ---- */

static int component_holds(int head, int node)
{
    for (int i = 0; i < nodes[node].depth; i++)
        if (nodes[node].around[i] == head)
            return 1;
    return 0;
}

static void enter_frame(struct frame *frame, int node)
{
    const int from = frame->node;
    unsigned kept = 0;
    int counted = 0;
    for (unsigned i = 0; i < frame->loops && !counted; i++) {
        const int head = frame->loop[i].head;
        if (!component_holds(head, node))
            continue; /* left this loop */
        frame->loop[kept] = frame->loop[i];
        if (head == node) {
            frame->loop[kept].round++;
            counted = 1; /* a new round: the loops inside begin anew */
        }
        kept++;
    }
    if (!counted && nodes[node].is_head && from >= 0 && component_holds(node, from)) {
        unsigned outer = 0; /* loops inside this one begin anew */
        for (unsigned i = 0; i < kept; i++)
            if (!component_holds(node, frame->loop[i].head))
                frame->loop[outer++] = frame->loop[i];
        kept = outer;
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

static unsigned round_of(const struct frame *frame, int head)
{
    for (unsigned i = 0; i < frame->loops; i++)
        if (frame->loop[i].head == head)
            return frame->loop[i].round;
    return 0;
}

/* Appends a frame's keys. Places in the order are negative: made unsigned, they keep it. A frame
 * before its first block comes first of all. */
static void append_frame(struct position *at, const struct frame *frame)
{
    at->top = at->keys;
    if (frame->node < 0) {
        at->key[at->keys++] = 0;
        return;
    }
    const struct node *node = &nodes[frame->node];
    for (int i = 0; i < node->depth; i++) {
        at->key[at->keys++] = (uint32_t)nodes[node->around[i]].rank;
        at->key[at->keys++] = round_of(frame, node->around[i]);
    }
    at->key[at->keys++] = (uint32_t)node->rank;
    at->key[at->keys++] = frame->index;
}

static void refresh_keys(struct position *at)
{
    at->keys = 0;
    for (unsigned i = 0; i < at->depth; i++)
        append_frame(at, &at->frame[i]);
    at->generation = generation;
}

void flow_enter(struct position *at, int node)
{
    if (at->unknown)
        return;
    enter_frame(&at->frame[at->depth - 1], node);
    if (at->generation == generation) {
        at->keys = at->top;
        append_frame(at, &at->frame[at->depth - 1]);
    }
}

void flow_access(struct position *at)
{
    struct frame *frame = &at->frame[at->depth - 1];
    frame->index++;
    if (at->generation == generation && frame->node >= 0)
        at->key[at->keys - 1] = frame->index;
}

void flow_call(struct position *at)
{
    flow_access(at);
    if (at->depth == CALL_DEPTH) {
        at->unknown++;
        return;
    }
    at->frame[at->depth++] = (struct frame){.node = -1};
    at->generation = 0;
}

void flow_return(struct position *at)
{
    if (at->unknown)
        at->unknown--;
    else if (at->depth > 1)
        at->depth--;
    at->generation = 0;
}

int flow_compare(struct position *a, struct position *b)
{
    if (a->generation != generation)
        refresh_keys(a);
    if (b->generation != generation)
        refresh_keys(b);
    const unsigned keys = a->keys < b->keys ? a->keys : b->keys;
    for (unsigned i = 0; i < keys; i++)
        if (a->key[i] != b->key[i])
            return a->key[i] < b->key[i] ? -1 : 1;
    return a->keys == b->keys ? 0 : a->keys > b->keys ? -1 : 1; /* still in a call: behind */
}
