/* The process that holds a student's code (or the reference's). It does what it is asked, one line
 * at a time (protocol.h), and decides nothing: outputs go to a memory file, and the judge compares.
 * Linked with one object compiled with -DLAB_STEPS. With -DRUNNER_LIBRARY it can also run NVIDIA's
 * own version of a problem. */
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef LAB_EMULATOR
#define LAB_POOL
#endif
#include "lab/measure/gpu_facts.h"
#include "lab/measure/batch.h"
#include "runner_lines.h"
#ifdef LAB_EMULATOR
#include "emulator/emulator.h"
#include "lab/measure/peaks.h"
#endif
#ifdef RUNNER_LIBRARY
#include "lab/measure/library.h"
#endif

/* Every lab's table, made here: what a file's own table says does not matter. A step that a file
 * does not define is NULL. */
#define LAB_LINKAGE extern "C"
#include "labs/entries_of.h"
LAB_EVERY_STEP(LAB_DECLARE)
#define LAB(id, track)                            static const struct lab_entry entries_##id[] = {
#define STEP(number, name, problem, prepare, ...) LAB_ENTRY(number, name, problem, prepare)
#define LAB_END                                                                                    \
    LAB_NO_ENTRY                                                                                   \
    }                                                                                              \
    ;
#include "labs/ladder.h"

static const struct lab_entry *entries; /* of the lab that this process is for */

struct state {
    float *memory; /* the judge's memory file */
    size_t memory_bytes;
    struct lab_device checked; /* of the last `check`, which may come again */
    struct lab_device timed;   /* of an `open` */
    int last_step, open, next_set;
    struct lab_stopwatch watch;
};

static const struct lab_entry *entry_of(int step)
{
    for (const struct lab_entry *e = entries; e && e->step >= 0; e++)
        if (e->step == step)
            return e;
    return NULL;
}

