/* Functions that the compiler has put in line, so that a finding in a helper can name the line that
 * called it: DW_TAG_inlined_subroutine of the program's own .debug_info. */
#include "inlined.h"
#include "basics.h"

#include <stdlib.h>
#include <string.h>

struct call {
    uint64_t low, high;
    struct source_line line;
};
static struct call *calls;
static size_t call_count, call_room;

static void add_call(uint64_t low, uint64_t high, struct source_line line)
{
    if (low >= high || !line.file)
        return;
    calls = more_room(calls, call_count, &call_room, sizeof *calls, "calls that were put in line");
    calls[call_count++] = (struct call){low, high, line};
}

static void add_ranges(const struct dwarf_unit *u, uint64_t at, struct source_line line)
{
    const struct dwarf_sections *s = u->sections;
    struct dwarf_cursor c = {s->ranges + (at < s->ranges_size ? at : s->ranges_size),
                             s->ranges + s->ranges_size};
    uint64_t base = u->base;
    while (c.end - c.at >= 16) {
        const uint64_t low = dwarf_take(&c, 8), high = dwarf_take(&c, 8);
        if (!low && !high)
            return;
        if (low == UINT64_MAX)
            base = high;
        else
            add_call(base + low, base + high, line);
    }
}

static void look_at(const struct dwarf_unit *unit, const struct dwarf_die *die)
{
    if (die->tag != DWARF_INLINED || !die->line)
        return;
    const struct source_line at = {unit->sections->file_of(unit->lines, die->file),
                                   (unsigned)die->line};
    if (die->has_ranges)
        add_ranges(unit, die->ranges, at);
    else
        add_call(die->low, die->high, at);
}

void inlined_read(const struct dwarf_sections *sections)
{
    dwarf_read(sections, look_at);
}

/* Of those calls around the address, the one with `up` smaller ones inside. */
struct source_line inlined_call(uint64_t address, int up)
{
    const struct source_line nothing = {NULL, 0};
    uint64_t inner = 0; /* length of the one before */
    const struct call *found = NULL;
    for (int level = 0; level <= up; level++) {
        found = NULL;
        for (size_t i = 0; i < call_count; i++) {
            const struct call *c = &calls[i];
            const uint64_t length = c->high - c->low;
            if (address >= c->low && address < c->high && length > inner &&
                (!found || length < found->high - found->low))
                found = c;
        }
        if (!found)
            return nothing;
        inner = found->high - found->low;
    }
    return found->line;
}
