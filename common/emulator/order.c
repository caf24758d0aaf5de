/* In which order a launch's blocks and a block's warps run. CUDA promises none; what comes out right only in one order is wrong, and
 * no access says so where there are atomics or fences. Ascending is what counters are recorded in.
 *
 * A GPU starts blocks in ascending order, so that a block may wait for a lower one. In descending order it would wait for ever:
 * such a launch is stopped, device memory is put back, and it runs again in ascending order, as do all that follow. */
#include "order.h"
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 64 << 20
}; /* of device memory to put back; where there is more, the order is ascending */

int order_descending;
static enum emu_order wished;
static int waits; /* a block has waited for a lower one */

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

void order_begin_launch(uint64_t blocks)
{
    from_environment();
    order_descending = wished == EMU_DESCENDING && !waits;
    if (!order_descending || blocks == 1)
        return;
    if (snapshot_bytes > MOST_BYTES)
        order_descending = 0;
    else
        snapshot_keep_before();
}

void order_put_back(void)
{
    snapshot_put_back(&snapshot_before);
    waits = 1;
    order_descending = 0;
}
