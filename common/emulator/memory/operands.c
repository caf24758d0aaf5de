/* Names of elements for messages: by emu_name, the variable's name, or what allocated them. */
#include "operands.h"
#include "emulator.h"

enum { MOST_OPERANDS = 16 };
static struct emu_operand operands[MOST_OPERANDS];
static unsigned operand_count;

void emu_name(const struct emu_operand *operand)
{
    struct emu_area *area = emu_area_of((uintptr_t)operand->begin);
    if (operand_count == MOST_OPERANDS)
        return;
    operands[operand_count] = *operand;
    if (area && operand->rule)
        area->rule = &operands[operand_count];
    operand_count++;
}

void emu_name_none(void)
{
    while (operand_count > 0) {
        const struct emu_operand *o = &operands[--operand_count];
        struct emu_area *area = emu_area_of((uintptr_t)o->begin);
        if (area && area->rule == o)
            area->rule = NULL;
    }
}

int operand_may_be(const struct emu_area *area, int stores)
    IS(area && area->state == EMU_LIVE && !(stores && area->rule && area->rule->rule == EMU_INPUT));

const struct emu_area *operand_output_for(const struct emu_area *input)
{
    for (unsigned i = 0; input && !operand_may_be(input, 1) && i < operand_count; i++)
        if (operands[i].rule == EMU_OUTPUT)
            return emu_area_of((uintptr_t)operands[i].begin);
    return NULL;
}

static const struct emu_operand *operand_of(const struct emu_area *area)
{
    for (unsigned i = 0; i < operand_count; i++)
        if (area->begin == (uintptr_t)operands[i].begin)
            return &operands[i];
    return NULL;
}

const char *operand_name(const struct emu_area *area)
{
    const struct emu_operand *o = operand_of(area);
    return o ? o->name : NULL;
}

unsigned operand_width(const struct emu_area *area)
{
    const struct emu_operand *o = operand_of(area);
    const struct device_variable *shape = o ? NULL : variables_shape(area);
    return o ? o->width : shape ? shape->width : 0;
}

const char *operand_array(char text[OPERAND_TEXT], const struct emu_area *area)
{
    const struct emu_operand *o = operand_of(area);
    const char *name = o ? o->name : area->name;
    const struct source_line place = learners_line(area->caller);
    if (!o && place.file)
        snprintf(text, OPERAND_TEXT, "the array from %s (%.100s:%u)", name, basename(place.file),
                 place.line);
    else
        snprintf(text, OPERAND_TEXT, "%s%s",
                 !o && strncmp(name, "cuda", 4) == 0 ? "an array from " : "", name);
    return text;
}

static int is_matrix(const struct emu_operand *o) IS(o && o->rows > 1 && o->cols > 1);

/* "element 5" of an array of one dimension, or of one not known; else "element [2][0][5]". */
static const char *numbered(char text[120], const struct device_variable *shape, long long at)
{
    size_t below = 1;
    if (!shape || shape->dimensions < 2) {
        snprintf(text, 120, "element %lld", at);
        return text;
    }
    for (unsigned d = 1; d < shape->dimensions; d++)
        below *= shape->count[d];
    const long long each = (long long)below, first = (at - (at < 0 ? each - 1 : 0)) / each;
    int used = snprintf(text, 120, "element [%lld]", first);
    at -= first * each;
    for (unsigned d = 1; d < shape->dimensions; d++) {
        below /= shape->count[d];
        used += snprintf(text + used, 120 - (size_t)used, "[%lld]", at / (long long)below);
        at %= (long long)below;
    }
    return text;
}

/* The same place beyond an array of several dimensions, where its last index is too large:
 * "element [15][16]"; "" where that would be twice too large. *last: that index. */
