/* Times on a GPU. The student's step, the reference's, the step before (the reference's and the
 * student's) and the library's version take turns (lab/measure/turns.h), each round on inputs newly
 * drawn; one of them works at a time. Times are the runner's events, but the judge's own
 * clock around a batch must agree with them, no time may be shorter than the device allows, some
 * rows of every timed output are checked, and one output that the judge picks by its own dice is
 * checked in full. */
#include <sys/random.h>
#include <threads.h>

#include "judge.h"
#include "lab/measure/peaks.h"
#include "lab/measure/sizes.h"
#include "lab/measure/turns.h"

enum { SAMPLED_TERMS = 1 << 22, LEAST_SAMPLED = 4, MOST_SAMPLED = 24 };
enum { MAX_CONTENDERS = 5, MAX_REMAINS = 4 };
/* OWN_BEFORE: the student's own step before, where that is right. */
enum role { MINE, REFERENCE, BEFORE, OWN_BEFORE, LIBRARY };

struct contender {
    enum role role;
    struct runner *runner;
    int step;
    struct lab_times times;
};

/* A look at a timed output, in a thread of its own: the GPU goes on meanwhile. */
struct look {
    thrd_t thread;
    int began, round, right;
    struct lab_case question;
    const char *out; /* in the memory file */
};

struct race {
    const struct context *c;
    const struct lab_step *fact;
    struct lab_case question; /* of the present round */
    int sets;
    struct lab_race turns;
    struct contender list[MAX_CONTENDERS];
    struct look look;
    float *kept; /* the output that will be checked in full */
    struct lab_case kept_question;
    struct step_result *result;
};

static uint64_t dice(void)
{
    uint64_t value;
    if (getrandom(&value, sizeof value, 0) != sizeof value)
        die("the system gives no random numbers");
    return value;
}

/* A contender's answer to one verb; 1 if it is fine. The student's own failure is a ruling, any
 * other drops the contender. */
static int ask(struct race *race, struct contender *x, const char *verb, int number)
{
    char last[16], text[300] = "";
    snprintf(last, sizeof last, "%d", number);
    runner_extend(x->runner, MEASURE_SECONDS);
    enum talk_answer how = runner_ask(x->runner, verb, x->step, &race->question, last);
    if (how == TALK_ANSWERED)
        return 1;
    x->times.dropped = 1;
    if (x->role == REFERENCE)
        die("the reference solution fails while it is timed: %s", x->runner->talk.line);
    if (x->role != MINE)
        return 0;
    protocol_get(x->runner->talk.line, "cuda", text, sizeof text);
    if (how == TALK_FAILED)
        err(&race->result->ruling, WRONG, "CUDA reports %s while the step is timed (%dx%d).", text,
            race->question.m, race->question.n);
    else
        runner_excuse(x->runner, how, &race->result->ruling);
    return 0;
}

/* Some elements of the output; every output has the same chance to be the one that is kept. */
static int look_at(void *argument)
{
    struct race *race = argument;
    struct look *look = &race->look;
    struct lab_shape s = lab_shape_of(&look->question);
    /* fewer where one is the sum of a million terms, which the GPU would wait for */
    const double terms = s.flops / 2 / ((double)s.out.rows * s.out.cols),
                 some = fmin(MOST_SAMPLED, SAMPLED_TERMS / fmax(terms, 1));
    look->right =
        lab_spot_check(&look->question, look->out, dice(), (int)fmax(LEAST_SAMPLED, some));
    if (dice() % (uint64_t)(look->round + 1) == 0) {
        race->kept = race->kept ? race->kept : malloc(lab_bytes(&s.out));
        if (!race->kept)
            die("no memory left");
        memcpy(race->kept, look->out, lab_bytes(&s.out));
        race->kept_question = look->question;
    }
    return 0;
}

/* Ends the look that is under way, if any; 0: it found something wrong. */
static int seen_right(struct race *race)
{
    struct look *look = &race->look;
    if (!look->began)
        return 1;
    thrd_join(look->thread, NULL);
    look->began = 0;
    return look->right || !err(&race->result->ruling, WRONG,
                               "Right when it is checked, wrong when it is timed (round %d, "
                               "%dx%d): does it depend on an earlier call?",
                               look->round + 1, look->question.m, look->question.n);
}

