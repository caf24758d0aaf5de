/* What a run is about: labs with their rubrics, students, results. All parts read it. */
#pragma once

#include <stdint.h>
#include <time.h>

#include "base/base.h"
#include "lab/lesson.h"
#include "lab/problem.h"
#include "engine/talk.h"

enum { MAX_STEPS = LAB_MOST_STEPS, MESSAGE = 1000 };

/* ---- verdicts; the names are those of results.json */
enum verdict {
    PASS,
    WRONG,
    SLOW,
    NOT_ATTEMPTED,
    COMPILE_ERROR,
    CRASH,
    TIMEOUT,
    REFUSED,
    SKIPPED,
    GRADER_ERROR,
    VERDICTS
};
const char *verdict_name(enum verdict v);

/* Why there was nothing to grade, where it is not a stub as it was handed out. */
#define NO_FILE    "no file"
#define EMPTY_FILE "empty file"

struct ruling {
    enum verdict verdict;
    const char *nothing; /* NULL: there was something */
    char message[MESSAGE];
};
/* The program under test is at fault: records it and returns 1, so that `return err(…)` ends a
 * check. */
int err(struct ruling *r, enum verdict v, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts one more sentence behind what is said already. */
void err_add(struct ruling *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct context;

/* ---- the rubric (rubric.c) */
struct lab_rubric {
    int bonus; /* its points come on top of the sum that they are held against */
    int steps;
    const struct lab_step *declared;
    struct lab_lesson step[MAX_STEPS];
    void *texts;        /* an instructor's file, which rules may quote */
    void *questions;    /* of it the rubric of written answers: JSON, or NULL */
    double written_max; /* the sum of their points */
};
/* The lab's declaration, with what FOLDER/LAB.json changes of it (NULL: there is no folder; a file
 * that is not there changes nothing). Dies of a mistake, which one line names by file and field. */
void rubric_read(const char *lab, const char *folder, struct lab_rubric *r);
/* Dies where a file of RUBRICS names no lab. */
void rubrics_check(const struct context *c);

/* ---- what grading finds */
struct figures { /* NAN where not measured */
    double ms, spread, gbytes_per_s, gflops, percent_of_peak;
    double speedup_over_previous, speedup_over_reference, library_ratio;
    double reference_over_previous; /* how much faster the reference is than its step before */
    double floor_ms; /* a bound, of what the emulator counted; all else was measured */
};
struct step_result {
    struct ruling ruling;
    double points, max;
    struct figures figures;
    char floor_unit[30];        /* what set the floor, by the name that emu_floor gives it; "" */
    char answer[PROTOCOL_LINE]; /* with what was counted (lab_answered_count); "" */
    int counted;                /* of which counted launch of the lesson, 0 or 1 */
};

struct student {
    char id[256];
    char *folder;       /* where to look for files; NULL: the tree itself */
    char *name, *email; /* by a roster or a course system's metadata, or NULL */
    char *person;       /* what the roster knows them by, the same in every week; or NULL */
    char *note;         /* why there is no folder, or what is odd; or NULL */
    char *conflict;     /* why nothing can be graded before the instructor decides; or NULL */
    int excused;        /* by the roster: nothing need be handed in */
    int has_text;       /* an online text was handed in */
    time_t when;        /* of submission, by the course system; 0: not known */
    const char *source; /* which part of it says so */
    int row;            /* of the roster, from 1; 0: none */
    int files;
    struct arrival *file; /* those that lie in no folder (intake/intake.h) */
};

enum { EMULATOR, GPU, BACKENDS };

enum stage { STAGE_BUILD /* and emulate: needs a processor */, STAGE_WAIT, STAGE_GPU };

struct context {
    const char *root, *tree, *submissions, *out, *work;
    char *reach; /* where jobs find what lies in root, if not there (reach.c); or NULL */
    int backend; /* EMULATOR or GPU: what points are given by */
    int jobs, quiet;
    int only_step; /* -1: all */
    uint64_t seed;
    int seed_given;             /* by the caller: no result drawn from another one will do */
    const char *asked_lab;      /* as it was given; "": all */
    const char *student_id;     /* regrade, replay: whose; "": everyone's */
    const char *regrade_lab;    /* regrade: of which lab; "": of all */
    int fresh, regrade, replay; /* keep nothing; drop some; repeat one and show what is wrong */
    int slurm;                  /* a job array grades */
    int task;                   /* of a Slurm job; 0: this is none */
    int explain;                /* tell of every case that is asked */
    char tools_hash[65];        /* what all results depend on */
    int isolated, as_user;      /* as_user: without namespaces */
    int seconds;                /* for one step's run */
    int compile_seconds;        /* for one file, all of its steps, with each compiler */
    const char *sandbox;        /* "bwrap", "none", or "" to try */
    const char *rubrics;        /* folder of changes to points and limits, or NULL */
    const char *answers;        /* file of points for written answers, or NULL */
    const char *adjust;         /* file of points that an instructor gives or takes, or NULL */
    int marks;
    struct mark *mark;    /* points of both files, and of a review (intake/intake.h) */
    char *last_run;       /* what it was told (judge/options.c); NULL: there was none */
    char *kept;           /* of these, what was taken from it; NULL */
    const char *course;   /* its name, for the pages; "": none */
    const char *feedback; /* mails are asked for; NULL: not */
    int labs;
    const char *lab[MAX_LABS];
    int steps[MAX_LABS];
    struct lab_rubric rubric[MAX_LABS];
    char metrics[MAX_LABS][PROTOCOL_LINE / 2]; /* of a lab, with commas between them */
    int students;
    struct student *student;
    const struct course_system *system; /* intake/intake.h */
    const char *asked_from, *at;        /* FROM and AT, as they were given; "" */
    char *from;                         /* which system, and why, in words */
    int metadata;                       /* Gradescope's was read */
    struct handed_in *handed;           /* intake.h: [student * labs + lab] */
    struct roster *roster;              /* intake.h; NULL: none was given */
    const char *roster_file;
    const char *deadline, *late_rule, *grace; /* as they were given; "" */
    struct late_policy *late;                 /* intake.h; NULL: there is no deadline */
    char *unused;    /* names of what lies in SUBMISSIONS and is nobody's; "" or NULL: nothing */
    char *strangers; /* names of what is of nobody on the roster, and not graded; likewise */
    volatile unsigned char *stages; /* of each worker at work, shared between processes */
    volatile unsigned char *stage;  /* in a worker: its own */
    char machine[256];              /* names of all its GPUs; results from another do not hold */
    struct lab_gpu device; /* of the emulator, of all GPUs together, or of the one in use */
    int gpus, taken;       /* taken: which one a worker uses */
    struct lab_gpu gpu[MAX_GPUS];
    struct gpu_use { /* shared between processes, each under its GPU's lock; ms */
        double first, last, busy;
    } * use;
};

/* ---- labs.c */
/* "emulator", "gpu". */
const char *backend_name(int backend);
/* What grading.mk says of it, GRADE_EMU_PART or GRADE_GPU_PART; "". */
const char *tool(int backend, const char *part);
/* That file in the project at `root`, in its TREE: labs, solutions, or STUBS, what it was in labs
 * (grading.mk), where now somebody's work may be. Free it. */
#define STUBS "build/grading/stubs"
char *lab_path(const char *root, const char *tree, const char *lab);
/* The labs that are asked for, with their rubrics and counters. Dies of a mistake. */
void labs_choose(struct context *c);
/* The lab's step with index `i`, and what its rubric says. */
const struct lab_step *fact_of(const struct context *c, int lab, int i);
const struct lab_lesson *rubric_of(const struct context *c, int lab, int i);
/* Does LAB=wanted mean this lab? */
int lab_matches(const char *wanted, const char *lab);

/* ---- students.c */
/* The id as reports show it: cleaned, and still a name of its own where others look the same then.
 * Good until the next call. */
const char *student_name(const struct context *c, int student);
/* Of all its bytes. */
unsigned long long number_of_id(const char *id);

/* ---- score.c */
/* `untaken`: why the emulator did not take it, so that its counters cost nothing; or NULL. */
void score_step(const struct context *c, const struct lab_lesson *rubric, const char *untaken,
                struct step_result *r);
/* The share of their points that the counters give, less than 0 where they cannot be. */
double score_share(const struct context *c, const struct lab_lesson *rubric,
                   const struct step_result *r);
