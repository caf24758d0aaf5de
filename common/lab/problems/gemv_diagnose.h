/* What a wrong y = A x looks like: hypotheses about the kernel, each tried on rows that are wrong
 * and on some that are right. One is said only if it explains all of them. */
#ifndef LAB_PROBLEMS_GEMV_DIAGNOSE_H
#define LAB_PROBLEMS_GEMV_DIAGNOSE_H

#include "gemv_guess.h"
#include "lab/unwritten.h"

/* A read with other distances from row to row and from column to column. */
static inline void lab_gemv_say_index(const struct lab_gemv_sample *s, char *text, size_t size)
{
    const struct lab_case *c = &s->r->question;
    const int by_columns = s->r->shape.in[0].column_major;
    const long ld = s->r->shape.in[0].ld;
    const struct {
        long row_step, col_step;
        const char *index;
    } other[] = {{1, c->m, "A[col * m + row]"},
                 {1, c->n, "A[col * n + row]"},
                 {c->m, 1, "A[row * m + col]"},
                 {ld, 1, "A[row * lda + col]"},
                 {c->n, 1, "A[row * n + col]"}};
    for (size_t i = 0; i < sizeof other / sizeof *other && !text[0]; i++) {
        struct lab_gemv_guess g = lab_gemv_right(s->r);
        if ((g.row_step == other[i].row_step && g.col_step == other[i].col_step) || c->n < 2 ||
            c->m < 2 || (!by_columns && (i == 3 || i == 4)) || (by_columns && i == 3 && ld == c->m))
            continue;
        g.row_step = other[i].row_step;
        g.col_step = other[i].col_step;
        if (lab_gemv_explains(s, g))
            snprintf(text, size,
                     "A is read by %s, as %s. This A lies %s: element (row, col) is %s.",
                     g.row_step == 1 ? "columns" : "rows", other[i].index,
                     by_columns ? "column by column" : "row by row",
                     by_columns ? "A[col * lda + row]" : "A[row * n + col]");
    }
}

/* x, or A, read elsewhere in its row. */
static inline void lab_gemv_say_place(const struct lab_gemv_sample *s, char *text, size_t size)
{
    const long n = s->r->question.n;
    struct lab_gemv_guess g = lab_gemv_right(s->r);
    if (n < 2)
        return;
    g.x_row = 1;
    if (s->r->question.m > 1 && s->r->question.m <= n && lab_gemv_explains(s, g))
        snprintf(text, size, "Every term is multiplied by x[row] instead of x[col].");
    for (long tile = 1; tile < n && !text[0]; tile *= 2) {
        struct lab_gemv_guess x = lab_gemv_right(s->r), a = x;
        x.x_tile = a.a_tile = tile;
        if (tile == 1 && lab_gemv_explains(s, x))
            snprintf(text, size, "Every term is multiplied by x[0]: is the index of x missing?");
        else if (tile > 1 && lab_gemv_explains(s, x))
            snprintf(text, size,
                     "Every %ld columns are multiplied by the first %ld elements of x, x[0] to "
                     "x[%ld]: the next part of x starts at x + %ld.",
                     tile, tile, tile - 1, tile);
        else if (tile > 1 && lab_gemv_explains(s, a))
            snprintf(text, size,
                     "Every %ld elements of x are multiplied by the first %ld columns of A: the "
                     "next part of A starts at column %ld.",
                     tile, tile, tile);
    }
    for (long shift = -1; shift <= 1 && !text[0]; shift += 2) {
        struct lab_gemv_guess x = lab_gemv_right(s->r), a = x;
        x.x_shift = a.a_shift = shift;
        x.from = a.from = shift < 0;
        x.to = a.to = n - (shift > 0);
        if (lab_gemv_explains(s, x))
            snprintf(text, size, "Column j of A is multiplied by x[j %c 1].",
                     shift > 0 ? '+' : '-');
        else if (lab_gemv_explains(s, a))
            snprintf(text, size, "x[j] is multiplied by column j %c 1 of A.",
                     shift > 0 ? '+' : '-');
    }
}

static inline int lab_gemv_is_range(const struct lab_gemv_sample *s, long from, long to)
{
    struct lab_gemv_guess g = lab_gemv_right(s->r);
    g.from = from;
    g.to = to;
    return from < to && lab_gemv_explains(s, g);
}

/* Where x[0] is 0, a last column that begins a part of x again looks as if it were missing. */
static inline const char *lab_gemv_or_x0(const struct lab_reference *r)
{
    return r->input[0] == 0 && r->question.n % 32 == 1 ? ", or multiplied by x[0], which is 0 here"
                                                       : "";
}

