/* Lab 09's products and counts: which word of bits meets which, and what a pair of bits counts.
 * Elements are +1 or -1 and never 0, so that differences between launches tell. */
#ifndef LAB_BITS_H
#define LAB_BITS_H

#include "products.h"

enum { LAB_ASKED_DIGITS = 3, LAB_NO_WORD = 4000 };

/* Words that differ from the other operand's: as many ones as a digit says; NAN: none that there
 * is. */
static inline double lab_digit_of(double without, double with)
{
    const double ones = (2.0 * BINARY_BITS - (without - with)) / 4;
    return without == with || ones != floor(ones) || ones < 0 || ones >= LAB_ASK_DIGITS ? NAN
                                                                                        : ones;
}

/* The other operand's line that C takes, from its number's bits. */
static inline int lab_ask_others(struct lab_meetings *t, int *other)
{
    struct lab_probe *p = t->p;
    const int side = t->side ? LAB_ASK_SIDE : 0, count = p->rows * p->cols;
    double *bit = (double *)malloc(sizeof *bit * 2 * (size_t)count);
    int status = bit ? lab_probe_ask(p, LAB_ASK_COLUMN | side, 30, bit + count) : -1;
    memset(other, 0, sizeof *other * (size_t)count);
    for (int at = 0; at < 6 && status == 0; at++) {
        status = lab_probe_ask(p, LAB_ASK_COLUMN | side, at, bit);
        for (int i = 0; i < count && status == 0; i++)
            other[i] |= (bit[i] != bit[count + i]) << at;
    }
    free(bit);
    return status;
}

static inline int lab_fill_pairs(struct lab_meetings *t, char *written)
{
    struct lab_probe *p = t->p;
    const int side = t->side ? LAB_ASK_SIDE : 0, count = p->rows * p->cols,
              words = binary_words(p->c.k);
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    double *without = (double *)malloc(sizeof *without * (LAB_ASKED_DIGITS + 1) * (size_t)count),
           *with = without + LAB_ASKED_DIGITS * count;
    int *other = (int *)malloc(sizeof *other * (size_t)count),
        status = without && other ? lab_ask_others(t, other) : -1;
    for (int d = 0; d < LAB_ASKED_DIGITS && status == 0; d++)
        status = lab_probe_ask(p, LAB_ASK_DIGIT | side, 4 * LAB_NO_WORD + d, without + d * count);
    for (int line = 0; line < t->lines && status == 0; line++) {
        int *number = (int *)calloc((size_t)count, sizeof *number);
        for (int d = 0; d < LAB_ASKED_DIGITS && status == 0 && number; d++) {
            status = lab_probe_ask(p, LAB_ASK_DIGIT | side, 4 * t->line[line] + d, with);
            for (int i = 0; i < count && status == 0; i++) {
                const double digit = lab_digit_of(without[d * count + i], with[i]);
                struct lab_met *met = lab_met_at(t, line, 0, 0) + i;
                if (d == 0)
                    met->times = 0;
                written[i] |= with[i] != poison;
                t->changes |= with[i] != without[d * count + i];
                if (with[i] != without[d * count + i])
                    met->times = isnan(digit) || met->times < 0 ? LAB_SEVERAL : 1;
                number[i] += isnan(digit) ? 0 : (int)digit << 4 * d;
            }
        }
        for (int i = 0; i < count && number; i++) {
            struct lab_met *met = lab_met_at(t, line, 0, 0) + i;
            const int at = number[i] - 1;
            met->row = t->side ? at % words : at / words;
            met->col = t->side ? at / words : at % words;
            met->other = other[i] - 1;
            if (met->times == 1 && (at < 0 || other[i] < 1))
                met->times = LAB_PADDING;
        }
        free(number);
    }
    for (int i = 0; i < count; i++)
        t->base[i] = 0;
    free(without);
    free(other);
    return status;
}

