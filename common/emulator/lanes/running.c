/* The thread, warp, block and launch that run, and the way out of a launch that ends early. */
#include "running.h"

#include <setjmp.h>

struct emu_builtins emu_builtins;
struct block emu_block;
struct warp *emu_warp;
HOST_THREAD struct lane *emu_lane_now;
const void *emu_place;
const struct emu_launch *emu_launch_now;
int emu_stop;

static const struct warp *blamed_warp;
static unsigned blamed_lane;

int emu_lane(void) IS(emu_lane_now ? (int)(emu_lane_now - emu_warp->lane) : 0);

void finding_blame(const struct warp *warp, unsigned lane)
{
    blamed_warp = warp;
    blamed_lane = lane;
}

int warp_blamed(struct emu_dim3 *block, struct emu_dim3 *thread)
{
    const struct lane *lane = emu_lane_now;
    if (!lane && blamed_warp)
        lane = &blamed_warp->lane[blamed_lane];
    if (!lane)
        return 0;
    *block = emu_builtins.block;
    *thread = lane->thread;
    return 1;
}

static sigjmp_buf way_out;
static unsigned locked;

int running_guarded(void (*run)(void))
{
    locked = lock_depth;
    if (sigsetjmp(way_out, 1) == 0) {
        run();
        return 0;
    }
    while (lock_depth > locked)
        lock_give();
    emu_lane_now = NULL;
    return emu_stop;
}

void warp_give_up(void)
{
    siglongjmp(way_out, 1);
}

void emu_abandon(int error)
{
    if (!emu_launch_now)
        abort(); /* asked for outside a kernel: the shim's mistake */
    emu_stop = error;
    warp_give_up();
}
