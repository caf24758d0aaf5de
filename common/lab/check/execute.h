/* The device's side of one case: allocate, fill, poison, launch, look for damage, bring the output
 * back. Used by the learner's program and by the grader's runner; it decides nothing. Timing is
 * here too, since it repeats the same launch. */
#ifndef LAB_EXECUTE_H
#define LAB_EXECUTE_H

#include <cuda_runtime.h>
#include <stdlib.h>

#include "lab/steps.h"
#include "harness.h"
#include "printed.h"
#include "lab/measure/timing.h"
#ifdef LAB_EMULATOR
#include "emulator/emulator.h"
#endif
#include "host_program.h"

enum {
    LAB_GUARD = 4096, /* bytes before and after the output that nobody may write */
/* The emulator looks at every access, reads too: there an output on the device begins and ends with
 * its allocation. */
#ifdef LAB_EMULATOR
    LAB_DEVICE_GUARD = 0
#else
    LAB_DEVICE_GUARD = LAB_GUARD
#endif
};

struct lab_device {
    struct lab_case question;
    struct lab_shape shape;
    struct lab_operand corners; /* of the output, where only they count */
    int sets;   /* copies of the inputs, used in turn so that no repetition finds its data in L2 */
    float **in; /* in[set * shape.inputs + i]; float or what the operand's type says */
    uint64_t checksum[LAB_INPUTS]; /* of each input, taken before the first launch */
    char *
        /* `guard` bytes, the output, `guard` bytes: on the device, or on the host if in place */
        guarded;
    size_t guard, out_bytes, guarded_bytes;
    float *out;
    float step_ms;        /* what an ADD_ONE step says it measured */
    cudaError_t returned; /* what it returned */
    cudaError_t error;    /* what CUDA said of the last lab_run_once */
    int left_out;         /* the step is too slow for a case as large as this */
    int shared;           /* other processes use the device now: its free memory says nothing */
    int again;            /* other data in the arrays of the case before */
};

/* Device memory for operands. With -DLAB_POOL it comes from CUDA's own pool and goes back there:
 * cudaMalloc and cudaFree hold a lock of the driver that all processes share, whatever GPU they
 * use, and whoever opens a case for each of a thousand batches would wait for the others most of
 * its time. */
#ifdef LAB_POOL
static inline int lab_pool(void)
{
    static int works = -1;
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    if (works < 0) {
        works =
            cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess &&
            cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep) == cudaSuccess;
        cudaGetLastError();
    }
    return works;
}

static inline cudaError_t lab_allocate(void **at, size_t bytes)
{
    return lab_pool() ? cudaMallocAsync(at, bytes, 0) : cudaMalloc(at, bytes);
}

static inline void lab_free(void *at)
{
    if (lab_pool() && at)
        cudaFreeAsync(at, 0);
    else
        cudaFree(at);
}
#else
static inline cudaError_t lab_allocate(void **at, size_t bytes)
{
    return cudaMalloc(at, bytes);
}

static inline void lab_free(void *at)
{
    cudaFree(at);
}
#endif

#include "corner_memory.h"

/* First CUDA error of the last call or launch, by now finished. */
static inline cudaError_t lab_settle(void)
{
    cudaError_t error = cudaGetLastError();
    cudaError_t later = cudaDeviceSynchronize();
    return error != cudaSuccess ? error : later != cudaSuccess ? later : cudaGetLastError();
}

#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
static __global__ void lab_fill_kernel(struct lab_recipe recipe, void *to, int lines, int line,
                                       int ld, int column_major)
{
    size_t count = (size_t)lines * line;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x) {
        int outer = (int)(i / line), inner = (int)(i % line);
        int row = column_major ? inner : outer, col = column_major ? outer : inner;
        lab_put(recipe.type, to, (size_t)outer * ld + inner, lab_element(recipe, row, col));
    }
}

static __global__ void lab_checksum_kernel(const uint32_t *data, size_t words,
                                           unsigned long long *sum)
{
    unsigned long long mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        mine += lab_mix(i << 32 ^ data[i]);
    atomicAdd(sum, mine);
}
#endif

