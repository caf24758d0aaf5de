/* What local arrays and structures hold at first. They lie on a thread's stack, where a kernel's
 * frame is to come: before every block that part is filled with set bits (not a number, -1), as far
 * down as threads have been seen to go. */
#include "stacks.h"
#include "program/basics.h"

#include <string.h>

enum {
    AT_FIRST = 4096, /* bytes, in the first block of a launch */
    AT_MOST = 64 << 10,
    MARGIN = 64, /* untouched below what was used: nobody went deeper */
    SAMPLES = 32
};

static size_t depth = AT_FIRST;
static int known; /* how deep this kernel goes */
static char last_kernel[256];
static unsigned spoiled;
static char *sample[SAMPLES]; /* where every 32nd stack ended when it was filled */

void stacks_begin_launch(const char *kernel)
{
    spoiled = 0;
    if (!strncmp(kernel, last_kernel, sizeof last_kernel - 1))
        return;
    strncpy(last_kernel, kernel, sizeof last_kernel - 1);
    depth = AT_FIRST;
    known = 0;
}

/* How many of the bytes that were filled have been written since. */
static size_t used(const char *top, size_t most)
{
    const char *p = top - depth;
    while (p < top - depth + most && (unsigned char)*p == 0xff)
        p++;
    return (size_t)(top - p);
}

void stacks_begin_block(void)
{
    size_t deepest = 0;
    for (unsigned i = 0; i < SAMPLES && EMU_WARP * i < spoiled; i++) {
        const size_t here = used(sample[i], known ? MARGIN : depth);
        deepest = here > deepest ? here : deepest;
    }
    if (deepest + MARGIN > depth) {
        depth = 2 * depth < AT_MOST ? 2 * depth : AT_MOST;
        known = 0;
    } else if (spoiled && !known) {
        depth = (deepest + 2 * MARGIN + 63) / 64 * 64;
        known = 1;
    }
    spoiled = 0;
}

void stacks_spoil(const struct fiber *fiber)
{
    char *top = fiber_floor(fiber);
    if (!top)
        return;
    if (spoiled % EMU_WARP == 0 && spoiled / EMU_WARP < SAMPLES)
        sample[spoiled / EMU_WARP] = top;
    spoiled++;
    memset(top - depth, 0xff, depth);
}
