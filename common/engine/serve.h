/* The runner's side: in the process that holds the code under test, requests are read and answered.
 * It decides nothing: outputs go to a memory file, and the judge compares. */
#ifndef ENGINE_SERVE_H
#define ENGINE_SERVE_H

#include <sys/mman.h>
#include <sys/stat.h>

#include "engine/serve_check.h"
#include "lab/measure/gpu_facts.h"

static inline void serve_device(struct server *s)
{
    char line[PROTOCOL_LINE];
    struct lab_gpu g;
    size_t available = 0, total = 0;
    char bus[40] = "";
    int count = 0;
    cudaError_t error = lab_gpu_facts(&g);
    if (error == cudaSuccess)
        error = cudaMemGetInfo(&available, &total);
    if (error == cudaSuccess)
        error = cudaGetDeviceCount(&count);
#ifndef LAB_EMULATOR
    if (error == cudaSuccess)
        error = cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
#endif
    serve_begin(s, line, error == cudaSuccess, error);
    protocol_add(line, "name", g.name);
    protocol_add_number(line, "peak_gbytes", g.peak_gbytes);
    protocol_add_number(line, "peak_gflops", g.peak[LAB_PEAK_FLOAT]);
    protocol_add_number(line, "peak_double", g.peak[LAB_PEAK_DOUBLE]);
    protocol_add_number(line, "peak_popc", g.peak[LAB_PEAK_POPC]);
    protocol_add_number(line, "peak_bits", g.peak[LAB_PEAK_BIT_TENSOR]);
    protocol_add_number(line, "major", g.major);
    protocol_add_number(line, "minor", g.minor);
    protocol_add_number(line, "l2", g.l2_bytes);
    protocol_add_number(line, "free", (double)available);
    protocol_add_number(line, "count", count);
    protocol_add(line, "bus", bus);
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

/* ---- timing: inputs once, then batches of launches, each between two events */

/* `what`: the step's entry. */
static inline cudaError_t serve_queue(struct lab_device *d, const void *what, int set)
{
    lab_call(d, (const struct lab_entry *)what, set);
    return cudaSuccess;
}

static inline cudaError_t serve_no_library(struct lab_device *d, const void *what, int set)
{
    (void)d, (void)what, (void)set;
    return cudaErrorNotSupported;
}

/* Without an entry, NVIDIA's version. */
static inline lab_queue *serve_queue_of(const struct server *s, const struct lab_entry *e)
{
    return e ? serve_queue : s->library ? s->library : serve_no_library;
}

/* Inputs for the case, in the arrays of the case before if it had this shape. New arrays hold other
 * data first, for a launch to warm up: the timed data will lie where these lay. */
static inline cudaError_t serve_open_timed(struct server *s)
{
    const struct request *r = &s->asked;
    const struct lab_entry *e = serve_entry(s, r->step);
    const int again =
        s->open && s->timed.sets == r->count && lab_may_reopen(&s->timed, &r->question);
    cudaError_t error = cudaSuccess;
    lab_close_device(&s->checked);
    if (!again) {
        struct lab_case other = r->question;
        serve_close_timed(s);
        other.seed = lab_mix(other.seed);
        lab_forget_places();
        error = lab_open_device(&s->timed, &other, r->count);
        s->open = error == cudaSuccess;
    }
    s->next_set = 0;
    if (error == cudaSuccess)
        error = lab_stopwatch_open(&s->watch);
    for (int real = again; error == cudaSuccess && real < 2; real++) {
        if (real && !lab_reopen_device(&s->timed, &r->question))
            return cudaErrorUnknown;
        if (e && s->timed.sets > 0)
            error = lab_prepare(&s->timed, e, 0); /* all sets hold the same */
        if (error == cudaSuccess && !real)
            error = lab_queue_batch(&s->timed, &s->next_set, serve_queue_of(s, e), e, 1);
        cudaError_t later = lab_settle();
        if (error == cudaSuccess)
            error = later;
    }
    return error == cudaSuccess ? lab_poison_output(&s->timed) : error;
}

/* Milliseconds of one launch. */
static inline cudaError_t serve_batch(struct server *s, double *ms)
{
    const struct lab_entry *e = serve_entry(s, s->asked.step);
    const cudaError_t error = s->open ? lab_settle() : cudaErrorInvalidValue;
    return error != cudaSuccess ? error
                                : lab_time_batch(&s->timed, &s->watch, &s->next_set,
                                                 serve_queue_of(s, e), e, s->asked.count, ms);
}

static inline cudaError_t serve_fetch(struct server *s)
{
    if (!s->open || s->timed.out_bytes > s->memory_bytes)
        return cudaErrorInvalidValue;
    if (!s->timed.shape.in_place)
        return cudaMemcpy(s->memory, s->timed.out, s->timed.out_bytes, cudaMemcpyDeviceToHost);
    memcpy(s->memory, s->timed.out, s->timed.out_bytes);
    return cudaSuccess;
}

static inline void serve_timing(struct server *s)
{
    char line[PROTOCOL_LINE];
    double ms = 0;
    cudaError_t error = cudaSuccess;
    if (strcmp(s->asked.verb, "open") == 0)
        error = serve_open_timed(s);
    else if (strcmp(s->asked.verb, "batch") == 0)
        error = serve_batch(s, &ms);
    else if (strcmp(s->asked.verb, "fetch") == 0)
        error = serve_fetch(s);
    else
        serve_close_timed(s);
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
    serve_close_timed(s);
    lab_close_device(&s->checked);
    _exit(0);
}

#endif
