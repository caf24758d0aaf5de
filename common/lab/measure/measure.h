/* Measuring the steps that are right, and saying what came out. On a GPU: times. In the emulator
 * there is no time to measure: counters are exact there, and the one time shown is a model's and
 * says so. */
#ifndef LAB_MEASURE_H
#define LAB_MEASURE_H

#ifdef LAB_EMULATOR
#include "count_steps.h"
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
static inline int lab_measure_family(struct lab_contender *list, int count, enum lab_problem family,
                                     const struct lab_size *asked, struct lab_table *t)
{
    const int gpu = strcmp(LAB_BACKEND, "gpu") == 0;
    struct lab_case c;
    int status = 0, used = 0;
    for (int i = 0; i < count; i++)
        used |= lab_family(list[i].problem) == family;
    for (int i = 0; used && status < 2 && lab_headline_at(family, gpu, i, 1, &c); i++) {
        if ((asked || t->sweep) && i > 0 && lab_problem_of(family)->third != LAB_WAYS)
            break;
        lab_fit(&c, t->gpu->free_bytes, asked);
#ifdef LAB_EMULATOR
        if (lab_count_family(list, count, &c, t))
            return 2;
#else
        if (lab_time_family(list, count, &c, t, t->gpu->free_bytes))
            return 2;
#endif
        status |= lab_any_failed(list, count);
    }
    return status;
}

/* 0, 1 where a step fails, or 2, after saying why, where something else does. */
static inline int lab_measure_here(const struct lab_task *task)
{
    struct lab_contender all[LAB_MAX_CONTENDERS];
    struct lab_table t;
    int count = task->count, status = 0;
    memset(&t, 0, sizeof t);
    memcpy(all, task->list, (size_t)count * sizeof *all);
#ifdef LAB_EMULATOR
    static struct lab_counted_list rows;
    t.rows = &rows;
#else
    t.copy_gbytes = lab_copy_gbytes();
    count = task->sweep ? count : lab_add_yardsticks(all, count);
#endif
    lab_table_open(&t, task);
    for (int at = 0; at < (task->sizes ? task->sizes : 1) && status < 2; at++) {
        for (int family = 0; family < LAB_PROBLEMS && status < 2; family++) {
            const int now = lab_measure_family(all, count, (enum lab_problem)family,
                                               task->sizes ? &task->size[at] : NULL, &t);
            status = now > status ? now : status;
        }
#ifdef LAB_EMULATOR
        lab_show_counted(&t);
#endif
    }
    lab_table_close(&t);
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

#ifdef LAB_EMULATOR
static inline int lab_measure(const struct lab_task *task)
{
    return lab_measure_here(task); /* steps run in runners */
}
#else
/* In a child process: CUDA stays out of this one. */
static inline int lab_measure(const struct lab_task *task)
{
    int status = 0;
    lab_busy()[0] = 0; /* before there are two processes: both see it then */
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        status = lab_all_written(lab_measure_here(task));
        fflush(NULL);
        _exit(status);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 2;
    if (WIFSIGNALED(status))
        fprintf(stderr, "measuring %s died of: %s\n", lab_busy(), strsignal(WTERMSIG(status)));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
#endif

#endif
