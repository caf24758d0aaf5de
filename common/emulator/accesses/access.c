/* One warp-level access: recognises the pattern of the last one from the same place in the program
 * (so that counting is cheap), finds out which memory it touches, and tells the observers. */
#include "observers.h"

int access_fault;
const char *const access_verbs[] = {"reads", "writes", "updates"};
const char *const access_types[] = {"load", "store", "atomic"};
const char *const access_spaces[] = {"global", "shared", "constant", "local", "unknown"};

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
        EACH_LANE (l, mask)
            differ |= (address[l] - base) ^ site->offset[l];
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
    EACH_LANE (l, mask) {
        const int64_t offset = (int64_t)(address[l] - base);
        site->offset[l] = (uint64_t)offset;
        site->odd |= (uint64_t)offset;
        site->low = offset < site->low ? offset : site->low;
        site->high = offset > site->high ? offset : site->high;
    }
    site->fresh = 1;
}

/* ---- what observers are told ---- */

static inline struct access access_of(struct warp *warp, struct site *site, enum emu_space space,
                                      uint32_t mask, const uint64_t *address, unsigned bytes)
{
    return (struct access){.site = site,
                           .warp = warp,
                           .type = event_type(site->word),
                           .space = space,
                           .mask = mask,
                           .lanes = (unsigned)__builtin_popcount(mask),
                           .bytes = bytes,
                           .pattern = PATTERN_APART,
                           .address = address};
}

struct access access_of_lane(struct warp *warp, unsigned lane, struct site *site,
                             const struct emu_area *area, const uint64_t *address, unsigned bytes,
                             const uint64_t *old)
{
    struct access access = access_of(warp, site, area->space, 1u << lane, address, bytes);
    access.uniform = 1;
    access.low = address[lane];
    access.span = bytes;
    access.area = area;
    access.old = old;
    return access;
}

static inline void tell_request(const struct access *access)
{
    for (observer_access *const *o = observers_request; *o; o++)
        (*o)(access);
}

/* All its lanes are in access->area. */
static inline void tell_access(const struct access *access)
{
    if (UNLIKELY(access->warp->undefined & access->mask) && access->type != EV_READ)
        TELL(undefined_stored, access);
    for (observer_access *const *o = observers_access[access->space]; *o; o++)
        (*o)(access);
}

/* ---- which memory ---- */

int access_is_local(uint64_t address)
    IS(address - fiber_pool_begin < fiber_pool_end - fiber_pool_begin);

static inline int is_own_stack(const struct warp *warp, unsigned lane, uint64_t address)
    IS(address - (uint64_t)(uintptr_t)warp->lane[lane].fiber.base < FIBER_STACK);

static void tell_others_stack(struct warp *warp, unsigned lane, struct site *site,
                              const uint64_t *address, unsigned bytes)
{
    const struct access access = access_of(warp, site, EMU_LOCAL, 1u << lane, address, bytes);
    TELL(others_stack, &access);
}

/* All lanes are in local memory: each in its own, where the accesses are nobody's business? */
static void check_stacks(struct warp *warp, struct site *site, int same, uint32_t mask,
                         const uint64_t *address, unsigned bytes)
{
    const unsigned first = (unsigned)__builtin_ctz(mask);
    if (LIKELY(same && site->own_stacks && is_own_stack(warp, first, address[first])))
        return;
    site->own_stacks = 1;
    EACH_LANE (l, mask) {
        if (is_own_stack(warp, l, address[l]))
            continue;
        site->own_stacks = 0;
        tell_others_stack(warp, l, site, address, bytes);
    }
}

static int may_touch(const struct site *site, const struct emu_area *area, uint64_t end)
{
    return area && area->state == EMU_LIVE && end <= area->end && area->space <= EMU_CONSTANT &&
           !(area->space == EMU_CONSTANT && event_type(site->word) != EV_READ);
}

static inline int is_ruled(const struct site *site, const struct emu_area *area)
    IS(UNLIKELY(area->rule != NULL) && event_type(site->word) != EV_READ);

/* The live area that holds these bytes, or NULL after a fault. */
static const struct emu_area *area_of_lane(struct warp *warp, unsigned lane, struct site *site,
                                           const uint64_t *address, unsigned bytes)
{
    const struct emu_area *area = dynamic_area_of(address[lane]);
    const int is_good = may_touch(site, area, address[lane] + bytes);
    struct access access =
        access_of(warp, site, is_good ? area->space : EMU_HOST, 1u << lane, address, bytes);
    access.area = area;
    if (is_good && is_ruled(site, area))
        TELL(ruled_store, &access);
    if (is_good)
        return area;
    access_fault = access_fault ? access_fault : ERROR_ILLEGAL_ADDRESS;
    TELL(bad_address, &access);
    return NULL;
}

void access_stray_store(uintptr_t address, uint32_t word, unsigned bytes)
{
    uint64_t at[EMU_WARP];
    if (address - (uintptr_t)emu_dynamic_shared_array < DYNAMIC_ROOM || access_is_local(address) ||
        dynamic_area_of(address))
        return;
    at[emu_lane()] = address;
    area_of_lane(emu_warp, (unsigned)emu_lane(), site_of(word), at, bytes);
    emu_abandon(ERROR_ILLEGAL_ADDRESS);
}