/* Takes the output of a timed batch to the memory file, where it stays until the next one. */
static int look_at_output(struct race *race, struct contender *x, int round)
{
    struct look *look = &race->look;
    if (!seen_right(race) || !ask(race, x, "fetch", 0))
        return 0;
    look->round = round;
    look->question = race->question;
    look->out = x->runner->talk.memory;
    if (thrd_create(&look->thread, look_at, race) != thrd_success)
        die("no thread left");
    look->began = 1;
    return 1;
}

/* The student's own failure is the end of it; without any other the race goes on. */
static enum lab_turn untimed(const struct contender *x)
{
    return x->role == MINE ? LAB_TURN_LAST : LAB_TURN_LOST;
}

/* One batch of one contender. */
static enum lab_turn turn(void *owner, int i, int round, double *ms, double *wall)
{
    struct race *race = owner;
    struct contender *x = &race->list[i];
    if (i == 0)
        race->question.seed = dice();
    if (!ask(race, x, "open", race->sets))
        return untimed(x);
    const double begin = lab_now_ms();
    if (!ask(race, x, "batch", x->times.launches))
        return untimed(x);
    *wall = (lab_now_ms() - begin) / x->times.launches;
    if (!protocol_get_number(x->runner->talk.line, "ms", ms) || !(*ms > 0)) {
        if (x->role == MINE)
            err(&race->result->ruling, REFUSED, "The time came back as %g ms.", *ms);
        return untimed(x);
    }
    return x->role == MINE && !look_at_output(race, x, round) ? LAB_TURN_LAST : LAB_TURN_TIMED;
}

/* Gives back the arrays of all programs that are still in it. */
static int close_all(struct race *race)
{
    for (int i = 0; i < race->turns.count; i++) {
        struct contender *x = &race->list[i];
        int before = 0;
        while (before < i && race->list[before].runner != x->runner)
            before++;
        if (before == i && !x->times.dropped && !ask(race, x, "close", 0) && x->role == MINE)
            return 0;
    }
    return 1;
}

static int kept_is_right(struct race *race)
{
    struct lab_reference ref;
    if (lab_reference_of(&race->kept_question, &ref))
        die("no memory left for the reference of a %dx%d problem", race->question.m,
            race->question.n);
    struct lab_verdict v = lab_verify(&ref, race->kept);
    lab_reference_free(&ref);
    return v.ok || !err(&race->result->ruling, WRONG, "A timed repetition is wrong: %s",
                        lab_verdict_text(&v, 1).text);
}

/* Is the time possible, and does our clock agree? */
static int is_credible(struct race *race, const struct contender *x)
{
    const struct lab_gpu *g = &race->c->device;
    struct lab_shape s = lab_shape_of(&race->question);
    double ms = lab_median(&x->times.ms), wall = lab_median(&x->times.wall), floor_ms = 0;
    if (s.bytes > 4 * g->l2_bytes && g->peak_gbytes > 0)
        floor_ms = s.bytes / g->peak_gbytes / 1e6;
    floor_ms = fmax(floor_ms, lab_arithmetic_floor_ms(&race->question, g->peak));
    if (ms < 0.98 * floor_ms)
        return !err(&race->result->ruling, REFUSED,
                    "%.4f ms is less than this GPU needs for the data alone (%.4f ms).", ms,
                    floor_ms);
    if (race->question.problem == LAB_HOST_PROGRAM) /* its time is that of the whole call */
        return 1;
    if (s.in_place) /* allocating and copying take several times as long as the kernel */
        return ms <= wall / 2 ||
               !err(
                   &race->result->ruling, WRONG,
                   "*ms says %.3f of the %.3f ms that the whole call took: does it include a copy?",
                   ms, wall);
    if (!lab_clocks_agree(&x->times))
        return !err(
            &race->result->ruling, REFUSED,
            "The events say %.4f ms, but %.4f ms passed: does it work on a stream of its own?", ms,
            wall);
    return 1;
}

static const struct contender *find(const struct race *race, enum role role)
{
    for (int i = 0; i < race->turns.count; i++)
        if (race->list[i].role == role && !race->list[i].times.dropped &&
            race->list[i].times.ms.count > 0)
            return &race->list[i];
    return NULL;
}

