/* OUT/kept/run.json: what the last run graded. */
#include <ctype.h>

#include "result_cache.h"

json_t *keep_seed_json(uint64_t seed)
{
    char text[24];
    snprintf(text, sizeof text, "0x%016llx", (unsigned long long)seed);
    return json_string(text);
}

/* A text in ASCII, with a %XX for each other byte: a path may be no UTF-8, and is needed again as
 * it was. */
static json_t *bytes_json(const char *path)
{
    OWNED char *text = zeros(3 * strlen(path ? path : "") + 1, 1);
    char *to = text;
    for (; path && *path; path++)
        if (*path >= ' ' && *path < 127 && *path != '%')
            *to++ = *path;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*path);
    return json_string(text);
}

/* What such a text stands for, in its place. */
static void read_bytes(char *text)
{
    unsigned byte;
    for (char *at = text; (*text = *at); text++, at++)
        if (*at == '%' && isxdigit((unsigned char)at[1]) && isxdigit((unsigned char)at[2]) &&
            sscanf(at + 1, "%2X", &byte) == 1) {
            *text = (char)byte;
            at += 2;
        }
}

static char *run_path(const char *out)
{
    return text_of("%s/kept/run.json", out);
}

/* A text of the context, where it is kept for the next run. */
#define TEXT(name, of_context)                                                                     \
    {                                                                                              \
#name, offsetof(struct context, of_context)                                                \
    }
static const struct {
    const char *name;
    size_t at;
} texts[] = {TEXT(submissions, submissions),
             TEXT(tree, tree),
             TEXT(lab, asked_lab),
             TEXT(answers, answers),
             TEXT(rubrics, rubrics),
             TEXT(adjust, adjust),
             TEXT(course, course),
             TEXT(roster, roster_file),
             TEXT(deadline, deadline),
             TEXT(late, late_rule),
             TEXT(grace, grace),
             TEXT(from, asked_from),
             TEXT(at, at),
             TEXT(count, count)};
enum { TEXTS = sizeof texts / sizeof *texts };

json_t *keep_last_run(const char *out)
{
    OWNED char *path = run_path(out);
    json_t *root = json_load_file(path, 0, NULL);
    for (int i = 0; root && i < TEXTS; i++) {
        const char *kept = json_text_in(root, texts[i].name);
        OWNED char *value = text_of("%s", kept ? kept : "");
        read_bytes(value);
        json_object_set_new_nocheck(root, texts[i].name, json_string_nocheck(value));
    }
    return root;
}

void keep_begin(const struct context *c)
{
    if (c->task || c->replay)
        return;
    OWNED char *path = run_path(c->out);
    json_t *root = json_pack("{s:o, s:i, s:s, s:i, s:i, s:b, s:b}", "seed", keep_seed_json(c->seed),
                             "step", c->only_step, "backend", c->tools[c->backend].name, "limit",
                             c->seconds, "compile_limit", c->compile_seconds, "leaderboard",
                             c->leaderboard, "feedback", c->feedback);
    for (int i = 0; i < TEXTS; i++)
        json_object_set_new(root, texts[i].name,
                            bytes_json(*(const char *const *)((const char *)c + texts[i].at)));
    json_to_file(root, path, 17); /* every digit */
}
