/* The limits of a lab's steps as the rows of a table, for page_tables.sh. Argument: the lab. */
#include "engine/attainment.h"
#include "lab/problem.h"

/* All rules of a step that bound it from above, then those from below. */
static void limits(const struct lab_lesson *l)
{
    char number[40];
    int shown = 0;
    for (int i = 0; i < l->rules; i++) {
        const struct lab_rule *rule = &l->rule[i];
        if (rule->none_at <= 0)
            continue;
        printf("%s %s %s", shown++ ? "," : "", lab_grouped(rule->at_most, number), rule->what);
        if (rule->also > 0)
            printf(" (%s at %d × %d)", lab_grouped(rule->also, number), l->also.m, l->also.n);
    }
    for (int i = 0; i < l->rules; i++)
        if (l->rule[i].wanted > 0)
            printf("%s at least %s %s", shown++ ? "," : "", lab_grouped(l->rule[i].wanted, number),
                   l->rule[i].what);
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
