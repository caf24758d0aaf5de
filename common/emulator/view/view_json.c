/* Writes what was recorded, as JSON (docs/emulator.md, "The view's file"). */
#include "report/launch_report.h"
#include "view_data.h"

enum { MOST_LINES = 4096, MOST_FILES = 16, MOST_TEXT = 300000 };
static FILE *out;
static struct source_line lines[MOST_LINES];
static size_t line_count;

/* ---- lines and files ---- */

static size_t index_of(struct source_line line)
{
    for (size_t i = 0; i < line_count; i++)
        if (lines[i].line == line.line && same_text(lines[i].file, line.file))
            return i;
    if (line_count == MOST_LINES)
        return 0;
    lines[line_count] = line;
    return line_count++;
}

static size_t line_index(const void *pc) IS(index_of(learners_line(pc)));

static void file_text(const char *name)
{
    FILE *file = strstr(name, "emulator/include/") ? NULL : fopen(name, "r");
    char *all = file ? calloc(1, MOST_TEXT + 1) : NULL;
    json_text(out, ", \"text\": ", all && fread(all, 1, MOST_TEXT, file) > 0 ? all : NULL);
    free(all);
    if (file)
        fclose(file);
}

/* Comes last: by then all lines are known. */
static void write_lines(void)
{
    const char *name[MOST_FILES] = {0};
    size_t files = 0;
    fputs("\"lines\": [", out);
    for (size_t i = 0; i < line_count; i++) {
        size_t f = 0;
        const char *file = lines[i].file ? lines[i].file : "";
        while (f < files && strcmp(name[f], file) != 0)
            f++;
        if (f == files && files < MOST_FILES)
            name[files++] = file;
        fprintf(out, "%s[%d, %u]", i ? ", " : "", f < files ? (int)f : -1, lines[i].line);
    }
    fputs("],\n\"files\": [", out);
    for (size_t f = 0; f < files; f++) {
        json_text(out, f ? ",\n  {\"name\": " : "{\"name\": ", name[f]);
        file_text(name[f]);
        putc('}', out);
    }
    fputs("]", out);
}

static void write_numbers(const char *name, const uint64_t *list, size_t count)
{
    fprintf(out, "\"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%lu", i ? ", " : "", list[i]);
    fputs("]", out);
}

static void write_places(const struct launch_record *record)
{
    fputs("   \"places\": [", out);
    for (size_t i = 0; i < record->places; i++) {
        const struct line_counts *place = &record->place[i];
        const struct device_site *site = device_site(event_pc(place->word));
        const struct counts *c = &place->count;
        fprintf(out,
                "%s\n    {\"line\": %zu, \"column\": %u, \"space\": \"%s\", \"type\": \"%s\", "
                "\"requests\": %lu, \"lanes\": %lu, \"bytes\": %lu, \"units\": %lu, "
                "\"ideal\": %lu, \"hits\": %lu, \"l2_hits\": %lu}",
                i ? "," : "", line_index(event_pc(place->word)), site ? site->column : 0,
                access_spaces[place->space], access_types[event_type(place->word)], c->requests,
                c->lanes, c->bytes, c->units, c->ideal, c->hits, c->l2_hits);
    }
    fputs("],\n", out);
}

/* The number of the place that accesses of a kind were counted at: of one place, type and space. */
static int place_of(const struct launch_record *record, const void *pc, enum event_type type,
                    enum emu_space space)
{
    for (size_t i = 0; i < record->places; i++)
        if (event_pc(record->place[i].word) == pc && event_type(record->place[i].word) == type &&
            record->place[i].space == (space == EMU_HOST ? EMU_GLOBAL : space))
            return (int)i;
    return -1;
}

/* An array's first byte modulo 128, as a GPU has it: a block's shared arrays begin at byte 0. */
static unsigned phase_of(const struct view_launch *launch, const struct view_area *area)
{
    enum { ALIGNED = 16 };
    uintptr_t first = 0;
    for (int i = 0; i < launch->areas && area->space == EMU_SHARED; i++)
        if (launch->area[i].space == EMU_SHARED && (!first || launch->area[i].begin < first))
            first = launch->area[i].begin;
    return (unsigned)((area->begin - first / ALIGNED * ALIGNED) % 128);
}

