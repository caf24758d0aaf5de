/* Cases that follow from a problem's shape: each operand is once shifted, each direction once as
 * long as it may be, each matrix once beyond an int. And corners: what is put in memory, and what
 * is expected of it, against the whole matrices at sizes that can be held. */
#include "expect.h"
#include "lab/check/harness.h"
#include "lab/problem.h"
#include "said.h"

/* All of an operand, as the corners leave it. */
static double *laid_out(const struct lab_case *c, int operand)
{
    struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = &s.in[operand], corners = lab_corners_of(o);
    struct lab_recipe r = lab_recipe_of(c, operand);
    struct lab_piece p;
    double *all = (double *)calloc(lab_elements(o), sizeof *all);
    if (!all)
        exit(2);
    for (int i = 0; lab_piece_at(o, i, &p); i++)
        for (size_t at = p.from; at < p.from + (size_t)p.count; at++) {
            int line = (int)(at / (size_t)corners.ld), in_line = (int)(at % (size_t)corners.ld);
            int row = lab_from_corner(lab_row_ends(o), o->column_major ? in_line : line, o->rows),
                col = lab_from_corner(lab_col_ends(o), o->column_major ? line : in_line, o->cols);
            all[p.to + at - p.from] = lab_element(r, row, col);
        }
    return all;
}

static double at(const struct lab_operand *o, const double *all, int row, int col)
{
    return all[o->column_major ? (size_t)col * (size_t)o->ld + (size_t)row
                               : (size_t)row * (size_t)o->ld + (size_t)col];
}

/* What a kernel would make of those operands. */
static double computed(const struct lab_case *c, const struct lab_shape *s, double *const *in,
                       int row, int col)
{
    double sum = 0;
    uint32_t bits = 0;
    if (c->problem == LAB_TRANSPOSE)
        return at(&s->in[0], in[0], col, row);
    if (c->problem == LAB_PACK_A || c->problem == LAB_PACK_B || c->problem == LAB_PACK_BT) {
        int across = c->problem == LAB_PACK_B, line = across ? col : row, word = across ? row : col;
        for (int i = 0; i < BINARY_BITS; i++)
            if (line < s->in[0].lines && word * BINARY_BITS + i < s->in[0].bits)
                bits |= (uint32_t)(at(&s->in[0], in[0],
                                      c->problem == LAB_PACK_A ? line : word * BINARY_BITS + i,
                                      c->problem == LAB_PACK_A ? word * BINARY_BITS + i : line) > 0)
                        << i;
        return bits;
    }
    for (int word = 0; c->problem == LAB_ONES && word < s->in[0].cols; word++)
        sum += lab_popcount((uint32_t)at(&s->in[0], in[0], row, word));
    for (int word = 0; c->problem >= LAB_XNOR && word < binary_words(c->k); word++)
        sum += lab_popcount((uint32_t)at(&s->in[0], in[0], row, word) ^
                            (uint32_t)at(&s->in[1], in[1], c->problem == LAB_XNOR ? word : col,
                                         c->problem == LAB_XNOR ? col : word));
    if (c->problem >= LAB_XNOR)
        return c->k - 2 * sum;
    for (int l = 0; c->problem != LAB_ONES && l < s->depth; l++)
        sum += at(&s->in[0], in[0], row, l) * at(&s->in[1], in[1], l, col);
    return sum;
}

static void corners_are_those_of_the_whole(void)
{
    static const enum lab_problem problems[] = {
        LAB_GEMV_ROW, LAB_GEMV_COL, LAB_TRANSPOSE, LAB_GEMM, LAB_DGEMM,   LAB_PACK_A,
        LAB_PACK_B,   LAB_PACK_BT,  LAB_ONES,      LAB_XNOR, LAB_XNOR_MMA};
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        int binary = problems[i] >= LAB_PACK_A;
        struct lab_case c = {problems[i],
                             binary                         ? LAB_SIGNS
                             : problems[i] == LAB_TRANSPOSE ? LAB_BITS
                                                            : LAB_EXACT,
                             150,
                             problems[i] == LAB_PACK_A || problems[i] == LAB_ONES ? 2999 : 131,
                             binary ? 2999 : 97,
                             7,
                             LAB_HUGE};
        if (problems[i] == LAB_PACK_B || problems[i] == LAB_PACK_BT)
            c.m = 2999;
        if (!lab_has_depth(c.problem))
            c.k = 1;
        struct lab_reference r;
        struct lab_shape s = lab_shape_of(&c);
        double *in[LAB_INPUTS] = {NULL};
        for (int o = 0; o < s.inputs && o < 2; o++)
            in[o] = laid_out(&c, o);
        CHECK(lab_reference_of(&c, &r) == 0 && r.count < (size_t)s.out.rows * (size_t)s.out.cols,
              "problem %d: %zu looked at", c.problem, r.count);
        size_t size = lab_type_size(s.out.type);
        char *out = (char *)malloc(r.count * size);
        for (int row = 0; row < r.shape.out.rows && out; row++)
            for (int col = 0; col < r.shape.out.cols; col++)
                lab_put(s.out.type, out, (size_t)row * (size_t)r.shape.out.ld + (size_t)col,
                        computed(&c, &s, in, lab_from_corner(lab_row_ends(&s.out), row, s.out.rows),
                                 lab_from_corner(lab_col_ends(&s.out), col, s.out.cols)));
        struct lab_verdict v = lab_verify(&r, out);
        CHECK(v.ok, "problem %d: %s", c.problem, said_of(&v));
        memset(out + (r.count - 1) * size, lab_missing_byte, size);
        CHECK(!lab_verify(&r, out).ok, "problem %d: a missing element passes", c.problem);
        r.question.memory |= LAB_PARTLY;
        CHECK(lab_verify(&r, out).ok, "problem %d: missing where it may be", c.problem);
        memset(out, lab_poison_byte(&c), size);
        CHECK(!lab_verify(&r, out).ok, "problem %d: poison passes", c.problem);
        for (int o = 0; o < 2; o++)
            free(in[o]);
        free(out);
        lab_reference_free(&r);
    }
}

