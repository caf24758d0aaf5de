/* The barrier of a block, and of a grid: who waits where, and what is wrong where not all do. */
#include "engine.h"
#include "accesses/observers.h"
#include "program/findings.h"

uint64_t barrier_count;

/* A lane that waits elsewhere than the first one does, or at another kind of barrier. */
static int check_convergence(const struct lane *first)
{
    EACH_WARP (warp)
        EACH_LANE (number, warp->waiting_barrier) {
            const struct lane *lane = &warp->lane[number];
            if (same_call(lane->pc, first->pc))
                continue;
            finding_blame(warp, number);
            emu_finding(EMU_DIVERGENT_BARRIER, lane->pc,
                        "threads of one block wait at different barriers: thread (%u,%u,%u) here, "
                        "thread (%u,%u,%u) at %s; move the barrier out of the branch",
                        lane->thread.x, lane->thread.y, lane->thread.z, first->thread.x,
                        first->thread.y, first->thread.z,
                        same_line(lane->pc, first->pc) ? "another call of this line"
                                                       : line_name(first->pc));
            return 0;
        }
    return 1;
}

/* Whole warps may have gone; of one warp, all lanes or none. */
static void check_exited(void)
{
    EACH_WARP (warp) {
        if (!warp->done || !warp->waiting_barrier)
            continue;
        const unsigned first = (unsigned)__builtin_ctz(warp->waiting_barrier);
        finding_blame(warp, first);
        const int wait = __builtin_popcount(warp->waiting_barrier),
                  gone = __builtin_popcount(warp->done);
        emu_finding(EMU_DIVERGENT_BARRIER, warp->lane[first].pc,
                    "%d lane%s of the warp wait%s at this barrier, %d ha%s ended and never "
                    "reach%s it; let every thread reach every barrier and guard only the work "
                    "between",
                    wait, wait == 1 ? "" : "s", wait == 1 ? "s" : "", gone, gone == 1 ? "s" : "ve",
                    gone == 1 ? "es" : "");
        return;
    }
}

/* Where threads of this launch have waited at a barrier. */
enum { MOST_BARRIERS = 64 };
static const void *barrier_place[MOST_BARRIERS];
static int barrier_places;

void barrier_forget(void)
{
    barrier_places = 0;
}

int barrier_between(struct source_line first, struct source_line last)
{
    for (int i = 0; i < barrier_places; i++) {
        const struct source_line at = line_of(barrier_place[i]);
        if (at.file && same_text(at.file, first.file) && same_text(at.file, last.file) &&
            at.line > first.line && at.line < last.line)
            return (int)at.line;
    }
    return 0;
}

/* The next finding is about it. NULL: there is none. */
static const struct lane *first_waiting(void)
{
    EACH_WARP (warp)
        if (warp->waiting_barrier) {
            const unsigned first = (unsigned)__builtin_ctz(warp->waiting_barrier);
            finding_blame(warp, first);
            return &warp->lane[first];
        }
    return NULL;
}

/* Tells each lane what all predicates come to. */
static void give_results(void)
{
    int count = 0, all = 1;
    EACH_WARP (warp)
        EACH_LANE (l, warp->waiting_barrier) {
            count += warp->lane[l].barrier.predicate;
            all &= warp->lane[l].barrier.predicate;
        }
    EACH_WARP (warp)
        EACH_LANE (l, warp->waiting_barrier) {
            struct lane *lane = &warp->lane[l];
            const enum emu_barrier_kind kind = lane->barrier.kind;
            lane->barrier.result = kind == EMU_SYNC_COUNT ? count
                                   : kind == EMU_SYNC_AND ? all
                                                          : count > 0;
        }
}

int barrier_release(void)
{
    const struct lane *first = first_waiting();
    if (!first)
        return 0;
    int known = 0;
    while (known < barrier_places && barrier_place[known] != first->pc)
        known++;
    if (known == barrier_places && known < MOST_BARRIERS)
        barrier_place[barrier_places++] = first->pc;
    int one_place = 1; /* one __syncthreads(), as nearly always: no lane needs a look */
    EACH_WARP (warp)
        one_place &= !warp->waiting_barrier || warp->barrier == first->pc;
    if (one_place || check_convergence(first))
        check_exited();
    if (!one_place)
        give_results();
    EACH_WARP (warp) {
        const uint32_t group = warp->waiting_barrier;
        warp->waiting_barrier = 0;
        warp->undefined &= ~group;
        warp->ready |= group;
        if (group)
            merge_released(warp, group, one_place || merge_one_place(warp, group));
    }
    barrier_count++;
    TELL(barrier);
    return 1;
}

int barrier_is_grid(void)
{
    int any = 0;
    EACH_WARP (warp)
        EACH_LANE (l, warp->waiting_barrier) {
            if (warp->lane[l].barrier.kind != EMU_SYNC_GRID)
                return 0;
            any = 1;
        }
    return any;
}

void barrier_say_missing(uint64_t blocks)
{
    emu_finding(EMU_DIVERGENT_BARRIER, first_waiting()->pc,
                "waits for the whole grid, but %llu of its blocks have ended and never "
                "come; let every block reach every barrier of the grid",
                (unsigned long long)blocks);
}
