/* Who was at a cell of memory last: for each finding the threads that meet in its cell, and for
 * shared arrays of some blocks who wrote and read each word. */
#include "view_data.h"

enum { CELLS = 1 << 16, BLOCKS_AT_ONCE = 64 };
static struct view_cell cells[2][CELLS]; /* of global memory, of shared memory */
static unsigned interval[BLOCKS_AT_ONCE];
static size_t findings_seen;
static uint64_t map_block; /* whose shared arrays are kept, but for block 0 */
static int map_wanted;

void view_meetings_begin(void)
{
    memset(cells, 0, sizeof cells);
    findings_seen = emu_finding_count;
    map_wanted = 0;
}

void view_first_interval(void)
{
    interval[emu_block.slot % BLOCKS_AT_ONCE] = 0;
}

void view_next_interval(void)
{
    interval[emu_block.slot % BLOCKS_AT_ONCE]++;
}

/* The cell of this word, emptied if it was another's. */
static struct view_cell *cell_of(uint64_t address, enum emu_space space)
{
    const uint64_t key = address >> 2, owner = space == EMU_SHARED ? emu_block.unique : 0;
    struct view_cell *cell = &cells[space == EMU_SHARED][key % CELLS];
    if (cell->key != key || cell->owner != owner)
        *cell = (struct view_cell){.key = key, .owner = owner};
    return cell;
}

void view_touch(const struct access *access)
{
    view_meetings_check(access);
    if (access->space == EMU_CONSTANT)
        return;
    EACH_LANE (l, access->mask) {
        const struct view_touch touch = {access->site->word, emu_block.number,
                                         access->warp->id * EMU_WARP + l,
                                         interval[emu_block.slot % BLOCKS_AT_ONCE]};
        for (unsigned done = 0; done < access->bytes; done += 4) {
            struct view_cell *cell = cell_of(access->address[l] + done, access->space);
            *(access->type == EV_WRITE ? &cell->write : &cell->other) = touch;
        }
    }
}

/* The lane that a finding is about, if it is one of this access. */
static int lane_of(const struct emu_finding_report *report, const struct access *access)
{
    const struct emu_dim3 b = emu_launch_now->block, at = emu_block.index;
    const unsigned *t = report->thread;
    const unsigned thread = t[0] + b.x * (t[1] + b.y * t[2]), lane = thread % EMU_WARP;
    if (learners_line(event_pc(access->site->word)).line != report->line ||
        memcmp(report->block, &at, sizeof at))
        return -1;
    return thread / EMU_WARP == access->warp->id && access->mask >> lane & 1 ? (int)lane : -1;
}

/* The access as it has been sampled just now, or else it is kept now. */
static size_t sampled(const struct access *access)
{
    if (view_now->accesses > 0) {
        const struct view_access *last = &view_now->access[view_now->accesses - 1];
        if (last->time && last->word == access->site->word && last->warp == access->warp->id &&
            last->block == emu_block.number)
            return view_now->accesses - 1;
    }
    return view_keep(access, 0, 0);
}

static void meet(const struct finding *finding, const struct access *access, unsigned lane)
{
    const uint64_t address = access->address[lane];
    const struct emu_area *area = dynamic_area_of(address);
    if (view_now->meetings == VIEW_MEETINGS)
        return;
    if (!area)
        area = emu_area_near(address);
    struct view_meeting *meeting = &view_now->meeting[view_now->meetings++];
    *meeting =
        (struct view_meeting){.kind = finding->kind, .line = finding->report.line, .lane = lane};
    meeting->access = sampled(access);
    meeting->offset = (int64_t)(address - (area ? area->begin : 0));
    if (access->space == EMU_SHARED || access->space == EMU_GLOBAL)
        meeting->before = *cell_of(address, access->space);
    if (access->space == EMU_SHARED && !map_wanted) {
        map_wanted = 1;
        map_block = emu_block.number;
    }
}

void view_meetings_check(const struct access *access)
{
    int any = 0;
    if (LIKELY(emu_finding_count == findings_seen))
        return;
    if (emu_finding_count < findings_seen)
        findings_seen = emu_finding_count;
    for (size_t i = findings_seen; i < emu_finding_count; i++) {
        const int lane = lane_of(&emu_findings[i].report, access);
        if (lane >= 0)
            meet(&emu_findings[i], access, (unsigned)lane);
        any |= lane >= 0;
    }
    if (any) /* else it may be about the lanes that are told next */
        findings_seen = emu_finding_count;
}

static void keep_map(const struct emu_area *area)
{
    if (area->space != EMU_SHARED || view_now->maps == VIEW_MAPS || area->end == area->begin)
        return;
    struct view_map *map = &view_now->map[view_now->maps];
    const size_t words = (area->end - area->begin + 3) / 4;
    *map = (struct view_map){.block = emu_block.number, .words = words};
    map->count = words < VIEW_CELLS ? words : VIEW_CELLS;
    map->cell = new_zeros(1, map->count * sizeof *map->cell, "the view");
    int any = 0;
    for (size_t i = 0; i < map->count; i++) {
        map->cell[i] = *cell_of(area->begin + 4 * i, EMU_SHARED);
        any |= map->cell[i].write.word || map->cell[i].other.word;
    }
    map->area = any ? view_area_index(area) : -1;
    if (map->area < 0)
        free(map->cell);
    else
        view_now->maps++;
}

void view_keep_maps(void)
{
    const int is_first = emu_block.number == 0, is_found = map_wanted == 1;
    if (!is_first && !(is_found && map_block == emu_block.number))
        return;
    for (unsigned i = 0; i < view_now->maps; i++)
        if (view_now->map[i].block == emu_block.number)
            return;
    EACH_AREA (area)
        keep_map(area);
    keep_map(&dynamic_area);
}
