/* What is wrong with an address: how far from which allocation, freed or not, host memory, null.
 * Reports once a line; the launch then ends in the error that a GPU would give. */
#include "checks.h"
#include "accesses/observers.h"
#include "engine/engine.h"
#include "memory/operands.h"
#include "program/findings.h"

#include <sys/mman.h>

enum { FAR_BYTES = 4096 };

static const char *verb(uint32_t word) IS(access_verbs[event_type(word)]);

/* "reads y[1]", or "reads 16 bytes at A[4]" where that is not one element. */
static const char *verb_of(uint32_t word, const struct emu_area *area, unsigned bytes)
{
    static char text[40];
    const unsigned width = operand_width(area);
    if (!width || bytes <= width)
        return verb(word);
    snprintf(text, sizeof text, "%s %u bytes from", verb(word), bytes);
    return text;
}

/* What to look at where an index leaves its array, which may be for a block of another shape. */
static const char *advice(char text[120], const struct emu_area *area, uint64_t address,
                          unsigned bytes)
{
    const struct emu_dim3 block = emu_launch_now->block;
    const unsigned width = operand_width(area), pieces = width ? bytes / width : 1;
    if (pieces > 1 && area->space == EMU_GLOBAL)
        snprintf(text, 120,
                 "is the index inside, in pieces of %u, and each row a multiple of %u long?",
                 pieces, pieces);
    else if (area->pitch)
        snprintf(text, 120,
                 "its pitch is %zu bytes, %zu elements: is the leading dimension in elements?",
                 area->pitch, area->pitch / bytes);
    else if (area == &dynamic_area)
        snprintf(text, 120,
                 "check the index, and the bytes of shared memory that the launch asks for");
    else if (area->space == EMU_SHARED)
        snprintf(text, 120, "check the index, and that the array fits a block of %ux%ux%u threads",
                 block.x, block.y, block.z);
    else
        snprintf(text, 120, "%s",
                 address >= area->begin ? "access it only where the index is inside"
                 : area->begin - address > 1ull << 31
                     ? "check what makes the index negative: an int past 2147483647?"
                     : "check what makes the index negative");
    return text;
}

/* `known`: the place has touched this area before; else it is the nearest, or another is meant. */
static void report_near(const struct emu_area *area, int known, uint32_t word, uint64_t address,
                        unsigned bytes)
{
    char what[OPERAND_TEXT], todo[120];
    if (!known && operand_name(area) &&
        (address < area->begin || address - area->end > FAR_BYTES) &&
        operand_candidates(what, address, event_type(word) != EV_READ) > 1) {
        emu_finding(EMU_OUT_OF_BOUNDS, event_pc(word),
                    "%s %u bytes outside of every array, as %s would be; %s", verb(word), bytes,
                    what, advice(todo, area, address, bytes));
        return;
    }
    const uint64_t size = area->end - area->begin;
    const char *sizeof_forgotten =
        size % 4 && bytes == 4 && area->caller && size > 4
            ? " (is that a number of elements? cudaMalloc wants bytes: * sizeof(float))"
            : "";
    operand_outside(what, area, address, bytes, overrun_at(event_pc(word)));
    emu_finding(EMU_OUT_OF_BOUNDS, event_pc(word), "%s %s%s; %s", verb_of(word, area, bytes), what,
                sizeof_forgotten, advice(todo, area, address, bytes));
}

static const struct emu_area *nearest(uint64_t address)
{
    const struct emu_area *dynamic = &dynamic_area;
    const struct emu_area *shared = variables_shared_near(address), *near = emu_area_near(address);
    const int behind_another = near && near->space == EMU_GLOBAL && address >= near->end;
    const uint64_t slack = 64 << 10;
    if (address >= dynamic->begin - 4096 && address < dynamic->end + slack)
        return dynamic;
    return shared && !behind_another ? shared : near;
}

static int say_overflow(uint32_t word, uint64_t address, unsigned bytes, const void *who)
{
    char what[OPERAND_TEXT];
    if (!operand_overflowed(what, address, bytes, who, event_type(word) != EV_READ))
        return 0;
    emu_finding(EMU_OUT_OF_BOUNDS, event_pc(word), "%s %s", verb(word), what);
    return 1;
}

/* Neither the device nor the host has memory there. */
static int is_nowhere(uint64_t address)
{
    unsigned char is_there;
    return mincore((void *)(uintptr_t)(address & ~UINT64_C(4095)), 1, &is_there) != 0;
}