static void choose_lab(const char *lab)
{
#define LAB(id, track)                                                                             \
    if (strcmp(lab, #id) == 0)                                                                     \
        entries = entries_##id;
#define STEP(...)
#define LAB_END
#include "labs/ladder.h"
}

#ifdef LAB_EMULATOR
static void add_finding(char *line, const struct emu_finding_report *f)
{
    protocol_add(line, "kind", f->kind);
    protocol_add_number(line, "line", f->line);
    protocol_add(line, "file", f->file ? f->file : "");
    protocol_add(line, "finding", f->text);
}

/* "SPACE TYPE BYTES UNITS IDEAL AREA PHASE MASK OFFSET…", an offset for each lane that takes part:
 * the judge takes nothing but numbers (judge/drawing.c). */
static void add_drawing(char *line, const char *metric)
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
#endif

#ifdef LAB_EMULATOR
static void add_launch(char *line)
{
    char text[80];
    const struct emu_grid last = emu_last_launch();
    const unsigned *g = last.grid, *b = last.block;
    snprintf(text, sizeof text, "%u %u %u %u %u %u", g[0], g[1], g[2], b[0], b[1], b[2]);
    protocol_add(line, "launch", text);
}
#endif

/* What the emulator saw: the first finding, and the counters that were asked for. */
static void add_observations(char *line, char *metrics, const struct lab_case *question)
{
#ifdef LAB_EMULATOR
    if (strcmp(metrics, "-") != 0) {
        const struct emu_work work = lab_work_of(question);
        const char *unit;
        protocol_add_number(line, "floor_ms", emu_floor(&work, &unit) / 1e3);
        protocol_add(line, "floor_unit", unit);
    }
    if (emu_overflowed()[0])
        protocol_add(line, "overflow", emu_overflowed());
    if (emu_finding_at(0))
        add_finding(line, emu_finding_at(0));
    char *rest = metrics;
    for (char *name; strcmp(metrics, "-") != 0 && (name = strsep(&rest, ","));)
        protocol_add_number(line, name, emu_metric(name));
#else
    (void)line;
    (void)metrics;
    (void)question;
#endif
}

static void answer_device(struct state *s, const struct request *r)
{
    char line[PROTOCOL_LINE];
    struct lab_gpu g;
    size_t available = 0, total = 0;
    char bus[40] = "";
    int count = 0;
    cudaError_t error = lab_gpu_facts(&g);
    (void)s;
    if (error == cudaSuccess)
        error = cudaMemGetInfo(&available, &total);
    if (error == cudaSuccess)
        error = cudaGetDeviceCount(&count);
#ifndef LAB_EMULATOR
    if (error == cudaSuccess)
        error = cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
#endif
    snprintf(line, sizeof line, "%llu %s", r->id, error == cudaSuccess ? "ok" : "error");
    add_error(line, error);
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
    send(line);
}

/* Gives back what the pool of device memory keeps for later. */
static void answer_rest(struct state *s, const struct request *r)
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
    snprintf(line, sizeof line, "%llu ok", r->id);
    send(line);
}

static void close_timed(struct state *s)
{
    if (s->open)
        lab_close_device(&s->timed);
    s->open = 0;
}

static void answer_check(struct state *s, struct request *r)
{
    char line[PROTOCOL_LINE], damage[500] = "";
    struct lab_device *d = &s->checked;
    const struct lab_entry *e = entry_of(r->step);
    if (e && e->aligned && lab_shifted(&r->question) >= 0)
        r->question.memory = LAB_SNUG;
    cudaError_t error = cudaSuccess;
    close_timed(s);
    if (s->last_step != r->step || !lab_reopen_device(d, &r->question)) {
        lab_close_device(d);
        error = lab_open_device(d, &r->question, 1);
    }
    if (s->last_step != r->step)
        *lab_slowest_pace() = 0;
    s->last_step = r->step;
    d->left_out = 0;
    if (error != cudaSuccess || d->out_bytes > s->memory_bytes || !e || !e->launch) {
        snprintf(line, sizeof line, "%llu error", r->id);
        add_error(line, error);
        protocol_add(line, "missing", e && e->launch ? "0" : "1");
        send(line);
        lab_close_device(d);
        cudaGetLastError();
        return;
    }
#ifdef LAB_EMULATOR
    const int counting = strcmp(r->metrics, "-") != 0, drawing = strcmp(r->verb, "draw") == 0;
    const int asking = strcmp(r->verb, "probe") == 0;
    emu_watch(asking ? 0
              : counting
                  ? EMU_WATCH_ALL
                  : EMU_WATCH_RACES | EMU_WATCH_UNINITIALISED); /* caches are slow to follow */
    emu_begin();
    emu_keep_accesses(drawing);
    enum lab_order order = lab_next_order(counting || asking, r->question.seed);
#endif
    lab_run_once(d, e, s->memory, damage, sizeof damage);
#ifdef LAB_EMULATOR
    lab_next_order(1, 0);
#endif
    snprintf(line, sizeof line, "%llu ok", r->id);
    protocol_add_number(line, "ms", d->step_ms);
    if (d->left_out)
        protocol_add(line, "left_out", "1");
#ifdef LAB_EMULATOR
    protocol_add_number(line, "order", order);
    add_launch(line);
#endif
    add_error(line, d->error);
    if (damage[0] && d->error == cudaSuccess)
        protocol_add(line, "damage", damage);
#ifdef LAB_EMULATOR
    if (drawing)
        add_drawing(line, r->metrics);
#endif
    add_observations(line, r->metrics, &r->question);
    send(line);
}

/* ---- timing: inputs once, then batches of launches, each between two events */

/* `what`: the step's entry; NULL: NVIDIA's version. */
static cudaError_t queue(struct lab_device *d, const void *what, int set)
{
    if (!what)
#ifdef RUNNER_LIBRARY
        return lab_library_call(d, set);
#else
        return cudaErrorNotSupported;
#endif
    lab_call(d, (const struct lab_entry *)what, set);
    return cudaSuccess;
}

/* Inputs for the case, in the arrays of the case before if it had this shape. New arrays hold other
 * data first, for a launch to warm up: the timed data will lie where these lay. */
static cudaError_t open_timed(struct state *s, const struct request *r)
{
    const struct lab_entry *e = entry_of(r->step);
    const int again =
        s->open && s->timed.sets == r->count && lab_may_reopen(&s->timed, &r->question);
    cudaError_t error = cudaSuccess;
    lab_close_device(&s->checked);
    if (!again) {
        struct lab_case other = r->question;
        close_timed(s);
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
            error = lab_queue_batch(&s->timed, &s->next_set, queue, e, 1);
        cudaError_t later = lab_settle();
        if (error == cudaSuccess)
            error = later;
    }
    return error == cudaSuccess ? lab_poison_output(&s->timed) : error;
}

/* Milliseconds of one launch. */
static cudaError_t time_batch(struct state *s, const struct request *r, double *ms)
{
    const cudaError_t error = s->open ? lab_settle() : cudaErrorInvalidValue;
    return error != cudaSuccess ? error
                                : lab_time_batch(&s->timed, &s->watch, &s->next_set, queue,
                                                 entry_of(r->step), r->count, ms);
}

static cudaError_t fetch(struct state *s)
{
    if (!s->open || s->timed.out_bytes > s->memory_bytes)
        return cudaErrorInvalidValue;
    if (!s->timed.shape.in_place)
        return cudaMemcpy(s->memory, s->timed.out, s->timed.out_bytes, cudaMemcpyDeviceToHost);
    memcpy(s->memory, s->timed.out, s->timed.out_bytes);
    return cudaSuccess;
}

static void answer_timing(struct state *s, struct request *r)
{
    char line[PROTOCOL_LINE];
    double ms = 0;
    cudaError_t error = cudaSuccess;
    if (strcmp(r->verb, "open") == 0)
        error = open_timed(s, r);
    else if (strcmp(r->verb, "batch") == 0)
        error = time_batch(s, r, &ms);
    else if (strcmp(r->verb, "fetch") == 0)
        error = fetch(s);
    else
        close_timed(s);
    snprintf(line, sizeof line, "%llu %s", r->id, error == cudaSuccess ? "ok" : "error");
    add_error(line, error);
    protocol_add_number(line, "ms", ms);
    send(line);
}

/* Every call of exit, the student's and the emulator's, comes here (--wrap in grading.mk): the
 * judge learns that the program was not killed, and what the emulator has against it. One that ends
 * before it is asked waits for the question. */
extern "C" void __real_exit(int status) __attribute__((noreturn));
extern "C" void __wrap_exit(int status)
{
    char line[PROTOCOL_LINE];
    if (asked.id || read_request(&asked)) {
        snprintf(line, sizeof line, "%llu gone", asked.id);
        protocol_add_number(line, "status", status & 255);
#ifdef LAB_EMULATOR
        const struct emu_finding_report *f;
        for (size_t i = 0; (f = emu_finding_at(i)); i++)
            if (strcmp(f->kind, "device_pointer_on_host") == 0) {
                add_finding(line, f);
                break;
            }
#endif
        send(line);
    }
    __real_exit(status);
}

int main(int argc, char **argv)
{
    struct state s;
    struct stat memory;
#ifdef LAB_EMULATOR
    emu_main_begins();
#endif
    choose_lab(argc > 1 ? argv[1] : "");
    memset(&s, 0, sizeof s);
    if (fstat(PROTOCOL_MEMORY, &memory) == 0)
        s.memory_bytes = (size_t)memory.st_size;
    s.memory =
        (float *)mmap(NULL, s.memory_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, PROTOCOL_MEMORY, 0);
    if (s.memory == MAP_FAILED)
        return 3;
    s.memory[0] = 1; /* main has begun */
    while (read_request(&asked)) {
        if (strcmp(asked.verb, "device") == 0)
            answer_device(&s, &asked);
        else if (strcmp(asked.verb, "rest") == 0)
            answer_rest(&s, &asked);
        else if (strcmp(asked.verb, "check") == 0 || strcmp(asked.verb, "draw") == 0 ||
                 strcmp(asked.verb, "probe") == 0)
            answer_check(&s, &asked);
        else
            answer_timing(&s, &asked);
    }
    close_timed(&s);
    lab_close_device(&s.checked);
    _exit(0); /* what a student registered with atexit has no part in this */
}
