/* The arrays of one case on the device: opened, filled, poisoned, closed. */
#pragma once

#include "device_memory.h"

enum {
    LAB_GUARD = 4096, /* bytes before and after the output that nobody may write */
    /* The emulator looks at every access, reads too: there an output on the device begins and ends
     * with its allocation. */
    LAB_DEVICE_GUARD = LAB_ON_GPU ? LAB_GUARD : 0
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
    float step_ms;        /* the kernel's, in a whole program; -1: not known */
    cudaError_t returned; /* what it returned */
    cudaError_t error;    /* what CUDA said of the last lab_run_once */
    char damage[600];     /* what else was wrong with it; "": nothing */
    int left_out;         /* the step is too slow for a case as large as this */
    int shared;           /* other processes use the device now: its free memory says nothing */
    int again;            /* other data in the arrays of the case before */
    int first; /* of a step's cases: what leaks at every third launch is looked for, once */
    int quiet; /* of what the step prints, more launches of one case print nothing */
};

/* How many bytes later than a multiple of 256 an operand begins. */
static inline size_t lab_late(const struct lab_device *d, int operand)
{
    const struct lab_operand *o = operand == LAB_INPUTS ? &d->shape.out : &d->shape.in[operand];
    if (d->question.memory & LAB_APART)
        return 0;
    if (d->question.memory == LAB_HALFWAY)
        return lab_may_shift(o) ? 8 : 0;
    return lab_shifted(&d->question) == operand ? lab_type_size(o->type) : 0;
}

static inline int lab_is_open(const struct lab_device *d)
{
    return d->guarded != NULL;
}

static inline void lab_close_device(struct lab_device *d)
{
    if (!d->guarded && !d->in)
        return;
    for (int i = 0; d->in && i < d->sets * d->shape.inputs; i++)
        lab_free_late(d->in[i], lab_late(d, i % d->shape.inputs));
    free(d->in);
    if (!LAB_ON_GPU)
        emu_vast_host(NULL, 0);
    if (d->shape.in_place)
        free(d->guarded);
    else
        lab_free_late(d->guarded, d->guard ? 0 : lab_late(d, LAB_INPUTS));
    if (!LAB_ON_GPU)
        emu_vast(0);
    memset(d, 0, sizeof *d);
}

/* The checksum of input `i` in the first set. */
static inline cudaError_t lab_input_sum(const struct lab_device *d, int i, uint64_t *sum)
{
    return lab_checksum(&d->shape.in[i], d->in[i], lab_is_huge(&d->question), sum);
}

#define lab_say_damage(d, ...) snprintf((d)->damage, sizeof(d)->damage, __VA_ARGS__)

/* Says what CUDA reports. */
static inline void lab_say_error(struct lab_device *d)
{
    const char *name = cudaGetErrorName(d->error);
    lab_say_damage(d, "CUDA reports %s (%s).%s", name, cudaGetErrorString(d->error),
                   lab_cuda_advice(name));
}

/* Says so if a step has changed an input. */
static inline void lab_check_inputs(struct lab_device *d)
{
    uint64_t sum;
    for (int i = 0; i < d->shape.inputs && !d->shape.in_place && !d->damage[0]; i++)
        if (lab_input_sum(d, i, &sum) == cudaSuccess && sum != d->checksum[i])
            lab_say_damage(d, "The input %s was changed: a step may only read it.",
                           d->shape.in[i].name);
}

/* The elements of input `i` of a set; with the first set's its checksum. */
static inline cudaError_t lab_fill_input(struct lab_device *d, int set, int i)
{
    const struct lab_operand *o = &d->shape.in[i];
    void *to = d->in[set * d->shape.inputs + i];
    if (set > 0) /* all sets hold the same */
        return cudaMemcpy(to, d->in[i], lab_bytes(o), cudaMemcpyDeviceToDevice);
    const cudaError_t error = lab_fill_device(&d->question, i, to);
    return error ? error : lab_input_sum(d, i, &d->checksum[i]);
}