/* Memory that begins so many bytes late: of less than 256. */
static inline cudaError_t lab_allocate_late(void **at, size_t bytes, size_t late)
{
#ifdef LAB_EMULATOR
    emu_offset(late);
    return lab_allocate(at, bytes);
#else
    cudaError_t error = lab_allocate(at, bytes + late);
    *at = error == cudaSuccess ? (char *)*at + late : NULL;
    return error;
#endif
}

static inline void lab_free_late(void *at, size_t late)
{
#ifdef LAB_EMULATOR
    (void)late;
    lab_free(at);
#else
    lab_free(at ? (char *)at - late : at);
#endif
}

/* A sum over (position, word) pairs: any changed word changes it. */
static inline cudaError_t lab_checksum(const void *device, size_t bytes, uint64_t *sum)
{
    cudaError_t error;
    *sum = 0;
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
    unsigned long long *total;
    if ((error = lab_allocate((void **)&total, sizeof *total)) != cudaSuccess)
        return error;
    cudaMemset(total, 0, sizeof *total);
    lab_checksum_kernel<<<1024, 256>>>((const uint32_t *)device, bytes / 4, total);
    error = cudaMemcpy(sum, total, sizeof *total, cudaMemcpyDeviceToHost);
    lab_free(total);
#else
    uint32_t *copy = (uint32_t *)malloc(bytes);
    error =
        copy ? cudaMemcpy(copy, device, bytes, cudaMemcpyDeviceToHost) : cudaErrorMemoryAllocation;
    for (size_t i = 0; error == cudaSuccess && i < bytes / 4; i++)
        *sum += lab_mix(i << 32 ^ copy[i]);
    free(copy);
#endif
    return error;
}

static inline cudaError_t lab_fill_device(const struct lab_case *c, int operand, void *to)
{
    struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = &s.in[operand];
    if (lab_is_huge(c))
        return lab_fill_corners(c, operand, to);
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
    if (o->cols > 1) {
        int lines = o->column_major ? o->cols : o->rows, line = o->column_major ? o->rows : o->cols;
        cudaMemset(to, 0xff, lab_bytes(o)); /* padding: NaN */
        lab_fill_kernel<<<2048, 256>>>(lab_recipe_of(c, operand), to, lines, line, o->ld,
                                       o->column_major);
        return lab_settle();
    }
#endif
    void *host = malloc(lab_bytes(o));
    if (!host)
        return cudaErrorMemoryAllocation;
    lab_fill_host(c, operand, host);
    cudaError_t error = cudaMemcpy(to, host, lab_bytes(o), cudaMemcpyHostToDevice);
    free(host);
    return error;
}

/* How many bytes later than a multiple of 256 an operand begins. */
static inline size_t lab_late(const struct lab_device *d, int operand)
{
    const struct lab_operand *o = operand == LAB_INPUTS ? &d->shape.out : &d->shape.in[operand];
    return d->question.memory == LAB_HALFWAY      ? lab_may_shift(o) ? 8 : 0
           : lab_shifted(&d->question) == operand ? lab_type_size(o->type)
                                                  : 0;
}

/* Leaves zeros where a huge case's inputs were, for the next one. */
static inline void lab_close_huge(struct lab_device *d)
{
#ifdef LAB_EMULATOR
    for (int i = 0; d->in && i < d->shape.inputs; i++)
        cudaFree(d->in[i]);
    cudaFree(d->guarded);
    emu_vast(0);
#else
    for (int i = 0; d->in && i < d->shape.inputs; i++)
        if (d->in[i])
            lab_erase_corners(&d->shape.in[i], d->in[i], 0);
#endif
}

static inline void lab_close_device(struct lab_device *d)
{
    if (lab_is_huge(&d->question))
        lab_close_huge(d);
    for (int i = 0; !lab_is_huge(&d->question) && d->in && i < d->sets * d->shape.inputs; i++)
        lab_free_late(d->in[i], lab_late(d, i % d->shape.inputs));
    free(d->in);
    if (d->shape.in_place)
        free(d->guarded);
    else if (!lab_is_huge(&d->question))
        lab_free_late(d->guarded, d->guard ? 0 : lab_late(d, LAB_INPUTS));
    memset(d, 0, sizeof *d);
}

