/* Verification of transposes, branches and GEMM: honest outputs pass, whatever their order of
 * summation; every mistake fails, and is named; large products by Freivalds' algorithm as small
 * ones element by element. */
#include "expect.h"
#include "lab/check/harness.h"
#include "lab/contracts.h"
#include "lab/problem.h"
#include "said.h"

static struct lab_case question(enum lab_problem problem, enum lab_data data, int m, int n, int k)
{
    struct lab_case c = {problem, data, m, n, k, 42, LAB_SNUG};
    return c;
}

/* An output that nobody has touched: poison, as lab_poison_output leaves it. */
static void *poisoned(const struct lab_reference *r)
{
    void *out = malloc(lab_bytes(&r->shape.out));
    if (!out)
        exit(2);
    memset(out, lab_poison_byte(&r->question), lab_bytes(&r->shape.out));
    return out;
}

static void put(const struct lab_reference *r, void *out, int row, int col, double value)
{
    lab_put(r->shape.out.type, out, (size_t)row * (size_t)r->shape.out.ld + (size_t)col, value);
}

/* Terms [from, to) of C(row, col), summed in the output's own precision, forwards or backwards. */
static double sum_of(const struct lab_reference *r, int row, int col, int from, int to, int back)
{
    float narrow = 0;
    double wide = 0;
    for (int i = from; i < to; i++) {
        int l = back ? to - 1 - (i - from) : i;
        double a = lab_get(r->shape.in[0].type, r->matrix[0],
                           (size_t)row * (size_t)r->shape.in[0].ld + (size_t)l),
               b = lab_get(r->shape.in[1].type, r->matrix[1],
                           (size_t)l * (size_t)r->shape.in[1].ld + (size_t)col);
        narrow += (float)a * (float)b;
        wide += a * b;
    }
    return r->shape.out.type == LAB_F64 ? wide : (double)narrow;
}

static void fill_right(const struct lab_reference *r, void *out, int back)
{
    struct lab_recipe in = lab_recipe_of(&r->question, 0);
    for (int row = 0; row < r->shape.out.rows; row++)
        for (int col = 0; col < r->shape.out.cols; col++)
            put(r, out, row, col,
                lab_has_depth(r->question.problem) ? sum_of(r, row, col, 0, r->question.k, back)
                                                   : lab_moved(&r->question, in, row, col));
}

static void expect_pass(const struct lab_case *c, int back)
{
    struct lab_reference r;
    CHECK(lab_reference_of(c, &r) == 0, "memory");
    void *out = poisoned(&r);
    struct lab_verdict v = lab_verify(&r, out);
    CHECK(!v.ok && v.untouched, "%s: poison passes", lab_size_text(c).text);
    fill_right(&r, out, back);
    v = lab_verify(&r, out);
    CHECK(lab_spot_check(c, out, 5, 50), "spot check of problem %d", c->problem);
    put(&r, out, 0, 0, NAN);
    CHECK(!lab_spot_check(c, out, 5, 50 + (int)r.count * 20) || r.count > 5000,
          "spot check of a NaN");
    CHECK(v.ok, "problem %d %s: %s", c->problem, lab_size_text(c).text, said_of(&v));
    free(out);
    lab_reference_free(&r);
}

static void honest_outputs_pass(void)
{
    for (int problem = LAB_TRANSPOSE; problem < LAB_PACK_A; problem++) {
        struct lab_case c;
        for (int i = 0; lab_case_at((enum lab_problem)problem, 0, i, 3, &c); i++)
            if (!lab_is_huge(&c)) /* corners_test.c */
                expect_pass(&c, i % 3 == 1);
    }
}

enum mistake {
    NAN_INSIDE,
    WRONG_ELEMENT,
    NO_LAST_ROWS,
    NO_LAST_COLUMNS,
    WRONG_CORNER,
    NEXT_ROW,
    NEXT_COLUMN,
    MIRRORED,
    LAST_TERM,
    LAST_K_TILE,
    RAGGED_K,
    ONE_K_TILE,
    ADDED,
    IN_FLOAT,
    PADDING,
    MISTAKES
};

