/* Rubrics, points, and what can be graded. */
#include <math.h>

#include "tests.h"
#include "judge/judge.h"

void test_rubrics(void)
{
#define LAB    "{\"lab\": \"01_naive_gemv\", \"steps\": ["
#define STEP1  LAB "{\"step\": 1, \"points\": 5, \"correctness\": 0.5, \"efficiency\": "
#define RULE   "{\"metric\": \"idc__requests\", \"what\": \"things\", \"at_most\": 5}"
#define STORED "{\"metric\": \"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum\", "
    static const struct {
        const char *text, *message; /* NULL: it is fine */
    } table[] = {
        {LAB "{\"step\": 0, \"points\": 5}]}", NULL},
        {"{\"_comment\": \"y\", \"steps\": [{\"step\": 0}]}", NULL},
        {STEP1 "{\"size\": [4, 4], \"counters\": [" RULE "]}}]}", NULL},
        {STEP1 "{\"size\": [4, 4, 5]}}]}", NULL},
        {STEP1 "{\"size\": [4, 4, 5, 6]}}]}", "efficiency.size: must be [rows"},
        {STEP1 "{\"counters\": [" STORED "\"at_most\": 7}]}}]}", NULL},
        {LAB "{\"step\": 0, \"points\": 5}", "01_naive_gemv.json: line 1"},
        {"{\"lab\": \"y\", \"steps\": [{\"step\": 0}]}", "01_naive_gemv.json: lab: is \"y\""},
        {"{\"lab\": \"01_naive_gemv\"}", "01_naive_gemv.json: steps: must be a list"},
        {"[]", "01_naive_gemv.json: : must be an object"},
        {LAB "]}", "steps: must be a list"},
        {LAB "5]}", "steps[0]: must be an object"},
        {LAB "{\"points\": 5}]}", "steps[0].step: is missing"},
        {LAB "{\"step\": 7}]}", "steps[0].step: 7: this lab has no such step"},
        {LAB "{\"step\": 0, \"points\": \"5\"}]}", "steps[0].points: must be a number"},
        {LAB "{\"step\": 0, \"points\": -5}]}", "steps[0].points: is -5, must be"},
        {LAB "{\"step\": 0, \"pionts\": 5}]}", "steps[0].pionts: no such field"},
        {LAB "{\"step\": 0}, {\"step\": 0}]}", "steps[1].step: 0 is there twice"},
        {STEP1 "{\"size\": [4, 0]}}]}", "efficiency.size[1]: is 0, must be from 1 to 4096"},
        {STEP1 "{\"size\": [4]}}]}", "efficiency.size: must be [rows"},
        {STEP1 "{\"counters\": {}}}]}", "steps[0].efficiency.counters: must be a list"},
        {STEP1 "{\"counters\": [{\"what\": \"w\"}]}}]}",
         "steps[0].efficiency.counters[0].metric: is missing"},
        {STEP1 "{\"counters\": [" RULE ", {\"metric\": \"a b\", \"what\": \"w\"}]}}]}",
         "counters[1].metric: 'a b' is no counter: docs/emulator.md lists"},
        {STEP1 "{\"counters\": [{\"metric\": \"bogus__counter.sum\", \"what\": \"w\"}]}}]}",
         "steps[0].efficiency.counters[0].metric: 'bogus__counter.sum' is no counter"},
        {STEP1 "{\"counters\": [{\"metric\": \"\", \"what\": \"w\"}]}}]}",
         "counters[0].metric: '' is no counter"},
        {STEP1 "{\"counters\": [{\"metric\": \"idc__requests.sum\"}]}}]}",
         "counters[0].what: is missing"},
        {STEP1 "{\"counters\": [" STORED "\"at_most\": 5, \"none_at\": 4}]}}]}",
         "counters[0].none_at: is less than at_most"},
        {STEP1 "{\"time\": {\"full_at\": 5}}}]}", "steps[0].efficiency.time.none_at"},
        {"\xef\xbb\xbf" LAB "{\"step\": 1, \"points\": 5}]}", NULL},
        {"\xef\xbb\xbf", "line 1: "},
    };
    OWNED char *folder = scratch("rubrics"), *file = text_of("%s/01_naive_gemv.json", folder);
    char why[400];
    struct lab_rubric r;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        write_text(file, table[i].text);
        int status = bad_rubric("01_naive_gemv", folder, &r, why, sizeof why);
        if (!table[i].message)
            expect(status == 0, "rubric %zu: %s", i, why);
        else
            expect(status && strstr(why, table[i].message) && !strchr(why, '\n'),
                   "rubric %zu: says '%s' instead of '%s'", i, status ? why : "nothing",
                   table[i].message);
    }
}

