/* The verification gates: honest float kernels pass whatever their order of summation; every kind
 * of mistake fails. */
#include "expect.h"
#include "lab/check/harness.h"
#include "lab/problem.h"
#include "said.h"

static float y[70001];

static struct lab_case question(enum lab_problem problem, enum lab_data data, int m, int n)
{
    struct lab_case c = {problem, data, m, n, 1, 42, LAB_SNUG};
    return c;
}

/* y = A x in float, in one of several orders. */
static void multiply(const struct lab_case *c, const float *x, int order)
{
    struct lab_recipe a = lab_recipe_of(c, 0);
    for (int row = 0; row < c->m; row++) {
        float part[32] = {0}, sum = 0;
        for (int i = 0; i < c->n; i++) {
            int col = order == 1 ? c->n - 1 - i : i;
            float product = (float)lab_element(a, row, col) * x[col];
            if (order == 2)
                part[col % 32] += product;
            else
                sum += product;
        }
        for (int lane = 0; order == 2 && lane < 32; lane++)
            sum += part[lane];
        y[row] = sum;
    }
}

static void honest_kernels_pass(void)
{
    static const int sizes[][2] = {{1, 1},     {1, 1000},   {1000, 1}, {31, 33},
                                   {127, 129}, {61, 16385}, {300, 400}};
    static const enum lab_data kinds[] = {LAB_EXACT, LAB_REAL, LAB_DOCUMENT};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int kind = 0; kind < 3; kind++)
            for (int order = 0; order < 3; order++) {
                struct lab_case c = question(LAB_GEMV_ROW, kinds[kind], sizes[s][0], sizes[s][1]);
                struct lab_reference r;
                if (kinds[kind] == LAB_DOCUMENT && c.n > 16384)
                    continue;
                CHECK(lab_reference_of(&c, &r) == 0, "memory");
                multiply(&c, (const float *)r.matrix[1], order);
                struct lab_verdict v = lab_verify(&r, y);
                CHECK(v.ok, "%dx%d %s order %d: %s", c.m, c.n, lab_data_name(c.data), order,
                      said_of(&v));
                lab_reference_free(&r);
            }
}

enum mistake {
    NOTHING,
    NO_TAIL,
    ALL_ZERO,
    ZERO_TAIL,
    BITS_OF_AN_INT,
    NOT_A_NUMBER,
    NEXT_ROW,
    NO_LAST_COLUMN,
    NO_FIRST_COLUMN,
    TRANSPOSED,
    ACCUMULATED,
    RAGGED,
    ONE_ULP,
    HALF_PRECISION,
    MISTAKES
};

static double part_of_row(const struct lab_reference *r, int row, int from, int to)
{
    const struct lab_recipe a = lab_recipe_of(&r->question, 0);
    double sum = 0;
    for (int col = from; col < to; col++)
        sum += lab_element(a, row, col) * ((const float *)r->matrix[1])[col];
    return sum;
}

/* Eleven bits of significand, as half precision has. */
static float to_half(float v)
{
    int exponent;
    float f = frexpf(v, &exponent);
    return ldexpf(roundf(ldexpf(f, 11)), exponent - 11);
}

static void spoil(enum mistake mistake, const struct lab_case *c, const struct lab_reference *r)
{
    struct lab_recipe a = lab_recipe_of(c, 0);
    for (int i = 0; i < c->m; i++) {
        double sum = 0;
        float poison = (float)lab_poison_value(c, LAB_F32);
        switch (mistake) {
        case NOTHING:
            y[i] = poison;
            break;
        case NO_TAIL:
            y[i] = i < c->m / 32 * 32 ? (float)r->right[i].value : poison;
            break;
        case ALL_ZERO:
            y[i] = 0;
            break;
        case ZERO_TAIL: /* where one row is rightly 0 */
            r->right[50].value = 0;
            y[i] = i < 32 ? (float)r->right[i].value : 0;
            break;
        case BITS_OF_AN_INT: {
            int whole = (int)r->right[i].value;
            memcpy(&y[i], &whole, sizeof whole);
            break;
        }
        case NOT_A_NUMBER:
            y[i] = i == c->m / 2 ? NAN : (float)r->right[i].value;
            break;
        case NEXT_ROW:
            y[i] = i + 1 < c->m ? (float)r->right[i + 1].value : 0;
            break;
        case NO_LAST_COLUMN:
            y[i] = (float)part_of_row(r, i, 0, c->n - 1);
            break;
        case NO_FIRST_COLUMN:
            y[i] = (float)part_of_row(r, i, 1, c->n);
            break;
        case TRANSPOSED:
            for (int j = 0; j < c->n; j++)
                sum += (float)lab_element(a, j, i) * ((const float *)r->matrix[1])[j];
            y[i] = (float)sum;
            break;
        case ACCUMULATED:
            y[i] = (float)(poison + r->right[i].value);
            break;
        case RAGGED:
            y[i] = (float)part_of_row(r, i, 0, c->n / 8 * 8);
            break;
        case ONE_ULP:
            y[i] =
                i == 7 ? nextafterf((float)r->right[i].value, INFINITY) : (float)r->right[i].value;
            break;
        default:
            for (int j = 0; j < c->n; j++)
                sum += to_half((float)lab_element(a, i, j)) *
                       to_half(((const float *)r->matrix[1])[j]);
            y[i] = (float)sum;
            break;
        }
    }
}

