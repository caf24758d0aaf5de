/* What a program may write of an allocation, where whoever runs it has said so (emu_protect): the
 * inputs of an exercise, and the padding between the rows of its output, must stay as they are,
 * even for a moment. An access is looked at where it enters an area or leaves its row. */
#include "checks.h"
#include "accesses/observers.h"
#include "memory/operands.h"
#include "program/findings.h"

struct emu_rule {
    uintptr_t at, end;  /* the operand, from its first byte to its last */
    size_t line, pitch; /* bytes of it that may be written, from `at` on, every `pitch` bytes */
    const char *name;
};

enum { MOST_RULES = 16 };
static struct emu_rule rules[MOST_RULES];
static size_t rule_count;

void emu_protect(const void *begin, size_t bytes, size_t line, size_t pitch, const char *name)
{
    struct emu_area *area = emu_area_of((uintptr_t)begin);
    if (!area || rule_count == MOST_RULES)
        return;
    if (pitch <= line) /* no gaps */
        line = pitch = line ? bytes : 0;
    struct emu_rule *rule = &rules[rule_count++];
    *rule = (struct emu_rule){(uintptr_t)begin, (uintptr_t)begin + bytes, line, pitch, name};
    area->rule = rule;
}

void emu_protect_none(void)
{
    while (rule_count > 0) {
        const struct emu_rule *rule = &rules[--rule_count];
        struct emu_area *area = emu_area_of(rule->at);
        if (area && area->rule == rule)
            area->rule = NULL;
    }
}

const struct emu_area *writes_output_for(const struct emu_area *input)
{
    for (size_t i = 0; input && input->rule && !input->rule->line && i < rule_count; i++) {
        const struct emu_area *area = rules[i].line ? emu_area_of(rules[i].at) : NULL;
        if (area && operand_name(area))
            return area;
    }
    return NULL;
}

int writes_may(const struct emu_area *area)
{
    return !area->rule || area->rule->line;
}

/* The line of the operand that holds all of [low, end); 0 if there is none. */
static int one_line(const struct emu_rule *rule, uint64_t low, uint64_t end, uintptr_t *begin)
{
    if (!rule->line || low < rule->at || end > rule->end)
        return 0;
    *begin = rule->at + (low - rule->at) / rule->pitch * rule->pitch;
    return end <= *begin + rule->line;
}

static const char *part_of(const struct emu_rule *rule, char text[128])
{
    if (rule->line)
        snprintf(text, 128, "the padding of %s, beyond the end of a row", rule->name);
    else
        snprintf(text, 128, "%s, which is an input", rule->name);
    return text;
}

static void ruled_store(const struct access *access)
{
    const struct emu_rule *rule = access->area->rule;
    const struct emu_area *output = writes_output_for(access->area);
    char part[128], what[OPERAND_TEXT];
    uintptr_t begin;
    if (access->span && one_line(rule, access->low, access->low + access->span, &begin)) {
        access->site->begin = begin;
        access->site->end = begin + rule->line;
        return;
    }
    EACH_LANE (l, access->mask) {
        const uint64_t address = access->address[l];
        if (one_line(rule, address, address + access->bytes, &begin) ||
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
    uintptr_t unused;
    for (size_t row = 0; area && area->rule && row < rows; row++, begin += pitch)
        if (!one_line(area->rule, begin, begin + width, &unused)) {
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
