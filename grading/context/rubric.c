/* What a lab's steps are worth: its declaration (common/labs/), and what an
 * instructor's file changes of it. Every mistake in that is one line that names the file and the
 * field. */
#include <dirent.h>

#include "emulator/counters/metrics.h"
#include "context.h"

enum kind { OBJECT, LIST, NUMBER, WHOLE, TEXT, BOOLEAN };
static const char *const words[] = {"an object { }",  "a list [ ]",       "a number",
                                    "a whole number", "a text in quotes", "true or false"};

/* All that a file may hold; * stands for any name, [] for each part of a list. */
#define EFFICIENCY "steps[].efficiency"
#define RULE       EFFICIENCY ".counters[]"
#define TIME       EFFICIENCY ".time"
static const struct field {
    const char *path;
    enum kind kind;
    int needed; /* where the object is that it is in */
    double least, most;
} fields[] = {{"", OBJECT, 0, 0, 0},
              {"lab", TEXT, 0, 0, 0},
              {"bonus", BOOLEAN, 0, 0, 0},
              {"questions", OBJECT, 0, 0, 0},
              {"questions.*", OBJECT, 0, 0, 0},
              {"questions.*.points", NUMBER, 1, 0, 1e6},
              {"questions.*.rubric", TEXT, 0, 0, 0},
              {"steps", LIST, 0, 0, 0},
              {"steps[]", OBJECT, 0, 0, 0},
              {"steps[].step", WHOLE, 1, 0, 1000},
              {"steps[].points", NUMBER, 0, 0, 1e6},
              {"steps[].correctness", NUMBER, 0, 0, 1},
              {EFFICIENCY, OBJECT, 0, 0, 0},
              {EFFICIENCY ".size", LIST, 0, 0, 0},
              {EFFICIENCY ".size[]", WHOLE, 0, 1, 4096},
              {EFFICIENCY ".counters", LIST, 0, 0, 0},
              {RULE, OBJECT, 0, 0, 0},
              {RULE ".metric", TEXT, 1, 0, 0},
              {RULE ".what", TEXT, 0, 0, 0},
              {RULE ".hint", TEXT, 0, 0, 0},
              {RULE ".at_most", NUMBER, 0, 0, 1e18},
              {RULE ".none_at", NUMBER, 0, 0, 1e18},
              {RULE ".wanted", NUMBER, 0, 0, 1e18},
              {RULE ".at_least", NUMBER, 0, 0, 1e18},
              {TIME, OBJECT, 0, 0, 0},
              {TIME ".share", NUMBER, 0, 0, 1},
              {TIME ".full_at", NUMBER, 0, 0.1, 100},
              {TIME ".none_at", NUMBER, 0, 0.1, 1000}};
enum { FIELDS = sizeof fields / sizeof *fields, LARGEST = 1 << 20 };

static int is_kind(const json_t *value, enum kind kind)
{
    return kind == OBJECT   ? json_is_object(value)
           : kind == LIST   ? json_is_array(value)
           : kind == NUMBER ? json_is_number(value)
           : kind == WHOLE  ? json_is_integer(value)
           : kind == TEXT   ? json_is_string(value)
                            : json_is_boolean(value);
}

/* Holds a value, and all in it, against the table. `path`: where it is; `form`: that as the table
 * has it. */
