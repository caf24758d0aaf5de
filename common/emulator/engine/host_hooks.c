/* What host code calls: before each access, to ask whether the memory is a device's
 * (compiler/host.c); where an int overflows or a divisor is 0 (clang's -fsanitize=). */
#include "memory/operands.h"

#include <signal.h>

HOST_THREAD const void *emu_host_place;

void emu_host_touch(const void *address, const void *place, int how)
{
    const uintptr_t at = (uintptr_t)address;
    if (UNLIKELY(at - emu_variables_begin < emu_variables_size ||
                 at - emu_arena_begin < emu_arena_end - emu_arena_begin))
        emu_host_touches(at, (enum host_touch)how, place);
}

#define OVERFLOWS(name, sign)                                                                      \
    void __ubsan_handle_##name##_overflow(const struct source_place *at, uint64_t a, uint64_t b);  \
    void __ubsan_handle_##name##_overflow(const struct source_place *at, uint64_t a, uint64_t b)   \
    {                                                                                              \
        overflows_note(&(struct overflow){at, NULL, (int32_t)a, (int32_t)b, sign});                \
    }
OVERFLOWS(add, "+")
OVERFLOWS(sub, "-")
OVERFLOWS(mul, "*")
void __ubsan_handle_negate_overflow(const struct source_place *at, uint64_t value) {}

/* Undefined in C; a processor stops, and so does the program. */
void __ubsan_handle_divrem_overflow(const struct source_place *at, uint64_t a, uint64_t b)
{
    for (;;) /* the second one ends it: see faults.c */
        raise(SIGFPE);
}
