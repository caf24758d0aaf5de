/* In which order a launch's blocks and a block's warps run (docs/development.md, "Order").
 * Ascending is what counters are recorded in. Interleaved: several blocks are there at once, and
 * threads stop before each atomic, fence and volatile access while others have turns (resident.c).
 *
 * A block that waits for a lower one would wait for ever in descending order, or where few blocks
 * are there at once and began in any order: such a launch is stopped, and runs again in ascending
 * order. Launches that follow are interleaved, but their blocks begin in ascending order. */
#include "engine.h"
#include "memory/memory.h"

/* Of device memory to put back: where there is more, the order is ascending. */
enum { MOST_BYTES = 64 << 20 };

enum emu_order order_now;
static enum emu_order wished;
static int waits;  /* a block has waited for a lower one … */
static int always; /* … even where they began in ascending order */
static uint64_t seed, launches, chance;
static uint64_t step, offset; /* block i of n: (step i + offset) mod n */

void emu_order(enum emu_order order)
{
    wished = order;
}

void emu_order_seed(unsigned long long number)
{
    seed = number;
    launches = 0;
}

uint32_t order_random(void) /* G. Marsaglia, Xorshift RNGs, 2003 */
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (uint32_t)(chance >> 32);
}

void order_restart(void)
{
    chance = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) + launches * UINT64_C(0x2545f4914f6cdd1d);
    chance |= 1;
    for (int i = 0; i < 8; i++)
        order_random();
}

static uint64_t common_divisor(uint64_t a, uint64_t b) IS(b ? common_divisor(b, a % b) : a);

/* Any order, or ascending if blocks wait for lower ones. */
static void shuffle(uint64_t blocks)
{
    step = 1;
    offset = 0;
    if (waits || blocks < 3)
        return;
    order_restart();
    offset = order_random() % blocks;
    do
        step = 1 + order_random() % (blocks - 1);
    while (common_divisor(step, blocks) != 1);
}

void order_begin_launch(uint64_t blocks)
{
    static int done;
    const char *wish = done++ ? NULL : getenv("EMU_ORDER");
    if (wish && !strcmp(wish, "descending"))
        wished = EMU_DESCENDING;
    if (wish && !strncmp(wish, "interleaved", 11))
        wished = EMU_INTERLEAVED;
    if (wish && !strncmp(wish, "interleaved:", 12)) /* with a seed */
        seed = strtoull(wish + 12, NULL, 10);
    launches++;
    order_now = wished;
    if ((order_now == EMU_DESCENDING && waits) || (order_now == EMU_INTERLEAVED && always) ||
        (blocks > 1 && snapshot_parts.bytes > MOST_BYTES))
        order_now = EMU_ASCENDING;
    if (order_now == EMU_ASCENDING || blocks == 1)
        return;
    snapshot_keep_before();
    shuffle(blocks);
}

uint64_t order_block(uint64_t i, uint64_t count)
{
    if (order_now != EMU_INTERLEAVED)
        return order_now == EMU_DESCENDING ? count - 1 - i : i;
    return (uint64_t)(((unsigned __int128)i * step + offset) % count);
}

void order_put_back(void)
{
    snapshot_put_back(&snapshot_parts, &snapshot_before);
    always |= order_now == EMU_INTERLEAVED && waits;
    waits = 1;
    order_now = EMU_ASCENDING;
}
