/* What only lab 01's step 0 can get wrong, since it is a whole host program: it must report every
 * error, free everything on every path, and time the kernel alone. Included by execute.h. */
#ifndef LAB_HOST_PROGRAM_H
#define LAB_HOST_PROGRAM_H

/* Takes all device memory that is left, in a list of blocks; lab_release gives it back. */
struct lab_hoard {
    void *block[64];
    int blocks;
};

static inline void lab_hoard(struct lab_hoard *h)
{
    h->blocks = 0;
    for (size_t size = (size_t)1 << 40; size >= (size_t)1 << 20; size /= 2)
        while (h->blocks < 64 && cudaMalloc(&h->block[h->blocks], size) == cudaSuccess)
            h->blocks++;
    cudaGetLastError();
}

static inline void lab_release(struct lab_hoard *h)
{
    while (h->blocks > 0)
        cudaFree(h->block[--h->blocks]);
}

#ifdef LAB_EMULATOR
/* One run on a small array in which the `number`-th call fails, or (late) what the `number`-th
 * launch has begun. 0 if so many calls there are not. Says what is wrong. */
static inline int lab_fail_once(const struct lab_entry *e, int number, int late, char *message,
                                size_t size)
{
    float array[15] = {0}, ms = -1;
    struct emu_held before = emu_held(), after;
    emu_fail(number, late ? cudaErrorLaunchFailure : cudaErrorUnknown, late);
    cudaError_t returned =
        ((LAB_RETURNS_ADD_ONE(*) LAB_PARAMETERS_ADD_ONE)e->launch)(array, 3, 5, &ms);
    const char *failed = emu_failed();
    const int went_on = !late && cudaPeekAtLastError() == cudaErrorIllegalAddress;
    emu_fail(0, 0, 0);
    after = emu_held();
    if (failed && went_on)
        snprintf(message, size,
                 "%s failed, but the step went on, and the kernel used an address that is none: "
                 "after the first error, skip what comes next.",
                 failed);
    else if (failed && returned == cudaSuccess)
        snprintf(message, size,
                 "%s failed%s, but the step returned cudaSuccess: check what every call returns, "
                 "and cudaGetLastError() after the launch.",
                 failed, late ? " while the kernel ran" : "");
    else if (failed && !late && after.bytes > before.bytes)
        snprintf(message, size,
                 "%s failed, and then %zu bytes were not freed: free what was allocated on every "
                 "path.",
                 failed, after.bytes - before.bytes);
    else if (failed && !late && after.events + after.streams > before.events + before.streams)
        snprintf(message, size,
                 "%s failed, and then an event was not destroyed: destroy what was created on "
                 "every path.",
                 failed);
    const size_t used = strlen(message);
    if (used)
        snprintf(message + used, size - used, "\nThis was at 3x5, with that call made to fail.");
    return failed != NULL;
}
#endif

/* Lets each call fail in turn, and the kernel. Nothing on a GPU, where no call fails when asked
 * to. */
static inline void lab_fail_each(const struct lab_entry *e, char *message, size_t size)
{
    message[0] = 0;
#ifdef LAB_EMULATOR
    for (int late = 0; late < 2; late++)
        for (int i = 1; !message[0] && lab_fail_once(e, i, late, message, size); i++)
            ;
    emu_begin(); /* what those runs were seen to do is not the step's fault */
#else
    (void)e;
    (void)size;
#endif
}

/* Launches so far; not known on a GPU. */
static inline unsigned lab_launched(void)
{
#ifdef LAB_EMULATOR
    return emu_timed().launches;
#else
    return 0;
#endif
}

/* Is the time that the step returned that of all its launches since `launches`, and of nothing
 * else? Says what is wrong; on a GPU only that there is no time. */
static inline void lab_check_time(double ms, unsigned launches, char *message, size_t size)
{
    if (!(ms > 0))
        snprintf(
            message, size,
            "*ms was not set to the kernel's time: record an event before and after the launch.");
#ifdef LAB_EMULATOR
    const struct emu_timed t = emu_timed();
    if (message[0])
        return;
    if (t.copies)
        snprintf(message, size,
                 "*ms includes a copy: record the events right before and right after the launch.");
    else if (t.between < t.launches - launches)
        snprintf(message, size,
                 "*ms leaves out a launch: record one event before it and one after it, both in "
                 "its stream.");
    else if ((float)ms != t.milliseconds)
        snprintf(message, size,
                 "*ms is %g, but cudaEventElapsedTime returned %g: store its milliseconds as they "
                 "are.",
                 ms, (double)t.milliseconds);
#else
    (void)launches;
#endif
}

#endif
