/* Values that nobody has handed in. CUDA leaves undefined what a shuffle gives from a lane that
 * takes no part. To read such a value is common and harmless: in the last steps of a sum the upper
 * lanes do, or every lane reads and only some use what they got. So the lane gets a poison, and a
 * finding is made where the poison shows in what it, or a lane that got its value from it, stores.
 * A barrier, a broadcast or the end of the kernel make an end of it.
 *
 * As a float the poison is an infinity or a NaN of its own, which sums keep; from warp to warp they
 * take turns, since a maximum drops one infinity, a minimum the other, and both drop NaN. As an
 * integer it is the golden ratio's part of the range, up or down, whose first multiples are far
 * from zero and from each other: a sum with it up to 32 times, and small numbers, is known. */
#include "checks.h"
#include "accesses/observers.h"
#include "program/findings.h"

enum { MOST_TIMES = 32 };
/* In words of 4 bytes, and of 8. `near`: an integer so far from the poison; `other`: inf - inf. */
static const struct poison {
    uint64_t golden, infinity, nan, other, near, all;
} poisons[] = {
    {0x9e3779b9, 0x7f800000, 0x7fdead5f, 0x7fc00000, 1 << 20, UINT32_MAX},
    {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0x7ff0000000000000),
     UINT64_C(0x7ffbd5abe0000000) /* (double) of the other */, UINT64_C(0x7ff8000000000000),
     UINT64_C(1) << 40, UINT64_MAX},
};

void emu_exchange_poison(void *value, size_t bytes, int is_float)
{
    emu_lane_now->undefined.as_float |= is_float;
    emu_lane_now->undefined.as_integer |= !is_float;
    const struct poison *p = &poisons[bytes != sizeof(uint32_t)];
    const unsigned kind = (unsigned)(emu_block.number + emu_warp->id) % 3;
    const int down = kind == 1, infinite = kind < 2;
    const uint64_t sign = down ? p->all - p->all / 2 : 0,
                   bits = !is_float  ? (down ? -p->golden : p->golden)
                          : infinite ? p->infinity | sign
                                     : p->nan;
    memcpy(value, &bits, bytes < sizeof bits ? bytes : sizeof bits);
}

/* Three words in a hundred are like an integer's poison: asked only of who was given one. */
static int is_poison(uint64_t bits, const struct poison *p, const struct undefined *u)
{
    const uint64_t absolute = bits & p->all / 2;
    if (u->as_float && (absolute == p->nan || absolute == p->infinity || absolute == p->other))
        return 1;
    uint64_t sum = p->golden;
    for (int times = 1; u->as_integer && times <= MOST_TIMES; times++, sum += p->golden)
        if (((bits - sum + p->near) & p->all) < 2 * p->near ||
            ((bits + sum + p->near) & p->all) < 2 * p->near)
            return 1;
    return 0;
}

/* In memory just stored: as words, and as double words. Smaller ones cannot tell. */
static int shows(uint64_t address, unsigned bytes, const struct undefined *u)
{
    const char *at = (const char *)(uintptr_t)address;
    for (int is_double = 0; is_double < 2; is_double++)
        for (unsigned each = 4u << is_double, done = 0; done + each <= bytes; done += each) {
            uint64_t word = 0;
            memcpy(&word, at + done, each);
            if (is_poison(word, &poisons[is_double], u))
                return 1;
        }
    return bytes < 4;
}

int emu_exchange_reads(unsigned source, int replaces, void *pc)
{
    struct lane *lane = emu_lane_now;
    struct warp *warp = emu_warp;
    const unsigned number = (unsigned)(lane - warp->lane);
    const uint32_t bit = 1u << number;
    const int is_there = lane->exchange.arrived >> source & 1,
              has_any = (warp->undefined & bit) != 0;
    if (is_there && !(lane->exchange.undefined >> source & 1)) {
        if (replaces)
            warp->undefined &= ~bit;
        return 1;
    }
    const struct undefined new = is_there ? warp->lane[source].undefined
                                          : (struct undefined){.pc = pc,
                                                               .lane = number,
                                                               .source = source,
                                                               .what = lane->exchange.what},
                           old = has_any ? lane->undefined : new;
    lane->undefined = is_there ? old : new;
    lane->undefined.as_float = old.as_float | new.as_float;
    lane->undefined.as_integer = old.as_integer | new.as_integer;
    warp->undefined |= bit;
    return is_there;
}

static void stored(const struct access *access)
{
    struct warp *warp = access->warp;
    EACH_LANE (number, access->mask & warp->undefined) {
        const struct undefined *u = &warp->lane[number].undefined;
        if (!shows(access->address[number], access->bytes, u))
            continue;
        finding_blame(warp, u->lane);
        emu_finding(EMU_MISSING_LANE, u->pc,
                    "%s: lane %u reads the value of lane %u, which has returned or takes no part: "
                    "undefined, and lane %u stores at %s what depends on it; %s",
                    u->what, u->lane, u->source, number, line_name(event_pc(access->site->word)),
                    warp->done >> u->source & 1
                        ? "keep all lanes alive until the last shuffle, and guard only the store"
                        : "let all lanes that the mask names make the call, outside of any branch");
        warp->undefined &= ~(1u << number);
    }
}

OBSERVER(poison, .hears_silent_runs = 1, .undefined_stored = stored);
