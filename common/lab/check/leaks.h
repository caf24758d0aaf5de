/* What a step leaves behind: memory, events, streams. Included by execute.h. */
#ifndef LAB_LEAKS_H
#define LAB_LEAKS_H

/* What a program holds: device memory in bytes and, in the emulator, whatever it has created. On a
 * GPU only lab 01's whole programs are asked, since that takes a lock that all processes share. */
struct lab_held {
    size_t bytes;
    int objects, events;
};

static inline struct lab_held lab_held(const struct lab_device *d)
{
    struct lab_held held = {0, 0, 0};
#ifdef LAB_EMULATOR
    struct emu_held all = emu_held();
    held.bytes = all.bytes;
    held.objects = (int)(all.allocations + all.events + all.streams);
    held.events = (int)(all.events + all.streams);
#else
    size_t available = 0, total = 0;
    if (lab_is(d->question.problem, LAB_WHOLE_PROGRAM) && !d->shared &&
        cudaMemGetInfo(&available, &total) == cudaSuccess)
        held.bytes = total - available;
#endif
    return held;
}

/* Does a step leave ever more behind? It may keep something for the next launch, and more of it for
 * a larger one; but what it keeps may not reach a new height in LAB_RISES launches, nor when the
 * same sizes come again. */
enum { LAB_RISES = 4 };

static inline int lab_leaks(const struct lab_device *d, struct lab_held before,
                            struct lab_held after, int same_again)
{
    static int kept, most, rises; /* of this process; how often there was a new height */
    kept += after.objects - before.objects;
    if (lab_is(d->question.problem, LAB_WHOLE_PROGRAM))
        return after.objects > before.objects || after.bytes > before.bytes;
    if (kept <= most)
        return 0;
    most = kept;
    return ++rises >= LAB_RISES || same_again;
}

/* " It was allocated at FILE:LINE." where that is known. */
static inline const char *lab_allocated_at(char *text, size_t size)
{
    text[0] = 0;
#ifdef LAB_EMULATOR
    unsigned line;
    const char *file = emu_newest(&line);
    if (file)
        snprintf(text, size, " It was allocated at %s:%u.", file, line);
#endif
    return text;
}

/* `prepares`: the step has a preparation, whose memory the launches use. */
static inline void lab_say_leak(struct lab_held before, struct lab_held after, int prepares,
                                char *message, size_t size)
{
    char where[300];
    if (after.events > before.events)
        snprintf(message, size,
                 "An event or a stream was created and not destroyed: cudaEventDestroy, "
                 "cudaStreamDestroy.");
    else
        snprintf(message, size, "Launches did not free %zu bytes of device memory: %s.%s",
                 after.bytes - before.bytes,
                 prepares ? "the preparation must first free what an earlier call has allocated, "
                            "and a launch what it allocates itself"
                          : "what a launch allocates must be freed before it returns",
                 lab_allocated_at(where, sizeof where));
}

#endif
