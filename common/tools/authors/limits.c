/* The limits of a lab's steps as the rows of a table, for page_tables.sh. Argument: the lab. */
#include "engine/attainment.h"
#include "lab/problem.h"

/* All rules of a step that bound it from above, then those from below. */
static void row(int step, const struct lab_lesson *l)
{
    char number[40];
    int shown = 0;
    printf("| %d |", step);
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

int main(int count, char **arguments)
{
    const struct lab_step *all;
    const int steps = lab_all_steps(&all);
    printf("| step | at most |\n|---|---|\n");
    for (int i = 0; count == 2 && i < steps; i++)
        if (strcmp(all[i].lab, arguments[1]) == 0 && all[i].lesson.rules)
            row(all[i].step, &all[i].lesson);
    return 0;
}
