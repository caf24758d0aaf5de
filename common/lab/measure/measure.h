/* Measuring the steps that are right, and saying what came out. On a GPU: times. In the emulator
 * there is no time to measure: counters are exact there, and the one time shown is a model's and
 * says so. */
#pragma once

#ifdef LAB_EMULATOR
#include "step_table.h"
#else
#include "times.h"
#endif

/* The size that was asked for, or the lab's own (NULL), made smaller until this GPU can hold it. */
static inline void lab_fit(struct lab_case *c, double free_bytes, const struct lab_size *asked)
{
    char why[200];
    while (!asked && lab_check_size(c, free_bytes / 2, why, sizeof why) && c->m > 1)
        c->m /= 2, c->n /= 2;
    if (asked) {
        lab_resize(c, asked->m, asked->n, asked->k);
        if (c->data == LAB_DOCUMENT && (asked->m > 16384 || asked->n > 16384))
            c->data = LAB_REAL;
    }
}

/* Measures the contenders of one family, at the size asked for or at its own. 1 if one of the
 * learner's failed, 2 if it could not be done. */
static inline int lab_measure_family(enum lab_problem family, const struct lab_size *asked,
                                     struct lab_table *t)
{
    struct lab_case c;
    int status = 0, used = 0;
    for (int i = 0; i < t->count; i++)
        used |= lab_family(t->list[i].problem) == family;
    for (int i = 0; used && status < 2 && lab_headline_at(family, LAB_ON_GPU, i, 1, &c); i++) {
        if ((asked || t->sweep) && i > 0 && lab_problem_of(family)->third != LAB_WAYS)
            break;
        lab_fit(&c, t->gpu->free_bytes, asked);
        if (lab_take_family(&c, t))
            return 2;
        status |= lab_any_failed(t);
    }
    return status;
}

/* Measures at these sizes (none: the lab's own). 0, 1 where a step fails, or 2, after saying why,
 * where something else does. */
static inline int lab_measure_here(struct lab_table *t, const struct lab_size *size, int sizes)
{
    int status = 0;
#ifndef LAB_EMULATOR
    t->copy_gbytes = lab_copy_gbytes();
    if (!t->sweep)
        lab_add_yardsticks(t);
#endif
    lab_table_open(t);
    for (int at = 0; at < (sizes ? sizes : 1) && status < 2; at++) {
#ifdef LAB_EMULATOR
        if (lab_open_counted(t))
            return 2;
#endif
        for (int family = 0; family < LAB_PROBLEMS && status < 2; family++) {
            const int now =
                lab_measure_family((enum lab_problem)family, sizes ? &size[at] : NULL, t);
            status = now > status ? now : status;
        }
#ifdef LAB_EMULATOR
        if (lab_show_counted(t))
            status = 2;
#endif
    }
    lab_table_close(t);
    return status;
}

/* `status`, or 2 after one line where stdout could not be written. */
static inline int lab_all_written(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "what came of this could not be written: is the disk that it goes to full?\n");
    return 2;
}

/* In a child process: on a GPU, CUDA stays out of this one. */
static inline int lab_measure(struct lab_table *t, const struct lab_size *size, int sizes)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        status = lab_all_written(lab_measure_here(t, size, sizes));
        fflush(NULL);
        _exit(status);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 2;
    if (WIFSIGNALED(status))
        fprintf(stderr, "measuring died of: %s\n", strsignal(WTERMSIG(status)));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
