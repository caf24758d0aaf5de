/* What is wrong with an address, said so that it can be found: how far from which allocation, freed
 * or not, host memory, null. Reports once a line; the launch then ends in the error that a GPU
 * would give. */
#include "bounds.h"
#include "engine/access.h"
#include "engine/observers.h"
#include "memory/dynamic.h"
#include "memory/variables.h"
#include "program/findings.h"

#include <stdio.h>

enum { ERROR_ILLEGAL_ADDRESS = 700 };

static const char *verb(uint32_t word)
{
    switch (event_type(word)) {
    case EV_READ:
        return "reads";
    case EV_WRITE:
        return "writes";
    default:
        return "updates";
    }
}

/* "8 bytes past the end of", "4 bytes before the start of" */
static void distance(char *out, size_t room, const struct emu_area *area, uint64_t address,
                     unsigned bytes)
{
    if (address >= area->end)
        snprintf(out, room, "%llu bytes past the end of",
                 (unsigned long long)(address - area->end));
    else if (address < area->begin)
        snprintf(out, room, "%llu bytes before the start of",
                 (unsigned long long)(area->begin - address));
    else
        snprintf(out, room, "%llu bytes beyond the end of",
                 (unsigned long long)(address + bytes - area->end));
}

static const char *space_name(enum emu_space space)
{
    static const char *const name[] = {"global", "shared", "constant", "local", "host"};
    return name[space];
}

static void report_near(const struct emu_area *area, uint32_t word, uint64_t address,
                        unsigned bytes)
{
    const void *pc = event_pc(word);
    char where[64];
    distance(where, sizeof where, area, address, bytes);
    emu_finding(EMU_OUT_OF_BOUNDS, pc,
                "%s %u bytes %s a %llu-byte %s area (%s); check the index against the size, and "
                "that threads past the edge do nothing",
                verb(word), bytes, where, (unsigned long long)(area->end - area->begin),
                space_name(area->space), area->name ? area->name : "unnamed");
}

const struct emu_area *bounds_near(uint64_t address)
{
    const struct emu_area *dynamic = dynamic_area();
    const struct emu_area *shared = variables_shared_near(address);
    const uint64_t slack = 64 << 10;
    if (address >= dynamic->begin - 4096 && address < dynamic->end + slack)
        return dynamic;
    return shared ? shared : emu_area_near(address);
}

static void report(const struct emu_area *area, uint32_t word, uint64_t address, unsigned bytes)
{
    const void *pc = event_pc(word);
    if (area && area->state == EMU_FREED)
        emu_finding(EMU_USE_AFTER_FREE, pc, "%s %u bytes of a %llu-byte area that was freed (%s)",
                    verb(word), bytes, (unsigned long long)(area->end - area->begin),
                    area->name ? area->name : "unnamed");
    else if (area && area->space == EMU_CONSTANT && address >= area->begin &&
             address + bytes <= area->end)
        emu_finding(EMU_WRITE_TO_CONSTANT, pc,
                    "writes to constant memory (%s), which a kernel can only read",
                    area->name ? area->name : "unnamed");
    else if (address < 4096)
        emu_finding(EMU_NULL_POINTER, pc, "%s %u bytes at address 0x%llx: a null pointer",
                    verb(word), bytes, (unsigned long long)address);
    else if (area && area->state == EMU_FOREIGN)
        emu_finding(EMU_OUT_OF_BOUNDS, pc,
                    "%s %u bytes of %s, which belongs to another kernel; check the index and the "
                    "pointer",
                    verb(word), bytes, area->name);
    else if (area && area->space <= EMU_CONSTANT)
        report_near(area, word, address, bytes);
    else if (emu_in_arena(address))
        emu_finding(EMU_OUT_OF_BOUNDS, pc,
                    "%s %u bytes at 0x%llx, far from everything that is allocated; check the index "
                    "(is it negative, or larger than an int holds?)",
                    verb(word), bytes, (unsigned long long)address);
    else
        emu_finding(EMU_HOST_POINTER, pc,
                    "%s %u bytes at 0x%llx, which is not device memory; pass a pointer from "
                    "cudaMalloc, and copy the data with cudaMemcpy",
                    verb(word), bytes, (unsigned long long)address);
}