/* One request whose lanes are in several areas of a space: observers keep one for each. */
static void tell_by_area(const struct access *request, const struct emu_area *const *area)
{
    for (uint32_t left = request->mask; left;) {
        struct access access = *request;
        access.area = area[__builtin_ctz(left)];
        access.mask = LANES_WHERE(l, left, area[l] == access.area);
        access.lanes = (unsigned)__builtin_popcount(access.mask);
        access.site->area = access.area;
        tell_access(&access);
        left &= ~access.mask;
    }
}

/* Lanes of one access in different memories, or at fault: one by one. */
static void observe_apart(struct warp *warp, struct site *site, uint32_t mask,
                          const uint64_t *address, const uint64_t *old, unsigned bytes)
{
    const struct emu_area *area[EMU_WARP] = {NULL};
    uint32_t left = 0, wild = 0;
    site->begin = site->end = 0; /* look again next time */
    EACH_LANE (l, mask) {        /* the array that is meant, where some lanes are in one */
        area[l] = dynamic_area_of(address[l]);
        site->area = may_touch(site, area[l], address[l] + bytes) ? area[l] : site->area;
    }
    EACH_LANE (l, mask) {
        if (access_is_local(address[l])) {
            if (!is_own_stack(warp, l, address[l]))
                tell_others_stack(warp, l, site, address, bytes);
            continue;
        }
        area[l] = area_of_lane(warp, l, site, address, bytes);
        if (area[l])
            left |= 1u << l;
        else
            wild |= 1u << l;
    }
    while (left) {
        const enum emu_space space = area[__builtin_ctz(left)]->space;
        const uint32_t same = LANES_WHERE(l, left, area[l]->space == space);
        struct access request = access_of(warp, site, space, same, address, bytes);
        request.old = old;
        tell_request(&request);
        tell_by_area(&request, area);
        left &= ~same;
    }
    if (wild) { /* the GPU issues it; no observer of areas can say more */
        const struct access request = access_of(warp, site, EMU_HOST, wild, address, bytes);
        tell_request(&request);
    }
}

/* Makes site->begin … end the area that holds the whole access; 0: there is no such area. */
static int find_area(struct site *site, uint64_t low, uint64_t end)
{
    if (low - fiber_pool_begin < fiber_pool_end - fiber_pool_begin && end <= fiber_pool_end) {
        site->space = EMU_LOCAL;
        site->begin = fiber_pool_begin;
        site->end = fiber_pool_end;
        return 1;
    }
    const struct emu_area *area = dynamic_area_of(low);
    if (!may_touch(site, area, end))
        return 0;
    site->area = area;
    site->space = area->space;
    site->begin = area->begin;
    site->end = area->end;
    return 1;
}

WIDE static void access_pieces(struct warp *warp, struct site *site, uint32_t mask,
                               const uint64_t *address, const uint64_t *old, unsigned bytes)
{
    const uint64_t base = address[__builtin_ctz(mask)];
    const int same = same_pattern(site, mask, address);
    if (!same)
        learn_pattern(site, mask, address);
    const uint64_t low = base + (uint64_t)site->low, end = base + (uint64_t)site->high + bytes;
    const int is_new_area = low < site->begin || end > site->end;
    if (UNLIKELY(is_new_area)) {
        const enum emu_space before = site->space;
        if (!find_area(site, low, end)) {
            site->fresh = 1;
            observe_apart(warp, site, mask, address, old, bytes);
            return;
        }
        site->fresh |= site->space != before;
        site->own_stacks = 0;
    }
    if (site->space == EMU_LOCAL) {
        check_stacks(warp, site, same, mask, address, bytes);
        return;
    }
    const uint64_t step = base - site->base;
    site->regular += same && step == site->step;
    site->step = step;
    site->base = base;
    struct access access = access_of(warp, site, site->space, mask, address, bytes);
    access.lanes = site->lanes;
    access.pattern = site->fresh ? PATTERN_NEW : PATTERN_SAME;
    access.uniform = end - low == bytes;
    access.low = low;
    access.span = end - low;
    access.area = site->area;
    access.old = old;
    site->fresh = 0;
    if (UNLIKELY(is_new_area) && is_ruled(site, site->area)) {
        site->begin = site->end = 0; /* look again next time, unless the observer knows better */
        TELL(ruled_store, &access);
    }
    if (UNLIKELY((base | site->odd) & (bytes - 1))) {
        access_fault = access_fault ? access_fault : ERROR_MISALIGNED;
        TELL(misaligned, &access);
    }
    tell_request(&access);
    tell_access(&access);
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
    struct site *site = site_of(event_as_write(word));
    EACH_LANE (l, mask) {
        const struct emu_area *area = dynamic_area_of(address[l]);
        if (!area || area->space != EMU_SHARED || address[l] + site->bytes > area->end)
            continue;
        const struct access access = access_of_lane(warp, l, site, area, address, site->bytes, old);
        TELL(copy_arrived, &access);
    }
}

void access_merged_extent(struct warp *warp, struct site *site, uint32_t mask,
                          const uint64_t *address, uint64_t extent)
{
    uint64_t at[EMU_WARP];
    const unsigned piece = extent_piece(extent);
    for (uint64_t done = 0; done < extent_bytes(extent); done += piece) {
        EACH_LANE (l, mask)
            at[l] = address[l] + done;
        access_pieces(warp, site, mask, at, NULL, piece);
    }
}
