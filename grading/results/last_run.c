/* OUT/kept/run.json: what the last run graded. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result_cache.h"

json_t *keep_seed_json(uint64_t seed)
{
    char text[24];
    snprintf(text, sizeof text, "0x%016llx", (unsigned long long)seed);
    return json_string(text);
}

/* A path in ASCII, with a %XX for each other byte: it may be no UTF-8, and is needed again as it
 * was. */
static json_t *place_json(const char *path)
{
    char *text = zeros(3 * strlen(path ? path : "") + 1, 1), *to = text;
    for (; path && *path; path++)
        if (*path >= ' ' && *path < 127 && *path != '%')
            *to++ = *path;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*path);
    json_t *string = json_string(text);
    free(text);
    return string;
}

/* The path of such a text, in its place. */
static void read_place(char *text)
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

void keep_last_run(const char *out, struct last_run *run)
{
    OWNED char *path = run_path(out);
    json_auto_t *root = json_load_file(path, 0, NULL);
    const char *seed = json_text_in(root, "seed");
    memset(run, 0, sizeof *run);
    run->there = seed != NULL;
    run->seed = seed ? strtoull(seed, NULL, 0) : 0;
    run->leaderboard = json_is_true(json_object_get(root, "leaderboard"));
    run->feedback = json_is_true(json_object_get(root, "feedback"));
    run->seconds = (int)json_number_in(root, "limit");
    run->compile_seconds = (int)json_number_in(root, "compile_limit");
    const struct {
        const char *name;
        char *to;
        size_t size;
        int is_place;
    } parts[] = {{"submissions", run->submissions, sizeof run->submissions, 1},
                 {"tree", run->tree, sizeof run->tree, 0},
                 {"lab", run->lab, sizeof run->lab, 0},
                 {"step", run->step, sizeof run->step, 0},
                 {"backend", run->backend, sizeof run->backend, 0},
                 {"answers", run->answers, sizeof run->answers, 1},
                 {"rubrics", run->rubrics, sizeof run->rubrics, 1},
                 {"adjust", run->adjust, sizeof run->adjust, 1},
                 {"course", run->course, sizeof run->course, 0},
                 {"roster", run->roster, sizeof run->roster, 1},
                 {"deadline", run->deadline, sizeof run->deadline, 0},
                 {"late", run->late, sizeof run->late, 0},
                 {"grace", run->grace, sizeof run->grace, 0},
                 {"from", run->from, sizeof run->from, 0},
                 {"at", run->at, sizeof run->at, 0},
                 {"count", run->count, sizeof run->count, 0}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *kept = json_text_in(root, parts[i].name);
        OWNED char *value = text_of("%s", kept ? kept : "");
        if (parts[i].is_place)
            read_place(value);
        if (strlen(value) >= parts[i].size)
            die("%s: its \"%s\" is too long", path, parts[i].name);
        strcpy(parts[i].to, value);
    }
}

void keep_begin(const struct context *c)
{
    if (c->task || c->replay)
        return;
    OWNED char *path = run_path(c->out);
    char step[16] = "";
    json_t *root = json_object();
    if (c->only_step >= 0)
        snprintf(step, sizeof step, "%d", c->only_step);
    json_object_set_new(root, "seed", keep_seed_json(c->seed));
    json_object_set_new(root, "submissions", place_json(c->submissions));
    json_object_set_new(root, "tree", json_string(c->tree));
    json_object_set_new(root, "lab", json_string(c->asked_lab));
    json_object_set_new(root, "step", json_string(step));
    json_object_set_new(root, "backend", json_string(c->tools[c->backend].name));
    json_object_set_new(root, "limit", json_integer(c->seconds));
    json_object_set_new(root, "compile_limit", json_integer(c->compile_seconds));
    json_object_set_new(root, "answers", place_json(c->answers));
    json_object_set_new(root, "rubrics", place_json(c->rubrics));
    json_object_set_new(root, "adjust", place_json(c->adjust));
    json_object_set_new(root, "course", json_text(c->course));
    json_object_set_new(root, "leaderboard", json_boolean(c->leaderboard));
    json_object_set_new(root, "feedback", json_boolean(c->feedback));
    json_object_set_new(root, "roster", place_json(c->roster_file));
    json_object_set_new(root, "deadline", json_text(c->deadline));
    json_object_set_new(root, "late", json_text(c->late_rule));
    json_object_set_new(root, "grace", json_text(c->grace));
    json_object_set_new(root, "from", json_text(c->asked_from));
    json_object_set_new(root, "at", json_text(c->at));
    json_object_set_new(root, "count", json_text(c->count));
    json_to_file(root, path, 17); /* every digit */
}
