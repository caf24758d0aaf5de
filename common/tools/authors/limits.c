/* The limits of a lab's steps as the rows of a table, for page_tables.sh. Argument: the lab. */
#include "engine/attainment.h"
#include "lab/problem.h"

/* What is counted, in few words. */
static const struct {
    const char *what, *words;
} names[] = {{"32-byte sectors loaded from global memory", "sectors loaded"},
             {"32-byte sectors stored to global memory", "sectors stored"},
             {"load requests to global memory", "load requests"},
             {"store requests to global memory", "store requests"},
             {"bank conflicts of loads from shared memory", "bank conflicts of loads"},
             {"bank conflicts of stores to shared memory", "bank conflicts of stores"},
             {"shared-memory wavefronts of loads", "wavefronts of loads"},
             {"load instructions on shared memory", "shared load requests"},
             {"accesses and branches of the busiest warp", "accesses by a warp"},
             {"basic blocks entered by lanes whose warp has diverged", "basic blocks apart"},
             {"barriers of blocks", "barriers"},
             {"matrix instructions of a warp", "mma"},
             {"loads of a warp under way when the first is needed", "loads under way"},
             {"other accesses of a warp between a load and the use of its value",
              "accesses between a load and its use"},
             {"asynchronous copies of a warp", "asynchronous copies"}};

/* "34,000 sectors stored" */
static void limit(double value, const char *what)
{
    char number[40];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].what, what) == 0)
            what = names[i].words;
    printf("%s %s", lab_grouped(value, number), what);
}

/* All rules of a step that bound it from above, then those from below. */
static void limits(const struct lab_lesson *l)
{
    char also[40];
    int shown = 0;
    for (int i = 0; i < l->rules; i++) {
        const struct lab_rule *rule = &l->rule[i];
        if (rule->none_at <= 0)
            continue;
        printf(shown++ ? ", " : " ");
        limit(rule->at_most, rule->what);
        if (rule->also > 0)
            printf(" (%s at %d × %d)", lab_grouped(rule->also, also), l->also.m, l->also.n);
    }
    for (int i = 0; i < l->rules; i++)
        if (l->rule[i].wanted > 0) {
            printf(shown++ ? ", at least " : " at least ");
            limit(l->rule[i].wanted, l->rule[i].what);
        }
    printf(" |\n");
}

static int same(const struct lab_lesson *a, const struct lab_lesson *b)
{
    int alike = a->rules == b->rules;
    for (int i = 0; alike && i < a->rules; i++)
        alike = strcmp(a->rule[i].metric, b->rule[i].metric) == 0 &&
                a->rule[i].at_most == b->rule[i].at_most &&
                (a->rule[i].none_at > 0) == (b->rule[i].none_at > 0) &&
                a->rule[i].also == b->rule[i].also && a->rule[i].wanted == b->rule[i].wanted;
    return alike;
}

/* Steps that follow each other and have the same limits share a row. */
int main(int count, char **arguments)
{
    const struct lab_step *all;
    const int steps = lab_all_steps(&all);
    printf("| step | at most |\n|---|---|\n");
    for (int i = 0; count == 2 && i < steps; i++) {
        const struct lab_lesson *own = &all[i].lesson;
        if (strcmp(all[i].lab, arguments[1]) != 0 || !own->rules)
            continue;
        printf("| %d", all[i].step);
        while (i + 1 < steps && strcmp(all[i].lab, all[i + 1].lab) == 0 &&
               same(own, &all[i + 1].lesson))
            printf(", %d", all[++i].step);
        printf(" |");
        limits(own);
    }
    return 0;
}