/* Input `i` of a set: memory, its elements, and for the first set its checksum. */
static inline cudaError_t lab_open_input(struct lab_device *d, int set, int i)
{
    void **in = (void **)&d->in[set * d->shape.inputs + i];
    const struct lab_operand *o = &d->shape.in[i];
    const int huge = lab_is_huge(&d->question);
    cudaError_t error = huge ? lab_open_place(i, lab_bytes(o), in)
                             : lab_allocate_late(in, lab_bytes(o), lab_late(d, i));
    if (error == cudaSuccess)
        error = lab_fill_device(&d->question, i, *in);
    if (error == cudaSuccess && set == 0)
        error = huge ? lab_checksum_corners(o, *in, &d->checksum[i])
                     : lab_checksum(*in, lab_bytes(o), &d->checksum[i]);
    return error;
}

/* The output between its guards; of a huge case, without any. */
static inline cudaError_t lab_open_output(struct lab_device *d)
{
    cudaError_t error;
    if (lab_is_huge(&d->question)) {
        d->corners = lab_corners_of(&d->shape.out);
        d->out_bytes = lab_bytes(&d->corners);
        d->guard = 0;
        error = lab_open_place(LAB_INPUTS, lab_bytes(&d->shape.out), (void **)&d->guarded);
    } else if (d->guard) { /* on a GPU: as much more before and after it */
        d->guard += lab_late(d, LAB_INPUTS);
        d->guarded_bytes = d->out_bytes + 2 * d->guard;
        error = lab_allocate((void **)&d->guarded, d->guarded_bytes);
    } else {
        error = lab_allocate_late((void **)&d->guarded, d->out_bytes, lab_late(d, LAB_INPUTS));
    }
    d->out = (float *)(d->guarded + d->guard);
    return error;
}

/* Inputs in `sets` copies (1 for a check), output between guard bands. On an error everything is
 * released again. */
static inline cudaError_t lab_open_device(struct lab_device *d, const struct lab_case *c, int sets)
{
    memset(d, 0, sizeof *d);
    d->question = *c;
    d->shape = lab_shape_of(c);
    d->out_bytes = lab_bytes(&d->shape.out);
    d->guard = d->shape.in_place ? LAB_GUARD : LAB_DEVICE_GUARD;
    d->guarded_bytes = d->out_bytes + 2 * d->guard;
    if (d->shape.in_place) {
        d->guarded = (char *)malloc(d->guarded_bytes);
        d->out = (float *)(d->guarded + d->guard);
        return d->guarded ? cudaSuccess : cudaErrorMemoryAllocation;
    }
#ifdef LAB_EMULATOR
    emu_vast(lab_is_huge(c));
#endif
    d->sets = sets;
    d->in = (float **)calloc((size_t)sets * d->shape.inputs, sizeof *d->in);
    cudaError_t error = d->in ? lab_open_output(d) : cudaErrorMemoryAllocation;
    for (int set = 0; set < sets; set++)
        for (int i = 0; error == cudaSuccess && i < d->shape.inputs; i++)
            error = lab_open_input(d, set, i);
    if (error != cudaSuccess)
        lab_close_device(d);
    return error;
}

/* Fills the arrays of an open case anew, where this one has the same shape: other data at the same
 * addresses, in all sets. 0 where it has not, or after an error; then close it. */
static inline int lab_reopen_device(struct lab_device *d, const struct lab_case *c)
{
    struct lab_shape shape = lab_shape_of(c);
    if (!d->guarded || d->question.memory != LAB_SNUG || c->memory != LAB_SNUG ||
        d->question.problem != c->problem || d->question.k != c->k ||
        memcmp(&shape, &d->shape, sizeof shape) != 0)
        return 0;
    d->question = *c;
    d->again = 1;
    for (int i = 0; i < d->sets * shape.inputs; i++) {
        const int operand = i % shape.inputs;
        if (lab_fill_device(c, operand, d->in[i]) != cudaSuccess ||
            (i < shape.inputs &&
             lab_checksum(d->in[i], lab_bytes(&shape.in[operand]), &d->checksum[i]) != cudaSuccess))
            return 0;
    }
    return 1;
}

/* Poison in the output and its guards (or the input itself, where a step works in place). */
static inline cudaError_t lab_poison_output(struct lab_device *d)
{
    unsigned char poison = lab_poison_byte(d->shape.out.type);
    if (lab_is_huge(&d->question))
        return lab_erase_corners(&d->shape.out, d->out, poison);
    if (!d->shape.in_place)
        return cudaMemset(d->guarded, poison, d->guarded_bytes);
    memset(d->guarded, poison, d->guarded_bytes);
    lab_fill_host(&d->question, 0, d->out);
    return cudaSuccess;
}

