/* Verification of lab 09's problems: outputs made element by element from the signs pass, whatever
 * the layout; every mistake fails, and is named; large products are judged as small ones. */
#include "expect.h"
#include "lab/check/harness.h"
#include "lab/measure/peaks.h"
#include "said.h"

static struct lab_case question(enum lab_problem problem, int m, int n, int k)
{
    struct lab_case c = {problem, LAB_SIGNS, m, n, k, 77, LAB_SNUG};
    return c;
}

/* +1 or -1: element `at` of a line of an operand, by the recipe; the layout plays no part in it. */
static int sign_of(struct lab_recipe r, int line, int at)
{
    return lab_sign_word(r, line, at / 32) >> at % 32 & 1 ? 1 : -1;
}

/* A copy of the words that an output holds, poison at first, and how to write one of them. */
static uint32_t *poisoned(const struct lab_reference *r)
{
    uint32_t *out = (uint32_t *)malloc(lab_bytes(&r->shape.out));
    if (!out)
        exit(2);
    memset(out, lab_poison_byte(&r->question), lab_bytes(&r->shape.out));
    return out;
}

/* Packs by hand: bit i of word w is element 32 w + i; all else is 0. */
static void pack_by_hand(const struct lab_reference *r, uint32_t *out)
{
    const struct lab_operand *o = &r->shape.out;
    struct lab_recipe in = lab_recipe_of(&r->question, 0);
    int by_columns = r->question.problem == LAB_PACK_B, ones = r->question.problem == LAB_ONES,
        lines = by_columns ? o->cols : o->rows, words = by_columns ? o->rows : o->cols;
    memset(out, 0, lab_bytes(o));
    for (int line = 0; line < lines && line < o->lines; line++)
        for (int at = 0; at < o->bits; at++) {
            int plus = sign_of(in, line, at) > 0, word = at / 32;
            if (ones)
                out[line] += (uint32_t)plus;
            else
                out[by_columns ? word * lines + line : line * words + word] |= (uint32_t)plus
                                                                               << at % 32;
        }
}

static int product(const struct lab_reference *r, int row, int col)
{
    struct lab_recipe a = lab_recipe_of(&r->question, 0), b = lab_recipe_of(&r->question, 1);
    int sum = 0;
    for (int l = 0; l < r->question.k; l++)
        sum += sign_of(a, row, l) * sign_of(b, col, l);
    return sum;
}

static void multiply_by_hand(const struct lab_reference *r, uint32_t *out)
{
    const struct lab_operand *o = &r->shape.out;
    int sign = r->question.problem == LAB_SIGN;
    memset(out, 0, lab_bytes(o));
    for (int row = 0; row < r->question.m; row++)
        for (int col = 0; col < r->question.n; col++) {
            int c = product(r, row, col);
            if (sign)
                out[row * o->cols + col / 32] |= (uint32_t)(c >= 0) << col % 32;
            else
                out[row * o->cols + col] = (uint32_t)c;
        }
}

static void right(const struct lab_reference *r, uint32_t *out)
{
    if (r->question.problem < LAB_XNOR)
        pack_by_hand(r, out);
    else
        multiply_by_hand(r, out);
}

/* Right passes; nothing written is called that; one flipped bit anywhere fails. */
static void one_case(const struct lab_case *c)
{
    struct lab_reference r;
    const struct lab_text size = lab_size_text(c);
    CHECK(lab_reference_of(c, &r) == 0, "memory");
    uint32_t *out = poisoned(&r);
    struct lab_verdict v = lab_verify(&r, out);
    CHECK(!v.ok && v.untouched, "problem %d %s: poison passes", c->problem, size.text);
    right(&r, out);
    v = lab_verify(&r, out);
    CHECK(v.ok, "problem %d %s: %s", c->problem, size.text, said_of(&v));
    CHECK(lab_spot_check(c, out, 3, 40), "problem %d %s: spot check", c->problem, size.text);
    int unseen = 0;
    for (int i = 0; i < 5; i++) {
        size_t at = (size_t)(lab_random(5, i, (int)c->problem) % r.count);
        out[at] ^= 1u << i * 7;
        v = lab_verify(&r, out);
        if ((v.ok || v.wrong != 1) && ++unseen)
            printf("problem %d %s: bit %d of word %zu is not missed\n", c->problem, size.text,
                   i * 7, at);
        out[at] ^= 1u << i * 7;
    }
    CHECK(!unseen, "problem %d %s: %d flipped bits are not missed", c->problem, size.text, unseen);
    free(out);
    lab_reference_free(&r);
}

