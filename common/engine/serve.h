/* The runner's side: in the process that holds the code under test, requests are read and answered,
 * one line at a time (protocol.h). It decides nothing: outputs go to a memory file, and the judge
 * compares. */
#ifndef ENGINE_SERVE_H
#define ENGINE_SERVE_H

#include <cuda_runtime.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/protocol.h"
#include "lab/check/finding.h"
#include "lab/measure/batch.h"
#include "lab/measure/gpu_facts.h"
#ifdef LAB_EMULATOR
#include "lab/measure/peaks.h"
#endif

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

#ifdef LAB_EMULATOR
static inline void serve_finding(const struct server *s, char *line,
                                 const struct emu_finding_report *f)
{
    char text[900];
    protocol_add(line, "kind", f->kind);
    if (s->learner) {
        lab_finding_text(f, text, sizeof text);
        protocol_add(line, "said", text);
        return;
    }
    protocol_add_number(line, "line", f->line);
    protocol_add(line, "file", f->file ? f->file : "");
    protocol_add(line, "finding", f->text);
}

/* "SPACE TYPE BYTES UNITS IDEAL AREA PHASE MASK OFFSET…", an offset for each lane that takes part:
 * the judge takes nothing but numbers (judge/drawing.c). */
static inline void serve_drawing(char *line, const char *metric)
{
    struct emu_access_report a;
    char text[PROTOCOL_LINE / 2];
    if (!emu_dearest_access(metric, &a))
        return;
    int used = snprintf(text, sizeof text, "%d %d %u %u %u %lld %lld %u", a.space, a.type, a.bytes,
                        a.units, a.ideal, a.area, a.phase, a.mask);
    for (int lane = 0; lane < 32; lane++)
        if (a.mask >> lane & 1)
            used += snprintf(text + used, sizeof text - (size_t)used, " %lld", a.offset[lane]);
    protocol_add(line, "drawn_file", a.file ? a.file : "");
    protocol_add_number(line, "drawn_line", a.line);
    protocol_add(line, "drawn", text);
}

static inline void serve_counters(char *line, char *metrics, const struct lab_case *question)
{
    const struct emu_work work = lab_work_of(question);
    const char *unit;
    char *rest = metrics;
    protocol_add_number(line, "floor_ms", emu_floor(&work, &unit) / 1e3);
    protocol_add(line, "floor_unit", unit);
    for (char *name; (name = strsep(&rest, ","));)
        protocol_add_number(line, name, emu_metric(name));
}

/* What the emulator saw: the order, the launch, the counters that were asked for, a finding. */
static inline void serve_observed(struct server *s, char *line, enum lab_order order)
{
    struct request *r = &s->asked;
    char text[80];
    const struct emu_grid last = emu_last_launch();
    const unsigned *g = last.grid, *b = last.block;
    protocol_add_number(line, "order", order);
    snprintf(text, sizeof text, "%u %u %u %u %u %u", g[0], g[1], g[2], b[0], b[1], b[2]);
    protocol_add(line, "launch", text);
    if (strcmp(r->verb, "draw") == 0)
        serve_drawing(line, r->metrics);
    if (lab_first_finding())
        serve_finding(s, line, lab_first_finding());
    if (strcmp(r->metrics, "-") != 0)
        serve_counters(line, r->metrics, &r->question);
}

/* The lines that add most to a metric of the last launch, as where0, access0 and so on. */
static inline void serve_lines(struct server *s)
{
    enum { MOST = 3 };
    struct emu_line_report at[MOST];
    char line[PROTOCOL_LINE], key[20], numbers[120];
    const int any = strcmp(s->asked.metrics, "-") == 0;
    const size_t count = emu_dearest_lines(any ? NULL : s->asked.metrics, at, MOST);
    serve_begin(s, line, 1, cudaSuccess);
    for (size_t i = 0; i < count; i++) {
        const struct emu_line_report *l = &at[i];
        const char *const texts[][2] = {
            {"where", l->where}, {"access", l->access}, {"unit", l->unit}, {"text", l->text}};
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
            snprintf(key, sizeof key, "%s%zu", texts[t][0], i);
            snprintf(numbers, sizeof numbers, "%.80s", texts[t][1]);
            protocol_add(line, key, numbers);
        }
        snprintf(key, sizeof key, "numbers%zu", i);
        snprintf(numbers, sizeof numbers, "%llu %.17g %.17g %.17g", l->requests, l->lanes, l->cost,
                 l->ideal);
        protocol_add(line, key, numbers);
    }
    serve_send(s, line);
}

/* Counters need all that the emulator can watch; checks do without its caches, which are slow to
 * follow, and a kernel that is asked why it is wrong without the rest. */
static inline enum lab_order serve_watch(const struct request *r)
{
    const int counting = strcmp(r->metrics, "-") != 0, asking = strcmp(r->verb, "probe") == 0;
    emu_watch(asking ? 0 : counting ? EMU_WATCH_ALL : EMU_WATCH_RACES | EMU_WATCH_UNINITIALISED);
    emu_begin();
    emu_keep_accesses(strcmp(r->verb, "draw") == 0);
    return lab_choose_order(counting || asking ? -1 : (int)r->number, r->question.seed);
}
#endif

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

static inline void serve_close_timed(struct server *s)
{
    if (s->open)
        lab_close_device(&s->timed);
    s->open = 0;
}

/* The arrays of a case to be checked: those of the last one, if they fit. */
static inline cudaError_t serve_open(struct server *s)
{
    const struct request *r = &s->asked;
    struct lab_device *d = &s->checked;
    cudaError_t error = cudaSuccess;
    serve_close_timed(s);
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
    char line[PROTOCOL_LINE], damage[500] = "";
    struct lab_device *d = &s->checked;
    struct request *r = &s->asked;
    const struct lab_entry *e = serve_entry(s, r->step);
    if (e && e->aligned && lab_shifted(&r->question) >= 0)
        r->question.memory = LAB_SNUG;
    cudaError_t error = serve_open(s);
    if (error != cudaSuccess || d->out_bytes > s->memory_bytes || !e || !e->launch) {
        serve_begin(s, line, 0, error);
        protocol_add(line, "missing", e && e->launch ? "0" : "1");
        serve_send(s, line);
        lab_close_device(d);
        cudaGetLastError();
        return;
    }
#ifdef LAB_EMULATOR
    const enum lab_order order = serve_watch(r);
#endif
    lab_run_once(d, e, s->memory, damage, sizeof damage);
    serve_begin(s, line, 1, d->error);
    protocol_add_number(line, "ms", d->step_ms);
    if (d->left_out)
        protocol_add(line, "left_out", "1");
    if (damage[0] && d->error == cudaSuccess)
        protocol_add(line, "damage", damage);
#ifdef LAB_EMULATOR
    lab_choose_order(-1, 0);
    serve_observed(s, line, order);
#endif
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
    else if (strcmp(verb, "check") == 0 || strcmp(verb, "draw") == 0 || strcmp(verb, "probe") == 0)
        serve_check(s);
    else
        serve_timing(s);
}

/* Answers until there are no more questions, and ends the process: what a student registered with
 * atexit has no part in this. `memory`: the judge's memory file. */
static inline void serve(struct server *s, int memory)
{
    struct stat file;
    if (fstat(memory, &file) == 0)
        s->memory_bytes = (size_t)file.st_size;
    s->memory = (float *)mmap(NULL, s->memory_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (s->memory == MAP_FAILED)
        _exit(3);
    while (serve_read(s))
        serve_one(s);
    serve_close_timed(s);
    lab_close_device(&s->checked);
    _exit(0);
}

#endif
