/* The grader's tests: one program, in pieces. expect() counts; main prints the last line. */
#pragma once

#include <jansson.h>

#include "intake/intake.h"
#include "judge/judge.h"

void expect(int truth, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A scratch folder of this name, empty, below build/grading/tests. Free the path. */
char *scratch(const char *name);
void write_text(const char *path, const char *text);
/* ASCII in UTF-16, with its mark. */
void write_wide(const char *path, const char *text);
/* Reads points or a rubric, and returns 0; 1 where the judge dies of that, `why` has its words. */
int bad_marks(struct context *c, enum mark_file kind, const char *file, char *why, size_t size);
int bad_rubric(const char *lab, const char *folder, struct lab_rubric *r, char *why, size_t size);
/* Does the judge grade on a GPU (BACKEND)? */
int on_gpu(void);

/* ---- hand_in.c */
/* The text with `from` replaced; NULL if it is not there exactly once. Free it. */
char *edited(const char *text, const char *from, const char *to);
struct submission;
/* Writes a file into a folder, which need not be there yet. */
void hand_in_file(const char *folder, const char *file, const char *text);
/* Puts a text, or the solution with a submission's edits, into a class as lab 01's file of `who` or
 * s->name. */
void hand_in(const char *class, const char *who, const char *text);
void hand_in_edited(const char *class, const struct submission *s, const char *solution);
/* From here on, or no longer, the judge's compiler for the emulator only looks for "#error", and
 * the program that it makes is fake_runner: where verdicts do not matter, that takes a fifth of
 * the time. */
void fake_tools(int wanted);
/* Begins to grade a class into OUT; what the judge says goes to OUT.log. `more`: variables of its
 * own, as a shell has them ("LAB=1 STEP=2"). */
pid_t begin_judge(const char *class, const char *out, const char *more);
/* Its exit status, 256 if it did not exit. */
int end_judge(pid_t pid);
/* Grades; an expectation fails where the judge does not come to its end. Its results.json, NULL
 * where there is none: of no labs or students then, for json_object_get. */
json_t *run_judge(const char *class, const char *out, const char *more);
/* The real runner gives the first step of a lab's solution all points; asked once for all parts
 * that follow. For parts that run no other kernel. */
void expect_solution(const char *part, const char *lab);

/* gemv.c: grades one step of a class with the judge. The results, or NULL after a failed
 * expectation. */
json_t *grade_class(const char *lab, int step, const char *class);
/* gemv.c: can the emulator run this step? */
int emulated(const struct lab_step *fact);

/* ---- report_class.c: results that were made up, of the class that was made last; reported()
 * keeps them first */
void results_open(const struct context *c);
struct step_result *result_of(const struct context *c, int student, int lab, int i);
void results_keep(const struct context *c);
/* Steps of all labs. */
int slots_of(const struct context *c);

/* ---- reports.c: a made-up class of labs 01, 06 and 07, the hostile names first */
void make_class(struct context *c, int students, int backend, const char *out);
/* What a student has in a lab, in all labs for -1: points of steps and by hand, and the maximum of
 * the steps, but of a bonus; points for written answers. */
double points_found(const struct context *c, int student, int lab, double *max);
double answers_found(const struct context *c, int student);
/* The same by results.json: a number of a student, or of a lab of theirs. */
double number_at(const char *out, const char *id, int lab, const char *name);
/* A file of OUT; "" after a failed expectation. Free it. */
char *contents(const char *out, const char *name);
/* Makes all reports; what is said on the terminal, kept in OUT/terminal. Free it. */
char *reported(const struct context *c);
int times_in(const char *text, const char *part);
/* No character of the text commands a terminal, turns the text around or ends a reader's program;
 * `breaks`: which control characters may be there. */
void expect_clean(const char *what, const char *text, const char *breaks);
/* The page holds its data, its script, and no markup from outside. */
void check_page(const char *out, const char *name);
/* What stands in the page for its script, as JSON. Free it. */
char *page_data(const char *out, const char *name);
/* gradebook.csv, and one student's file for Gradescope: forms and sums. */
void check_exports(const char *out, const struct context *c, int student);
/* A part of OUT is what its reader takes (accepted.sh). */
void check_accepted(const char *kind, const char *out, const char *of);
/* ---- peculiar.c: a class of 40 or more with all that needs its instructor; what the pages say
 * of it */
void make_peculiar(struct context *c);
void check_peculiar(const struct context *c);

/* Number of processes whose command line holds the word. */
int processes_with(const char *word);

void test_edits(void);      /* the texts of submissions */
void test_texts(void);      /* protocol, rubrics, source scan, symbols, points, files */
void test_costs(void);      /* the judge's own time on texts and objects made to cost it */
void test_readings(void);   /* what compilers make a directive of, and the scan of the same text */
void test_reports(void);    /* pages, gradebook, Gradescope, JUnit; written answers; alike files */
void test_experts(void);    /* names, hand-ins and points of expert files */
void test_hand_back(void);  /* points by hand, mails, a term */
void test_processes(void);  /* sandbox, runners that misbehave */
void test_gemv(void);       /* the whole judge on the mutants of labs 02 to 09 */
void test_sweeps(void);     /* what `make sweep` offers has full marks */
void test_untried(void);    /* what a pass in the emulator does not cover */
void test_attacks(void);    /* the whole judge on attacks on prepare_… */
void test_all_bombs(void);  /* … and on the compiler */
void test_resume(void);     /* results kept, runs killed, two judges at once */
void test_more_kills(void); /* … killed ten times */
void test_fake_gpus(void);  /* with runners that only say that they have a GPU, one and two */
void test_gpus(void);       /* a class on one, two and four GPUs of this machine */
void test_many(void);       /* classes of 25 to 200: verdicts, time, memory */
void test_class(void); /* the whole judge on a fifth of lab 01's mutants, a third of its attacks */
void test_whole_class(void);  /* … on all of them */
void test_naming(void);       /* part of texts: names in reports and in spreadsheets */
void test_states(void);       /* a part: which state of a clone, of a file that changes */
void test_review(void);       /* part of hand_back: review.csv, totals, what is missing */
void test_course(void);       /* a part: a class over ten weeks in each system */
void test_whole_course(void); /* all weeks of all systems */
void test_identity(void);     /* part of texts: whose file, in each course system */
void test_intake(void);       /* part of texts: encodings, times, archives */
void test_submissions(void);  /* part of texts: which file is whose */

/* ---- reports.c, alike.c */
void test_similar(void);

/* ---- report_class.c */
enum { HOSTILE = 15 /* students whose ids try to be more than text */ };

/* ---- reports.c, report_checks.c */
void check_characters(const struct context *c);
void check_terminal(struct context *c);
void check_xml(const char *out, const struct context *c);
void check_gradebook(const char *out, const struct context *c);
void check_gradescope(const char *out, const struct context *c, int student);

/* ---- texts.c, rules.c */
void test_rubrics(void);
void test_changed_rubric(void);
void test_points(void);
void test_gradable(void);

/* ---- class.c, class_results.c */
json_t *student_of(const json_t *results, const char *id);
/* A step of a student's first lab. NULL where there is none. */
json_t *step_of(const json_t *results, const char *id, int step);
void expect_class_step(json_t *results, const char *id, int step, enum verdict verdict,
                       const char *message, double share);
void expect_submission(json_t *results, const struct submission *s);
void check_schema(json_t *results, int isolated);
int was_isolated(const char *out);
void check_reports(const char *out, json_t *results);

/* ---- processes.c, runners.c */
void test_runners(const char *mode, const char *folder);
void test_measuring(const char *folder);

/* ---- resume.c, reruns.c */
enum { PAIR = 2 /* students of hand_in_pair */ };
void hand_in_pair(const char *class, const char *solution);
void test_seed(const char *class, const char *out);
void test_mistakes(const char *class, const char *out);
void test_changes(const char *class, const char *out, const char *solution, const char *results);
void test_replay(const char *class, const char *out, const char *results);
void test_not_isolated(const char *class, const char *out);
int bubblewrap_works(void);
void test_hash(void);
void test_own_rubrics(const char *class, const char *out);
/* begin_judge on lab 01 with one seed, so that two runs of one class are the same. */
pid_t begin_run(const char *class, const char *out, const char *more);
char *text_at(const char *folder, const char *name);
void expect_run(const char *what, const char *class, const char *out, const char *more, int kept,
                int of, const char *results);

/* ---- submissions.c */
void place_file(const char *folder, const char *name, const char *text);

/* ---- texts.c, scans.c */
void test_scan(void);
void test_scan_preprocessed(void);
void test_symbols(void);
