/* EMU_ADDRESSES=file.csv: the accesses of the first warp of each launch's first block, one a line:
 * launch, kernel, source line, space, type, bytes of a lane, memory, then the offset in that memory
 * for each of 32 lanes (empty: the lane takes no part). The pictures in docs are drawn from it. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4096 }; /* lines a launch */

static FILE *out;
static unsigned launches, lines;

int addresses_begin_launch(void)
{
    static int asked;
    const char *path = getenv("EMU_ADDRESSES");
    if (!asked++ && path && !(out = fopen(path, "w")))
        perror(path);
    launches++;
    lines = 0;
    return out != NULL;
}

void addresses_access(const struct access *access)
{
    static const char *const spaces[] = {"global", "shared", "constant"};
    if (!out || emu_block.number || access->warp->id || access->space > EMU_CONSTANT ||
        lines++ >= MOST)
        return;
    const unsigned first = (unsigned)__builtin_ctz(access->mask);
    const struct emu_area *area = launch_area_of((uintptr_t)access->address[first]);
    const struct source_line at = line_of(event_pc(access->site->word));
    fprintf(out, "%u,%s,%u,%s,%s,%u,%s", launches, emu_launch_now->kernel, at.line,
            spaces[access->space],
            access->type == EV_READ    ? "read"
            : access->type == EV_WRITE ? "write"
                                       : "atomic",
            access->bytes, area ? area->name : "");
    for (unsigned lane = 0; lane < EMU_WARP; lane++)
        if (area && access->mask >> lane & 1)
            fprintf(out, ",%lld", (long long)(access->address[lane] - area->begin));
        else
            fprintf(out, ",");
    fprintf(out, "\n");
    fflush(out);
}
