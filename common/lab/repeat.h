/* The same launch over and over, each one verified: a race may show itself once in a thousand
 * (`make run … REPEAT=1000`). It is also what compute-sanitizer watches (`make sanitize`):
 * nothing is timed, and all happens in one process. */
#ifndef LAB_REPEAT_H
#define LAB_REPEAT_H

#include "lab/check/execute.h"
#include "lab/check/finding.h"

/* Is `again` as right as `first`, which was verified? A sum of floats may differ within its
 * tolerance. Bits and integers may not, and for them that is the better test: verifying looks at a
 * part of a large output. */
static inline int lab_as_right(const struct lab_reference *ref, const void *first,
                               const void *again, struct lab_verdict *v)
{
    if (memcmp(first, again, lab_bytes(&ref->shape.out)) == 0)
        return 1;
    *v = lab_verify(ref, again);
    if (v->ok && !(lab_is(ref->question.problem, LAB_ROUNDED))) {
        v->ok = 0;
        v->fault = LAB_NOT_THE_SAME;
    }
    return v->ok;
}

/* Launches one case `times` times, up to the first launch that is wrong. 1 if all were right;
 * otherwise the reason in *r. */
static inline int lab_repeat_case(const struct lab_entry *e, const struct lab_case *c, int times,
                                  struct lab_result *r)
{
    struct lab_device d;
    struct lab_reference ref;
    struct lab_verdict v;
    char damage[400] = "", finding[900], size[60], text[LAB_VERDICT_TEXT];
    cudaError_t error = lab_open_device(&d, c, 1);
    size_t bytes = (lab_bytes(&d.shape.out) + 7) / 8 * 8;
    char *first = (char *)malloc(2 * bytes + 1);
    int ready = lab_reference_of(c, &ref) == 0 && first && error == cudaSuccess, launch = 0;
    memset(&v, 0, sizeof v);
    v.ok = ready;
    d.shared = 1; /* `make sanitize` runs many at a time */
    lab_finding(finding, sizeof finding);
    while (launch < times && v.ok) {
        char *out = first + (launch++ > 0 ? bytes : 0);
        lab_choose_order(launch, lab_mix(c->seed + (uint64_t)launch));
        v.ok = lab_run_once(&d, e, (float *)out, damage, sizeof damage) == 0;
        lab_finding(finding, sizeof finding);
        if (finding[0])
            snprintf(damage, sizeof damage, "%.*s", (int)sizeof damage - 1, finding);
        if (damage[0])
            v.ok = 0;
        else if (launch == 1)
            v = lab_verify(&ref, first);
        else
            lab_as_right(&ref, first, out, &v);
    }
    lab_choose_order(-1, 0);
    if (!v.ok) {
        const char *why = damage[0]              ? damage
                          : ready                ? lab_verdict_text(&v, 1, text)
                          : error != cudaSuccess ? cudaGetErrorString(error)
                                                 : "no memory left on the host";
        int said = !damage[0] && v.operand; /* a verdict on an element says its size */
        r->state = LAB_WRONG;
        lab_size_text(c, size, sizeof size);
        snprintf(r->message, sizeof r->message, "launch %d of %d%s%s%s%s: %s", launch, times,
                 said ? "" : " at ", said ? "" : size, said ? "" : ", ",
                 said ? "" : lab_data_name(c->data), why);
    }
    lab_reference_free(&ref);
    free(first);
    lab_close_device(&d);
    return v.ok;
}

/* Number `index` of the cases to repeat: the given size with each kind of data, or (m = 0) the
 * step's cases up to the first of which an emulator would run a part. 0 when there are no more. */
static inline int lab_repeat_at(enum lab_problem problem, int index, const struct lab_size *given,
                                uint64_t seed, struct lab_case *c)
{
    const enum lab_data *data = lab_problem_of(problem)->data;
    if (!given->m)
        return lab_case_at(problem, 0, index, seed, c) && c->data != LAB_STARVED &&
               !(c->memory & LAB_PARTLY);
    *c = lab_headline(problem, 0, lab_mix(seed + (uint64_t)index));
    lab_resize(c, given->m, given->n, given->k);
    c->data = data[index % 2];
    return index < 1 + (data[0] != data[1]);
}

/* All cases of one step, in this process, up to the first that is wrong. */
static inline struct lab_result lab_repeat(const struct lab_entry *e, enum lab_problem problem,
                                           int times, const struct lab_size *given, uint64_t seed)
{
    struct lab_result r;
    struct lab_case c;
    memset(&r, 0, sizeof r);
    r.repeats = times;
    if (!e->launch) {
        r.state = LAB_NOT_ATTEMPTED;
        snprintf(r.message, sizeof r.message,
                 "The file does not define this step's launch function.");
        return r;
    }
    while (lab_repeat_at(problem, r.cases, given, seed, &c) && lab_repeat_case(e, &c, times, &r))
        r.cases++;
    return r;
}

#endif
