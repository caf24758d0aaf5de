/* A class that was never graded, for tests of reports. */
#include <math.h>

#include "results/result_cache.h"
#include "tests.h"

static const char hostile_message[] =
    "</td></table></details><script>document.title='owned'</script>"
    "<img src=\"http://example.com/x\" onerror=\"document.title='owned'\"> & \x01\x1b[31m \xff\xfe "
    "\xed\xa0\x80 \xef\xbf\xbf ]]> naive_gemv.cu:12: y[3] is 5, should be 7.";

static const char *const hostile_ids[HOSTILE] = {
    "<script>document.title='owned'<_script>",
    "\"><img src=x onerror=document.title='owned'>",
    "' onmouseover='document.title=1",
    "=HYPERLINK(\"x\",\"grade\")",
    "+1+2",
    "@SUM(A1)",
    "-2",
    "a, b \"c\"",
    "line\nbreak",
    "\xff\xfe no UTF-8",
    "\xe2\x80\xae"
    "desrever",
    "Zo\xc3\xab O'Hara",
    "&amp;",
    "\x1b]0;owned\x07",
    "{{7*7}} ${7*7} %s%n%s",
};
/* These sit from student FURTHER on, where a class has so many. */
static const char *const further_ids[] = {
    "c1 \xc2\x9b"
    "31m",
    "none \xef\xbf\xbe \xef\xb7\x90",
    "marks \xe2\x80\x8f\xd8\x9c\xe2\x81\xa7",
    "twin\xfe",
    "twin\xff",
    "\xef\xbc\x9d"
    "1+1",
    "\xef\xbc\x8b"
    "1",
    "\xef\xbc\x8d"
    "1",
    "\xef\xbc\xa0SUM(A1)",
    "\t=1",
};
enum { FURTHER = 30, FURTHER_END = FURTHER + sizeof further_ids / sizeof *further_ids };

static struct step_result *results;
static int stride; /* from student to student, also when fewer labs are looked at */

int slots_of(const struct context *c)
{
    int slots = 0;
    for (int l = 0; l < c->labs; l++)
        slots += c->steps[l];
    return slots;
}

void results_open(const struct context *c)
{
    free(results);
    stride = slots_of(c);
    results = zeros((size_t)c->students * (size_t)stride, sizeof *results);
}

struct step_result *result_of(const struct context *c, int student, int lab, int i)
{
    for (int l = 0; l < lab; l++)
        i += c->steps[l];
    return &results[student * stride + i];
}

void results_keep(const struct context *c)
{
    for (int s = 0; s < c->students; s++)
        for (int l = 0; l < c->labs; l++)
            keep_save(c, s, l, NULL, result_of(c, s, l, 0));
}

static void add_labs(struct context *c)
{
    static const char *const labs[] = {"01_naive_gemv", "06_tiled_transpose", "07_tiled_gemm"};
    for (size_t k = 0; k < sizeof labs / sizeof *labs; k++) {
        int l = c->labs++;
        rubric_read(labs[k], NULL, &c->rubric[l]);
        c->lab[l] = labs[k];
        c->steps[l] = c->rubric[l].steps;
        for (int s = 0; s < c->rubric[l].steps; s++)
            for (int r = 0; r < c->rubric[l].step[s].rules; r++) {
                const char *metric = c->rubric[l].step[s].rule[r].metric;
                if (!strstr(c->metrics[l], metric))
                    strcat(strcat(c->metrics[l], *c->metrics[l] ? "," : ""), metric);
            }
    }
}

