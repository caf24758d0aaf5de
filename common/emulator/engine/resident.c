/* Blocks that are there at once. Mostly there is one, which runs to its end before the next begins.
 * There are several where the launch is cooperative: all of them, each of which runs until it ends
 * or comes to the grid's barrier. And in interleaved order (order.c), from the first atomic, fence
 * or volatile access on: as many as fit, whose warps take turns by chance.
 *
 * Shared variables have one address for all blocks: contents are moved aside for other turns. */
#include "engine.h"
#include "accesses/observers.h"

enum { MOST_SLOTS = 32, MOST_THREADS = 8192 }; /* of an interleaved launch */
enum state { EMPTY, RUNS, WAITS /* at the grid's barrier */ };

int resident_several;

static struct slot {
    struct block block;
    enum state state;
    struct snapshot shared; /* while another block has its turn */
} * slots;
static size_t slot_room;
static size_t limit, live, waiting; /* slots; blocks there; of them at the grid's barrier */
static size_t current;
static struct copied shared; /* the kernel's shared memory */

static void enter(size_t number)
{
    if (number == current)
        return;
    struct slot *from = &slots[current], *to = &slots[number];
    from->block = emu_block;
    if (from->state != EMPTY)
        snapshot_take(&shared, &from->shared);
    emu_block = to->block;
    if (to->state != EMPTY) {
        snapshot_put_back(&shared, &to->shared);
        emu_builtins.block = emu_block.index;
        TELL(resume_block);
    }
    current = number;
}

void resident_each(void (*visit)(struct block *block))
{
    for (size_t i = 0; i < slot_room; i++)
        if (slots[i].state != EMPTY)
            visit(i == current ? &emu_block : &slots[i].block);
}

void resident_pause(void *pc)
{
    if (!resident_several) {
        resident_several = 1;
        TELL(several_blocks);
    }
    emu_yield(pc);
}

static size_t most_at_once(const struct emu_launch *launch, uint64_t blocks)
{
    const size_t threads = number_in(launch->block);
    size_t most = MOST_THREADS / (threads < EMU_WARP ? EMU_WARP : threads);
    most = most < MOST_SLOTS ? most : MOST_SLOTS;
    if (launch->cooperative)
        return blocks;
    return order_now != EMU_INTERLEAVED ? 1 : blocks < most ? blocks : most;
}

static void begin(const struct emu_launch *launch, uint64_t blocks)
{
    order_restart();
    limit = most_at_once(launch, blocks);
    if (limit > slot_room)
        slots = more_zeros(slots, limit, &slot_room, sizeof *slots, "blocks there at once");
    slots[current].block = emu_block;
    for (size_t i = 0; i < slot_room; i++)
        slots[i].state = EMPTY; /* a launch that was given up has left some */
    current = live = waiting = 0;
    emu_block = slots[0].block;
    resident_several = launch->cooperative && blocks > 1;
    if (limit > 1)
        snapshot_list_shared(&shared);
    warp_reserve(launch, limit);
}

static void start(uint64_t number)
{
    size_t free_slot = 0;
    while (slots[free_slot].state != EMPTY)
        free_slot++;
    enter(free_slot);
    warp_prepare_block(emu_launch_now, (unsigned)free_slot, number);
    slots[free_slot].state = RUNS;
    live++;
    TELL(begin_block);
}

/* The first that can run; interleaved: any. */
static size_t choose(void)
{
    size_t number = order_now == EMU_INTERLEAVED ? order_random() % limit : 0;
    while (slots[number].state != RUNS)
        number = (number + 1) % limit;
    return number;
}

static void release_grid(uint64_t blocks)
{
    size_t left = blocks - live;
    TELL(grid_barrier);
    for (size_t i = 0; i < limit; i++)
        if (slots[i].state == WAITS) {
            enter(i);
            if (left)
                barrier_say_missing(left);
            left = 0;
            slots[i].state = RUNS;
            barrier_release();
        }
    waiting = 0;
}

void resident_run_grid(void)
{
    const struct emu_launch *launch = emu_launch_now;
    const uint64_t blocks = hurry_on ? hurry_blocks(launch) : number_in(launch->grid);
    begin(launch, blocks);
    for (uint64_t started = 0;;) {
        for (; started < blocks && live < (resident_several ? limit : 1); started++)
            start(hurry_on ? hurry_number(launch, started) : order_block(started, blocks));
        if (!live)
            return;
        if (waiting == live) {
            release_grid(blocks);
            continue;
        }
        enter(choose());
        switch (warp_run_block()) {
        case BLOCK_DONE:
            passed_end_block();
            TELL(end_block);
            slots[current].state = EMPTY;
            live--;
            watchdog_progress++;
            break;
        case BLOCK_AT_GRID:
            slots[current].state = WAITS;
            waiting++;
            watchdog_progress++;
            break;
        case BLOCK_PAUSES:
            break;
        }
    }
}
