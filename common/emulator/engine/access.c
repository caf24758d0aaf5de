/* One warp-level access: recognises the pattern of the last one from the same place in the program
 * (which makes counting cheap), finds out which memory it touches, checks each lane where that is
 * not obvious, counts, and tells the observers. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

/* ---- sites, by event word ---- */

static struct site **sites, **table;
static size_t site_count, site_room, table_size;

static size_t slot_of(uint32_t word)
{
    return (size_t)(word * 2654435761u) >> 7 & (table_size - 1);
}

static void insert(struct site *site)
{
    size_t slot = slot_of(site->word);
    while (table[slot])
        slot = (slot + 1) & (table_size - 1);
    table[slot] = site;
}

static struct site *make_site(uint32_t word)
{
    const unsigned code = word >> SIZE_SHIFT & 7;
    if (2 * site_count >= table_size) {
        free(table);
        table_size = table_size ? 2 * table_size : 1024;
        table = calloc(table_size, sizeof *table);
        if (!table)
            die_of_memory("places in the program");
        for (size_t i = 0; i < site_count; i++)
            insert(sites[i]);
    }
    if (site_count == site_room) {
        site_room = site_room ? 2 * site_room : 256;
        sites = realloc(sites, site_room * sizeof *sites);
        if (!sites)
            die_of_memory("places in the program");
    }
    struct site *site = calloc(1, sizeof *site);
    if (!site)
        die_of_memory("places in the program");
    site->word = word;
    site->ranged = event_type(word) <= EV_ATOMIC && code == EXTENT_CODE;
    site->bytes = site->ranged ? 0 : 1u << code;
    site->node = event_type(word) == EV_BLOCK ? flow_node(word) : -1;
    sites[site_count++] = site;
    insert(site);
    return site;
}

struct site *site_of(uint32_t word)
{
    if (LIKELY(table_size)) {
        for (size_t slot = slot_of(word); table[slot]; slot = (slot + 1) & (table_size - 1))
            if (table[slot]->word == word)
                return table[slot];
    }
    return make_site(word);
}

size_t site_total(void)
{
    return site_count;
}

struct site *site_at(size_t index)
{
    return sites[index];
}

void sites_new_launch(void)
{
    for (size_t i = 0; i < site_count; i++) {
        memset(sites[i]->count, 0, sizeof sites[i]->count);
        sites[i]->regular = sites[i]->entered = sites[i]->entered_apart = 0;
        memset(sites[i]->said, 0, sizeof sites[i]->said);
        sites[i]->begin = sites[i]->end = 0;
    }
}

/* ---- the pattern of the last access ---- */

static inline int same_pattern(const struct site *site, uint32_t mask, const uint64_t *address)
{
    uint64_t differ = site->mask ^ mask;
    if (LIKELY(mask == EMU_ALL)) {
        const uint64_t base = address[0];
        for (int l = 0; l < EMU_WARP; l++)
            differ |= (address[l] - base) ^ site->offset[l];
    } else {
        const uint64_t base = address[__builtin_ctz(mask)];
        for (uint32_t todo = mask; todo; todo &= todo - 1) {
            const unsigned l = (unsigned)__builtin_ctz(todo);
            differ |= (address[l] - base) ^ site->offset[l];
        }
    }
    return !differ;
}

static void learn_pattern(struct site *site, uint32_t mask, const uint64_t *address)
{
    const uint64_t base = address[__builtin_ctz(mask)];
    site->mask = mask;
    site->lanes = (unsigned)__builtin_popcount(mask);
    site->low = site->high = 0;
    site->odd = 0;
    for (uint32_t todo = mask; todo; todo &= todo - 1) {
        const unsigned l = (unsigned)__builtin_ctz(todo);
        const int64_t offset = (int64_t)(address[l] - base);
        site->offset[l] = (uint64_t)offset;
        site->odd |= (uint64_t)offset;
        site->low = offset < site->low ? offset : site->low;
        site->high = offset > site->high ? offset : site->high;
    }
    memset(site->units, 0, sizeof site->units);
}

/* Sectors, wavefronts or words; equal patterns at one phase (address modulo the unit) need as
 * many. */
static unsigned units_needed(struct site *site, enum emu_space space, uint32_t mask,
                             const uint64_t *address, unsigned bytes)
{
    switch (space) {
    case EMU_GLOBAL:
        return event_type(site->word) == EV_ATOMIC ? units_atomic_sectors(address, mask)
                                                   : units_sectors(address, mask, bytes);
    case EMU_SHARED: {
        unsigned least;
        const unsigned units =
            units_wavefronts(address, mask, bytes, event_type(site->word), &least);
        site->least = (uint8_t)least;
        return units;
    }
    default:
        return units_words(address, mask);
    }
}

static unsigned ideal_units(const struct site *site, enum emu_space space, unsigned lanes,
                            unsigned bytes)
{
    return space == EMU_GLOBAL ? (lanes * bytes + 31) / 32 : space == EMU_SHARED ? site->least : 1;
}

