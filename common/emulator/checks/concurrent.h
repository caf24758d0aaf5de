/* Work of different streams that touches the same memory, with nothing to order the two
 * (concurrent.c). */
#ifndef EMU_CONCURRENT_H
#define EMU_CONCURRENT_H

#include "program/lines.h"

#include <stddef.h>
#include <stdint.h>

/* Streams are numbered; these two are always there. */
enum { STREAM_LEGACY, STREAM_PER_THREAD, FIRST_STREAM, MOST_STREAMS = 64 };

/* For each stream, how many of its pieces of work are known to be done. */
struct stream_clock {
    unsigned done[MOST_STREAMS];
};

/* A new stream's number. `blocking`: it waits for the legacy stream, and that for it. */
unsigned concurrent_new_stream(int blocking);
/* What is done when the work has been done that the stream has so far. */
struct stream_clock concurrent_clock(unsigned stream);
/* What the stream does from now on comes after that; the host waits for it. */
void concurrent_stream_waits(unsigned stream, const struct stream_clock *clock);
void concurrent_host_waits(const struct stream_clock *clock);
void concurrent_host_waits_all(void);

/* A piece of work: a launch, a copy, a fill; `name` and its place for the finding. Between the two
 * calls, what it touches. */
void concurrent_begin(unsigned stream, const char *name, struct source_line place);
void concurrent_range(uintptr_t begin, size_t bytes, int writes);
void concurrent_end(void);

#endif
