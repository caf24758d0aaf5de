/* The same launch over and over, each one verified: a race may show itself once in a thousand
 * (`make run … REPEAT=1000`). It is also what compute-sanitizer watches (`make sanitize`):
 * nothing is timed, and all happens in this process. */
#ifndef LAB_REPEAT_H
#define LAB_REPEAT_H

#include "lab/check/execute.h"
#include "lab/check/finding.h"

/* One launch, and what is wrong with it; "": nothing. A sum of floats may differ from the first
 * launch's, within its tolerance. Bits and integers may not, and for them that is the better test:
 * verifying looks at a part of a large output. */
static inline void lab_launch_again(struct lab_device *d, const struct lab_entry *e,
                                    const struct lab_reference *ref, char *first, char *out,
                                    char why[1000])
{
    if (!LAB_ON_GPU) {
        emu_watch(EMU_WATCH_RACES | EMU_WATCH_UNINITIALISED);
        emu_begin();
    }
    lab_run_once(d, e, (float *)out, why, 1000);
    if (!LAB_ON_GPU && lab_first_finding())
        lab_finding_text(lab_first_finding(), why, 1000);
    const struct lab_verdict v = lab_verify(ref, out);
    if (!why[0])
        lab_verdict_text(&v, 1, why);
    if (!why[0] && out != first && !lab_is(ref->question.problem, LAB_ROUNDED) &&
        memcmp(first, out, d->out_bytes) != 0)
        snprintf(why, 1000, "The output is not that of the first launch: is there a race?");
}

/* All launches of one case, up to the first that is wrong. */
static inline void lab_repeat(const struct lab_entry *e, const struct lab_case *c, int launches,
                              struct lab_result *r)
{
    struct lab_reference ref;
    struct lab_device d;
    const int known = lab_reference_of(c, &ref) == 0,
              open = known && lab_open_device(&d, c, 1) == cudaSuccess;
    char why[1000] = "no memory is left", *out = open ? (char *)malloc(2 * d.out_bytes) : NULL;
    int i = 0;
    while (out && r->state == LAB_PASS && i++ < launches) {
        d.shared = 1;
        lab_choose_order(i, lab_mix(c->seed + (uint64_t)i));
        lab_launch_again(&d, e, &ref, out, i > 1 ? out + d.out_bytes : out, why);
        r->state = why[0] ? LAB_WRONG : LAB_PASS;
    }
    if (!out || r->state == LAB_WRONG) {
        r->state = LAB_WRONG;
        snprintf(r->message, sizeof r->message, "launch %d of %d: %s", i, launches, why);
    }
    if (open)
        lab_close_device(&d);
    free(out);
    lab_reference_free(&ref);
}

#endif