/* The right output, spoilt. */
static void spoil(const struct lab_reference *r, void *out, enum mistake mistake)
{
    int m = r->shape.out.rows, n = r->shape.out.cols, k = r->question.k, tile = 16;
    double poison = lab_poison_value(&r->question, r->shape.out.type);
    if (mistake == PADDING)
        put(r, out, 1, n, 0);
    for (int row = 0; row < m; row++)
        for (int col = 0; col < n; col++) {
            double right = sum_of(r, row, col, 0, k, 0), is = right;
            int centre = row == m / 2 && col == n / 3, edge_row = row >= m / tile * tile,
                edge_col = col >= n / tile * tile;
            switch (mistake) {
            case NAN_INSIDE:
                is = centre ? NAN : right;
                break;
            case WRONG_ELEMENT:
                is = centre ? right + 1 : right;
                break;
            case NO_LAST_ROWS:
                is = edge_row ? poison : right;
                break;
            case NO_LAST_COLUMNS:
                is = edge_col ? poison : right;
                break;
            case WRONG_CORNER:
                is = edge_row && edge_col ? right + 3 : right;
                break;
            case NEXT_ROW:
                is = row + 1 < m ? sum_of(r, row + 1, col, 0, k, 0) : 0;
                break;
            case NEXT_COLUMN:
                is = col + 1 < n ? sum_of(r, row, col + 1, 0, k, 0) : 0;
                break;
            case MIRRORED:
                is = sum_of(r, col, row, 0, k, 0);
                break;
            case LAST_TERM:
                is = sum_of(r, row, col, 0, k - 1, 0);
                break;
            case LAST_K_TILE:
                is = sum_of(r, row, col, 0, (k - 1) / tile * tile, 0);
                break;
            case RAGGED_K:
                is = sum_of(r, row, col, 0, k / tile * tile, 0);
                break;
            case ONE_K_TILE:
                is = sum_of(r, row, col, 0, tile, 0);
                break;
            case ADDED:
                is = right + poison;
                break;
            case IN_FLOAT: {
                float narrow = 0;
                for (int l = 0; l < k; l++)
                    narrow += (float)sum_of(r, row, col, l, l + 1, 0);
                is = narrow;
                break;
            }
            default:
                break;
            }
            put(r, out, row, col, is);
        }
}

static void gemm_mistakes_fail(void)
{
    for (int problem = LAB_GEMM; problem <= LAB_DGEMM; problem++)
        for (int mistake = 0; mistake < MISTAKES; mistake++) {
            int k = mistake == LAST_K_TILE ? 96 : 93;
            struct lab_case c = question((enum lab_problem)problem, LAB_EXACT, 93, 93, k);
            struct lab_reference r;
            if (mistake == IN_FLOAT && problem == LAB_GEMM)
                continue;
            CHECK(lab_reference_of(&c, &r) == 0, "memory");
            void *out = poisoned(&r);
            spoil(&r, out, (enum mistake)mistake);
            struct lab_verdict v = lab_verify(&r, out);
            CHECK(!v.ok && !v.untouched, "problem %d, mistake %d passes", problem, mistake);
            free(out);
            lab_reference_free(&r);
        }
}

/* Precision that is too low: products of bf16 (8 bits), TF32 (11 bits), and float where double was
 * asked for. */
static double rounded(double v, int bits)
{
    int exponent;
    double f = frexp(v, &exponent);
    return ldexp(rint(ldexp(f, bits)), exponent - bits);
}

static void low_precision_fails(void)
{
    static const struct {
        enum lab_problem problem;
        int bits, passes;
    } tries[] = {{LAB_GEMM, 8, 0},   {LAB_GEMM, 11, 0},  {LAB_GEMM, 24, 1},
                 {LAB_DGEMM, 24, 0}, {LAB_DGEMM, 40, 0}, {LAB_DGEMM, 53, 1}};
    for (size_t t = 0; t < sizeof tries / sizeof *tries; t++) {
        struct lab_case c = question(tries[t].problem, LAB_REAL, 40, 40, 200);
        struct lab_reference r;
        CHECK(lab_reference_of(&c, &r) == 0, "memory");
        void *out = poisoned(&r);
        for (int row = 0; row < c.m; row++)
            for (int col = 0; col < c.n; col++) {
                double sum = 0;
                for (int l = 0; l < c.k; l++)
                    sum += rounded(lab_get(r.shape.in[0].type, r.matrix[0],
                                           (size_t)(row * r.shape.in[0].ld + l)),
                                   tries[t].bits) *
                           rounded(lab_get(r.shape.in[1].type, r.matrix[1],
                                           (size_t)(l * r.shape.in[1].ld + col)),
                                   tries[t].bits);
                put(&r, out, row, col, sum);
            }
        struct lab_verdict v = lab_verify(&r, out);
        CHECK(v.ok == tries[t].passes, "problem %d with %d bits: %s", tries[t].problem,
              tries[t].bits, said_of(&v));
        free(out);
        lab_reference_free(&r);
    }
}

