/* Wrong kernels in plain C, asked what they do: each is said what it does. */
#include "expect.h"
#include "lab/check/harness.h"
#include "lab/probe/ask.h"

/* A kernel: element (row, col) of the output, from operands as they lie in memory. */
typedef double kernel(const struct lab_shape *s, const struct lab_case *c,
                      void *const in[LAB_INPUTS], int row, int col);

/* `old`: what the element held; NaN is stored as nothing. */
static double a_at(const struct lab_shape *s, void *const in[LAB_INPUTS], int row, int l)
{
    const struct lab_operand *o = &s->in[0];
    return row < 0 || row >= o->rows || l < 0 || l >= o->cols
               ? 0
               : lab_get(o->type, in[0],
                         o->column_major ? (size_t)l * (size_t)o->ld + (size_t)row
                                         : (size_t)row * (size_t)o->ld + (size_t)l);
}

static double b_at(const struct lab_shape *s, void *const in[LAB_INPUTS], int l, int col)
{
    const struct lab_operand *o = &s->in[1];
    return l < 0 || l >= o->rows || col < 0 || col >= o->cols
               ? 0
               : lab_get(o->type, in[1], (size_t)l * (size_t)o->ld + (size_t)col);
}

/* Sums of products: TERM, of i, j and l. */
#define PRODUCT(name, from, to, start, term)                                                       \
    static double name(const struct lab_shape *s, const struct lab_case *c,                        \
                       void *const in[LAB_INPUTS], int i, int j)                                   \
    {                                                                                              \
        const int k = s->depth;                                                                    \
        double sum = start;                                                                        \
        for (int l = from; l < (to); l++)                                                          \
            sum += term;                                                                           \
        (void)in, (void)c, (void)i, (void)j, (void)k;                                              \
        return sum;                                                                                \
    }
#define A(i, l) a_at(s, in, i, l)
#define B(l, j) b_at(s, in, l, j)

PRODUCT(no_last_term, 0, k - 1, 0, A(i, l) * B(l, j))
PRODUCT(no_first_term, 1, k, 0, A(i, l) * B(l, j))
PRODUCT(whole_fours, 0, k / 4 * 4, 0, A(i, l) * B(l, j))
PRODUCT(first_sixteen, 0, k < 16 ? k : 16, 0, A(i, l) * B(l, j))
PRODUCT(starts_at_5, 0, k, 5, A(i, l) * B(l, j))
PRODUCT(times_32, 0, k, 0, 32 * A(i, l) * B(l, j))
PRODUCT(every_other, 0, k, 0, l % 2 ? 0 : A(i, l) * B(l, j))
PRODUCT(exchanged, 0, k, 0, A(j, l) * B(l, i))
PRODUCT(next_row, 0, k, 0, A(i + 1, l) * B(l, j))
PRODUCT(first_tile_of_a, 0, k, 0, A(i, l % 8) * B(l, j))
PRODUCT(first_tile_of_b, 0, k, 0, A(i, l) * B(l % 8, j))
PRODUCT(tile_of_a_turned, 0, (k + 7) / 8 * 8, 0, A(i / 8 * 8 + l % 8, l / 8 * 8 + i % 8) * B(l, j))
PRODUCT(tile_of_b_turned, 0, (k + 7) / 8 * 8, 0, A(i, l) * B(l / 8 * 8 + j % 8, j / 8 * 8 + l % 8))
PRODUCT(a_of_the_other, 0, k, 0, A(j / 8 * 8 + i % 8, l) * B(l, j))
PRODUCT(always_x_0, 0, k, 0, A(i, l) * B(0, j))
PRODUCT(zero, 0, 0, 0, l)
PRODUCT(in_an_int, 0, k, 0, trunc(A(i, l) * B(l, j)))
PRODUCT(no_column_beyond_32, 0, j < 32 ? k : 0, 0, A(i, l) * B(l, j))
PRODUCT(next_twice, 1, k, 0, A(i, l) * B(l, j) * (l == 2 ? 2 : 1))
PRODUCT(only_even_rows_turned, 0, k, 0, A(i % 2 ? i : j, l) * B(l, j))
PRODUCT(two_columns, 0, k, 0, A(i, l) * (B(l, j) + (j == 30 ? B(l, 10) : 0)))

