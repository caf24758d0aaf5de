/* Costs by line of source: places on one line that access one space in one direction are added up.
 * As a table of one launch; the dearest lines of all (emu_dearest_lines). */
#include "launch_report.h"
#include "counters/metrics.h"
#include "counters/record.h"

static const char *const unit_name[] = {"sectors", "wavefronts", "words"};

struct line_cost {
    const struct line_counts *first; /* of the places on the line: what they have in common */
    struct counts total;
};

static int is_alike(const struct line_counts *a, const struct line_counts *b)
{
    return a->space == b->space && event_type(a->word) == event_type(b->word) &&
           same_line(event_pc(a->word), event_pc(b->word));
}

static void add(struct line_cost *list, size_t *count, const struct line_counts *place)
{
    size_t at = 0;
    while (at < *count && !is_alike(list[at].first, place))
        at++;
    if (at == *count)
        list[(*count)++] = (struct line_cost){.first = place};
    struct counts *total = &list[at].total;
    total->requests += place->count.requests;
    total->lanes += place->count.lanes;
    total->units += place->count.units;
    total->ideal += place->count.ideal;
}

/* All lines of some launches; NULL if there is no memory. Free it. */
static struct line_cost *add_all(const struct launch_record *from, const struct launch_record *end,
                                 size_t *count)
{
    size_t places = *count = 0;
    for (const struct launch_record *record = from; record < end; record++)
        places += record->places;
    struct line_cost *list = calloc(places + 1, sizeof *list);
    for (; list && from < end; from++)
        for (size_t i = 0; i < from->places; i++)
            add(list, count, &from->place[i]);
    return list;
}

static void source_text(const struct source_line *where, char *to, size_t size)
{
    char text[512];
    FILE *file = where->file ? fopen(where->file, "r") : NULL;
    to[0] = '\0';
    if (!file)
        return;
    for (unsigned line = 1; fgets(text, sizeof text, file); line++) {
        if (line < where->line)
            continue;
        text[strcspn(text, "\r\n")] = '\0';
        snprintf(to, size, "%.*s", (int)size - 1, text + strspn(text, " \t"));
        break;
    }
    fclose(file);
}

static void report_of(const struct line_cost *cost, struct emu_line_report *to)
{
    const void *pc = event_pc(cost->first->word);
    const struct source_line where = learners_line(pc);
    const double requests = (double)cost->total.requests;
    snprintf(to->where, sizeof to->where, "%s", line_name(pc));
    snprintf(to->access, sizeof to->access, "%s %s", access_spaces[cost->first->space],
             access_types[event_type(cost->first->word)]);
    strcpy(to->unit, unit_name[cost->first->space]);
    to->requests = cost->total.requests;
    to->lanes = (double)cost->total.lanes / requests;
    to->cost = (double)cost->total.units / requests;
    to->ideal = (double)cost->total.ideal / requests;
    source_text(&where, to->text, sizeof to->text);
}

void line_costs_table(FILE *out, const struct launch_record *record)
{
    size_t count;
    struct line_cost *list = add_all(record, record + 1, &count);
    struct emu_line_report row;
    if (count)
        fprintf(out, "  %-16s %-15s %10s %6s %8s %-10s %6s\n", "line", "access", "requests",
                "lanes", "", "a request", "ideal");
    for (size_t i = 0; i < count; i++) {
        report_of(&list[i], &row);
        fprintf(out, "  %-16s %-15s %10llu %6.2f %8.2f %-10s %6.2f  %.60s\n", row.where, row.access,
                row.requests, row.lanes, row.cost, row.unit, row.ideal, row.text);
    }
    free(list);
}

/* What a line adds to a metric: what it asks beyond the ideal, its requests, or all that it asks.
 * To no metric in particular: bytes that move, as a wavefront moves 128 and a sector 32. */
static double weight_of(const struct line_cost *cost, const char *metric)
{
    const struct counts *c = &cost->total;
    if (metric && strstr(metric, "bank_conflicts"))
        return (double)c->units - (double)c->ideal;
    if (metric && (strstr(metric, "requests") || strstr(metric, "inst_executed")))
        return (double)c->requests;
    const int bytes = cost->first->space == EMU_GLOBAL ? 32 : 128;
    return (double)c->units * (metric ? 1 : bytes);
}

static struct line_cost *dearest(struct line_cost *list, size_t count, const char *metric)
{
    struct line_cost *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (list[i].first && (!metric || metrics_counts(metric, list[i].first)) &&
            weight_of(&list[i], metric) > 0 &&
            (!best || weight_of(&list[i], metric) > weight_of(best, metric)))
            best = &list[i];
    return best;
}

size_t emu_dearest_lines(const char *metric, struct emu_line_report *to, size_t most)
{
    size_t count, given = 0;
    struct line_cost *list = add_all(emu_records, emu_records + emu_record_count, &count), *best;
    while (given < most && (best = dearest(list, count, metric))) {
        report_of(best, &to[given++]);
        best->first = NULL;
    }
    free(list);
    return given;
}