/* Columns that are missing from every sum. */
static inline void lab_gemv_say_range(const struct lab_gemv_sample *s, char *text, size_t size)
{
    const long n = s->r->question.n;
    if (lab_gemv_is_range(s, 0, n - 1))
        snprintf(text, size, "The last column is missing from every sum%s: check the loop's bound.",
                 lab_gemv_or_x0(s->r));
    else if (lab_gemv_is_range(s, 1, n))
        snprintf(text, size,
                 "The first column is missing from every sum: where does the loop start?");
    else if (n >= 8 && (lab_gemv_is_range(s, 0, n / 4) || lab_gemv_is_range(s, 0, (n + 3) / 4)))
        snprintf(text, size,
                 "Only the first quarter of the columns is in every sum: was x copied without "
                 "* sizeof(float)? Sizes of copies are bytes.");
    int least = 0, most = 0;
    for (long tile = 2; tile < n && !text[0]; tile *= 2)
        if (n % tile &&
            (least ? n % tile == n % least : lab_gemv_is_range(s, 0, n / tile * tile))) {
            most = (int)tile;
            least = least ? least : (int)tile;
        }
    if (least) { /* 1000 columns without their last 8: 62 groups of 16 or 31 of 32 */
        char group[40];
        snprintf(group, sizeof group, most > least ? "%d or %d" : "%d", least, most);
        snprintf(text, size,
                 "The last %ld columns, which do not fill a group of %s, are missing from every "
                 "sum.",
                 n % least, group);
    }
    for (long tile = 2; tile < n && !text[0]; tile *= 2)
        if (lab_gemv_is_range(s, 0, tile))
            snprintf(text, size, "Every sum holds only the first %ld columns.", tile);
        else if (lab_gemv_is_range(s, (n - 1) / tile * tile, n))
            snprintf(text, size,
                     "Every sum holds only the last part of the columns, from column %ld on: the "
                     "sums of the parts before are lost.",
                     (n - 1) / tile * tile);
        else if (lab_gemv_is_range(s, tile, n))
            snprintf(text, size, "The first %ld columns are missing from every sum.", tile);
}

/* Sums that only some of the threads have contributed to, or all several times. */
static inline void lab_gemv_say_lanes(const struct lab_gemv_sample *s, char *text, size_t size)
{
    const long n = s->r->question.n;
    for (long period = 2; period <= 1024 && period < 2 * n && !text[0]; period *= 2)
        for (long bit = period / 2; bit >= 1 && !text[0]; bit /= 2) {
            struct lab_gemv_guess one = lab_gemv_right(s->r), low = one;
            one.period = low.period = period;
            one.mask = (period - 1) & ~bit;
            low.mask = bit - 1;
            if (period >= 8 && n > bit && lab_gemv_explains(s, one))
                snprintf(text, size,
                         bit == period / 2
                             ? "Every sum holds only columns 0 to %ld of each %ld: in a reduction "
                               "by halves, the sums from distance %ld are never added."
                             : "Every sum lacks columns: with threads 0 to %ld of %ld, the "
                               "reduction never adds the sums from distance %ld.",
                         bit == period / 2 ? bit - 1 : period - 1, period, bit);
            else if (n > bit && period >= 8 && bit < period / 2 && lab_gemv_explains(s, low))
                snprintf(text, size,
                         "Every sum holds only what threads 0 to %ld of %ld have summed%s: the "
                         "other sums are never added.",
                         bit - 1, period, bit == 32 ? " (the first warp)" : "");
        }
    for (long period = 32; period <= 32 && n >= 2 && !text[0]; period *= 2) {
        struct lab_gemv_guess g = lab_gemv_right(s->r);
        g.period = period;
        g.factor = (double)period;
        if (lab_gemv_explains(s, g))
            snprintf(text, size,
                     "Every sum is 32 times what lane 0 alone has summed: lane 0 must get the sums "
                     "of lanes above it, by __shfl_down_sync.");
    }
}

/* "Every element is 32 times too large" */
static inline void lab_gemv_say_factor(const struct lab_gemv_sample *s, char *text, size_t size)
{
    struct lab_gemv_guess g = lab_gemv_right(s->r);
    double largest = 0;
    for (int i = 0; i < s->count; i++) {
        double right = s->r->value[s->row[i]];
        if (fabs(right) > largest) {
            largest = fabs(right);
            g.factor = rint(s->out[s->row[i]] / right);
        }
    }
    if (!(fabs(g.factor) > 1 && fabs(g.factor) <= 1 << 20) || !lab_gemv_explains(s, g))
        return;
    snprintf(text, size,
             "Every element is exactly %.0f times what it should be: do %.0f threads each sum all "
             "columns? Each must start at another column, or only one of them may add.",
             g.factor, g.factor);
}

