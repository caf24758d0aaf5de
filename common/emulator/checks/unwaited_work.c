/* Which memory a launch reads, and which it writes: where that is managed or pinned the host must
 * wait (memory/variables.c); a launch that reads nothing of what it writes may be one that need not
 * run again (api/repeats.c). */
#include "accesses/observers.h"

static int is_wanted(void) IS(memory_host_sees || is_wished("EMU_REPORT"));

static void note(const struct access *access)
{
    if (access->type != EV_WRITE)
        memory_device_touches(access->area, 0);
    if (access->type != EV_READ)
        memory_device_touches(access->area, 1);
}

OBSERVER(unwaited, .wanted = is_wanted, .access = note, .spaces = 1u << EMU_GLOBAL);
