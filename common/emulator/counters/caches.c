/* A model of the memory behind a request: one L1 for each SM, one L2, DRAM. All are empty when a
 * launch begins, as Nsight Compute leaves them. Fitted to an H200 (docs/emulator.md has the
 * comparison); other GPUs get their own sizes and the same rules.
 *
 * L1 is what shared memory does not take, of which an eighth is lost. Blocks that an SM holds at
 * once run one after another here, so each is given its share of the L1 to fill, and finds what its
 * neighbours have left in theirs. Stores write through and stay. L2 and DRAM: l2.c. */
#include "caches.h"
#include "record.h"

uint64_t cache_launch;
uint32_t cache_clock;

static struct line *l1;          /* SM after SM */
static unsigned sm_count, slots; /* slots: blocks that share an SM */
static size_t sm_lines, slot_sets;
static struct line *sm; /* of the block that runs */
static unsigned slot;

static unsigned resident_blocks(const struct emu_gpu *gpu)
{
    const int most = record_occupancy(&emu_records[emu_record_count - 1]).blocks;
    const uint64_t blocks = number_in(emu_launch_now->grid), sms = (uint64_t)gpu->sms,
                   come = (blocks + sms - 1) / sms, stay = most > 0 ? (uint64_t)most : 1;
    return (unsigned)(come < stay ? come : stay);
}

struct part { /* of an access: one line */
    uint64_t number;
    unsigned sectors;
    uint8_t bytes[4];
};

/* An access is looked up when the next one comes: then what it needs is in the caches. */
static struct lines {
    const struct site *site;
    unsigned count;
    struct part part[EMU_WARP];
} waiting;

/* Sectors that a warp has just stored to and stores to again, in part: they leave L1 once. */
static uint64_t stored_again;

static void begin_run(void)
{
    const struct emu_gpu *gpu = emu_gpu_now();
    const struct emu_launch *launch = emu_launch_now;
    slots = resident_blocks(gpu);
    const size_t shared = launch->static_shared + launch->dynamic_shared;
    const size_t bytes = emu_gpu_l1(gpu, shared ? slots * (shared + gpu->shared_reserved) : 0);
    slot_sets = bytes / 8 * 7 / LINE / WAYS / slots;
    slot_sets = slot_sets ? slot_sets : 1;
    const size_t wanted = slot_sets * WAYS * slots;
    if (sm_count != (unsigned)gpu->sms || sm_lines < wanted) {
        free(l1);
        sm_count = (unsigned)gpu->sms;
        sm_lines = wanted > gpu->l1 / LINE ? wanted : gpu->l1 / LINE;
        l1 = new_zeros(sm_count * sm_lines, sizeof *l1, "the L1 caches");
    }
    cache_launch += UINT64_C(1) << TAG_LAUNCH;
    if (!cache_launch)
        cache_launch = UINT64_C(1) << TAG_LAUNCH;
    stored_again = 0;
    waiting.count = 0;
    l2_begin_launch(gpu);
}

static void begin_block(void)
{
    sm = &l1[emu_block.number % sm_count * sm_lines];
    slot = (unsigned)(emu_block.number / sm_count % slots);
    l2_begin_block();
}

/* The line in the SM's L1, wherever; made in the block's own share if it is nowhere. */
static struct line *l1_line(uint64_t number)
{
    const size_t set = cache_set(number, slot_sets), share = slot_sets * WAYS;
    const uint64_t tag = cache_tag(number);
    struct line *line = cache_find(&sm[slot * share + set], tag);
    for (unsigned s = 0; s < slots && !line; s++)
        if (s != slot)
            line = cache_find(&sm[s * share + set], tag);
    if (!line) {
        line = cache_oldest(&sm[slot * share + set]);
        *line = (struct line){.tag = tag};
    }
    line->used = ++cache_clock;
    return line;
}

static void load(struct counts *count, uint64_t number, unsigned sectors)
{
    struct line *line = l1_line(number);
    const unsigned missing = sectors & ~line->valid;
    count->hits += cache_sectors(sectors & line->valid);
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

static unsigned split(const struct access *access, struct part *parts)
{
    unsigned count = 0;
    EACH_LANE (l, access->mask) {
        const uint64_t address = access->address[l];
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

static int stores_again(const struct access *access)
{
    static struct {
        const struct warp *warp;
        uint64_t low;
    } last;
    const int again = access->warp == last.warp && access->low - last.low < SECTOR;
    last.warp = access->warp;
    last.low = access->low;
    return again;
}

/* L1 looks up four lines at a time if they lie in different quarters of it. */
static unsigned tag_cycles(const struct part *parts, unsigned lines)
{
    unsigned quarter[4] = {0}, most = 0;
    for (unsigned i = 0; i < lines; i++) {
        const unsigned now = ++quarter[parts[i].number & 3];
        most = now > most ? now : most;
    }
    return most;
}

static void look_up(void)
{
    for (unsigned i = 0; i < waiting.count; i++) {
        const struct part *part = &waiting.part[i];
        const enum event_type type = event_type(waiting.site->word);
        if (type == EV_READ) {
            load(&counts_of(waiting.site)[EMU_GLOBAL], part->number, part->sectors);
        } else if (type == EV_WRITE) {
            store(part->number, part->sectors, part->bytes);
        } else { /* atomics are done in L2 */
            l2_load(part->number, part->sectors);
            l2_store(part->number, part->sectors, part->bytes);
        }
    }
    waiting.count = 0;
}

static void count_access(const struct access *access)
{
    struct part parts[EMU_WARP];
    const unsigned lines = split(access, parts);
    for (unsigned i = 0; i < lines; i++) {
        const size_t set = cache_set(parts[i].number, slot_sets), share = slot_sets * WAYS;
        l2_prefetch(parts[i].number);
        for (unsigned s = 0; s < slots; s++)
            cache_prefetch(&sm[s * share + set]);
    }
    counts_of(access->site)[EMU_GLOBAL].lines += tag_cycles(parts, lines);
    if (access->type == EV_WRITE && stores_again(access))
        for (unsigned i = 0; i < lines; i++)
            stored_again += cache_sectors(parts[i].sectors);
    look_up();
    waiting.site = access->site;
    waiting.count = lines;
    memcpy(waiting.part, parts, lines * sizeof *parts);
    if (resident_several)
        look_up();
}

static void end_launch(double seconds, int error)
{
    look_up();
}

void caches_end_launch(struct launch_record *record)
{
    record->memory.known = observers_watched & EMU_WATCH_CACHES;
    l2_end_launch(record, sm_count * slots);
    record->memory.l2_stored_again = stored_again;
    record->resident = slots;
}

OBSERVER(caches, .watch = EMU_WATCH_CACHES, .begin_run = begin_run, .begin_block = begin_block,
         .resume_block = begin_block, .several_blocks = look_up, .end_block = look_up,
         .end_launch = end_launch, .access = count_access, .spaces = 1u << EMU_GLOBAL);
