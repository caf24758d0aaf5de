/* The reports. results.json is the contract (version 1); the others are views of the same
 * results. */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "course_exports.h"
#include "exports.h"
#include "pages/pages.h"
#include "base/json_file.h"
#include "totals/handed_in_report.h"
#include "hand_back.h"
#include "report.h"

/* Student by student, so that memory does not grow with the class. "isolated" is there only where
 * it is false. */
static void write_results(const struct context *c, const char *path)
{
    enum { FLAGS = JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(REPORT_DIGITS) };
    FILE *f = atomic_open(path);
    json_auto_t *head = json_object();
    int bad;
    json_object_set_new(head, "schema", json_integer(1));
    json_object_set_new(head, "backend", json_string(c->tools[c->backend].name));
    json_object_set_new(head, "device", json_text(c->device.name));
    json_object_set_new(head, "tree", c->submissions ? json_null() : json_string(c->tree));
    if (!c->isolated)
        json_object_set_new(head, "isolated", json_false());
    OWNED char *text = json_dumps(head, FLAGS | JSON_EMBED);
    bad = !text;
    if (text) /* without its last line break */
        fprintf(f, "{%.*s,\n \"students\": [\n", (int)strlen(text) - 1, text);
    for (int s = 0; s < c->students && !bad; s++) {
        json_auto_t *student = student_json(c, s, FOR_PROGRAMS);
        bad = json_dumpf(student, f, FLAGS);
        fputs(s + 1 < c->students ? ",\n" : "\n", f);
    }
    fputs("]\n}\n", f);
    if (bad)
        die("cannot write %s: %s", path, strerror(errno));
    atomic_close(f, path);
}

/* What is needed to repeat the run, beside the results. */
static void write_run(const struct context *c, const char *path)
{
    char seed[40], date[40];
    time_t now = time(NULL);
    struct tm utc;
    snprintf(seed, sizeof seed, "0x%016llx", (unsigned long long)c->seed);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    json_to_file(json_pack("{s:s, s:s, s:b, s:b}", "seed", seed, "finished", date, "isolated",
                           c->isolated, "counters", c->have_emulator),
                 path, REPORT_DIGITS);
}

/* ---- what an earlier run wrote for people who are not in this one: only what looks exactly as we
 * write it is taken away */

static const struct page {
    const char *folder, *file, *mark; /* OUT/folder/ID/file, with this text in it */
} pages[] = {{"students", "feedback.html", "<title>Grades of "},
             {"gradescope", "results.json", "\"stdout_visibility\": \"hidden\""}};

static int is_ours(const char *file, const char *mark)
{
    OWNED char *text = read_file(file, 1 << 26, NULL);
    int ours = text && strstr(text, mark);
    return ours;
}

static int is_student(const struct context *c, const char *id)
{
    for (int s = 0; s < c->students; s++)
        if (strcmp(c->student[s].id, id) == 0)
            return 1;
    return 0;
}

/* A folder in which there is anything else stays as it is. */
static int remove_page(const char *folder, const struct page *page)
{
    struct dirent **list;
    struct stat s;
    int count =
            lstat(folder, &s) == 0 && S_ISDIR(s.st_mode) ? scandir(folder, &list, NULL, NULL) : -1,
        others = 0;
    for (int i = 0; i < count; i++) {
        const char *name = list[i]->d_name;
        others +=
            strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && strcmp(name, page->file) != 0;
        free(list[i]);
    }
    if (count >= 0)
        free(list);
    OWNED char *file = text_of("%s/%s", folder, page->file);
    int removed = count >= 0 && !others && is_ours(file, page->mark) && unlink(file) == 0 &&
                  rmdir(folder) == 0;
    return removed;
}

static int remove_pages(const struct context *c, const struct page *page)
{
    struct dirent **list;
    OWNED char *top = text_of("%s/%s", c->out, page->folder);
    int count = scandir(top, &list, NULL, NULL), removed = 0;
    for (int i = 0; i < count; i++) {
        const char *id = list[i]->d_name;
        OWNED char *folder = text_of("%s/%s", top, id);
        if (strcmp(id, ".") != 0 && strcmp(id, "..") != 0 && !is_student(c, id))
            removed += remove_page(folder, page);
        free(list[i]);
    }
    if (count >= 0)
        free(list);
    return removed;
}

static void remove_stale(const struct context *c)
{
    OWNED char *board = text_of("%s/leaderboard.html", c->out);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        int removed = remove_pages(c, &pages[i]);
        if (removed)
            say_line(stdout,
                     "Removed from %s/%s: what an earlier run wrote for %d who %s not graded now.",
                     c->out, pages[i].folder, removed, removed == 1 ? "is" : "are");
    }
    if (!c->leaderboard && is_ours(board, "<title>Leaderboard</title>"))
        unlink(board);
}

/* No report shows where an array happened to lie. */
static void hide_all_addresses(const struct context *c)
{
    for (int s = 0; s < c->students; s++)
        for (int i = 0; i < c->slots; i++)
            hide_addresses(result_of(c, s, i)->ruling.message);
}

void report_files(const struct context *c)
{
    static const struct {
        const char *name;
        void (*write)(const struct context *, const char *);
    } files[] = {{"results.json", write_results},    {"run.json", write_run},
                 {"gradebook.csv", write_gradebook}, {"submissions.csv", write_submissions},
                 {"canvas.csv", write_canvas},       {"moodle.csv", write_moodle},
                 {"junit.xml", write_junit},         {"report.html", report_html},
                 {"review.html", review_page}};
    hide_all_addresses(c);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        OWNED char *path = text_of("%s/%s", c->out, files[i].name);
        files[i].write(c, path);
    }
    for (int s = 0; s < c->students; s++) {
        OWNED char *folder = text_of("%s/gradescope/%s", c->out, c->student[s].id);
        OWNED char *path = text_of("%s/results.json", folder);
        make_folders(folder);
        write_gradescope(c, s, path);
    }
    report_pages(c);
    hand_back_texts(c);
    remove_stale(c);
}
