/* The rest of libtsan's interface, which instrumented code calls, too: nothing to record. Apart
 * from hooks.c, since a kernel must not come here. */
#include "program/findings.h"
#include "lanes/running.h"

#define RETURN_PC __builtin_return_address(0)
enum { ERROR_LAUNCH_FAILURE = 719 };

void __tsan_init(void);
void __tsan_init(void) {}
/* Atomics of C++ and of g++ itself: host code's. The front end refuses their names in a kernel;
 * where it saw none (a type of another name, a function for both sides), the launch ends here,
 * before anything goes by unseen. */
static __attribute__((noinline, cold)) void refuse_atomic(const void *pc)
{
    emu_finding(EMU_HOST_FUNCTION, pc,
                "an atomic of C++ or of the compiler (std::atomic, __atomic_..., __sync_...), for "
                "which nvcc has no device code: use atomicAdd, atomicCAS, atomicExch and their "
                "like, and __threadfence()");
    emu_abandon(ERROR_LAUNCH_FAILURE);
}
#define HOST_ONLY()                                                                                \
    if (UNLIKELY(emu_lane_now != NULL))                                                            \
    refuse_atomic(RETURN_PC)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    HOST_ONLY();
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    HOST_ONLY();
    (void)order;
}

#define UPDATE(bits, type, op)                                                                     \
    type __tsan_atomic##bits##_fetch_##op(volatile type *a, type v, int order);                    \
    type __tsan_atomic##bits##_fetch_##op(volatile type *a, type v, int order)                     \
    {                                                                                              \
        HOST_ONLY();                                                                               \
        (void)order;                                                                               \
        return __atomic_fetch_##op(a, v, __ATOMIC_SEQ_CST);                                        \
    }
#define EXCHANGE(bits, type, strength, weak)                                                       \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile type *a, type *expected,        \
                                                          type v, int order, int failure);         \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile type *a, type *expected,        \
                                                          type v, int order, int failure)          \
    {                                                                                              \
        HOST_ONLY();                                                                               \
        (void)order, (void)failure;                                                                \
        return __atomic_compare_exchange_n(a, expected, v, weak, __ATOMIC_SEQ_CST,                 \
                                           __ATOMIC_SEQ_CST);                                      \
    }
#define HOST_ATOMICS(bits, type)                                                                   \
    type __tsan_atomic##bits##_load(const volatile type *a, int order);                            \
    type __tsan_atomic##bits##_load(const volatile type *a, int order)                             \
    {                                                                                              \
        HOST_ONLY();                                                                               \
        (void)order;                                                                               \
        return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order);                         \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order)                          \
    {                                                                                              \
        HOST_ONLY();                                                                               \
        (void)order;                                                                               \
        __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                              \
    type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order);                      \
    type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order)                       \
    {                                                                                              \
        HOST_ONLY();                                                                               \
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
