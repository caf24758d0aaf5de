/* The list of all areas of memory, whose an address is, and which bytes of it have been written. */
#include "memory.h"

struct emu_area **memory_areas;
size_t memory_area_count;
static size_t area_room;
static struct emu_area *last_hit;

/* The first area that begins after `address`. */
static size_t first_after(uintptr_t address)
{
    size_t low = 0, high = memory_area_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (memory_areas[middle]->begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void memory_forget_freed(uintptr_t begin, uintptr_t end)
{
    size_t kept = 0;
    for (size_t i = 0; i < memory_area_count; i++) {
        struct emu_area *area = memory_areas[i];
        if (area->state == EMU_FREED && area->begin >= begin && area->begin < end)
            free(area);
        else
            memory_areas[kept++] = area;
    }
    memory_area_count = kept;
    last_hit = NULL;
}

struct emu_area *memory_add_area(uintptr_t begin, uintptr_t end, enum emu_space space,
                                 int host_visible, const char *name)
{
    struct emu_area *area = new_zeros(1, sizeof *area, "an area of memory");
    const size_t at = first_after(begin), behind = memory_area_count - at;
    *area = (struct emu_area){.begin = begin,
                              .end = end,
                              .space = space,
                              .state = EMU_LIVE,
                              .host_visible = host_visible,
                              .name = name};
    ADDED(memory_areas, memory_area_count, area_room, "the list of areas of memory") = area;
    memmove(memory_areas + at + 1, memory_areas + at, behind * sizeof *memory_areas);
    memory_areas[at] = area;
    last_hit = NULL;
    memory_host_sees |= host_visible && space == EMU_GLOBAL;
    return area;
}

int memory_remove_area(uintptr_t begin, const char *name)
{
    struct emu_area *area = emu_area_of(begin);
    if (!area || area->begin != begin || strcmp(area->name, name))
        return 0;
    area->state = EMU_FREED;
    memory_forget_freed(begin, begin + 1);
    return 1;
}

struct emu_area *emu_area_of(uintptr_t address)
{
    struct emu_area *hit = last_hit;
    if (hit && address >= hit->begin && address < hit->end)
        return hit;
    size_t after = first_after(address);
    if (!after || address >= memory_areas[after - 1]->end)
        return NULL;
    return last_hit = memory_areas[after - 1];
}

const struct emu_area *emu_area_near(uintptr_t address)
{
    const uintptr_t reach = emu_in_arena(address) ? RED_ZONE_MAX : RED_ZONE_MIN;
    size_t after = first_after(address);
    const struct emu_area *below = after ? memory_areas[after - 1] : NULL;
    const struct emu_area *above = after < memory_area_count ? memory_areas[after] : NULL;
    const uintptr_t behind = !below                 ? UINTPTR_MAX
                             : address < below->end ? 0
                                                    : address - below->end,
                    before = above ? above->begin - address : UINTPTR_MAX;
    if (behind <= before)
        return behind < reach ? below : NULL;
    return before <= reach ? above : NULL;
}

/* ---- dynamic shared memory: not in the list: its end moves from launch to launch ---- */

char emu_dynamic_shared_array[DYNAMIC_ROOM] __attribute__((aligned(1024)));
struct emu_area dynamic_area = {.space = EMU_SHARED, .name = "dynamic shared memory"};

void dynamic_begin_launch(size_t bytes)
{
    dynamic_area.begin = (uintptr_t)emu_dynamic_shared_array;
    dynamic_area.end = dynamic_area.begin + bytes;
}

const struct emu_area *dynamic_area_of(uintptr_t address)
{
    if (address >= dynamic_area.begin && address < dynamic_area.end)
        return &dynamic_area;
    return emu_area_of(address);
}

/* ---- which bytes have been written: a bit for each ---- */

void bits_set(uint8_t *bits, size_t first, size_t count)
{
    size_t last = first + count;
    for (; first < last && first % 8; first++)
        bits[first / 8] |= (uint8_t)(1u << first % 8);
    for (; last > first && last % 8; last--)
        bits[(last - 1) / 8] |= (uint8_t)(1u << (last - 1) % 8);
    if (last > first)
        memset(bits + first / 8, 0xff, (last - first) / 8);
}

void memory_set_initialised(uintptr_t begin, size_t bytes)
{
    const struct emu_area *area = emu_area_of(begin);
    if (area && area->initialised)
        bits_set(area->initialised, begin - area->begin, bytes);
}

void memory_copy_initialised(uintptr_t to, uintptr_t from, size_t bytes)
{
    const struct emu_area *source = emu_area_of(from);
    struct emu_area *target = emu_area_of(to);
    if (!source || !source->initialised || source->complete || !target || !target->initialised) {
        memory_set_initialised(to, bytes);
        return;
    }
    target->complete = 0;
    for (size_t i = 0; i < bytes; i++) {
        size_t a = from - source->begin + i, b = to - target->begin + i;
        uint8_t bit = (uint8_t)(source->initialised[a / 8] >> a % 8 & 1u);
        target->initialised[b / 8] =
            (uint8_t)((target->initialised[b / 8] & ~(1u << b % 8)) | (unsigned)bit << b % 8);
    }
}

int memory_all_written(uintptr_t begin)
{
    struct emu_area *area = emu_area_of(begin);
    const uint8_t *bits = area->initialised;
    const size_t bytes = area->end - area->begin, whole = bytes / 8;
    if (!bits || area->complete)
        return 1;
    if (whole && (bits[0] != 0xff || memcmp(bits, bits + 1, whole - 1) != 0))
        return 0;
    return area->complete = bytes % 8 == 0 || ((bits[whole] | 0xff << bytes % 8) & 0xff) == 0xff;
}

size_t memory_unwritten(uintptr_t begin, size_t bytes)
{
    const struct emu_area *area = emu_area_of(begin);
    if (!area || !area->initialised || area->unknown)
        return bytes;
    static const uint8_t all_written[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    const size_t first = begin - area->begin;
    for (size_t i = 0; i < bytes; i++) {
        const size_t at = first + i;
        const uint8_t *bits = area->initialised + at / 8;
        if (at % 8 == 0 && bytes - i >= 64 && memcmp(bits, all_written, 8) == 0) {
            i += 63;
            continue;
        }
        const unsigned word = *bits >> (at % 8 & 4) & 15;
        if (!word) /* holes of a structure within a word are no matter */
            return i;
    }
    return bytes;
}

/* ---- records by address: open addressing, a table that is at most half full, and grows ---- */

enum { FIRST_ROOM = 256 };

/* Where the record is, or where it belongs. */
static size_t slot_of(const struct address_table *t, uintptr_t begin, uint64_t owner)
{
    size_t slot = (size_t)(((begin >> 2) + owner * UINT64_C(0x2545f4914f6cdd1d)) *
                               UINT64_C(0x9e3779b97f4a7c15) >>
                           32) &
                  (t->room - 1);
    while (t->at[slot] && (t->at[slot]->begin != begin || t->at[slot]->owner != owner))
        slot = (slot + 1) & (t->room - 1);
    return slot;
}

void *by_address_find(const struct address_table *t, uintptr_t begin, uint64_t owner)
    IS(t->room ? t->at[slot_of(t, begin, owner)] : NULL);

void *by_address_get(struct address_table *t, uintptr_t begin, uint64_t owner, size_t bytes,
                     const char *what)
{
    if (2 * t->used >= t->room) {
        const struct address_table old = *t;
        t->room = old.room ? 2 * old.room : FIRST_ROOM;
        t->at = new_zeros(t->room, sizeof *t->at, what);
        for (size_t i = 0; i < old.room; i++)
            if (old.at[i])
                t->at[slot_of(t, old.at[i]->begin, old.at[i]->owner)] = old.at[i];
        free(old.at);
    }
    struct by_address **at = &t->at[slot_of(t, begin, owner)];
    if (!*at) {
        *at = new_zeros(1, bytes, what);
        **at = (struct by_address){begin, owner};
        t->used++;
    }
    return *at;
}

void by_address_clear(struct address_table *t, void (*drop)(void *record))
{
    for (size_t i = 0; i < t->room && t->used; i++) {
        if (t->at[i] && drop)
            drop(t->at[i]);
        free(t->at[i]);
        t->at[i] = NULL;
    }
    t->used = 0;
}
