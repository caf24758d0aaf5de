/* Reads submissions from their text files (edits.h says how they look), and applies their edits. */
#include "edits.h"

#include <ctype.h>

#include "tests.h"

/* ---- the text files */

struct reader {
    const char *path;
    int line, blanks; /* blanks: empty lines just before this one */
    int fresh;        /* the next line of an edit begins a new one */
    struct submissions *all;
    char *fault; /* the first */
};

static void __attribute__((format(printf, 3, 4)))
fault(struct reader *r, int line, const char *format, ...)
{
    va_list list;
    char text[500];
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!r->fault)
        r->fault = text_of("%s:%d: %s", r->path, line, text);
}

static void append(char **text, const char *line)
{
    size_t length = strlen(line);
    int blank = length >= 4 && strcmp(line + length - 4, "\\x20") == 0;
    text_add(text, "%.*s%s\n", (int)length - 4 * blank, line, blank ? " " : "");
}

static int is_lab(const char *lab, int step)
{
    const struct lab_step *facts;
    int count = lab_all_steps(&facts);
    for (int i = 0; i < count; i++)
        if (strcmp(facts[i].lab, lab) == 0 && (step < 0 || facts[i].step == step))
            return 1;
    return 0;
}

static int verdict_called(const char *name, enum verdict *v)
{
    static const struct {
        const char *name;
        enum verdict verdict;
    } more[] = {{"lucky", LUCKY}, {"elusive", ELUSIVE}};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (strcmp(name, more[i].name) == 0)
            return *v = more[i].verdict, 1;
    for (int i = 0; i < VERDICTS; i++)
        if (strcmp(name, verdict_name((enum verdict)i)) == 0)
            return *v = (enum verdict)i, 1;
    return 0;
}

/* The last submission is whole: is it one, and the only one of its name? */
static void end_submission(struct reader *r)
{
    const struct submissions *all = r->all;
    const struct submission *s = all->count ? &all->list[all->count - 1] : NULL;
    if (s && !s->edits)
        fault(r, s->line, "%s has no edit: lines that begin with ' ', '-' or '+'", s->name);
    for (int i = 0; s && i < s->edits; i++)
        if (strcmp(s->edit[i].before, s->edit[i].after) == 0)
            fault(r, s->edit[i].line, "this edit of %s changes nothing", s->name);
    for (int i = 0; i < all->count - 1; i++) {
        const struct submission *other = &all->list[i];
        int meet = other->step == s->step || other->step < 0 || s->step < 0;
        if (meet && strcmp(other->name, s->name) == 0)
            fault(r, s->line, "line %d has a submission %s, too: give this one another name",
                  other->line, s->name);
    }
}

/* "== step 3: name, verdict" */
static void read_head(struct reader *r, const char *line)
{
    char name[100], verdict[40];
    int step = -1, used = 0;
    struct submissions *all = r->all;
    end_submission(r);
    if (sscanf(line, "== all steps: %99[A-Za-z0-9_], %39[a-z_]%n", name, verdict, &used) != 2 &&
        sscanf(line, "== step %d: %99[A-Za-z0-9_], %39[a-z_]%n", &step, name, verdict, &used) != 3)
        used = 0;
    if (!used || line[used]) {
        fault(r, r->line, "'%s' is not '== step N: name, verdict', nor '== all steps: …'", line);
        return;
    }
    all->list = one_more(all->list, all->count++, sizeof *all->list);
    struct submission *s = &all->list[all->count - 1];
    *s = (struct submission){
        .path = all->path, .line = r->line, .name = text_of("%s", name), .step = step};
    r->fresh = 1;
    if (!all->lab)
        fault(r, r->line, "the file must name its lab first: 'lab 01_naive_gemv'");
    else if (step >= 0 && !is_lab(all->lab, step))
        fault(r, r->line, "lab %s has no step %d", all->lab, step);
    if (!verdict_called(verdict, &s->verdict))
        fault(r, r->line, "'%s' is no verdict: give one of results.json, lucky or elusive",
              verdict);
}

