/* A launch: block after block, in the order of the block index (or order.c's), each to its end;
 * then the record of what was counted. */
#define _GNU_SOURCE
#include "checks/concurrent.h"
#include "hurry.h"
#include "memory/memory.h"
#include "order.h"
#include "counters/record.h"
#include "resident.h"
#include "memory/snapshot.h"
#include "memory/stacks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const struct emu_launch *emu_launch_now;
int checks_any;
enum { ERROR_TIMEOUT = 702 };

/* ---- dynamic shared memory: one buffer, of which a launch may use as much as it asked for ---- */

/* An array with a name: a file-scope extern __shared__ declaration is compiled to an extern array
 * of this symbol. */
char emu_dynamic_shared_array[DYNAMIC_ROOM] __attribute__((aligned(1024)));
static struct emu_area dynamic_area = {.space = EMU_SHARED, .name = "dynamic shared memory"};

void *emu_dynamic_shared(void)
{
    return emu_dynamic_shared_array;
}

const struct emu_area *launch_area_of(uintptr_t address)
{
    if (address >= dynamic_area.begin && address < dynamic_area.end)
        return &dynamic_area;
    return emu_area_of(address);
}

const struct emu_area *launch_dynamic_area(void)
{
    return &dynamic_area;
}

void die_of_memory(const char *what)
{
    fprintf(stderr, "emulator: out of memory for %s\n", what);
    exit(2);
}

/* ---- what is watched ---- */

struct checks emu_checks = {1, 1, 1};

int emu_watch(int what)
{
    const int before = (emu_checks.races ? EMU_WATCH_RACES : 0) |
                       (emu_checks.uninitialised ? EMU_WATCH_UNINITIALISED : 0) |
                       (emu_checks.caches ? EMU_WATCH_CACHES : 0);
    emu_checks.races = (what & EMU_WATCH_RACES) != 0;
    emu_checks.uninitialised = (what & EMU_WATCH_UNINITIALISED) != 0;
    emu_checks.caches = (what & EMU_WATCH_CACHES) != 0;
    return before;
}

/* EMU_WATCH=races,uninitialised,caches: any of them, or none. */
static void watch_from_environment(void)
{
    static int done;
    const char *wish = getenv("EMU_WATCH");
    if (done++ || !wish)
        return;
    emu_watch((strstr(wish, "races") ? EMU_WATCH_RACES : 0) |
              (strstr(wish, "uninitialised") ? EMU_WATCH_UNINITIALISED : 0) |
              (strstr(wish, "caches") ? EMU_WATCH_CACHES : 0));
}

/* ---- the run ---- */

static void observers_begin_launch(void)
{
    sites_new_launch();
    checks_any = emu_checks.races || emu_checks.uninitialised || emu_checks.caches;
    checks_any |= addresses_begin_launch() | concurrent_on;
    garbage_begin_launch(emu_checks.uninitialised);
    if (emu_checks.races)
        races_begin_launch();
    if (emu_checks.uninitialised)
        uninit_begin_launch();
    else
        memory_unwatched_launch();
    if (emu_checks.caches)
        caches_begin_launch();
}

void observers_begin_block(void)
{
    garbage_begin_block();
    if (emu_checks.races)
        races_begin_block();
    if (emu_checks.caches)
        caches_begin_block();
}

void observers_end_block(void)
{
    if (emu_checks.races)
        races_end_block();
}

void observers_access(const struct access *access)
{
    addresses_access(access);
    if (concurrent_on)
        concurrent_access(access);
    if (emu_checks.uninitialised)
        uninit_access(access);
    if (emu_checks.races && !races_by_lane)
        races_access(access);
    if (emu_checks.caches && access->space == EMU_GLOBAL)
        caches_access(access);
}

static uint64_t blocks_of(const struct emu_launch *launch)
{
    return (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;
}

/* All blocks; if they cannot come to an end in another order, once more in ascending order. */
static int run_in_order(const struct emu_launch *launch)
{
    order_begin_launch(blocks_of(launch));
    const int again = order_now != EMU_ASCENDING && blocks_of(launch) > 1;
    watchdog_start(again);
    int error = warp_guarded(resident_run_grid);
    if (error == ERROR_TIMEOUT && again) {
        order_put_back();
        emu_stop = launch_fault = 0;
        warp_barriers = 0;
        memset(warp_events, 0, sizeof warp_events);
        observers_begin_launch();
        watchdog_start(0);
        error = warp_guarded(resident_run_grid);
    }
    if (emu_checks.races)
        races_end_launch();
    return error;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int emu_is_cooperative(void)
{
    return emu_launch_now && emu_launch_now->cooperative;
}

int emu_launch(const struct emu_launch *launch)
{
    const double start = now();
    emu_launch_now = launch;
    emu_stop = 0;
    launch_fault = 0;
    warp_barriers = 0;
    memset(warp_events, 0, sizeof warp_events);
    dynamic_area.begin = (uintptr_t)emu_dynamic_shared();
    dynamic_area.end = dynamic_area.begin + launch->dynamic_shared;
    emu_builtins.block_dim = launch->block;
    emu_builtins.grid_dim = launch->grid;
    watch_from_environment();
    record_begin(launch);
    emu_arena_open();
    hurry_begin_launch();
    snapshot_begin_launch();
    stacks_begin_launch(launch->kernel);
    observers_begin_launch();
    int error = hurry_end_launch(run_in_order(launch));
    if (!error)
        error = launch_fault;
    record_end(now() - start, error);
    if (!error && emu_checks.uninitialised && uninit_any() && !garbage_matters(resident_run_grid))
        findings_take_back();
    watchdog_stop();
    emu_arena_close();
    emu_launch_now = NULL;
    emu_warp = NULL;
    return error;
}
