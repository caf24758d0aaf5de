/* Reads the entries of the program's own .debug_info (DWARF 2 to 4), and of each what inlined.c and
 * shapes.c need. */
#include "dwarf.h"

#include <string.h>

uint64_t dwarf_take(struct dwarf_cursor *c, unsigned bytes)
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

uint64_t dwarf_leb(struct dwarf_cursor *c)
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

static void skip(struct dwarf_cursor *c, uint64_t bytes)
{
    c->at = bytes > (uint64_t)(c->end - c->at) ? c->end : c->at + bytes;
}

static void skip_text(struct dwarf_cursor *c)
{
    while (c->at < c->end && *c->at++)
        ;
}

/* The value of an attribute of this form; 0 for what is not a number. *known: 0 where the form is
 * not one of ours. */
static uint64_t value_of(struct dwarf_cursor *c, uint64_t form, unsigned offset, int *known)
{
    switch (form) {
    case 0x01: /* addr */
    case 0x07: /* data8 */
    case 0x14: /* ref8 */
    case 0x20: /* ref_sig8 */
        return dwarf_take(c, 8);
    case 0x05: /* data2 */
    case 0x12:
        return dwarf_take(c, 2);
    case 0x06: /* data4 */
    case 0x13:
        return dwarf_take(c, 4);
    case 0x0b: /* data1 */
    case 0x0c:
    case 0x11:
        return dwarf_take(c, 1);
    case 0x0d: /* sdata */
    case 0x0f: /* udata */
    case 0x15:
        return dwarf_leb(c);
    case 0x0e: /* strp */
    case 0x10: /* ref_addr */
    case 0x17: /* sec_offset */
    case 0x1f20:
    case 0x1f21:
        return dwarf_take(c, offset);
    case 0x19: /* flag_present */
        return 1;
    case 0x08: /* string */
        skip_text(c);
        return 0;
    case 0x03: /* blocks */
        skip(c, dwarf_take(c, 2));
        return 0;
    case 0x04:
        skip(c, dwarf_take(c, 4));
        return 0;
    case 0x0a:
        skip(c, dwarf_take(c, 1));
        return 0;
    case 0x09:
    case 0x18: /* exprloc */
        skip(c, dwarf_leb(c));
        return 0;
    default:
        *known = 0;
        return 0;
    }
}

/* One unit of .debug_info. */
struct unit {
    struct dwarf_unit about;
    const uint8_t *begin;
    struct dwarf_cursor dies;
    const uint8_t *abbrev[1 << 12]; /* what each code means, from its tag on */
    unsigned offset;                /* bytes of an offset */
};

static void read_abbrevs(struct unit *u, uint64_t at)
{
    const uint8_t *begin = u->about.sections->abbrev;
    struct dwarf_cursor c = {
        begin + (at < u->about.sections->abbrev_size ? at : u->about.sections->abbrev_size),
        begin + u->about.sections->abbrev_size};
    memset(u->abbrev, 0, sizeof u->abbrev);
    for (uint64_t code; c.at < c.end && (code = dwarf_leb(&c));) {
        if (code < sizeof u->abbrev / sizeof *u->abbrev)
            u->abbrev[code] = c.at;
        dwarf_leb(&c);     /* tag */
        dwarf_take(&c, 1); /* children */
        for (uint64_t name = 1, form = 1; c.at < c.end && (name || form);) {
            name = dwarf_leb(&c);
            form = dwarf_leb(&c);
        }
    }
}

static void note(struct dwarf_die *die, uint64_t name, uint64_t form, uint64_t value,
                 const uint8_t *block)
{
    switch (name) {
    case 0x02: /* location: an address, or an offset among what each thread has of its own */
        if (form != 0x18 || block[0] < 9 || (block[1] != 0x03 && block[1] != 0x0e))
            break;
        die->is_local = block[0] == 10 && (block[10] == 0xe0 || block[10] == 0x9b);
        die->has_address = die->is_local || (block[0] == 9 && block[1] == 0x03);
        memcpy(&die->address, block + 2, 8);
        break;
    case 0x0b:
        die->bytes = value;
        break;
    case 0x10:
        die->lines = value;
        break;
    case 0x11:
        die->low = value;
        break;
    case 0x12:
        die->high = form == 0x01 ? value : die->low + value;
        break;
    case 0x2f: /* the upper bound; 0x37: how many */
        die->count = value + 1;
        break;
    case 0x37:
        die->count = value;
        break;
    case 0x49:
        die->type = value;
        break;
    case 0x55:
        die->ranges = value;
        die->has_ranges = 1;
        break;
    case 0x58:
        die->file = value;
        break;
    case 0x59:
        die->line = value;
        break;
    default:
        break;
    }
}

/* Reads one entry of the unit. 0 if it cannot be read. */
static int read_die(struct unit *u, struct dwarf_die *die)
{
    memset(die, 0, sizeof *die);
    die->offset = (uint64_t)(u->dies.at - u->begin);
    const uint64_t code = dwarf_leb(&u->dies);
    if (!code)
        return 1;
    if (code >= sizeof u->abbrev / sizeof *u->abbrev || !u->abbrev[code])
        return 0;
    const struct dwarf_sections *s = u->about.sections;
    struct dwarf_cursor a = {u->abbrev[code], s->abbrev + s->abbrev_size};
    int known = 1;
    die->tag = dwarf_leb(&a);
    dwarf_take(&a, 1);
    for (;;) {
        const uint64_t name = dwarf_leb(&a), form = dwarf_leb(&a);
        if (!name && !form)
            return 1;
        const uint8_t *block = u->dies.at;
        const uint64_t value = value_of(&u->dies, form, u->offset, &known);
        if (!known)
            return 0;
        note(die, name, form, value, block);
    }
}

void dwarf_read(const struct dwarf_sections *sections,
                void (*visit)(const struct dwarf_unit *unit, const struct dwarf_die *die))
{
    static struct unit unit;
    struct dwarf_cursor all = {sections->info, sections->info + sections->info_size};
    struct dwarf_die die;
    while (all.end - all.at > 12) {
        unsigned offset = 4;
        unit.begin = all.at;
        uint64_t length = dwarf_take(&all, 4);
        if (length == 0xffffffffu) {
            offset = 8;
            length = dwarf_take(&all, 8);
        }
        if (length > (uint64_t)(all.end - all.at))
            return;
        struct dwarf_cursor body = {all.at, all.at + length};
        all.at += length;
        const uint64_t version = dwarf_take(&body, 2), abbrevs = dwarf_take(&body, offset);
        if (version < 2 || version > 4 || dwarf_take(&body, 1) != 8)
            continue;
        unit.about = (struct dwarf_unit){.sections = sections,
                                         .number = (uint64_t)(unit.begin - sections->info)};
        unit.offset = offset;
        read_abbrevs(&unit, abbrevs);
        unit.dies = body;
        while (unit.dies.at < unit.dies.end && read_die(&unit, &die)) {
            if (die.tag == DWARF_UNIT) {
                unit.about.base = die.low;
                unit.about.lines = die.lines;
            }
            if (die.tag)
                visit(&unit.about, &die);
        }
    }
}
