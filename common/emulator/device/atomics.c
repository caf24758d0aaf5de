/* Atomics. One thread runs at a time, so that reading, changing and writing is atomic by itself;
 * emu_atomic records the access and lets other lanes run now and then. */
#include "engine/engine.h"

#define DEFINE_ATOMIC_IN(scope, how, name, type, expression)                                       \
    type emu_atomic_##name##scope(type *address, type value)                                       \
    {                                                                                              \
        emu_atomic(address, sizeof *address, how, CALLER);                                         \
        const type old = *address;                                                                 \
        *address = (expression);                                                                   \
        return old;                                                                                \
    }
#define DEFINE_ATOMIC(name, type, expression)                                                      \
    DEFINE_ATOMIC_IN(, 0, name, type, expression)                                                  \
    DEFINE_ATOMIC_IN(_in_block, ATOMIC_IN_BLOCK, name, type, expression)

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

#define DEFINE_CAS_IN(scope, how, bits)                                                            \
    uint##bits##_t emu_atomic_cas_u##bits##scope(uint##bits##_t *address, uint##bits##_t compare,  \
                                                 uint##bits##_t value)                             \
    {                                                                                              \
        emu_atomic(address, sizeof *address, ATOMIC_COMPARES | how, CALLER);                       \
        const uint##bits##_t old = *address;                                                       \
        if (old == compare)                                                                        \
            *address = value;                                                                      \
        return old;                                                                                \
    }
#define DEFINE_CAS(bits)                                                                           \
    DEFINE_CAS_IN(, 0, bits)                                                                       \
    DEFINE_CAS_IN(_in_block, ATOMIC_IN_BLOCK, bits)
DEFINE_CAS(16)
DEFINE_CAS(32)
DEFINE_CAS(64)