static void check(const char *file, const char *path, const char *form, json_t *value)
{
    const char *key, *dot = *path ? "." : "";
    const double number = json_number_value(value);
    json_t *part;
    size_t i;
    const struct field *f = fields;
    while (f < fields + FIELDS && strcmp(f->path, form) != 0)
        f++;
    if (f == fields + FIELDS)
        die("%s: %s: no such field here", file, path);
    if (!is_kind(value, f->kind))
        die("%s: %s: must be %s", file, path, words[f->kind]);
    if (json_is_number(value) && (number < f->least || number > f->most))
        die("%s: %s: is %g, must be from %g to %g", file, path, number, f->least, f->most);
    json_object_foreach(value, key, part)
    {
        OWNED char *at = text_of("%s%s%s", path, dot, key),
                   *as = text_of("%s%s%s", form, dot, strcmp(form, "questions") ? key : "*");
        if (key[0] != '_') /* "_comment" */
            check(file, at, as, part);
    }
    json_array_foreach(value, i, part)
    {
        OWNED char *at = text_of("%s[%zu]", path, i), *as = text_of("%s[]", form);
        check(file, at, as, part);
    }
    for (f = fields; f < fields + FIELDS; f++) {
        const char *name = strrchr(f->path, '.');
        OWNED char *of = text_of("%.*s", name ? (int)(name - f->path) : 0, f->path);
        if (f->needed && strcmp(of, form) == 0 && !json_object_get(value, name + 1))
            die("%s: %s%s: is missing; it is %s", file, path, name, words[f->kind]);
    }
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

/* The part of the file that is read. */
struct part {
    const char *file;
    size_t step, rule; /* of their lists */
};
#define OF_STEP "%s: steps[%zu]."
#define OF_RULE OF_STEP "efficiency.counters[%zu]."

/* The rule of this step that counts `metric`: the declaration's, or a new one. */
static struct lab_rule *rule_of(const struct part *p, struct lab_lesson *s, const char *metric)
{
    for (int i = 0; i < s->rules; i++)
        if (strcmp(s->rule[i].metric, metric) == 0)
            return &s->rule[i];
    if (!is_counter(metric))
        die(OF_RULE "metric: '%s' is no counter: docs/emulator.md lists those that there are",
            p->file, p->step, p->rule, metric);
    if (s->rules == LAB_RULES)
        die(OF_RULE "metric: a step has at most %d rules", p->file, p->step, p->rule, LAB_RULES);
    s->rule[s->rules] = (struct lab_rule){.metric = metric, .hint = ""};
    return &s->rule[s->rules++];
}

static void read_rule(const struct part *p, json_t *o, struct lab_lesson *s)
{
    struct lab_rule *r = rule_of(p, s, json_text_in(o, "metric"));
    double most = -1, none_at = -1;
    json_unpack(o, "{s?s, s?s, s?F, s?F, s?F, s?F}", "what", &r->what, "hint", &r->hint, "at_most",
                &most, "none_at", &none_at, "wanted", &r->wanted, "at_least", &r->at_least);
    r->none_at = none_at >= 0 ? none_at : most >= 0 ? 4 * most : r->none_at;
    r->at_most = most >= 0 ? most : r->at_most;
    if (!r->what)
        die(OF_RULE "what: is missing; it is %s", p->file, p->step, p->rule, words[TEXT]);
    if (r->none_at < r->at_most)
        die(OF_RULE "none_at: is less than at_most", p->file, p->step, p->rule);
}

static void read_efficiency(struct part *p, json_t *o, struct lab_lesson *s)
{
    json_t *rules = json_object_get(o, "counters"), *time = json_object_get(o, "time"), *rule,
           *size = json_object_get(o, "size");
    if (size || (rules && !s->size.m)) {
        s->size = (struct lab_size){1, 1, 1};
        s->also = (struct lab_size){0};
        if (json_unpack(size, "[i, i!]", &s->size.m, &s->size.n) &&
            json_unpack(size, "[i, i, i!]", &s->size.m, &s->size.n, &s->size.k))
            die(OF_STEP "efficiency.size: must be [rows, columns] or [rows, columns, depth]",
                p->file, p->step);
    }
    json_array_foreach(rules, p->rule, rule) read_rule(p, rule, s);
    if (time && !s->time.none_at)
        s->time.share = 0.5, s->time.full_at = 1.2, s->time.none_at = 4;
    json_unpack(time, "{s?F, s?F, s?F}", "share", &s->time.share, "full_at", &s->time.full_at,
                "none_at", &s->time.none_at);
    if (time && s->time.none_at <= s->time.full_at)
        die(OF_STEP "efficiency.time.none_at: is %g, must be more than full_at, %g", p->file,
            p->step, s->time.none_at, s->time.full_at);
}

static void read_step(struct part *p, json_t *o, struct lab_rubric *r, unsigned *seen)
{
    const int step = (int)json_number_in(o, "step");
    json_t *efficiency = json_object_get(o, "efficiency");
    int i = 0;
    while (i < r->steps && r->declared[i].step != step)
        i++;
    if (i == r->steps)
        die(OF_STEP "step: %d: this lab has no such step", p->file, p->step, step);
    if (*seen >> i & 1)
        die(OF_STEP "step: %d is there twice", p->file, p->step, step);
    *seen |= 1u << i;
    struct lab_lesson *s = &r->step[i];
    json_unpack(o, "{s?F, s?F}", "points", &s->points, "correctness", &s->correctness);
    if (efficiency)
        read_efficiency(p, efficiency, s);
    if (s->correctness < 1 && !s->rules)
        die(OF_STEP "efficiency: is missing, but correctness is worth less than all points",
            p->file, p->step);
}

static void read_lab(const char *file, json_t *root, const char *lab, struct lab_rubric *r)
{
    struct part p = {.file = file};
    const char *said = lab, *name;
    json_t *steps = NULL, *one;
    unsigned seen = 0;
    check(file, "", "", root);
    json_unpack(root, "{s?s, s?b, s?o, s?o}", "lab", &said, "bonus", &r->bonus, "questions",
                &r->questions, "steps", &steps);
    if (strcmp(said, lab) != 0)
        die("%s: lab: is \"%s\", but the file's name says otherwise", file, said);
    if ((steps || (!json_object_get(root, "bonus") && !r->questions)) && json_array_size(steps) < 1)
        die("%s: steps: must be a list [ ] of steps", file);
    json_object_foreach(r->questions, name, one) r->written_max += json_number_in(one, "points");
    json_array_foreach(steps, p.step, one) read_step(&p, one, r, &seen);
}

/* What FILE, if it is there, changes of a rubric. */
static void read_changes(const char *file, const char *lab, struct lab_rubric *r)
{
    json_error_t error;
    size_t size;
    OWNED char *real = realpath(file, NULL), /* it may be a link */
        *text = read_source(real ? real : file, LARGEST, &size);
    if (!text && errno == ENOENT)
        return;
    if (!text)
        die("%s: cannot be read: %s", file, strerror(errno));
    r->texts = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!r->texts)
        die("%s: line %d: %s", file, error.line, error.text);
    read_lab(file, r->texts, lab, r);
}

