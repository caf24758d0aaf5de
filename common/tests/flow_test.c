/* How lanes that part meet again: each lane is a string of basic blocks, each block one access. The
 * program may have them in any layout; what must come out is what a GPU does, which runs the lanes
 * of a warp together again as soon as their ways join. */
#include "compiler/graph.h"
#include "lanes/running.h"
#include "expect.h"

#include <stdlib.h>
#include <string.h>

enum { LETTERS = 26, MOST_LANES = 8, LONGEST = 64 };

struct walker {
    const char *way; /* the blocks still to come */
    struct position at;
};

static struct device_block block[LETTERS + 1]; /* in order */
static int32_t ahead[LETTERS * LETTERS];
static const struct device_block *of[LETTERS]; /* the letter; the first block has none */

/* The table that the compiler makes of a kernel in which lanes can go these ways. Its blocks stand
 * in the order of the alphabet or against it. */
static void lay_out(const char *const *way, int lanes, int backwards)
{
    unsigned begin[LETTERS + 2], to[LETTERS * LETTERS];
    char leads[LETTERS + 1][LETTERS + 1] = {{0}};
    for (int l = 0; l < lanes; l++)
        for (const char *at = way[l], *from = NULL; *at; from = at++) {
            const int number = backwards ? 'Z' - *at + 1 : *at - 'A' + 1,
                      before = !from       ? 0
                               : backwards ? 'Z' - *from + 1
                                           : *from - 'A' + 1;
            leads[before][number] = 1;
        }
    struct graph g = {LETTERS + 1, begin, to};
    unsigned edges = 0;
    for (int from = 0; from <= LETTERS; from++) {
        begin[from] = edges;
        for (int next = LETTERS; next > 0; next--)
            if (leads[from][next])
                to[edges++] = (unsigned)next;
    }
    begin[LETTERS + 1] = edges;
    static struct order order;
    put_in_order(&order, &g);
    edges = 0;
    for (unsigned i = 0; i < order.count; i++) {
        const unsigned number = order.block[i];
        block[i] = (struct device_block){.ahead = ahead + edges};
        for (unsigned h = 0; h <= i; h++)
            if (h + order.loop[h] > i)
                block[i].back[block[i].loops++] = i - h;
        for (unsigned k = begin[number]; k < begin[number + 1]; k++)
            ahead[edges++] = (int32_t)order.place[to[k]] - (int32_t)i;
        block[i].ways = begin[number + 1] - begin[number];
        if (number)
            of[backwards ? LETTERS - number : number - 1] = &block[i];
    }
}

static void step(struct walker *walker)
{
    if (*walker->way)
        flow_enter(&walker->at, of[*walker->way - 'A']);
}

