/* Submissions as edits of a solution, in text files: mutants/NN_wrong.txt, mutants/NN_right.txt,
 * attacks/NN_….txt. A file names its lab once, then come the submissions, one after the other:
 *
 *     lab 09_binary_xnor_gemm
 *
 *     == step 3: tail_dropped, wrong
 *     # What it teaches: a k that is no multiple of 32.
 *     says beyond k
 *     -    int words = binary_words(k);
 *     +    int words = k / BINARY_BITS;
 *
 * The head: the step that it changes, or "all steps" if all get the verdict; a name, which no other
 * submission of this step in this file has; the verdict as in results.json, or "lucky" (wrong in
 * the emulator, but a GPU may happen to get it right) or "elusive" (a pass in the emulator, which
 * times nothing; refused or wrong on a GPU). Every other step must pass. Then part of the message,
 * if any; then edits as in a diff, with "@@" between two. The lines of an edit that begin with a
 * blank or "-" must stand exactly once between the step's #if LAB_STEP(…) and its #endif; if they
 * do not stand there at all, exactly once outside of all such. Edits come in the order of the
 * solution. An empty line within an edit is an empty line of the solution. "\x20" at the end of a
 * line is a blank. A line that begins with "#" is a comment. */
#pragma once

#include "judge/judge.h"

#define LUCKY   ((enum verdict)(VERDICTS + 1))
#define ELUSIVE ((enum verdict)(VERDICTS + 2))

struct edit {
    int line;             /* where it begins in its file */
    char *before, *after; /* whole lines */
};

struct submission {
    const char *path; /* of its file */
    int line;         /* of its head */
    char *name;
    int step;             /* the step that it changes; -1: all get the verdict */
    enum verdict verdict; /* of that step */
    char *message;        /* part of its message, NULL: any */
    struct edit *edit;
    int edits;
};

struct submissions {
    char *path, *lab; /* lab: 09_binary_xnor_gemm */
    struct submission *list;
    int count;
};

/* Reads a file. NULL, or what is wrong with it and in which line: free that. Free the submissions
 * in both cases. */
char *read_submissions(const char *path, struct submissions *all);
void free_submissions(struct submissions *all);

/* The submissions of grading/tests/LIST.txt ("mutants/02_wrong"), read once and kept until the end.
 * A file that is wrong fails the test, and has none. */
struct submissions submissions_of(const char *list);

/* The solution with all edits. Free it. NULL if an edit does not apply: *fault says which, and why;
 * free that. */
char *apply_edits(const struct submission *s, const char *solution, char **fault);
/* The same; an edit that does not apply fails the test. */
char *edited_by(const struct submission *s, const char *solution);

/* The verdict that the submission gets in the emulator. */
enum verdict verdict_emulated(const struct submission *s);
