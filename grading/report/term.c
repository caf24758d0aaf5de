/* `make report OUTS="week1 week2"`: the runs of a term joined into one gradebook and one page, as
 * term.jq has them. What it knows is each run's results.json. */
#include "report.h"

#include <errno.h>
#include <unistd.h>

#include "base/json_file.h"

static json_t *run_json(const char *folder)
{
    OWNED char *path = text_of("%s/results.json", folder), *beside = text_of("%s/run.json", folder);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root && access(path, R_OK))
        die("OUTS: %s: %s; give folders that `make grade OUT=…` has filled, with blanks between "
            "them",
            path, strerror(errno));
    if (!root || json_number_in(root, "schema") != 1 ||
        !json_is_array(json_object_get(root, "students")))
        die("OUTS: %s holds no results of this version (%s): grade into that folder again", path,
            root ? "another schema" : error.text);
    return json_pack("{s:o, s:o, s:o*}", "folder", json_text(folder), "results", root, "run",
                     json_load_file(beside, 0, NULL));
}

/* OUT may hold an earlier page of ours, and nothing that this one would replace. */
static void check_term_out(const char *out, const char *page, const char *book)
{
    OWNED char *kept = text_of("%s/kept", out), *text = read_file(page, 1 << 28, NULL);
    int ours = text && strstr(text, "<title>" TERM_TITLE "</title>");
    if (access(kept, F_OK) == 0)
        die("OUT=%s holds the results of a run: choose another folder for the term", out);
    if (!ours && (access(page, F_OK) == 0 || access(book, F_OK) == 0))
        die("OUT=%s holds a report.html or gradebook.csv that is not the term's: choose another "
            "folder",
            out);
}

int term_report(void)
{
    const char *outs = getenv("OUTS"), *asked = getenv("OUT"), *course = getenv("COURSE");
    const char *out = asked && *asked ? asked : "build/report";
    OWNED char *page = text_of("%s/report.html", out), *book = text_of("%s/gradebook.csv", out),
               *copy = text_of("%s", outs ? outs : "");
    json_t *runs = json_array();
    char *rest = copy;
    check_term_out(out, page, book);
    for (char *folder; (folder = strsep(&rest, " \t\n"));)
        if (*folder)
            json_array_append_new(runs, run_json(folder));
    if (!json_array_size(runs))
        die("OUTS is empty: give the OUT folders of your runs, with blanks between them, like "
            "OUTS=\"week1 week2\"");
    FILE *model = model_open();
    json_auto_t *term = json_pack("{s:o, s:o, s:o}", "course", json_text(course ? course : ""),
                                  "out", json_text(out), "runs", runs);
    json_dumpf(term, model, JSON_COMPACT);
    report_run(model, "term", out, NULL);
    return 0;
}
