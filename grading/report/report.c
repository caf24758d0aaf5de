/* What comes of a run, and what goes of earlier ones. */
#include <ftw.h>
#include <time.h>
#include <unistd.h>

#include "base/json_file.h"
#include "pages/pages.h"
#include "report.h"

/* What an earlier run wrote for people is taken away, and nothing that has no mark of ours. */
static int remove_ours(const char *path, const struct stat *s, int type, struct FTW *f)
{
    static const char *const marks[] = {"<title>Grades of ", "\"stdout_visibility\": \"hidden\"",
                                        MAIL_MARK};
    OWNED char *text = type == FTW_F ? read_file(path, 1 << 26, NULL) : NULL;
    for (size_t i = 0; text && i < sizeof marks / sizeof *marks; i++)
        if (strstr(text, marks[i])) {
            unlink(path);
            break;
        }
    if (type == FTW_DP)
        rmdir(path); /* if nothing is in it */
    return 0;
}

static void remove_earlier(const struct context *c)
{
    static const char *const places[] = {"students", "gradescope", "feedback", "canvas", "github"},
                             *const files[] = {"canvas.csv", "moodle.csv"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        OWNED char *place = text_of("%s/%s", c->out, places[i]);
        nftw(place, remove_ours, 16, FTW_DEPTH | FTW_PHYS);
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        OWNED char *file = text_of("%s/%s", c->out, files[i]);
        unlink(file);
    }
}

/* No report shows where an array happened to lie. */
static void hide_all_addresses(const struct context *c)
{
    for (int s = 0; s < c->students; s++)
        for (int i = 0; i < c->slots; i++)
            hide_addresses(result_of(c, s, 0, i)->ruling.message);
}

/* results.json, which is the contract (version 1). "isolated" is there only where it is false. */
static void write_results(const struct context *c)
{
    OWNED char *path = text_of("%s/results.json", c->out);
    FILE *f = atomic_open(path);
    class_to_file(f,
                  json_pack("{s:i, s:s, s:o, s:s?, s:o*}", "schema", 1, "backend",
                            c->tools[c->backend].name, "device", json_text(c->device.name), "tree",
                            c->submissions ? NULL : c->tree, "isolated",
                            c->isolated ? NULL : json_false()),
                  c, 0, c->students, FOR_PROGRAMS);
    atomic_close(f, path);
}

/* What is needed to repeat the run, beside the results. */
static void write_run(const struct context *c)
{
    OWNED char *path = text_of("%s/run.json", c->out);
    char seed[40], date[40];
    time_t now = time(NULL);
    struct tm utc;
    snprintf(seed, sizeof seed, "0x%016llx", (unsigned long long)c->seed);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    json_to_file(json_pack("{s:s, s:s, s:b, s:b}", "seed", seed, "finished", date, "isolated",
                           c->isolated, "counters", c->have_emulator),
                 path, REPORT_DIGITS);
}

/* One of exports.jq's. */
struct exports {
    const struct context *c;
    json_t *needs;
};

static void write_export(void *to, json_t *made)
{
    struct exports *e = to;
    const struct context *c = e->c;
    const char *say = json_text_in(made, "say"), *name = json_text_in(made, "file"),
               *text = json_text_in(made, "text");
    OWNED char *path = text_of("%s/%s", c->out, name ? name : "");
    json_t *json = json_object_get(made, "json");
    if (say) {
        say_line(stdout, "%s", say);
    } else if (json_object_get(made, "needs")) {
        e->needs = json_incref(json_object_get(made, "needs"));
    } else if (json) {
        const char *id = c->student[(int)json_number_in(made, "student")].id;
        OWNED char *folder = text_of("%s/gradescope/%s", c->out, id),
                   *file = text_of("%s/results.json", folder);
        make_folders(folder);
        json_to_file(json_incref(json), file, REPORT_DIGITS);
    } else if (text) {
        FILE *f = atomic_open(path);
        fputs(text, f);
        atomic_close(f, path);
    } else {
        rows_to_file(json_object_get(made, "rows"), path);
    }
}

void report_check(void)
{
    if (system("command -v jq >/dev/null"))
        die("jq is missing, which writes the reports: `make setup` installs it");
}

void report_files(const struct context *c)
{
    struct exports e = {.c = c};
    hide_all_addresses(c);
    remove_earlier(c);
    write_results(c);
    write_run(c);
    model_run(model_of(c, 0, c->students), "exports", write_export, &e);
    report_pages(c, e.needs);
    json_decref(e.needs);
    hand_back_texts(c);
}
