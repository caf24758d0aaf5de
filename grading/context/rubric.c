/* What a lab's steps are worth: its declaration (common/labs/), and what an
 * instructor's file changes of it. Every mistake in that is one line that names the file and the
 * field. */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>

#include "emulator/counters/metrics.h"
#include "context.h"

/* Where we are in the file, for messages: "steps[1].efficiency.counters[0]". */
struct place {
    const char *file;
    char path[200];
};

static void complain(const struct place *p, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

static void complain(const struct place *p, const char *field, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    OWNED char *text = text_of_list(format, list);
    va_end(list);
    die("%s: %s%s%s: %s", p->file, p->path, p->path[0] && field[0] ? "." : "", field, text);
}

/* Goes a part of the path down; where it was, for p->path[…] = 0. */
static size_t enter(struct place *p, const char *format, ...)
{
    const size_t length = strlen(p->path);
    va_list list;
    va_start(list, format);
    vsnprintf(p->path + length, sizeof p->path - length, format, list);
    va_end(list);
    return length;
}

/* It must be an object. A field of it that nobody reads is a misspelt one. */
static void check_object(const struct place *p, json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        complain(p, "", "must be an object { }");
    json_object_foreach(object, key, value)
    {
        int found = key[0] == '_'; /* "_comment" */
        for (const char *const *k = known; *k; k++)
            found |= strcmp(*k, key) == 0;
        if (!found)
            complain(p, key, "no such field here");
    }
}

/* A number in [least, most], or `otherwise` where it is missing; a NAN `otherwise` means that it
 * must be there. */
static double number(const struct place *p, json_t *object, const char *field, double least,
                     double most, double otherwise)
{
    json_t *value = json_object_get(object, field);
    if (!value && isnan(otherwise))
        complain(p, field, "is missing; it is a number");
    if (!value)
        return otherwise;
    if (!json_is_number(value))
        complain(p, field, "must be a number");
    if (json_number_value(value) < least || json_number_value(value) > most)
        complain(p, field, "is %g, must be from %g to %g", json_number_value(value), least, most);
    return json_number_value(value);
}

/* A text, which lies in the file's tree; `otherwise` where it is missing; NULL: it must be
 * there. */
static const char *string(const struct place *p, json_t *object, const char *field,
                          const char *otherwise)
{
    json_t *value = json_object_get(object, field);
    if (!value && otherwise)
        return otherwise;
    if (!json_is_string(value))
        complain(p, field,
                 value ? "must be a text in quotes" : "is missing; it is a text in quotes");
    return json_string_value(value);
}

/* Does the emulator count that? It understands a name without its ".sum", too. */
static int is_counter(const char *name)
{
#define NAME(counter, ...) counter,
    static const char *const all[] = {EMU_METRICS(NAME) EMU_LAUNCH_METRICS(NAME)};
#undef NAME
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strncmp(all[i], name, length) == 0 &&
            (!all[i][length] || strcmp(all[i] + length, ".sum") == 0))
            return 1;
    return 0;
}

/* The rule of this step that counts `metric`: the declaration's, or a new one. */
static struct lab_rule *rule_of(const struct place *p, struct lab_lesson *s, const char *metric)
{
    for (int i = 0; i < s->rules; i++)
        if (strcmp(s->rule[i].metric, metric) == 0)
            return &s->rule[i];
    if (!is_counter(metric))
        complain(p, "metric", "'%s' is no counter: docs/emulator.md lists those that there are",
                 metric);
    if (s->rules == LAB_RULES)
        complain(p, "metric", "a step has at most %d rules", LAB_RULES);
    s->rule[s->rules] = (struct lab_rule){.metric = metric};
    return &s->rule[s->rules++];
}