static const char *numbered_last(char text[120], const struct device_variable *shape, long long at,
                                 long long *last)
{
    long long elements = 1;
    text[0] = 0;
    if (!shape || shape->dimensions < 2)
        return text;
    for (unsigned d = 0; d < shape->dimensions; d++)
        elements *= (long long)shape->count[d];
    const long long line = (long long)shape->count[shape->dimensions - 1],
                    begin = at < 0 ? 0 : elements - line; /* of the first line, or of the last */
    *last = at - begin;
    if (at >= 0 ? at < elements || *last >= 2 * line : at < -line)
        return text;
    numbered(text, shape, begin);
    sprintf(strrchr(text, '['), "[%lld]", *last);
    return text;
}

/* "element [16][0]" or "element [15][16]" beyond an array of several dimensions, by what is known
 * of the index that went too far; else both. */
static void numbered_outside(char text[240], const struct device_variable *shape, long long at,
                             const struct overrun *overrun)
{
    char first[120], other[120];
    long long last = 0;
    numbered(first, shape, at);
    if (!numbered_last(other, shape, at, &last)[0] ||
        (overrun && overrun->dimensions == shape->dimensions))
        snprintf(text, 240, "%s", first);
    else if (overrun && overrun->dimensions == 1 && overrun->least <= last && last <= overrun->most)
        snprintf(text, 240, "%s", other);
    else
        snprintf(text, 240, "%s, which is also %s,", first, strchr(other, '['));
}

/* Bytes of an element: of a named array, of one whose type is known, or what is accessed. */
static size_t width_of(const struct emu_area *area, unsigned bytes)
{
    const unsigned known = operand_width(area);
    return known ? known : bytes ? bytes : 1;
}

const char *operand_element(char text[OPERAND_TEXT], const struct emu_area *area, uint64_t address,
                            unsigned bytes)
{
    const struct emu_operand *o = operand_of(area);
    const struct device_variable *shape = variables_shape(area);
    const size_t at = (address - area->begin) / width_of(area, bytes);
    char array[OPERAND_TEXT], element[120];
    const size_t line = is_matrix(o) ? at / o->apart : 0, in_line = at - line * (o ? o->apart : 0);
    if (!o)
        snprintf(text, OPERAND_TEXT, "%s of %.150s", numbered(element, shape, (long long)at),
                 operand_array(array, area));
    else if (!is_matrix(o))
        snprintf(text, OPERAND_TEXT, "%s[%zu]", o->name, at);
    else if (in_line >= (o->by_columns ? o->rows : o->cols))
        snprintf(text, OPERAND_TEXT, "%s[%zu], which lies behind the end of %s %zu of %s", o->name,
                 at, o->by_columns ? "column" : "row", line, o->name);
    else
        snprintf(text, OPERAND_TEXT, "%s[%zu][%zu]", o->name, o->by_columns ? in_line : line,
                 o->by_columns ? line : in_line);
    return text;
}

/* "1023 elements (31 x 33)", "316 elements (16 x 16, rows 20 elements apart)", "2112 elements (2 x
 * 8 x 132)" */
static void extent_of(char *text, size_t room, const struct emu_operand *o,
                      const struct device_variable *shape, size_t elements)
{
    int used = snprintf(text, room, "%zu element%s", elements, elements == 1 ? "" : "s");
    for (unsigned d = 0; !o && shape && shape->dimensions > 1 && d < shape->dimensions; d++)
        used += snprintf(text + used, room - (size_t)used, d ? " x %u%s" : " (%u%s",
                         shape->count[d], d + 1 < shape->dimensions ? "" : ")");
    if (!is_matrix(o))
        return;
    const int padded = o->apart != (o->by_columns ? o->rows : o->cols);
    snprintf(text + used, room - (size_t)used,
             padded ? " (%zu x %zu, %s %zu elements apart)" : " (%zu x %zu)", o->rows, o->cols,
             o->by_columns ? "columns" : "rows", o->apart);
}

