/* What a judgement asks (lab/check/runner.h) of a runner: one case after the other. Plain C, no
 * CUDA. */
#pragma once

#include <poll.h>

#include "engine/talk.h"
#include "lab/check/harness.h"

struct asker {
    struct talk *runner;
    int step;
    const char *metrics;  /* that the answers are to hold; NULL: none */
    unsigned number;      /* of the case that is asked */
    enum talk_answer how; /* the last answer */
    void *out;            /* a copy of the output, which the runner can no longer write to */
};

/* The emulator's finding in an answer, file and line in front, as a judge may show it: without
 * folders, which the runner's word is not taken for. 1 if there is one. */
static inline int asker_finding(const char *line, char kind[40], char *text, size_t size)
{
    char file[200], what[600];
    double number = 0;
    if (protocol_get(line, "said", text, size)) {
        protocol_get(line, "kind", kind, 40);
        return 1;
    }
    if (!protocol_get(line, "finding", what, sizeof what))
        return 0;
    protocol_get(line, "kind", kind, 40);
    protocol_get(line, "file", file, sizeof file);
    protocol_get_number(line, "line", &number);
    const char *slash = strrchr(file, '/');
    text[0] = 0;
    if (file[0])
        lab_append(text, size, "%s:%.0f: ", slash ? slash + 1 : file, number);
    lab_append(text, size, "%s.", what);
    return 1;
}

static inline void asker_read(const char *line, struct lab_seen *seen)
{
    char cuda[400], left_out[8];
    double order = EMU_ASCENDING;
    asker_finding(line, seen->kind, seen->finding, sizeof seen->finding);
    protocol_get(line, "overflow", seen->overflow, sizeof seen->overflow);
    protocol_get(line, "damage", seen->damage, sizeof seen->damage);
    seen->failed = protocol_get(line, "cuda", cuda, sizeof cuda);
    if (seen->failed)
        snprintf(seen->damage, sizeof seen->damage, "CUDA reports %s.%s", cuda,
                 lab_cuda_advice(cuda));
    seen->left_out = protocol_get(line, "left_out", left_out, sizeof left_out);
    seen->ms = -1;
    protocol_get_number(line, "ms", &seen->ms);
    protocol_get_number(line, "order", &order);
    unsigned *g = seen->launched.grid, *b = seen->launched.block;
    if (protocol_get(line, "launch", cuda, sizeof cuda)) /* blocks and threads, if it says so */
        sscanf(cuda, "%u %u %u %u %u %u", g, g + 1, g + 2, b, b + 1, b + 2);
    seen->order =
        order == EMU_DESCENDING || order == EMU_INTERLEAVED ? (enum emu_order)order : EMU_ASCENDING;
}

/* Waits for the answer, and takes what it says of the case. */
static inline void asker_hear(struct asker *a, const struct lab_case *c, struct lab_seen *seen)
{
    const char *line = a->runner->line;
    double missing = 0;
    memset(seen, 0, sizeof *seen);
    free(a->out);
    a->out = NULL;
    a->how = talk_hear(a->runner);
    seen->how = LAB_GONE;
    if (a->how == TALK_ANSWERED) { /* of a huge case its corners */
        const struct lab_operand out = lab_shape_of(c).out,
                                 held = lab_is_huge(c) ? lab_corners_of(&out) : out;
        const size_t bytes = lab_bytes(&held), there = a->runner->bytes;
        seen->out = a->out = malloc(bytes + 1);
        if (a->out)
            memcpy(a->out, a->runner->memory, bytes < there ? bytes : there);
        else
            snprintf(seen->damage, sizeof seen->damage, "no memory left on the host");
        seen->how = a->out ? LAB_ANSWERED : LAB_NOT_READY;
    } else if (a->how == TALK_FAILED) {
        protocol_get_number(line, "missing", &missing);
        protocol_get(line, "cuda", seen->damage, sizeof seen->damage);
        seen->how = missing != 0 ? LAB_NO_STEP : LAB_NOT_READY;
        seen->no_memory = strstr(seen->damage, "cudaErrorMemoryAllocation") != NULL;
    }
    if (seen->how == LAB_ANSWERED)
        asker_read(line, seen);
}

/* A kernel that is wrong is asked why (`ascending`) by the same runner, since what it keeps of
 * earlier launches may be the reason. */
static inline void asker_check(void *self, const struct lab_case *c, int ascending,
                               struct lab_seen *seen)
{
    struct asker *a = (struct asker *)self;
    memset(seen, 0, sizeof *seen);
    seen->how = LAB_GONE;
    if (a->how == TALK_GONE || a->how == TALK_NONSENSE ||
        talk_send(a->runner, ascending ? "probe" : "check", a->step, c, a->number,
                  ascending ? NULL : a->metrics))
        a->how = TALK_GONE;
    else
        asker_hear(a, c, seen);
}
