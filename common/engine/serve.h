/* The runner's side: in the process that holds the code under test, requests are read and answered,
 * a line each (talk.h). It decides nothing: outputs go to a memory file, and the judge
 * compares. */
#ifndef ENGINE_SERVE_H
#define ENGINE_SERVE_H

#include <cuda_runtime.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/talk.h"
#include "lab/measure/batch.h"
#include "lab/measure/gpu_facts.h"

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
    int learner;                   /* a learner's own run: findings in full, prints come at once */
    int repeats; /* one launch over and over: others use the device, the order is always another */
    struct request asked; /* what the judge waits for */
    float *memory;        /* the judge's memory file */
    size_t memory_bytes;
    struct lab_device checked; /* of the last `check`, which may come again */
    struct lab_timed timed;    /* of an `open` */
    int last_step;
};

/* 1 if there was a request, 0 at the end of them. */
static inline int serve_read(struct server *s)
{
    char line[PROTOCOL_LINE], last[PROTOCOL_LINE] = "";
    struct request *r = &s->asked;
    size_t used = 0;
    unsigned problem = 0, data = 0, memory = 0;
    unsigned long long seed = 0;
    while (!used || line[used - 1] != '\n') { /* the next comes after the answer to this one */
        const ssize_t got = read(s->ask, line + used, sizeof line - 1 - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        used += (size_t)got;
    }
    line[used - 1] = 0;
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

#include "engine/serve_check.h"

static inline void serve_device(struct server *s)
{
    char line[PROTOCOL_LINE];
    struct lab_gpu g;
    size_t available = 0, total = 0;
    cudaError_t error = lab_gpu_facts(&g);
    if (error == cudaSuccess)
        error = cudaMemGetInfo(&available, &total);
    if (error == cudaSuccess)
        error = cudaGetDeviceCount(&g.count);
#ifndef LAB_EMULATOR
    if (error == cudaSuccess)
        error = cudaDeviceGetPCIBusId(g.bus, sizeof g.bus, 0);
#endif
    serve_begin(s, line, error == cudaSuccess, error);
    g.free_bytes = (double)available;
    talk_add_gpu(line, &g);
    serve_send(s, line);
}

/* Gives back what the pool of device memory keeps for later. */
static inline void serve_rest(struct server *s)
{
    char line[PROTOCOL_LINE];
    lab_close_device(&s->checked);
#ifdef LAB_POOL
    cudaMemPool_t pool;
    lab_forget_places();
    cudaDeviceSynchronize();
    if (cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess)
        cudaMemPoolTrimTo(pool, 0);
    cudaGetLastError();
#endif
    serve_begin(s, line, 1, cudaSuccess);
    serve_send(s, line);
}

static inline void serve_timing(struct server *s)
{
    const struct request *r = &s->asked;
    const struct lab_entry *e = serve_entry(s, r->step);
    char line[PROTOCOL_LINE];
    double ms = 0;
    cudaError_t error = cudaSuccess;
    if (strcmp(r->verb, "open") == 0) {
        lab_close_device(&s->checked);
        error = lab_timed_open(&s->timed, &r->question, r->count, e);
    } else if (strcmp(r->verb, "batch") == 0) {
        error = lab_timed_batch(&s->timed, e, r->count, &ms);
    } else if (strcmp(r->verb, "fetch") == 0) {
        error = lab_timed_fetch(&s->timed, s->memory, s->memory_bytes);
    } else {
        lab_timed_close(&s->timed);
    }
    serve_begin(s, line, error == cudaSuccess, error);
    protocol_add_number(line, "ms", ms);
    serve_send(s, line);
}

static inline void serve_one(struct server *s)
{
    const char *verb = s->asked.verb;
    if (strcmp(verb, "device") == 0)
        serve_device(s);
    else if (strcmp(verb, "rest") == 0)
        serve_rest(s);
#ifdef LAB_EMULATOR
    else if (strcmp(verb, "lines") == 0)
        serve_lines(s);
#endif
    else if (strcmp(verb, "check") == 0 || strcmp(verb, "probe") == 0)
        serve_check(s);
    else
        serve_timing(s);
}

/* Answers until there are no more questions, and ends the process: what a student registered with
 * atexit has no part in this. `memory`: the judge's memory file. */
static inline void serve(struct server *s, int memory)
{
    struct stat file;
    if (s->learner)
        setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a crash loses little */
    if (fstat(memory, &file) == 0)
        s->memory_bytes = (size_t)file.st_size;
    s->memory = (float *)mmap(NULL, s->memory_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (s->memory == MAP_FAILED)
        _exit(3);
    s->memory[0] = 1; /* main has begun (runner_client.c) */
    while (serve_read(s))
        serve_one(s);
    lab_timed_close(&s->timed);
    lab_close_device(&s->checked);
    _exit(0);
}

#endif
