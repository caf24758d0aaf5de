/* Atomics on global and shared memory, with their _block and _system forms (one thread runs at a
 * time here, so that the three do the same; but those of a block's scope are no use to other
 * blocks). Defined in atomics.c. */
#ifndef EMU_DEVICE_ATOMIC_FUNCTIONS_H
#define EMU_DEVICE_ATOMIC_FUNCTIONS_H

#include "host_defines.h"

#define EMU_ATOMIC(name, type, symbol)                                                             \
    EMU_DEVICE type atomic##name(type *address, type value) EMU_CALLS(symbol);                     \
    EMU_DEVICE type atomic##name##_block(type *address, type value) EMU_CALLS(symbol##_in_block);  \
    EMU_DEVICE type atomic##name##_system(type *address, type value) EMU_CALLS(symbol);

EMU_ATOMIC(Add, int, emu_atomic_add_u32)
EMU_ATOMIC(Add, unsigned, emu_atomic_add_u32)
EMU_ATOMIC(Add, unsigned long long, emu_atomic_add_u64)
EMU_ATOMIC(Add, float, emu_atomic_add_f32)
EMU_ATOMIC(Add, double, emu_atomic_add_f64)
EMU_ATOMIC(Sub, int, emu_atomic_sub_u32)
EMU_ATOMIC(Sub, unsigned, emu_atomic_sub_u32)
EMU_ATOMIC(Exch, int, emu_atomic_exch_u32)
EMU_ATOMIC(Exch, unsigned, emu_atomic_exch_u32)
EMU_ATOMIC(Exch, unsigned long long, emu_atomic_exch_u64)
EMU_ATOMIC(Exch, float, emu_atomic_exch_f32)
EMU_ATOMIC(Min, int, emu_atomic_min_s32)
EMU_ATOMIC(Min, unsigned, emu_atomic_min_u32)
EMU_ATOMIC(Min, long long, emu_atomic_min_s64)
EMU_ATOMIC(Min, unsigned long long, emu_atomic_min_u64)
EMU_ATOMIC(Max, int, emu_atomic_max_s32)
EMU_ATOMIC(Max, unsigned, emu_atomic_max_u32)
EMU_ATOMIC(Max, long long, emu_atomic_max_s64)
EMU_ATOMIC(Max, unsigned long long, emu_atomic_max_u64)
EMU_ATOMIC(Inc, unsigned, emu_atomic_inc_u32)
EMU_ATOMIC(Dec, unsigned, emu_atomic_dec_u32)
EMU_ATOMIC(And, int, emu_atomic_and_u32)
EMU_ATOMIC(And, unsigned, emu_atomic_and_u32)
EMU_ATOMIC(And, unsigned long long, emu_atomic_and_u64)
EMU_ATOMIC(Or, int, emu_atomic_or_u32)
EMU_ATOMIC(Or, unsigned, emu_atomic_or_u32)
EMU_ATOMIC(Or, unsigned long long, emu_atomic_or_u64)
EMU_ATOMIC(Xor, int, emu_atomic_xor_u32)
EMU_ATOMIC(Xor, unsigned, emu_atomic_xor_u32)
EMU_ATOMIC(Xor, unsigned long long, emu_atomic_xor_u64)
#undef EMU_ATOMIC

#define EMU_CAS(type, symbol)                                                                      \
    EMU_DEVICE type atomicCAS(type *address, type compare, type value) EMU_CALLS(symbol);          \
    EMU_DEVICE type atomicCAS_block(type *address, type compare, type value)                       \
        EMU_CALLS(symbol##_in_block);                                                              \
    EMU_DEVICE type atomicCAS_system(type *address, type compare, type value) EMU_CALLS(symbol);

EMU_CAS(int, emu_atomic_cas_u32)
EMU_CAS(unsigned, emu_atomic_cas_u32)
EMU_CAS(unsigned long long, emu_atomic_cas_u64)
EMU_CAS(unsigned short, emu_atomic_cas_u16)
#undef EMU_CAS

#endif
