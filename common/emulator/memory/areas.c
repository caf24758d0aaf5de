/* The list of all areas of memory, and whose an address is. */
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

static void insert(struct emu_area *area)
{
    memory_areas = more_room(memory_areas, memory_area_count, &area_room, sizeof *memory_areas,
                             "the list of areas of memory");
    size_t at = first_after(area->begin), behind = memory_area_count - at;
    memmove(memory_areas + at + 1, memory_areas + at, behind * sizeof *memory_areas);
    memory_areas[at] = area;
    memory_area_count++;
    last_hit = NULL;
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
    struct emu_area *area = new_room(sizeof *area, "an area of memory");
    *area = (struct emu_area){.begin = begin,
                              .end = end,
                              .space = space,
                              .state = EMU_LIVE,
                              .host_visible = host_visible,
                              .name = name};
    insert(area);
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
    if (below && (address < below->end || address - below->end >= reach))
        below = address < below->end ? below : NULL;
    if (above && above->begin - address > reach)
        above = NULL;
    if (below && above && address >= below->end)
        return address - below->end <= above->begin - address ? below : above;
    return below ? below : above;
}

void memory_unwatched_launch(void)
{
    for (size_t i = 0; i < memory_area_count; i++)
        memory_areas[i]->unknown = 1;
}
