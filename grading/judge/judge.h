/* The judge's own parts. judge.c says how the pieces work together. */
#pragma once

#include "context/context.h"
#include "engine/talk.h"
#include "lab/problem.h"
#include "sandbox/sandbox.h"

/* ---- options.c */
void options_read(struct context *c);
/* All that was asked for makes sense: from here on this is the last run on OUT. */
void options_keep(const struct context *c);
/* To the environment of a Slurm job's tasks. */
void options_pass_on(const struct context *c);
/* ---- grade.c: one student's file for one lab; what comes of it is kept */
void grade_lab(struct context *c, int student, int lab);
/* All steps are our fault, for this reason: no run takes that for good. */
void grade_failed(struct context *c, int student, int lab, const char *why);
/* The copy that was kept of it once more, into `now`, and nothing is kept of that. */
void grade_again(struct context *c, int student, int lab, struct step_result *now);
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

/* ---- replay.c */
/* Repeats one grading with its recorded seed, telling of every case. Leaves results and reports as
 * they are. */
void replay(struct context *c);

/* ---- slurm.c */
/* Has a job array grade what is not kept, and collects the results. */
void slurm_run(struct context *c);
/* In a task: leaves only its own students. */
void slurm_choose(struct context *c);

/* The stages that one step goes through: built, asked, checked, measured. */

/* ---- build.c */
struct built {
    char *program; /* NULL: could not be built, and `ruling` says why */
    struct ruling ruling;
};
/* Compiles and links `file` in `folder` for every step of a lab: whole if it compiles whole, else
 * step by step. 1: all steps are in one program. */
int build_file(const struct context *c, int backend, int lab, const char *file, const char *folder,
               int trusted, struct built *steps);
/* Dies where the emulator's compiler does not work, in the sandbox and with the commands that every
 * file is compiled with: else that were a compile error of everyone's. On a GPU, nvcc has the
 * reference solution to build. */
void build_probe(const struct context *c);
void built_free(struct built *steps, int count);

/* ---- runner_client.c: a runner process and the conversation with it */
struct runner {
    struct sandboxed box;
    struct talk talk;
    int explain; /* tell of every case */
};

/* `lab`: whose steps it is asked for. `bytes`: of its largest output. `seconds`: for everything
 * that it will be asked. */
void runner_start(struct runner *r, const struct context *c, int backend, const char *lab,
                  const char *program, size_t bytes, double seconds);
/* It has so many seconds from now on. */
void runner_extend(struct runner *r, double seconds);
/* A question and its answer. */
enum talk_answer runner_ask(struct runner *r, const char *verb, int step,
                            const struct lab_case *question, const char *last);
void runner_stop(struct runner *r);
/* Was a runner out of time before its main began? Any other of the same file would be: the ruling
 * is that one's. A new file begins with runner_forget. */
int runner_is_stuck(struct ruling *ruling);
void runner_forget(void);
/* A verdict for a runner that is gone or talks nonsense. */
void runner_excuse(const struct runner *r, enum talk_answer how, struct ruling *ruling);

/* ---- questions.c */
struct question {
    struct lab_case c;
    int again; /* the sizes of the one before, in the same arrays */
    struct lab_reference ref;
};
/* Draws the questions of all steps and computes their answers, once, before any student runs. */
void questions_draw(const struct context *c);
void questions_forget(void); /* what was drawn but for the counters */
/* The host looks through what a GPU's huge cases wrote. */
static inline int step_seconds(const struct context *c, int backend)
{
    return backend == GPU ? 3 * c->seconds : c->seconds;
}
/* Of the largest output that a lab's steps are asked for; on a GPU, or timed with. */
size_t output_bytes(const struct context *c, int backend, int lab);
/* 0 where this device cannot run a step: the ruling says why. */
int check_is_possible(const struct lab_gpu *gpu, int backend, const struct lab_step *f,
                      struct ruling *ruling);
/* 0 where no device of this run can. */
int check_is_gradable(const struct context *c, const struct lab_step *f, struct ruling *ruling);
/* Asks everything about one step. 1 for a pass: r->ruling is PASS, with the counters filled in
 * (emulator). */
int check_step(const struct context *c, int backend, int lab, const struct lab_step *f,
               struct runner *runner, struct step_result *r);

/* ---- measure.c, GPU only */
struct contestant {
    struct runner *runner; /* NULL: there is none */
    int step;
};
enum { MEASURE_SECONDS = 60 /* for each answer */ };
/* Times a step that passed against the reference, on the GPU taken; may turn the step's ruling.
 * `previous`: the student's previous step of the same problem, if it is right; else the
 * reference's, number `reference_previous` (-1: there is none). What needs no GPU is done beside
 * what follows: r is filled in after the next measure_finish. 0 if it failed while it was timed. */
int measure_step(const struct context *c, const struct lab_step *f, const struct contestant *mine,
                 const struct contestant *previous, struct runner *reference,
                 int reference_previous, struct step_result *r);
void measure_finish(void);

/* ---- references.c */
/* In the judge: that lab's reference waits for questions on every GPU from here on. */
void references_need(struct context *c, int lab);
/* In a worker: the runner on the GPU taken, which may be gone or out of step; NULL if there is
 * none. */
struct runner *reference_borrow(const struct context *c, int lab);
void reference_return(const struct context *c, int lab);
/* In the judge: ends them all. */
void references_stop(const struct context *c);
