/* The runner's side: in the process that holds the code under test, requests are read and answered,
 * a line each (talk.h). It decides nothing: outputs go to a memory file, and the judge
 * compares. */
#pragma once

#include <cuda_runtime.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/talk.h"
#include "lab/measure/batch.h"
#include "lab/measure/gpu_facts.h"
#include "lab/check/finding.h"

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
    int learner;                   /* a learner's own run: findings in full, prints come at once */
    struct request asked;          /* what the judge waits for */
    char line[PROTOCOL_LINE];      /* the answer */
    float *memory;                 /* the judge's memory file */
    size_t memory_bytes;
    struct lab_device checked; /* of the last `check`, which may come again */
    struct lab_timed timed;    /* of an `open` */
    int last_step;
};

/* 1 if there was a request, 0 at the end of them. A line comes whole, and goes whole (talk.h). */
static inline int serve_read(struct server *s)
{
    char line[PROTOCOL_LINE];
    struct request *r = &s->asked;
    struct lab_case *c = &r->question;
    unsigned problem = 0, data = 0, memory = 0;
    unsigned long long seed = 0;
    ssize_t got;
    do
        got = read(s->ask, line, sizeof line - 1);
    while (got < 0 && errno == EINTR);
    line[got > 0 ? got : 0] = 0;
    memset(r, 0, sizeof *r);
    if (sscanf(line, "%llu %15s %d %u %u %u %d %d %d %llu %u %4095s", &r->id, r->verb, &r->step,
               &problem, &data, &memory, &c->m, &c->n, &c->k, &seed, &r->number, r->metrics) < 2)
        return 0;
    c->problem = (enum lab_problem)problem;
    c->data = (enum lab_data)data;
    c->memory = (int)memory;
    c->seed = seed;
    r->count = atoi(r->metrics);
    return 1;
}

static inline void serve_send(struct server *s)
{
    const size_t length = strlen(s->line);
    ssize_t put;
    if (s->learner)
        fflush(stdout);
    s->line[length] = '\n';
    s->asked.id = 0;
    do
        put = write(s->answer, s->line, length + 1);
    while (put < 0 && errno == EINTR);
    if (put != (ssize_t)length + 1)
        _exit(3);
}

/* Begins an answer: ID and "ok", or "error" and what CUDA says. */
static inline void serve_begin(struct server *s, int good, cudaError_t error)
{
    char text[300];
    sprintf(s->line, "%llu %s", s->asked.id, good ? "ok" : "error");
    if (error == cudaSuccess)
        return;
    snprintf(text, sizeof text, "%s (%s)", cudaGetErrorName(error), cudaGetErrorString(error));
    protocol_add(s->line, "cuda", text);
}

static inline const struct lab_entry *serve_entry(const struct server *s, int step)
{
    const struct lab_entry *e = s->entry;
    while (e && e->step >= 0 && e->step != step)
        e++;
    return e && e->step >= 0 ? e : NULL;
}

/* ---- about one launch: what it did, and what the emulator saw of it. On a GPU, where it is not
 * linked in, nothing calls it. */

static inline void serve_finding(struct server *s, const struct emu_finding_report *f)
{
    char text[900];
    protocol_add(s->line, "kind", f->kind);
    if (s->learner) {
        lab_finding_text(f, text, sizeof text);
        protocol_add(s->line, "said", text);
        return;
    }
    protocol_add_number(s->line, "line", f->line);
    protocol_add(s->line, "file", f->file ? f->file : "");
    protocol_add(s->line, "finding", f->text);
}

static inline void serve_counters(struct server *s)
{
    const struct lab_case *question = &s->asked.question;
    const enum lab_peak peak = lab_problem_of(question->problem)->peak;
    const struct emu_work work = {peak == LAB_PEAK_FLOAT    ? EMU_WORK_FLOAT
                                  : peak == LAB_PEAK_DOUBLE ? EMU_WORK_DOUBLE
                                                            : EMU_WORK_BITS,
                                  lab_shape_of(question).flops};
    const char *unit = "";
    char *rest = s->asked.metrics, remark[EMU_REMARK];
    protocol_add_number(s->line, "floor_ms", emu_floor(&work, &unit, remark) / 1e3);
    protocol_add(s->line, "floor_unit", unit);
    protocol_add(s->line, "floor_remark", remark);
    for (char *name; (name = strsep(&rest, ",")) && *name;)
        protocol_add_number(s->line, name, emu_metric(name));
}

/* What the emulator saw: the order, the launch, the counters that were asked for, a finding. */
static inline void serve_observed(struct server *s, enum emu_order order)
{
    struct request *r = &s->asked;
    char text[80];
    const struct emu_grid last = emu_last_launch();
    const unsigned *g = last.grid, *b = last.block;
    protocol_add_number(s->line, "order", order);
    snprintf(text, sizeof text, "%u %u %u %u %u %u", g[0], g[1], g[2], b[0], b[1], b[2]);
    protocol_add(s->line, "launch", text);
    if (emu_overflowed()[0])
        protocol_add(s->line, "overflow", emu_overflowed());
    if (lab_first_finding())
        serve_finding(s, lab_first_finding());
    if (strcmp(r->metrics, "-") != 0)
        serve_counters(s);
}

/* The lines that add most to a metric of the last launch. */
static inline void serve_lines(struct server *s)
{
    struct emu_line_report *to = (struct emu_line_report *)s->memory;
    const int any = strcmp(s->asked.metrics, "-") == 0, room = (int)(s->memory_bytes / sizeof *to);
    const size_t count =
        emu_dearest_lines(any ? NULL : s->asked.metrics, to, room < LAB_DEAREST ? 0 : LAB_DEAREST);
    serve_begin(s, 1, cudaSuccess);
    protocol_add_number(s->line, "lines", (double)count);
}

