/* The judge's own parts. judge.c says how the pieces work together. */
#ifndef JUDGE_H
#define JUDGE_H

#include "context/context.h"

/* ---- options.c */
void options_read(struct context *c);
/* All that was asked for makes sense: from here on this is the last run on OUT. */
void options_keep(const struct context *c);
/* To the environment of a Slurm job's tasks. */
void options_pass_on(const struct context *c);
/* ---- grade.c: one student's file for one lab, into result_of(…) */
void grade_lab(struct context *c, int student, int lab);
/* The copy that was kept of it once more, and nothing is kept of that. */
void grade_again(struct context *c, int student, int lab);
/* Builds the reference solution's runner for a lab, if it is not there yet; its path. Free it. Dies
 * where it does not build. */
char *build_reference(struct context *c, int lab);

/* ---- reach.c: where jobs run as another user */
/* Makes a folder of what jobs must reach, the scratch space among it. */
void reach_make(struct context *c);
void reach_forget(struct context *c);
/* Where a job finds this file of the project's. Free it. */
char *reach_of(const struct context *c, const char *path);
/* Which of the project, OUT and SUBMISSIONS any user can read; or NULL. */
const char *reach_open_to_all(const struct context *c);

/* ---- gpu_pool.c */
/* Which GPUs to use (GPUS=list, else all visible ones) and what they are, by the word of a runner;
 * builds the references. */
void gpus_find(struct context *c);
/* In a worker: waits for a GPU that nobody else times on, and makes it c->device; the runners
 * started from here on see only it. */
void gpu_take(struct context *c);
void gpu_release(struct context *c);
/* How busy each GPU was, on stdout. */
void gpu_report(const struct context *c);

/* ---- engine.c */
/* Grades what is not kept; JOBS at a time build and emulate, one at a time is on each GPU. */
void engine_run(struct context *c);
/* All steps of a lab are our fault, for this reason. */
void rule_ours(const struct context *c, int student, int lab, const char *why);

/* ---- replay.c */
/* Repeats one grading with its recorded seed, telling of every case. Leaves results and reports as
 * they are. */
void replay(struct context *c);

/* ---- slurm.c */
/* Has a job array grade what is not kept, and collects the results. */
void slurm_run(struct context *c);
/* In a task: leaves only its own students. */
void slurm_choose(struct context *c);

#endif
