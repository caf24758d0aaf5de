/* What clang's -fsanitize= puts into host code. thread: before each access a call that asks whether
 * the memory is a device's, and atomics as calls. The others: calls where an int overflows or a
 * divisor is 0. */
#include "memory/memory.h"
#include "memory/overruns.h"
#include "memory/variables.h"

#include <signal.h>

#define RETURN_PC __builtin_return_address(0)

static inline void touches(const void *address, enum host_touch how, const void *pc)
{
    const uintptr_t at = (uintptr_t)address;
    if (UNLIKELY(at - emu_variables_begin < emu_variables_size ||
                 at - emu_arena_begin < emu_arena_end - emu_arena_begin))
        emu_host_touches(at, how, pc);
}

#define ACCESS(name, how)                                                                          \
    void __tsan_##name(void *a);                                                                   \
    void __tsan_##name(void *a)                                                                    \
    {                                                                                              \
        touches(a, how, RETURN_PC);                                                                \
    }
#define ACCESSES(n)                                                                                \
    ACCESS(read##n, TOUCHES_READS)                                                                 \
    ACCESS(write##n, TOUCHES_WRITES)                                                               \
    ACCESS(read_write##n, TOUCHES_WRITES)                                                          \
    ACCESS(volatile_read##n, TOUCHES_VOLATILE)                                                     \
    ACCESS(volatile_write##n, TOUCHES_VOLATILE)                                                    \
    ACCESS(unaligned_read##n, TOUCHES_READS)                                                       \
    ACCESS(unaligned_write##n, TOUCHES_WRITES)                                                     \
    ACCESS(unaligned_read_write##n, TOUCHES_WRITES)                                                \
    ACCESS(unaligned_volatile_read##n, TOUCHES_VOLATILE)                                           \
    ACCESS(unaligned_volatile_write##n, TOUCHES_VOLATILE)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
ACCESS(vptr_read, TOUCHES_READS)
void __tsan_vptr_update(void *a, void *value);
void __tsan_vptr_update(void *a, void *value)
{
    (void)value;
    touches(a, TOUCHES_WRITES, RETURN_PC);
}

void __tsan_init(void);
void __tsan_init(void) {}
void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

#define UPDATE(bits, type, op)                                                                     \
    type __tsan_atomic##bits##_fetch_##op(volatile type *a, type v, int order);                    \
    type __tsan_atomic##bits##_fetch_##op(volatile type *a, type v, int order)                     \
    {                                                                                              \
        (void)order;                                                                               \
        return __atomic_fetch_##op(a, v, __ATOMIC_SEQ_CST);                                        \
    }
#define EXCHANGE(bits, type, strength, weak)                                                       \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile type *a, type *expected,        \
                                                          type v, int order, int failure);         \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile type *a, type *expected,        \
                                                          type v, int order, int failure)          \
    {                                                                                              \
        (void)order, (void)failure;                                                                \
        return __atomic_compare_exchange_n(a, expected, v, weak, __ATOMIC_SEQ_CST,                 \
                                           __ATOMIC_SEQ_CST);                                      \
    }
#define HOST_ATOMICS(bits, type)                                                                   \
    type __tsan_atomic##bits##_load(const volatile type *a, int order);                            \
    type __tsan_atomic##bits##_load(const volatile type *a, int order)                             \
    {                                                                                              \
        (void)order;                                                                               \
        return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order);                         \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order)                          \
    {                                                                                              \
        (void)order;                                                                               \
        __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                              \
    type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order);                      \
    type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order)                       \
    {                                                                                              \
        (void)order;                                                                               \
        return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                        \
    }                                                                                              \
    UPDATE(bits, type, add)                                                                        \
    UPDATE(bits, type, sub)                                                                        \
    UPDATE(bits, type, and)                                                                        \
    UPDATE(bits, type, or)                                                                         \
    UPDATE(bits, type, xor)                                                                        \
    UPDATE(bits, type, nand)                                                                       \
    EXCHANGE(bits, type, strong, 0)                                                                \
    EXCHANGE(bits, type, weak, 1)
HOST_ATOMICS(8, uint8_t)
HOST_ATOMICS(16, uint16_t)
HOST_ATOMICS(32, uint32_t)
HOST_ATOMICS(64, uint64_t)

#define OVERFLOWS(name, sign)                                                                      \
    void __ubsan_handle_##name##_overflow(const struct source_place *at, uint64_t a, uint64_t b);  \
    void __ubsan_handle_##name##_overflow(const struct source_place *at, uint64_t a, uint64_t b)   \
    {                                                                                              \
        overflows_note(&(struct overflow){at, NULL, (int32_t)a, (int32_t)b, sign});                \
    }
OVERFLOWS(add, "+")
OVERFLOWS(sub, "-")
OVERFLOWS(mul, "*")
void __ubsan_handle_negate_overflow(const struct source_place *at, uint64_t value);
void __ubsan_handle_negate_overflow(const struct source_place *at, uint64_t value)
{
    (void)at, (void)value;
}

/* Undefined in C; a processor stops, and so does the program. */
void __ubsan_handle_divrem_overflow(const struct source_place *at, uint64_t a, uint64_t b);
void __ubsan_handle_divrem_overflow(const struct source_place *at, uint64_t a, uint64_t b)
{
    (void)at, (void)a, (void)b;
    for (;;) /* the second one ends it: see faults.c */
        raise(SIGFPE);
}
