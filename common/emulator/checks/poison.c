/* Values that nobody has handed in. CUDA leaves undefined what a shuffle gives from a lane that
 * takes no part. To read such a value is common and harmless: in the last steps of a sum the upper
 * lanes do, or every lane reads and only some use what they got. So the lane gets a poison, and a
 * finding is made where the poison shows in what it, or a lane that got its value from it, stores.
 * A barrier, a broadcast or the end of the kernel make an end of it.
 *
 * As a float the poison is an infinity or a NaN of its own, which sums keep; from warp to warp they
 * take turns, since a maximum drops one infinity, a minimum the other, and both drop NaN. As an
 * integer it is the golden ratio's part of the range, up or down, whose first multiples are far
 * from zero and from each other: a sum that has added it up to 32 times, and small numbers besides,
 * is known by it. */
#include "poison.h"
#include "accesses/observers.h"
#include "program/findings.h"

#include <string.h>

enum { NAN_32 = 0x7fdead5f, INFINITY_32 = 0x7f800000, ABSOLUTE_32 = 0x7fffffff, NEAR_32 = 1 << 20 };
static const uint64_t golden_64 = UINT64_C(0x9e3779b97f4a7c15), absolute_64 = INT64_MAX,
                      nan_64 = UINT64_C(0x7ffbd5abe0000000) /* (double)NAN_32 */,
                      infinity_64 = UINT64_C(0x7ff0000000000000), near_64 = UINT64_C(1) << 40;
static const uint32_t golden_32 = 0x9e3779b9;
enum { MOST_TIMES = 32 };

void emu_exchange_poison(void *value, size_t bytes, int is_float)
{
    if (!emu_lane_now) /* host code */
        return;
    emu_lane_now->undefined.as_float |= is_float;
    emu_lane_now->undefined.as_integer |= !is_float;
    const unsigned kind = (unsigned)(emu_block.number + emu_warp->id) % 3;
    const int down = kind == 1, infinite = kind < 2;
    uint64_t bits;
    if (bytes == sizeof(uint32_t))
        bits = !is_float  ? (down ? -golden_32 : golden_32)
               : infinite ? INFINITY_32 | (uint32_t)down << 31
                          : NAN_32;
    else
        bits = !is_float  ? (down ? -golden_64 : golden_64)
               : infinite ? infinity_64 | (uint64_t)down << 63
                          : nan_64;
    memcpy(value, &bits, bytes < sizeof bits ? bytes : sizeof bits);
}

/* Some three words in a hundred are like an integer's poison: only they are held against who was
 * given one. */
static int shows_32(uint32_t bits, const struct undefined *u)
{
    const uint32_t absolute = bits & ABSOLUTE_32;
    if (u->as_float &&
        (absolute == NAN_32 || absolute == INFINITY_32 || absolute == 0x7fc00000 /* inf - inf */))
        return 1;
    for (uint32_t times = 1, sum = golden_32; u->as_integer && times <= MOST_TIMES;
         times++, sum += golden_32)
        if (bits - sum + NEAR_32 < 2 * NEAR_32 || bits + sum + NEAR_32 < 2 * NEAR_32)
            return 1;
    return 0;
}

static int shows_64(uint64_t bits, const struct undefined *u)
{
    const uint64_t absolute = bits & absolute_64;
    if (u->as_float && (absolute == nan_64 || absolute == infinity_64 ||
                        absolute == UINT64_C(0x7ff8000000000000) /* inf - inf */))
        return 1;
    for (uint64_t times = 1, sum = golden_64; u->as_integer && times <= MOST_TIMES;
         times++, sum += golden_64)
        if (bits - sum + near_64 < 2 * near_64 || bits + sum + near_64 < 2 * near_64)
            return 1;
    return 0;
}

/* In memory just stored: as words, and as double words. Smaller ones cannot tell. */
static int shows(uint64_t address, unsigned bytes, const struct undefined *u)
{
    const char *at = (const char *)(uintptr_t)address;
    for (unsigned done = 0; done + 4 <= bytes; done += 4) {
        uint32_t word;
        memcpy(&word, at + done, sizeof word);
        if (shows_32(word, u))
            return 1;
    }
    for (unsigned done = 0; done + 8 <= bytes; done += 8) {
        uint64_t words;
        memcpy(&words, at + done, sizeof words);
        if (shows_64(words, u))
            return 1;
    }
    return bytes < 4;
}

int emu_exchange_reads(unsigned source, int replaces, void *pc)
{
    struct lane *lane = emu_lane_now;
    if (!lane)
        return 0;
    struct warp *warp = emu_warp;
    const unsigned number = (unsigned)(lane - warp->lane);
    const uint32_t bit = 1u << number;
    if (!(lane->exchange.arrived >> source & 1)) {
        if (!(warp->undefined & bit))
            lane->undefined = (struct undefined){0};
        lane->undefined.pc = pc;
        lane->undefined.lane = number;
        lane->undefined.source = source;
        lane->undefined.what = lane->exchange.what;
        warp->undefined |= bit;
        return 0;
    }
    if (lane->exchange.undefined >> source & 1) {
        const struct undefined *other = &warp->lane[source].undefined;
        if (!(warp->undefined & bit))
            lane->undefined = *other;
        lane->undefined.as_float |= other->as_float;
        lane->undefined.as_integer |= other->as_integer;
        warp->undefined |= bit;
    } else if (replaces) {
        warp->undefined &= ~bit;
    }
    return 1;
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

const struct observer poison_observer = {
    .name = "poison", .hears_silent_runs = 1, .undefined_stored = stored};
