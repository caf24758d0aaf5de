/* How times are taken, for `make run`, `make bench` and `make sweep` (rounds.h) as for points
 * (grading/judge/measure.c). Contenders take turns, round after round. Rounds to warm up tell how
 * many launches a batch needs. A slow contender gets fewer rounds, and so does one that it is not
 * about; scattered times get more. Whoever measures launches a batch: in this process, or by way of
 * a runner. On how many inputs, and at which size, is in sizes.h. No CUDA here. */
#pragma once

#include <math.h>

#include "timing.h"

enum { LAB_MAX_CONTENDERS = 80 };

/* What depends on who measures. INFINITY: no limit. */
struct lab_pace {
    int warm;       /* rounds whose times are thrown away */
    int rounds;     /* after them, at least */
    int most;       /* as long as decisive times scatter by more than `scatter` */
    int in_place;   /* rounds of a whole host program: most of a round is spent in copies */
    int few;        /* rounds that do for one that is not decisive, or slow; one for both */
    int tries;      /* as long as the caller's clock does not agree with the events */
    int launches;   /* in a batch at most */
    double scatter; /* a spread */
    double slow_ms; /* of a launch */
    double batch_ms, wall_ms; /* a batch lasts about so long, and by the caller's clock at most */
};

/* Events resolve half a microsecond, and a launch costs a few. */
static const struct lab_pace lab_bench_pace = {
    .warm = 2,
    .rounds = 15,
    .most = 15,
    .in_place = 15,
    .few = 10,
    .tries = 1,
    .launches = 1000,
    .scatter = INFINITY,
    .slow_ms = 100,
    .batch_ms = 1,
    .wall_ms = INFINITY,
};

/* A batch is longer, since a pipe lies between the clock and it. Points depend on two contenders:
 * these get more rounds, all others fewer. A machine that is busy with other things stops the
 * judge's clock late; whoever works behind the events' back does so each time. */
static const struct lab_pace lab_grading_pace = {
    .warm = 1,
    .rounds = 5,
    .most = 30,
    .in_place = 4,
    .few = 3,
    .tries = 3,
    .launches = 2000,
    .scatter = 0.02,
    .slow_ms = 20,
    .batch_ms = 3,
    .wall_ms = 400,
};

/* What is known of one contender. */
struct lab_times {
    struct lab_series ms, wall; /* of one launch, by events; by the caller's clock, if it looks */
    int launches;               /* in a batch */
    int dropped;                /* takes no more turns */
};

enum lab_turn {
    LAB_TURN_TIMED,
    LAB_TURN_LOST /* no time came of it */,
    LAB_TURN_LAST /* of all others, too */
};

struct lab_race {
    const struct lab_pace *pace;
    int in_place; /* the problem's shape */
    int count;
    int decisive; /* the first so many contenders are what it is about; others must not cost much */
    struct lab_times *times[LAB_MAX_CONTENDERS];
    void *owner;
    /* One batch of contender `i`, of times[i]->launches launches: *ms of a launch, and *wall, which
     * is 0 before, where there is a second clock. May drop the contender. */
    enum lab_turn (*turn)(void *owner, int i, int round, double *ms, double *wall);
};

/* The events may not show much less than passed by the caller's clock: 25 % and a fifth of a
 * millisecond a batch are allowed for pipes and launches. */
static inline int lab_clocks_agree(const struct lab_times *x)
{
    return lab_median(&x->wall) <= 1.25 * lab_median(&x->ms) + 0.2 / x->launches;
}

/* Not by some hiccup, but each time. */
static inline int lab_clocks_far_apart(const struct lab_times *x)
{
    int far = 0;
    for (int i = 0; i < x->wall.count; i++)
        far += x->wall.ms[i] > 3 * x->ms.ms[i] + 0.2 / x->launches;
    return x->wall.count >= 4 && far == x->wall.count;
}

/* Is its time known well enough for what it costs? */
static inline int lab_is_known(const struct lab_race *r, int i)
{
    const struct lab_series *ms = &r->times[i]->ms;
    const int slow = lab_median(ms) > r->pace->slow_ms, other = r->decisive > 0 && i >= r->decisive;
    return slow && other ? ms->count > 0 : ms->count >= r->pace->few && (slow || other);
}

/* Is another round worth its time? */
static inline int lab_goes_on(const struct lab_race *r, int round)
{
    const int timed = round - r->pace->warm;
    int scatter = 0;
    if (r->in_place) /* its time scatters, however often it is taken */
        return timed < r->pace->in_place;
    if (r->decisive > 0 && lab_clocks_far_apart(r->times[0]))
        return 0;
    for (int i = 0; i < r->decisive; i++)
        scatter |= lab_spread(&r->times[i]->ms) > r->pace->scatter;
    return timed < r->pace->rounds ||
           (timed < r->pace->most && scatter && lab_clocks_agree(r->times[0]));
}

static inline int lab_batch(const struct lab_race *r, double ms, double wall)
{
    double launches = fmin(ceil(r->pace->batch_ms / ms), r->pace->wall_ms / wall);
    if (r->in_place || launches < 1)
        return 1;
    return launches > r->pace->launches ? r->pace->launches : (int)launches;
}

static inline enum lab_turn lab_take_turn(struct lab_race *r, int i, int round)
{
    struct lab_times *x = r->times[i];
    double ms = 0, wall = 0;
    if (x->dropped || lab_is_known(r, i))
        return LAB_TURN_LOST;
    enum lab_turn turn = r->turn(r->owner, i, round, &ms, &wall);
    if (turn != LAB_TURN_TIMED)
        return turn;
    if (round < r->pace->warm) {
        x->launches = lab_batch(r, ms, wall);
        return turn;
    }
    x->ms.ms[x->ms.count++] = ms;
    if (wall > 0)
        x->wall.ms[x->wall.count++] = wall;
    return turn;
}

static inline int lab_race_once(struct lab_race *r)
{
    for (int i = 0; i < r->count; i++)
        if (!r->times[i]->dropped) {
            r->times[i]->launches = 1;
            r->times[i]->ms.count = r->times[i]->wall.count = 0;
        }
    for (int round = 0; lab_goes_on(r, round); round++)
        for (int i = 0; i < r->count; i++)
            if (lab_take_turn(r, i, round) == LAB_TURN_LAST)
                return 0;
    return 1;
}

/* The times of all that are not dropped. 0 where a turn ended it. */
static inline int lab_take_times(struct lab_race *r)
{
    int good = 0;
    for (int i = 0; i < r->pace->tries; i++) {
        good = lab_race_once(r);
        if (!good || r->in_place || r->decisive == 0 || lab_clocks_agree(r->times[0]))
            break;
    }
    return good;
}