/* How many ones of each word a line's count has. */
static inline int lab_fill_ones(struct lab_meetings *t, char *written)
{
    struct lab_probe *p = t->p;
    const double poison = lab_poison_value(&p->c, p->s.out.type);
    int status = lab_probe_ask(p, LAB_ASK_ZERO, 0, t->base);
    double *value = (double *)malloc(sizeof *value * (size_t)p->rows);
    for (int line = 0; line < t->lines && status == 0 && value; line++) {
        status = lab_probe_ask(p, LAB_ASK_ONES, t->line[line], value);
        for (int i = 0; i < p->rows && status == 0; i++) {
            struct lab_met *met = lab_met_at(t, line, i, 0);
            const double own = i % 31 + 1, times = value[i] / own;
            *met = lab_met_right(t, line, i, 0);
            written[i] |= value[i] != poison;
            t->changes |= value[i] != t->base[i];
            met->times =
                times == floor(times) && times >= 0 && times < 1 << 20 ? (int)times : LAB_SEVERAL;
            if (met->times == LAB_SEVERAL && value[i] > 0 && value[i] <= 31) {
                met->times = 1;
                met->row = (int)value[i] - 1;
            }
        }
    }
    free(value);
    return value ? status : -1;
}

/* What C is for each pair of bits that all of A and of B are: a right one is k where they agree, -k
 * where they differ. 1 if that has been said; `any`: also where no known mistake gives this. */
static inline int lab_say_pairs(struct lab_probe *p, int any)
{
    static const struct {
        double k[4], more[4]; /* what C is for bits 00, 10, 01, 11: so many times k, and more */
        const char *says;
    } known[] = {
        {{-1, 1, 1, -1}, {0}, "every sign is the other way round: bits that agree count +1"},
        {{0, 1, 1, 0}, {0}, "this is the number of bits that differ; the sum is k less twice that"},
        {{1, 0, 0, 1}, {0}, "each bit that differs takes away 1; it must take away 2"},
        {{1, 3, 3, 1},
         {0},
         "it is k plus twice the bits that differ; it must be k less twice that"},
        {{1, 1, 1, -1}, {0}, "bits that are 1 in both are counted (a & b), not those that differ"},
        {{1, -1, -1, -1},
         {0},
         "bits that are 1 in either are counted (a | b), not those that differ"},
        {{1, -1, 1, 3}, {0}, "the ones of B are not in it: differ = a_ones + b_ones - 2 * count"},
        {{1, 1, -1, 3}, {0}, "the ones of A are not in it: differ = a_ones + b_ones - 2 * count"},
        {{1, 1, 1, 5},
         {0},
         "the ones of A and B are not in it: differ = a_ones + b_ones - 2 * count"},
        {{1, -1, -1, -3}, {0}, "the bits that are 1 in both are not taken away twice"},
        {{1, -1, -1, 1}, {1, 1, 1, 1}, "the bits beyond k are counted, as pairs that agree"}};
    const int count = p->rows * p->cols, k = p->c.k, beyond = binary_words(k) * BINARY_BITS - k;
    double c[4], *value = (double *)malloc(sizeof *value * (size_t)count);
    int wrong = 0, status = value ? 0 : -1;
    for (int pair = 0; pair < 4 && status == 0; pair++) {
        status = lab_probe_ask(p, LAB_ASK_PAIR, pair, value);
        c[pair] = status ? 0 : value[0];
        status = c[pair] == lab_poison_value(&p->c, p->s.out.type) ? 1 : status;
        for (int i = 1; i < count && status == 0; i++)
            status = value[i] != value[0]; /* not all alike: another question */
        wrong |= c[pair] != (pair == 0 || pair == 3 ? k : -k);
    }
    free(value);
    if (status || !wrong)
        return 0;
    const char *says = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known && !says; i++) {
        int fits = beyond || !known[i].more[0];
        for (int pair = 0; pair < 4; pair++)
            fits &= c[pair] == known[i].k[pair] * k + known[i].more[pair] * beyond;
        says = fits ? known[i].says : NULL;
    }
    const double off = c[0] - k;
    if (!says && off != 0 && c[1] + k == off && c[2] + k == off && c[3] - k == off)
        says = "all are off alike: the count does not start at 0";
    if (!says && !any)
        return 0;
    lab_say(p,
            "Of k = %d pairs of bits, C is %.0f where all are 0 and 0, %.0f for 1 and 0, %.0f for "
            "0 and 1, %.0f for 1 and 1; %d, %d, %d, %d belong there",
            k, c[0], c[1], c[2], c[3], k, -k, -k, k);
    if (says)
        lab_say(p, ": %s", says);
    lab_say(p, ".");
    return 1;
}

#endif
