/* Subscripts outside of their rows; overflowed ints, and whether one explains an address. */
#include "operands.h"
#include "emulator.h"

enum { MOST_OVERRUNS = 32 };
static struct overrun overruns[MOST_OVERRUNS];
static int overrun_count;

static struct overrun *add(const void *pc, long long index, const char *type)
{
    const char *bracket = strchr(type, '[');
    if (!bracket || overrun_count == MOST_OVERRUNS)
        return NULL;
    struct overrun *o = &overruns[overrun_count++];
    *o = (struct overrun){pc, index, index, strtoll(bracket + 1, NULL, 10), 0};
    for (; bracket; bracket = strchr(bracket + 1, '['))
        o->dimensions++;
    return o;
}

void overruns_note(const void *pc, long long index, const char *type)
{
    struct overrun *o = overruns;
    while (o < overruns + overrun_count && o->pc != pc)
        o++;
    if (o == overruns + overrun_count && !(o = add(pc, index, type)))
        return;
    o->least = index < o->least ? index : o->least;
    o->most = index > o->most ? index : o->most;
}

const struct overrun *overrun_at(const void *pc)
{
    const struct overrun *found = NULL;
    unsigned best = 0;
    for (const struct overrun *o = overruns; pc && o < overruns + overrun_count; o++) {
        if (!same_line(o->pc, pc))
            continue;
        const unsigned here = device_site(o->pc)->column == device_site(pc)->column,
                       fits = 1 + 2 * here + (o->dimensions == 1);
        if (fits > best)
            found = o, best = fits;
    }
    return found;
}

const char *overrun_said(char text[120], const void *pc, const void *other, const char *of)
{
    const struct overrun *o = overrun_at(pc);
    text[0] = 0;
    if (!o || o->dimensions > 1)
        o = overrun_at(other);
    if (o && o->dimensions == 1)
        snprintf(text, 120, "line %u uses index %lld of %s with %lld elements: check it, or ",
                 line_of(o->pc).line, o->least < 0 ? o->least : o->most, of, o->count);
    return text;
}

/* ---- what has overflowed an int: the last of them ---- */

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

void overruns_begin_run(void)
{
    overrun_count = 0;
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

/* The bytes that were lost, if with them the address lies in an array of such elements, or 0. */
static int64_t explains(const struct overflow *o, uint64_t address, unsigned bytes, int stores)
{
    for (unsigned width = bytes; width; width /= 2) {
        const struct emu_area *area = emu_area_of(address + (uint64_t)(lacks(o) * width));
        if (operand_may_be(area, stores) &&
            width == (operand_width(area) ? operand_width(area) : bytes))
            return lacks(o) * width;
    }
    return 0;
}

/* The first of this lane's, or else of any. */
static const struct overflow *search(const struct notes *notes, const void *who, uint64_t address,
                                     unsigned bytes, int stores)
{
    const struct overflow *found = NULL;
    for (unsigned i = notes->count > KEPT ? notes->count - KEPT : 0; i < notes->count; i++) {
        const struct overflow *o = &notes->kept[i % KEPT];
        if ((found && o->who != who) || !explains(o, address, bytes, stores))
            continue;
        if (o->who == who)
            return o;
        found = o;
    }
    return found;
}

const struct overflow *overflow_before(const void *who, uint64_t address, unsigned bytes,
                                       int stores, int64_t *missing)
{
    const struct overflow *o = search(&of_kernel, who, address, bytes, stores);
    o = o ? o : search(&of_host, NULL, address, bytes, stores);
    *missing = o ? explains(o, address, bytes, stores) : 0;
    return o;
}

const char *overflow_text(char text[OVERFLOW_TEXT], const struct overflow *o)
{
    snprintf(text, OVERFLOW_TEXT, "%d %s %d in line %u", o->a, o->sign, o->b, o->place->line);
    return text;
}

const char *emu_overflowed(void)
{
    static char text[OVERFLOW_TEXT];
    return first.place ? overflow_text(text, &first) : "";
}
