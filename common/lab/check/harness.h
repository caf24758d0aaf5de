/* Right or wrong: asks a runner about every case of a step, and compares its outputs with what is
 * right. special_cases.h has the cases. `make run` and the grader judge with these lines. Plain C,
 * no CUDA. */
#pragma once

#include "special_cases.h"
#include "lab/probe/ask.h"

/* Records what is wrong, and on a line below it what that did (NULL: the case that it was; "":
 * nothing). Returns 1. */
static inline int lab_blame(struct lab_result *r, enum lab_state state, const struct lab_case *c,
                            const char *what, const char *below)
{
    r->state = state;
    snprintf(r->message, sizeof r->message, "%s", what);
    if (!below)
        lab_append(r->message, sizeof r->message, "\nThis was at %s, %s.", lab_size_text(c).text,
                   lab_data_name(c->data));
    else if (below[0])
        lab_append(r->message, sizeof r->message, "\n%s", below);
    return 1;
}

/* What a finding of the emulator makes of a step. Everything that is not here is wrong. */
static inline enum lab_state lab_state_of_finding(const char *kind)
{
    static const struct {
        const char *kind;
        enum lab_state state;
    } table[] = {{"endless", LAB_TIMEOUT},
                 {"stack_overflow", LAB_CRASH},
                 {"device_pointer_on_host", LAB_REFUSED},
                 {"unsupported", LAB_SKIPPED}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].kind, kind) == 0)
            return table[i].state;
    return LAB_WRONG;
}

/* A case was wrong, and nothing complained: because of the order of blocks and warps, or because it
 * came again? "" if neither. */
static inline const char *lab_why(const struct lab_runner *runner, const struct lab_asked *q,
                                  const struct lab_seen *first)
{
    struct lab_seen now;
    if (first->order != EMU_ASCENDING) {
        runner->check(runner->self, &q->c, 1, &now);
        if (now.how == LAB_ANSWERED && !now.finding[0] && !now.damage[0] && !now.left_out &&
            lab_verify(q->ref, now.out).ok)
            return first->order == EMU_DESCENDING
                       ? "The result depends on the order of blocks or warps: it is right with the "
                         "first one first, wrong with the last one first. Which of them clears, "
                         "adds or sums last must not matter."
                       : "The result depends on the order of blocks or warps: it is right one "
                         "after the other, wrong when several run at once. What one thread reads, "
                         "another may change before the first writes: use one atomic, or try "
                         "again.";
    }
    return q->again && q->ref->count >= LAB_AGAIN_TELLS
               ? "Right at first, wrong when launched again with other data in the same arrays: "
                 "nothing may be kept of an earlier launch."
               : "";
}

/* One answered case. 0 if it says nothing: nothing was written, but not all blocks ran. */
static inline int lab_judge_case(const struct lab_runner *runner, const struct lab_asked *q,
                                 const struct lab_seen *seen, struct lab_result *now)
{
    struct lab_verdict v = {};
    memset(now, 0, sizeof *now);
    v.ok = 1;
    now->set_up = 1;
    if (q->c.data == LAB_STARVED) /* that an allocation fails is the point */
        return seen->damage[0] ? lab_blame(now, LAB_WRONG, &q->c, seen->damage, "")
               : seen->finding[0] && strcmp(seen->kind, "api_error") != 0
                   ? lab_blame(now, LAB_WRONG, &q->c, seen->finding, NULL)
                   : 1;
    if (!seen->failed)
        v = lab_verify(q->ref, seen->out);
    now->outside = strcmp(seen->kind, "out_of_bounds") == 0;
    if (seen->finding[0])
        return lab_blame(now, lab_state_of_finding(seen->kind), &q->c, seen->finding,
                         v.ok || v.untouched ? NULL : lab_verdict_text(&v, 0).text);
    if (seen->failed)
        return lab_blame(now, LAB_WRONG, &q->c, seen->damage, NULL);
    if (v.untouched && !v.ok &&
        (q->c.problem == LAB_CHECKED_PROGRAM
             ? seen->ms > 0
             : q->c.problem == LAB_HOST_PROGRAM && seen->launched.grid[0] > 0))
        return lab_blame(now, LAB_WRONG, &q->c,
                         "The array came back as it was: does the kernel change it, and is the "
                         "result copied back to the host?",
                         NULL);
    if (v.untouched && !(v.ok && seen->damage[0])) {
        now->state = LAB_NOT_ATTEMPTED;
        if (q->ref->shape.in_place)
            snprintf(now->message, sizeof now->message,
                     "Nothing has changed: the TODO is still to do, or it adds nothing.");
        else
            snprintf(now->message, sizeof now->message,
                     "Nothing was written: is a TODO still to do, or is no kernel launched?");
        return !v.ok;
    }
    if (seen->damage[0])
        return lab_blame(now, LAB_WRONG, &q->c, seen->damage,
                         v.ok ? NULL : lab_verdict_text(&v, 1).text);
    if (q->ref->shape.in_place && v.wrong == v.count - v.count / 4 && v.count > 9)
        snprintf(v.guess, sizeof v.guess,
                 "A quarter is right: are the sizes of copies in bytes, * sizeof(float)?");
    if (seen->overflow[0] && (v.ok || v.beyond_int))
        snprintf(v.guess, sizeof v.guess,
                 "%s was computed in an int, which is too small for it: %s a size_t first.",
                 seen->overflow,
                 v.ok ? "other elements are wrong, or this is right by chance. Make one of the two"
                      : "make one of the two");
    if (v.ok)
        return v.guess[0] ? lab_blame(now, LAB_WRONG, &q->c, v.guess, NULL) : 1;
    const char *why = lab_why(runner, q, seen);
    if (why[0])
        return lab_blame(now, LAB_WRONG, &q->c, why, lab_verdict_text(&v, 0).text);
    now->state = LAB_WRONG;
    now->may_ask = !v.guess[0];
    const double off = v.should - v.is;
    if (q->c.problem == LAB_ONES && off > 0 && fmod(off, 256) == 0 && v.is < 256)
        snprintf(v.guess, sizeof v.guess, "It is %.0f too few: is a count kept in 8 bits?", off);
    snprintf(now->message, sizeof now->message, "%s", lab_verdict_text(&v, 1).text);
    return 1;
}

