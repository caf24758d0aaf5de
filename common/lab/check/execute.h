/* One launch of a case on the device: launch, look for damage, bring the output back. Used by the
 * learner's program and by the grader's runner; it decides nothing. */
#pragma once

#include <cuda_runtime.h>
#include <fcntl.h>
#include <unistd.h>

#include "harness.h"
#include "open_case.h"
#include "lab/measure/timing.h"
#include "lab/calls.h"
#include "host_program.h"

/* While a step runs, the emulator calls its operands by their names. */
static inline void lab_name_operand(const struct lab_operand *o, const void *begin,
                                    enum emu_rule rule)
{
    struct emu_operand named = {o->name,
                                begin,
                                (unsigned)lab_type_size(o->type),
                                (size_t)o->rows,
                                (size_t)o->cols,
                                (size_t)o->ld,
                                o->column_major,
                                rule};
    emu_name(&named);
}

/* While a step runs, the emulator reports stores to inputs and to the padding of the output, also
 * those that are taken back later, if `protect`. A GPU shows only what is changed in the end. */
static inline void lab_guard(const struct lab_device *d, int set, int protect)
{
    const int inputs = d->shape.inputs;
    for (int i = 0; !LAB_ON_GPU && !d->shape.in_place && i <= inputs; i++) {
        const struct lab_operand *o = i < inputs ? &d->shape.in[i] : &d->shape.out;
        const float *at = i < inputs ? d->in[set * inputs + i] : d->out;
        lab_name_operand(o, at, !protect ? EMU_ANY_WRITE : i < inputs ? EMU_INPUT : EMU_OUTPUT);
    }
}

static inline void lab_guard_none(void)
{
    if (!LAB_ON_GPU)
        emu_name_none();
}

/* What ran so far is not asked for, but for what is wrong with it. */
static inline void lab_forget_counts(void)
{
    if (!LAB_ON_GPU && !emu_finding_at(0))
        emu_begin();
}

static inline void lab_name_array(const struct lab_operands *o, const void *a)
{
    const struct lab_case *c = o->question;
    const struct lab_operand named = lab_matrix(o->shape->out.name, 1, c->m * c->n);
    lab_name_operand(&named, a, EMU_ANY_WRITE);
}

static inline struct lab_operands lab_operands_of(const struct lab_device *d, int set)
{
    const struct lab_operands o = {&d->question,
                                   &d->shape,
                                   (void **)(d->in + (size_t)set * (size_t)d->shape.inputs),
                                   d->out,
                                   -1,
                                   cudaSuccess,
                                   LAB_ON_GPU ? NULL : lab_name_array};
    return o;
}

/* Calls the step once, on input set `set`. Asynchronous where the step is. */
static inline void lab_call(struct lab_device *d, const struct lab_entry *e, int set)
{
    struct lab_operands o = lab_operands_of(d, set);
    lab_call_step(e, &o);
    if (!d->shape.in_place)
        return;
    d->step_ms = o.ms;
    d->returned = o.error;
    lab_guard_none();
}

/* Lets a step prepare itself (untimed). It sees one operand; the others hold another draw
 * meanwhile, and come after it. The step is launched on that draw first: what a preparation is
 * followed by a second time must not be the answer to the first. */
static inline cudaError_t lab_prepare(struct lab_device *d, const struct lab_entry *e, int set)
{
    float **in = d->in + (size_t)set * d->shape.inputs;
    const struct lab_case *c = &d->question;
    const struct lab_operands o = lab_operands_of(d, set);
    struct lab_case other = *c;
    if (!e->prepare)
        return cudaSuccess;
    other.seed = lab_mix(c->seed);
    other.data = LAB_REAL;
    cudaError_t error = lab_fill_device(&other, 0, in[0]);
    if (error != cudaSuccess)
        return error;
    lab_guard(d, set, 1);
    lab_call_prepare(e, &o);
    error = lab_settle();
    if (error == cudaSuccess) {
        lab_call(d, e, set);
        error = lab_settle();
    }
    lab_guard_none();
    lab_forget_counts();
    error = error ? error : lab_fill_device(c, 0, in[0]);
    return error == cudaSuccess ? lab_poison_output(d) : error;
}

