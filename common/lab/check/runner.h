/* Who runs a step: what it is asked, what it saw, and what became of the step. A runner is a
 * process: a fork of `make run`'s program, or the grader's in a sandbox. Plain C, no CUDA. */
#pragma once

#include "lab/problem.h"

enum lab_state {
    LAB_PASS,
    LAB_BUT, /* right, but the lesson's counters say that the step's idea is not there */
    LAB_WRONG,
    LAB_NOT_ATTEMPTED,
    LAB_CRASH,
    LAB_TIMEOUT,
    LAB_SKIPPED,
    LAB_REFUSED,
    LAB_LOST, /* the runner gave no answer: whoever holds it knows why */
    LAB_STATES
};

static inline const char *lab_state_name(enum lab_state s)
{
    static const char *const names[LAB_STATES] = {"pass",          "right, but", "wrong",
                                                  "not attempted", "crash",      "timeout",
                                                  "skipped",       "refused",    "lost"};
    return names[s];
}

struct lab_result {
    enum lab_state state;
    int cases;          /* that were judged: all, or up to the first failure */
    int left_out;       /* that the device has no memory or no time for */
    int set_up;         /* 0: a case could not even be set up */
    int may_ask;        /* elements are wrong, and why is not known: the kernel can be asked */
    int outside;        /* an access outside of an array ended the launch */
    struct lab_case at; /* the first case that failed */
    char message[1200]; /* what was wrong with it; lines */
    char costs[1000];   /* the dearest lines of the launch that was counted; "": none was */
};

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

enum lab_answer { LAB_ANSWERED, LAB_NOT_READY, LAB_NO_STEP, LAB_GONE };

/* What a runner saw of one case. */
struct lab_seen {
    enum lab_answer how;
    const void *out;                /* as it lies in memory; good until the next question */
    char kind[40];                  /* of the emulator's first finding */
    char finding[900], damage[600]; /* what it says; what was broken; "": nothing */
    char overflow[100];             /* "46517 * 46517 in line 12, …": the first; "": none */
    int failed;                     /* `damage` is CUDA's error: the output says nothing */
    int no_memory;                  /* why it is not ready */
    int left_out;                   /* the step is too slow for so large a case */
    enum emu_order order;           /* of blocks and warps */
    struct emu_grid launched;       /* in the emulator */
    double ms;                      /* what a whole program says it measured */
};

struct lab_asked {
    struct lab_case c;
    int again; /* other data in the arrays of the case before */
    const struct lab_reference *ref;
};

/* What a judgement needs of a runner. */
struct lab_runner {
    void *self;
    int (*next)(void *self, struct lab_asked *q); /* the next question; 0: there are no more */
    /* One poisoned, guarded launch; ascending: of the first block and warp first, and nothing that
     * it prints is seen. */
    void (*check)(void *self, const struct lab_case *c, int ascending, struct lab_seen *seen);
    void (*tell)(void *self, const struct lab_case *c, const struct lab_result *now); /* or NULL */
    double memory;    /* that the device has, bytes */
    const char *name; /* of the step: launch_NAME */
};

/* ---- cases that come again: the same sizes in the same arrays with other data, right after the
 * case. A step that keeps a result, or what it has worked out, by address and size gives the old
 * answer then. ---- */

enum {
    LAB_AGAIN_EVERY = 12,
    LAB_AGAIN_TELLS = 16 /* fewer elements may have been right by chance */
};

/* Does case number `index` come again? One of twelve does, drawn with the data; GEMVs have each
 * size twice in a row anyhow. */
static inline int lab_again(const struct lab_case *c, int index, uint64_t seed,
                            struct lab_case *again)
{
    if (c->data == LAB_STARVED || c->data == LAB_DOCUMENT ||
        ((uint64_t)index + seed) % LAB_AGAIN_EVERY != 0)
        return 0;
    *again = *c;
    again->seed = lab_mix(c->seed ^ 0x616761696eu);
    return 1;
}
