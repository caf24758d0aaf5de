/* One launch of a case of which only the corners count (corners.h). Included by execute.h. */
#ifndef LAB_CORNER_RUN_H
#define LAB_CORNER_RUN_H

/* Element `i` of a huge case's output has not been written. */
static inline int lab_is_unwritten(const struct lab_device *d, const float *host, size_t i)
{
    enum lab_type type = d->shape.out.type;
    return lab_get(type, host, i) == lab_poison_value(type);
}

static inline cudaError_t lab_launch_huge(struct lab_device *d, const struct lab_entry *e,
                                          float *host)
{
    cudaError_t error = lab_poison_output(d);
    if (error == cudaSuccess)
        error = lab_prepare(d, e, 0);
    if (error == cudaSuccess) {
        lab_call(d, e, 0);
        error = lab_settle();
    }
    if (error == cudaSuccess)
        error = lab_move_corners(&d->shape.out, d->out, (char *)host, LAB_FETCH);
    return error;
}

enum {
    LAB_SECOND_RUN = 64 << 20, /* bytes of operands up to which all blocks can come to an end */
    LAB_CORNER_EVENTS = 200000,
    LAB_BINARY_EVENTS =
        800000, /* until a block has seen half of the words of 256 columns of a packed B */
    LAB_ALL_EVENTS = 1000000000
};

/* By the blocks at the corners the last element was not written though the first was, or they took long; and there are not too many others
 * to see what comes of it. */
static inline int lab_runs_again(const struct lab_device *d, const float *host, int cut_short)
{
    size_t bytes = lab_bytes(&d->shape.out);
    for (int i = 0; i < d->shape.inputs; i++)
        bytes += lab_bytes(&d->shape.in[i]);
    return bytes <= LAB_SECOND_RUN && d->question.k <= LAB_BEYOND_16_BITS &&
           (cut_short || (!lab_is_unwritten(d, host, 0) &&
                          lab_is_unwritten(d, host, lab_elements(&d->corners) - 1)));
}

/* Launches a case of which only the corners count. In the emulator only the blocks at the corners of its grid run, or after them all. What
 * is missing because of that is marked; nothing of what was cut short counts. */
static inline int lab_run_huge(struct lab_device *d, const struct lab_entry *e, float *host,
                               char *message, size_t size)
{
    const size_t count = lab_elements(&d->corners);
    message[0] = 0;
    d->returned = cudaSuccess;
#ifdef LAB_EMULATOR
    const int partly = d->question.memory & LAB_PARTLY, watched = emu_watch(0);
    emu_order(EMU_ASCENDING);
    emu_hurry(partly ? EMU_CORNERS : EMU_UNHURRIED,
              d->question.problem >= LAB_XNOR && d->question.m == 1 ? LAB_BINARY_EVENTS
                                                                    : LAB_CORNER_EVENTS);
    emu_unfinished();
    d->error = lab_launch_huge(d, e, host);
    int unfinished = emu_unfinished();
    if (d->error == cudaSuccess && unfinished && !emu_finding_at(0) &&
        lab_runs_again(d, host, unfinished & EMU_CUT_SHORT)) {
        emu_hurry(EMU_HURRIED, LAB_ALL_EVENTS);
        d->error = lab_launch_huge(d, e, host);
        unfinished = emu_unfinished();
    }
    emu_hurry(EMU_UNHURRIED, 0);
    emu_watch(watched);
    for (size_t i = 0; i < count && unfinished; i++)
        if ((unfinished & EMU_CUT_SHORT) || lab_is_unwritten(d, host, i))
            memset((char *)host + i * lab_type_size(d->shape.out.type), lab_missing_byte,
                   lab_type_size(d->shape.out.type));
#else
    (void)count;
    d->error = lab_launch_huge(d, e, host);
#endif
    if (d->error != cudaSuccess)
        snprintf(message, size, "CUDA reports %s (%s).", cudaGetErrorName(d->error),
                 cudaGetErrorString(d->error));
    for (int i = 0; i < d->shape.inputs && !message[0]; i++) {
        uint64_t sum;
        if (lab_checksum_corners(&d->shape.in[i], d->in[i], &sum) == cudaSuccess &&
            sum != d->checksum[i])
            snprintf(message, size, "The input %s was changed: a step may only read it.",
                     d->shape.in[i].name);
    }
    return message[0] ? -1 : 0;
}

#endif
