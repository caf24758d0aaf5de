/* What local arrays and structures hold at first. They lie on a thread's stack, where a kernel's
 * frame is to come: before a thread begins, that part is filled with set bits (not a number, -1),
 * as far down as threads of earlier blocks have been seen to go. */
#include "stacks.h"
#include "fiber.h"
#include "program/basics.h"

#include <string.h>

enum {
    AT_FIRST = 4096, /* bytes, in the first block of a launch */
    AT_MOST = 64 << 10,
    MARGIN = 64 /* untouched below what was used: nobody went deeper */
};

size_t stacks_depth = AT_FIRST;
static int known; /* how deep this kernel goes */
static char last_kernel[256];
static size_t deepest; /* that a thread went since the last block began; 0: none has ended */

void stacks_begin_launch(const char *kernel)
{
    deepest = 0;
    if (!strncmp(kernel, last_kernel, sizeof last_kernel - 1))
        return;
    strncpy(last_kernel, kernel, sizeof last_kernel - 1);
    stacks_depth = AT_FIRST;
    known = 0;
}

void stacks_begin_block(void)
{
    if (deepest + MARGIN > stacks_depth) {
        stacks_depth = 2 * stacks_depth < AT_MOST ? 2 * stacks_depth : AT_MOST;
        known = 0;
    } else if (deepest && !known) {
        stacks_depth = (deepest + 2 * MARGIN + 63) / 64 * 64;
        known = 1;
    }
    deepest = 0;
}

/* The bytes that were filled and have not been written since lie below. */
FIBER_UNWATCHED void stacks_measure(const char *top)
{
    const char *p = top - stacks_depth, *end = known ? p + MARGIN : top;
    while (p < end && *(const uint64_t *)p == UINT64_MAX)
        p += sizeof(uint64_t);
    const size_t here = (size_t)(top - p);
    deepest = here > deepest ? here : deepest;
}
