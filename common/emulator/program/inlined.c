/* Functions that the compiler has put in line: reads DW_TAG_inlined_subroutine from the program's
 * own .debug_info (DWARF 2 to 4), so that a finding in a helper can name the line that called
 * it. */
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

struct cursor {
    const uint8_t *at, *end;
};

static uint64_t take(struct cursor *c, unsigned bytes)
{
    uint64_t value = 0;
    if ((size_t)(c->end - c->at) < bytes) {
        c->at = c->end;
        return 0;
    }
    memcpy(&value, c->at, bytes < 8 ? bytes : 8);
    c->at += bytes;
    return value;
}

static uint64_t take_leb(struct cursor *c)
{
    uint64_t value = 0;
    for (unsigned shift = 0; c->at < c->end; shift += 7) {
        const uint8_t byte = *c->at++;
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return value;
}

static void skip(struct cursor *c, uint64_t bytes)
{
    c->at = bytes > (uint64_t)(c->end - c->at) ? c->end : c->at + bytes;
}

static void skip_text(struct cursor *c)
{
    while (c->at < c->end && *c->at++)
        ;
}

/* The value of an attribute of this form; 0 for what is not a number. *known: 0 where the form is
 * not one of ours. */
static uint64_t value_of(struct cursor *c, uint64_t form, unsigned offset, int *known)
{
    switch (form) {
    case 0x01: /* addr */
    case 0x07: /* data8 */
    case 0x14: /* ref8 */
    case 0x20: /* ref_sig8 */
        return take(c, 8);
    case 0x05: /* data2 */
    case 0x12:
        return take(c, 2);
    case 0x06: /* data4 */
    case 0x13:
        return take(c, 4);
    case 0x0b: /* data1 */
    case 0x0c:
    case 0x11:
        return take(c, 1);
    case 0x0d: /* sdata */
    case 0x0f: /* udata */
    case 0x15:
        return take_leb(c);
    case 0x0e: /* strp */
    case 0x10: /* ref_addr */
    case 0x17: /* sec_offset */
    case 0x1f20:
    case 0x1f21:
        return take(c, offset);
    case 0x19: /* flag_present */
        return 1;
    case 0x08: /* string */
        skip_text(c);
        return 0;
    case 0x03: /* blocks */
        skip(c, take(c, 2));
        return 0;
    case 0x04:
        skip(c, take(c, 4));
        return 0;
    case 0x0a:
        skip(c, take(c, 1));
        return 0;
    case 0x09:
    case 0x18: /* exprloc */
        skip(c, take_leb(c));
        return 0;
    default:
        *known = 0;
        return 0;
    }
}

static void add_call(uint64_t low, uint64_t high, struct source_line line)
{
    if (low >= high || !line.file)
        return;
    calls = more_room(calls, call_count, &call_room, sizeof *calls, "calls that were put in line");
    calls[call_count++] = (struct call){low, high, line};
}

/* One unit of .debug_info. */
struct unit {
    const struct inlined_sections *sections;
    struct cursor dies;
    const uint8_t *abbrev[1 << 12]; /* what each code means, from its tag on */
    unsigned offset;                /* bytes of an offset */
    uint64_t base, lines;           /* its first address, and its line program */
};

static void read_abbrevs(struct unit *u, uint64_t at)
{
    const uint8_t *begin = u->sections->abbrev;
    struct cursor c = {begin + (at < u->sections->abbrev_size ? at : u->sections->abbrev_size),
                       begin + u->sections->abbrev_size};
    memset(u->abbrev, 0, sizeof u->abbrev);
    for (uint64_t code; c.at < c.end && (code = take_leb(&c));) {
        if (code < sizeof u->abbrev / sizeof *u->abbrev)
            u->abbrev[code] = c.at;
        take_leb(&c); /* tag */
        take(&c, 1);  /* children */
        for (uint64_t name = 1, form = 1; c.at < c.end && (name || form);) {
            name = take_leb(&c);
            form = take_leb(&c);
        }
    }
}

static void add_ranges(const struct unit *u, uint64_t at, struct source_line line)
{
    const struct inlined_sections *s = u->sections;
    struct cursor c = {s->ranges + (at < s->ranges_size ? at : s->ranges_size),
                       s->ranges + s->ranges_size};
    uint64_t base = u->base;
    while (c.end - c.at >= 16) {
        const uint64_t low = take(&c, 8), high = take(&c, 8);
        if (!low && !high)
            return;
        if (low == UINT64_MAX)
            base = high;
        else
            add_call(base + low, base + high, line);
    }
}

/* Reads one entry of the unit. 0 if it cannot be read. */
static int read_die(struct unit *u)
{
    enum { COMPILE_UNIT = 0x11, INLINED = 0x1d };
    enum { STMT_LIST = 0x10, LOW = 0x11, HIGH = 0x12, RANGES = 0x55, FILE_NO = 0x58, LINE = 0x59 };
    const uint64_t code = take_leb(&u->dies);
    if (!code)
        return 1;
    if (code >= sizeof u->abbrev / sizeof *u->abbrev || !u->abbrev[code])
        return 0;
    struct cursor a = {u->abbrev[code], u->sections->abbrev + u->sections->abbrev_size};
    const uint64_t tag = take_leb(&a);
    uint64_t low = 0, high = 0, ranges = 0, file = 0, line = 0;
    int has_ranges = 0, known = 1;
    take(&a, 1);
    for (;;) {
        const uint64_t name = take_leb(&a), form = take_leb(&a);
        if (!name && !form)
            break;
        const uint64_t value = value_of(&u->dies, form, u->offset, &known);
        if (!known)
            return 0;
        low = name == LOW ? value : low;
        high = name == HIGH ? (form == 0x01 ? value : low + value) : high;
        ranges = name == RANGES ? value : ranges;
        has_ranges |= name == RANGES;
        file = name == FILE_NO ? value : file;
        line = name == LINE ? value : line;
        if (name == STMT_LIST)
            u->lines = value;
    }
    if (tag == COMPILE_UNIT)
        u->base = low;
    if (tag != INLINED || !line)
        return 1;
    const struct source_line at = {u->sections->file_of(u->lines, file), (unsigned)line};
    if (has_ranges)
        add_ranges(u, ranges, at);
    else
        add_call(low, high, at);
    return 1;
}

void inlined_read(const struct inlined_sections *sections)
{
    static struct unit unit;
    struct cursor all = {sections->info, sections->info + sections->info_size};
    while (all.end - all.at > 12) {
        unsigned offset = 4;
        uint64_t length = take(&all, 4);
        if (length == 0xffffffffu) {
            offset = 8;
            length = take(&all, 8);
        }
        if (length > (uint64_t)(all.end - all.at))
            return;
        struct cursor body = {all.at, all.at + length};
        all.at += length;
        const uint64_t version = take(&body, 2), abbrevs = take(&body, offset);
        if (version < 2 || version > 4 || take(&body, 1) != 8)
            continue;
        unit.sections = sections;
        unit.offset = offset;
        unit.base = unit.lines = 0;
        read_abbrevs(&unit, abbrevs);
        unit.dies = body;
        while (unit.dies.at < unit.dies.end && read_die(&unit))
            ;
    }
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
