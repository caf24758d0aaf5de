/* Which managed and pinned memory a launch touches: the host must wait (memory/variables.c). */
#include "accesses/observers.h"

static int is_wanted(void) IS(memory_host_sees);

static void note(const struct access *access)
{
    if (access->area->host_visible)
        memory_device_touches(access->area->begin, access->type != EV_READ);
}

OBSERVER(unwaited, .watch = EMU_WATCH_RACES, .wanted = is_wanted, .access = note,
         .spaces = 1u << EMU_GLOBAL);
