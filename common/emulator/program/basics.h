/* What every file of the emulator may use: what it asks of the compiler, memory and the end where
 * the machine has none left, the lock (basics.c); places in the source (places.c). */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/host_defines.h"

enum { EMU_WARP = 32 };
#define EMU_ALL 0xffffffffu /* all lanes of a warp */

#define IS          EMU_IS /* the body of a function that is one short expression */
#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* The lanes of a mask, each as `l`, from the lowest on. */
#define EACH_LANE(l, mask)                                                                         \
    for (uint32_t l##_todo = (mask), l = 0;                                                        \
         l##_todo && (l = (unsigned)__builtin_ctz(l##_todo), 1); l##_todo &= l##_todo - 1)
/* Those for which something is so. */
#define LANES_WHERE(l, mask, is_so)                                                                \
    ({                                                                                             \
        uint32_t l##_found = 0;                                                                    \
        EACH_LANE (l, mask)                                                                        \
            l##_found |= (uint32_t)((is_so) != 0) << l;                                            \
        l##_found;                                                                                 \
    })
/* Each host thread has its own. */
#define HOST_THREAD __thread __attribute__((tls_model("local-exec")))

/* Its loops over lanes run on wider vectors where the processor has them. */
#if defined(__x86_64__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

int is_wished(const char *variable); /* of the environment: it is there, not empty and not 0 */
double seconds_now(void);            /* of a clock that is never set back */
int same_text(const char *a, const char *b); /* or both NULL */

struct emu_dim3 {
    unsigned x, y, z;
};
static inline uint64_t number_in(struct emu_dim3 size)
{
    return (uint64_t)size.x * size.y * size.z;
}
/* The n-th of them, x first. */
static inline struct emu_dim3 place_in(struct emu_dim3 size, uint64_t n)
{
    return (struct emu_dim3){(unsigned)(n % size.x), (unsigned)(n / size.x % size.y),
                             (unsigned)(n / size.x / size.y)};
}

/* Says what there is no memory for, and ends the program with status 2; so do the others. */
__attribute__((noreturn)) void die_of_memory(const char *what);
void *new_zeros(size_t count, size_t size, const char *what);
/* `list` with room for `wanted` elements of `size` bytes, those behind `*room` zeros. */
void *more_zeros(void *list, size_t wanted, size_t *room, size_t size, const char *what);
/* Element `index` of a list of zeros with room for `room`, which grows; `list` may move. */
#define GROWN(list, index, room, what)                                                             \
    (*((list) = LIKELY((size_t)(index) < (room))                                                   \
                    ? (list)                                                                       \
                    : more_zeros(list, 2 * (size_t)(index) + 64, &(room), sizeof *(list), what),   \
       &(list)[index]))
/* … behind the last of `count`, which grows, too. */
#define ADDED(list, count, room, what) (*((count)++, &GROWN(list, (count)-1, room, what)))

/* ---- places.c: lines of the source; `pc` is where the compiler has written one down ---- */

struct source_line {
    const char *file; /* as the compiler was given it; NULL: unknown */
    unsigned line;
};
struct source_line line_of(const void *pc);
/* The line from which the function around it was called, where the compiler has put that in line;
 * `up`: 1 for the call of that one, …. No file: it was not. */
struct source_line caller_of(const void *pc, int up);
/* As line_of; of code of a header of common/ put in line, the line that called it. */
struct source_line learners_line(const void *pc);
int same_line(const void *a, const void *b);
/* One call of the source, though the compiler may have made two of it: line, column and, of a
 * function that was put in line, all lines that it was called from are the same. */
int same_call(const void *a, const void *b);
const char *line_name(const void *pc); /* "file.cu:12", in a static buffer of a few */

/* ---- one host thread at a time ---- */

/* A thread may take it several times, and has it until it has given it as often. */
void lock_take(void);
void lock_give(void);
/* 0 if it could not be had within so many seconds. */
int lock_take_soon(unsigned seconds);
/* How often the thread that has the lock has taken it. */
extern unsigned lock_depth;