static inline void count_access(struct site *site, enum emu_space space, uint32_t mask,
                                unsigned bytes, unsigned units)
{
    struct counts *count = &site->count[space];
    const unsigned lanes = (unsigned)__builtin_popcount(mask);
    count->requests++;
    count->lanes += lanes;
    count->bytes += (uint64_t)lanes * bytes;
    count->units += units;
    count->ideal += ideal_units(site, space, lanes, bytes);
}

/* All lanes in `mask` are in site->area. */
static inline void tell(struct warp *warp, struct site *site, enum emu_space space, uint32_t mask,
                        const uint64_t *address, const uint64_t *old, unsigned bytes, uint64_t low,
                        uint64_t span)
{
    if (UNLIKELY(warp->undefined & mask) && event_type(site->word) != EV_READ)
        exchange_stored(warp, mask, address, bytes, event_pc(site->word));
    if (!checks_any)
        return;
    const struct access access = {site,  warp,          event_type(site->word),
                                  space, mask,          (unsigned)__builtin_popcount(mask),
                                  bytes, span == bytes, low,
                                  span,  site->area,    address,
                                  old};
    observers_access(&access);
}

static inline void observe(struct warp *warp, struct site *site, enum emu_space space,
                           uint32_t mask, const uint64_t *address, const uint64_t *old,
                           unsigned bytes, unsigned units, uint64_t low, uint64_t span)
{
    count_access(site, space, mask, bytes, units);
    tell(warp, site, space, mask, address, old, bytes, low, span);
}

/* ---- which memory ---- */

int access_is_local(uint64_t address)
{
    return address - fiber_pool_begin < fiber_pool_end - fiber_pool_begin;
}

static inline int is_own_stack(const struct warp *warp, unsigned lane, uint64_t address)
{
    return address - (uint64_t)(uintptr_t)warp->lane[lane].fiber.base < FIBER_STACK;
}

/* All lanes are in local memory: each in its own, where the accesses are nobody's business? */
static void check_stacks(struct warp *warp, struct site *site, int same, uint32_t mask,
                         const uint64_t *address, unsigned bytes)
{
    const unsigned first = (unsigned)__builtin_ctz(mask);
    if (LIKELY(same && site->own_stacks && is_own_stack(warp, first, address[first])))
        return;
    site->own_stacks = 1;
    for (uint32_t todo = mask; todo; todo &= todo - 1) {
        const unsigned l = (unsigned)__builtin_ctz(todo);
        if (is_own_stack(warp, l, address[l]))
            continue;
        site->own_stacks = 0;
        bounds_others_stack(warp, l, site, address[l], bytes);
    }
}

static void remember_area(struct site *site, const struct emu_area *area)
{
    site->area = area;
    site->space = area->space;
    site->begin = area->begin;
    site->end = area->end;
}

/* One request whose lanes are in several areas of one space: observers keep a record for each
 * area. */
static void tell_by_area(struct warp *warp, struct site *site, uint32_t left,
                         const struct emu_area *const *area, const uint64_t *address,
                         const uint64_t *old, unsigned bytes)
{
    while (left) {
        const unsigned first = (unsigned)__builtin_ctz(left);
        uint32_t same = 0;
        for (uint32_t todo = left; todo; todo &= todo - 1)
            if (area[__builtin_ctz(todo)] == area[first])
                same |= todo & -todo;
        site->area = area[first];
        tell(warp, site, area[first]->space, same, address, old, bytes, 0, 0);
        left &= ~same;
    }
}

/* Lanes of one access in different memories, or at fault: one by one. */
static void observe_apart(struct warp *warp, struct site *site, uint32_t mask,
                          const uint64_t *address, const uint64_t *old, unsigned bytes)
{
    const struct emu_area *area[EMU_WARP] = {NULL};
    uint32_t left = 0, wild = 0;
    for (uint32_t todo = mask; todo; todo &= todo - 1) {
        const unsigned l = (unsigned)__builtin_ctz(todo);
        if (access_is_local(address[l])) {
            if (!is_own_stack(warp, l, address[l]))
                bounds_others_stack(warp, l, site, address[l], bytes);
            continue;
        }
        area[l] = bounds_area(warp, l, site, address[l], bytes);
        if (area[l])
            left |= 1u << l;
        else
            wild |= 1u << l;
    }
    while (left) {
        const unsigned first = (unsigned)__builtin_ctz(left);
        uint32_t same = 0;
        for (uint32_t todo = left; todo; todo &= todo - 1)
            if (area[__builtin_ctz(todo)]->space == area[first]->space)
                same |= todo & -todo;
        site->begin = site->end = 0; /* look again next time */
        count_access(site, area[first]->space, same, bytes,
                     units_needed(site, area[first]->space, same, address, bytes));
        tell_by_area(warp, site, same, area, address, old, bytes);
        left &= ~same;
    }
    if (wild) { /* counted as the GPU would issue it; no observer can say more */
        struct counts *count = &site->count[EMU_GLOBAL];
        count->requests++;
        count->lanes += (unsigned)__builtin_popcount(wild);
        count->bytes += (uint64_t)__builtin_popcount(wild) * bytes;
        count->units += units_sectors(address, wild, bytes);
    }
}

