/* A model of the memory behind a request: one L1 for each SM, one L2, DRAM. All are empty when a launch begins, as Nsight Compute
 * leaves them. Fitted to an H200 (docs/emulator.md has the comparison); other GPUs get their own sizes and the same rules.
 *
 * L1: lines of 128 bytes in 4 sectors, 16 ways, least recently used goes first; what shared memory does not take, of which an
 * eighth is lost. Blocks go to SMs in turn. Those that an SM holds at once run at once on a GPU but one after another
 * here, so each is given its share of the L1 to fill, and finds what its neighbours on the SM have left in theirs. Stores write
 * through and leave their sectors behind.
 *
 * L2: two thirds of its nominal size count (its two halves hold some lines twice). A miss reads 64 bytes from DRAM. What is written
 * stays until it is evicted or until 4/9 of the nominal size is dirty; at the end of the launch it stays for good. A sector
 * that was written in part is read from DRAM when it is evicted. */
#include "core.h"
#include "gpu.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS = 16, LINE = 128, SECTOR = 32 };

struct line {
    uint64_t tag;         /* address / 128, and the launch in the high bits */
    uint32_t used;        /* when last */
    uint8_t valid, dirty; /* one bit a sector */
};
enum { TAG_LAUNCH = 41 };

static uint64_t launch_tag;
static uint32_t clock_now;

static uint64_t tag_of(uint64_t line)
{
    return line | launch_tag;
}