static double a_by_columns(const struct lab_shape *s, const struct lab_case *c,
                           void *const in[LAB_INPUTS], int i, int j)
{
    double sum = 0;
    for (int l = 0; l < s->depth; l++) {
        const size_t at = (size_t)l * (size_t)c->m + (size_t)i;
        sum += (at < lab_elements(&s->in[0]) ? lab_get(s->in[0].type, in[0], at) : 0) * B(l, j);
    }
    return sum;
}

static double old_and_sum(const struct lab_shape *s, const struct lab_case *c,
                          void *const in[LAB_INPUTS], int i, int j)
{
    return (float)(lab_poison_value(c, s->out.type) + zero(s, c, in, i, j) +
                   times_32(s, c, in, i, j) / 32);
}

static double not_in_row_64(const struct lab_shape *s, const struct lab_case *c,
                            void *const in[LAB_INPUTS], int i, int j)
{
    return i >= 64 ? lab_poison_value(c, s->out.type) : times_32(s, c, in, i, j) / 32;
}

static double copied(const struct lab_shape *s, const struct lab_case *c,
                     void *const in[LAB_INPUTS], int i, int j)
{
    (void)c;
    return lab_get(s->in[0].type, in[0], (size_t)i * (size_t)s->out.ld + (size_t)j);
}

static double opposite(const struct lab_shape *s, const struct lab_case *c,
                       void *const in[LAB_INPUTS], int i, int j)
{
    const double is = lab_get(s->in[0].type, in[0], (size_t)(j * c->n + i));
    return is < 0x1p31 ? is + 0x1p31 : is - 0x1p31;
}

static double unturned(const struct lab_shape *s, const struct lab_case *c,
                       void *const in[LAB_INPUTS], int i, int j)
{
    const int row = j / 4 * 4 + i % 4, col = i / 4 * 4 + j % 4;
    return row < c->m && col < c->n ? lab_get(s->in[0].type, in[0], (size_t)(row * c->n + col)) : 0;
}

static double bits_reversed(const struct lab_shape *s, const struct lab_case *c,
                            void *const in[LAB_INPUTS], int i, int word)
{
    uint32_t bits = 0;
    (void)c;
    for (int bit = 0; bit < BINARY_BITS; bit++)
        bits |= (uint32_t)(a_at(s, in, i, (word + 1) * BINARY_BITS - 1 - bit) > 0) << bit;
    return bits;
}

struct fake {
    kernel *run;
    void *out;
};

static void fake_check(void *self, const struct lab_case *c, int ascending, struct lab_seen *seen)
{
    struct fake *f = (struct fake *)self;
    const struct lab_shape s = lab_shape_of(c);
    void *in[LAB_INPUTS] = {NULL};
    (void)ascending;
    memset(seen, 0, sizeof *seen);
    for (int i = 0; i < s.inputs; i++) {
        in[i] = malloc(lab_bytes(&s.in[i]));
        lab_fill_host(c, i, in[i]);
    }
    free(f->out);
    f->out = malloc(lab_bytes(&s.out));
    memset(f->out, lab_poison_byte(c), lab_bytes(&s.out));
    for (int row = 0; row < s.out.rows; row++)
        for (int col = 0; col < s.out.cols; col++)
            lab_put(s.out.type, f->out, (size_t)row * (size_t)s.out.ld + (size_t)col,
                    f->run(&s, c, in, row, col));
    for (int i = 0; i < s.inputs; i++)
        free(in[i]);
    seen->out = f->out;
}