static void make_up(struct context *c, int lab, int i, struct step_result *r, double skill,
                    uint64_t dice)
{
    static const char *const says[VERDICTS] = {
        "",
        "y[%d] is 5, should be 7: the last partial tile is wrong (33x31).",
        "Right, but slow.",
        "Nothing was written: is a TODO still to do, or is no kernel launched?",
        "naive_gemv.cu:%d: expected ';'",
        "It was killed by SIGSEGV (Segmentation fault).",
        "It gave no answer within 60 s.",
        "naive_gemv.cu:%d: calls fork: a lab starts, stops and signals no processes.",
        "",
        ""};
    const struct lab_lesson *rubric = rubric_of(c, lab, i);
    double luck = (double)(dice % 1000) / 1000;
    enum verdict v = luck < skill ? PASS : (enum verdict)(1 + dice / 1000 % 7);
    r->ruling.verdict = v;
    snprintf(r->ruling.message, MESSAGE, says[v], (int)(dice / 7000 % 90));
    r->max = rubric->points;
    r->points = v == PASS ? r->max : v == SLOW ? r->max * rubric->correctness : 0;
    r->figures = (struct figures){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    r->answer[0] = 0;
    if (v != PASS && v != SLOW)
        return;
    double ratio = (v == SLOW ? 4 : 0.9) + luck * 2;
    if (c->backend == GPU) {
        double ms = 3.0 / (1 + i) * ratio;
        r->figures = (struct figures){ms,  0.01,      1000 / ms,   500 / ms, 20 / ms,
                                      1.3, 1 / ratio, 0.7 / ratio, NAN,      NAN};
    }
    for (int k = 0; k < rubric->rules; k++)
        protocol_add_number(r->answer, rubric->rule[k].metric,
                            rubric->rule[k].none_at > 0 ? rubric->rule[k].at_most * ratio
                                                        : rubric->rule[k].at_least * 2);
}

/* `students` of them, the hostile ones first; sorted by nothing. */
void make_class(struct context *c, int students, int backend, const char *out)
{
    static struct student list[2000];
    uint64_t dice = 17;
    memset(c, 0, sizeof *c);
    c->root = ".";
    c->course = c->student_id = "";
    c->submissions = out; /* no folder of a student's holds a file */
    c->out = out;
    c->backend = backend;
    c->isolated = 1;
    c->only_step = -1;
    c->seed = 99;
    snprintf(c->device.name, sizeof c->device.name, "%s",
             backend == GPU ? "A <b>made-up</b> GPU" : "the emulator: counters are exact");
    add_labs(c);
    c->students = students;
    c->student = list;
    results_open(c);
    for (int s = 0; s < students; s++) {
        double skill = 0.2 + 0.8 * (double)(lab_mix(dice += 3) % 1000) / 1000;
        list[s].folder = (char *)"build/grading/tests/nothing-here";
        if (s < HOSTILE)
            snprintf(list[s].id, sizeof list[s].id, "%s", hostile_ids[s]);
        else if (s >= FURTHER && s < FURTHER_END)
            snprintf(list[s].id, sizeof list[s].id, "%s", further_ids[s - FURTHER]);
        else if (s == HOSTILE)
            memset(list[s].id, 'w', sizeof list[s].id - 1);
        else
            snprintf(list[s].id, sizeof list[s].id, "student%03d", s);
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++)
                make_up(c, l, i, result_of(c, s, l, i), skill, lab_mix(dice += 5));
    }
    struct step_result *first = result_of(c, 0, 0, 0);
    err(&first->ruling, WRONG, "%s", hostile_message);
    first->points = 0;
}

char *contents(const char *out, const char *name)
{
    OWNED char *path = text_of("%s/%s", out, name);
    char *text = read_file(path, 1 << 28, NULL);
    expect(text != NULL, "reports: %s is missing", path);
    return text ? text : text_of("%s", "");
}

int times_in(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

double points_found(const struct context *c, int student, int lab, double *max)
{
    double sum = 0;
    *max = 0;
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++) {
            const struct step_result *r = result_of(c, student, l, i);
            sum += lab < 0 || lab == l ? r->points : 0;
            *max += lab == l || (lab < 0 && !c->rubric[l].bonus) ? r->max : 0;
        }
    for (const struct mark *m = c->mark; m < c->mark + c->marks; m++)
        if (m->student == student && (lab < 0 || m->lab == lab) && !*m->question)
            sum += m->points;
    return sum;
}

double answers_found(const struct context *c, int student)
{
    double sum = 0;
    for (const struct mark *m = c->mark; m < c->mark + c->marks; m++)
        sum += m->student == student && *m->question ? m->points : 0;
    return sum;
}

double number_at(const char *out, const char *id, int lab, const char *name)
{
    OWNED char *path = text_of("%s/results.json", out);
    json_auto_t *root = json_load_file(path, 0, NULL);
    json_t *student = student_of(root, id), *labs = json_object_get(student, "labs"),
           *of = lab < 0 ? student : json_array_get(labs, (size_t)lab);
    return of ? json_number_in(of, name) : NAN;
}
