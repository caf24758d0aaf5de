/* EMU_ADDRESSES=file.csv: the accesses of the first warp of each launch's first block, one a line:
 * launch, kernel, source line, space, type, bytes of a lane, memory, then the offset in that memory
 * for each of 32 lanes (empty: the lane takes no part). The pictures in docs are drawn from it. */
#include "addresses.h"
#include "engine/launch.h"
#include "accesses/observers.h"
#include "memory/dynamic.h"
#include "program/lines.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4096 }; /* lines a launch */

static FILE *out;
static unsigned launches, lines;

static int is_wanted(void)
{
    static int asked;
    const char *path = getenv("EMU_ADDRESSES");
    if (!asked++ && path && !(out = fopen(path, "w")))
        perror(path);
    return out != NULL;
}

static void begin_run(void)
{
    launches++;
    lines = 0;
}

static void write_access(const struct access *access)
{
    static const char *const spaces[] = {"global", "shared", "constant"};
    if (emu_block.number || access->warp->id || lines++ >= MOST)
        return;
    const unsigned first = (unsigned)__builtin_ctz(access->mask);
    const struct emu_area *area = dynamic_area_of((uintptr_t)access->address[first]);
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

const struct observer addresses_observer = {.name = "addresses",
                                            .wanted = is_wanted,
                                            .begin_run = begin_run,
                                            .access = write_access,
                                            .spaces = 1u << EMU_GLOBAL | 1u << EMU_SHARED |
                                                      1u << EMU_CONSTANT};
