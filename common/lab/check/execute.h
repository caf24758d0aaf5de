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
static inline void lab_guard(const struct lab_device *d, int protect)
{
    const int inputs = d->shape.inputs;
    for (int i = 0; !LAB_ON_GPU && !d->shape.in_place && i <= inputs; i++) {
        const struct lab_operand *o = i < inputs ? &d->shape.in[i] : &d->shape.out;
        const float *at = i < inputs ? d->in[i] : d->out;
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
static inline cudaError_t lab_prepare(struct lab_device *d, const struct lab_entry *e)
{
    const struct lab_case *c = &d->question;
    const struct lab_operands o = lab_operands_of(d, 0);
    struct lab_case other = *c;
    if (!e->prepare)
        return cudaSuccess;
    other.seed = lab_mix(c->seed);
    other.data = LAB_REAL;
    cudaError_t error = lab_fill_device(&other, 0, d->in[0]);
    if (error != cudaSuccess)
        return error;
    lab_guard(d, 1);
    lab_call_prepare(e, &o);
    error = lab_settle();
    if (error == cudaSuccess) {
        lab_call(d, e, 0);
        error = lab_settle();
    }
    lab_guard_none();
    lab_forget_counts();
    error = error ? error : lab_fill_device(c, 0, d->in[0]);
    return error == cudaSuccess ? lab_poison_output(d) : error;
}

/* Chooses how the emulator runs the next case. If it is not counted (number -1), blocks and warps
 * run in descending order half of the time, and interleaved the other half, since what is right in
 * one order only is wrong; and a third of the time the GPU seems to have two multiprocessors, so
 * that blocks that go from tile to tile have several. Returns the order; on a GPU there is none. */
static inline enum emu_order lab_choose_order(int number, uint64_t seed)
{
    const enum emu_order order = number < 0 ? EMU_ASCENDING
                                 : number % 4 == 1 || number % 4 == 2 /* data change each time */
                                     ? EMU_DESCENDING
                                     : EMU_INTERLEAVED;
    if (LAB_ON_GPU)
        return EMU_ASCENDING;
    emu_order(order);
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

/* The most milliseconds that this process's step has taken for a byte of its problem; small
 * problems take as long as one of LAB_PACE_FROM bytes. */
enum { LAB_PACE_FROM = 1 << 20, LAB_LONGEST_MS = 20000 };
static inline double *lab_slowest_pace(void)
{
    static double pace;
    return &pace;
}

/* Launches a step that is prepared. `protect`: as for lab_guard. */
static inline cudaError_t lab_launch_prepared(struct lab_device *d, const struct lab_entry *e,
                                              int protect)
{
    lab_guard(d, protect);
    lab_call(d, e, 0);
    const cudaError_t error = lab_settle();
    lab_guard_none();
    return error;
}

/* Lets a step prepare itself and launches it, with what the case holds. */
static inline cudaError_t lab_launch_once(struct lab_device *d, const struct lab_entry *e)
{
    cudaError_t error = lab_prepare(d, e);
    if (error != cudaSuccess)
        return error;
    const double begin = lab_now_ms();
    error = lab_launch_prepared(d, e, !lab_is_huge(&d->question));
    const double pace = (lab_now_ms() - begin) / (d->shape.bytes + LAB_PACE_FROM);
    if (pace > *lab_slowest_pace())
        *lab_slowest_pace() = pace;
    return error;
}

#include "corner_run.h"
#include "host_program.h"

/* Brings the output back, and looks at what lies around it. */
static inline void lab_fetch_output(struct lab_device *d, float *host)
{
    const char poison = (char)lab_poison_byte(&d->question);
    char *copy = (char *)malloc(d->guarded_bytes);
    d->error = copy ? cudaMemcpy(copy, d->guarded, d->guarded_bytes, cudaMemcpyDefault)
                    : cudaErrorMemoryAllocation;
    if (d->error == cudaSuccess)
        memcpy(host, copy + d->guard, d->out_bytes);
    for (size_t i = 0; i < d->guard && d->error == cudaSuccess && !d->damage[0]; i++)
        if (copy[i] != poison || copy[d->guard + d->out_bytes + i] != poison)
            lab_say_damage(d,
                           "Something wrote outside %s: is every index checked against the "
                           "size?",
                           d->shape.out.name);
    free(copy);
}

/* Runs one poisoned, checked launch and copies the output to `host` (d->out_bytes). d->damage says
 * what is wrong but for the output: a CUDA error, a write outside the output, a changed input,
 * memory that was not freed; "": nothing. */
static inline void lab_run_once(struct lab_device *d, const struct lab_entry *e, float *host)
{
    const int whole_program = d->shape.in_place;
    struct emu_timed timed = {}; /* so far */
    d->damage[0] = 0;
    d->returned = d->error = cudaSuccess;
    d->step_ms = -1;
    if (lab_is_huge(&d->question)) {
        lab_run_huge(d, e, host);
        return;
    }
    cudaError_t error = lab_poison_output(d);
    if (d->question.data == LAB_STARVED) {
        lab_run_starved(d, e);
        return;
    }
    struct lab_held before = lab_held(d);
    if (error == cudaSuccess && whole_program) {
        lab_call(d, e, 0);
        lab_settle();
        error = lab_poison_output(d);
        lab_forget_counts();
        if (LAB_ON_GPU)
            before = lab_held(d); /* the first call may load code into device memory: no leak */
    }
    if (!LAB_ON_GPU)
        timed = emu_timed();
    if (!LAB_ON_GPU && whole_program && error == cudaSuccess)
        emu_host_array_begin(d->out, d->out_bytes);
    error = error ? error : lab_launch_once(d, e);
    const struct lab_held after = lab_held(d);
    if (whole_program)
        lab_check_array(d);
    d->error = d->returned ? d->returned : error;
    if (d->error == cudaSuccess)
        lab_fetch_output(d, host);
    if (d->error != cudaSuccess) {
        lab_say_error(d);
        return;
    }
    lab_check_inputs(d);
    lab_check_leaks(d, e, before, after);
    if (d->question.problem == LAB_CHECKED_PROGRAM)
        lab_check_time(d, timed);
}
