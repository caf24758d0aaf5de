/* What is said of a race: who, where, and what would help. */
#include "engine/engine.h"
#include "races.h"
#include "memory/operands.h"
#include "program/findings.h"

static const char *const verbed[] = {"read", "wrote", "updated"};

static void name_block(char *out, size_t room, uint32_t held)
{
    const uint64_t number = stamp_blocks[stamp_owner(held >> STAMP_SHIFT).block];
    const struct emu_dim3 b = place_in(emu_launch_now->grid, number);
    snprintf(out, room, "a thread of block (%u,%u,%u)", b.x, b.y, b.z);
}

/* What is held names one of several; is that the thread itself, it was another: 0. */
static int name_other(char *out, size_t room, const struct warp *warp, unsigned lane, uint32_t held,
                      enum relation how)
{
    const struct owner owner = stamp_owner(held >> STAMP_SHIFT);
    if (how == BLOCKS_APART && owner.block == race_block->serial)
        return !snprintf(out, room, "a thread of another block");
    if (how == BLOCKS_APART) {
        name_block(out, room, held);
        return 1;
    }
    const struct emu_dim3 t =
        place_in(emu_launch_now->block, owner.warp * EMU_WARP + (held & LANE_MASK));
    if (owner.warp == warp->id && (how == SAME_BLOCK || (held & LANE_MASK) == lane))
        return !snprintf(out, room, "a thread of %s warp",
                         how == SAME_BLOCK ? "another" : "the same");
    return snprintf(out, room, "thread (%u,%u,%u)%s", t.x, t.y, t.z,
                    how == SAME_WARP ? " of the same warp" : "");
}

/* The kernel's own line, where the function around the access was put in line. */
static struct source_line line_in_kernel(const void *pc)
{
    struct source_line line = line_of(pc);
    for (int up = 0; caller_of(pc, up).file; up++)
        line = caller_of(pc, up);
    return line;
}

/* A barrier lies between the two lines, but the first runs again in a loop. NULL: not so. */
static const char *cure_of_loop(const struct access *access, enum event_type did, uint32_t origin)
{
    static char text[240];
    const void *one = event_pc(access->site->word), *other = origin ? event_pc(origin) : NULL;
    const int apart = line_in_kernel(one).line != line_in_kernel(other).line;
    const struct source_line here = apart ? line_in_kernel(one) : line_of(one),
                             there = apart ? line_in_kernel(other) : line_of(other);
    const struct source_line first = here.line < there.line ? here : there,
                             last = here.line < there.line ? there : here;
    const unsigned written = access->type == EV_READ ? there.line : here.line;
    const int barrier = barrier_between(first, last);
    if (did == access->type || written != first.line)
        return NULL;
    if (!barrier) /* the one before the loop's end may be missing, or the other one, or both */
        return NULL;
    snprintf(text, sizeof text,
             "there is a barrier in line %d, but none before line %u runs again: put "
             "__syncthreads() at the end of the loop that holds both, after line %u and any inner "
             "loop around it; or is an index wrong?",
             barrier, first.line, last.line);
    return text;
}

static const char *cure_of(const struct access *access, unsigned lane, uint32_t held,
                           enum relation how, enum event_type did, uint32_t origin)
{
    /* two writes by one line of the program: no barrier can come between them */
    if (access->type == EV_WRITE && did == EV_WRITE && how != BLOCKS_APART &&
        (!origin || origin == access->site->word))
        return "give each thread its own element (are there enough?); equal values: let one store";
    const char *of_loop = how == BLOCKS_APART ? NULL : cure_of_loop(access, did, origin);
    if (of_loop)
        return of_loop;
    /* one line of the program did both: two threads may have one element, which no barrier mends */
    const int one_line = origin && same_line(event_pc(origin), event_pc(access->site->word));
    if ((access->space != EMU_SHARED || one_line) && how != BLOCKS_APART)
        return "give each thread its own element, or put __syncthreads() between the two";
    if (how == SAME_WARP)
        return "put __syncthreads() between the two (or __syncwarp(), if only this warp uses it); "
               "or is an index wrong?";
    if (how == SAME_BLOCK)
        return "put __syncthreads() between the two (not __syncwarp()); or is an index wrong?";
    if (races_by_lane && did == EV_WRITE && knowledge_lacks_fence(access->warp, lane, held))
        return "the thread that announces it by an atomic must call __threadfence() after the "
               "write (and after the block's barrier, if other threads wrote) and before the "
               "atomic";
    return "blocks run in any order: is the index right? Use one block for it, or an atomic";
}

static enum emu_finding_kind kind_of(const struct access *access)
    IS(access->space == EMU_SHARED ? EMU_RACE_SHARED : EMU_RACE_GLOBAL);

int races_report(const struct access *access, unsigned lane, uint64_t address, uint32_t held,
                 enum relation how, enum event_type did, uint32_t origin)
{
    char other[96], at[280] = "", what[OPERAND_TEXT], overrun[120];
    if (!may_say(access->site, SAID_RACE))
        return 1;
    if (!name_other(other, sizeof other, access->warp, lane, held, how) && origin &&
        same_line(event_pc(origin), event_pc(access->site->word))) /* the own read */
        origin = 0;
    if (origin)
        snprintf(at, sizeof at, " at %s", line_name(event_pc(origin)));
    finding_blame(access->warp, lane);
    const void *pc = event_pc(access->site->word);
    const struct device_variable *shape = variables_shape(access->area);
    overrun_said(overrun, pc, origin ? event_pc(origin) : pc,
                 shape && shape->dimensions > 1 ? "a row" : "an array");
    emu_finding(kind_of(access), pc, "%s %s, which %s %s%s, with nothing to order the two; %s%s",
                access_verbs[access->type],
                operand_element(what, access->area, address, access->bytes), other, verbed[did], at,
                overrun, cure_of(access, lane, held, how, did, origin));
    return 1;
}

void races_report_scope(const struct access *access, unsigned lane, uint64_t address, uint32_t held)
{
    char other[96], what[OPERAND_TEXT];
    if (!may_say(access->site, SAID_RACE))
        return;
    name_block(other, sizeof other, held);
    finding_blame(access->warp, lane);
    emu_finding(kind_of(access), event_pc(access->site->word),
                "updates %s, which %s updates, too, by an atomic of block scope: "
                "it is atomic within one block only; use the one without _block",
                operand_element(what, access->area, address, access->bytes), other);
}
