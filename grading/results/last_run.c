/* OUT/kept/run.json: what the last run graded. */
#include <stdlib.h>
#include <string.h>

#include "result_cache.h"

json_t *keep_seed_json(uint64_t seed)
{
    char text[24];
    snprintf(text, sizeof text, "0x%016llx", (unsigned long long)seed);
    return json_string(text);
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
    } parts[] = {{"submissions", run->submissions, sizeof run->submissions},
                 {"tree", run->tree, sizeof run->tree},
                 {"lab", run->lab, sizeof run->lab},
                 {"step", run->step, sizeof run->step},
                 {"backend", run->backend, sizeof run->backend},
                 {"answers", run->answers, sizeof run->answers},
                 {"rubrics", run->rubrics, sizeof run->rubrics},
                 {"adjust", run->adjust, sizeof run->adjust},
                 {"course", run->course, sizeof run->course},
                 {"roster", run->roster, sizeof run->roster},
                 {"deadline", run->deadline, sizeof run->deadline},
                 {"late", run->late, sizeof run->late},
                 {"grace", run->grace, sizeof run->grace}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *value = json_text_in(root, parts[i].name);
        if (value && strlen(value) >= parts[i].size)
            die("%s: its \"%s\" is too long", path, parts[i].name);
        snprintf(parts[i].to, parts[i].size, "%s", value ? value : "");
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
    json_object_set_new(root, "submissions", json_text(c->submissions ? c->submissions : ""));
    json_object_set_new(root, "tree", json_string(c->tree));
    json_object_set_new(root, "lab", json_string(c->asked_lab));
    json_object_set_new(root, "step", json_string(step));
    json_object_set_new(root, "backend", json_string(c->tools[c->backend].name));
    json_object_set_new(root, "limit", json_integer(c->seconds));
    json_object_set_new(root, "compile_limit", json_integer(c->compile_seconds));
    json_object_set_new(root, "answers", json_text(c->answers ? c->answers : ""));
    json_object_set_new(root, "rubrics", json_text(c->rubrics ? c->rubrics : ""));
    json_object_set_new(root, "adjust", json_text(c->adjust ? c->adjust : ""));
    json_object_set_new(root, "course", json_text(c->course));
    json_object_set_new(root, "leaderboard", json_boolean(c->leaderboard));
    json_object_set_new(root, "feedback", json_boolean(c->feedback));
    json_object_set_new(root, "roster", json_text(c->roster_file ? c->roster_file : ""));
    json_object_set_new(root, "deadline", json_text(c->deadline));
    json_object_set_new(root, "late", json_text(c->late_rule));
    json_object_set_new(root, "grace", json_text(c->grace));
    json_to_file(root, path, 17); /* every digit */
}