/* Runs the lanes as merge.c does; appends "H2 " for block H run by 2 lanes. */
static void run(struct walker *walker, int lanes, char *out)
{
    for (int l = 0; l < lanes; l++)
        step(&walker[l]);
    for (;;) {
        struct walker *best = NULL;
        for (int l = 0; l < lanes; l++)
            if (*walker[l].way && (!best || flow_compare(&walker[l].at, &best->at) < 0))
                best = &walker[l];
        if (!best)
            return;
        struct position at = best->at;
        const char block = *best->way;
        int together = 0;
        for (int l = 0; l < lanes; l++)
            if (*walker[l].way == block && flow_compare(&walker[l].at, &at) == 0) {
                together++;
                walker[l].way++;
                step(&walker[l]);
            }
        out += sprintf(out, "%c%d ", block, together);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Arms may run in any order: the same blocks by as many lanes is what counts. */
static int same_steps(const char *a, const char *b)
{
    char text[2][1024], *word[2][256];
    int count[2] = {0, 0};
    for (int w = 0; w < 2; w++) {
        snprintf(text[w], sizeof text[w], "%s", w ? b : a);
        for (char *t = strtok(text[w], " "); t && count[w] < 256; t = strtok(NULL, " "))
            word[w][count[w]++] = t;
        qsort(word[w], (size_t)count[w], sizeof *word[w], by_text);
    }
    if (count[0] != count[1])
        return 0;
    for (int i = 0; i < count[0]; i++)
        if (strcmp(word[0][i], word[1][i]) != 0)
            return 0;
    return 1;
}

static const struct {
    const char *what;
    const char *way[MOST_LANES];
    const char *expected;
} cases[] = {
    {"both arms, then the join", {"ABD", "ACD", "ABD"}, "A3 B2 C1 D3"},
    {"an arm that is not there", {"ABC", "AC"}, "A2 B1 C2"},
    {"early return", {"AZ", "ABCZ", "A"}, "A3 B1 C1 Z2"},
    {"a switch with a case that falls through",
     {"ABF", "ACDF", "ADF", "AEF", "AF"},
     "A5 B1 C1 D2 E1 F5"},
    {"trip counts by data", {"ALLLX", "ALX", "ALLX"}, "A3 L3 L2 L1 X3"},
    {"a loop whose first access is in either arm",
     {"HAL"
      "HAL"
      "HX",
      "HBL"
      "HBL"
      "HX"},
     "H2 A1 B1 L2 H2 A1 B1 L2 H2 X2"},
    {"a condition that changes from round to round",
     {"HAL"
      "HL"
      "HAL"
      "HX",
      "HL"
      "HAL"
      "HL"
      "HX"},
     "H2 A1 L2 H2 A1 L2 H2 A1 L2 H2 X2"},
    {"nested loops, inner trip counts by data",
     {"OIIT"
      "OIT"
      "X",
      "OIT"
      "OIIIT"
      "X"},
     "O2 I2 I1 T2 O2 I2 I1 I1 T2 X2"},
    {"nested loops, outer trip counts by data",
     {"OIIT"
      "OIIT"
      "OIIT"
      "X",
      "OIIT"
      "X"},
     "O2 I2 I2 T2 O1 I1 I1 T1 O1 I1 I1 T1 X2"},
    {"an inner loop that is skipped",
     {"OT"
      "OIIT"
      "X",
      "OIT"
      "OT"
      "X"},
     "O2 I1 T2 O2 I1 I1 T2 X2"},
    {"break out of the middle",
     {"HAB"
      "HAX",
      "HAB"
      "HAB"
      "HAX"},
     "H2 A2 B2 H2 A2 B1 H1 A1 X2"},
    {"break out of two loops",
     {"OIJ"
      "IX",
      "OIJ"
      "IJ"
      "T"
      "OIX"},
     "O2 I2 J2 I2 J1 T1 O1 I1 X2"},
    {"continue",
     {"HAC"
      "HC"
      "HAC"
      "X",
      "HC"
      "HAC"
      "HAC"
      "X"},
     "H2 A1 C2 H2 A1 C2 H2 A2 C2 X2"},
    {"return out of a loop",
     {"HB"
      "HB"
      "HR",
      "HB"
      "HB"
      "HB"
      "HX"},
     "H2 B2 H2 B2 H2 R1 B1 H1 X1"},
    {"two loops one after another",
     {"LLL"
      "MX",
      "L"
      "MMMX"},
     "L2 L1 L1 M2 M1 M1 X2"},
    {"three deep",
     {"OPQQ"
      "PQ"
      "T"
      "OPQ"
      "TX",
      "OPQ"
      "PQQ"
      "T"
      "OPQQ"
      "TX"},
     "O2 P2 Q2 Q1 P2 Q2 Q1 T2 O2 P2 Q2 Q1 T2 X2"},
};

int main(void)
{
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int backwards = 0; backwards < 2; backwards++) {
            struct walker walker[MOST_LANES];
            char out[1024] = "";
            int lanes = 0;
            for (; lanes < MOST_LANES && cases[i].way[lanes]; lanes++) {
                walker[lanes].way = cases[i].way[lanes];
                walker[lanes].at = (struct position){.depth = 1};
            }
            lay_out(cases[i].way, lanes, backwards);
            run(walker, lanes, out);
            CHECK(same_steps(out, cases[i].expected), "%s%s: %s instead of %s", cases[i].what,
                  backwards ? " (laid out backwards)" : "", out, cases[i].expected);
        }
    return finish();
}
