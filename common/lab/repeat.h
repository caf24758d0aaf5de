/* The same launch over and over, each one verified: a race may show itself once in a thousand
 * (`make run … REPEAT=1000`). It is also what compute-sanitizer watches (`make sanitize`):
 * nothing is timed, and all happens in one process. */
#ifndef LAB_REPEAT_H
#define LAB_REPEAT_H

#include "engine/check.h"

struct lab_repeats {
    const struct lab_trial *trial;
    const struct lab_size *given;
    enum lab_problem problem;
    int cases, launch; /* drawn so far; of the last one */
    struct lab_reference ref;
    struct asker asker;
    void *first; /* what its first launch gave */
};

/* Number `index` of the cases to repeat: the given size with each kind of data, or (NULL) the
 * step's cases up to the first of which an emulator would run a part. 0 when there are no more. */
static inline int lab_repeat_at(const struct lab_repeats *s, int index, struct lab_case *c)
{
    const enum lab_data *data = lab_problem_of(s->problem)->data;
    const uint64_t seed = s->trial->seed;
    if (!s->given)
        return lab_case_at(s->problem, 0, index, seed, c) && c->data != LAB_STARVED &&
               !(c->memory & LAB_PARTLY);
    *c = lab_headline(s->problem, 0, lab_mix(seed + (uint64_t)index));
    lab_resize(c, s->given->m, s->given->n, s->given->k);
    c->data = data[index % 2];
    return index < 1 + (data[0] != data[1]);
}

static inline int lab_draw_repeated(void *source, struct asker_question *q)
{
    struct lab_repeats *s = (struct lab_repeats *)source;
    struct lab_case c;
    if (s->launch++ % s->trial->repeats == 0) {
        lab_reference_free(&s->ref);
        memset(&s->ref, 0, sizeof s->ref);
        if (!lab_repeat_at(s, s->cases++, &c) || lab_reference_of(&c, &s->ref))
            return 0;
    }
    q->asked.c = s->ref.question;
    q->asked.ref = &s->ref;
    return 1;
}

/* A sum of floats may differ from launch to launch, within its tolerance. Bits and integers may
 * not, and for them that is the better test: verifying looks at a part of a large output. */
static inline void lab_check_repeated(void *self, const struct lab_case *c, int ascending,
                                      struct lab_seen *seen)
{
    struct lab_repeats *s = (struct lab_repeats *)((struct asker *)self)->source;
    const size_t bytes = lab_bytes(&s->ref.shape.out);
    memset(seen, 0, sizeof *seen);
    seen->how = LAB_GONE;
    if (ascending) /* why it is wrong: the next launch may be right */
        return;
    asker_check(&s->asker, c, 0, seen);
    if (seen->how != LAB_ANSWERED || lab_is(c->problem, LAB_ROUNDED))
        return;
    if ((s->launch - 1) % s->trial->repeats == 0)
        memcpy(s->first = realloc(s->first, bytes), seen->out, bytes);
    else if (memcmp(s->first, seen->out, bytes) != 0 && !seen->damage[0])
        snprintf(seen->damage, sizeof seen->damage,
                 "The output is not that of the first launch: is there a race?");
}

/* All cases of one step, in this process, up to the first launch that is wrong. */
static inline struct lab_result
lab_repeat(const struct lab_step *step, const struct lab_trial *trial, const struct lab_size *given)
{
    struct lab_repeats s;
    struct lab_result r;
    struct process p;
    const struct lab_runner runner = {&s.asker, asker_next, lab_check_repeated,
                                      NULL,     INFINITY,   step->name};
    memset(&s, 0, sizeof s);
    s.trial = trial;
    s.given = given;
    s.problem = step->problem;
    if (process_start(&p, trial, INFINITY)) {
        perror("a runner");
        exit(2);
    }
    s.asker.draw = lab_draw_repeated;
    s.asker.source = &s;
    s.asker.runner[s.asker.runners++] = &p.talk;
    lab_check_step(&runner, &r);
    const int launch = (r.cases - 1) % trial->repeats + 1;
    char why[sizeof r.message];
    snprintf(why, sizeof why, "%s", r.message);
    if (r.state == LAB_WRONG)
        snprintf(r.message, sizeof r.message, "launch %d of %d: %.1000s", launch, trial->repeats,
                 why);
    r.cases /= trial->repeats;
    r.repeats = trial->repeats;
    asker_close(&s.asker);
    process_stop(&p, 0);
    lab_reference_free(&s.ref);
    free(s.first);
    return r;
}

#endif
