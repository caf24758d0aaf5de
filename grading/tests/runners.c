/* Runners: what they answer, and how they are timed. */
#include <math.h>
#include <unistd.h>

#include "tests.h"
#include "judge/judge.h"

/* ---- runners */

/* A copy of the fake runner that behaves like `how`; its path. Unlink and free it. */
static char *fake_runner(const char *folder, const char *how)
{
    char *program = text_of("%s/fake-%s", folder, how);
    OWNED char *copy = text_of("cp build/grading/tests/fake_runner %s", program);
    if (system(copy))
        die("cannot copy the fake runner");
    return program;
}

/* In one mode what fails at once is asked as on a GPU, too, where a runner makes the next output
 * while one is compared. What is right has large outputs there, which the fake takes long for:
 * gpus.c. */
void test_runners(const char *mode, const char *folder)
{
    static const struct {
        const char *how;
        enum verdict verdict;
        const char *message;
    } table[] = {
        {"good", PASS, ""},
        {"loud", PASS, ""},
        {"wrong", WRONG, "should be"},
        {"nan", WRONG, "is nan"},
        {"late", WRONG, "never written"},
        {"untouched", NOT_ATTEMPTED, "TODO"},
        {"race", WRONG, "x.cu:12: two threads write y[3]."},
        {"silent", TIMEOUT, "no answer within 3 s"},
        {"partial", TIMEOUT, "no answer"},
        {"exit", CRASH, "ended by itself, with exit status 0, before it answered"},
        {"crash", CRASH, "SIGSEGV"},
        {"abort", CRASH, "It printed: Assertion failed: ? m > 0"},
        {"close", REFUSED, "channel"},
        {"garbage", REFUSED, "channel"},
        {"zero", REFUSED, "channel"},
        {"twice", REFUSED, "channel"},
        {"endless", REFUSED, "channel"},
        {"prefix", REFUSED, "channel"},
        {"oldid", REFUSED, "channel"},
        {"percent", PASS, ""},
        {"shrink", PASS, ""},
    };
    static struct context c;
    memset(&c, 0, sizeof c);
    c.seconds = 3; /* also for those that answer, on a machine with other things to do */
    c.seed = 5;
    c.only_step = -1;
    c.labs = 1;
    c.lab[0] = "01_naive_gemv";
    lab_all_steps(&c.rubric[0].declared);
    c.steps[0] = 2;
    c.backend = strcmp(mode, "limits only") == 0 ? GPU : EMULATOR;
    c.device.free_bytes = 1e9;
    c.rubric[0].steps = 2;
    questions_draw(&c);
    for (size_t i = 0; i < BACKENDS * (sizeof table / sizeof *table); i++) {
        static struct step_result r;
        static struct runner runner;
        const int row = (int)i / BACKENDS, backend = (int)i % BACKENDS;
        const enum verdict wanted = table[row].verdict;
        if (backend == GPU &&
            (c.backend != GPU || wanted == PASS || wanted == NOT_ATTEMPTED || wanted == TIMEOUT))
            continue;
        OWNED char *program = fake_runner(folder, table[row].how);
        runner_start(&runner, &c, backend, "01_naive_gemv", program, output_bytes(&c, backend, 0),
                     c.seconds);
        check_step(&c, backend, 0, fact_of(&c, 0, 1), &runner, &r);
        runner_stop(&runner);
        expect(r.ruling.verdict == wanted && strstr(r.ruling.message, table[row].message),
               "runner (%s, %s): '%s': %s '%s' instead of %s '%s'", mode,
               backend == GPU ? "gpu" : "emulator", table[row].how, verdict_name(r.ruling.verdict),
               r.ruling.message, verdict_name(wanted), table[row].message);
        unlink(program);
    }
}

/* `program` against `reference`, and against itself as the step before. */
static void race_fakes(const struct context *c, int step, const char *program, int previous,
                       const char *reference, struct step_result *r)
{
    static struct runner runner[3];
    const struct lab_step *f = fact_of(c, 0, step);
    const struct contestant mine = {&runner[0], step},
                            before = {previous ? &runner[2] : NULL, step};
    for (int i = 0; i < 2 + previous; i++)
        runner_start(&runner[i], c, GPU, "01_naive_gemv", i == 1 ? reference : program,
                     output_bytes(c, GPU, 0), 60);
    measure_step(c, f, &mine, &before, &runner[1], -1, r);
    for (int i = 0; i < 2 + previous; i++)
        runner_stop(&runner[i]);
    measure_finish();
}

/* The race on a GPU, with runners that only say how long they took. */
void test_measuring(const char *folder)
{
    static const struct {
        const char *how;
        enum verdict verdict;
        const char *message;
        double speedup; /* over the reference; 0: not measured */
    } table[] = {
        {"good", PASS, "2.00", 1},
        {"slow", PASS, "8.00", 0.25},
        {"liar", REFUSED, "The events say 0.1000 ms", 0},
        {"impossible", REFUSED, "less than this GPU needs", 0},
        {"stale", WRONG, "when it is timed (round 2", 0},
        {"sometimes", WRONG, "when it is timed (round 6", 0},
        {"tires", CRASH, "SIGSEGV", 0},
        {"fails", WRONG, "CUDA reports cudaErrorIllegalAddress while the step is timed", 0},
    };
    static struct context c;
    memset(&c, 0, sizeof c);
    c.seconds = 1;
    c.steps[0] = 2;
    lab_all_steps(&c.rubric[0].declared);
    c.device = (struct lab_gpu){.name = "fake",
                                .peak_gbytes = 1000,
                                .peak = {60000},
                                .l2_bytes = 1000,
                                .free_bytes = 1 << 20,
                                .major = 9};
    OWNED char *reference = fake_runner(folder, "reference");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct step_result r;
        OWNED char *program = fake_runner(folder, table[i].how);
        /* while the machine is busy, clocks do not agree */
        for (int tries = 0; tries < 5; tries++) {
            memset(&r, 0, sizeof r);
            r.figures.speedup_over_reference = NAN;
            race_fakes(&c, 1, program, i == 0, reference, &r);
            if (table[i].verdict != PASS || r.ruling.verdict == PASS)
                break;
        }
        double ratio = r.figures.speedup_over_reference / table[i].speedup;
        expect(r.ruling.verdict == table[i].verdict && strstr(r.ruling.message, table[i].message),
               "measuring '%s': %s '%s'", table[i].how, verdict_name(r.ruling.verdict),
               r.ruling.message);
        expect(table[i].speedup > 0 ? ratio > 0.9 && ratio < 1.1
                                    : isnan(r.figures.speedup_over_reference),
               "measuring '%s': %g times the reference's speed", table[i].how,
               r.figures.speedup_over_reference);
        if (i == 0)
            expect(fabs(r.figures.speedup_over_previous - 1) < 0.1 &&
                       fabs(r.figures.library_ratio - 1) < 0.1 && r.figures.gbytes_per_s > 0 &&
                       r.figures.percent_of_peak > 0,
                   "measuring: %g over the step before, %g of the library",
                   r.figures.speedup_over_previous, r.figures.library_ratio);
        unlink(program);
    }
    /* Step 0 reports its own time: no GPU can be that fast either. */
    struct step_result r;
    memset(&r, 0, sizeof r);
    OWNED char *program = fake_runner(folder, "impossible");
    race_fakes(&c, 0, program, 0, reference, &r);
    expect(r.ruling.verdict == REFUSED && strstr(r.ruling.message, "less than this GPU needs"),
           "measuring step 0, 'impossible': %s '%s'", verdict_name(r.ruling.verdict),
           r.ruling.message);
    unlink(program);
}
