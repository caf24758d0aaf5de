/* Global memory as it was, so that a launch can be run again: in the other order (order.c), or with
 * other garbage (garbage.c). */
#include "snapshot.h"
#include "emulator.h"
#include "variables.h"

#include <stdlib.h>
#include <string.h>

struct part *snapshot_part;
size_t snapshot_parts, snapshot_bytes;
struct snapshot snapshot_before;

static size_t room;
static int is_kept;

static void list(const struct emu_area *area, void *with)
{
    (void)with;
    if (snapshot_parts == room) {
        room = room ? 2 * room : 16;
        snapshot_part = realloc(snapshot_part, room * sizeof *snapshot_part);
        if (!snapshot_part)
            die_of_memory("the list of global memory");
    }
    const size_t bytes = area->end - area->begin;
    snapshot_part[snapshot_parts++] = (struct part){area, snapshot_bytes, bytes};
    snapshot_bytes += bytes;
}

void snapshot_begin_launch(void)
{
    snapshot_parts = snapshot_bytes = 0;
    is_kept = 0;
    memory_for_each_global(list, NULL);
}

void snapshot_take(struct snapshot *to)
{
    if (to->room < snapshot_bytes) {
        free(to->bytes);
        to->room = snapshot_bytes;
        to->bytes = malloc(snapshot_bytes);
        if (!to->bytes)
            die_of_memory("a copy of device memory (EMU_WATCH=races,caches does with less)");
    }
    for (const struct part *p = snapshot_part; p < snapshot_part + snapshot_parts; p++)
        memcpy(to->bytes + p->at, (const void *)p->area->begin, p->bytes);
}

void snapshot_keep_before(void)
{
    if (!is_kept)
        snapshot_take(&snapshot_before);
    is_kept = 1;
}

void snapshot_put_back(const struct snapshot *from)
{
    for (const struct part *p = snapshot_part; p < snapshot_part + snapshot_parts; p++)
        memcpy((void *)p->area->begin, from->bytes + p->at, p->bytes);
}

/* ---- the program's __device__ variables alone: for launches of which only a part runs */

static unsigned char *kept;

static int is_variable(const struct emu_area *area)
{
    return area->begin - emu_variables_begin < emu_variables_size;
}

static void add(const struct emu_area *area, void *bytes)
{
    if (is_variable(area))
        *(size_t *)bytes += area->end - area->begin;
}

static void keep(const struct emu_area *area, void *to)
{
    const size_t bytes = area->end - area->begin;
    if (!is_variable(area))
        return;
    memcpy(*(unsigned char **)to, (const void *)area->begin, bytes);
    *(unsigned char **)to += bytes;
}

static void put_back(const struct emu_area *area, void *from)
{
    const size_t bytes = area->end - area->begin;
    if (!is_variable(area))
        return;
    memcpy((void *)area->begin, *(unsigned char **)from, bytes);
    *(unsigned char **)from += bytes;
}

void emu_keep_variables(void)
{
    size_t bytes = 0;
    memory_for_each_global(add, &bytes);
    free(kept);
    kept = malloc(bytes + 1);
    if (!kept)
        die_of_memory("a copy of the program's __device__ variables");
    unsigned char *to = kept;
    memory_for_each_global(keep, &to);
}

void emu_put_variables_back(void)
{
    unsigned char *from = kept;
    memory_for_each_global(put_back, &from);
    free(kept);
    kept = NULL;
}
