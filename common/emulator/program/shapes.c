/* Which elements an array has, for messages: the types of variables, from the program's own
 * .debug_info. float tile[2][8][132] may be read 16 bytes at a time; its elements stay floats. */
#include "shapes.h"
#include "basics.h"
#include "dwarf.h"

struct type {
    uint64_t unit, offset, of; /* of: the element's, or the type behind a typedef */
    uint64_t tag, bytes;
    struct shape shape; /* of an array: its own dimensions, no width */
};
static struct type *types; /* by unit and offset, as they were read */
static size_t type_count, type_room;

static struct variable {
    uintptr_t address;
    int is_local;
    uint64_t unit, type;
    struct shape shape;
} * variables;
static size_t variable_count, variable_room;

static void add_type(const struct dwarf_unit *unit, const struct dwarf_die *die)
{
    types = more_room(types, type_count, &type_room, sizeof *types, "types");
    types[type_count++] = (struct type){.unit = unit->number,
                                        .offset = die->offset,
                                        .of = die->type,
                                        .tag = die->tag,
                                        .bytes = die->bytes};
}

static void look_at(const struct dwarf_unit *unit, const struct dwarf_die *die)
{
    struct type *last = type_count ? &types[type_count - 1] : NULL;
    switch (die->tag) {
    case DWARF_ARRAY:
    case DWARF_TYPEDEF:
    case DWARF_CONST:
    case DWARF_VOLATILE:
    case DWARF_BASE_TYPE:
        add_type(unit, die);
        break;
    case DWARF_SUBRANGE: /* of the array that was read just before */
        if (last && last->tag == DWARF_ARRAY && last->shape.dimensions < MOST_DIMENSIONS)
            last->shape.count[last->shape.dimensions++] = die->count;
        break;
    case DWARF_VARIABLE:
        if (!die->has_address || !die->type)
            break;
        variables =
            more_room(variables, variable_count, &variable_room, sizeof *variables, "variables");
        variables[variable_count++] =
            (struct variable){die->address, die->is_local, unit->number, die->type, {0, 0, {0}}};
        break;
    default:
        break;
    }
}

static const struct type *type_at(uint64_t unit, uint64_t offset)
{
    size_t low = 0, high = type_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const struct type *t = &types[middle];
        if (t->unit < unit || (t->unit == unit && t->offset < offset))
            low = middle + 1;
        else
            high = middle;
    }
    return low < type_count && types[low].unit == unit && types[low].offset == offset ? &types[low]
                                                                                      : NULL;
}

/* 1 if it is an array, however often named, of plain elements. */
static int find_shape(struct variable *v)
{
    struct shape found = {0, 0, {0}};
    const struct type *t = type_at(v->unit, v->type);
    for (int depth = 0; t && t->tag != DWARF_BASE_TYPE && depth < 16; depth++) {
        for (int i = 0; i < t->shape.dimensions; i++) {
            if (found.dimensions == MOST_DIMENSIONS || !t->shape.count[i])
                return 0;
            found.count[found.dimensions++] = t->shape.count[i];
        }
        t = type_at(v->unit, t->of);
    }
    if (!t || !t->bytes || !found.dimensions)
        return 0;
    found.width = (unsigned)t->bytes;
    v->shape = found;
    return 1;
}

const struct shape *shape_of(uintptr_t address, int is_local)
{
    static int read;
    const struct dwarf_sections *sections = read++ ? NULL : line_sections();
    if (sections)
        dwarf_read(sections, look_at);
    for (size_t i = 0; i < variable_count; i++) {
        struct variable *v = &variables[i];
        if (v->address == address && v->is_local == is_local)
            return v->shape.width || find_shape(v) ? &v->shape : NULL;
    }
    return NULL;
}
