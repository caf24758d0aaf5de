/* What the observers that find mistakes know, for each other and for what calls them. */
#pragma once

#include "memory/memory.h"

/* ---- writes.c: what may be written of an allocation (emu_name) ---- */

/* The host writes these rows, or frees the area: a finding where a rule forbids it. */
void writes_by_host(uintptr_t begin, size_t width, size_t rows, size_t pitch);
void writes_freed(const struct emu_area *area);

/* ---- poison.c: values that a shuffle got from a lane that takes no part ---- */

/* The shuffle that the running thread has made reads `source`: 1 if that lane has given a value,
 * and notes whether it is defined. `replaces`: the old value is not used again (a broadcast). */
int emu_exchange_reads(unsigned source, int replaces, void *pc);
/* What the thread gets where it has not: 4 or 8 bytes that can be known again. */
void emu_exchange_poison(void *value, size_t bytes, int is_float);

/* ---- uninit.c: reads of memory that nothing has written ---- */

extern int uninit_any; /* such a read was found in this launch */
/* The last wait for asynchronous copies in the block that runs, and how many commits it has left on
 * their way. `another`: these bytes are another thread's to copy, which has not come to that wait.
 * The device functions set the callback, for the thread that reads an address; NULL: no wait. */
struct uninit_wait {
    const void *pc;
    size_t left;
    int another;
};
extern const struct uninit_wait *(*uninit_last_wait)(unsigned thread, uint64_t address);

/* ---- garbage.c: what memory holds that nothing has written ---- */

extern int garbage_again; /* a launch runs again, to see whether garbage matters */

/* ---- concurrent.c: unordered work of two streams on the same memory ---- */

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
void concurrent_host_waits(const struct stream_clock *clock); /* NULL: for all */

/* A launch, a copy, a fill; `name` and place for the finding. In between, what it touches. */
void concurrent_begin(unsigned stream, const char *name, struct source_line place);
void concurrent_range(uintptr_t begin, size_t bytes, int writes);
void concurrent_end(void);
/* A piece of work, by its stream and its place there (0: there is one stream). */
struct concurrent_piece {
    unsigned stream, number;
};
struct concurrent_piece concurrent_newest(void);
/* The piece that has begun touches what that one has, and takes its place; 0: it is forgotten. */
int concurrent_repeats(struct concurrent_piece *piece);
