/* Reads of memory that nothing has written: shared memory since the block began, device memory
 * since it was allocated (copies and cudaMemset count as writes). One bit a byte. */
#include "checks.h"
#include "accesses/observers.h"
#include "memory/operands.h"
#include "program/findings.h"

/* The bits of shared memory, and what is known of each area in this launch. */
struct bits {
    struct by_address key; /* shared memory: its owner is the block's slot */
    uintptr_t end;
    uint8_t *written;     /* shared memory: our own; global: the area's */
    uint8_t *coming;      /* shared memory, behind them: an asynchronous copy will write it */
    uint64_t block;       /* shared memory: which block was there */
    unsigned long launch; /* when `complete` was found out */
    size_t left;          /* shared memory: bytes not written yet */
    int complete;         /* all bytes are written: no need to look */
};

const struct uninit_wait *(*uninit_last_wait)(unsigned thread, uint64_t address);

static struct address_table table;
static unsigned long launch_number;
int uninit_any;

static void begin_run(void)
{
    launch_number++;
    uninit_any = 0;
}

static void refresh(struct bits *bits, const struct emu_area *area)
{
    const size_t bytes = area->end - area->begin, room = bytes / 8 + 1;
    if (area->space == EMU_SHARED) {
        if (bits->end != area->end) {
            free(bits->written);
            bits->written = new_zeros(2, room, "the record of what was written");
            bits->coming = bits->written + room;
        }
        memset(bits->written, 0, 2 * room);
        bits->block = emu_block.unique;
        bits->left = bytes;
        bits->complete = 0;
    } else {
        bits->written = area->initialised;
        bits->complete = memory_all_written(area->begin);
    }
    bits->end = area->end;
    bits->launch = launch_number;
}

static struct bits *bits_of(const struct emu_area *area)
{
    static struct bits *last;
    struct bits *bits = last;
    const unsigned block = area->space == EMU_SHARED ? emu_block.slot : 0;
    if (!bits || bits->key.begin != area->begin || bits->key.owner != block)
        last = bits = by_address_get(&table, area->begin, block, sizeof *bits,
                                     "the record of what was written");
    if (bits->launch != launch_number || bits->end != area->end ||
        (area->space == EMU_SHARED && bits->block != emu_block.unique))
        refresh(bits, area);
    return bits;
}

/* The bits of `bytes` (1 … 16) bytes from `offset` on, as a number. */
static inline uint32_t get(const uint8_t *written, uint64_t offset, unsigned bytes)
{
    uint32_t value = 0;
    if (LIKELY((offset & 7) + bytes <= 8)) /* bits of one byte, as nearly always */
        return (uint32_t)written[offset >> 3] >> (offset & 7) & ((1u << bytes) - 1);
    memcpy(&value, written + (offset >> 3), (offset + bytes - 1) / 8 - offset / 8 + 1);
    return value >> (offset & 7) & ((1u << bytes) - 1);
}

/* Returns how many bytes were not so before. */
static inline unsigned make(uint8_t *written, uint64_t offset, unsigned bytes, int is_written)
{
    uint32_t value = 0;
    const unsigned mask = ((1u << bytes) - 1) << (offset & 7);
    if (LIKELY(is_written && (offset & 7) + bytes <= 8 && !(written[offset >> 3] & mask))) {
        written[offset >> 3] |= (uint8_t)mask;
        return bytes;
    }
    const size_t first = offset >> 3, room = (offset + bytes - 1) / 8 - first + 1;
    memcpy(&value, written + first, room);
    const uint32_t now = is_written ? value | mask : value & ~mask;
    memcpy(written + first, &now, room);
    return (unsigned)__builtin_popcount(now ^ value);
}

/* 1 if all of these bytes, and perhaps some beside them, are written. */
static int range_written(const uint8_t *written, uint64_t offset, uint64_t bytes)
{
    const uint64_t last = (offset + bytes - 1) >> 3;
    for (uint64_t i = offset >> 3; i <= last; i++)
        if (written[i] != 0xff)
            return 0;
    return 1;
}