static void read_rule(const struct place *p, json_t *o, struct lab_lesson *s)
{
    static const char *const known[] = {"metric",  "what",   "hint",     "at_most",
                                        "none_at", "wanted", "at_least", NULL};
    check_object(p, o, known);
    struct lab_rule *r = rule_of(p, s, string(p, o, "metric", NULL));
    r->what = string(p, o, "what", r->what);
    r->hint = string(p, o, "hint", r->hint ? r->hint : "");
    double most = number(p, o, "at_most", 0, 1e18, -1);
    r->none_at = number(p, o, "none_at", 0, 1e18, most >= 0 ? 4 * most : r->none_at);
    r->at_most = most >= 0 ? most : r->at_most;
    r->wanted = number(p, o, "wanted", 0, 1e18, r->wanted);
    r->at_least = number(p, o, "at_least", 0, 1e18, r->at_least);
    if (r->none_at < r->at_most)
        complain(p, "none_at", "is less than at_most");
}

static void read_size(const struct place *p, json_t *array, struct lab_lesson *s)
{
    int *to[] = {&s->size.m, &s->size.n, &s->size.k};
    s->size = (struct lab_size){1, 1, 1};
    s->also = (struct lab_size){0};
    if (json_array_size(array) < 2 || json_array_size(array) > 3)
        complain(p, "size", "must be [rows, columns] or [rows, columns, depth]");
    for (size_t i = 0; i < json_array_size(array); i++) {
        json_int_t value = json_integer_value(json_array_get(array, i));
        if (value < 1 || value > 4096)
            complain(p, "size", "must be whole numbers from 1 to 4096");
        *to[i] = (int)value;
    }
}

static void read_efficiency(struct place *p, json_t *o, struct lab_lesson *s)
{
    static const char *const known[] = {"size", "counters", "time", NULL}, *const known_time[] = {
                                                                               "share", "full_at",
                                                                               "none_at", NULL};
    const size_t outer = enter(p, ".efficiency");
    json_t *rules = json_object_get(o, "counters"), *time = json_object_get(o, "time"), *rule;
    size_t i;
    check_object(p, o, known);
    if (rules && !json_is_array(rules))
        complain(p, "counters", "must be a list [ ] of rules");
    if (json_object_get(o, "size") || (rules && !s->size.m))
        read_size(p, json_object_get(o, "size"), s);
    json_array_foreach(rules, i, rule)
    {
        const size_t length = enter(p, ".counters[%zu]", i);
        read_rule(p, rule, s);
        p->path[length] = 0;
    }
    if (time) {
        enter(p, ".time");
        check_object(p, time, known_time);
        if (!s->time.none_at)
            s->time.share = 0.5, s->time.full_at = 1.2, s->time.none_at = 4;
        s->time.share = number(p, time, "share", 0, 1, s->time.share);
        s->time.full_at = number(p, time, "full_at", 0.1, 100, s->time.full_at);
        s->time.none_at = number(p, time, "none_at", 0.1, 1000, s->time.none_at);
        if (s->time.none_at <= s->time.full_at)
            complain(p, "none_at", "is %g, must be more than full_at, %g", s->time.none_at,
                     s->time.full_at);
    }
    p->path[outer] = 0;
}

static void read_step(struct place *p, json_t *o, struct lab_rubric *r, unsigned *seen)
{
    static const char *const known[] = {"step", "points", "correctness", "efficiency", NULL};
    check_object(p, o, known);
    json_t *efficiency = json_object_get(o, "efficiency");
    int step = (int)number(p, o, "step", 0, 1000, NAN), i = 0;
    while (i < r->steps && r->number[i] != step)
        i++;
    if (i == r->steps)
        complain(p, "step", "%d: this lab has no such step", step);
    if (*seen >> i & 1)
        complain(p, "step", "%d is there twice", step);
    *seen |= 1u << i;
    struct lab_lesson *s = &r->step[i];
    s->points = number(p, o, "points", 0, 1e6, s->points);
    s->correctness = number(p, o, "correctness", 0, 1, s->correctness);
    if (efficiency)
        read_efficiency(p, efficiency, s);
    if (s->correctness < 1 && !s->rules)
        complain(p, "efficiency", "is missing, but correctness is worth less than all points");
}