/* A file changes what it names and nothing else; without one the declaration holds. */
void test_changed_rubric(void)
{
    OWNED char *folder = scratch("rubrics"), *file = text_of("%s/01_naive_gemv.json", folder);
    char why[400];
    struct lab_rubric r;
    const struct lab_lesson *declared = lab_lesson_of("01_naive_gemv", 1);
    write_text(file, LAB "{\"step\": 1, \"points\": 25, \"efficiency\": {\"counters\": [" STORED
                         "\"at_most\": 2000}, " RULE "], \"time\": {\"full_at\": 1.5}}}]}");
    expect(bad_rubric("01_naive_gemv", folder, &r, why, sizeof why) == 0, "changes: %s", why);
    const struct lab_lesson *now = &r.step[1];
    expect(now->points == 25 && now->correctness == declared->correctness &&
               now->size.m == declared->size.m &&
               r.step[0].points == lab_lesson_of("01_naive_gemv", 0)->points,
           "changes: %g points, correctness %g", now->points, now->correctness);
    expect(now->rules == declared->rules + 1 && now->rule[1].at_most == 2000 &&
               now->rule[1].none_at == 8000 &&
               strcmp(now->rule[1].hint, declared->rule[1].hint) == 0 &&
               now->rule[0].at_most == declared->rule[0].at_most,
           "changes: %d rules, stores up to %g", now->rules, now->rule[1].at_most);
    expect(strcmp(now->rule[now->rules - 1].what, "things") == 0 && now->time.full_at == 1.5 &&
               now->time.none_at == declared->time.none_at,
           "changes: the last rule is of %s", now->rule[now->rules - 1].what);
    remove(file);
    expect(bad_rubric("01_naive_gemv", folder, &r, why, sizeof why) == 0 &&
               memcmp(&r.step[1], declared, sizeof *declared) == 0,
           "changes: without a file the declaration holds");
}

void test_points(void)
{
    static const struct {
        int backend;
        double count, speedup, points;
        enum verdict verdict;
    } table[] = {
        {EMULATOR, 100, NAN, 10, PASS},  {EMULATOR, 50, NAN, 10, PASS},
        {EMULATOR, 200, NAN, 8.5, SLOW}, {EMULATOR, 300, NAN, 7, SLOW},
        {EMULATOR, 9, NAN, 0, REFUSED},  {EMULATOR, NAN, NAN, 0, REFUSED},
        {GPU, 100, 1, 10, PASS},         {GPU, 100, 5, 10, PASS},
        {GPU, 100, 1 / 1.2, 10, PASS},   {GPU, 100, 1 / 2.6, 9.25, PASS},
        {GPU, 100, 0.25, 8.5, PASS},     {GPU, 300, 0.25, 7, SLOW},
        {GPU, 300, 1, 8.5, SLOW},        {GPU, 100, NAN, 10, PASS},
    };
    static struct context c;
    struct lab_lesson rubric = {.points = 10,
                                .correctness = 0.7,
                                .size = {8, 8, 1},
                                .time = {0.5, 1.2, 4},
                                .rule = {{"a.sum", "things", 100, 300, 0, 10, .hint = "Do less."}},
                                .rules = 1};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct step_result r;
        memset(&r, 0, sizeof r);
        c.backend = table[i].backend;
        protocol_add_number(r.answer, "a.sum", table[i].count);
        r.figures.speedup_over_reference = table[i].speedup;
        score_step(&c, &rubric, NULL, &r);
        expect(fabs(r.points - table[i].points) < 1e-9 && r.ruling.verdict == table[i].verdict,
               "points %zu: %g, %s (%s)", i, r.points, verdict_name(r.ruling.verdict),
               r.ruling.message);
        expect(r.max == 10, "points %zu: the maximum is %g", i, r.max);
    }
    rubric.rule[0].wanted = 80; /* uses of what the step teaches; 20 are none, half is a third */
    struct step_result half = {.answer = " a.sum=40", .figures = {.speedup_over_reference = NAN}},
                       show = {.answer = " a.sum=20", .figures = {.speedup_over_reference = NAN}};
    c.backend = EMULATOR;
    score_step(&c, &rubric, NULL, &half);
    expect(fabs(half.points - 8) < 1e-9 && half.ruling.verdict == SLOW &&
               strstr(half.ruling.message, "40 things at 8x8; this step needs at least 80."),
           "points: half of what is wanted gives %g, %s", half.points, half.ruling.message);
    score_step(&c, &rubric, NULL, &show);
    expect(show.points == 7 && show.ruling.verdict == SLOW,
           "points: a quarter of what is wanted gives %g, %s", show.points, show.ruling.message);
    struct step_result wrong = {.ruling = {.verdict = WRONG, .message = "no"}};
    score_step(&c, &rubric, NULL, &wrong);
    expect(wrong.points == 0 && wrong.max == 10, "points: a wrong step gets %g", wrong.points);
}

/* What the emulator can never run is in no sum, and the message says what could. */
void test_gradable(void)
{
    static struct context c;
    const struct lab_step *facts;
    int count = lab_all_steps(&facts), left_out = 0;
    for (int i = 0; i < count; i++) {
        struct ruling r = {.verdict = PASS};
        c.backend = EMULATOR;
        if (check_is_gradable(&c, &facts[i], &r))
            continue;
        left_out++;
        expect(r.verdict == SKIPPED && strstr(r.message, "needs a Hopper GPU") &&
                   strstr(r.message, "BACKEND=gpu"),
               "gradable: %s, step %d: %s", facts[i].lab, facts[i].step, r.message);
        c.backend = GPU;
        c.gpus = 2;
        c.device.major = c.gpu[0].major = c.gpu[1].major = 8;
        expect(!check_is_gradable(&c, &facts[i], &r) && strstr(r.message, "such a GPU"),
               "gradable: on another GPU: %s", r.message);
        c.gpu[1].major = 9;
        expect(check_is_gradable(&c, &facts[i], &r), "gradable: the second GPU could: %s",
               r.message);
    }
    expect(left_out == 12, "gradable: %d steps instead of 12 are not for the emulator", left_out);
}