/* `what` is read before an asynchronous copy has filled it. */
static void report_coming(const struct access *access, unsigned lane, const char *what)
{
    const void *pc = event_pc(access->site->word);
    const struct uninit_wait *wait =
        uninit_last_wait
            ? uninit_last_wait(access->warp->id * EMU_WARP + lane, access->address[lane])
            : NULL;
    if (!wait)
        emu_finding(EMU_UNINITIALISED_SHARED, pc,
                    "reads %s, which an asynchronous copy is to fill that nobody has "
                    "waited for; put __pipeline_wait_prior(…) before it, and then "
                    "__syncthreads() if another thread began the copy",
                    what);
    else if (wait->another)
        emu_finding(EMU_UNINITIALISED_SHARED, pc,
                    "reads %s, which another thread's asynchronous copy is to fill. That thread "
                    "has not come to the __pipeline_wait_prior(%zu) at %s, and a thread waits for "
                    "its own copies only; put __syncthreads() after the wait",
                    what, wait->left, line_name(wait->pc));
    else if (!wait->left)
        emu_finding(EMU_UNINITIALISED_SHARED, pc,
                    "reads %s, which an asynchronous copy is to fill that nobody has waited for: "
                    "it had not been committed when __pipeline_wait_prior(0) at %s waited. Commit "
                    "before that, and wait again in each round; or is the index beyond its tile?",
                    what, line_name(wait->pc));
    else
        emu_finding(EMU_UNINITIALISED_SHARED, pc,
                    "reads %s, which an asynchronous copy is to fill that nobody has waited for: "
                    "__pipeline_wait_prior(%zu) at %s leaves the %zu newest commits on their "
                    "way. Wait for a lower number, wait again in each round, or commit in each "
                    "round, also when nothing is copied; or is the index beyond its tile?",
                    what, wait->left, line_name(wait->pc), wait->left);
}

static void report(const struct access *access, const struct bits *bits, unsigned lane)
{
    const int shared = access->space == EMU_SHARED;
    const uint64_t offset = access->address[lane] - bits->key.begin;
    char what[OPERAND_TEXT];
    uninit_any = 1;
    if (!may_say(access->site, SAID_UNINITIALISED))
        return;
    finding_blame(access->warp, lane);
    operand_element(what, access->area, access->address[lane], access->bytes);
    if (bits->coming && get(bits->coming, offset, access->bytes))
        report_coming(access, lane, what);
    else
        emu_finding(shared ? EMU_UNINITIALISED_SHARED : EMU_UNINITIALISED_GLOBAL,
                    event_pc(access->site->word), "reads %s, which %s; %s", what,
                    shared ? "no thread of this block has written yet"
                           : "nothing has written since it was allocated",
                    shared ? "shared memory holds garbage at first: do the threads that the "
                             "block has fill it all, with __syncthreads() between the two?"
                           : "cudaMalloc does not clear: copy all of it (sizes are bytes, * "
                             "sizeof(float)), or use cudaMemset");
}

/* What an asynchronous copy will write is nobody's until it has arrived. */
static void expect(struct bits *bits, const struct access *access)
{
    EACH_LANE (l, access->mask) {
        const uint64_t offset = access->address[l] - bits->key.begin;
        bits->left += make(bits->written, offset, access->bytes, 0);
        make(bits->coming, offset, access->bytes, 1);
    }
    bits->complete = 0;
}

static void arrived(const struct access *access)
{
    struct bits *bits = bits_of(access->area);
    const uint64_t offset = access->low - bits->key.begin;
    bits->left -= make(bits->written, offset, access->bytes, 1);
    make(bits->coming, offset, access->bytes, 0);
    bits->complete = !bits->left;
}

static void look(const struct access *access)
{
    struct bits *bits = bits_of(access->area);
    if (access->site->arrives_later && access->space == EMU_SHARED) {
        expect(bits, access);
        return;
    }
    if (bits->complete)
        return;
    if (access->type == EV_READ && access->span && access->span <= 512 &&
        range_written(bits->written, access->low - bits->key.begin, access->span))
        return;
    const uint32_t all = (1u << access->bytes) - 1;
    uint32_t lanes = access->uniform ? access->mask & -access->mask : access->mask;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const uint64_t offset = access->address[lane] - bits->key.begin;
        if (access->type != EV_WRITE && get(bits->written, offset, access->bytes) != all)
            report(access, bits, lane);
        if (access->type != EV_READ)
            bits->left -= make(bits->written, offset, access->bytes, 1);
    }
    if (access->space == EMU_SHARED && !bits->left)
        bits->complete = 1;
}

/* compiler/checks/unset.c */
void emu_no_value(const char *variable)
{
    if (garbage_again || !(observers_watched & EMU_WATCH_UNINITIALISED))
        return;
    uninit_any = 1;
    emu_finding(EMU_UNINITIALISED_LOCAL, emu_place,
                "%s has no value when it is first used: give it one where it is declared",
                variable);
}

OBSERVER(uninit, .watch = EMU_WATCH_UNINITIALISED, .begin_run = begin_run, .access = look,
         .spaces = 1u << EMU_GLOBAL | 1u << EMU_SHARED, .copy_arrived = arrived);
