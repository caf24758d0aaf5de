/* In which order a launch's blocks and a block's warps run. CUDA promises none; what comes out right only in one order is wrong, and
 * no access says so where there are atomics or fences. Ascending is what counters are recorded in.
 *
 * A GPU starts blocks in ascending order, so that a block may wait for a lower one. In descending order it would wait for ever:
 * such a launch is stopped, device memory is put back, and it runs again in ascending order, as do all that follow. */
#include "order.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 64 << 20
}; /* of device memory to put back; where there is more, the order is ascending */

int order_descending;
static enum emu_order wished;
static int waits; /* a block has waited for a lower one */

static struct kept {
    uintptr_t begin;
    size_t bytes;
    char *copy;
} * kept;
static size_t kept_count, kept_room, in_all;

void emu_order(enum emu_order order)
{
    wished = order;
}

static void from_environment(void)
{
    static int done;
    const char *wish = getenv("EMU_ORDER");
    if (!done++ && wish && !strcmp(wish, "descending"))
        wished = EMU_DESCENDING;
}

static void add_up(const struct emu_area *area, void *with)
{
    (void)with;
    in_all += area->end - area->begin;
}

static void keep(const struct emu_area *area, void *with)
{
    (void)with;
    if (kept_count == kept_room) {
        kept_room = kept_room ? 2 * kept_room : 16;
        kept = realloc(kept, kept_room * sizeof *kept);
        if (!kept)
            die_of_memory("a copy of device memory");
    }
    struct kept *k = &kept[kept_count++];
    *k = (struct kept){area->begin, area->end - area->begin, NULL};
    k->copy = malloc(k->bytes);
    if (!k->copy)
        die_of_memory("a copy of device memory");
    memcpy(k->copy, (const void *)k->begin, k->bytes);
}

void order_begin_launch(uint64_t blocks)
{
    from_environment();
    order_descending = wished == EMU_DESCENDING && !waits;
    if (!order_descending || blocks == 1)
        return;
    in_all = 0;
    memory_for_each_global(add_up, NULL);
    if (in_all > MOST_BYTES)
        order_descending = 0;
    else
        memory_for_each_global(keep, NULL);
}

void order_put_back(void)
{
    for (size_t i = 0; i < kept_count; i++)
        memcpy((void *)kept[i].begin, kept[i].copy, kept[i].bytes);
    waits = 1;
    order_descending = 0;
}

void order_end_launch(void)
{
    for (size_t i = 0; i < kept_count; i++)
        free(kept[i].copy);
    kept_count = 0;
}