/* Too large to be compared whole: one wrong element anywhere, poison, padding and non-integers must
 * still be found. */
static void large_products(void)
{
    struct lab_case c = question(LAB_GEMM, LAB_EXACT, 700, 701, 650);
    struct lab_reference r;
    CHECK(lab_reference_of(&c, &r) == 0 && !r.right, "%.3g multiply-adds are too few for this test",
          r.shape.flops / 2);
    float *out = (float *)poisoned(&r), *clean = (float *)poisoned(&r);
    struct lab_right *row_of = (struct lab_right *)malloc(701 * sizeof *row_of);
    for (int row = 0; row < c.m; row++) {
        lab_gemm_row(&r, row, row_of);
        for (int col = 0; col < c.n; col++)
            put(&r, clean, row, col, row_of[col].value);
    }
    static const struct {
        int row, col;
        double add;
        const char *said;
    } tries[] = {{0, 0, 0, ""},
                 {333, 77, 1, "C[333][77]"},
                 {699, 700, -2, "C[699][700]"},
                 {5, 5, 0.5, "C[5][5]"},
                 {100, 100, NAN, "nan"},
                 {650, 3, 1e30, "C[650][3]"},
                 {44, 701, 100, "beyond"},
                 {17, 300, INFINITY, "17][300"}};
    for (size_t t = 0; t < sizeof tries / sizeof *tries; t++) {
        memcpy(out, clean, lab_bytes(&r.shape.out));
        put(&r, out, tries[t].row, tries[t].col,
            lab_out(&r, clean, tries[t].row, tries[t].col) + tries[t].add);
        struct lab_verdict v = lab_verify(&r, out);
        CHECK(v.ok == (t == 0), "large product, try %zu", t);
        CHECK(strstr(said_of(&v), tries[t].said) != NULL, "large product, try %zu: %s", t,
              said_of(&v));
    }
    memcpy(out, clean, lab_bytes(&r.shape.out));
    for (int col = 0; col < c.n; col++)
        put(&r, out, 400, col, lab_poison_value(&c, LAB_F32));
    CHECK(!lab_verify(&r, out).ok, "a row that was never written passes");
    memset(out, lab_poison_byte(&c), lab_bytes(&r.shape.out));
    CHECK(lab_verify(&r, out).untouched, "an untouched output is not called so");
    free(row_of);
    free(out);
    free(clean);
    lab_reference_free(&r);
}

/* No two of the first elements are alike, none is poison's neighbour in kind: all are normal
 * floats. */
static void patterns_are_distinct(void)
{
    enum { COUNT = 1 << 16 };
    static unsigned char seen[1 << 24];
    int twice = 0, odd = 0, alike = 0;
    for (int i = 0; i < COUNT; i++) {
        uint32_t bits = lab_pattern(12345, i / 100, i % 100, 100);
        float f;
        memcpy(&f, &bits, 4);
        odd += !isnormal(f);
        uint32_t slot = bits * 2654435761u >> 8;
        twice += seen[slot] != 0; /* same slot: alike, or chance (expected 128 of 65536) */
        seen[slot] = 1;
    }
    for (int i = 0; i < 1000; i++)
        for (int j = 0; j < i; j++)
            alike += lab_pattern(7, i, 0, 1) == lab_pattern(7, j, 0, 1);
    CHECK(odd == 0, "%d are NaN, infinite, zero or denormal", odd);
    CHECK(twice < 200, "%d of %d patterns share a slot", twice, COUNT);
    CHECK(alike == 0, "%d pairs are alike", alike);
}

/* A step is called as its layout's problem is (rounds.h), so it must have the same parameters. */
static void layouts_are_called_alike(void)
{
#define LAB_TEXT(...)            #__VA_ARGS__
#define LAB_TEXT_OF(...)         LAB_TEXT(__VA_ARGS__)
#define LAB_CALLED_AT(name, ...) LAB_TEXT_OF(LAB_LAUNCH_##name(launch)),
    static const char *const called[] = {LAB_PROBLEM_LIST(LAB_CALLED_AT)};
    for (int p = 0; p < LAB_PROBLEMS; p++)
        CHECK(!strcmp(called[p], called[lab_layout((enum lab_problem)p)]),
              "problem %d is called as its layout's, but has other parameters: %s", p, called[p]);
}

int main(void)
{
    honest_outputs_pass();
    layouts_are_called_alike();
    gemm_mistakes_fail();
    low_precision_fails();
    large_products();
    patterns_are_distinct();
    return finish();
}
