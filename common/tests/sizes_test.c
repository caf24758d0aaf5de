/* At what size each step is timed on cards large and small, real and made up (sizes.h). */
#include "expect.h"
#include "lab/measure/sizes.h"

struct made_up {
    const char *name;
    struct lab_gpu card; /* free bytes, L2, peaks in billions: float, double, popc, binary mma */
};

#define CARD(free, l2, ...)                                                                        \
    {                                                                                              \
        .free_bytes = free, .l2_bytes = l2, .peak = { __VA_ARGS__ }                                \
    }
static const struct made_up cards[] = {
    {"H200", CARD(140e9, 62.9e6, 66900, 66900, 267000, 17.1e6)},
    {"H100", CARD(79e9, 52.4e6, 66900, 66900, 267000, 17.1e6)},
    {"B200", CARD(180e9, 132e6, 75000, 37500, 300000, 0)},
    {"A100", CARD(39e9, 41.9e6, 19500, 19500, 156000, 0)},
    {"RTX 4090", CARD(23e9, 75.5e6, 82600, 1290, 330000, 0)},
    {"T4", CARD(14.6e9, 4.2e6, 8140, 254, 65000, 0)},
    {"a laptop's, 4 GB", CARD(3.4e9, 1.05e6, 2980, 93, 24000, 0)},
    {"a laptop's, 4 GB, large L2", CARD(3.4e9, 33.6e6, 9000, 140, 36000, 0)},
    {"2 GB, nothing known", CARD(1.7e9, 0, 0)},
};
enum { CARDS = sizeof cards / sizeof *cards };

static struct lab_size declared(const struct lab_step *f)
{
    struct lab_size first = f->lesson.timed.m ? f->lesson.timed : lab_problem_of(f->problem)->timed;
    const struct lab_case c = lab_headline(f->problem, 0, 1);
    if (lab_shape_of(&c).in_place)
        first.m = first.n = LAB_TIMED_IN_PLACE;
    return first;
}

static int fits(const struct lab_case *c, const struct lab_gpu *card)
{
    char why[200];
    return !lab_check_size(c, card->free_bytes / LAB_TIMED_PART, why, sizeof why);
}

static int is_quick(const struct lab_case *c, const struct lab_gpu *card)
{
    const struct lab_shape s = lab_shape_of(c);
    const double peak = card->peak[lab_problem_of(c->problem)->peak];
    return lab_is_arithmetic(&s)
               ? peak <= 0 || s.flops / peak / 1e6 <= LAB_TIMED_MS
               : !(card->l2_bytes > 0) || s.bytes <= LAB_TIMED_L2 * card->l2_bytes;
}

/* The size must fit, be no larger than its rule has it, and no smaller than that asks for. */
static void look_at(const struct lab_step *f, const struct made_up *on)
{
    const struct lab_case c = lab_timed_case(f->problem, &f->lesson, &on->card, 0);
    const struct lab_size d = declared(f);
    const int longest = c.m > c.n ? c.m : c.n, halved = c.m != d.m;
    struct lab_case twice = c;
    CHECK(fits(&c, &on->card), "%s, %s: %dx%dx%d does not fit", on->name, f->name, c.m, c.n, c.k);
    CHECK(is_quick(&c, &on->card) || longest / 2 < LAB_TIMED_SMALLEST,
          "%s, %s: %dx%dx%d takes too long", on->name, f->name, c.m, c.n, c.k);
    CHECK(c.m <= d.m && c.n <= d.n && (double)c.m / c.n > 0.99 * d.m / d.n &&
              (double)c.m / c.n < 1.01 * d.m / d.n,
          "%s, %s: %dx%d of %dx%d has another shape", on->name, f->name, c.m, c.n, d.m, d.n);
    CHECK(!(d.m % 2) || c.m % 2, "%s, %s: %d rows of %d are even", on->name, f->name, c.m, d.m);
    if (!halved)
        return;
    twice.m *= 2;
    twice.n *= 2;
    twice.k *= lab_has_depth(f->problem) ? 2 : 1;
    CHECK(!fits(&twice, &on->card) || !is_quick(&twice, &on->card),
          "%s, %s: %dx%d is smaller than it need be", on->name, f->name, c.m, c.n);
}

static void expect_size(const char *card, const char *lab, int step, int m, int n, int k)
{
    const struct lab_step *steps;
    int count = lab_steps_of(lab, &steps);
    for (int i = 0; i < CARDS; i++)
        for (int s = 0; s < count && strcmp(cards[i].name, card) == 0; s++)
            if (steps[s].step == step) {
                struct lab_case c =
                    lab_timed_case(steps[s].problem, &steps[s].lesson, &cards[i].card, 0);
                CHECK(c.m == m && c.n == n && c.k == k, "%s, %s: %dx%dx%d, not %dx%dx%d", card,
                      steps[s].name, c.m, c.n, c.k, m, n, k);
            }
}

/* A step whose points depend on a time must have a limit that is beyond the one for full points. */
static void look_at_limits(const struct lab_step *f)
{
    const struct lab_lesson *l = &f->lesson;
    CHECK((l->correctness < 1) == (l->time.share > 0), "%s: points for a time, and no time",
          f->name);
    if (l->time.share > 0)
        CHECK(l->time.full_at > 1 && l->time.none_at > l->time.full_at && l->time.share <= 1,
              "%s: full at %g, none at %g", f->name, l->time.full_at, l->time.none_at);
}

int main(void)
{
    const struct lab_step *steps;
    int count = lab_all_steps(&steps);
    for (int s = 0; s < count; s++) {
        look_at_limits(&steps[s]);
        for (int i = 0; i < CARDS; i++)
            look_at(&steps[s], &cards[i]);
    }
    expect_size("H200", "05_shuffle_gemv", 2, 16384, 16384, 1);
    expect_size("H200", "06_tiled_transpose", 9, 4095, 4093, 1);
    expect_size("H200", "08_thread_tiled_gemm", 6, 4095, 4097, 4093);
    expect_size("H200", "09_binary_xnor_gemm_hopper", 2, 8192, 8192, 8192);
    expect_size("T4", "05_shuffle_gemv", 2, 4096, 4096, 1);
    expect_size("T4", "06_tiled_transpose", 9, 2047, 2047, 1);
    expect_size("T4", "07_tiled_gemm", 9, 2048, 2048, 2048);
    expect_size("T4", "08_thread_tiled_gemm", 6, 2047, 2049, 2047);
    expect_size("a laptop's, 4 GB, large L2", "05_shuffle_gemv", 2, 8192, 8192, 1);
    return finish();
}
