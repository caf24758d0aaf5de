/* A launch: block after block, in the order of the block index (or order.c's), each to its end. Its
 * theory of operation is in docs/development.md. merge.c merges; observers count and check. */
#include "engine.h"
#include "accesses/observers.h"
#include "program/findings.h"
#include "memory/operands.h"

int launch_differs;

static void begin_run(void)
{
    barrier_count = blocks_apart = emu_popcs = 0;
    barrier_forget();
    passed_forget();
    memset(warp_events, 0, sizeof warp_events);
    sites_begin_run();
    overruns_begin_run();
    observers_begin_run();
}

/* All blocks; if they cannot come to an end in another order, once more in ascending order. */
static int run_in_order(const struct emu_launch *launch)
{
    order_begin_launch(number_in(launch->grid));
    const int again = order_now != EMU_ASCENDING && number_in(launch->grid) > 1;
    watchdog_start(again);
    int error = warp_guarded(resident_run_grid);
    if (error == ERROR_TIMEOUT && again) {
        order_put_back();
        emu_stop = access_fault = 0;
        begin_run();
        watchdog_start(0);
        error = warp_guarded(resident_run_grid);
    }
    return error;
}

int emu_launch(const struct emu_launch *launch)
{
    const double start = seconds_now();
    emu_launch_now = launch;
    emu_stop = 0;
    access_fault = launch_differs = 0;
    dynamic_begin_launch(launch->dynamic_shared);
    emu_builtins.block_dim = launch->block;
    emu_builtins.grid_dim = launch->grid;
    findings_begin_launch(launch->kernel, warp_blamed);
    observers_begin_launch(launch);
    emu_arena_open(1);
    hurry_begin_launch();
    snapshot_begin_launch();
    begin_run();
    const int error = hurry_end_launch(run_in_order(launch)) ?: access_fault;
    observers_end_launch(seconds_now() - start, error);
    watchdog_stop();
    emu_arena_open(0);
    findings_begin_launch(NULL, NULL);
    emu_launch_now = NULL;
    emu_warp = NULL;
    return error;
}
