/* One launch of each step in the emulator, and of the reference beside it: rows for step_table.h.
 * Each has a runner of its own. */
#ifndef LAB_COUNT_STEPS_H
#define LAB_COUNT_STEPS_H

#include "engine/check.h"
#include "step_table.h"

enum { LAB_COUNT_SECONDS = 86400 };

/* What came of it, into its row: its counters, or why there are none. What was found on the way
 * stands below it. A check's own sizes are others, so what it gives is verified. */
static inline void lab_count_one(struct lab_contender *x, struct process *p,
                                 const struct lab_reference *ref, struct lab_counted_row *row)
{
    struct lab_seen seen;
    struct lab_result ended;
    const enum talk_answer how = talk_hear(&p->talk);
    const char *what = "its launch fails", *why;
    memset(&seen, 0, sizeof seen);
    if (how == TALK_ANSWERED) {
        asker_read(p->talk.line, &seen);
        lab_count_launch(row, p->talk.line);
    } else if (how == TALK_FAILED) {
        what = "cannot be set up";
        protocol_get(p->talk.line, "cuda", seen.damage, sizeof seen.damage);
    } else {
        process_excuse(p, LAB_COUNT_SECONDS, &ended);
    }
    why = how == TALK_GONE || how == TALK_NONSENSE ? ended.message
          : seen.finding[0]                        ? seen.finding
                                                   : seen.damage;
    row->failed = how != TALK_ANSWERED || seen.failed;
    if (row->failed || why[0]) {
        lab_fail(x, LAB_FAILED, what, why);
        snprintf(row->note, sizeof row->note, "%s%s",
                 row->failed ? "" : "found in this launch: ", row->failed ? x->why : why);
    } else if (x->verdict.ok && !ref->shape.in_place) {
        x->verdict = lab_verify(ref, p->talk.memory);
    }
    process_stop(p, 0);
}

/* The row of a contender, and what came of it, unless it must not be launched. */
static inline struct lab_counted_row lab_count_row(struct lab_contender *x, struct process *p,
                                                   const struct lab_reference *ref)
{
    char text[LAB_VERDICT_TEXT];
    struct lab_counted_row row;
    memset(&row, 0, sizeof row);
    row.of = x;
    lab_size_text(&ref->question, row.size, sizeof row.size);
    snprintf(row.ways, sizeof row.ways, "%s", row.size + strcspn(row.size, ","));
    row.size[strcspn(row.size, ",")] = 0;
    if (x->failed == LAB_BARRED) {
        row.failed = 1;
        snprintf(row.note, sizeof row.note, "%s", x->why);
        return row;
    }
    x->failed = 0;
    lab_count_one(x, p, ref, &row);
    if (!x->failed && !x->verdict.ok)
        snprintf(row.note, sizeof row.note, "%s%s",
                 x->check ? "" : "WRONG: ", lab_verdict_text(&x->verdict, 1, text));
    row.check = x->verdict.ok ? x->check : "wrong";
    return row;
}

/* Counters of one launch of each, as many at once as there are cores, added to the table: a row
 * each, but the reference's floor stands in the row before it. Where none is linked in, as in a
 * kit, it is recorded. 0. */
static inline int lab_count_family(const struct lab_case *question, struct lab_table *t)
{
    struct lab_counted_list *rows = t->rows;
    struct lab_contender *counted[LAB_MOST_COUNTED];
    struct process at[LAB_JUDGES];
    struct lab_reference ref;
    int most = 0, begun = 0;
    memset(&ref, 0, sizeof ref);
    for (struct lab_contender *x = t->list;
         x < t->list + t->count && rows->count + most < LAB_MOST_COUNTED; x++)
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
        struct lab_counted_row row = lab_count_row(x, &at[i % LAB_JUDGES], &ref);
        if (x->kind == LAB_THEIRS) {
            rows->at[rows->count - 1].reference_ms = row.floor_ms;
            continue;
        }
        if (strcmp(x->who, "yours") == 0)
            row.reference_ms = lab_recorded_floor(t->lab, x->step, row.size, row.ways);
        rows->at[rows->count++] = row;
    }
    lab_reference_free(&ref);
    return 0;
}

#endif
