/* Dynamic shared memory. Apart from the list of areas, since its end moves from launch to launch
 * and every access to it would be looked up there. */
#include "memory.h"

char emu_dynamic_shared_array[DYNAMIC_ROOM] __attribute__((aligned(1024)));
static struct emu_area area = {.space = EMU_SHARED, .name = "dynamic shared memory"};

void dynamic_begin_launch(size_t bytes)
{
    area.begin = (uintptr_t)emu_dynamic_shared_array;
    area.end = area.begin + bytes;
}

const struct emu_area *dynamic_area(void)
{
    return &area;
}

const struct emu_area *dynamic_area_of(uintptr_t address)
{
    if (address >= area.begin && address < area.end)
        return &area;
    return emu_area_of(address);
}
