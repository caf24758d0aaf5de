/* What memory holds that nobody has written, and whether anybody used it. Shared memory is filled with a conspicuous byte before
 * every block, never with zeros. To read such memory is common and harmless in right kernels: threads beyond the edge add up
 * what they never store. So a launch that read some is run again, unwatched, on the memory that it began with but with other
 * garbage; only if the results are not the same did it matter. */
#define _GNU_SOURCE
#include "core.h"
#include "memory.h"
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the upper half of each word. As float, int and double: large; large and negative; no number, and -1; zero. So sums, products with zero, least and greatest
 * values and tests all show it. */
enum { FIRST = 0x7f, SECOND = 0xfe, THIRD = 0xff, FOURTH = 0 };
enum {
    MOST_KEPT = 128 << 20
}; /* bytes of global memory; where there is more, every read is a finding */

enum { PAGE = 4096 };
static int on;
static unsigned char
    garbage[PAGE]; /* by the address's last bits: the others change from run to run */

/* ---- shared memory ---- */

static struct stretch {
    uintptr_t begin, end;
} * touched; /* in this launch */
static size_t touched_count, touched_room;

/* The lower half of each word differs from place to place, or garbage would cancel out garbage in a difference or an xor. */
static void choose(unsigned char byte)
{
    for (unsigned at = 0; at < PAGE; at++)
        garbage[at] = (unsigned char)(at % 4 < 2 && byte ? byte ^ (at * 0x9e3779b9u >> 16) : byte);
}

static void fill(uintptr_t begin, uintptr_t end)
{
    for (size_t bytes; begin < end; begin += bytes) {
        bytes = PAGE - begin % PAGE < end - begin ? PAGE - begin % PAGE : end - begin;
        memcpy((void *)begin, garbage + begin % PAGE, bytes);
    }
}

void garbage_touched(const struct emu_area *area)
{
    for (size_t i = 0; i < touched_count; i++)
        if (touched[i].begin == area->begin)
            return;
    if (touched_count == touched_room) {
        touched_room = touched_room ? 2 * touched_room : 16;
        touched = realloc(touched, touched_room * sizeof *touched);
        if (!touched)
            die_of_memory("the list of shared memory");
    }
    touched[touched_count++] = (struct stretch){area->begin, area->end};
}

void garbage_begin_block(void)
{
    for (size_t i = 0; i < touched_count; i++)
        fill(touched[i].begin, touched[i].end);
}

void garbage_until_it_arrives(void *to, size_t bytes)
{
    if (on)
        fill((uintptr_t)to, (uintptr_t)to + bytes);
}

static void fill_shared(const struct emu_area *area, void *with)
{
    (void)with;
    if (area->space == EMU_SHARED)
        fill(area->begin, area->end);
}

/* ---- global memory as it was when the launch began ---- */

static struct kept {
    const struct emu_area *area;
    size_t
        at; /* in `before` and `after`; the bits of what had been written follow the bytes in `before` */
} * kept;
static size_t kept_count, kept_room, total;
static unsigned char *before, *after;
static size_t before_room, after_room;

static size_t size_of(const struct emu_area *area)
{
    return area->end - area->begin;
}

static size_t bits_of(const struct emu_area *area)
{
    return area->initialised ? (size_of(area) + 7) / 8 : 0;
}

static void list(const struct emu_area *area, void *with)
{
    (void)with;
    if (area->space != EMU_GLOBAL)
        return;
    if (kept_count == kept_room) {
        kept_room = kept_room ? 2 * kept_room : 16;
        kept = realloc(kept, kept_room * sizeof *kept);
        if (!kept)
            die_of_memory("the list of global memory");
    }
    kept[kept_count++] = (struct kept){area, total};
    total += size_of(area) + bits_of(area);
}

static void make_room(unsigned char **bytes, size_t *room)
{
    if (*room >= total)
        return;
    free(*bytes);
    *room = total;
    *bytes = malloc(total);
    if (!*bytes)
        die_of_memory("a second run with other garbage (EMU_WATCH=races,caches does without)");
}

static void keep(unsigned char *to)
{
    for (size_t i = 0; i < kept_count; i++)
        memcpy(to + kept[i].at, (const void *)kept[i].area->begin, size_of(kept[i].area));
}

static void bring_back(const unsigned char *from)
{
    for (size_t i = 0; i < kept_count; i++)
        memcpy((void *)kept[i].area->begin, from + kept[i].at, size_of(kept[i].area));
}

void garbage_begin_launch(int watched)
{
    touched_count = kept_count = total = 0;
    on = watched;
    if (!on)
        return;
    choose(FIRST);
    memory_for_each(fill_shared, NULL);
    fill_shared(launch_dynamic_area(), NULL);
    memory_for_each(list, NULL);
    if (total > MOST_KEPT)
        return;
    make_room(&before, &before_room);
    keep(before);
    for (size_t i = 0; i < kept_count; i++)
        if (kept[i].area->initialised)
            memcpy(before + kept[i].at + size_of(kept[i].area), kept[i].area->initialised,
                   bits_of(kept[i].area));
}

/* ---- again, with other garbage ---- */

static int bit(const uint8_t *bits, size_t i)
{
    return bits[i / 8] >> i % 8 & 1;
}

static void spoil(const struct kept *k)
{
    const uint8_t *written = before + k->at + size_of(k->area);
    unsigned char *bytes = (unsigned char *)k->area->begin;
    for (size_t i = 0; k->area->initialised && i < size_of(k->area);)
        if (i % 8 == 0 && written[i / 8] == 0xff) {
            i += 8;
        } else {
            if (!bit(written, i))
                bytes[i] = garbage[(uintptr_t)&bytes[i] % PAGE];
            i++;
        }
}

/* Bytes that nobody has written to this day hold the garbage itself. */
static int same(const struct kept *k)
{
    const unsigned char *a = after + k->at, *b = (const unsigned char *)k->area->begin;
    const size_t bytes = size_of(k->area);
    if (!memcmp(a, b, bytes))
        return 1;
    for (size_t i = 0; i < bytes; i++)
        if (a[i] != b[i] && (!k->area->initialised || bit(k->area->initialised, i)))
            return 0;
    return 1;
}

static int differs(void (*run)(void), unsigned char other)
{
    int different;
    choose(other);
    bring_back(before);
    for (size_t i = 0; i < kept_count; i++)
        spoil(&kept[i]);
    emu_pipeline_new_launch();
    findings_mute(1);
    different = warp_guarded(run) != 0;
    different |= findings_mute(0);
    for (size_t i = 0; i < kept_count && !different; i++)
        different = !same(&kept[i]);
    choose(FIRST);
    emu_stop = launch_fault = 0;
    return different;
}

static ssize_t swallow(void *with, const char *text, size_t size)
{
    (void)with, (void)text;
    return (ssize_t)size;
}

int garbage_matters(void (*run)(void))
{
    const struct checks watched = emu_checks;
    FILE *const out = stdout, *const err = stderr;
    FILE *nowhere = fopencookie(NULL, "w", (cookie_io_functions_t){.write = swallow});
    if (total > MOST_KEPT || !nowhere)
        return 1;
    make_room(&after, &after_room);
    keep(after);
    emu_checks = (struct checks){0, 0, 0};
    checks_any = 0;
    stdout = stderr = nowhere; /* what the kernel prints has been printed */
    const int matters = differs(run, SECOND) || differs(run, THIRD) || differs(run, FOURTH);
    stdout = out;
    stderr = err;
    fclose(nowhere);
    emu_checks = watched;
    bring_back(after);
    return matters;
}