/* "questions": { "2": { "points": 3, "rubric": "1 for the unit, 2 for the reason" } } */
static void read_questions(struct place *p, json_t *o, struct lab_rubric *r)
{
    static const char *const known[] = {"points", "rubric", NULL};
    const char *name;
    json_t *question;
    r->questions = o;
    if (o && !json_is_object(o))
        complain(p, "questions", "must be an object { }");
    json_object_foreach(o, name, question)
    {
        enter(p, "questions.%.20s", name);
        check_object(p, question, known);
        r->written_max += number(p, question, "points", 0, 1e6, NAN);
        p->path[0] = 0;
    }
}

static void read_lab(struct place *p, json_t *root, const char *lab, struct lab_rubric *r)
{
    static const char *const known[] = {"lab", "bonus", "questions", "steps", NULL};
    json_t *steps = json_object_get(root, "steps"), *bonus = json_object_get(root, "bonus"), *step;
    unsigned seen = 0;
    size_t i;
    check_object(p, root, known);
    const char *said = string(p, root, "lab", lab);
    if (strcmp(said, lab) != 0)
        complain(p, "lab", "is \"%s\", but the file's name says otherwise", said);
    if (bonus && !json_is_boolean(bonus))
        complain(p, "bonus", "must be true or false");
    r->bonus = bonus ? json_is_true(bonus) : r->bonus;
    read_questions(p, json_object_get(root, "questions"), r);
    if ((steps || (!bonus && !r->questions)) && json_array_size(steps) < 1)
        complain(p, "steps", "must be a list [ ] of steps");
    json_array_foreach(steps, i, step)
    {
        enter(p, "steps[%zu]", i);
        read_step(p, step, r, &seen);
        p->path[0] = 0;
    }
}

/* What FILE, if it is there, changes of a rubric. */
static void read_changes(const char *file, const char *lab, struct lab_rubric *r)
{
    struct place p = {file, ""};
    json_error_t error;
    FILE *f = fopen(file, "re");
    if (!f && errno == ENOENT)
        return;
    if (!f)
        die("%s: cannot be read: %s", file, strerror(errno));
    char mark[3]; /* an editor's, of UTF-8 */
    if (fread(mark, 1, sizeof mark, f) != sizeof mark || memcmp(mark, "\xef\xbb\xbf", 3) != 0)
        rewind(f);
    r->texts = json_loadf(f, JSON_REJECT_DUPLICATES, &error);
    fclose(f);
    if (!r->texts)
        die("%s: line %d: %s", file, error.line, error.text);
    read_lab(&p, r->texts, lab, r);
}

void rubric_read(const char *lab, const char *folder, struct lab_rubric *r)
{
    const struct lab_step *steps;
    memset(r, 0, sizeof *r);
    r->bonus = lab_file_of(lab) && lab_file_of(lab)->track == LAB_EXPERT;
    r->steps = lab_steps_of(lab, &steps);
    for (int i = 0; i < r->steps; i++) {
        r->number[i] = steps[i].step;
        r->step[i] = steps[i].lesson;
    }
    OWNED char *file = text_of("%s/%s.json", folder ? folder : "", lab);
    if (folder)
        read_changes(file, lab, r);
}

const struct lab_lesson *rubric_step(const struct lab_rubric *r, int step)
{
    for (int i = 0; i < r->steps; i++)
        if (r->number[i] == step)
            return &r->step[i];
    return NULL;
}

static int is_rubric(const struct dirent *e)
{
    size_t length = strlen(e->d_name);
    return length > 5 && e->d_name[0] != '.' && strcmp(e->d_name + length - 5, ".json") == 0;
}

void rubrics_check(const struct context *c)
{
    struct dirent **list = NULL;
    int files = c->rubrics ? scandir(c->rubrics, &list, is_rubric, alphasort) : 0;
    const struct lab_step *steps;
    if (files < 0 || (c->rubrics && !files))
        die("RUBRICS=%s: there is no LAB.json in it, like 01_naive_gemv.json", c->rubrics);
    for (int i = 0; i < files; i++) {
        char *name = list[i]->d_name;
        name[strlen(name) - strlen(".json")] = 0;
        if (!lab_steps_of(name, &steps))
            die("RUBRICS=%s: there is no lab '%s' for %s.json to change", c->rubrics, name, name);
        free(list[i]);
    }
    free(list);
}
