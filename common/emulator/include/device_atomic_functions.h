/* Atomics on global and shared memory, with their _block and _system forms. One thread runs at a
 * time, so that the three do the same, but for the scope. Defined in atomics.c. */
#pragma once

#include "host_defines.h"

#define EMU_ATOMIC_OF(name, type, symbol, ...)                                                     \
    EMU_DEVICE type atomic##name(type *address, __VA_ARGS__) EMU_CALLS(symbol);                    \
    EMU_DEVICE type atomic##name##_block(type *address, __VA_ARGS__) EMU_CALLS(symbol##_in_block); \
    EMU_DEVICE type atomic##name##_system(type *address, __VA_ARGS__) EMU_CALLS(symbol);
#define EMU_ATOMIC(name, type, symbol) EMU_ATOMIC_OF(name, type, symbol, type value)
#define EMU_CAS(type, symbol)          EMU_ATOMIC_OF(CAS, type, symbol, type compare, type value)

/* … of a word, and of two; where the sign matters */
#define EMU_WORDS(name, symbol)                                                                    \
    EMU_ATOMIC(name, int, symbol##_u32)                                                            \
    EMU_ATOMIC(name, unsigned, symbol##_u32)
#define EMU_WHOLE(name, symbol)                                                                    \
    EMU_WORDS(name, symbol) EMU_ATOMIC(name, unsigned long long, symbol##_u64)
#define EMU_SIGNED(name, symbol)                                                                   \
    EMU_ATOMIC(name, int, symbol##_s32)                                                            \
    EMU_ATOMIC(name, unsigned, symbol##_u32)                                                       \
    EMU_ATOMIC(name, long long, symbol##_s64)                                                      \
    EMU_ATOMIC(name, unsigned long long, symbol##_u64)
EMU_WHOLE(Add, emu_atomic_add)
EMU_ATOMIC(Add, float, emu_atomic_add_f32)
EMU_ATOMIC(Add, double, emu_atomic_add_f64)
EMU_WORDS(Sub, emu_atomic_sub)
EMU_WHOLE(Exch, emu_atomic_exch)
EMU_ATOMIC(Exch, float, emu_atomic_exch_f32)
EMU_SIGNED(Min, emu_atomic_min)
EMU_SIGNED(Max, emu_atomic_max)
EMU_ATOMIC(Inc, unsigned, emu_atomic_inc_u32)
EMU_ATOMIC(Dec, unsigned, emu_atomic_dec_u32)
EMU_WHOLE(And, emu_atomic_and)
EMU_WHOLE(Or, emu_atomic_or)
EMU_WHOLE(Xor, emu_atomic_xor)
EMU_CAS(int, emu_atomic_cas_u32)
EMU_CAS(unsigned, emu_atomic_cas_u32)
EMU_CAS(unsigned long long, emu_atomic_cas_u64)
EMU_CAS(unsigned short, emu_atomic_cas_u16)
