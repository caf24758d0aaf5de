/* Where a student, a lab or a step stands: sums and ratios that all reports share. */
#ifndef TOTALS_H
#define TOTALS_H

#include "context/context.h"
#include "base/json_file.h"
#include "intake/intake.h"

/* A step that is not asked for is in no sum. */
int step_counts(const struct context *c, int lab, int i);
/* Nothing here can grade the step: it is worth 0 of 0 points. */
int step_is_left_out(const struct step_result *r);
/* Of the steps and of what was adjusted by hand; *max: of the steps. A student's points have those
 * of a bonus among them, *max has not. */
double lab_points(const struct context *c, int student, int lab, double *max);
double student_points(const struct context *c, int student, double *max);
/* All that counts of a lab, of all labs for -1: with written answers, and never more than the
 * maximum, which has the rubric's questions in it. *most: what it would be without that. */
double total_points(const struct context *c, int student, int lab, double *max, double *most);
/* " (22.5 were reached; no more than 20 counts)", or "". Free it. */
char *capped_text(double most, double counts);

int step_is_right(const struct step_result *r);

/* Verdicts as an instructor sorts them, in the order of bars, legend and terminal. */
enum group {
    GROUP_PASS,
    GROUP_RIGHT_BUT,
    GROUP_WRONG,   /* also a crash and a timeout */
    GROUP_REFUSED, /* also what does not compile */
    GROUP_NOT_ATTEMPTED,
    GROUP_NO_FILE,
    GROUP_NOT_GRADED,
    GROUPS
};
enum group group_of(const struct step_result *r);
/* What a student's lab is as a whole: there is a result where it is LAB_GRADED. */
/* LAB_EXCUSED: nothing was handed in, and by the roster nothing need be. */
enum lab_state { LAB_GRADED, LAB_UNTOUCHED, LAB_EMPTY_FILE, LAB_NO_FILE, LAB_EXCUSED };
enum lab_state lab_state(const struct context *c, int student, int lab);
/* "missing" or "excused" where no points stand for it: nothing was handed in, and nothing was given
 * by hand. NULL: points do. */
const char *lab_absence(const struct context *c, int student, int lab);

/* Why there was nothing to grade: of the student as a whole, or lab by lab of those without a file,
 * with an empty or untouched one or a conflict; "" where there was something. Free it. */
char *why_nothing(const struct context *c, int student);

/* Takes addresses out of a message, "0x7f0c5a2b4010" to "0x…": they differ from run to run. In
 * place. */
void hide_addresses(char *message);

/* Which file, its hash, time and commit, what was passed over; null where nothing was handed in. */
json_t *handed_in_json(const struct context *c, int student, int lab);
/* "ann/naive_gemv.cu (sha256 0123456789ab…), handed in …", or "no file". Free it. */
char *handed_in_text(const struct context *c, int student, int lab);

/* Of a student's lab, from the points before anything was taken off. */
struct lateness lateness_at(const struct context *c, int student, int lab);
/* "2 days late: 3.60 points off", "late"; "". Free it. */
char *lateness_text(const struct lateness *l);

#endif