/* While a step runs, the emulator calls its operands by their names. */
#ifdef LAB_EMULATOR
static inline void lab_name_operand(const struct lab_operand *o, const void *begin)
{
    struct emu_operand named = {o->name,         begin,           (unsigned)lab_type_size(o->type),
                                (size_t)o->rows, (size_t)o->cols, (size_t)o->ld,
                                o->column_major};
    emu_name(&named);
}

static inline void lab_name_operands(const struct lab_device *d, int set)
{
    for (int i = 0; i < d->shape.inputs && !d->shape.in_place; i++)
        lab_name_operand(&d->shape.in[i], d->in[set * d->shape.inputs + i]);
    if (!d->shape.in_place)
        lab_name_operand(&d->shape.out, d->out);
}
#endif

/* While a step runs, the emulator reports stores to inputs and to the padding of the output, also
 * those that are taken back later. A GPU shows only what is changed in the end. */
static inline void lab_guard(const struct lab_device *d, int set)
{
#ifdef LAB_EMULATOR
    lab_name_operands(d, set);
    const struct lab_operand *out = &d->shape.out;
    const size_t width = lab_type_size(out->type);
    for (int i = 0; i < d->shape.inputs && !d->shape.in_place; i++)
        emu_protect(d->in[set * d->shape.inputs + i], lab_bytes(&d->shape.in[i]), 0, 0,
                    d->shape.in[i].name);
    if (!d->shape.in_place)
        emu_protect(d->out, lab_bytes(out), width * (size_t)out->cols, width * (size_t)out->ld,
                    out->name);
#else
    (void)d;
    (void)set;
#endif
}

static inline void lab_guard_none(void)
{
#ifdef LAB_EMULATOR
    emu_protect_none();
    emu_name_none();
#endif
}

#include "thunks.h"

/* Lets a step prepare itself (untimed). It sees one operand; the others hold another draw
 * meanwhile, and come after it. The step is launched on that draw first: what a preparation is
 * followed by a second time must not be the answer to the first. */
static inline cudaError_t lab_prepare(struct lab_device *d, const struct lab_entry *e, int set)
{
    float **in = d->in + (size_t)set * d->shape.inputs;
    const struct lab_case *c = &d->question;
    struct lab_case other = *c;
    if (!e->prepare)
        return cudaSuccess;
    other.seed = lab_mix(c->seed);
    other.data = LAB_REAL;
    cudaError_t error = lab_fill_device(&other, 0, in[0]);
    if (error != cudaSuccess)
        return error;
    lab_guard(d, set);
    lab_call_prepare(d, e, set);
    error = lab_settle();
    if (error == cudaSuccess) {
        lab_call(d, e, set);
        error = lab_settle();
    }
    lab_guard_none();
#ifdef LAB_EMULATOR
    if (!emu_finding_at(0))
        emu_begin(); /* its counters are not asked for */
#endif
    if (error == cudaSuccess)
        error = lab_fill_device(c, 0, in[0]);
    return error == cudaSuccess ? lab_poison_output(d) : error;
}

#include "leaks.h"

/* How often an order was chosen. */
static inline unsigned *lab_orders(void)
{
    static unsigned cases;
    return &cases;
}

/* Chooses how the emulator runs the next case. If it is not counted, blocks and warps run in
 * descending order half of the time, and interleaved the other half, since what is right in one
 * order only is wrong; and a third of the time the GPU seems to have two multiprocessors, so that
 * blocks that go from tile to tile have several. Returns the order; on a GPU there is none. */
static inline enum lab_order lab_next_order(int counting, uint64_t seed)
{
#ifdef LAB_EMULATOR
    const unsigned now = counting ? 0 : (*lab_orders())++;
    enum lab_order order = LAB_INTERLEAVED;
    if (counting)
        order = LAB_ASCENDING;
    else if (now % 4 == 1 || now % 4 == 2) /* the data change with every case */
        order = LAB_DESCENDING;
    emu_order((enum emu_order)order);
    emu_order_seed(seed);
    emu_processors(now % 3 == 2 ? 2 : 0);
    return order;
#else
    (void)counting, (void)seed;
    return LAB_ASCENDING;
#endif
}

