/* What `make run` says of a step, and what it notes for `make`: one of four answers (pass; right,
 * but …; wrong; not attempted), why, and how to go on. */
#ifndef LAB_ANSWERS_H
#define LAB_ANSWERS_H

#include "engine/check.h"
#include "lab/measure/table.h"

enum { LAB_COLUMNS = 100, LAB_FEWEST_COLUMNS = 40, LAB_INDENT = 8 };

/* The columns that a message may take: COLUMNS, which run.sh sets (columns.sh), at most 100. */
static inline int lab_columns(void)
{
    const char *said = getenv("COLUMNS");
    const int columns = said ? atoi(said) : 0;
    return columns >= LAB_FEWEST_COLUMNS && columns < LAB_COLUMNS ? columns : LAB_COLUMNS;
}

/* How much is said below the line of a step: nothing; why it does not pass; also where the cost of
 * one that passes is. */
enum lab_detail { LAB_NO_MESSAGE, LAB_MESSAGE, LAB_COSTS };

static inline void lab_print_check(const struct lab_step *f, const struct lab_result *r,
                                   const struct lab_gpu *g, enum lab_detail detail)
{
    static char last[sizeof r->message];
    char untried[200];
    printf("step %-2d %-20s %s%s", f->step, f->name, lab_state_name(r->state),
           r->state == LAB_BUT ? " the idea is not there yet" : "");
    if (r->state == LAB_PASS && r->repeats) /* else how many cases there are depends on chance */
        printf(" (%d cases)", r->cases);
    if (r->state == LAB_PASS && r->left_out)
        printf("; %d more left out: too large for this GPU's free memory, or for this step's pace",
               r->left_out);
    printf("\n");
    if (detail == LAB_NO_MESSAGE)
        return;
    if (r->state == LAB_PASS &&
        lab_untried(f->lab, f->step, g->major, g->minor, strcmp(LAB_BACKEND, "gpu") != 0, untried,
                    sizeof untried)[0])
        lab_put_folded(untried, LAB_INDENT, 0, lab_columns());
    /* why several steps were skipped or not attempted is said once, what is wrong with each
     * always */
    if (r->state != LAB_PASS &&
        ((r->state != LAB_SKIPPED && r->state != LAB_NOT_ATTEMPTED) || strcmp(r->message, last)))
        lab_put_folded(r->message, LAB_INDENT, 0, lab_columns());
    if (r->state == LAB_BUT || (r->state == LAB_PASS && detail == LAB_COSTS))
        lab_put_folded(r->costs, LAB_INDENT, 0, LAB_COLUMNS); /* a table */
    snprintf(last, sizeof last, "%s", r->message);
    fflush(stdout);
}

/* What became of the steps that were asked for. */
struct lab_tally {
    int passed, open, wrong; /* open: not attempted */
    int failed;              /* neither pass nor not attempted */
};

static inline void lab_count_answer(struct lab_tally *t, const struct lab_result *r)
{
    t->passed += r->state == LAB_PASS;
    t->open += r->state == LAB_NOT_ATTEMPTED;
    t->wrong += r->state == LAB_WRONG;
    t->failed += r->state != LAB_PASS && r->state != LAB_NOT_ATTEMPTED && r->state != LAB_SKIPPED;
}

/* 0: all pass that this machine can try; 1: one does not; 2: it could try none. */
static inline int lab_tally_status(const struct lab_tally *t)
{
    return t->failed || t->open ? 1 : t->passed ? 0 : 2;
}

/* What hints on a message speak of: a word of theirs, "-" for none. */
static inline const char *lab_hint_word(const char *message)
{
    static const char *const said[][2] = {{"not free", "free"},
                                          {"not destroyed", "destroy"},
                                          {"barrier", "barrier"},
                                          {"__syncthreads", "barrier"},
                                          {"which is too small", "size_t"},
                                          {"exceed an int", "size_t"},
                                          {"use an atomic", "atomic"},
                                          {"cudaMemcpy", "cudaMemcpy"},
                                          {"number of blocks up", "blocks"}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (strstr(message, said[i][0]))
            return said[i][1];
    return "-";
}

/* Adds a step's answer to FILE, a line "STEP|STATE|WORD", which run.sh notes for `make`. */
static inline void lab_note_answer(const char *file, int step, const struct lab_result *r)
{
    FILE *f = fopen(file, "a");
    if (!f ||
        fprintf(f, "%d|%s|%s\n", step, lab_state_name(r->state), lab_hint_word(r->message)) < 0)
        perror(file);
    if (f)
        fclose(f);
}

#endif