static unsigned lane_of(const struct access *access)
{
    return (unsigned)__builtin_ctz(access->mask);
}

static void bad_address(const struct access *access)
{
    const struct emu_area *area = access->area;
    const uint64_t address = access->address[lane_of(access)];
    if (!may_say(access->site, SAID_BOUNDS))
        return;
    finding_blame(access->warp, lane_of(access));
    report(area && area->state != EMU_FOREIGN ? area : bounds_near(address), access->site->word,
           address, access->bytes);
}

static void others_stack(const struct access *access)
{
    const uint32_t word = access->site->word;
    if (!may_say(access->site, SAID_BOUNDS))
        return;
    finding_blame(access->warp, lane_of(access));
    emu_finding(EMU_OUT_OF_BOUNDS, event_pc(word),
                "%s %u bytes at 0x%llx, a local variable of another thread: on a GPU the pointer "
                "leads each thread to its own local memory; pass the value through shared memory "
                "or by a shuffle",
                verb(word), access->bytes, (unsigned long long)access->address[lane_of(access)]);
}

void bounds_say_misaligned(uint32_t word, uint64_t address, unsigned bytes)
{
    emu_finding(EMU_MISALIGNED, event_pc(word),
                "%s %u bytes at address 0x%llx, which is not a multiple of %u; a GPU refuses "
                "that: make the offset in elements a multiple of %u bytes",
                verb(word), bytes, (unsigned long long)address, bytes, bytes);
}

static void misaligned(const struct access *access)
{
    if (!may_say(access->site, SAID_MISALIGNED))
        return;
    for (uint32_t todo = access->mask; todo; todo &= todo - 1) {
        const unsigned l = (unsigned)__builtin_ctz(todo);
        if (!(access->address[l] & (access->bytes - 1)))
            continue;
        finding_blame(access->warp, l);
        bounds_say_misaligned(access->site->word, access->address[l], access->bytes);
        return;
    }
}

const struct observer bounds_observer = {.name = "bounds",
                                         .hears_silent_runs = 1,
                                         .bad_address = bad_address,
                                         .misaligned = misaligned,
                                         .others_stack = others_stack};

/* ---- local arrays: -fsanitize=bounds has g++ call this before it uses a subscript that is none of
 * the array's ---- */

struct subscript_place {
    const char *file;
    unsigned line, column;
};
struct array_type {
    uint16_t kind, info;
    char name[]; /* 'float [4]' */
};
struct bad_subscript {
    struct subscript_place place;
    const struct array_type *array, *index;
};
/* The front end's list: of local arrays. To go past the end of a row of shared memory may be
 * meant. */
struct listed_subscript {
    uint32_t file, line, column;
};
extern const struct listed_subscript __start_emu_subscripts[] __attribute__((weak));
extern const struct listed_subscript __stop_emu_subscripts[] __attribute__((weak));

static int is_listed(const struct subscript_place *place)
{
    uint32_t hash = 2166136261u;
    for (const char *p = place->file; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    for (const struct listed_subscript *l = __start_emu_subscripts; l < __stop_emu_subscripts; l++)
        if (l->line == place->line && l->column == place->column && l->file == hash)
            return 1;
    return 0;
}

void __ubsan_handle_out_of_bounds(const struct bad_subscript *bad, uintptr_t index);
void __ubsan_handle_out_of_bounds(const struct bad_subscript *bad, uintptr_t index)
{
    if (!emu_lane_now || !is_listed(&bad->place))
        return;
    const int is_int = bad->index->info == (5 << 1 | 1); /* signed, of 32 bits */
    emu_finding(EMU_OUT_OF_BOUNDS, __builtin_return_address(0),
                "uses element %lld of a local array of type %s; check the index, and the loop's "
                "end",
                is_int ? (long long)(int32_t)index : (long long)(intptr_t)index, bad->array->name);
    emu_abandon(
        ERROR_ILLEGAL_ADDRESS); /* behind the array lies the stack: going on would do harm */
}