/* Arrays, patterns of addresses, and the accesses that refer to both. */
static void write_sample(const struct view_launch *launch, const struct launch_record *record)
{
    fputs("   \"areas\": [", out);
    for (int i = 0; i < launch->areas; i++) {
        const struct view_area *area = &launch->area[i];
        json_text(out, i ? ", {\"name\": " : "{\"name\": ", area->name);
        fprintf(out, ", \"space\": \"%s\", \"bytes\": %zu, \"phase\": %u}",
                access_spaces[area->space], (size_t)(area->end - area->begin),
                phase_of(launch, area));
    }
    fputs("],\n", out);
    fputs("   \"patterns\": [", out);
    for (size_t i = 0; i < launch->patterns; i++) {
        const struct view_pattern *pattern = &launch->pattern[i];
        fprintf(out, "%s\n    [%u, [", i ? "," : "", pattern->mask);
        for (uint32_t todo = pattern->mask; todo; todo &= todo - 1)
            fprintf(out, "%s%ld", todo == pattern->mask ? "" : ",",
                    pattern->offset[__builtin_ctz(todo)]);
        fputs("]]", out);
    }
    fputs("],\n", out);
    fputs("   \"accesses\": [", out);
    for (size_t i = 0; i < launch->accesses; i++) {
        const struct view_access *a = &launch->access[i];
        fprintf(out, "%s\n    [%d,%lu,%u,%u,%u,%u,%d,%ld,%u,%u,%u]", i ? "," : "",
                place_of(record, event_pc(a->word), event_type(a->word), a->space), a->block,
                a->warp, a->time, a->ordinal, a->pattern, a->area, a->offset, a->bytes, a->units,
                a->ideal);
    }
    fputs("],\n", out);
}

static void write_lives(const struct view_launch *launch, const struct launch_record *record)
{
    const char *comma = "";
    fputs("   \"lives\": [", out);
    for (unsigned i = 0; i < VIEW_SLOTS; i++) {
        const struct view_life *life = launch->life[i];
        if (!life || !life->count)
            continue;
        fprintf(out, "%s\n    {\"block\": %lu, \"warp\": %lu, \"of\": %u, \"events\": [", comma,
                launch->sampled[i / launch->followed_warps],
                launch->followed[i % launch->followed_warps], life->of);
        for (unsigned e = 0; e < life->count; e++)
            fprintf(out, "%s[%u,%zu,%u]", e ? "," : "", life->event[e].kind,
                    line_index(life->event[e].pc), life->event[e].mask);
        fputs("], \"ways\": [", out);
        for (unsigned w = 0; w < life->ways; w++) {
            const struct wait *of = &life->way[w].wait;
            fprintf(out, "%s[%u,%u,%d,%u,%u,%u,%u]", w ? "," : "", life->way[w].kind,
                    life->way[w].time, place_of(record, of->pc, EV_READ, EMU_GLOBAL), of->bytes,
                    of->since, of->loads, of->between);
        }
        fputs("]}", out);
        comma = ",";
    }
    fputs("],\n", out);
}

static void write_touch(const struct view_touch *touch)
{
    if (touch->word)
        fprintf(out, "[%lu,%u,%zu,%u,\"%s\"]", touch->block, touch->thread,
                line_index(event_pc(touch->word)), touch->interval,
                access_types[event_type(touch->word)]);
    else
        fputs("null", out);
}

static void write_maps(const struct view_launch *launch)
{
    fputs("   \"maps\": [", out);
    for (unsigned m = 0; m < launch->maps; m++) {
        const struct view_map *map = &launch->map[m];
        const char *comma = "";
        fprintf(out, "%s\n    {\"area\": %d, \"block\": %lu, \"words\": %zu, \"cells\": [",
                m ? "," : "", map->area, map->block, map->words);
        for (size_t i = 0; i < map->count; i++) {
            const struct view_cell *cell = &map->cell[i];
            if (!cell->write.word && !cell->other.word)
                continue;
            fprintf(out, "%s[%zu,", comma, i);
            write_touch(&cell->write);
            putc(',', out);
            write_touch(&cell->other);
            putc(']', out);
            comma = ",";
        }
        fputs("]}", out);
    }
    fputs("]}", out);
}

