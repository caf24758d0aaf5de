/* Streams and events. Work is done in the program's order: when a call returns, its is. */
#include "api.h"
#include "checks/checks.h"

/* Streams and events: each begins with its place in the list of those that exist. */
struct handle {
    struct handle *next;
};
struct CUstream_st {
    struct handle handle;
    unsigned number;
};
struct CUevent_st {
    struct handle handle;
    unsigned flags;
    int recorded;
    double milliseconds;
    unsigned long issued; /* what had been issued when it was recorded */
    unsigned copied, launched;
    int alone; /* it does not wait for the newest launch */
    struct stream_clock clock;
};
static struct handle *streams, *events;

static void *new_handle(struct handle **list, size_t size)
{
    struct handle *h = new_zeros(1, size, "a stream or an event");
    h->next = *list;
    return *list = h;
}

static int exists(const struct handle *list, const void *handle)
{
    while (list && (const void *)list != handle)
        list = list->next;
    return list != NULL;
}

struct emu_held emu_held(void)
{
    struct emu_held held = {0};
    for (const struct handle *h = events; h; h = h->next)
        held.events++;
    for (const struct handle *h = streams; h; h = h->next)
        held.streams++;
    EACH_ALLOCATION (area) {
        held.bytes += area->end - area->begin;
        held.allocations++;
    }
    return held;
}

/* Events tell the least time of what was launched and copied; the host's work takes none. */
static double least; /* microseconds */

/* Launches, copies and fills are done when they return, but a program must not rely on that: so
 * memory_issued and memory_waited say how many there were, and for how many of them the host has
 * waited. Who waits for a stream or copies to or from the host has waited for all. */

/* Copies and fills so far, and launches; the newest one's stream, and what is done with it. */
static unsigned copied, launched, idle, launch_stream, launch_done;
static struct emu_timed timed;

/* Of a piece of work. */
static void issue(double microseconds)
{
    least += microseconds;
    memory_issued++;
}

void api_copied(double microseconds)
{
    issue(microseconds);
    copied++;
}

struct emu_timed emu_timed(void)
{
    timed.launches = launched;
    timed.idle = idle;
    return timed;
}

cudaError_t api_wait_all(void)
{
    memory_waited = memory_issued;
    concurrent_host_waits(NULL);
    return api_end(cudaSuccess);
}

static int is_stream(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
           exists(streams, stream);
}

static unsigned stream_number(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy ? STREAM_LEGACY
           : stream == cudaStreamPerThread       ? STREAM_PER_THREAD
                                                 : stream->number;
}

static cudaStream_t issued_in;

void api_launched(double microseconds, int is_idle)
{
    idle += is_idle != 0;
    issue(microseconds);
    launched++;
    launch_stream = stream_number(issued_in);
    launch_done = concurrent_clock(launch_stream).done[launch_stream];
}

void api_in_stream(cudaStream_t stream)
{
    issued_in = stream;
}

void api_host_waits(void)
{
    const struct stream_clock clock = concurrent_clock(stream_number(issued_in));
    concurrent_host_waits(&clock);
    memory_waited = memory_issued;
}

void api_work(const char *name)
{
    if (is_stream(issued_in))
        concurrent_begin(stream_number(issued_in), name, learners_line(place_now()));
}

#define REQUIRE(it_is, what)                                                                       \
    API_NEEDS(it_is, cudaErrorInvalidResourceHandle, EMU_API_ERROR, "not " what " that exists")
#define REQUIRE_STREAM(stream) REQUIRE(is_stream(stream), "a stream")
#define REQUIRE_EVENT(event)   REQUIRE(exists(events, event), "an event")

static cudaError_t create_stream(cudaStream_t *stream, unsigned flags)
{
    API_WANTS_PLACE(stream);
    API_WANTS(flags <= cudaStreamNonBlocking, "flags %#x", flags);
    struct CUstream_st *s = new_handle(&streams, sizeof *s);
    s->number = concurrent_new_stream(flags != cudaStreamNonBlocking);
    *stream = s;
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    API_BEGIN(__func__);
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return api_end(cudaSuccess);
}

static cudaError_t destroy(struct handle **list, void *handle, const char *what)
{
    API_NEEDS(exists(*list, handle), cudaErrorInvalidResourceHandle, EMU_API_ERROR,
              "not %s that exists", what);
    while (*list != handle)
        list = &(*list)->next;
    *list = (*list)->next;
    free(handle);
    return api_end(cudaSuccess);
}

static cudaError_t wait_for_stream(cudaStream_t stream)
{
    REQUIRE_STREAM(stream);
    api_in_stream(stream);
    api_host_waits();
    return api_end(cudaSuccess);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    API_BEGIN(__func__);
    REQUIRE_STREAM(stream);
    REQUIRE_EVENT(event);
    if (event->recorded)
        concurrent_stream_waits(stream_number(stream), &event->clock);
    return api_end(cudaSuccess);
}

/* A function of the host's runs behind what its stream was given before; whom it tells has waited.
 * The lock is free meanwhile: it may wait for a thread that calls the API. */
static cudaError_t call_back(cudaStream_t stream, cudaStreamCallback_t callback,
                             cudaHostFn_t function, void *user_data)
{
    REQUIRE_STREAM(stream);
    API_WANTS(callback || function, "no function: a null pointer");
    memory_waited = memory_issued;
    lock_give();
    if (callback)
        callback(stream, cudaSuccess, user_data);
    else
        function(user_data);
    lock_take();
    return api_end(cudaSuccess);
}

static cudaError_t create_event(cudaEvent_t *event, unsigned flags)
{
    API_WANTS_PLACE(event);
    API_WANTS(flags <= 7, "flags %#x", flags);
    struct CUevent_st *e = new_handle(&events, sizeof *e);
    e->flags = flags;
    *event = e;
    return api_end(cudaSuccess);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    API_BEGIN(__func__);
    REQUIRE_EVENT(event);
    REQUIRE_STREAM(stream);
    event->recorded = 1;
    event->milliseconds = least / 1e3;
    event->issued = memory_issued;
    event->copied = copied;
    event->launched = launched;
    event->clock = concurrent_clock(stream_number(stream));
    event->alone = event->clock.done[launch_stream] < launch_done;
    return api_end(cudaSuccess);
}

static cudaError_t wait_for_event(cudaEvent_t event)
{
    REQUIRE_EVENT(event);
    if (event->recorded)
        concurrent_host_waits(&event->clock);
    if (event->issued > memory_waited)
        memory_waited = event->issued;
    return api_end(cudaSuccess);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    API_BEGIN(__func__);
    REQUIRE_EVENT(start);
    REQUIRE_EVENT(stop);
    API_WANTS_PLACE(milliseconds);
    API_NEEDS(start->recorded && stop->recorded &&
                  !((start->flags | stop->flags) & cudaEventDisableTiming),
              cudaErrorInvalidResourceHandle, EMU_API_ERROR,
              "both events must have been recorded, and not with cudaEventDisableTiming");
    API_NEEDS(start->issued <= memory_waited && stop->issued <= memory_waited, cudaErrorNotReady,
              EMU_API_ERROR,
              "the %s event may not have happened yet: wait for it with cudaEventSynchronize",
              stop->issued > memory_waited ? "second" : "first");
    *milliseconds = (float)(stop->milliseconds - start->milliseconds);
    timed = (struct emu_timed){.copies = stop->copied - start->copied,
                               .between = stop->alone ? 0 : stop->launched - start->launched,
                               .milliseconds = *milliseconds};
    return api_end(cudaSuccess);
}

EMU_STREAM_CALLS(API_DEFINE_CALL)