/* Chooses how the emulator runs the next case. If it is not counted (number -1), blocks and warps
 * run in descending order half of the time, and interleaved the other half, since what is right in
 * one order only is wrong; and a third of the time the GPU seems to have two multiprocessors, so
 * that blocks that go from tile to tile have several. Returns the order; on a GPU there is none. */
static inline enum lab_order lab_choose_order(int number, uint64_t seed)
{
    enum lab_order order = LAB_INTERLEAVED;
    if (LAB_ON_GPU)
        return LAB_ASCENDING;
    if (number < 0)
        order = LAB_ASCENDING;
    else if (number % 4 == 1 || number % 4 == 2) /* the data change with every case */
        order = LAB_DESCENDING;
    emu_order((enum emu_order)order);
    emu_order_seed(seed);
    emu_processors(number % 3 == 2 ? 2 : 0);
    return order;
}

/* Until lab_unmute: nothing that is printed is seen. Returns what lab_unmute takes. */
static inline int lab_mute(void)
{
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
    if (kept >= 0 && null >= 0)
        dup2(null, STDOUT_FILENO);
    if (null >= 0)
        close(null);
    return kept;
}

static inline void lab_unmute(int kept)
{
    if (kept < 0)
        return;
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
}

/* The case of a whole program in which its host memory is counted; of a checked one, in which
 * things fail. 0, or -1 with a sentence, and below it where that was. */
static inline int lab_run_starved(struct lab_device *d, const struct lab_entry *e, char *message,
                                  size_t size)
{
    struct lab_hoard hoard;
    char at[60];
    const int checked = d->question.problem == LAB_CHECKED_PROGRAM;
    message[0] = 0;
    if (checked)
        lab_fail_each(e, message, size);
    if (!message[0])
        lab_check_host_memory(d->question.problem, e, message, size);
    if (message[0] || !checked)
        return message[0] ? -1 : 0;
    const size_t count = (size_t)d->question.m * d->question.n;
    size_t right = 0;
    float *before = (float *)malloc(count * sizeof *before);
    if (!before)
        return 0;
    memcpy(before, d->out, count * sizeof *before);
    lab_hoard(&hoard);
    lab_call(d, e, 0);
    lab_settle();
    lab_release(&hoard);
    cudaGetLastError();
    while (right < count && d->out[right] == before[right] + 1.0f)
        right++;
    free(before);
    /* else managed and pinned memory was to be had */
    if (d->returned != cudaErrorMemoryAllocation && (d->returned != cudaSuccess || right < count))
        snprintf(message, size,
                 "The device had no memory left, so cudaMalloc failed, but the step returned %s "
                 "instead of cudaErrorMemoryAllocation: check what every call returns.\n"
                 "This was at %s, %s.",
                 cudaGetErrorName(d->returned), lab_size_text(&d->question, at, sizeof at),
                 lab_data_name(d->question.data));
    return message[0] ? -1 : 0;
}

/* The most milliseconds that this process's step has taken for a byte of its problem; small
 * problems take as long as one of LAB_PACE_FROM bytes. */
enum { LAB_PACE_FROM = 1 << 20, LAB_LONGEST_MS = 20000 };
static inline double *lab_slowest_pace(void)
{
    static double pace;
    return &pace;
}

/* Lets a step prepare itself and launches it, with what the case holds. */
static inline cudaError_t lab_launch_once(struct lab_device *d, const struct lab_entry *e)
{
    cudaError_t error = d->shape.in_place ? cudaSuccess : lab_prepare(d, e, 0);
    if (error != cudaSuccess)
        return error;
    lab_guard(d, 0, 1);
    const double begin = lab_now_ms();
    lab_call(d, e, 0);
    error = lab_settle();
    const double pace = (lab_now_ms() - begin) / (d->shape.bytes + LAB_PACE_FROM);
    if (pace > *lab_slowest_pace())
        *lab_slowest_pace() = pace;
    lab_guard_none();
    return error;
}

/* Launches again, at most so many times: as long as each of them leaks, or (`each` 0) none. Where
 * other programs take memory of a GPU meanwhile, what leaks does so each time; what leaks at every
 * third launch does not at the first. */
