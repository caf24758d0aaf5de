/* From 32 columns of events to warp-level accesses. While lanes walk the same way (`together`) a
 * row of the window is one access, and only the way of one lane is followed. Where they part, every
 * lane's place is followed, and the lanes furthest behind go first (flow.c), until all meet. */
#include "observers.h"

struct row emu_trace[ROWS];
unsigned warp_rows; /* rows merged in this turn */
uint64_t merge_apart, blocks_apart;

static int is_access(uint32_t word) IS(event_type(word) <= EV_ATOMIC);

static const struct device_block *block_of(uint32_t word)
    IS(((const struct device_site *)event_pc(word))->block);

static struct frame *top_frame(struct position *at) IS(&at->frame[at->depth - 1]);

static void copy_position(struct position *to, const struct position *from)
{
    to->depth = from->depth;
    to->unknown = from->unknown;
    memcpy(to->frame, from->frame, from->depth * sizeof *from->frame);
}

void merge_begin(struct warp *warp)
{
    warp->together = all_lanes(warp);
    warp->at.depth = 1;
    warp->at.unknown = 0;
    warp->at.frame[0] = (struct frame){.block = NULL};
}

static void part(struct warp *warp)
{
    if (!warp->lane_at)
        warp->lane_at = new_zeros(EMU_WARP, sizeof *warp->lane_at, "divergent lanes");
    EACH_LANE (l, warp->together)
        copy_position(&warp->lane_at[l], &warp->at);
    warp->together = 0;
}

/* All lanes in `lanes` are at the place of the first: rounds need not be told apart any more. */
static void join(struct warp *warp, uint32_t lanes)
{
    const uint32_t known = lanes & warp->together;
    if (!known)
        copy_position(&warp->at, &warp->lane_at[__builtin_ctz(lanes)]);
    for (unsigned i = 0; i < warp->at.depth; i++)
        memset(warp->at.frame[i].round, 0, sizeof warp->at.frame[i].round);
    warp->together = lanes;
}

int merge_one_place(const struct warp *warp, uint32_t lanes)
{
    const void *pc = warp->lane[__builtin_ctz(lanes)].pc;
    EACH_LANE (l, lanes)
        if (warp->lane[l].pc != pc)
            return 0;
    return 1;
}

void merge_released(struct warp *warp, uint32_t lanes, int one_place)
{
    if (one_place && lanes == (all_lanes(warp) & ~warp->done))
        join(warp, lanes);
    else
        part(warp);
}

/* ---- together: row by row ---- */

static inline int same_words(const uint32_t *row, uint32_t lanes)
{
    uint32_t differ = 0;
    if (lanes == EMU_ALL) {
        const uint32_t first = row[0];
        for (int l = 0; l < EMU_WARP; l++)
            differ |= row[l] ^ first;
    } else {
        const uint32_t first = row[__builtin_ctz(lanes)];
        EACH_LANE (l, lanes)
            differ |= row[l] ^ first;
    }
    return !differ;
}

/* Lanes may have asked for different sizes. */
static void merge_extents(struct warp *warp, struct site *site, uint32_t lanes,
                          const uint64_t *address, const uint64_t *extent)
{
    for (uint32_t todo = lanes, same; todo; todo &= ~same) {
        const uint64_t first = extent[__builtin_ctz(todo)];
        same = LANES_WHERE(l, todo, extent[l] == first);
        access_merged_extent(warp, site, same, address, first);
    }
}

/* The arrival of a copy, or the use of a value, of these lanes. (Fences: races.c.) */
static void fence_row(struct warp *warp, uint32_t lanes, uint32_t word, const struct row *row)
{
    const unsigned code = word >> SIZE_SHIFT & 7;
    if (code == FENCE_USE)
        TELL(used, warp, event_pc(word), row->address[__builtin_ctz(lanes)]);
    else if (code > FENCE_DEVICE)
        access_arrived(warp, lanes, word, row->address, row->old);
}

/* What is no access, at the place of these lanes: rounds of loops are counted where lanes part. */
static inline void flow_row(struct warp *warp, struct position *at, uint32_t lanes, uint32_t word,
                            const struct row *row, int parted)
{
    switch (event_type(word)) {
    case EV_BLOCK:
        blocks_apart += parted && !at->unknown;
        if (parted)
            flow_enter(at, block_of(word));
        else if (!at->unknown)
            *top_frame(at) = (struct frame){.block = block_of(word)};
        break;
    case EV_CALL:
        flow_call(at);
        break;
    case EV_RETURN:
        flow_return(at);
        break;
    case EV_FENCE:
        fence_row(warp, lanes, word, row);
        break;
    default:
        break;
    }
}

static inline unsigned fewest_rows(const struct warp *warp, uint32_t lanes)
{
    uint8_t rows = ROWS;
    if (lanes == EMU_ALL)
        for (int l = 0; l < EMU_WARP; l++)
            rows = warp->rows[l] < rows ? warp->rows[l] : rows;
    else
        EACH_LANE (l, lanes)
            if (warp->rows[l] < rows)
                rows = warp->rows[l];
    return rows;
}

