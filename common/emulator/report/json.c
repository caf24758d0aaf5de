/* What programs read of all launches, and of each (docs/emulator.md, "The JSON file"). */
#include "launch_report.h"
#include "counters/metrics.h"
#include "counters/record.h"

#include <math.h>

/* Bytes of the UTF-8 character that begins here; 0: it is none. */
static unsigned utf8_length(const unsigned char *c)
{
    const unsigned length = *c < 0x80   ? 1
                            : *c < 0xc2 ? 0
                            : *c < 0xe0 ? 2
                            : *c < 0xf0 ? 3
                            : *c < 0xf5 ? 4
                                        : 0;
    for (unsigned i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    if ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) || (*c == 0xf0 && c[1] < 0x90) ||
        (*c == 0xf4 && c[1] > 0x8f))
        return 0;
    return length;
}

void json_text(FILE *out, const char *label, const char *text)
{
    fputs(label, out);
    fputs(text ? "\"" : "null", out);
    for (const unsigned char *c = (const unsigned char *)text; c && *c;) {
        const unsigned length = utf8_length(c);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 0x20 || *c == 0x7f || *c == '<' /* it may stand in a page */)
            fprintf(out, "\\u%04x", *c);
        else
            fwrite(c, 1, length, out);
        c += length ? length : 1;
    }
    fputs(text ? "\"" : "", out);
}

void json_head(FILE *out, const struct launch_record *record)
{
    const struct emu_dim3 g = record->grid, b = record->block;
    json_text(out, "\"kernel\": ", record->kernel);
    fprintf(out, ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], \"error\": %d", g.x, g.y, g.z,
            b.x, b.y, b.z, record->error);
}

void json_floor(FILE *out, const struct launch_record *record)
{
    const struct floor_times t = floor_of(record, 1);
    char few[EMU_REMARK];
    if (!record->memory.known) {
        fputs("null", out);
        return;
    }
    fprintf(out,
            "{\"gpu\": \"%s\", \"microseconds\": %.4g, \"unit\": \"%s\", \"dram\": %.4g, "
            "\"l2\": %.4g, \"l1\": %.4g, \"constant\": %.4g, \"issue\": %.4g, \"remark\": \"%s\"}",
            record->gpu->name, t.total, t.unit, t.part[FLOOR_DRAM], t.part[FLOOR_L2],
            t.part[FLOOR_L1], t.part[FLOOR_CONSTANT], t.part[FLOOR_ISSUE],
            floor_remark(record, few));
}

void json_finding(FILE *out, const struct emu_finding_report *r)
{
    json_text(out, "\"kind\": ", r->kind);
    json_text(out, ", \"text\": ", r->text);
    json_text(out, ", \"file\": ", r->file);
    fprintf(out,
            ", \"line\": %u, \"block\": [%u, %u, %u], \"thread\": [%u, %u, %u], \"times\": %llu",
            r->line, r->block[0], r->block[1], r->block[2], r->thread[0], r->thread[1],
            r->thread[2], r->times);
}

/* Of a launch, from 0 on; -1: of host code. */
static void json_findings(FILE *out, long launch)
{
    const char *comma = "";
    for (size_t i = 0; i < emu_finding_count; i++)
        if (emu_findings[i].launch == launch) {
            fprintf(out, "%s\n      {", comma);
            json_finding(out, &emu_findings[i].report);
            putc('}', out);
            comma = ",";
        }
}

static void launch(FILE *out, const struct launch_record *record, long number)
{
    const struct emu_occupancy o = record_occupancy(record);
    fputs("  {", out);
    json_head(out, record);
    fputs(record->repeated ? ", \"repeated\": true" : "", out);
    fputs(",\n    \"metrics\": {", out);
    for (size_t m = 0; m < metrics_count(); m++) {
        const double value = metrics_value(record, m);
        fprintf(out, "%s\n      \"%s\": ", m ? "," : "", metrics_name(m));
        fprintf(out, isfinite(value) ? "%.15g" : "null", value);
    }
    fprintf(out,
            "},\n    \"occupancy\": {\"blocks\": %d, \"warps\": %d, \"most_warps\": %d, "
            "\"limit\": \"%s\"},\n    \"floor\": ",
            o.blocks, o.warps, o.most_warps, o.limit);
    json_floor(out, record);
    fputs(",\n    \"findings\": [", out);
    json_findings(out, number);
    fputs("]}", out);
}

void json_write(FILE *out)
{
    int any = 0; /* in host code */
    fputs("[\n", out);
    for (size_t i = 0; i < emu_record_count; i++) {
        fputs(i ? ",\n" : "", out);
        launch(out, &emu_records[i], (long)i);
    }
    for (size_t i = 0; i < emu_finding_count; i++)
        any |= emu_findings[i].launch < 0;
    if (any) {
        fprintf(out,
                "%s  {\"kernel\": \"(host code)\", \"grid\": [0, 0, 0], \"block\": [0, 0, 0], "
                "\"metrics\": {}, \"findings\": [",
                emu_record_count ? ",\n" : "");
        json_findings(out, -1);
        fputs("]}", out);
    }
    fputs("\n]\n", out);
}
