/* The judge on the mutants of labs 02 to 09: for each step one class of submissions, of which only
 * that step is graded, so that a hundred kernels cost a minute or two. (Lab 01: class.c.) */
#include <jansson.h>
#include <unistd.h>

#include "edits.h"
#include "judge/judge.h"
#include "tests.h"
#include "names/names.h"

/* A lab's submissions: the wrong ones, and the right ones. */
struct family {
    const char *lab;    /* 02_coalesced_gemv */
    const char *called; /* 02; of an expert file 08/hopper */
    char file[64];      /* coalesced_gemv.cu */
    struct submissions wrong, right;
};

static struct family family_of(const char *lab)
{
    struct family f = {.lab = lab, .called = lab_file_of(lab)->called};
    OWNED char *name = text_of("%s", f.called);
    char *slash = strchr(name, '/'); /* in the names of files an underscore */
    if (slash)
        *slash = '_';
    OWNED char *wrong = text_of("mutants/%s_wrong", name),
               *right = text_of("mutants/%s_right", name);
    f.wrong = submissions_of(wrong);
    f.right = submissions_of(right);
    lab_file_name(lab, f.file, sizeof f.file);
    return f;
}

static void hand_in_step(const struct family *f, const struct submissions *all, int step,
                         const char *class, const char *solution)
{
    for (int i = 0; i < all->count; i++) {
        const struct submission *s = &all->list[i];
        OWNED char *text = s->step == step ? edited_by(s, solution) : NULL;
        if (!text)
            continue;
        OWNED char *folder = text_of("%s/%s", class, s->name);
        expect(access(folder, F_OK) != 0, "%s:%d: the other list has a %s, too: name it otherwise",
               s->path, s->line, s->name);
        hand_in_file(folder, f->file, text);
    }
}

json_t *grade_class(const char *lab, int step, const char *class)
{
    OWNED char *out = text_of("%s-grades", class),
               *more = text_of("LAB=%s GRADE_STEP=%d FRESH=1", lab, step); /* whatever is kept */
    return run_judge(class, out, more);
}

static void expect_verdicts(const struct family *f, const struct submissions *all, int step,
                            json_t *results)
{
    for (int i = 0; i < all->count; i++) {
        const struct submission *s = &all->list[i];
        if (s->step != step)
            continue;
        json_t *got = step_of(results, s->name, step);
        const char *verdict = json_text_in(got, "verdict"), *said = json_text_in(got, "message");
        double points = json_number_in(got, "points"), max = json_number_in(got, "max");
        const enum verdict wanted = verdict_emulated(s);
        if (on_gpu() && s->verdict == LUCKY)
            continue;
        /* On a GPU a right but wasteful kernel can still have points for its time. */
        int slow = on_gpu() && s->verdict == SLOW && verdict && strcmp(verdict, "pass") == 0;
        expect(verdict && (slow || strcmp(verdict, verdict_name(wanted)) == 0) &&
                   (!s->message || strstr(said, s->message)),
               "lab %s, step %d, %s: %s '%s' instead of %s%s%s", f->lab, step, s->name,
               verdict ? verdict : "missing", said ? said : "", verdict_name(wanted),
               s->message ? ": " : "", s->message ? s->message : "");
        if (s->verdict == ELUSIVE && !on_gpu()) /* as right as any other pass there */
            continue;
        expect(s->verdict == PASS && !s->message ? points == max || on_gpu() : points < max,
               "lab %s, step %d, %s: %g points of %g", f->lab, step, s->name, points, max);
    }
}

/* The judge's verdicts on all submissions to one step. */
static void grade_step(const struct family *f, int step, const char *class, const char *solution)
{
    hand_in_step(f, &f->wrong, step, class, solution);
    hand_in_step(f, &f->right, step, class, solution);
    json_auto_t *results = grade_class(f->called, step, class);
    if (results) {
        expect_verdicts(f, &f->wrong, step, results);
        expect_verdicts(f, &f->right, step, results);
    }
}

int emulated(const struct lab_step *fact)
{
    static const struct lab_gpu no_gpu;
    struct ruling why;
    return check_is_possible(&no_gpu, EMULATOR, fact, &why);
}

static int of_step(const struct submissions *all, int step)
{
    int found = 0;
    for (int i = 0; i < all->count; i++)
        found += all->list[i].step == step;
    return found;
}

static void test_step(const struct family *f, const struct lab_step *fact)
{
    OWNED char *name = text_of("gemv-%s.%d", f->lab, fact->step), *class = scratch(name),
               *file = lab_path(".", "solutions", f->lab),
               *solution = read_file(file, 1 << 20, NULL);
    int wrong = of_step(&f->wrong, fact->step), right = of_step(&f->right, fact->step),
        here = on_gpu() || emulated(fact);
    expect(solution != NULL, "%s cannot be read", file);
    if (solution && here)
        grade_step(f, fact->step, class, solution);
    expect(wrong >= 10 && right >= 3,
           "lab %s, step %d has %d mutants and %d unusual kernels: 10 and 3 at least", f->lab,
           fact->step, wrong, right);
    printf("%slab %s, step %d: %d mutants, %d unusual but right kernels%s\n",
           here ? "grader, " : "skipped: ", f->lab, fact->step, wrong, right,
           here ? "" : " need a Hopper GPU");
}

void test_gemv(void)
{
    const char *only = getenv("GEMV"); /* GEMV=05.3, GEMV=08/hopper.1: that step */
    const struct lab_step *facts;
    int count = lab_all_steps(&facts);
    for (int i = 0; i < count; i++) {
        const struct family f = family_of(facts[i].lab);
        char name[80];
        snprintf(name, sizeof name, "%s.%d", f.called, facts[i].step);
        if (strcmp(facts[i].lab, "01_naive_gemv") != 0 &&
            (!only || strcmp(only, name) == 0 || strcmp(only, name + 1) == 0))
            test_step(&f, &facts[i]);
    }
}
