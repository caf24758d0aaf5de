/* What is linked into a lab's program: the steps of its file, the solutions that they are compared
 * with, and in a sweep or for `make bench` the file with other values of its constants. */
#pragma once

#include "lab/measure/table.h"
#include "lesson.h"

/* The steps of the lab's file; in a sweep there are none but its settings. */
extern "C" __attribute__((weak)) const struct lab_entry lab_entries[];
#define LAB(id, track) extern "C" __attribute__((weak)) const struct lab_entry lab_reference_##id[];
#define STEP(...)
#include "labs/ladder.h"

/* Steps of the lab called `id`, in order, and the reference's table, NULL where it is not linked
 * in; their number, 0 if there is no such lab. */
static inline int lab_facts(const char *id, const struct lab_step **facts,
                            const struct lab_entry **reference)
{
#define LAB(id, track) {#id, lab_reference_##id},
#define STEP(...)
    static const struct {
        const char *lab;
        const struct lab_entry *table;
    } references[] = {
#include "labs/ladder.h"
    };
    *reference = NULL;
    for (size_t i = 0; i < sizeof references / sizeof *references; i++)
        if (strcmp(references[i].lab, id) == 0)
            *reference = references[i].table;
    return lab_steps_of(id, facts);
}

static inline const struct lab_entry *lab_entry_of(const struct lab_entry *table, int step)
{
    static const struct lab_entry none[] = {LAB_NO_ENTRY};
    for (; table && table->step >= 0; table++)
        if (table->step == step)
            return table;
    return none;
}

/* The step before number `at` of the lab `id`, by the reference: the lab's own, or the last one of
 * the lab before it (lab_file_before). 0 if it is not linked in, or solves another problem. */
static inline int lab_step_before(const char *id, int at, struct lab_contender *out)
{
    const struct lab_file *before = lab_file_before(id);
    const struct lab_step *facts, *here;
    const struct lab_entry *reference;
    int count = lab_facts(id, &facts, &reference);
    here = &facts[at];
    if (at == 0)
        for (at = count = before ? lab_facts(before->lab, &facts, &reference) : 0;
             at > 1 && !lab_same_job(facts[at - 1].problem, here->problem);)
            at--;
    if (!count)
        return 0;
    const struct lab_step *f = &facts[at - 1];
    const struct lab_entry *entry = lab_entry_of(reference, f->step);
    if (!entry->launch || !lab_same_job(f->problem, here->problem))
        return 0;
    int same = lab_family(f->problem) == lab_family(here->problem);
    *out = lab_contender_of(f->name, "the step before", f->step, same ? f->problem : here->problem,
                            entry, LAB_BEFORE);
    return 1;
}

/* A lab's file, compiled once more with another value of one of its constants. `make sweep` and
 * `make bench` link such tables in; a label of NULL ends the list (tools/settings.cu). */
struct lab_setting {
    const char *label; /* "TILE=8" */
    const struct lab_entry *steps;
    int first, last; /* the steps that the constant has an effect on */
};
extern "C" __attribute__((weak)) const struct lab_setting lab_settings[];

/* Lists the settings of one step that are linked in; their number. For `make bench` (who: whose
 * they are) they are called "gemm_tile TILE=8", and verified where they are measured; in a sweep
 * (NULL) "TILE=8", of gemm_tile. */
static inline int lab_list_settings(const struct lab_step *f, const char *who,
                                    struct lab_contender *list)
{
    static char names[LAB_MAX_CONTENDERS][100];
    static int named;
    int count = 0;
    for (const struct lab_setting *s = lab_settings; s && s->label && named < LAB_MAX_CONTENDERS;
         s++) {
        const struct lab_entry *entry = lab_entry_of(s->steps, f->step);
        if (f->step < s->first || f->step > s->last || !entry->launch)
            continue;
        snprintf(names[named], sizeof names[named], "%s%s%s", who ? f->name : "", who ? " " : "",
                 s->label);
        list[count++] = lab_contender_of(names[named++], who ? who : f->name, f->step, f->problem,
                                         entry, who ? LAB_SETTING : LAB_MINE);
    }
    return count;
}
