/* What stands in a table: each step, the reference, the step before, cuBLAS, a plain reader or
 * copy; in a sweep the settings of a step. */
#ifndef LAB_CONTENDERS_H
#define LAB_CONTENDERS_H

#include "gpu_facts.h"
#include "turns.h"

/* LAB_BEFORE: the reference's last step of the lab before; LAB_STREAM: reads A and computes nothing
 * of use; LAB_COPY: a plain copy of as many bytes; LAB_SETTING: a step with another value of one of
 * its constants (`make bench`). */
enum lab_kind { LAB_MINE, LAB_THEIRS, LAB_BEFORE, LAB_LIBRARY, LAB_STREAM, LAB_COPY, LAB_SETTING };

struct lab_contender {
    const char *name, *who;
    int step;
    enum lab_problem problem;
    enum lab_kind kind;
    const struct lab_entry *entry;
    struct lab_times times;
    int next_set;
    double prepare_ms; /* 0 where the step has no preparation */
    double skipped_ms; /* 0, or a guess at its time: so long that it was not measured */
    int proven;        /* `checksum` is that of an output that was verified */
    uint64_t checksum;
    double predicted; /* the speedup over the step before that the learner expects; 0: none */
    struct lab_verdict verdict; /* of the worst timed output */
    int failed;     /* it could not be launched at this size, or must not be at any: no figures */
    char why[1000]; /* it failed */
    const char *check; /* what its check said, where a table has a column for that, else NULL */
};

static inline struct lab_contender lab_contender_of(const char *name, const char *who, int step,
                                                    enum lab_problem problem,
                                                    const struct lab_entry *entry,
                                                    enum lab_kind kind)
{
    struct lab_contender c;
    memset(&c, 0, sizeof c);
    c.name = name;
    c.who = who;
    c.step = step;
    c.problem = problem;
    c.entry = entry;
    c.kind = kind;
    c.verdict.ok = 1;
    return c;
}

enum { LAB_FAILED = 1, LAB_BARRED };

/* Marks a contender that could not be launched. Its row says so; the others go on. */
static inline void lab_fail(struct lab_contender *c, int failed, const char *what, const char *why)
{
    c->failed = failed;
    snprintf(c->why, sizeof c->why, "%s: %.900s", what, why);
}

#endif
