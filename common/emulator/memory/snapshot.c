/* Global memory as it was, so that a launch can be run again: in the other order (order.c), or with
 * other garbage (garbage.c). */
#include "memory.h"
#include "emulator.h"

struct copied snapshot_parts;
struct snapshot snapshot_before;

static int is_kept;

/* Global memory whose begin lies among `size` bytes from `begin` on. */
static void list(struct copied *parts, uintptr_t begin, uintptr_t size)
{
    parts->count = parts->bytes = 0;
    EACH_AREA (area) {
        if (area->space != EMU_GLOBAL || area->begin - begin >= size)
            continue;
        parts->part = more_room(parts->part, parts->count, &parts->room, sizeof *parts->part,
                                "the list of global memory");
        const size_t bytes = area->end - area->begin;
        parts->part[parts->count++] = (struct copied_area){area, parts->bytes, bytes};
        parts->bytes += bytes;
    }
}

void snapshot_begin_launch(void)
{
    is_kept = 0;
    list(&snapshot_parts, 0, UINTPTR_MAX);
}

static void take(const struct copied *parts, struct snapshot *to)
{
    if (to->room < parts->bytes) {
        free(to->bytes);
        to->room = parts->bytes;
        to->bytes = new_room(parts->bytes,
                             "a copy of device memory (EMU_WATCH=races,caches does with less)");
    }
    for (const struct copied_area *p = parts->part; p < parts->part + parts->count; p++)
        memcpy(to->bytes + p->at, (const void *)p->area->begin, p->bytes);
}

static void put_back(const struct copied *parts, const struct snapshot *from)
{
    for (const struct copied_area *p = parts->part; p < parts->part + parts->count; p++) {
        void *to = (void *)p->area->begin;
        if (memcmp(to, from->bytes + p->at, p->bytes)) /* else it may be read-only: a vtable */
            memcpy(to, from->bytes + p->at, p->bytes);
    }
}

void snapshot_take(struct snapshot *to)
{
    take(&snapshot_parts, to);
}

void snapshot_keep_before(void)
{
    if (!is_kept)
        snapshot_take(&snapshot_before);
    is_kept = 1;
}

void snapshot_put_back(const struct snapshot *from)
{
    put_back(&snapshot_parts, from);
}

/* ---- the program's __device__ variables alone: for launches of which only a part runs */

static struct copied variables;
static struct snapshot variables_before;

void emu_keep_variables(void)
{
    list(&variables, emu_variables_begin, emu_variables_size);
    take(&variables, &variables_before);
}

void emu_put_variables_back(void)
{
    put_back(&variables, &variables_before);
}