/* Which of a problem's operands and directions some case puts to the test. */
struct covered {
    int shifted[LAB_OPERANDS], large[LAB_OPERANDS], longest[3], scaled;
};

static struct covered covered_by(enum lab_problem problem, int gpu)
{
    struct covered found;
    struct lab_case c;
    char why[200];
    int refused = 0;
    memset(&found, 0, sizeof found);
    for (int i = 0; lab_case_at(problem, gpu, i, 7, &c); i++) {
        struct lab_shape s = lab_shape_of(&c);
        if (lab_check_size(&c, INFINITY, why, sizeof why) && ++refused)
            printf("problem %d: %s\n", problem, why);
        for (int o = 0; o < LAB_OPERANDS; o++) {
            const struct lab_operand *is = lab_operand_of(&s, o);
            found.shifted[o] += lab_shifted(&c) == o && !(c.memory & LAB_APART);
            found.large[o] += is && lab_elements(is) > (size_t)INT_MAX + 1;
        }
        for (int d = 0; d < 3; d++)
            found.longest[d] |= *lab_direction(&c, d) == lab_problem_of(problem)->most[d] ||
                                *lab_direction(&c, d) == lab_lengths[0].size;
        found.scaled |= c.data == LAB_SCALED;
    }
    CHECK(!refused, "problem %d: %d cases are refused", problem, refused);
    return found;
}

static void every_operand_has_its_case(void)
{
    for (int problem = LAB_GEMV_ROW; problem < LAB_PROBLEMS; problem++)
        for (int gpu = 0; gpu < 2; gpu++) {
            struct covered f = covered_by((enum lab_problem)problem, gpu);
            struct lab_case c = {(enum lab_problem)problem, LAB_EXACT, 64, 64, 4, 1, LAB_SNUG};
            struct lab_shape s = lab_shape_of(&c);
            int dense = problem <= LAB_GEMV_CONST || lab_has_ld((enum lab_problem)problem, 0);
            CHECK(f.scaled == dense, "problem %d: terms far from 1: %d", problem, f.scaled);
            for (int o = 0; o < LAB_OPERANDS; o++) {
                const struct lab_operand *is = lab_operand_of(&s, o);
                if (!is)
                    continue;
                int layout =
                    is->pack == LAB_LINES || is->pack == LAB_WORDS || is->pack == LAB_COUNTS;
                CHECK(f.shifted[o] == !layout, "problem %d: %s is shifted %d times", problem,
                      is->name, f.shifted[o]);
                /* Not what the limits keep below 2^31: counts and vectors of less, an int's worth
                 * of words, what lab 09 packs. */
                int small = is->cols == 1 || is->pack == LAB_COUNTS || problem == LAB_BRANCHES ||
                            problem == LAB_SIGN || (layout && (problem < LAB_XNOR));
                CHECK(f.large[o] > 0 || small, "problem %d: indices of %s stay below 2^31", problem,
                      is->name);
            }
            for (int d = 0; d < 2; d++)
                CHECK(f.longest[d] || lab_is_depth((enum lab_problem)problem, d) ||
                          (gpu && problem == LAB_GEMV_ROW),
                      "problem %d: direction %d is never as long as it may be", problem, d);
        }
}

/* Whatever the seed: sums of k and -k, and each kind of bits in each 16 neighbors. */
static void nothing_hangs_on_the_seed(void)
{
    enum { SEEDS = 200 };
    int held = 0, both = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct lab_case c = {LAB_XNOR, LAB_UNIFORM, 4, 9, 33000, seed, LAB_SNUG};
        struct lab_reference r;
        int least = 0, most = 0;
        held += lab_reference_of(&c, &r) == 0;
        for (int row = 0; row < c.m; row++)
            for (int col = 0; col < c.n; col++) {
                int is = lab_xnor_should(&r, row, col);
                least |= is == -c.k;
                most |= is == c.k;
            }
        lab_reference_free(&r);
        both += least && most;
        if (!least || !most)
            printf("seed %d: %d %d\n", (int)seed, least, most);
    }
    CHECK(held == SEEDS, "memory for %d of %d", held, SEEDS);
    CHECK(both == SEEDS, "only %d of %d seeds have sums of k and -k", both, SEEDS);
    for (int row = 0; row < 20; row++) {
        int zero = 0, negative = 0, denormal = 0, infinite = 0, quiet = 0, signaling = 0;
        for (int col = 3; col < 19; col++) {
            uint32_t x = lab_bits(77, row, col, 100, 100), exponent = x >> 23 & 255,
                     rest = x & 0x7fffff;
            zero += x == 0;
            negative += x == 0x80000000u;
            denormal += exponent == 0 && rest;
            infinite += exponent == 255 && !rest;
            quiet += exponent == 255 && rest > 0x400000;
            signaling += exponent == 255 && rest && rest < 0x400000;
        }
        CHECK(zero && negative && denormal && infinite == 2 && quiet && signaling,
              "row %d: %d %d %d %d %d %d", row, zero, negative, denormal, infinite, quiet,
              signaling);
    }
}

int main(void)
{
    corners_are_those_of_the_whole();
    every_operand_has_its_case();
    nothing_hangs_on_the_seed();
    return finish();
}
