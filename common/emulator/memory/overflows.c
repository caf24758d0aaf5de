/* What has overflowed an int since a launch was asked for: the last ones, and whether one of them
 * explains an address. */
#include "overflows.h"
#include "emulator.h"

#include <stdio.h>
#include <string.h>

enum { KEPT = 4096 };
static struct notes {
    struct overflow kept[KEPT];
    unsigned count;
} of_kernel, of_host;
static struct overflow first; /* in a .cu file, not in a header of ours */

void overflows_note(const struct overflow *o)
{
    struct notes *notes = o->who ? &of_kernel : &of_host;
    const char *end = strrchr(o->place->file, '.');
    notes->kept[notes->count++ % KEPT] = *o;
    if (!first.place && end && strcmp(end, ".cu") == 0)
        first = *o;
}

void overflows_begin_run(void)
{
    of_kernel.count = 0;
}

void overflows_forget(void)
{
    of_kernel.count = of_host.count = 0;
    first.place = NULL;
}

/* What the value lacks of what it should be: a multiple of 2^32. */
static int64_t lacks(const struct overflow *o)
{
    const int64_t a = o->a, b = o->b;
    const int64_t whole = o->sign[0] == '*'   ? a * b
                          : o->sign[0] == '+' ? a + b
                          : o->sign[0] == '-' ? a - b
                                              : a * (INT64_C(1) << (b & 31));
    return whole - (int32_t)whole;
}

/* The first of this lane's, or else of any. */
static const struct overflow *search(const struct notes *notes, const void *who, uint64_t address,
                                     unsigned bytes, int (*may)(const struct emu_area *))
{
    const struct overflow *found = NULL;
    for (unsigned i = notes->count > KEPT ? notes->count - KEPT : 0; i < notes->count; i++) {
        const struct overflow *o = &notes->kept[i % KEPT];
        const struct emu_area *area = emu_area_of(address + (uint64_t)(lacks(o) * bytes));
        if (!area || area->state != EMU_LIVE || (may && !may(area)) || (found && o->who != who))
            continue;
        if (o->who == who)
            return o;
        found = o;
    }
    return found;
}

const struct overflow *overflow_before(const void *who, uint64_t address, unsigned bytes,
                                       int (*may)(const struct emu_area *), int64_t *missing)
{
    const struct overflow *o = search(&of_kernel, who, address, bytes, may);
    o = o ? o : search(&of_host, NULL, address, bytes, may);
    *missing = o ? lacks(o) * bytes : 0;
    return o;
}

const char *overflow_text(char text[OVERFLOW_TEXT], const struct overflow *o)
{
    snprintf(text, OVERFLOW_TEXT, "%d %s %d in line %u, column %u", o->a, o->sign, o->b,
             o->place->line, o->place->column);
    return text;
}

const char *emu_overflowed(void)
{
    static char text[OVERFLOW_TEXT];
    return first.place ? overflow_text(text, &first) : "";
}
