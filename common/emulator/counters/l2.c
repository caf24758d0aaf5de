/* A model of L2 and DRAM, fitted to an H200 (docs/emulator.md has the comparison).
 *
 * Two thirds of L2's nominal size count (its two halves hold some lines twice). A miss reads 64
 * bytes from DRAM. What is written stays until it is evicted or until 4/9 of the nominal size is
 * dirty; at the end of the launch it stays for good.
 *
 * A sector of which only some bytes have been written is open. Of the 16 ways of a set, two may
 * hold open lines: when a third comes, the oldest is completed from DRAM, and from then on it is
 * one of two that are written back first. Lines that are opened and not closed for long are
 * followed one by one. Those that one block opens and closes again are not, since here its
 * neighbours do not run at the same time: what that costs is worked out at the end. */
#include "caches.h"
#include "record.h"

#include <math.h>

/* The ways of a set that hold open lines, and that hold lines to be written back first. */
enum { OPEN_WAYS = 2, FIRST_WAYS = 2 };
/* The share of a block's open lines that are open at one time: the one number that was fitted (to
 * transposes on an H200, of 2048 x 2048 to 8192 x 8192, with 1 to 8 blocks an SM). */
static const double OPEN_SHARE = 0.75;

struct queue {   /* of lines, the oldest first; some may have left meanwhile */
    uint8_t bit; /* in the lines that stand in it */
    uint64_t *number;
    size_t room, first, count;
};

static struct line *l2;
static struct partial {
    uint8_t filled[4]; /* bytes written of each sector that is not valid */
    uint8_t queues;    /* those in which it stands */
    uint32_t opener;   /* the block that opened it */
} * partials;          /* of each line */
static size_t sets, dirty_sectors, dirty_limit;
static size_t all_sets; /* of both halves: a line that is open is in one only */
static uint64_t sectors_read, sectors_written, sectors_partial, dram_read, dram_written;
static struct queue open_lines = {.bit = 1}, first_lines = {.bit = 2};
static size_t now_open;    /* lines */
static uint64_t ever_open; /* lines; again, if they were evicted meanwhile */
/* Sectors that were open and that the block which opened the line completed. */
static uint64_t closed_by_same;
static size_t block_open, most_block_open;

static unsigned open_sectors(const struct line *line) IS(line->dirty & ~(unsigned)line->valid);

static struct partial *partial_of(const struct line *line) IS(&partials[line - l2]);

/* The line has no open sector any more. */
static void closed(struct line *line)
{
    now_open--;
    if (partial_of(line)->opener == (uint32_t)emu_block.number && block_open)
        block_open--;
}

static void fill(struct line *line)
{
    const unsigned open = open_sectors(line);
    dram_read += cache_sectors(open) * SECTOR;
    if (open)
        closed(line);
    line->valid |= (uint8_t)open;
}

static void write_back(struct line *line)
{
    const unsigned dirty = cache_sectors(line->dirty);
    fill(line);
    dram_written += dirty * SECTOR;
    dirty_sectors -= dirty;
    line->dirty = 0;
}

static struct line *line_for(uint64_t number)
{
    struct line *set = &l2[cache_set(number, sets)];
    struct line *line = cache_find(set, cache_tag(number));
    if (!line) {
        line = cache_oldest(set);
        if (cache_is_live(line))
            write_back(line);
        *line = (struct line){.tag = cache_tag(number)};
        memset(partial_of(line), 0, sizeof *partials);
    }
    line->used = ++cache_clock;
    return line;
}

/* ---- lines that are not complete, and those that were not ---- */

static void enqueue(struct queue *queue, struct line *line, uint64_t number)
{
    partial_of(line)->queues |= queue->bit;
    queue->number[(queue->first + queue->count++) % queue->room] = number;
}

/* NULL: it has left meanwhile. */
static struct line *dequeue(struct queue *queue)
{
    const uint64_t number = queue->number[queue->first];
    struct line *line = cache_find(&l2[cache_set(number, sets)], cache_tag(number));
    queue->first = (queue->first + 1) % queue->room;
    queue->count--;
    if (!line || !(partial_of(line)->queues & queue->bit))
        return NULL;
    partial_of(line)->queues ^= queue->bit;
    return line;
}

static void complete_oldest(void)
{
    struct line *line = dequeue(&open_lines), *first;
    if (!line || !open_sectors(line))
        return;
    fill(line);
    if (first_lines.count == first_lines.room && (first = dequeue(&first_lines)))
        write_back(first);
    enqueue(&first_lines, line, line->tag & ((UINT64_C(1) << TAG_LAUNCH) - 1));
}

static void opened(struct line *line, uint64_t number)
{
    ever_open++;
    now_open++;
    partial_of(line)->opener = (uint32_t)emu_block.number;
    if (++block_open > most_block_open)
        most_block_open = block_open;
    if (!(partial_of(line)->queues & open_lines.bit)) {
        if (open_lines.count == open_lines.room)
            complete_oldest();
        enqueue(&open_lines, line, number);
    }
    while (now_open > all_sets * OPEN_WAYS)
        complete_oldest();
}