int main(void)
{
    static const struct {
        enum lab_problem problem;
        enum lab_data data;
        kernel *run;
        const char *says;
    } tries[] = {
        {LAB_GEMV_ROW, LAB_EXACT, no_last_term, "lacks column 302 of 303."},
        {LAB_GEMV_COL, LAB_EXACT, no_first_term, "lacks column 0 of 303."},
        {LAB_GEMV_COL, LAB_EXACT, whole_fours, "columns 300 to 302 of 303."},
        {LAB_GEMV_ROW, LAB_EXACT, first_sixteen, "has only columns 0 to 15 of 303"},
        {LAB_GEMV_ROW, LAB_EXACT, every_other, "lacks columns 1, 3, 5, … of 303"},
        {LAB_GEMV_ROW, LAB_EXACT, starts_at_5, "y(0) is 5: the sum does not start at 0"},
        {LAB_GEMV_ROW, LAB_EXACT, times_32, "Every sum of y has every term 32 times"},
        {LAB_GEMV_ROW, LAB_EXACT, a_by_columns,
         "takes A[col * m + row] where A[row * n + col] belongs"},
        {LAB_GEMV_COL, LAB_EXACT, a_by_columns,
         "takes A[col * m + row] where A[col * lda + row] belongs"},
        {LAB_GEMV_ROW, LAB_EXACT, first_tile_of_a,
         "y(0) multiplies x(8) by A(0, 0); A(0, 8) belongs there. 5 of 5"},
        {LAB_GEMV_ROW, LAB_EXACT, first_tile_of_b,
         "y(0) multiplies column 8 of A by x(0); x(8) belongs there."},
        {LAB_GEMV_ROW, LAB_EXACT, always_x_0, "takes x[0] where x[col] belongs"},
        {LAB_GEMV_ROW, LAB_EXACT, next_row, "y(row) takes A[row * n + col + n] where"},
        {LAB_GEMV_ROW, LAB_EXACT, zero, "y is the same whatever x holds, and y(0) is 0"},
        {LAB_GEMV_ROW, LAB_EXACT, old_and_sum, "held before where the sum is 0"},
        {LAB_GEMV_ROW, LAB_REAL, in_an_int, "is a sum or a factor kept in an integer?"},
        {LAB_GEMM, LAB_EXACT, no_last_term, "lacks term l = 39 of 40."},
        {LAB_DGEMM, LAB_EXACT, exchanged,
         "C(row, col) takes A[col * lda + l] where A[row * lda + l]"},
        {LAB_GEMM, LAB_EXACT, next_row, "C(row, col) takes A[row * lda + l + lda] where"},
        {LAB_GEMM, LAB_EXACT, first_tile_of_a,
         "C(0, 0) multiplies row 8 of B by A(0, 0); A(0, 8) belongs"},
        {LAB_GEMM_TILE, LAB_EXACT, first_tile_of_b,
         "C(0, 0) multiplies column 8 of A by B(0, 0); B(8, 0) belongs"},
        {LAB_GEMM, LAB_EXACT, tile_of_a_turned,
         "multiplies row 1 of B by A(1, 0); A(0, 1) belongs"},
        {LAB_GEMM, LAB_EXACT, tile_of_b_turned,
         "multiplies column 1 of A by B(0, 1); B(1, 0) belongs"},
        {LAB_GEMM, LAB_EXACT, a_of_the_other,
         "C(0, 8) multiplies row 0 of B by A(8, 0); A(0, 0) belongs"},
        {LAB_GEMM, LAB_EXACT, no_column_beyond_32, "In C, columns from 32 on are without any term"},
        {LAB_GEMM, LAB_EXACT, next_twice,
         "Every sum of C lacks term l = 0 of 40, and has term l = 2, 2 times."},
        {LAB_GEMM, LAB_EXACT, only_even_rows_turned,
         "C(0, 1) multiplies row 0 of B by A(1, 0); A(0, 0) belongs there."},
        {LAB_GEMM, LAB_EXACT, two_columns,
         "C(0, 30) takes columns 10, 30 of B; only column 30 belongs there."},
        {LAB_GEMM, LAB_EXACT, old_and_sum, "held before where the sum is 0"},
        {LAB_GEMM, LAB_EXACT, not_in_row_64, "In C, rows from 64 on are never written"},
        {LAB_TRANSPOSE, LAB_BITS, copied,
         "takes in[col * m + row] where in[row * n + col] belongs"},
        {LAB_TRANSPOSE, LAB_BITS, opposite, "in(0, 0) belongs there"},
        {LAB_PACK_A, LAB_SIGNS, bits_reversed,
         "packed[0][0] bit 0 holds A(0, 31); A(0, 0) belongs there. 2812 of"},
        {LAB_TRANSPOSE, LAB_BITS, unturned, "out(0, 1) holds in(0, 1); in(1, 0) belongs there."},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct fake fake = {tries[i].run, NULL};
        const struct lab_runner runner = {&fake, NULL, fake_check, NULL, INFINITY, "fake"};
        struct lab_result r;
        memset(&r, 0, sizeof r);
        r.state = LAB_WRONG;
        r.may_ask = 1;
        lab_case_at(tries[i].problem, 0, 5, 7, &r.at);
        r.at.data = tries[i].data;
        CHECK(lab_may_ask(&r) && lab_ask_kernel(&runner, &r), "try %zu: nothing is said", i);
        CHECK(strstr(r.message, tries[i].says) != NULL, "try %zu: '%s', not '%s'", i, r.message,
              tries[i].says);
        free(fake.out);
    }
    return finish();
}
