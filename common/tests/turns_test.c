/* How many rounds and launches contenders get (turns.h), with made-up times. */
#include "expect.h"
#include "lab/measure/turns.h"

enum { MOST = 3 };

struct made_up {
    struct lab_race race;
    struct lab_times times[MOST];
    double ms[MOST], scatter[MOST], late; /* late: how much longer than events the clock takes */
    int drops, ends; /* the last contender drops out, the first ends it: in this round; 0: never */
    int turns[MOST];
};

static enum lab_turn turn(void *owner, int i, int round, double *ms, double *wall)
{
    struct made_up *m = owner;
    const int at = m->turns[i]++;
    if (i == 0 && m->ends && round == m->ends)
        return LAB_TURN_LAST;
    if (i == MOST - 1 && m->drops && round == m->drops) {
        m->times[i].dropped = 1;
        return LAB_TURN_LOST;
    }
    *ms = m->ms[i] * (at % 2 ? 1 + m->scatter[i] : 1);
    *wall = m->late > 0 ? *ms * m->late : 0;
    return LAB_TURN_TIMED;
}

static struct made_up made_up(const struct lab_pace *pace, int decisive)
{
    struct made_up m = {.race = {.pace = pace, .count = MOST, .decisive = decisive, .turn = turn},
                        .ms = {1, 1, 1}};
    return m;
}

static int run(struct made_up *m)
{
    m->race.owner = m;
    for (int i = 0; i < MOST; i++)
        m->race.times[i] = &m->times[i];
    return lab_take_times(&m->race);
}

static void expect_rounds(const char *what, struct made_up m, int first, int last)
{
    const int good = run(&m);
    CHECK(good, "%s: it ended", what);
    CHECK(m.times[0].ms.count == first && m.times[MOST - 1].ms.count == last,
          "%s: %d and %d times, not %d and %d", what, m.times[0].ms.count,
          m.times[MOST - 1].ms.count, first, last);
}

static void expect_launches(const struct lab_pace *pace, double ms, double late, int launches)
{
    struct made_up m = made_up(pace, 0);
    m.ms[0] = ms;
    m.late = late;
    run(&m);
    CHECK(m.times[0].launches == launches, "%g ms: %d launches, not %d", ms, m.times[0].launches,
          launches);
}

int main(void)
{
    struct made_up m = made_up(&lab_bench_pace, 0);
    expect_rounds("a table", m, 15, 15);
    m.ms[2] = 101;
    expect_rounds("a slow row", m, 15, 10);
    m.drops = 5; /* two rounds to warm up, three that count */
    expect_rounds("a row that fails", m, 15, 3);
    m = made_up(&lab_grading_pace, 2);
    m.late = 1.1;
    expect_rounds("points, with a library that these do not depend on", m, 6, 4);
    m.ms[2] = 21;
    expect_rounds("a slow library", m, 6, 1);
    m.ms[2] = 1;
    m.ms[0] = m.ms[1] = 21;
    expect_rounds("a slow step and its reference", m, 4, 4);
    m.ms[0] = m.ms[1] = 1;
    m.scatter[1] = 0.1;
    expect_rounds("a reference that scatters", m, 30, 4);
    m.scatter[1] = 0;
    m.scatter[2] = 0.1;
    expect_rounds("a library that scatters", m, 6, 4);
    m = made_up(&lab_grading_pace, 2);
    m.race.in_place = 1;
    m.late = 9;
    expect_rounds("a whole host program", m, 4, 4);
    m.race.in_place = 0;
    expect_rounds("clocks that never agree", m, 4, 4);
    run(&m);
    CHECK(m.turns[0] == 3 * 5, "%d turns, not three tries of one and four", m.turns[0]);
    m = made_up(&lab_grading_pace, 2);
    m.ends = 3;
    CHECK(!run(&m) && m.turns[0] == 4, "an end in round 3 comes after %d turns", m.turns[0]);
    expect_launches(&lab_bench_pace, 0.25, 0, 4);
    expect_launches(&lab_bench_pace, 2, 0, 1);
    expect_launches(&lab_bench_pace, 1e-6, 0, 1000);
    expect_launches(&lab_grading_pace, 0.25, 1, 12);
    expect_launches(&lab_grading_pace, 0.25, 400, 4); /* 100 ms by the clock each */
    return finish();
}
