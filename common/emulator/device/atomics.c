/* Atomics. One thread runs at a time, so that reading, changing and writing is atomic by itself;
 * emu_atomic records the access and lets other lanes run now and then. */
#include "engine/engine.h"

#define DEFINE_ATOMIC_IN(scope, how, name, type, expression, ...)                                  \
    type emu_atomic_##name##scope(type *address, __VA_ARGS__)                                      \
    {                                                                                              \
        emu_atomic(address, sizeof *address, how, CALLER);                                         \
        const type old = *address;                                                                 \
        *address = (expression);                                                                   \
        return old;                                                                                \
    }
#define DEFINE_ATOMIC_OF(how, ...)                                                                 \
    DEFINE_ATOMIC_IN(, how, __VA_ARGS__)                                                           \
    DEFINE_ATOMIC_IN(_in_block, ATOMIC_IN_BLOCK | how, __VA_ARGS__)
#define DEFINE_ATOMIC(name, type, expression)                                                      \
    DEFINE_ATOMIC_OF(0, name, type, expression, type value)
#define DEFINE_CAS(bits, type)                                                                     \
    DEFINE_ATOMIC_OF(ATOMIC_COMPARES, cas_u##bits, type, old == compare ? value : old,             \
                     type compare, type value)

#define DEFINE_INTEGER_ATOMICS(bits)                                                               \
    DEFINE_ATOMIC(add_u##bits, uint##bits##_t, old + value)                                        \
    DEFINE_ATOMIC(exch_u##bits, uint##bits##_t, value)                                             \
    DEFINE_ATOMIC(and_u##bits, uint##bits##_t, old &value)                                         \
    DEFINE_ATOMIC(or_u##bits, uint##bits##_t, old | value)                                         \
    DEFINE_ATOMIC(xor_u##bits, uint##bits##_t, old ^ value)                                        \
    DEFINE_ATOMIC(min_u##bits, uint##bits##_t, value < old ? value : old)                          \
    DEFINE_ATOMIC(max_u##bits, uint##bits##_t, value > old ? value : old)                          \
    DEFINE_ATOMIC(min_s##bits, int##bits##_t, value < old ? value : old)                           \
    DEFINE_ATOMIC(max_s##bits, int##bits##_t, value > old ? value : old)

DEFINE_INTEGER_ATOMICS(32)
DEFINE_INTEGER_ATOMICS(64)
DEFINE_ATOMIC(sub_u32, uint32_t, old - value)
DEFINE_ATOMIC(inc_u32, uint32_t, old >= value ? 0 : old + 1)
DEFINE_ATOMIC(dec_u32, uint32_t, old == 0 || old > value ? value : old - 1)
DEFINE_ATOMIC(add_f32, float, old + value)
DEFINE_ATOMIC(add_f64, double, old + value)
DEFINE_ATOMIC(exch_f32, float, value)
DEFINE_CAS(16, uint16_t)
DEFINE_CAS(32, uint32_t)
DEFINE_CAS(64, uint64_t)
