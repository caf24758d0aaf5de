/* What jq makes reports of, and what it makes: exports.jq and mail.jq of what the pages say of each
 * student and of the roster, term.jq of several runs. */
#include <sys/mman.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/json_file.h"
#include "intake/intake.h"
#include "pages/pages.h"
#include "report.h"

FILE *model_open(void)
{
    const int file = memfd_create("model", 0);
    FILE *f = file < 0 ? NULL : fdopen(file, "w");
    if (!f)
        die("no memory left for a report");
    return f;
}

void model_run(FILE *model, const char *program, void (*take)(void *owner, json_t *made),
               void *owner)
{
    OWNED char *command = text_of("exec jq -c -f \"${GRADE_ROOT:-.}/grading/report/%s.jq\" "
                                  "/dev/fd/%d",
                                  program, fileno(model));
    fflush(NULL);
    FILE *f = popen(command, "r");
    for (json_t *made; f && (made = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL));) {
        take(owner, made);
        json_decref(made);
    }
    if (!f || pclose(f))
        die("jq cannot write the reports, and says why above");
    fclose(model);
}

/* The roster, and which of its columns a report keeps. */
static json_t *roster_json(const struct roster *r)
{
    json_t *header = json_array(), *kept = json_array(), *rows = json_array();
    for (int i = 0; i < r->columns; i++) {
        json_array_append_new(header, json_string(r->header[i]));
        if (roster_keeps(r, i))
            json_array_append_new(kept, json_integer(i));
    }
    for (const struct roster_row *row = r->row; row < r->row + r->rows; row++) {
        json_t *fields = json_array();
        for (int i = 0; i < r->columns; i++)
            json_array_append_new(fields, json_string(row->field[i]));
        json_array_append_new(
            rows, json_pack("{s:o, s:b, s:o}", "fields", fields, "person", row->person, "student",
                            row->student < 0 ? json_null() : json_integer(row->student)));
    }
    return json_pack("{s:s?, s:o, s:o, s:o}", "kind", roster_system(r), "header", header, "kept",
                     kept, "rows", rows);
}

FILE *model_of(const struct context *c, int first, int end)
{
    FILE *f = model_open();
    json_t *labs = json_array();
    for (int l = 0; l < c->labs; l++) {
        char called[64];
        json_array_append_new(labs, json_pack("{s:s, s:s, s:s}", "lab", c->lab[l], "file",
                                              lab_file_of(c->lab[l])->name, "called",
                                              lab_called(c->lab[l], called, sizeof called)));
    }
    class_to_file(f,
                  json_pack("{s:s, s:o, s:b, s:b, s:b, s:b, s:o, s:o, s:o, s:o*}", "backend",
                            c->tools[c->backend].name, "device", json_text(c->device.name),
                            "isolated", c->isolated, "late", c->late != NULL, "written",
                            marks_written(c) > 0, "people", c->roster || c->metadata, "labs", labs,
                            "unused", json_text(c->unused ? c->unused : ""), "strangers",
                            json_text(c->strangers ? c->strangers : ""), "roster",
                            c->roster ? roster_json(c->roster) : NULL),
                  c, first, end, FOR_EXPORTS);
    return f;
}

/* A hyphen alone is Moodle's "never", and no formula. */
static void put_cell(FILE *f, const json_t *cell)
{
    const char *text = json_string_value(cell);
    if (json_is_number(cell))
        fprintf(f, "%.2f", json_number_value(cell));
    else if (text && strcmp(text, "-") == 0)
        fputs(text, f);
    else
        csv_cell(f, text ? text : "");
}

void rows_to_file(const json_t *rows, const char *path)
{
    FILE *f = atomic_open(path);
    const json_t *row, *cell;
    size_t i, k;
    json_array_foreach(rows, i, row)
    {
        json_array_foreach(row, k, cell)
        {
            fputs(k ? "," : "", f);
            put_cell(f, cell);
        }
        fputs("\r\n", f);
    }
    atomic_close(f, path);
}
