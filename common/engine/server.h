/* What a runner has: its requests and its answers, a line each (protocol.h), and the arrays that it
 * keeps from one to the next. */
#ifndef ENGINE_SERVER_H
#define ENGINE_SERVER_H

#include <cuda_runtime.h>
#include <errno.h>
#include <unistd.h>

#include "engine/protocol.h"
#include "lab/measure/batch.h"

struct request {
    unsigned long long id; /* 0: none is to be answered */
    int step, count;       /* count: sets of inputs (open) or launches (batch) */
    unsigned number;       /* of a check, from 0 */
    char verb[16], metrics[PROTOCOL_LINE];
    struct lab_case question;
};

struct server {
    int ask, answer;               /* descriptors */
    const struct lab_entry *entry; /* the steps */
    int only;                      /* every question is about the first of them */
    lab_queue *library;            /* launches NVIDIA's own version; NULL: there is none */
    int learner;                   /* a learner's own run: findings in full, prints come at once */
    struct request asked;          /* what the judge waits for */
    float *memory;                 /* the judge's memory file */
    size_t memory_bytes;
    struct lab_device checked; /* of the last `check`, which may come again */
    struct lab_device timed;   /* of an `open` */
    int last_step, open, next_set;
    struct lab_stopwatch watch;
};

/* 1 if there was a request, 0 at the end of them. */
static inline int serve_read(struct server *s)
{
    char line[PROTOCOL_LINE], last[PROTOCOL_LINE] = "";
    struct request *r = &s->asked;
    size_t used = 0;
    unsigned problem = 0, data = 0, memory = 0;
    unsigned long long seed = 0;
    while (used + 1 < sizeof line) {
        ssize_t got = read(s->ask, line + used, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        if (line[used] == '\n')
            break;
        used++;
    }
    line[used] = 0;
    memset(r, 0, sizeof *r);
    struct lab_case *c = &r->question;
    if (sscanf(line, "%llu %15s %d %u %u %u %d %d %d %llu %u %4095s", &r->id, r->verb, &r->step,
               &problem, &data, &memory, &c->m, &c->n, &c->k, &seed, &r->number, last) < 2)
        return 0;
    c->problem = (enum lab_problem)problem;
    c->data = (enum lab_data)data;
    c->memory = (int)memory;
    c->seed = seed;
    r->count = atoi(last);
    snprintf(r->metrics, sizeof r->metrics, "%s", last);
    return 1;
}

static inline void serve_send(struct server *s, char *line)
{
    size_t length = strlen(line), sent = 0;
    if (s->learner)
        fflush(stdout);
    line[length++] = '\n';
    s->asked.id = 0;
    while (sent < length) {
        ssize_t put = write(s->answer, line + sent, length - sent);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            _exit(3);
        sent += (size_t)put;
    }
}

/* Begins an answer: ID and "ok", or "error" and what CUDA says. */
static inline void serve_begin(const struct server *s, char *line, int good, cudaError_t error)
{
    char text[300];
    sprintf(line, "%llu %s", s->asked.id, good ? "ok" : "error");
    if (error == cudaSuccess)
        return;
    snprintf(text, sizeof text, "%s (%s)", cudaGetErrorName(error), cudaGetErrorString(error));
    protocol_add(line, "cuda", text);
}

static inline const struct lab_entry *serve_entry(const struct server *s, int step)
{
    const struct lab_entry *e = s->entry;
    while (e && e->step >= 0 && e->step != step && !s->only)
        e++;
    return e && (e->step >= 0 || s->only) ? e : NULL;
}

static inline void serve_close_timed(struct server *s)
{
    if (s->open)
        lab_close_device(&s->timed);
    s->open = 0;
}

#endif
