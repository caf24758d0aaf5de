/* The judge on the mutants of labs 02 to 09: for each step one class of submissions, of which only
 * that step is graded, so that a hundred kernels cost a minute or two. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "02_coalesced_gemv/mutants.h"
#include "03_constant_gemv/mutants.h"
#include "04_shared_gemv/mutants.h"
#include "05_shuffle_gemv/mutants.h"
#include "06_tiled_transpose/mutants.h"
#include "07_tiled_gemm/mutants.h"
#include "08_thread_tiled_gemm/mutants.h"
#include "09_binary_xnor_gemm/mutants.h"
#include "lab/steps.h"
#include "tests.h"

#define COUNT(table) ((int)(sizeof table / sizeof *table))

/* One row of `families`: the steps are those of steps.h, numbered from 1; the file is called as the
 * lab, less its number. */
#define ONE(number, name, problem, prepare, ...) +1
#define FAMILY(number, nn, lab)                                                                    \
    {                                                                                              \
        number, #lab, &#lab[3], 0 LAB_STEPS_##lab(ONE), mutants_##nn, unusual_##nn,                \
            COUNT(mutants_##nn), COUNT(unusual_##nn)                                               \
    }

static const struct family {
    const char *number, *lab, *file; /* file: without .cu */
    int steps;
    const struct submission *mutant, *unusual;
    int mutants, unusuals;
} families[] = {
    FAMILY("2", 02, 02_coalesced_gemv),    FAMILY("3", 03, 03_constant_gemv),
    FAMILY("4", 04, 04_shared_gemv),       FAMILY("5", 05, 05_shuffle_gemv),
    FAMILY("6", 06, 06_tiled_transpose),   FAMILY("7", 07, 07_tiled_gemm),
    FAMILY("8", 08, 08_thread_tiled_gemm), FAMILY("9", 09, 09_binary_xnor_gemm),
};

static void hand_in_step(const struct family *f, const struct submission *list, int count, int step,
                         const char *class, const char *solution)
{
    for (int i = 0; i < count; i++) {
        char *text = list[i].step == step ? edited_by(&list[i], solution) : NULL;
        if (!text)
            continue;
        char *folder = text_of("%s/%s", class, list[i].name), *file = text_of("%s.cu", f->file);
        hand_in_file(folder, file, text);
        free(file);
        free(folder);
        free(text);
    }
}

json_t *grade_class(const char *lab, int step, const char *class)
{
    char *out = text_of("%s-grades", class), *number = text_of("%d", step),
         *path = text_of("%s/results.json", out);
    setenv("SUBMISSIONS", class, 1);
    setenv("OUT", out, 1);
    setenv("LAB", lab, 1);
    setenv("STEP", number, 1);
    setenv("QUIET", "1", 1);
    setenv("FRESH", "1", 1); /* a test tests, whatever is kept */
    char *command = text_of("build/grading/judge > %s.log", out);
    int status = system(command);
    json_t *results =
        WIFEXITED(status) && WEXITSTATUS(status) == 0 ? json_load_file(path, 0, NULL) : NULL;
    expect(results != NULL, "lab %s, step %d: the judge did not come to its end: see %s.log", lab,
           step, out);
    unsetenv("STEP");
    free(command);
    free(path);
    free(number);
    free(out);
    return results;
}

/* Without such a GPU: the edits must apply all the same, so that a change of the solution shows. */
static void expect_edits(const struct family *f, const struct submission *list, int count, int step,
                         const char *solution)
{
    for (int i = 0; i < count; i++) {
        if (list[i].step != step)
            continue;
        char *text = edited_by(&list[i], solution);
        expect(text && strcmp(text, solution) != 0, "lab %s, step %d, %s: changes nothing", f->lab,
               step, list[i].name);
        free(text);
    }
}

static json_t *graded_step(json_t *results, const char *id, int step)
{
    size_t i, j;
    json_t *student, *one;
    json_array_foreach(json_object_get(results, "students"), i, student)
    {
        if (strcmp(json_string_value(json_object_get(student, "id")), id) != 0)
            continue;
        json_t *lab = json_array_get(json_object_get(student, "labs"), 0);
        json_array_foreach(json_object_get(lab, "steps"), j,
                           one) if (json_integer_value(json_object_get(one, "step")) ==
                                    step) return one;
    }
    return NULL;
}

static void expect_verdicts(const struct family *f, const struct submission *list, int count,
                            int step, json_t *results)
{
    for (int i = 0; i < count; i++) {
        const struct submission *s = &list[i];
        if (s->step != step)
            continue;
        json_t *got = graded_step(results, s->name, step);
        const char *verdict = json_string_value(json_object_get(got, "verdict")),
                   *said = json_string_value(json_object_get(got, "message"));
        double points = json_number_value(json_object_get(got, "points")),
               max = json_number_value(json_object_get(got, "max"));
        const enum verdict wanted = s->verdict == LUCKY ? WRONG : s->verdict;
        if (on_gpu() && s->verdict == LUCKY)
            continue;
        /* On a GPU a right but wasteful kernel can still have points for its time. */
        int slow = on_gpu() && s->verdict == SLOW && verdict && strcmp(verdict, "pass") == 0;
        expect(verdict && (slow || strcmp(verdict, verdict_name(wanted)) == 0) &&
                   (!s->message || strstr(said, s->message)),
               "lab %s, step %d, %s: %s '%s' instead of %s%s%s", f->lab, step, s->name,
               verdict ? verdict : "missing", said ? said : "", verdict_name(wanted),
               s->message ? ": " : "", s->message ? s->message : "");
        expect(s->verdict == PASS && !s->message ? points == max || on_gpu() : points < max,
               "lab %s, step %d, %s: %g points of %g", f->lab, step, s->name, points, max);
    }
}

/* The judge's verdicts on all submissions to one step. */
static void grade_step(const struct family *f, int step, const char *class, const char *solution)
{
    hand_in_step(f, f->mutant, f->mutants, step, class, solution);
    hand_in_step(f, f->unusual, f->unusuals, step, class, solution);
    json_t *results = grade_class(f->number, step, class);
    if (results) {
        expect_verdicts(f, f->mutant, f->mutants, step, results);
        expect_verdicts(f, f->unusual, f->unusuals, step, results);
    }
    json_decref(results);
}

/* Can the emulator run this step? */
static int emulated(const char *lab, int step)
{
    const struct lab_step *facts;
    char why[200];
    int count = lab_all_steps(&facts);
    for (int i = 0; i < count; i++)
        if (strcmp(facts[i].lab, lab) == 0 && facts[i].step == step)
            return !lab_unsupported(facts[i].problem, 0, 0, 1, why, sizeof why);
    return 1;
}

static int of_step(const struct submission *list, int count, int step)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += list[i].step == step;
    return found;
}

