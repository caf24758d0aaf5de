/* Basic blocks as numbers, put in order (graph.c). */
#pragma once

/* Block v leads to to[begin[v]] and so on up to to[begin[v + 1]], the last in the program first. A
 * walk begins at block 0. */
struct graph {
    unsigned count, *begin, *to;
};

enum { NOT_REACHED = ~0u };
struct order {
    unsigned count;  /* of blocks that can be reached */
    unsigned *block; /* … in order */
    unsigned *loop;  /* of each of them: the blocks of the loop of which it is the head; 0: none */
    unsigned *place; /* of each block of the graph, in the order */
};
void put_in_order(struct order *o, const struct graph *g);