/* Adds one case to those before it. Untouched everywhere is not attempted; untouched somewhere is
 * wrong. */
static inline void lab_add_case(struct lab_result *all, const struct lab_result *now,
                                const struct lab_case *c, int first)
{
    int untouched = now->state == LAB_NOT_ATTEMPTED;
    enum lab_state before = all->state;
    if (before == LAB_NOT_ATTEMPTED && now->state == LAB_PASS)
        lab_blame(
            all, LAB_WRONG, c,
            "Nothing was written for some sizes: does the launch have at least one block, and "
            "does the kernel's loop run at least once, for every size?",
            "");
    else if (!first && before == LAB_PASS && untouched)
        lab_blame(all, LAB_WRONG, c,
                  "Every element is as it was before the launch: nothing was written, or what was "
                  "there before is part of the result.",
                  NULL);
    if (!(first || (before != LAB_NOT_ATTEMPTED && !untouched) ||
          (before == LAB_NOT_ATTEMPTED && !untouched && now->state != LAB_PASS)))
        return;
    all->state = now->state;
    all->may_ask = now->may_ask;
    all->outside = now->outside;
    all->at = *c;
    memcpy(all->message, now->message, sizeof all->message);
}

/* A case could not be set up. 1 if that is no wonder, and the others have said enough. */
static inline int lab_not_ready(const struct lab_runner *runner, const struct lab_case *c,
                                const struct lab_seen *seen, struct lab_result *r)
{
    char why[200];
    if (seen->no_memory && r->cases > 0 &&
        (lab_is_huge(c) || lab_check_size(c, runner->memory / 2, why, sizeof why)))
        return ++r->left_out;
    r->set_up = 0;
    if (seen->no_memory && r->cases > 0)
        return !lab_blame(r, LAB_WRONG, c,
                          "No device memory is left for this case: either launches of this step "
                          "keep what they allocate, or other work on this GPU holds it.",
                          NULL);
    snprintf(why, sizeof why,
             "A case cannot be set up (%.100s): is device memory taken, or the "
             "device used, before the first launch?",
             seen->damage);
    return !lab_blame(r, LAB_WRONG, c, why, NULL);
}

/* Asks one question. 1 if the next one makes sense. */
static inline int lab_check_case(const struct lab_runner *runner, const struct lab_asked *q,
                                 struct lab_result *r)
{
    struct lab_seen seen;
    struct lab_result now = {};
    runner->check(runner->self, &q->c, 0, &seen);
    if (seen.how == LAB_GONE)
        r->state = LAB_LOST;
    if (seen.how == LAB_NO_STEP) {
        r->state = LAB_NOT_ATTEMPTED;
        snprintf(r->message, sizeof r->message, "The file does not define launch_%s.",
                 runner->name);
    }
    if (seen.how == LAB_NOT_READY)
        return lab_not_ready(runner, &q->c, &seen, r);
    if (seen.how != LAB_ANSWERED)
        return 0;
    r->left_out += seen.left_out;
    int says = !seen.left_out && lab_judge_case(runner, q, &seen, &now);
    if (runner->tell)
        runner->tell(runner->self, &q->c, &now);
    if (says)
        lab_add_case(r, &now, &q->c, r->cases == 0);
    r->cases++;
    return r->state == LAB_PASS || r->state == LAB_NOT_ATTEMPTED;
}

/* Asks what there is to ask about one step, up to the first case that is wrong: after the cases
 * that *r knows. */
static inline void lab_ask_on(const struct lab_runner *runner, struct lab_result *r)
{
    struct lab_asked q = {};
    while (runner->next(runner->self, &q)) {
        if (r->state == LAB_NOT_ATTEMPTED &&
            (q.c.data == LAB_STARVED || (r->cases > 0 && lab_is_huge(&q.c))))
            break; /* what writes nothing at any small size has said so */
        if (!lab_check_case(runner, &q, r))
            break;
    }
}

/* The same, from the first case on. */
static inline void lab_check_step(const struct lab_runner *runner, struct lab_result *r)
{
    memset(r, 0, sizeof *r);
    r->set_up = 1;
    lab_ask_on(runner, r);
}

/* After lab_check_step, where all is right: the launch whose counters the lesson asks for. */
static inline void lab_check_counted(const struct lab_runner *runner, const struct lab_case *c,
                                     const struct lab_reference *ref, struct lab_result *r)
{
    const struct lab_asked q = {*c, 0, ref};
    memset(r, 0, sizeof *r);
    r->set_up = 1;
    lab_check_case(runner, &q, r);
    if (r->state == LAB_NOT_ATTEMPTED) /* the others were */
        lab_blame(r, LAB_WRONG, c, "Nothing was written.", NULL);
}