static size_t set_of(uint64_t line, size_t sets)
{
    const uint64_t hash = (line * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
    return (size_t)(hash * sets >> 32) * WAYS;
}

static struct line *find(struct line *set, uint64_t tag)
{
    for (int w = 0; w < WAYS; w++)
        if (set[w].tag == tag)
            return &set[w];
    return NULL;
}

/* A line of another launch is as good as empty. */
static struct line *oldest(struct line *set)
{
    struct line *victim = &set[0];
    for (int w = 0; w < WAYS; w++) {
        if (set[w].tag >> TAG_LAUNCH != launch_tag >> TAG_LAUNCH)
            return &set[w];
        if (clock_now - set[w].used > clock_now - victim->used)
            victim = &set[w];
    }
    return victim;
}

/* ---- L2 and DRAM ---- */

static struct line *l2;
static uint8_t (*l2_filled)[4]; /* bytes written of each sector of a line that is not valid */
static size_t l2_sets, dirty_sectors, dirty_limit;
static uint64_t l2_read, l2_written, l2_partial, dram_read, dram_written;
enum { ATOMIC_LINES = 1024 };
static uint64_t atomics[ATOMIC_LINES]; /* of lines, by a few bits of their number */

static void write_back(struct line *line)
{
    const uint8_t *filled = l2_filled[line - l2];
    for (unsigned s = 0; s < 4; s++) {
        if (!(line->dirty >> s & 1))
            continue;
        dram_written += SECTOR;
        if (!(line->valid >> s & 1) && filled[s] < SECTOR)
            dram_read += SECTOR;
        dirty_sectors--;
    }
    line->dirty = 0;
}

static struct line *l2_line(uint64_t number)
{
    struct line *set = &l2[set_of(number, l2_sets)];
    struct line *line = find(set, tag_of(number));
    if (!line) {
        line = oldest(set);
        if (line->tag >> TAG_LAUNCH == launch_tag >> TAG_LAUNCH)
            write_back(line);
        *line = (struct line){.tag = tag_of(number)};
        memset(l2_filled[line - l2], 0, 4);
    }
    line->used = ++clock_now;
    return line;
}

/* Returns how many of the sectors L2 had. */
static unsigned l2_load(uint64_t number, unsigned sectors)
{
    struct line *line = l2_line(number);
    const unsigned found = (unsigned)__builtin_popcount(sectors & line->valid);
    l2_read += (unsigned)__builtin_popcount(sectors);
    for (unsigned half = 0; half < 2; half++) {
        const unsigned pair = 3u << 2 * half;
        const unsigned missing = pair & ~line->valid;
        if (!(sectors & missing))
            continue;
        dram_read += (unsigned)__builtin_popcount(missing) * SECTOR;
        line->valid |= (uint8_t)pair;
    }
    return found;
}

static void clean_some(uint64_t number)
{
    struct line *set = &l2[set_of(number, l2_sets)], *victim = NULL;
    for (int w = 0; w < WAYS; w++)
        if (set[w].dirty && set[w].tag >> TAG_LAUNCH == launch_tag >> TAG_LAUNCH &&
            (!victim || clock_now - set[w].used > clock_now - victim->used))
            victim = &set[w];
    if (victim)
        write_back(victim);
}

static void l2_store(uint64_t number, unsigned sectors, const uint8_t bytes[4])
{
    struct line *line = l2_line(number);
    uint8_t *filled = l2_filled[line - l2];
    for (unsigned s = 0; s < 4; s++) {
        if (!(sectors >> s & 1))
            continue;
        l2_partial += bytes[s] < SECTOR;
        const unsigned now = filled[s] + bytes[s];
        filled[s] = (uint8_t)(now < SECTOR ? now : SECTOR);
        dirty_sectors += !(line->dirty >> s & 1);
        if (filled[s] == SECTOR)
            line->valid |= (uint8_t)(1u << s);
    }
    l2_written += (unsigned)__builtin_popcount(sectors);
    line->dirty |= (uint8_t)sectors;
    if (dirty_sectors > dirty_limit)
        clean_some(number);
}

/* ---- L1 ---- */

static struct sm {
    struct line *line;
} * sms;
static unsigned sm_count, slots; /* slots: blocks that share an SM */
static size_t sm_lines, slot_sets;
static struct sm *sm;
static unsigned slot;

static unsigned resident_blocks(const struct emu_gpu *gpu)
{
    const struct emu_launch *launch = emu_launch_now;
    const struct emu_dim3 b = launch->block, g = launch->grid;
    const int most =
        emu_gpu_blocks(gpu, (int)(b.x * b.y * b.z), launch->static_shared + launch->dynamic_shared);
    const uint64_t blocks = (uint64_t)g.x * g.y * g.z;
    const uint64_t come = (blocks + (uint64_t)gpu->sms - 1) / (uint64_t)gpu->sms;
    const uint64_t stay = most > 0 ? (uint64_t)most : 1;
    return (unsigned)(come < stay ? come : stay);
}

static void size_l1(const struct emu_gpu *gpu)
{
    const struct emu_launch *launch = emu_launch_now;
    slots = resident_blocks(gpu);
    const size_t shared = launch->static_shared + launch->dynamic_shared;
    const size_t bytes = emu_gpu_l1(gpu, shared ? slots * (shared + gpu->shared_reserved) : 0);
    slot_sets = bytes / 8 * 7 / LINE / WAYS / slots;
    slot_sets = slot_sets ? slot_sets : 1;
    const size_t lines = slot_sets * WAYS * slots;
    if (sm_count != (unsigned)gpu->sms || sm_lines < lines) {
        for (unsigned i = 0; i < sm_count; i++)
            free(sms[i].line);
        free(sms);
        sm_count = (unsigned)gpu->sms;
        sm_lines = lines > gpu->l1 / LINE ? lines : gpu->l1 / LINE;
        sms = calloc(sm_count, sizeof *sms);
        if (!sms)
            die_of_memory("the L1 caches");
    }
}

static void size_l2(const struct emu_gpu *gpu)
{
    const size_t sets = gpu->l2 / 3 * 2 / LINE / WAYS;
    dirty_limit = gpu->l2 / 9 * 4 / SECTOR;
    dirty_sectors = 0;
    if (sets == l2_sets)
        return;
    free(l2);
    free(l2_filled);
    l2_sets = sets;
    l2 = calloc(sets * WAYS, sizeof *l2);
    l2_filled = calloc(sets * WAYS, sizeof *l2_filled);
    if (!l2 || !l2_filled)
        die_of_memory("the L2 cache");
}

void caches_begin_launch(void)
{
    const struct emu_gpu *gpu = emu_gpu_now();
    launch_tag += UINT64_C(1) << TAG_LAUNCH;
    if (!launch_tag)
        launch_tag = UINT64_C(1) << TAG_LAUNCH;
    l2_read = l2_written = l2_partial = dram_read = dram_written = 0;
    memset(atomics, 0, sizeof atomics);
    size_l1(gpu);
    size_l2(gpu);
}

void caches_begin_block(void)
{
    sm = &sms[emu_block.number % sm_count];
    slot = (unsigned)(emu_block.number / sm_count % slots);
    if (!sm->line && !(sm->line = calloc(sm_lines, sizeof *sm->line)))
        die_of_memory("an L1 cache");
}

/* The line in the SM's L1, wherever; made in the block's own share if it is nowhere. */
static struct line *l1_line(uint64_t number)
{
    const size_t set = set_of(number, slot_sets), share = slot_sets * WAYS;
    const uint64_t tag = tag_of(number);
    struct line *line = find(&sm->line[slot * share + set], tag);
    for (unsigned s = 0; s < slots && !line; s++)
        if (s != slot)
            line = find(&sm->line[s * share + set], tag);
    if (!line) {
        line = oldest(&sm->line[slot * share + set]);
        *line = (struct line){.tag = tag};
    }
    line->used = ++clock_now;
    return line;
}

static void load(struct counts *count, uint64_t number, unsigned sectors)
{
    struct line *line = l1_line(number);
    const unsigned missing = sectors & ~line->valid;
    count->hits += (unsigned)__builtin_popcount(sectors & line->valid);
    line->valid |= (uint8_t)sectors;
    if (missing)
        count->l2_hits += l2_load(number, missing);
}

static void store(uint64_t number, unsigned sectors, const uint8_t bytes[4])
{
    struct line *line = l1_line(number);
    for (unsigned s = 0; s < 4; s++)
        if (sectors >> s & 1 && bytes[s] >= SECTOR)
            line->valid |= (uint8_t)(1u << s);
    l2_store(number, sectors, bytes);
}

/* ---- one access ---- */

struct part { /* of an access: one line */
    uint64_t number;
    unsigned sectors;
    uint8_t bytes[4];
};

static unsigned split(const struct access *access, struct part *parts)
{
    unsigned count = 0;
    for (uint32_t todo = access->mask; todo; todo &= todo - 1) {
        const uint64_t address = access->address[__builtin_ctz(todo)];
        const uint64_t number = address / LINE;
        unsigned i = count;
        while (i > 0 && parts[i - 1].number != number)
            i--;
        if (!i) {
            parts[count] = (struct part){.number = number};
            i = ++count;
        }
        i--;
        const unsigned sector = (unsigned)(address / SECTOR % 4);
        const unsigned bytes = parts[i].bytes[sector] + access->bytes;
        parts[i].sectors |= 1u << sector;
        parts[i].bytes[sector] = (uint8_t)(bytes < SECTOR ? bytes : SECTOR);
    }
    return count;
}

void caches_access(const struct access *access)
{
    struct part parts[EMU_WARP];
    struct counts *count = &access->site->count[EMU_GLOBAL];
    const unsigned lines = split(access, parts);
    count->lines += lines;
    for (unsigned i = 0; i < lines; i++) {
        if (access->type == EV_READ) {
            load(count, parts[i].number, parts[i].sectors);
        } else if (access->type == EV_WRITE) {
            store(parts[i].number, parts[i].sectors, parts[i].bytes);
        } else { /* atomics are done in L2 */
            l2_load(parts[i].number, parts[i].sectors);
            l2_store(parts[i].number, parts[i].sectors, parts[i].bytes);
            atomics[parts[i].number % ATOMIC_LINES] +=
                units_atomic_sectors(access->address, access->mask) / lines;
        }
    }
}

void caches_end_launch(struct launch_record *record)
{
    record->memory.known = emu_checks.caches;
    record->memory.dram_read = dram_read;
    record->memory.dram_written = dram_written;
    record->memory.l2_read = l2_read;
    record->memory.l2_written = l2_written;
    record->memory.l2_partial = l2_partial;
    for (int i = 0; i < ATOMIC_LINES; i++)
        if (atomics[i] > record->memory.atomics_on_a_line)
            record->memory.atomics_on_a_line = atomics[i];
    record->resident = slots;
}