static inline int lab_leaks_again(struct lab_device *d, const struct lab_entry *e, int times,
                                  int each, struct lab_held *before, struct lab_held *after)
{
    int leaks = each;
    for (int i = 0; i < times && leaks == each; i++) {
        *before = lab_held(d);
        const int kept = d->quiet ? lab_mute() : -1; /* it has been printed once */
        const cudaError_t error = lab_launch_once(d, e);
        lab_unmute(kept);
        if (error != cudaSuccess)
            return 0;
        *after = lab_held(d);
        leaks = lab_leaks(d, *before, *after, 0);
    }
    return leaks;
}

#include "corner_run.h"

/* Runs one poisoned, checked launch and copies the output to `host` (d->out_bytes). 0, or -1 and a
 * sentence in `message`: a CUDA error, a write outside the output, a changed input, memory that was
 * not freed. */
static inline int lab_run_once(struct lab_device *d, const struct lab_entry *e, float *host,
                               char *message, size_t size)
{
    const int whole_program = lab_is(d->question.problem, LAB_WHOLE_PROGRAM) != 0;
    if (lab_is_huge(&d->question))
        return lab_run_huge(d, e, host, message, size);
    cudaError_t error = lab_poison_output(d);
    message[0] = 0;
    d->returned = d->error = cudaSuccess;
    d->step_ms = -1;
    if (d->question.data == LAB_STARVED)
        return lab_run_starved(d, e, message, size);
    struct lab_held before = lab_held(d);
    if (error == cudaSuccess && whole_program) {
        lab_call(d, e, 0);
        lab_settle();
        error = lab_poison_output(d);
        lab_forget_counts();
        if (LAB_ON_GPU)
            before = lab_held(d); /* the first call may load code into device memory: no leak */
    }
    struct emu_timed timed = {}; /* so far */
    if (!LAB_ON_GPU)
        timed = emu_timed();
    if (!LAB_ON_GPU && whole_program && error == cudaSuccess)
        emu_host_array_begin(d->out, d->out_bytes);
    error = error ? error : lab_launch_once(d, e);
    struct lab_held after = lab_held(d);
    if (whole_program)
        lab_check_array(message, size);
    int leaks = lab_leaks(d, before, after, d->again);
    if (d->returned != cudaSuccess)
        error = d->returned;
    d->error = error;
    if (error != cudaSuccess)
        return lab_say_error(error, message, size);
    char poison = (char)lab_poison_byte(&d->question);
    char *copy = (char *)malloc(d->guarded_bytes);
    if (!copy) {
        snprintf(message, size, "No memory left on the host for the output.");
        return -1;
    }
    if (d->shape.in_place)
        memcpy(copy, d->guarded, d->guarded_bytes);
    else
        d->error = cudaMemcpy(copy, d->guarded, d->guarded_bytes, cudaMemcpyDeviceToHost);
    if (d->error != cudaSuccess) {
        snprintf(message, size, "CUDA reports %s when the output is copied back.",
                 cudaGetErrorName(d->error));
        free(copy);
        return -1;
    }
    memcpy(host, copy + d->guard, d->out_bytes);
    for (size_t i = 0; i < d->guard && !message[0]; i++)
        if (copy[i] != poison || copy[d->guard + d->out_bytes + i] != poison)
            snprintf(message, size,
                     "Something wrote outside %s: is every index checked against the size?",
                     d->shape.out.name);
    free(copy);
    lab_check_inputs(d, message, size);
    if (!message[0] && whole_program && leaks)
        leaks = lab_leaks_again(d, e, LAB_HELD_AGAIN, 1, &before, &after);
    else if (!message[0] && !whole_program && d->first && !leaks)
        leaks = lab_leaks_again(d, e, 12, 0, &before, &after);
    if (!message[0] && leaks)
        lab_say_leak(before, after, e->prepare != NULL, message, size);
    if (!message[0] && d->question.problem == LAB_CHECKED_PROGRAM)
        lab_check_time(d->step_ms, timed, message, size);
    return error != cudaSuccess || message[0] ? -1 : 0;
}