void test_gemv(void)
{
    const char *only = getenv("GEMV"); /* GEMV=5.3: that step */
    for (const struct family *f = families; f < families + COUNT(families); f++) {
        char *file = text_of("solutions/%s/%s.cu", f->lab, f->file),
             *solution = read_file(file, 1 << 20, NULL);
        expect(solution != NULL, "%s cannot be read", file);
        for (int step = 1; solution && step <= f->steps; step++) {
            char *name = text_of("gemv-%s.%d", f->number, step), *class = scratch(name);
            int wrong = of_step(f->mutant, f->mutants, step),
                right = of_step(f->unusual, f->unusuals, step),
                here = on_gpu() || emulated(f->lab, step);
            if (!only || strcmp(only, name + 5) == 0) {
                if (here) {
                    grade_step(f, step, class, solution);
                } else {
                    expect_edits(f, f->mutant, f->mutants, step, solution);
                    expect_edits(f, f->unusual, f->unusuals, step, solution);
                }
                expect(wrong >= 10 && right >= 3,
                       "lab %s, step %d has %d mutants and %d unusual kernels: 10 and 3 at least",
                       f->lab, step, wrong, right);
                printf("%slab %s, step %d: %d mutants, %d unusual but right kernels%s\n",
                       here ? "grader, " : "skipped: ", f->lab, step, wrong, right,
                       here ? "" : " need a Hopper GPU; only that their edits apply was tested");
            }
            free(class);
            free(name);
        }
        free(solution);
        free(file);
    }
}