static void read_lab(struct reader *r, const char *lab)
{
    if (r->all->lab)
        fault(r, r->line, "the file is for lab %s", r->all->lab);
    else if (!is_lab(lab, -1))
        fault(r, r->line, "there is no lab '%s'", lab);
    else
        r->all->lab = text_of("%s", lab);
}

static void read_edit(struct reader *r, struct submission *s, const char *line)
{
    if (r->fresh) {
        s->edit = one_more(s->edit, s->edits, sizeof *s->edit);
        s->edit[s->edits++] = (struct edit){r->line, text_of("%s", ""), text_of("%s", "")};
        r->fresh = 0;
    }
    struct edit *edit = &s->edit[s->edits - 1];
    if (*line != '+')
        append(&edit->before, *line ? line + 1 : line);
    if (*line != '-')
        append(&edit->after, *line ? line + 1 : line);
}

/* A line of a submission, behind its head. */
static void read_line(struct reader *r, struct submission *s, const char *line)
{
    if (!strncmp(line, "says ", 5) && !s->edits && !s->message)
        s->message = text_of("%s", line + 5);
    else if (!strcmp(line, "@@"))
        r->fresh = 1;
    else if (!strchr(" -+", *line))
        fault(r, r->line, "'%s' is not 'says …' before the edits, '@@', or a line of an edit",
              line);
    else {
        for (; r->blanks > 0 && !r->fresh; r->blanks--)
            read_edit(r, s, "");
        read_edit(r, s, line);
    }
}

char *read_submissions(const char *path, struct submissions *all)
{
    *all = (struct submissions){.path = text_of("%s", path)};
    struct reader r = {.path = all->path, .all = all};
    OWNED char *text = read_file(path, 1 << 20, NULL);
    char *rest = text;
    if (!text)
        fault(&r, 0, "it cannot be read");
    for (char *line; (line = strsep(&rest, "\n"));) {
        r.line++;
        if (*line && *line != '#') {
            if (!strncmp(line, "lab ", 4) && !all->count)
                read_lab(&r, line + 4);
            else if (!strncmp(line, "== ", 3))
                read_head(&r, line);
            else if (all->count)
                read_line(&r, &all->list[all->count - 1], line);
            else
                fault(&r, r.line, "'%s' stands before the first '== step N: …'", line);
        }
        r.blanks = *line ? 0 : r.blanks + 1;
    }
    end_submission(&r);
    if (!all->count)
        fault(&r, r.line, "there is no submission");
    return r.fault;
}

void free_submissions(struct submissions *all)
{
    for (int i = 0; i < all->count; i++) {
        for (int k = 0; k < all->list[i].edits; k++) {
            free(all->list[i].edit[k].before);
            free(all->list[i].edit[k].after);
        }
        free(all->list[i].edit);
        free(all->list[i].name);
        free(all->list[i].message);
    }
    free(all->list);
    free(all->lab);
    free(all->path);
    *all = (struct submissions){0};
}

struct submissions submissions_of(const char *list)
{
    static struct submissions *files;
    static size_t count;
    OWNED char *path = text_of("grading/tests/%s.txt", list);
    for (size_t i = 0; i < count; i++)
        if (strcmp(files[i].path, path) == 0)
            return files[i];
    files = one_more(files, count++, sizeof *files);
    char *wrong = read_submissions(path, &files[count - 1]);
    expect(wrong == NULL, "%s", wrong ? wrong : "");
    if (wrong) {
        free_submissions(&files[count - 1]);
        count--;
        free(wrong);
        return (struct submissions){0};
    }
    return files[count - 1];
}

/* ---- the solution's lines, and the steps that they are for */

enum { MOST_LINES = 4000, MOST_NESTED = 16 };
struct lines {
    int count;
    const char *at[MOST_LINES + 1]; /* the last: the text's end */
    uint64_t steps[MOST_LINES];     /* one bit for each step whose #if encloses the line */
};

