/* One launch of each step in the emulator, and of the reference beside it: rows for counted.h. */
#ifndef LAB_COUNT_STEPS_H
#define LAB_COUNT_STEPS_H

#include "counted.h"
#include "lab/check/execute.h"

#ifdef LAB_EMULATOR
/* Was what this launch left behind right? A check's own sizes are others. */
static inline void lab_verify_counted(struct lab_contender *x, const struct lab_device *d,
                                      const struct lab_reference *ref)
{
    void *out = malloc(d->out_bytes);
    if (out && cudaMemcpy(out, d->out, d->out_bytes, cudaMemcpyDeviceToHost) == cudaSuccess)
        x->verdict = lab_verify(ref, out);
    free(out);
}

/* One launch of a contender, and its row: its counters, or why there are none. What the emulator
 * found on the way stands below it. */
static inline void lab_count_one(struct lab_contender *x, const struct lab_case *c,
                                 const struct lab_reference *ref, struct lab_counted_row *row)
{
    struct lab_device d;
    char finding[900];
    const char *what = "cannot be set up";
    cudaError_t error = lab_open_device(&d, c, 1);
    emu_begin();
    if (error == cudaSuccess)
        error = lab_poison_output(&d);
    if (error == cudaSuccess) {
        what = "its preparation fails";
        error = lab_prepare(&d, x->entry, 0);
    }
    if (error == cudaSuccess) {
        what = "its launch fails";
        emu_begin();
        const int kept = lab_mute();
        lab_call(&d, x->entry, 0);
        error = lab_settle();
        lab_unmute(kept);
        error = error == cudaSuccess ? d.returned : error;
    }
    if (error == cudaSuccess)
        lab_count_launch(row, c);
    lab_finding(finding, sizeof finding);
    row->failed = error != cudaSuccess;
    if (row->failed || finding[0]) {
        lab_fail(x, LAB_FAILED, what, finding[0] ? finding : cudaGetErrorString(error));
        snprintf(row->note, sizeof row->note, "%s%s",
                 row->failed ? "" : "found in this launch: ", row->failed ? x->why : finding);
    } else if (x->verdict.ok && !d.shape.in_place) {
        lab_verify_counted(x, &d, ref);
    }
    lab_close_device(&d);
}

/* The row of a contender that is about to be counted. */
static inline struct lab_counted_row *lab_add_counted(struct lab_counted_list *list,
                                                      const struct lab_contender *x,
                                                      const struct lab_case *c)
{
    struct lab_counted_row *row = &list->at[list->count++];
    memset(row, 0, sizeof *row);
    row->name = x->name;
    row->who = x->who;
    row->kind = x->kind;
    row->step = x->step;
    row->predicted = x->predicted;
    lab_size_text(c, row->size, sizeof row->size);
    return row;
}

/* Beside the last row, the learner's, what was recorded of the reference at that size. */
static inline void lab_add_recorded(struct lab_counted_list *list, const char *lab)
{
    const struct lab_counted_row *own = &list->at[list->count - 1];
    struct lab_counted_row *row = &list->at[list->count];
    char text[2000];
    if (list->count == LAB_MOST_COUNTED ||
        !lab_recorded_counters(lab, own->step, own->size, text, sizeof text))
        return;
    *row = *own;
    row->note[0] = 0;
    row->kind = LAB_THEIRS;
    lab_counted_read(text, row);
    list->count++;
}

/* The emulator's part: counters of one launch of each, added to `rows`. */
static inline int lab_count_family(struct lab_contender *list, int count,
                                   const struct lab_case *question, const char *lab,
                                   struct lab_counted_list *rows)
{
    struct lab_reference ref;
    char text[LAB_VERDICT_TEXT];
    memset(&ref, 0, sizeof ref);
    for (int i = 0; i < count && rows->count < LAB_MOST_COUNTED; i++) {
        struct lab_case c = *question;
        c.problem = list[i].problem;
        if (lab_family(list[i].problem) != question->problem || !list[i].entry ||
            list[i].kind == LAB_BEFORE)
            continue;
        lab_busy_with(&list[i]);
        struct lab_counted_row *row = lab_add_counted(rows, &list[i], &c);
        if (list[i].failed == LAB_BARRED) {
            row->failed = 1;
            snprintf(row->note, sizeof row->note, "%s", list[i].why);
            continue;
        }
        if (!ref.count || ref.question.problem != c.problem) {
            lab_reference_free(&ref);
            if (lab_reference_of(&c, &ref)) {
                fprintf(stderr, "no memory left to check %dx%d\n", c.m, c.n);
                return -1;
            }
        }
        list[i].failed = 0;
        lab_count_one(&list[i], &c, &ref, row);
        if (!list[i].failed && !list[i].verdict.ok)
            snprintf(row->note, sizeof row->note, "%s%s",
                     list[i].check ? "" : "WRONG: ", lab_verdict_text(&list[i].verdict, 1, text));
        row->check = list[i].verdict.ok ? list[i].check : "wrong";
        if (lab && list[i].kind == LAB_MINE)
            lab_add_recorded(rows, lab);
    }
    lab_reference_free(&ref);
    return 0;
}
#endif

#endif