void l2_prefetch(uint64_t number)
{
    cache_prefetch(&l2[cache_set(number, sets)]);
}

unsigned l2_load(uint64_t number, unsigned sectors)
{
    struct line *line = line_for(number);
    const unsigned found = cache_sectors(sectors & line->valid);
    const unsigned open = open_sectors(line);
    sectors_read += cache_sectors(sectors);
    for (unsigned half = 0; half < 2; half++) {
        const unsigned pair = 3u << 2 * half;
        const unsigned missing = pair & ~(unsigned)line->valid;
        if (!(sectors & missing))
            continue;
        dram_read += cache_sectors(missing) * SECTOR;
        line->valid |= (uint8_t)pair;
    }
    if (open && !open_sectors(line))
        closed(line);
    return found;
}

static void clean_some(uint64_t number)
{
    struct line *set = &l2[cache_set(number, sets)], *victim = NULL;
    for (int w = 0; w < WAYS; w++)
        if (set[w].dirty && cache_is_live(&set[w]) &&
            (!victim || cache_clock - set[w].used > cache_clock - victim->used))
            victim = &set[w];
    if (victim)
        write_back(victim);
}

void l2_store(uint64_t number, unsigned sectors, const uint8_t bytes[4])
{
    struct line *line = line_for(number);
    struct partial *partial = partial_of(line);
    const unsigned open = open_sectors(line);
    for (unsigned s = 0; s < 4; s++) {
        if (!(sectors >> s & 1))
            continue;
        sectors_partial += bytes[s] < SECTOR;
        const unsigned now = partial->filled[s] + bytes[s];
        partial->filled[s] = (uint8_t)(now < SECTOR ? now : SECTOR);
        dirty_sectors += !(line->dirty >> s & 1);
        if (now >= SECTOR) {
            line->valid |= (uint8_t)(1u << s);
            closed_by_same += open >> s & 1 && partial->opener == (uint32_t)emu_block.number;
        }
    }
    sectors_written += cache_sectors(sectors);
    line->dirty |= (uint8_t)sectors;
    if (!open && open_sectors(line))
        opened(line, number);
    else if (open && !open_sectors(line))
        closed(line);
    if (dirty_sectors > dirty_limit)
        clean_some(number);
}

static void make_queue(struct queue *queue, size_t room)
{
    free(queue->number);
    queue->number = new_zeros(queue->room = room, sizeof *queue->number, "the L2 cache");
}

void l2_begin_launch(const struct emu_gpu *gpu)
{
    const size_t wanted = gpu->l2 / 3 * 2 / LINE / WAYS;
    dirty_limit = gpu->l2 / 9 * 4 / SECTOR;
    dirty_sectors = now_open = most_block_open = 0;
    sectors_read = sectors_written = sectors_partial = dram_read = dram_written = 0;
    ever_open = closed_by_same = 0;
    open_lines.first = open_lines.count = first_lines.first = first_lines.count = 0;
    if (wanted == sets)
        return;
    sets = wanted;
    all_sets = gpu->l2 / LINE / WAYS;
    free(l2);
    free(partials);
    l2 = new_zeros(sets * WAYS, sizeof *l2, "the L2 cache");
    partials = new_zeros(sets * WAYS, sizeof *partials, "the L2 cache");
    make_queue(&open_lines, all_sets * WAYS);
    make_queue(&first_lines, all_sets * FIRST_WAYS);
}

void l2_begin_block(void)
{
    block_open = 0;
}

/* The probability that a line finds the open ways of its set taken by the other blocks that run at
 * the same time. Lines lie evenly in the sets, `each` to a set in the whole launch; of these, as
 * many are open at one time as the blocks hold. */
static double crowded(double blocks, double lines_of_block)
{
    if (!all_sets)
        return 0; /* nobody watches the caches */
    const double each = (double)ever_open / (double)all_sets;
    const double open = OPEN_SHARE * (blocks - 1) * lines_of_block / (double)all_sets;
    const double others = each - 1;
    if (others <= 1 || open <= 0)
        return 0;
    const double is_open = open < each ? open / each : 1;
    /* neither none nor only one of the others is open */
    return 1 - pow(1 - is_open, others) - others * is_open * pow(1 - is_open, others - 1);
}

void l2_end_launch(struct launch_record *record, unsigned at_once)
{
    const double blocks = (double)number_in(emu_launch_now->grid);
    const double lost = crowded(blocks < at_once ? blocks : at_once, (double)most_block_open) *
                        (double)closed_by_same * SECTOR;
    record->memory.dram_read = dram_read + (uint64_t)lost;
    record->memory.dram_written = dram_written + (uint64_t)lost;
    record->memory.l2_read = sectors_read;
    record->memory.l2_written = sectors_written;
    record->memory.l2_partial = sectors_partial;
}
