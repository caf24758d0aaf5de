/* Results kept from run to run, and how they are written down. */
#pragma once

#include "context/context.h"

/* Takes the lock on OUT, and cleans the scratch folder. */
void keep_open(struct context *c);

/* What is kept of a student's lab if it still holds, else NULL: {key, device, seed, steps: […]}.
 * `how`: */
enum {
    KEEP_STRICT = 0, /* same key, device and isolation, no step that the grader failed at */
    KEEP_ANY_MACHINE = 1,
    KEEP_ANY_KEY = 2, /* even if file or grader have changed since */
    KEEP_FAULTS = 4   /* also with steps that the grader failed at */
};
json_t *keep_load(const struct context *c, int student, int lab, int how);
/* `file`: what was graded, or NULL; its steps' results. */
void keep_save(const struct context *c, int student, int lab, const char *file,
               const struct step_result *results);
/* Which gradings are kept, done[student * labs + lab], after what is to be graded again was
 * dropped. Of any machine: its name is added to c->machine, and c->isolated is corrected. */
void keep_take(struct context *c, unsigned char *done, int how);
/* How many of them are kept, and said to be; *all: of how many. What nobody handed in is no
 * grading here. */
int keep_count(const struct context *c, const unsigned char *done, int *all);
/* The copy of the graded file; whether it is there is another matter. Free it. */
char *keep_file(const struct context *c, int student, int lab);
/* Copies a submission there, and gives the copy's path; the submission's own where it cannot be
 * copied. Free it. */
char *keep_copy(const struct context *c, int student, int lab, const char *file);
/* Hash of what all results of a lab depend on, as 64 digits. */
void keep_lab_key(const struct context *c, int lab, char key[HASH_TEXT]);
