/* Control flow: the graph of basic blocks, as far as it has been seen, and where lanes are in it
 * (flow.c). */
#ifndef EMU_FLOW_H
#define EMU_FLOW_H

#include <stdint.h>

enum { LOOP_DEPTH = 8, CALL_DEPTH = 16, KEYS = CALL_DEPTH * (2 * LOOP_DEPTH + 2) };
/* Where a lane is inside one function: in which basic block, how many events into it, and in which
 * round of each loop around it (a loop that is not listed is in its first round). */
struct frame {
    int node; /* -1 before the first block */
    unsigned index;
    unsigned loops;
    struct {
        int head;
        unsigned round;
    } loop[LOOP_DEPTH];
};
struct position {
    unsigned depth;   /* frames in use, at least 1 */
    unsigned unknown; /* calls beyond CALL_DEPTH, not followed */
    /* The same as numbers to compare from the first to the last; valid while generation is
     * flow.c's. Of each frame: for every loop around the block its place in the order and the
     * round, then the block's place and the index. */
    unsigned generation, keys, top; /* top: where the last frame's begin */
    uint32_t key[KEYS];
    struct frame frame[CALL_DEPTH];
};

int flow_node(uint32_t word);     /* the node of a block, made when first asked for */
void flow_edge(int from, int to); /* from -1: `to` is a function's first block */
void flow_refresh(void);          /* brings order and loops up to date if the graph has grown */
void flow_enter(struct position *at, int node); /* the lane goes on to `node`: rounds are counted */
void flow_access(struct position *at);          /* … to its next access */
void flow_call(struct position *at);
void flow_return(struct position *at);
/* <0: a runs first; 0: same place, same round */
int flow_compare(struct position *a, struct position *b);
/* A lane in the block `from` can come to `to` without beginning another round of a loop around
 * `from`. */
int flow_leads(int from, int to);
int flow_self_loop(int node); /* the block is a loop of its own, which compilers unroll */

#endif