/* Merges the rows that all lanes have in common; returns how many. */
WIDE static unsigned merge_rows(struct warp *warp, uint32_t lanes)
{
    unsigned row = 0;
    const unsigned rows = fewest_rows(warp, lanes);
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    for (; row < rows && same_words(emu_trace[row].word, lanes); row++) {
        const uint32_t word = emu_trace[row].word[first];
        if (is_access(word)) {
            struct site *site = site_of(word);
            top_frame(&warp->at)->index++;
            if (UNLIKELY(site->ranged))
                merge_extents(warp, site, lanes, emu_trace[row].address,
                              emu_trace[row + 1].address);
            else
                access_merged(warp, site, lanes, emu_trace[row].address, emu_trace[row].old);
        } else {
            flow_row(warp, &warp->at, lanes, word, &emu_trace[row], 0);
        }
    }
    if (lanes == EMU_ALL)
        memset(warp->row, (int)row, sizeof warp->row);
    else
        EACH_LANE (l, lanes)
            warp->row[l] = (uint8_t)row;
    return row;
}

/* ---- parted: lane by lane ---- */

static uint32_t lanes_pending(const struct warp *warp)
{
    if (!memcmp(warp->row, warp->rows, sizeof warp->row))
        return 0;
    return LANES_WHERE(l, all_lanes(warp), warp->row[l] < warp->rows[l]);
}

/* Moves a lane's place past blocks, calls and returns, up to its next access. */
static void advance(struct warp *warp, unsigned l)
{
    for (; warp->row[l] < warp->rows[l]; warp->row[l]++, merge_apart++) {
        const struct row *row = &emu_trace[warp->row[l]];
        if (is_access(row->word[l]))
            return;
        flow_row(warp, &warp->lane_at[l], 1u << l, row->word[l], row, 1);
    }
}

/* The lanes in `pending` that are furthest behind, all at one access. */
static uint32_t furthest_behind(const struct warp *warp, uint32_t pending)
{
    unsigned best = (unsigned)__builtin_ctz(pending);
    uint32_t group = 0;
    EACH_LANE (l, pending) {
        const int which = l == best ? 0 : flow_compare(&warp->lane_at[l], &warp->lane_at[best]);
        if (which < 0) {
            best = l;
            group = 0;
        }
        if (which <= 0 && emu_trace[warp->row[l]].word[l] == emu_trace[warp->row[best]].word[best])
            group |= 1u << l;
    }
    return group;
}

/* One access of the lanes in `group`, which may be in different rows. */
static void merge_group(struct warp *warp, uint32_t group)
{
    static uint64_t address[EMU_WARP], old[EMU_WARP], extent[EMU_WARP];
    struct site *site = NULL;
    EACH_LANE (l, group) {
        const struct row *row = &emu_trace[warp->row[l]++];
        if (!site)
            site = site_of(row->word[l]);
        address[l] = row->address[l];
        old[l] = row->old[l];
        if (site->ranged)
            extent[l] = emu_trace[warp->row[l]++].address[l];
        top_frame(&warp->lane_at[l])->index++;
    }
    if (site->ranged)
        merge_extents(warp, site, group, address, extent);
    else
        access_merged(warp, site, group, address, old);
}

/* 1 if every lane of the group is at an access: within a block they stay together. */
static int still_together(const struct warp *warp, uint32_t group)
{
    uint32_t word = 0;
    EACH_LANE (l, group) {
        if (warp->row[l] == warp->rows[l])
            return 0;
        const uint32_t own = emu_trace[warp->row[l]].word[l];
        if (!is_access(own) || (word && word != own))
            return 0;
        word = own;
    }
    return 1;
}

/* `patient`: stop as soon as a lane that can run has no more to say; its next may come first. */
static void merge_parted(struct warp *warp, int patient)
{
    uint32_t pending = lanes_pending(warp);
    EACH_LANE (l, pending)
        advance(warp, l);
    while ((pending = lanes_pending(warp)) != 0) {
        if (patient && (warp->full & ~pending))
            break;
        const uint32_t group = furthest_behind(warp, pending);
        do {
            merge_group(warp, group);
            warp_rows++;
        } while (still_together(warp, group));
        EACH_LANE (l, group)
            advance(warp, l);
    }
}

/* After lanes have parted: if all that can run are at one place again, note it. */
static void try_to_join(struct warp *warp)
{
    const uint32_t lanes = warp->full;
    if (!lanes || lanes_pending(warp))
        return;
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    EACH_LANE (l, lanes & (lanes - 1))
        if (flow_compare(&warp->lane_at[first], &warp->lane_at[l]) != 0)
            return;
    join(warp, lanes);
}

int merge_window(struct warp *warp, uint32_t ran)
{
    if (warp->together && !(ran & ~warp->together)) {
        warp_rows += merge_rows(warp, ran);
        if (!lanes_pending(warp) && (warp->full == 0 || warp->full == ran))
            return 0;
    }
    part(warp);
    merge_parted(warp, 1);
    try_to_join(warp);
    return lanes_pending(warp) != 0;
}

void merge_flush(struct warp *warp)
{
    part(warp);
    merge_parted(warp, 0);
}
