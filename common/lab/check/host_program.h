/* What only a checked host program can get wrong: it must report every error, free everything on
 * every path, and time the kernel alone; and what any step leaves behind. Included by execute.h. */
#pragma once

#ifdef LAB_EMULATOR
#include <malloc.h>
#endif

/* Takes all device memory that is left, in a list of blocks; lab_release gives it back. */
struct lab_hoard {
    void *block[64];
    int blocks;
};

/* All but less than 16 MB, through which managed memory moves: the array of the starved case has
 * 16 (problems/trials.h). */
static inline void lab_hoard(struct lab_hoard *h)
{
    h->blocks = 0;
    for (size_t size = (size_t)1 << 40; size >= (size_t)1 << 24; size /= 2)
        while (h->blocks < 64 && cudaMalloc(&h->block[h->blocks], size) == cudaSuccess)
            h->blocks++;
    cudaGetLastError();
}

static inline void lab_release(struct lab_hoard *h)
{
    while (h->blocks > 0)
        cudaFree(h->block[--h->blocks]);
}

/* One run on a small array in which the `number`-th call fails, or (late) what the `number`-th
 * launch has begun. 0 if so many calls there are not. Says what is wrong. */
static inline int lab_fail_once(struct lab_device *d, const struct lab_entry *e, int number,
                                int late)
{
    float array[15] = {0}, ms = -1;
    struct emu_held before = emu_held(), after;
    const cudaError_t fails = late         ? cudaErrorLaunchFailure
                              : number % 2 ? cudaErrorUnknown
                                           : cudaErrorInvalidResourceHandle;
    emu_fail(number, fails, late);
    cudaError_t returned = ((LAB_LAUNCH_CHECKED_PROGRAM((*)))e->launch)(array, 3, 5, &ms);
    const char *then, *failed = emu_failed(&then);
    const int went_on = !late && cudaPeekAtLastError() == cudaErrorIllegalAddress;
    emu_fail(0, 0, 0);
    after = emu_held();
    if (!failed)
        return 0;
    if (went_on)
        lab_say_damage(
            d,
            "%s failed, but the step went on, and the kernel used an address that is none: "
            "after the first error, skip what comes next.",
            failed);
    else if (returned == cudaSuccess)
        lab_say_damage(
            d,
            "%s failed%s, but the step returned cudaSuccess: check what every call returns, "
            "and cudaGetLastError() after the launch, and let no later call's success replace "
            "the first error.",
            failed, late ? " while the kernel ran" : "");
    else if (returned != fails)
        lab_say_damage(
            d,
            "%s returned %s%s, but the step returned %s: return the first error that any call "
            "has returned.",
            failed, late ? "success, and the kernel ended with " : "", cudaGetErrorName(fails),
            cudaGetErrorName(returned));
    else if (!late && then)
        lab_say_damage(
            d,
            "%s failed, but the step went on with %s: after the first error, skip what comes "
            "next.",
            failed, then);
    else if (!late && after.bytes > before.bytes)
        lab_say_damage(
            d,
            "%s failed, and then %zu bytes were not freed: free what was allocated on every "
            "path.",
            failed, after.bytes - before.bytes);
    else if (!late && after.events + after.streams > before.events + before.streams)
        lab_say_damage(
            d,
            "%s failed, and then an event was not destroyed: destroy what was created on "
            "every path.",
            failed);
    if (d->damage[0])
        lab_append(d->damage, sizeof d->damage, "\nThis was at 3x5, with that call made to fail.");
    return 1;
}

/* Lets each call fail in turn, and the kernel. Nothing on a GPU, where no call fails when asked
 * to. */
static inline void lab_fail_each(struct lab_device *d, const struct lab_entry *e)
{
    for (int late = 0; !LAB_ON_GPU && late < 2; late++)
        for (int i = 1; !d->damage[0] && lab_fail_once(d, e, i, late); i++)
            ;
    if (!LAB_ON_GPU)
        emu_begin(); /* what those runs were seen to do is not the step's fault */
}

/* Has the device made all of the result? Host code that adds something to the array before it is
 * copied, or after, is found. */
static inline void lab_check_array(struct lab_device *d)
{
    size_t at;
    if (!LAB_ON_GPU && emu_host_array_end(&at))
        lab_say_damage(d, "Host code changed element %zu of a: let the kernel do all of the work.",
                       at / sizeof(float));
}

