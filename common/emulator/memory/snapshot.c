/* Global memory as it was, so that a launch can run again (order.c, garbage.c). */
#include "memory.h"
#include "emulator.h"

struct copied snapshot_parts;
struct snapshot snapshot_before;

static int is_kept;

static void add(struct copied *parts, const struct emu_area *area)
{
    const size_t bytes = area->end - area->begin;
    ADDED(parts->part, parts->count, parts->room, "the list of memory") =
        (struct copied_area){area, parts->bytes, bytes};
    parts->bytes += bytes;
}

/* Memory whose begin lies among `size` bytes from `begin` on. */
static void list(struct copied *parts, enum emu_space space, uintptr_t begin, uintptr_t size)
{
    parts->count = parts->bytes = 0;
    EACH_AREA (area)
        if (area->space == space && area->begin - begin < size)
            add(parts, area);
}

void snapshot_begin_launch(void)
{
    is_kept = 0;
    list(&snapshot_parts, EMU_GLOBAL, 0, UINTPTR_MAX);
}

void snapshot_list_shared(struct copied *parts)
{
    list(parts, EMU_SHARED, 0, UINTPTR_MAX);
    add(parts, &dynamic_area);
}

void snapshot_take(const struct copied *parts, struct snapshot *to)
{
    if (to->room < parts->bytes) {
        free(to->bytes);
        to->room = parts->bytes;
        to->bytes = new_zeros(1, parts->bytes,
                              "a copy of device memory (EMU_WATCH=races,caches does with less)");
    }
    for (const struct copied_area *p = parts->part; p < parts->part + parts->count; p++)
        memcpy(to->bytes + p->at, (const void *)p->area->begin, p->bytes);
}

void snapshot_put_back(const struct copied *parts, const struct snapshot *from)
{
    for (const struct copied_area *p = parts->part; p < parts->part + parts->count; p++) {
        void *to = (void *)p->area->begin;
        if (memcmp(to, from->bytes + p->at, p->bytes)) /* else it may be read-only: a vtable */
            memcpy(to, from->bytes + p->at, p->bytes);
    }
}

void snapshot_keep_before(void)
{
    if (!is_kept)
        snapshot_take(&snapshot_parts, &snapshot_before);
    is_kept = 1;
}

/* ---- the program's __device__ variables alone: for launches of which only a part runs */

static struct copied variables;
static struct snapshot variables_before;

void emu_keep_variables(void)
{
    list(&variables, EMU_GLOBAL, emu_variables_begin, emu_variables_size);
    snapshot_take(&variables, &variables_before);
}

void emu_put_variables_back(void)
{
    snapshot_put_back(&variables, &variables_before);
}
