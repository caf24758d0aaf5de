/* The cells of all areas: made when first touched, found by the area, given back after it. */
#include "races.h"

#include <sys/mman.h>

static struct address_table table;
static size_t mapped, swept_at = (size_t)64 << 20; /* bytes; when to look for what can go */

static void *zeros(size_t bytes)
{
    mapped += bytes;
    void *p = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        die_of_memory("the record of who touched what (EMU_WATCH=none does without)");
    return p;
}

static void drop(void *table, size_t bytes)
{
    if (!table)
        return;
    munmap(table, bytes);
    mapped -= bytes;
}

static void release(struct shadow *s)
{
    drop(s->cell, s->words * sizeof *s->cell);
    drop(s->origin, s->words * sizeof *s->origin);
    drop(s->update, s->words * sizeof *s->update);
    drop(s->byte, 4 * s->words * sizeof *s->byte);
    drop(s->byte_origin, 4 * s->words * sizeof *s->byte_origin);
    *s = (struct shadow){.key = s->key};
}

struct shadow *shadow_of(const struct emu_area *area)
{
    static struct shadow *last;
    const uintptr_t begin = area->begin & ~(uintptr_t)3;
    struct shadow *shadow = last;
    const unsigned block = area->space == EMU_SHARED ? emu_block.slot : 0;
    if (!shadow || shadow->key.begin != begin || shadow->key.owner != block)
        last = shadow = by_address_get(&table, begin, block, sizeof *shadow, "shadow memory");
    if (LIKELY(shadow->cell && shadow->key.begin + 4 * shadow->words >= area->end))
        return shadow;
    release(shadow);
    shadow->words = (area->end - shadow->key.begin + 3) / 4;
    shadow->cell = zeros(shadow->words * sizeof *shadow->cell);
    if (area->space == EMU_SHARED)
        shadow->origin = zeros(shadow->words * sizeof *shadow->origin);
    return shadow;
}

void shadow_need_bytes(struct shadow *shadow)
{
    if (shadow->byte)
        return;
    shadow->byte = zeros(4 * shadow->words * sizeof *shadow->byte);
    if (shadow->origin)
        shadow->byte_origin = zeros(4 * shadow->words * sizeof *shadow->byte_origin);
}

void shadow_need_updates(struct shadow *shadow)
{
    if (!shadow->update)
        shadow->update = zeros(shadow->words * sizeof *shadow->update);
}

void shadow_clear(void)
{
    for (size_t i = 0; i < table.room; i++)
        if (table.at[i])
            release((struct shadow *)table.at[i]);
}

void shadow_sweep(void)
{
    if (mapped < swept_at)
        return;
    for (size_t i = 0; i < table.room; i++) {
        struct shadow *shadow = (struct shadow *)table.at[i];
        if (!shadow || !shadow->cell || shadow->origin)
            continue;
        const struct emu_area *area = emu_area_of(shadow->key.begin);
        if (!area || area->state != EMU_LIVE)
            release(shadow);
    }
    swept_at = mapped + mapped / 2 + ((size_t)64 << 20);
}
