/* What a program may write of an allocation, where whoever runs it has said so (emu_name): the
 * inputs of an exercise, and the padding between the rows of its output, must stay as they are,
 * even for a moment. An access is looked at where it enters an area or leaves its row. */
#include "checks.h"
#include "accesses/observers.h"
#include "memory/operands.h"
#include "program/findings.h"

/* The line of the operand that holds all of [low, end), in *begin … *behind; 0 if there is none. */
static int one_line(const struct emu_operand *o, uint64_t low, uint64_t end, uintptr_t *begin,
                    uintptr_t *behind)
{
    const size_t across = o->by_columns ? o->rows : o->cols,
                 lines = o->by_columns ? o->cols : o->rows,
                 all = ((lines - 1) * o->apart + across) * o->width;
    const int has_gaps = o->apart > across;
    const size_t pitch = has_gaps ? o->apart * o->width : all;
    *begin = (uintptr_t)o->begin;
    if (o->rule == EMU_INPUT || low < *begin || end > *begin + all)
        return 0;
    *begin += (low - *begin) / pitch * pitch;
    *behind = *begin + (has_gaps ? across * o->width : all);
    return end <= *behind;
}

static const char *part_of(const struct emu_operand *rule, char text[128])
{
    if (rule->rule == EMU_OUTPUT)
        snprintf(text, 128, "the padding of %s, beyond the end of a row", rule->name);
    else
        snprintf(text, 128, "%s, which is an input", rule->name);
    return text;
}

static void ruled_store(const struct access *access)
{
    const struct emu_operand *rule = access->area->rule;
    const struct emu_area *output = operand_output_for(access->area);
    char part[128], what[OPERAND_TEXT];
    uintptr_t begin, behind;
    if (access->span && one_line(rule, access->low, access->low + access->span, &begin, &behind)) {
        access->site->begin = begin;
        access->site->end = behind;
        return;
    }
    EACH_LANE (l, access->mask) {
        const uint64_t address = access->address[l];
        if (one_line(rule, address, address + access->bytes, &begin, &behind) ||
            !may_say(access->site, SAID_RULE))
            continue;
        finding_blame(access->warp, l);
        if (output)
            operand_outside(what, output, address, access->bytes, NULL);
        emu_finding(EMU_READ_ONLY, event_pc(access->site->word),
                    "writes to %s: do not write it, even if you restore it%s%s%s",
                    part_of(rule, part), output ? "; or is this to be " : "", output ? what : "",
                    output ? "?" : "");
    }
}

OBSERVER(writes, .hears_silent_runs = 1, .ruled_store = ruled_store);

void writes_by_host(uintptr_t begin, size_t width, size_t rows, size_t pitch)
{
    const struct emu_area *area = emu_area_of(begin);
    char part[128];
    uintptr_t line, end;
    for (size_t row = 0; area && area->rule && row < rows; row++, begin += pitch)
        if (!one_line(area->rule, begin, begin + width, &line, &end)) {
            emu_finding(EMU_READ_ONLY, place_now(),
                        "a copy or fill writes to %s: do not write it, even if you restore it",
                        part_of(area->rule, part));
            return;
        }
}

void writes_freed(const struct emu_area *area)
{
    if (area->rule)
        emu_finding(EMU_READ_ONLY, place_now(), "frees %s, which belongs to the caller",
                    area->rule->name);
}