/* Counters need all that the emulator can watch; checks do without its caches, which are slow to
 * follow, and a kernel that is asked why it is wrong without the rest. */
static inline enum emu_order serve_watch(const struct server *s)
{
    const struct request *r = &s->asked;
    const int counting = strcmp(r->metrics, "-") != 0, asking = strcmp(r->verb, "probe") == 0;
    emu_watch(asking ? 0 : counting ? EMU_WATCH_ALL : EMU_WATCH_RACES | EMU_WATCH_UNINITIALISED);
    emu_begin();
    return lab_choose_order(counting || asking ? -1 : (int)r->number, r->question.seed);
}

/* The arrays of a case to be checked: those of the last one, if they fit. */
static inline cudaError_t serve_open(struct server *s)
{
    const struct request *r = &s->asked;
    struct lab_device *d = &s->checked;
    cudaError_t error = cudaSuccess;
    lab_close_device(&s->timed.device);
    if (s->last_step != r->step || !lab_reopen_device(d, &r->question)) {
        lab_close_device(d);
        error = lab_open_device(d, &r->question, 1);
    }
    if (s->last_step != r->step)
        *lab_slowest_pace() = 0;
    s->last_step = r->step;
    d->left_out = 0;
    d->quiet = s->learner;
    d->first = r->number == 0 && strcmp(r->verb, "check") == 0 && strcmp(r->metrics, "-") == 0;
    return error;
}

static inline void serve_check(struct server *s)
{
    struct lab_device *d = &s->checked;
    struct request *r = &s->asked;
    const struct lab_entry *e = serve_entry(s, r->step);
    if (e && e->aligned && lab_shifted(&r->question) >= 0)
        r->question.memory = LAB_SNUG;
    cudaError_t error = serve_open(s);
    if (error != cudaSuccess || d->out_bytes > s->memory_bytes || !e || !e->launch) {
        serve_begin(s, 0, error);
        protocol_add(s->line, "missing", e && e->launch ? "0" : "1");
        lab_close_device(d);
        cudaGetLastError();
        return;
    }
    const enum emu_order order = LAB_ON_GPU ? EMU_ASCENDING : serve_watch(s);
    const int kept = s->learner && strcmp(r->verb, "probe") == 0 ? lab_mute() : -1;
    lab_run_once(d, e, s->memory);
    lab_unmute(kept);
    serve_begin(s, 1, d->error);
    protocol_add_number(s->line, "ms", d->step_ms);
    if (d->left_out)
        protocol_add(s->line, "left_out", "1");
    if (d->damage[0] && d->error == cudaSuccess)
        protocol_add(s->line, "damage", d->damage);
    if (!LAB_ON_GPU) {
        lab_choose_order(-1, 0);
        serve_observed(s, order);
    }
}

/* ---- */

static inline void serve_device(struct server *s)
{
    struct lab_gpu g;
    const cudaError_t error = lab_gpu_facts(&g);
    serve_begin(s, error == cudaSuccess, error);
    if (s->memory_bytes >= sizeof g)
        memcpy(s->memory, &g, sizeof g);
}

/* Gives back what the pool of device memory keeps for later. */
static inline void serve_rest(struct server *s)
{
    lab_close_device(&s->checked);
    lab_empty_pool();
    serve_begin(s, 1, cudaSuccess);
}

static inline void serve_timing(struct server *s)
{
    const struct request *r = &s->asked;
    const struct lab_entry *e = serve_entry(s, r->step);
    struct lab_timed *t = &s->timed;
    struct lab_device *d = &t->device;
    double ms = 0;
    cudaError_t error = cudaSuccess;
    if (strcmp(r->verb, "open") == 0) {
        lab_close_device(&s->checked);
        error = lab_timed_open(t, &r->question, r->count, e);
    } else if (strcmp(r->verb, "batch") == 0) {
        error = lab_is_open(d) ? lab_settle() : cudaErrorInvalidValue;
        error = error ? error
                      : lab_time_batch(d, &t->next_set, lab_timed_queue(t, e), e, r->count, &ms);
    } else if (strcmp(r->verb, "fetch") == 0) {
        error = lab_is_open(d) && d->out_bytes <= s->memory_bytes
                    ? cudaMemcpy(s->memory, d->out, d->out_bytes, cudaMemcpyDefault)
                    : cudaErrorInvalidValue;
    } else {
        lab_close_device(d);
    }
    serve_begin(s, error == cudaSuccess, error);
    protocol_add_number(s->line, "ms", ms);
}

static inline void serve_one(struct server *s)
{
    const char *verb = s->asked.verb;
    if (strcmp(verb, "device") == 0)
        serve_device(s);
    else if (strcmp(verb, "rest") == 0)
        serve_rest(s);
    else if (!LAB_ON_GPU && strcmp(verb, "lines") == 0)
        serve_lines(s);
    else if (strcmp(verb, "check") == 0 || strcmp(verb, "probe") == 0)
        serve_check(s);
    else
        serve_timing(s);
    serve_send(s);
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
    lab_close_device(&s->timed.device);
    lab_close_device(&s->checked);
    _exit(0);
}

/* Serves these steps to the judge that started this process. Never returns. */
static inline void serve_steps(const struct lab_entry *entries)
{
    static struct server s;
    s.ask = PROTOCOL_ASK;
    s.answer = PROTOCOL_ANSWER;
    s.entry = entries;
    s.learner = 1;
    serve(&s, PROTOCOL_MEMORY);
}
