/* One launch of each step in the emulator, and of the reference beside it: rows for step_table.h.
 * Each has a runner of its own. */
#ifndef LAB_COUNT_STEPS_H
#define LAB_COUNT_STEPS_H

#include "engine/check.h"
#include "step_table.h"

enum { LAB_COUNT_SECONDS = 86400 };

/* The row of a launch, with its counters, or why there are none. What was found on the way stands
 * below it. A check's own sizes are others, so what it gives is verified. */
static inline void lab_count_one(struct lab_table *t, struct lab_contender *x, struct process *p,
                                 const struct lab_reference *ref)
{
    struct lab_seen seen;
    struct lab_result ended;
    const char *what = "its launch fails", *why;
    char note[1000] = "", size[60], text[LAB_VERDICT_TEXT];
    lab_size_text(&ref->question, size, sizeof size);
    if (x->failed == LAB_BARRED) {
        lab_add_counted(t, x, size, "", 1, x->why);
        return;
    }
    const enum talk_answer how = talk_hear(&p->talk);
    x->failed = 0;
    memset(&seen, 0, sizeof seen);
    if (how == TALK_ANSWERED) {
        asker_read(p->talk.line, &seen);
    } else if (how == TALK_FAILED) {
        what = "cannot be set up";
        protocol_get(p->talk.line, "cuda", seen.damage, sizeof seen.damage);
    } else {
        process_excuse(p, LAB_COUNT_SECONDS, &ended);
    }
    why = how == TALK_GONE || how == TALK_NONSENSE ? ended.message
          : seen.finding[0]                        ? seen.finding
                                                   : seen.damage;
    const int failed = how != TALK_ANSWERED || seen.failed;
    if (failed || why[0]) {
        lab_fail(x, LAB_FAILED, what, why);
        snprintf(note, sizeof note, "%s%s",
                 failed ? "" : "found in this launch: ", failed ? x->why : why);
    } else if (x->verdict.ok && !ref->shape.in_place) {
        x->verdict = lab_verify(ref, p->talk.memory);
    }
    if (!x->failed && !x->verdict.ok)
        snprintf(note, sizeof note, "%s%s",
                 x->check ? "" : "WRONG: ", lab_verdict_text(&x->verdict, 1, text));
    lab_add_counted(t, x, size, how == TALK_ANSWERED ? p->talk.line : "", failed, note);
    process_stop(p, 0);
}

/* Counters of one launch of each, as many at once as there are cores, added to the table. 0. */
static inline int lab_count_family(const struct lab_case *question, struct lab_table *t)
{
    struct lab_contender *counted[LAB_MAX_CONTENDERS];
    struct process at[LAB_JUDGES];
    struct lab_reference ref;
    int most = 0, begun = 0;
    memset(&ref, 0, sizeof ref);
    for (struct lab_contender *x = t->list; x < t->list + t->count && most < LAB_MAX_CONTENDERS;
         x++)
        if (lab_family(x->problem) == question->problem && x->entry && x->kind != LAB_BEFORE)
            counted[most++] = x;
    for (int i = 0; i < most; i++) {
        struct lab_contender *x = counted[i];
        struct lab_case c = *question;
        for (; begun < most && begun < i + lab_cores(); begun++) {
            const struct lab_trial trial = {counted[begun]->entry, NULL,     NULL, 1, 0,
                                            LAB_COUNT_SECONDS,     INFINITY, 0};
            c.problem = counted[begun]->problem;
            if (counted[begun]->failed != LAB_BARRED)
                process_ask(&at[begun % LAB_JUDGES], &trial, "check", &c, LAB_ALL_COUNTED);
        }
        c.problem = x->problem;
        if (!ref.count || ref.question.problem != c.problem)
            lab_renew_reference(&ref, &c);
        lab_count_one(t, x, &at[i % LAB_JUDGES], &ref);
    }
    lab_reference_free(&ref);
    return 0;
}

#endif
