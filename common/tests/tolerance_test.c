/* The figures that docs/measuring.md gives for the rounding gate, simulated: what honest float sums
 * reach of the bound, and how often half-hearted ones (TF32, bfloat16, a dropped term) pass it.
 * Uses the gate's own inputs and bound. */
#include <stdlib.h>

#include "expect.h"
#include "lab/problem.h"

enum { MAX_DEPTH = 65536, LANES = 32 };
enum kind { FMA, MULTIPLY_ADD, WARP, TF32, BFLOAT16, DROPPED, KINDS };

/* Rounds to a significand with `dropped` bits less than float's 24, to nearest even. */
static float shorten(float value, int dropped)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    bits += (1u << (dropped - 1)) - 1 + (bits >> dropped & 1);
    bits &= ~((1u << dropped) - 1);
    memcpy(&value, &bits, 4);
    return value;
}

static float dot(enum kind kind, const float *a, const float *b, int depth)
{
    float lane[LANES] = {0}, sum = 0;
    int drop = kind == TF32 ? 13 : kind == BFLOAT16 ? 16 : 0;
    for (int i = 0; i < depth - (kind == DROPPED); i++) {
        if (kind == WARP) {
            lane[i % LANES] = fmaf(a[i], b[i], lane[i % LANES]);
        } else if (kind == MULTIPLY_ADD) {
            volatile float product = a[i] * b[i]; /* rounded on its own */
            sum += product;
        } else {
            sum =
                drop ? fmaf(shorten(a[i], drop), shorten(b[i], drop), sum) : fmaf(a[i], b[i], sum);
        }
    }
    for (int half = LANES / 2; kind == WARP && half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            lane[i] += lane[i + half];
    return kind == WARP ? lane[0] : sum;
}

/* Adds one row's errors: the worst in units of u sum|a||b|, and how many rows miss the bound. */
static void one_row(int row, int depth, double *worst, int *missed)
{
    static float a[MAX_DEPTH], b[MAX_DEPTH];
    struct lab_case c = {LAB_GEMV_ROW, LAB_REAL, 1, 1, 1, 7, LAB_SNUG};
    double exact = 0, scale = 0;
    for (int i = 0; i < depth; i++) {
        a[i] = (float)lab_real(lab_key(c.seed, 0), row, i);
        b[i] = (float)lab_real(lab_key(c.seed, 1), row, i);
        exact += (double)a[i] * b[i];
        scale += fabs((double)a[i] * b[i]);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        double error = fabs(dot((enum kind)kind, a, b, depth) - exact);
        worst[kind] = fmax(worst[kind], error / (scale * ldexp(1, -24)));
        missed[kind] += !(error <= lab_tolerance(&c, depth) * scale);
    }
}

int main(void)
{
    printf("%6s %6s %8s %8s %8s | rows that fail: %8s %8s %8s\n", "depth", "bound", "fma",
           "mul+add", "warp", "TF32", "bfloat16", "dropped");
    for (int depth = 1; depth <= MAX_DEPTH; depth *= 4) {
        double worst[KINDS] = {0};
        int missed[KINDS] = {0}, rows = depth < 16384 ? 1000 : 200;
        for (int row = 0; row < rows; row++)
            one_row(row, depth, worst, missed);
        printf("%6d %6.2f %8.2f %8.2f %8.2f | %15s %8.1f%% %7.1f%% %7.1f%%\n", depth,
               fmin(2 * sqrt(depth), 16), worst[FMA], worst[MULTIPLY_ADD], worst[WARP], "",
               100.0 * missed[TF32] / rows, 100.0 * missed[BFLOAT16] / rows,
               100.0 * missed[DROPPED] / rows);
        for (int kind = FMA; kind <= WARP; kind++)
            CHECK(worst[kind] < 6 && missed[kind] == 0, "depth %d, kind %d: %g u", depth, kind,
                  worst[kind]);
        CHECK(3 * missed[TF32] > rows, "depth %d: only %d of %d rows in TF32 fail", depth,
              missed[TF32], rows);
        CHECK(10 * missed[BFLOAT16] > 9 * rows, "depth %d: only %d of %d rows in bfloat16 fail",
              depth, missed[BFLOAT16], rows);
        CHECK(10 * missed[DROPPED] > 8.5 * rows, "depth %d: only %d of %d rows without a term fail",
              depth, missed[DROPPED], rows);
    }
    return finish();
}