static void report(const struct emu_area *area, int known, uint32_t word, uint64_t address,
                   unsigned bytes, const void *who)
{
    const void *pc = event_pc(word);
    char what[OPERAND_TEXT];
    if (area && area->state == EMU_FREED)
        emu_finding(EMU_USE_AFTER_FREE, pc, "%s %s, which was freed", verb(word),
                    operand_element(what, area, address, bytes));
    else if (area && area->space == EMU_CONSTANT && address >= area->begin &&
             address + bytes <= area->end)
        emu_finding(EMU_WRITE_TO_CONSTANT, pc,
                    "writes to constant memory (%s), which a kernel can only read", area->name);
    else if (address < 4096)
        emu_finding(EMU_NULL_POINTER, pc, "%s %u bytes at address 0x%llx: a null pointer",
                    verb(word), bytes, (unsigned long long)address);
    else if (say_overflow(word, address, bytes, who))
        return;
    else if (area && area->state != EMU_FOREIGN && area->space <= EMU_CONSTANT)
        report_near(area, known, word, address, bytes);
    else if (is_nowhere(address))
        emu_finding(EMU_OUT_OF_BOUNDS, pc,
                    "touches memory where there is none; check the index and the pointer");
    else
        emu_finding(area || emu_in_arena(address) ? EMU_OUT_OF_BOUNDS : EMU_HOST_POINTER, pc,
                    "%s outside of all device memory of this kernel; check the index, or pass a "
                    "pointer from cudaMalloc, and copy the data with cudaMemcpy",
                    verb(word));
}

static unsigned lane_of(const struct access *access) IS((unsigned)__builtin_ctz(access->mask));

/* The array that this place in the program meant: the one that it has touched before. */
static const struct emu_area *meant(const struct access *access, uint64_t address, int *known)
{
    const struct emu_area *before = access->site->area, *near = nearest(address),
                          *output = access->type == EV_READ ? NULL : operand_output_for(near);
    *known =
        before && before->state == EMU_LIVE &&
        (emu_in_arena(before->begin) ? !near || emu_in_arena(address) : !emu_in_arena(address));
    return *known ? before : output ? output : near;
}

static void bad_address(const struct access *access)
{
    const struct emu_area *area = access->area;
    const uint64_t address = access->address[lane_of(access)];
    int known = area && area->state != EMU_FOREIGN;
    if (!may_say(access->site, SAID_BOUNDS))
        return;
    finding_blame(access->warp, lane_of(access));
    area = known ? area : meant(access, address, &known);
    report(area, known, access->site->word, address, access->bytes,
           &access->warp->lane[lane_of(access)]);
}

static void others_stack(const struct access *access)
{
    const uint32_t word = access->site->word;
    if (!may_say(access->site, SAID_BOUNDS))
        return;
    finding_blame(access->warp, lane_of(access));
    emu_finding(EMU_OUT_OF_BOUNDS, event_pc(word),
                "%s %u bytes of a local variable of another thread: on a GPU the pointer "
                "leads each thread to its own local memory; pass the value through shared memory "
                "or by a shuffle",
                verb(word), access->bytes);
}

static void misaligned(const struct access *access)
{
    const unsigned bytes = access->bytes;
    const uint32_t lanes = LANES_WHERE(l, access->mask, access->address[l] & (bytes - 1));
    const unsigned lane = (unsigned)__builtin_ctz(lanes);
    const uint64_t address = access->address[lane];
    const uint32_t word = access->site->word;
    const struct emu_area *area = emu_area_of(address);
    char what[OPERAND_TEXT] = "an address", why[120];
    unsigned width = area ? operand_width(area) : 0;
    if (!may_say(access->site, SAID_MISALIGNED))
        return;
    finding_blame(access->warp, lane);
    width = width ? width : bytes > 4 ? 4 : 1;
    if (area)
        operand_element(what, area, address, width);
    const unsigned late = area ? (unsigned)(area->begin % bytes) : 0;
    if (late)
        snprintf(why, sizeof why,
                 "the array begins %u bytes past one: take elements one by one there", late);
    else
        snprintf(why, sizeof why,
                 "is the index a multiple of %u? Where rows begin elsewhere, take elements one by "
                 "one",
                 bytes / width);
    emu_finding(EMU_MISALIGNED, event_pc(word),
                "%s %u bytes at once from %s on, whose address is not a multiple of %u bytes "
                "(misaligned); %s",
                verb(word), bytes, what, bytes, why);
}

OBSERVER(bounds, .hears_silent_runs = 1, .bad_address = bad_address, .misaligned = misaligned,
         .others_stack = others_stack);

/* ---- before a subscript that is none of the array's is used (compiler/inline.c) ---- */

struct array_type {
    uint16_t kind, info;
    char name[]; /* 'float [4]' */
};
struct bad_subscript {
    struct source_place place;
    const struct array_type *array, *index;
};
void emu_bad_subscript(const struct bad_subscript *bad, uint64_t index, int of_local)
{
    const void *pc = emu_place;
    const int is_int = bad->index->info == (5 << 1 | 1); /* signed, of 32 bits */
    const long long at = is_int ? (long long)(int32_t)index : (long long)(intptr_t)index;
    if (!of_local) {
        overruns_note(pc, at, bad->array->name);
        return;
    }
    emu_finding(EMU_OUT_OF_BOUNDS, pc,
                "uses element %lld of a local array of type %s; check the index, and the loop's "
                "end",
                at, bad->array->name);
    emu_abandon(ERROR_ILLEGAL_ADDRESS); /* behind the array lies the stack */
}

/* … before it goes on with what is left of a sum or product; kinds as in compiler/unit.h. */
void emu_overflow(const struct source_place *place, uint64_t operands, int kind)
{
    static const char *const signs[] = {"+", "-", "*", "<<"};
    overflows_note(&(struct overflow){place, emu_lane_now, (int32_t)(operands >> 32),
                                      (int32_t)operands, signs[kind]});
}