/* The case of lab 01's step 0 in which things fail. 0, or -1 with a sentence, and below it where
 * that was. */
static inline int lab_run_starved(struct lab_device *d, const struct lab_entry *e, char *message,
                                  size_t size)
{
    struct lab_hoard hoard;
    char at[60];
    lab_fail_each(e, message, size);
    if (message[0])
        return -1;
    lab_hoard(&hoard);
    lab_call(d, e, 0);
    lab_settle();
    lab_release(&hoard);
    cudaGetLastError();
    if (d->returned != cudaErrorMemoryAllocation)
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
    lab_guard(d, 0);
    const double begin = lab_now_ms();
    lab_call(d, e, 0);
    error = lab_settle();
    const double pace = (lab_now_ms() - begin) / (d->shape.bytes + LAB_PACE_FROM);
    if (pace > *lab_slowest_pace())
        *lab_slowest_pace() = pace;
    lab_guard_none();
    return error;
}

/* What leaks at every third launch leaks here: once in a process, after its first case, whose sizes
 * are small. 1 if it does. */
static inline int lab_leaks_later(struct lab_device *d, const struct lab_entry *e, char *message,
                                  size_t size)
{
    enum { TIMES = 12 };
    static int done;
    int leaks = 0;
    for (int i = 0; i < TIMES && !done && !leaks; i++) {
        struct lab_held before = lab_held(d), after;
        const int kept = *lab_keeps_back() ? lab_mute() : -1; /* it has been printed once */
        const cudaError_t error = lab_launch_once(d, e);
        lab_unmute(kept);
        if (error != cudaSuccess)
            return 0;
        after = lab_held(d);
        leaks = lab_leaks(d, before, after, 0);
        if (leaks)
            lab_say_leak(before, after, e->prepare != NULL, message, size);
    }
    done = 1;
    return leaks;
}

/* On a GPU another program may have taken memory meanwhile. What leaks does so every time. */
static inline int lab_leaks_again(struct lab_device *d, const struct lab_entry *e,
                                  struct lab_held *before, struct lab_held *after)
{
    enum { TIMES = 4 };
    int leaks = 1;
#ifndef LAB_EMULATOR
    for (int i = 0; i < TIMES && leaks; i++) {
        *before = lab_held(d);
        lab_call(d, e, 0);
        lab_settle();
        *after = lab_held(d);
        leaks = lab_leaks(d, *before, *after, 0);
    }
#else
    (void)d, (void)e, (void)before, (void)after;
#endif
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
    if (error == cudaSuccess && whole_program) {
        lab_call(d, e, 0); /* the first call may load code into device memory: not a leak */
        lab_settle();
        error = lab_poison_output(d);
    }
    struct lab_held before = lab_held(d);
    const unsigned launches = lab_launched();
    if (error == cudaSuccess)
        error = lab_launch_once(d, e);
    struct lab_held after = lab_held(d);
    const int leaks = lab_leaks(d, before, after, d->again);
    if (d->returned != cudaSuccess)
        error = d->returned;
    d->error = error;
    if (error != cudaSuccess) {
        snprintf(message, size, "CUDA reports %s (%s).%s", cudaGetErrorName(error),
                 cudaGetErrorString(error), lab_cuda_advice(cudaGetErrorName(error)));
        return -1;
    }
    char poison = (char)lab_poison_byte(d->shape.out.type);
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
    for (int i = 0; i < d->shape.inputs && !d->shape.in_place && !message[0]; i++) {
        uint64_t sum;
        if (lab_checksum(d->in[i], lab_bytes(&d->shape.in[i]), &sum) == cudaSuccess &&
            sum != d->checksum[i])
            snprintf(message, size, "The input %s was changed: a step may only read it.",
                     d->shape.in[i].name);
    }
    if (!message[0] && leaks && (!whole_program || lab_leaks_again(d, e, &before, &after)))
        lab_say_leak(before, after, e->prepare != NULL, message, size);
    if (!message[0] && whole_program)
        lab_check_time(d->step_ms, launches, message, size);
    if (!message[0] && !whole_program)
        lab_leaks_later(d, e, message, size);
    return error != cudaSuccess || message[0] ? -1 : 0;
}

#endif
