/* A page as a file (pages.h): style, data and script are in it (grading.mk makes assets.h of them),
 * and a policy forbids every other script and every request. */
#include <sys/random.h>

#include "base/json_file.h"
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