/* Does each call keep host memory, about as much as the array has? A few calls tell. Says so. */
static inline void lab_check_host_memory(struct lab_device *d, const struct lab_entry *e)
{
#ifdef LAB_EMULATOR
    enum { CALLS = 4, M = 3, N = 5633, BYTES = M * N * sizeof(float) };
    static float array[M * N];
    const struct lab_case c = {d->question.problem, LAB_EXACT, M, N, 1, 0, LAB_SNUG};
    size_t least = BYTES;
    /* What the emulator keeps of a launch is host memory, too: equal ones keep no more, and few
     * rows take few launches. */
    const int watched = emu_watch(0);
    emu_order(EMU_ASCENDING);
    for (int i = 0; i < CALLS; i++) {
        struct lab_operands o = {&c, NULL, NULL, array, -1, cudaSuccess, NULL};
        const struct mallinfo2 before = mallinfo2();
        lab_call_step(e, &o);
        const struct mallinfo2 after = mallinfo2();
        const size_t held = before.uordblks + before.hblkhd, now = after.uordblks + after.hblkhd,
                     kept = now > held ? now - held : 0;
        least = kept < least ? kept : least;
    }
    emu_watch(watched);
    if (least >= BYTES / 4)
        lab_say_damage(
            d,
            "Each call leaves about %zu bytes of host memory: free what malloc or new has "
            "returned.\nThis was at %dx%d.",
            least, M, N);
#endif
}

/* The case of a whole program in which its host memory is counted; of a checked one, in which
 * things fail. Says what is wrong, and below it where that was. */
static inline void lab_run_starved(struct lab_device *d, const struct lab_entry *e)
{
    struct lab_hoard hoard;
    const int checked = d->question.problem == LAB_CHECKED_PROGRAM;
    const size_t count = (size_t)d->question.m * d->question.n;
    size_t right = 0;
    if (checked)
        lab_fail_each(d, e);
    if (!d->damage[0])
        lab_check_host_memory(d, e);
    float *before = checked && !d->damage[0] ? (float *)malloc(d->out_bytes) : NULL;
    if (!before)
        return;
    memcpy(before, d->out, d->out_bytes);
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
        lab_say_damage(
            d,
            "The device had no memory left, so cudaMalloc failed, but the step returned %s "
            "instead of cudaErrorMemoryAllocation: check what every call returns.\n"
            "This was at %s, %s.",
            cudaGetErrorName(d->returned), lab_size_text(&d->question).text,
            lab_data_name(d->question.data));
}

/* Is the time that the step returned that of all its launches since `before`, and of nothing
 * else? Says what is wrong; on a GPU only that there is no time. */
static inline void lab_check_time(struct lab_device *d, struct emu_timed before)
{
    if (!(d->step_ms > 0) && !d->damage[0])
        lab_say_damage(d,
                       "*ms was not set to the kernel's time: record an event before and after the "
                       "launch, and let cudaEventElapsedTime get the one before first.");
    if (LAB_ON_GPU || d->damage[0])
        return;
    const struct emu_timed t = emu_timed();
    if (t.idle > before.idle)
        lab_say_damage(
            d, "A launch touched no memory at all: launch the kernel once, on all elements.");
    else if (t.copies)
        lab_say_damage(
            d, "*ms includes a copy: record the events right before and right after the launch.");
    else if (t.between < t.launches - before.launches)
        lab_say_damage(
            d, "*ms leaves out a launch: record one event before it and one after it, both in "
               "its stream.");
    else if (d->step_ms != t.milliseconds)
        lab_say_damage(
            d,
            "*ms is %g, but cudaEventElapsedTime returned %g: store its milliseconds as they "
            "are.",
            (double)d->step_ms, (double)t.milliseconds);
}

/* ---- what any step leaves behind: memory, events, streams ---- */

/* What a program holds: device memory in bytes and, in the emulator, whatever it has created. On a
 * GPU only lab 01's whole programs are asked, since that takes a lock that all processes share. */
struct lab_held {
    size_t bytes;
    int objects, events;
};
/* other programs take memory of a GPU, too: so often it is asked again */
enum { LAB_HELD_AGAIN = LAB_ON_GPU ? 4 : 0 };

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
    if (d->shape.in_place && !d->shared && cudaMemGetInfo(&available, &total) == cudaSuccess)
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
    if (d->shape.in_place)
        return after.objects > before.objects || after.bytes > before.bytes;
    if (kept <= most)
        return 0;
    most = kept;
    return ++rises >= LAB_RISES || same_again;
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

/* Says so if the step leaves something behind. */
static inline void lab_check_leaks(struct lab_device *d, const struct lab_entry *e,
                                   struct lab_held before, struct lab_held after)
{
    const int whole = d->shape.in_place;
    int leaks = lab_leaks(d, before, after, d->again);
    char where[300] = "";
    if (!d->damage[0] && (whole ? leaks : d->first && !leaks))
        leaks = lab_leaks_again(d, e, whole ? LAB_HELD_AGAIN : 12, whole, &before, &after);
    if (!leaks || d->damage[0])
        return;
#ifdef LAB_EMULATOR
    unsigned line;
    const char *file = emu_newest(&line);
    if (file)
        snprintf(where, sizeof where, " It was allocated at %s:%u.", file, line);
#endif
    if (after.events > before.events)
        lab_say_damage(d, "An event or a stream was created and not destroyed: cudaEventDestroy, "
                          "cudaStreamDestroy.");
    else
        lab_say_damage(d, "Launches did not free %zu bytes of device memory: %s.%s",
                       after.bytes - before.bytes,
                       e->prepare
                           ? "the preparation must first free what an earlier call has allocated, "
                             "and a launch what it allocates itself"
                           : "what a launch allocates must be freed before it returns",
                       where);
}