static void write_launch(const struct view_launch *launch, const struct launch_record *record)
{
    fputs("  {", out);
    json_head(out, record);
    fprintf(out, ", \"number\": %zu,\n   \"blocks\": %lu, \"warps\": %u, ", launch->record,
            launch->blocks, launch->warps);
    write_numbers("sampled_blocks", launch->sampled, launch->sampled_blocks);
    fputs(", ", out);
    write_numbers("followed_warps", launch->followed, launch->followed_warps);
    fprintf(out, ", \"left_out\": %lu, \"barriers\": %lu,\n   \"floor\": ", launch->left_out,
            record->barriers);
    json_floor(out, record);
    fputs(",\n", out);
    write_places(record);
    write_sample(launch, record);
    write_lives(launch, record);
    write_maps(launch);
}

static void write_meeting(const struct finding *finding, const struct view_launch *launch)
{
    for (unsigned i = 0; i < launch->meetings; i++) {
        const struct view_meeting *m = &launch->meeting[i];
        if (m->kind != finding->kind || m->line != finding->report.line)
            continue;
        fprintf(out, "{\"access\": %zu, \"lane\": %u, \"area\": %d, \"offset\": %ld, \"write\": ",
                m->access, m->lane, launch->access[m->access].area, m->offset);
        write_touch(&m->before.write);
        fputs(", \"other\": ", out);
        write_touch(&m->before.other);
        fputs("}}", out);
        return;
    }
    fputs("null}", out);
}

static void write_findings(void)
{
    fputs("\"findings\": [", out);
    for (size_t i = 0; i < emu_finding_count; i++) {
        const struct finding *finding = &emu_findings[i];
        const struct emu_finding_report *r = &finding->report;
        int launch = -1;
        for (size_t l = 0; l < view_launch_count; l++)
            if ((long)view_launches[l].record == finding->launch)
                launch = (int)l;
        if (r->file) /* its source is shown, even if no access of that line is */
            index_of((struct source_line){r->file, r->line});
        fprintf(out, "%s\n  {", i ? "," : "");
        json_finding(out, r);
        fputs(", \"launch\": ", out);
        fprintf(out, launch < 0 ? "null" : "%d", launch);
        fputs(", \"meeting\": ", out);
        if (launch < 0)
            fputs("null}", out);
        else
            write_meeting(finding, &view_launches[launch]);
    }
    fputs("],\n", out);
}

void view_write(void)
{
    const char *path = getenv("EMU_VIEW");
    if (!path || !*path)
        return;
    out = fopen(path, "w");
    if (!out) {
        perror(path);
        return;
    }
    while (view_launch_count > 0 && view_launches[view_launch_count - 1].record >= emu_record_count)
        view_launch_count--; /* forgotten by emu_begin */
    fprintf(out,
            "{\"format\": 1, \"launches_of_program\": %zu,\n\"limits\": {\"launches\": %d, "
            "\"launches_of_a_kernel\": %d, \"accesses_of_a_place_by_a_warp\": %d, "
            "\"events_of_a_warp\": %d, \"words_of_an_array\": %d},\n\"launches\": [",
            emu_record_count, VIEW_LAUNCHES, VIEW_PER_KERNEL, VIEW_ACCESSES, VIEW_EVENTS,
            VIEW_CELLS);
    for (size_t i = 0; i < view_launch_count; i++) {
        fputs(i ? ",\n" : "\n", out);
        write_launch(&view_launches[i], &emu_records[view_launches[i].record]);
    }
    fputs("],\n", out);
    write_findings();
    write_lines();
    fputs("}\n", out);
    if (fclose(out) != 0)
        perror(path);
}
