/* The pages: report.html and review.html for the instructor, students/ID/feedback.html to hand
 * back. Style, data and script are in each (grading.mk makes assets.h of them); a policy forbids
 * every other script and every request. */
#include <sys/random.h>
#include <time.h>

#include "base/json_file.h"
#include "inspect/inspect.h"
#include "intake/intake.h"
#include "pages.h"
#include "assets.h"

char *escaped(const char *value)
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    for (; *value; value++)
        fprintf(f, strchr("&<>\"'", *value) ? "&#%d;" : "%c", *value);
    fclose(f);
    return text;
}

/* Of an object all but its last brace, if `open`. */
static void put_json(FILE *f, const json_t *value, int open)
{
    OWNED char *text =
        json_dumps(value, JSON_ENSURE_ASCII | JSON_COMPACT | JSON_REAL_PRECISION(REPORT_DIGITS));
    if (!text)
        die("no memory left for a report");
    text[strlen(text) - (size_t)open] = 0;
    for (const char *at = text; *at; at++)
        if (*at == '<')
            fputs("\\u003c", f);
        else
            fputc(*at, f);
}

void class_to_file(FILE *f, json_t *head, const struct context *c, int first, int end,
                   enum audience whose)
{
    put_json(f, head, 1);
    fputs(",\"students\":[", f);
    for (int s = first; s < end; s++) {
        json_auto_t *student = student_json(c, s, whose);
        fputs(s > first ? ",\n" : "\n", f);
        put_json(f, student, 0);
    }
    fputs("]}\n", f);
    json_decref(head);
}

void page_write(const char *path, const char *title, json_t *head, const struct context *c,
                int first, int end)
{
    const char *kind = json_text_in(head, "kind");
    const int review = *kind == 'r';
    FILE *f = atomic_open(path);
    uint64_t nonce;
    OWNED char *name = escaped(title);
    if (getrandom(&nonce, sizeof nonce, 0) != sizeof nonce)
        die("the system gives no random numbers");
    fprintf(f,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src "
            "data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; script-src "
            "'nonce-%016llx'\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
            "<meta name=\"robots\" content=\"noindex\">\n<link rel=\"icon\" href=\"data:,\">\n"
            "<title>%s</title>\n<style>\n%s",
            (unsigned long long)nonce, name, report_css);
    fprintf(f,
            "</style>\n</head>\n<body>\n<noscript>%s: open this page where its own script may run."
            "</noscript>\n<script type=\"application/json\" id=\"data\">",
            name);
    class_to_file(f, json_incref(head), c, first, end, review ? FOR_REVIEW : FOR_READERS);
    fprintf(f, "</script>\n<script nonce=\"%016llx\">\n", (unsigned long long)nonce);
    fprintf(f, "\"use strict\";\n{\n%s%sbegin();\n}\n", pages_js, review ? review_js : "");
    if (*kind == 'c' || *kind == 't')
        fputs(report_js, f);
    fputs("</script>\n</body>\n</html>\n", f);
    json_decref(head);
    atomic_close(f, path);
}

/* ---- which pages there are */

static json_t *page_head(const struct context *c, const char *kind)
{
    return json_pack("{s:s, s:o, s:s, s:o}", "kind", kind, "course", json_text(c->course),
                     "backend", c->tools[c->backend].name, "device", json_text(c->device.name));
}

static json_t *warnings(const struct context *c)
{
    json_t *list = json_array();
    if (!c->isolated)
        json_array_append_new(list,
                              json_pack("[s, s]", "Not isolated.",
                                        "bubblewrap was not available: programs ran with limits "
                                        "only and could read files of this class."));
    if (!c->have_emulator)
        json_array_append_new(list, json_pack("[s, s]", "No counters.",
                                              "The emulator was not built: times alone decided on "
                                              "efficiency."));
    return list;
}

static void class_page(const struct context *c, json_t *needs)
{
    OWNED char *path = text_of("%s/report.html", c->out);
    char date[80];
    time_t now = time(NULL);
    struct tm local;
    json_t *head = page_head(c, "class");
    json_auto_t *alike = similar_files(c);
    strftime(date, sizeof date, "%A, %d %B %Y, %H:%M", localtime_r(&now, &local));
    json_object_set_new(head, "date", json_string(date));
    json_object_set_new(head, "from", json_text(c->submissions ? c->submissions : c->tree));
    json_object_set_new(head, "warnings", warnings(c));
    json_array_extend(needs, alike);
    json_object_set(head, "needs", needs);
    page_write(path, "Grades", head, c, 0, c->students);
}

/* The questions that a rubric has, and those that points were given for. */
static json_t *questions_json(const struct context *c, int lab)
{
    json_t *list =
               c->rubric[lab].questions ? json_deep_copy(c->rubric[lab].questions) : json_object(),
           *question;
    const char *name;
    for (int i = 0; i < c->marks; i++)
        if (c->mark[i].lab == lab && *c->mark[i].question &&
            !json_object_get(list, c->mark[i].question))
            json_object_set_new(list, c->mark[i].question, json_object());
    json_object_foreach(list, name, question)
    {
        OWNED char *text = answers_question(c, lab, name);
        json_object_set_new(question, "text", json_text(text ? text : ""));
    }
    return list;
}

static void review_page(const struct context *c)
{
    OWNED char *path = text_of("%s/review.html", c->out);
    json_t *head = page_head(c, "review"), *labs = json_object();
    for (int l = 0; l < c->labs; l++)
        json_object_set_new(labs, c->lab[l], questions_json(c, l));
    json_object_set_new(head, "questions", labs);
    page_write(path, "Review", head, c, 0, c->students);
}

void report_pages(const struct context *c, json_t *needs)
{
    class_page(c, needs);
    review_page(c);
    for (int s = 0; s < c->students; s++) {
        OWNED char *folder = text_of("%s/students/%s", c->out, c->student[s].id),
                   *path = text_of("%s/feedback.html", folder),
                   *title = text_of("Grades of %s", student_shown(c, s));
        make_folders(folder);
        page_write(path, title, page_head(c, "student"), c, s, s + 1);
    }
}