void rubric_read(const char *lab, const char *folder, struct lab_rubric *r)
{
    memset(r, 0, sizeof *r);
    r->bonus = lab_file_of(lab) && lab_file_of(lab)->track == LAB_EXPERT;
    r->steps = lab_steps_of(lab, &r->declared);
    for (int i = 0; i < r->steps; i++)
        r->step[i] = r->declared[i].lesson;
    OWNED char *file = text_of("%s/%s.json", folder ? folder : "", lab);
    if (folder)
        read_changes(file, lab, r);
}

void rubrics_check(const struct context *c)
{
    DIR *d = c->rubrics ? opendir(c->rubrics) : NULL;
    const struct lab_step *steps;
    int files = 0;
    for (struct dirent *e; d && (e = readdir(d));) {
        char *end = strrchr(e->d_name, '.');
        if (!end || end == e->d_name || strcmp(end, ".json") != 0)
            continue;
        *end = 0;
        files++;
        if (!lab_steps_of(e->d_name, &steps))
            die("RUBRICS=%s: there is no lab '%s' for %s.json to change", c->rubrics, e->d_name,
                e->d_name);
    }
    if (d)
        closedir(d);
    if (c->rubrics && !files)
        die("RUBRICS=%s: there is no LAB.json in it, like 01_naive_gemv.json", c->rubrics);
}