static void mistakes_fail(void)
{
    for (int mistake = 0; mistake < MISTAKES; mistake++) {
        int real = mistake == HALF_PRECISION;
        struct lab_case c =
            question(LAB_GEMV_ROW, real ? LAB_REAL : LAB_EXACT, 99, mistake == RAGGED ? 123 : 99);
        struct lab_reference r;
        CHECK(lab_reference_of(&c, &r) == 0, "memory");
        spoil((enum mistake)mistake, &c, &r);
        struct lab_verdict v = lab_verify(&r, y);
        CHECK(!v.ok, "mistake %d passes", mistake);
        CHECK(v.untouched == (mistake == NOTHING), "mistake %d: untouched %d", mistake,
              v.untouched);
        lab_reference_free(&r);
    }
}

static void inputs_are_what_they_claim(void)
{
    for (int k = 1; k <= 1 << 24; k *= 8) {
        int bound = lab_exact_bound(24, k);
        CHECK((double)bound * bound * k <= ldexp(1, 24), "depth %d, bound %d", k, bound);
    }
    struct lab_case c = question(LAB_GEMV_ROW, LAB_EXACT, 500, 16384);
    struct lab_recipe a = lab_recipe_of(&c, 0);
    double sum = 0;
    int low = 0, high = 0, symmetric = 0;
    for (int i = 0; i < 500; i++)
        for (int j = 0; j < 500; j++) {
            int v = (int)lab_element(a, i, j);
            sum += v;
            low = v < low ? v : low;
            high = v > high ? v : high;
            symmetric += i < j && v == (int)lab_element(a, j, i);
        }
    CHECK(low == -32 && high == 32, "range %d to %d", low, high);
    CHECK(fabs(sum) / 250000 < 0.2, "mean %g", sum / 250000);
    CHECK(symmetric < 250000 / 2 / 20, "%d pairs are symmetric", symmetric);
    CHECK(lab_document_a(0, 0) == 1 && (float)lab_document_a(3, 5) == 3.5f,
          "document 000's matrix");
    CHECK(fabs(lab_document_x(0) - log(sqrt(2.0))) < 1e-15, "document 000's vector");
}

static void sizes_are_checked(void)
{
    char why[200];
    static const int bad[][2] = {{0, 5}, {5, 0}, {-1, 5}};
    for (int i = 0; i < 3; i++) {
        struct lab_case c = question(LAB_GEMV_ROW, LAB_EXACT, bad[i][0], bad[i][1]);
        CHECK(lab_check_size(&c, 1e9, why, sizeof why) == -1 && strstr(why, "at least 1"), "%s",
              why);
    }
    struct lab_case c = question(LAB_GEMV_ROW, LAB_EXACT, 20000, 20000);
    CHECK(lab_check_size(&c, 1e9, why, sizeof why) == -1 && strstr(why, "choose a smaller one"),
          "%s", why);
    CHECK(lab_check_size(&c, 2e9, why, sizeof why) == 0, "%s", why);
    c.problem = LAB_GEMV_CONST;
    CHECK(lab_check_size(&c, 2e9, why, sizeof why) == -1 && strstr(why, "constant memory"), "%s",
          why);
}

/* What a GPU cannot do is said in one line, and only there. */
static void steps_are_skipped_where_they_must_be(void)
{
    static const struct {
        enum lab_problem problem;
        int major, minor, emulator;
        const char *says; /* NULL: it can */
    } tries[] = {{LAB_DGEMM_TENSOR, 7, 0, 0, "double"},  {LAB_DGEMM_TENSOR, 8, 0, 0, NULL},
                 {LAB_DGEMM_TENSOR, 8, 9, 0, "has 8.9"}, {LAB_DGEMM_TENSOR, 9, 0, 0, NULL},
                 {LAB_DGEMM_TENSOR, 8, 9, 1, NULL},      {LAB_DGEMM, 7, 0, 0, NULL},
                 {LAB_XNOR_MMA, 7, 0, 0, "7.5"},         {LAB_XNOR_HOPPER, 8, 0, 0, "Hopper"},
                 {LAB_GEMM_HOPPER, 8, 9, 0, "has 8.9"},  {LAB_GEMM_HOPPER, 9, 0, 0, NULL},
                 {LAB_GEMM_HOPPER, 9, 0, 1, "emulator"}, {LAB_GEMM_TILE, 8, 0, 0, NULL}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        char why[200];
        int cannot = lab_unsupported(tries[i].problem, tries[i].major, tries[i].minor,
                                     tries[i].emulator, why, sizeof why);
        CHECK(cannot == (tries[i].says != NULL), "try %d: %s", (int)i, why);
        CHECK(!tries[i].says || strstr(why, tries[i].says), "try %d: %s", (int)i, why);
    }
}

static void cases_cover_the_edges(void)
{
    for (int problem = 0; problem < LAB_PROBLEMS; problem++) {
        struct lab_case c;
        int count = 0, one = 0, wide = 0, tall = 0, refused = 0;
        for (; lab_case_at((enum lab_problem)problem, 0, count, 7, &c); count++) {
            char why[200];
            if (lab_check_size(&c, lab_is_huge(&c) ? INFINITY : 8e9, why, sizeof why) && ++refused)
                printf("problem %d: %s\n", problem, why);
            one += c.m == 1 && c.n == 1;
            wide += c.m == 1 && c.n > 1;
            tall += c.n == 1 && c.m > 1;
        }
        CHECK(!refused, "problem %d: %d cases are refused", problem, refused);
        CHECK(count > 8 && one && wide && tall, "problem %d: %d cases", problem, count);
    }
}

int main(void)
{
    honest_kernels_pass();
    mistakes_fail();
    inputs_are_what_they_claim();
    sizes_are_checked();
    cases_cover_the_edges();
    steps_are_skipped_where_they_must_be();
    return finish();
}