const char *operand_outside(char text[OPERAND_TEXT], const struct emu_area *area, uint64_t address,
                            unsigned bytes, const struct overrun *overrun)
{
    const struct emu_operand *o = operand_of(area);
    const struct device_variable *shape = variables_shape(area);
    const size_t width = width_of(area, bytes), size = area->end - area->begin;
    const long long at =
        ((long long)(address - area->begin) - (address < area->begin ? (long long)width - 1 : 0)) /
        (long long)width;
    char array[OPERAND_TEXT], extent[120], what[240], element[240];
    operand_array(array, area);
    extent_of(extent, sizeof extent, o, shape, size / width);
    if (o) {
        snprintf(what, sizeof what, "%.60s[%lld]", array, at);
    } else {
        numbered_outside(element, shape, at, overrun);
        snprintf(what, sizeof what, "%.120s of %.110s", element, array);
    }
    if (address < area->begin)
        snprintf(text, OPERAND_TEXT, "%.150s, before its first element", what);
    else if (!o && size % width)
        snprintf(text, OPERAND_TEXT,
                 "%.120s, past the end: it has %zu bytes, room for %zu elements of %zu bytes", what,
                 size, size / width, width);
    else
        snprintf(text, OPERAND_TEXT, "%.120s, past the end: %.60s has %s", what, o ? array : "it",
                 extent);
    return text;
}

int operand_candidates(char text[OPERAND_TEXT], uint64_t address, int stores)
{
    int said = 0, used = 0;
    for (unsigned i = 0; i < operand_count && used < OPERAND_TEXT - 80; i++) {
        const struct emu_operand *o = &operands[i];
        const struct emu_area *area = emu_area_of((uintptr_t)o->begin);
        const long long at = (long long)(address - (uintptr_t)o->begin) / (long long)o->width;
        if (operand_may_be(area, stores))
            used += snprintf(text + used, OPERAND_TEXT - (size_t)used, "%s%s[%lld]",
                             said++ ? " or " : "", o->name, at);
    }
    return said;
}

/* … and it is known what lost its upper half. */
static const char *explained(char text[OPERAND_TEXT], const struct overflow *o, uint64_t address,
                             int64_t lost, unsigned bytes)
{
    const struct emu_area *area = emu_area_of(address + (uint64_t)lost);
    const long long width = (long long)width_of(area, bytes),
                    is = (long long)(address - area->begin) / width;
    char array[OPERAND_TEXT], how[OVERFLOW_TEXT];
    int used = operand_of(area)
                   ? snprintf(text, OPERAND_TEXT, "%s[%lld] instead of %s[%lld]",
                              operand_name(area), is, operand_name(area), is + lost / width)
                   : snprintf(text, OPERAND_TEXT, "element %lld instead of %lld of %.150s", is,
                              is + lost / width, operand_array(array, area));
    snprintf(text + used, OPERAND_TEXT - (size_t)used,
             ": %s was computed in an int, which is too small for it; make one of the two a size_t "
             "first",
             overflow_text(how, o));
    return text;
}

const char *operand_overflowed(char text[OPERAND_TEXT], uint64_t address, unsigned bytes,
                               const void *who, int stores)
{
    const long long wrap = 1LL << 32;
    int64_t lost;
    const struct overflow *known = overflow_before(who, address, bytes, stores, &lost);
    if (known)
        return explained(text, known, address, lost, bytes);
    for (unsigned i = 0; i < operand_count; i++) {
        const struct emu_operand *o = &operands[i];
        const long long elements = (long long)((o->by_columns ? o->cols : o->rows) * o->apart),
                        at = (long long)(address - (uintptr_t)o->begin) / (long long)o->width;
        const struct emu_area *area = emu_area_of((uintptr_t)o->begin);
        if (!is_matrix(o) || at + wrap < wrap / 2 || at + wrap >= elements ||
            (area && !operand_may_be(area, stores)))
            continue;
        snprintf(text, OPERAND_TEXT,
                 "%s[%lld] instead of %s[%lld]: the index was computed in an int, which is too "
                 "small for it; make it a size_t from its first product or sum on",
                 o->name, at, o->name, at + wrap);
        return text;
    }
    return NULL;
}