static void honest_outputs_pass(void)
{
    for (int problem = LAB_PACK_A; problem < LAB_PROBLEMS; problem++) {
        struct lab_case c;
        for (int i = 0; lab_case_at((enum lab_problem)problem, 0, i, 3, &c); i++)
            if (!lab_is_huge(&c) && (double)c.m * c.n * c.k < 2e7)
                one_case(&c);
    }
}

/* ---- mistakes of packing */

static uint32_t reversed(uint32_t x)
{
    uint32_t y = 0;
    for (int i = 0; i < 32; i++, x >>= 1)
        y = y << 1 | (x & 1);
    return y;
}

static void expect_said(const struct lab_reference *r, const uint32_t *out, const char *said,
                        const char *mistake)
{
    struct lab_verdict v = lab_verify(r, out);
    CHECK(!v.ok, "%s passes", mistake);
    CHECK(strstr(said_of(&v), said) != NULL, "%s: '%s' instead of '%s'", mistake, said_of(&v),
          said);
}

static void packing_mistakes_fail(void)
{
    struct lab_case c = question(LAB_PACK_A, 70, 1050, 1);
    struct lab_reference r;
    char said[120];
    CHECK(lab_reference_of(&c, &r) == 0, "memory");
    uint32_t *out = poisoned(&r);
    int cols = r.shape.out.cols, words = (1050 + 31) / 32;
    right(&r, out);
    for (int row = 0; row < 70; row++)
        for (int word = 0; word < words; word++)
            out[row * cols + word] = ~out[row * cols + word];
    expect_said(&r, out, "packed[0][0] bit 0", "bits inverted");
    right(&r, out);
    for (int row = 0; row < 70; row++)
        for (int word = 0; word < words; word++)
            out[row * cols + word] = reversed(out[row * cols + word]);
    expect_said(&r, out, "packed[0][0]", "bits reversed");
    right(&r, out);
    out[3 * cols + words - 1] |= 1u << 31;
    expect_said(&r, out, "bit 31 is 1, should be 0", "a bit beyond the depth");
    right(&r, out);
    out[70 * cols] = 1;
    expect_said(&r, out, "packed[70][0] bit 0 is 1, should be 0", "padding written");
    right(&r, out);
    out[cols + 1] ^= 0x80000001u;
    snprintf(said, sizeof said, "packed[1][1] bit 0 is %d, should be %d (0x%08x instead of 0x%08x",
             (int)(out[cols + 1] & 1), (int)(~out[cols + 1] & 1), out[cols + 1],
             out[cols + 1] ^ 0x80000001u);
    expect_said(&r, out, said, "two bits of one word wrong");
    right(&r, out);
    for (size_t i = (size_t)70 * (size_t)cols; i < r.count; i++)
        out[i] = (uint32_t)lab_poison_value(&r.question, LAB_U32);
    expect_said(&r, out, "packed[70][0] was never written", "padding left out");
    free(out);
    lab_reference_free(&r);
}

/* ---- mistakes of products */

static int mistaken(const struct lab_reference *r, int row, int col, int mistake)
{
    int k = r->question.k, padded = (k + 31) / 32 * 32, pitch = binary_pitch(k) * 32,
        c = product(r, row, col), d = (k - c) / 2;
    struct lab_recipe a = lab_recipe_of(&r->question, 0), b = lab_recipe_of(&r->question, 1);
    int last = 0, first = 0;
    for (int l = k / 32 * 32; l < k; l++)
        last += sign_of(a, row, l) != sign_of(b, col, l);
    for (int l = 0; l < 32; l++)
        first += sign_of(a, row, l) != sign_of(b, col, l);
    switch (mistake) {
    case 0:
        return padded - 2 * d;
    case 1:
        return pitch - 2 * d;
    case 2:
        return -c;
    case 3:
        return d;
    case 4:
        return k - d;
    case 5:
        return k - 2 * (d - last);
    case 6:
        return k - 2 * (d - first);
    default:
        return product(r, col, row);
    }
}

