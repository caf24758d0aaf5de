/* What every file of the emulator may use: what it asks of the compiler, and how it ends where the
 * machine has no memory left. */
#ifndef EMU_BASICS_H
#define EMU_BASICS_H

#include <stddef.h>
#include <stdint.h>

enum { EMU_WARP = 32 };
#define EMU_ALL 0xffffffffu /* all lanes of a warp */

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* The lanes of a mask, each as `l`, from the lowest on. */
#define EACH_LANE(l, mask)                                                                         \
    for (uint32_t l##_todo = (mask), l = 0;                                                        \
         l##_todo && (l = (unsigned)__builtin_ctz(l##_todo), 1); l##_todo &= l##_todo - 1)
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

struct emu_dim3 {
    unsigned x, y, z;
};

/* Says what there is no memory for, and ends the program with status 2; so do the others. */
__attribute__((noreturn)) void die_of_memory(const char *what);
void *new_room(size_t bytes, const char *what);
void *new_zeros(size_t count, size_t size, const char *what);
/* `list` with room for `wanted` elements of `size` bytes, those behind `*room` zeros. */
void *more_zeros(void *list, size_t wanted, size_t *room, size_t size, const char *what);
void *twice_the_room(void *list, size_t *room, size_t size, const char *what);
/* `list`, of `count` elements and room for `*room`, with room for one more. */
static inline void *more_room(void *list, size_t count, size_t *room, size_t size, const char *what)
{
    return LIKELY(count < *room) ? list : twice_the_room(list, room, size, what);
}

#endif