/* Row i holds the sum of another row, always so far away. */
static inline void lab_gemv_say_rows(const struct lab_gemv_sample *s, char *text, size_t size)
{
    const struct lab_reference *r = s->r;
    const long m = (long)r->count;
    for (long k = 1; k < m && k <= 1024 && !text[0]; k++)
        for (long shift = -k; shift <= k && !text[0]; shift += 2 * k) {
            int tried = 0, holds = 1;
            for (int i = 0; i < s->count && holds; i++) {
                long from = s->row[i] + shift;
                if (from < 0 || from >= m)
                    continue;
                tried++;
                holds = lab_is_as_guessed(r, s->out[s->row[i]], r->value[from], r->scale[from]);
            }
            if (holds && tried > 1 && 2 * tried > s->count)
                snprintf(text, size,
                         "Every y[i] holds row i %c %ld: the row's number is %ld too %s.",
                         shift > 0 ? '+' : '-', k, k, shift > 0 ? "large" : "small");
        }
}

/* The sum goes on from another row's. */
static inline void lab_gemv_say_carried(const struct lab_gemv_sample *s, char *text, size_t size)
{
    const struct lab_reference *r = s->r;
    for (long step = 1; step <= 4096 && step < (long)r->count && !text[0]; step *= 2) {
        int tried = 0, holds = 1;
        for (int i = 0; i < s->count && holds; i++) {
            long row = s->row[i], before = row - step;
            if (before < 0)
                continue;
            tried++;
            holds = lab_is_as_guessed(r, (double)s->out[row] - s->out[before], r->value[row],
                                      r->scale[row] + fabs(s->out[before]));
        }
        if (holds && tried > 1)
            snprintf(text, size,
                     "Every y[i] holds the sum of row i - %ld, too: the sum must start at 0 for "
                     "each row.",
                     step);
    }
}

/* y[i] += instead of y[i] =. Each term may have been added to y, and rounded there. */
static inline int lab_gemv_is_added(const struct lab_gemv_sample *s)
{
    double poison = lab_poison_value(&s->r->question, LAB_F32);
    double rounding = fmax(8, s->r->shape.depth * ldexp(fabs(poison), -24));
    int others = 0; /* where a fill ended within an element */
    for (int i = 0; i < s->count; i++) {
        double right = s->r->value[s->row[i]];
        others += !(fabs((double)s->out[s->row[i]] - poison - right) <=
                    fmax(rounding, 1e-6 * fabs(right)));
    }
    return s->count > 0 && others <= (s->count > 3);
}

/* A sentence about what kind of mistake gives this output; empty if it resembles none that we
 * know. */
static inline void lab_diagnose_gemv(const struct lab_reference *r, const float *out, char *text,
                                     size_t size)
{
    typedef void say(const struct lab_gemv_sample *s, char *text, size_t size);
    static say *const ideas[] = {lab_gemv_say_index,  lab_gemv_say_factor, lab_gemv_say_range,
                                 lab_gemv_say_place,  lab_gemv_say_lanes,  lab_gemv_say_rows,
                                 lab_gemv_say_carried};
    struct lab_gemv_sample s = {r, out, {0}, 0, NULL};
    float *kept[LAB_GEMV_ROWS] = {NULL};
    int most = LAB_GEMV_TERMS / (r->question.n + 1);
    most = most < 3 ? 3 : most > LAB_GEMV_ROWS ? LAB_GEMV_ROWS : most;
    lab_gemv_take_rows(&s, 1, most * 2 / 3);
    const int wrong = s.count;
    lab_gemv_take_rows(&s, 0, most - wrong);
    if (!wrong)
        return;
    struct lab_gemv_sample added = s;
    added.count = wrong;
    if (lab_gemv_is_added(&added))
        snprintf(text, size,
                 wrong == s.count ? "y holds what it held before plus the product: store the sum, "
                                    "do not add it to y. A kernel that must add needs y set to 0 "
                                    "before its launch."
                                  : "Of y, these rows hold what they held before plus the product: "
                                    "was all of y set to 0? Sizes of fills are bytes: m * "
                                    "sizeof(float).");
    /* a single element of few terms resembles everything */
    if (r->count < 2 && r->question.n < 64)
        return;
    s.kept = (long)s.count * r->question.n <= LAB_GEMV_KEPT ? kept : NULL;
    for (size_t i = 0; i < sizeof ideas / sizeof *ideas && !text[0]; i++)
        ideas[i](&s, text, size);
    for (int i = 0; i < s.count; i++)
        free(kept[i]);
}

#endif