/* The output between its guards; of a huge case, without any. */
static inline cudaError_t lab_open_output(struct lab_device *d)
{
    cudaError_t error;
    if (lab_is_huge(&d->question)) {
        d->guard = 0;
        error = lab_allocate_huge((void **)&d->guarded, lab_bytes(&d->shape.out));
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

/* The same where a step works in place: in memory of the host, all zeros but for what is filled in
 * later. */
static inline cudaError_t lab_open_in_place(struct lab_device *d)
{
    d->guarded = (char *)calloc(d->guarded_bytes, 1);
    if (lab_is_huge(&d->question))
        d->guard -= (uintptr_t)d->guarded % LAB_GUARD; /* whole pages of it are copied */
    if (!LAB_ON_GPU && lab_is_huge(&d->question))
        emu_vast_host(d->guarded, d->guarded_bytes);
    d->out = (float *)(d->guarded + d->guard);
    return d->guarded ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* Inputs in `sets` copies (1 for a check), output between guard bands. On an error everything is
 * released again. */
static inline cudaError_t lab_open_device(struct lab_device *d, const struct lab_case *c, int sets)
{
    memset(d, 0, sizeof *d);
    d->question = *c;
    d->shape = lab_shape_of(c);
    d->corners = lab_is_huge(c) ? lab_corners_of(&d->shape.out) : d->shape.out;
    d->out_bytes = lab_bytes(&d->corners);
    d->guard = d->shape.in_place ? LAB_GUARD : LAB_DEVICE_GUARD;
    d->guarded_bytes = lab_bytes(&d->shape.out) + 2 * d->guard;
    if (!LAB_ON_GPU) {
        emu_fail(0, cudaSuccess, 0); /* as if in a new process: the last case may have failed */
        emu_vast(lab_is_huge(c));
    }
    if (d->shape.in_place)
        return lab_open_in_place(d);
    d->sets = sets;
    d->in = (float **)calloc((size_t)sets * d->shape.inputs, sizeof *d->in);
    cudaError_t error = d->in ? lab_open_output(d) : cudaErrorMemoryAllocation;
    for (int set = 0; set < sets; set++)
        for (int i = 0; error == cudaSuccess && i < d->shape.inputs; i++) {
            void **in = (void **)&d->in[set * d->shape.inputs + i];
            const size_t bytes = lab_bytes(&d->shape.in[i]);
            error = lab_is_huge(c) ? lab_allocate_huge(in, bytes)
                                   : lab_allocate_late(in, bytes, lab_late(d, i));
            error = error ? error : lab_fill_input(d, set, i);
        }
    if (error != cudaSuccess)
        lab_close_device(d);
    return error;
}

/* Are the open arrays those that this case needs? Not after an error, nor where the case wants a
 * place of its own. */
static inline int lab_may_reopen(const struct lab_device *d, const struct lab_case *c)
{
    struct lab_shape shape = lab_shape_of(c);
    return lab_is_open(d) && d->question.memory == LAB_SNUG && c->memory == LAB_SNUG &&
           d->question.problem == c->problem && d->question.k == c->k &&
           memcmp(&shape, &d->shape, sizeof shape) == 0;
}

/* Fills the arrays of an open case anew, where this one may have them: other data at the same
 * addresses, in all sets. 0 where it may not, or after an error; then close it. */
static inline int lab_reopen_device(struct lab_device *d, const struct lab_case *c)
{
    if (!lab_may_reopen(d, c))
        return 0;
    d->question = *c;
    d->again = 1;
    for (int set = 0; set < d->sets; set++)
        for (int i = 0; i < d->shape.inputs; i++)
            if (lab_fill_input(d, set, i) != cudaSuccess)
                return 0;
    return 1;
}

/* Poison in the output and its guards (or the input itself, where a step works in place). */
static inline cudaError_t lab_poison_output(struct lab_device *d)
{
    char poison = (char)lab_poison_byte(&d->question);
    if (lab_is_huge(&d->question))
        return d->shape.in_place ? lab_fill_corners(&d->question, 0, d->out)
                                 : lab_move_corners(&d->shape.out, d->out, &poison, LAB_ERASE);
    if (!d->shape.in_place)
        return cudaMemset(d->guarded, poison, d->guarded_bytes);
    memset(d->guarded, poison, d->guarded_bytes);
    lab_fill_host(&d->question, 0, d->out);
    return cudaSuccess;
}