/* Makes site->begin … end the area that holds the whole access. 0 if there is no such single
 * area. */
static int find_area(struct site *site, uint64_t low, uint64_t end)
{
    if (low - fiber_pool_begin < fiber_pool_end - fiber_pool_begin && end <= fiber_pool_end) {
        site->space = EMU_LOCAL;
        site->begin = fiber_pool_begin;
        site->end = fiber_pool_end;
        return 1;
    }
    const struct emu_area *area = launch_area_of(low);
    if (!area || area->state != EMU_LIVE || end > area->end || area->space > EMU_CONSTANT ||
        (area->space == EMU_CONSTANT && event_type(site->word) != EV_READ))
        return 0;
    remember_area(site, area);
    return 1;
}

static void access_pieces(struct warp *warp, struct site *site, uint32_t mask,
                          const uint64_t *address, const uint64_t *old, unsigned bytes)
{
    const uint64_t base = address[__builtin_ctz(mask)];
    const int same = same_pattern(site, mask, address);
    if (!same)
        learn_pattern(site, mask, address);
    const uint64_t low = base + (uint64_t)site->low, end = base + (uint64_t)site->high + bytes;
    if (UNLIKELY(low < site->begin || end > site->end)) {
        const enum emu_space before = site->space;
        if (!find_area(site, low, end)) {
            memset(site->units, 0, sizeof site->units);
            observe_apart(warp, site, mask, address, old, bytes);
            return;
        }
        if (site->space != before)
            memset(site->units, 0, sizeof site->units);
        site->own_stacks = 0;
        if (UNLIKELY(site->space == EMU_GLOBAL && site->area->rule) &&
            event_type(site->word) != EV_READ)
            writes_look(warp, site, mask, address, bytes, low, end);
    }
    if (site->space == EMU_LOCAL) {
        check_stacks(warp, site, same, mask, address, bytes);
        return;
    }
    const uint64_t step = base - site->base;
    site->regular += same && step == site->step;
    site->step = step;
    site->base = base;
    if (UNLIKELY((base | site->odd) & (bytes - 1)))
        bounds_misaligned(warp, site, mask, address, bytes);
    uint8_t *known = &site->units[site->space == EMU_GLOBAL ? base & 31 : base & 3];
    if (!*known)
        *known = (uint8_t)units_needed(site, site->space, mask, address, bytes);
    observe(warp, site, site->space, mask, address, old, bytes, *known, low, end - low);
}

void access_merged(struct warp *warp, struct site *site, uint32_t mask, const uint64_t *address,
                   const uint64_t *old)
{
    access_pieces(warp, site, mask, address, event_type(site->word) == EV_WRITE ? old : NULL,
                  site->bytes);
}

void access_arrived(struct warp *warp, uint32_t mask, uint32_t word, const uint64_t *address,
                    const uint64_t *old)
{
    struct site *site = site_of((word & ~(7u << TYPE_SHIFT)) | (uint32_t)EV_WRITE << TYPE_SHIFT);
    for (uint32_t todo = mask; todo && checks_any; todo &= todo - 1) {
        const unsigned l = (unsigned)__builtin_ctz(todo);
        const struct emu_area *area = launch_area_of(address[l]);
        if (!area || area->space != EMU_SHARED || address[l] + site->bytes > area->end)
            continue;
        const struct access access = {site, warp,        EV_WRITE, EMU_SHARED, todo & -todo,
                                      1,    site->bytes, 1,        address[l], site->bytes,
                                      area, address,     old};
        if (emu_checks.uninitialised)
            uninit_arrived(&access);
        if (emu_checks.races && !races_by_lane)
            races_access(&access);
    }
}

/* The bytes of the pieces in which the GPU moves an object that is larger than 16 bytes or not
 * aligned to its size: of its alignment, which g++ does not say. What is known: hooks.c; what all
 * addresses have in common; and that of objects of 8 and 16 bytes in this place most are structures
 * of 4-byte members, of those of 2 and 4 bytes most are made of bytes. */
static unsigned piece_of(uint64_t extent, uint32_t mask, const uint64_t *address)
{
    if (extent == EXTENT_16)
        return 8;
    uint64_t common = extent | 16;
    for (uint32_t todo = mask; todo; todo &= todo - 1)
        common |= address[__builtin_ctz(todo)];
    const unsigned aligned = (unsigned)(common & -common);
    const unsigned most = extent == 16 || extent == 8 ? 4 : extent == 4 || extent == 2 ? 1 : 16;
    return aligned < most ? aligned : most;
}

void access_merged_extent(struct warp *warp, struct site *site, uint32_t mask,
                          const uint64_t *address, uint64_t extent)
{
    uint64_t at[EMU_WARP];
    const unsigned piece = piece_of(extent, mask, address);
    if (extent == EXTENT_16)
        extent = 16;
    for (uint64_t done = 0; done < extent; done += piece) {
        for (uint32_t todo = mask; todo; todo &= todo - 1) {
            const unsigned l = (unsigned)__builtin_ctz(todo);
            at[l] = address[l] + done;
        }
        access_pieces(warp, site, mask, at, NULL, piece);
    }
}