static uint64_t steps_named(const char *line, const char *end)
{
    uint64_t steps = 0;
    for (const char *p = line; (p = strstr(p, "LAB_STEP(")) && p < end;) {
        p += strlen("LAB_STEP(");
        if (isdigit((unsigned char)*p))
            steps |= 1ULL << (strtoul(p, NULL, 10) & 63);
    }
    return steps;
}

static void split(const char *text, struct lines *l)
{
    uint64_t around[MOST_NESTED] = {0};
    int depth = 0, directive = 0;
    l->count = 0;
    while (*text) {
        const char *next = strchr(text, '\n'), *word = text + strspn(text, " ");
        next = next ? next + 1 : text + strlen(text);
        if (l->count == MOST_LINES || depth + 1 == MOST_NESTED)
            die("a solution has more than %d lines, or #if within #if within …", MOST_LINES);
        if (!strncmp(word, "#if", 3)) {
            depth++;
            around[depth] = around[depth - 1];
            directive = 1;
        }
        if (directive)
            around[depth] |= steps_named(text, next);
        directive = directive && next - text >= 2 && next[-1] == '\n' && next[-2] == '\\';
        l->steps[l->count] = around[depth];
        l->at[l->count++] = text;
        if (!strncmp(word, "#endif", 6) && depth > 0)
            depth--;
        text = next;
    }
    l->at[l->count] = text;
}

/* How often the lines stand inside what encloses the step, or outside of all steps; *place: where
 * last. Step -1: wherever they stand. */
static int places(const struct lines *l, const char *before, int step, int inside, int *place)
{
    int found = 0;
    const size_t length = strlen(before);
    for (int i = 0; i < l->count; i++) {
        if (strncmp(l->at[i], before, length) != 0)
            continue;
        int fits = 1;
        for (int j = i; fits && j < l->count && l->at[j] < l->at[i] + length; j++)
            fits = step < 0 || (inside ? l->steps[j] >> step & 1 : !l->steps[j]);
        if (fits)
            *place = i;
        found += fits;
    }
    return found;
}

/* Where the edit's lines stand in the solution, at or after `from`; NULL and *fault, if not. */
static const char *place_of(const struct submission *s, const struct edit *edit,
                            const struct lines *l, const char *from, char **fault)
{
    int place = 0, inside = places(l, edit->before, s->step, 1, &place),
        outside = inside ? 0 : places(l, edit->before, s->step, 0, &place);
    if (inside + outside == 1 && l->at[place] >= from)
        return l->at[place];
    if (inside + outside == 1)
        *fault = text_of("%s:%d: this edit of %s stands before the one above it in the solution",
                         s->path, edit->line, s->name);
    else
        *fault = text_of("%s:%d: these lines of %s must stand once in what its step has of the "
                         "solution, or else once outside of all steps; there they stand %d times, "
                         "outside %d times:\n%s",
                         s->path, edit->line, s->name, inside, outside, edit->before);
    return NULL;
}

char *apply_edits(const struct submission *s, const char *solution, char **fault)
{
    static struct lines l;
    char *text = text_of("%s", "");
    const char *done = solution; /* so far the solution is in the text */
    split(solution, &l);
    for (int i = 0; i < s->edits; i++) {
        const struct edit *edit = &s->edit[i];
        const char *at = place_of(s, edit, &l, done, fault);
        if (!at) {
            free(text);
            return NULL;
        }
        text_add(&text, "%.*s%s", (int)(at - done), done, edit->after);
        done = at + strlen(edit->before);
    }
    text_add(&text, "%s", done);
    return text;
}

char *edited_by(const struct submission *s, const char *solution)
{
    char *wrong = NULL, *text = apply_edits(s, solution, &wrong);
    expect(text != NULL, "%s", wrong ? wrong : "");
    free(wrong);
    return text;
}

enum verdict verdict_emulated(const struct submission *s)
{
    return s->verdict == LUCKY ? WRONG : s->verdict == ELUSIVE ? PASS : s->verdict;
}