static void product_mistakes_fail(void)
{
    for (int mistake = 0; mistake < 8; mistake++) {
        struct lab_case c = question(mistake % 2 ? LAB_XNOR : LAB_XNOR_MMA, 60, 60, 1100);
        struct lab_reference r;
        CHECK(lab_reference_of(&c, &r) == 0, "memory");
        uint32_t *out = poisoned(&r);
        for (int row = 0; row < 60; row++)
            for (int col = 0; col < 60; col++)
                out[row * 60 + col] = (uint32_t)mistaken(&r, row, col, mistake);
        struct lab_verdict v = lab_verify(&r, out);
        CHECK(!v.ok, "mistake %d passes", mistake);
        free(out);
        lab_reference_free(&r);
    }
}

/* A large product: Freivalds' algorithm finds a single wrong integer; of signs every 64th row
 * is looked at. */
static void large_products(void)
{
    enum { M = 700, N = 640, K = 5000 };
    for (int problem = LAB_XNOR_MMA; problem <= LAB_SIGN; problem++) {
        struct lab_case c = question((enum lab_problem)problem, M, N, K);
        struct lab_reference r;
        CHECK(lab_reference_of(&c, &r) == 0, "memory");
        CHECK(!lab_is_full(&r), "not large");
        uint32_t *out = poisoned(&r);
        int cols = r.shape.out.cols;
        for (int row = 0; row < M; row++)
            for (int col = 0; col < cols; col++)
                out[row * cols + col] = problem == LAB_SIGN
                                            ? lab_xnor_signs(&r, row, col)
                                            : (uint32_t)lab_xnor_should(&r, row, col);
        CHECK(product(&r, 99, 7) == lab_xnor_should(&r, 99, 7), "the reference's own element");
        struct lab_verdict v = lab_verify(&r, out);
        CHECK(v.ok, "problem %d, large: %s", problem, said_of(&v));
        for (int row = 100; row < (problem == LAB_SIGN ? 100 + LAB_SIGN_APART : 101); row++)
            out[row * cols + cols - 1] ^= 2;
        v = lab_verify(&r, out);
        CHECK(!v.ok, "problem %d, large: a wrong %s passes", problem,
              problem == LAB_SIGN ? "tile" : "element");
        free(out);
        lab_reference_free(&r);
    }
}

/* Lab 09's steps are held against the unit that they use: population counts, or binary tensor cores
 * where their peak is known. An H200 has 132 SMs at 1.98 GHz. */
static void percents_are_of_the_right_peak(void)
{
    enum { SIZE = 8192 };
    const double cycles = 132 * 1.98, operations = 2.0 * SIZE * SIZE * SIZE;
    double peak[LAB_PEAKS] = {cycles * 256, cycles * 256, cycles * 1024, cycles * 65536};
    static const struct {
        enum lab_problem problem;
        double done, percent; /* operations a cycle and SM */
    } tries[] = {{LAB_XNOR, 512, 50},   {LAB_XNOR_MMA, 32768, 50}, {LAB_XNOR_HOPPER, 65536, 100},
                 {LAB_SIGN, 16384, 25}, {LAB_GEMM, 128, 50},       {LAB_DGEMM, 192, 75}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct lab_case c = question(tries[i].problem, SIZE, SIZE, SIZE);
        double ms = operations / (cycles * tries[i].done) / 1e6,
               percent = lab_percent_of_peak(&c, ms, 4800, peak);
        CHECK(fabs(percent - tries[i].percent) < 0.01,
              "problem %d: %g %% of its peak instead of %g", (int)c.problem, percent,
              tries[i].percent);
        CHECK(lab_arithmetic_floor_ms(&c, peak) <= ms, "problem %d: faster than it can be",
              (int)c.problem);
    }
    struct lab_case c = question(LAB_XNOR_MMA, SIZE, SIZE, SIZE);
    peak[LAB_PEAK_BIT_TENSOR] = 0;
    CHECK(lab_percent_of_peak(&c, 1, 4800, peak) == 0, "a percentage of an unknown peak");
    c = question(LAB_GEMV_ROW, 16384, 16384, 1);
    double percent = lab_percent_of_peak(&c, 4.0 * 16384 * 16386 / 2400e6, 4800, peak);
    CHECK(fabs(percent - 50) < 0.01, "a GEMV: %g %% of the bandwidth", percent);
}

int main(void)
{
    honest_outputs_pass();
    packing_mistakes_fail();
    product_mistakes_fail();
    large_products();
    percents_are_of_the_right_peak();
    return finish();
}