static void fill_figures(struct race *race)
{
    const struct contender *mine = find(race, MINE), *reference = find(race, REFERENCE),
                           *before = find(race, BEFORE), *own = find(race, OWN_BEFORE),
                           *library = find(race, LIBRARY);
    const struct lab_gpu *g = &race->c->device;
    struct figures *f = &race->result->figures;
    struct lab_shape s = lab_shape_of(&race->question);
    f->ms = lab_median(&mine->times.ms);
    f->spread = lab_spread(&mine->times.ms);
    f->gbytes_per_s = s.bytes / f->ms / 1e6;
    f->gflops = s.flops / f->ms / 1e6;
    f->percent_of_peak = lab_percent_of_peak(&race->question, f->ms, g->peak_gbytes, g->peak);
    f->speedup_over_reference = reference ? lab_median(&reference->times.ms) / f->ms : NAN;
    f->reference_over_previous =
        before && reference ? lab_median(&before->times.ms) / lab_median(&reference->times.ms)
                            : NAN;
    before = own ? own : before;
    f->speedup_over_previous = before ? lab_median(&before->times.ms) / f->ms : NAN;
    f->library_ratio = library ? lab_median(&library->times.ms) / f->ms : NAN;
    OWNED char *text = text_of("%.4f ms at %dx%d", f->ms, race->question.m, race->question.n);
    if (before)
        text_add(&text, ", %.2f times as fast as the %sstep before", f->speedup_over_previous,
                 before->runner == race->list[REFERENCE].runner ? "reference's " : "");
    if (f->spread > 0.02)
        text_add(&text, " (times spread by %.1f %%)", 100 * f->spread);
    snprintf(race->result->ruling.message, MESSAGE, "%s.", text);
}

static void add(struct race *race, enum role role, struct runner *runner, int step)
{
    struct contender *x = &race->list[race->turns.count];
    race->turns.times[race->turns.count++] = &x->times;
    x->role = role;
    x->runner = runner;
    x->step = step;
}

/* ---- what remains of a race is arithmetic, for seconds, in a thread of its own: the GPU goes on
 * with the next races, and does not wait for it at the end */

static struct {
    thrd_t thread;
    struct race *race;
} remains[MAX_REMAINS];
static int remain;

static int rule(void *argument)
{
    struct race *race = argument;
    if (kept_is_right(race) && is_credible(race, &race->list[0]))
        fill_figures(race);
    return 0;
}

static void finish_first(void)
{
    thrd_join(remains[0].thread, NULL);
    free(remains[0].race->kept);
    free(remains[0].race);
    memmove(remains, remains + 1, (size_t)--remain * sizeof *remains);
}

void measure_finish(void)
{
    while (remain > 0)
        finish_first();
}

int measure_step(const struct context *c, const struct lab_step *f, const struct contestant *mine,
                 const struct contestant *previous, struct runner *reference,
                 int reference_previous, struct step_result *r)
{
    struct race *race = zeros(1, sizeof *race);
    race->c = c;
    race->fact = f;
    race->result = r;
    race->question = lab_timed_case(f->problem, &f->lesson, &c->device, 0);
    race->turns.pace = &lab_grading_pace;
    race->turns.in_place = lab_shape_of(&race->question).in_place;
    race->turns.decisive = REFERENCE + 1;
    race->turns.owner = race;
    race->turns.turn = turn;
    race->sets = race->turns.in_place
                     ? 1
                     : lab_sets(&race->question, c->device.l2_bytes, c->device.free_bytes);
    add(race, MINE, mine->runner, mine->step);
    add(race, REFERENCE, reference, f->step);
    if (reference_previous >= 0)
        add(race, BEFORE, reference, reference_previous);
    if (previous->runner)
        add(race, OWN_BEFORE, previous->runner, previous->step);
    if (!race->turns.in_place)
        add(race, LIBRARY, reference, -1);
    const int timed = lab_take_times(&race->turns), right = seen_right(race);
    race->list[0].times.dropped |= !timed;
    if (!close_all(race) || !timed || !right) {
        free(race->kept);
        free(race);
        return 0;
    }
    if (remain == MAX_REMAINS)
        finish_first();
    remains[remain].race = race;
    if (thrd_create(&remains[remain++].thread, rule, race) != thrd_success)
        die("no thread left");
    return 1;
}
