/* The compiler's own atomics of nvcc 12.8 and later, __nv_atomic_…, in terms of the functions
 * that are counted and checked. An order that is not relaxed has a fence on both sides. Macros, so
 * that the accesses are made at the caller's own line. */
#pragma once

#include "device_atomic_functions.h"
#include "device_functions.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD  0
#define __NV_THREAD_SCOPE_BLOCK   1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE  3
#define __NV_THREAD_SCOPE_SYSTEM  4

namespace emu
{
EMU_INLINE constexpr int scope_of(int scope = __NV_THREAD_SCOPE_SYSTEM) EMU_IS(scope);
EMU_INLINE void fence_of(int order, int scope)
{
    if (order == __NV_ATOMIC_RELAXED || scope == __NV_THREAD_SCOPE_THREAD)
        return;
    if (scope == __NV_THREAD_SCOPE_BLOCK)
        __threadfence_block();
    else
        __threadfence();
}

/* What the functions call a type of this size and kind: `sum` for additions, `order` for
 * comparisons, `bits` for the rest. */
template <bool is_first_, class A_, class B_>
using either = typename std::conditional<is_first_, A_, B_>::type;
template <class T_> struct pointed_to;
template <class T_> struct pointed_to<T_ *> {
    static_assert(sizeof(T_) == 4 || sizeof(T_) == 8, "atomics of 4 and 8 bytes");
    typedef typename std::remove_cv<T_>::type type;
    typedef either<sizeof(T_) == 4, int, long long> with_sign;
    typedef either<sizeof(T_) == 4, unsigned, unsigned long long> without;
    typedef either<std::is_floating_point<type>::value, type, without> sum, bits;
    typedef either<(type)-1 < (type)0 && !std::is_same<sum, type>::value, with_sign, sum> order;
};
} // namespace emu

#define EMU_NV_ATOMIC(function, kind, address, order, scope, ...)                                  \
    __extension__({                                                                                \
        auto emu_address = (address);                                                              \
        typedef ::emu::pointed_to<decltype(emu_address)> emu_types;                                \
        typedef typename emu_types::kind emu_kind;                                                 \
        typedef typename emu_types::type emu_type;                                                 \
        ::emu::fence_of(order, scope);                                                             \
        emu_type emu_old = (emu_type)((scope) == __NV_THREAD_SCOPE_BLOCK                           \
                                          ? function##_block((emu_kind *)emu_address, __VA_ARGS__) \
                                          : function((emu_kind *)emu_address, __VA_ARGS__));       \
        ::emu::fence_of(order, scope);                                                             \
        emu_old;                                                                                   \
    })
#define EMU_NV_FETCH(function, kind, address, sign, value, order, ...)                             \
    EMU_NV_ATOMIC(function, kind, address, order, ::emu::scope_of(__VA_ARGS__),                    \
                  (emu_kind)(sign(value)))

#define __nv_atomic_fetch_add(p, v, ...)  EMU_NV_FETCH(atomicAdd, sum, p, +, v, __VA_ARGS__)
#define __nv_atomic_fetch_sub(p, v, ...)  EMU_NV_FETCH(atomicAdd, sum, p, -, v, __VA_ARGS__)
#define __nv_atomic_fetch_and(p, v, ...)  EMU_NV_FETCH(atomicAnd, bits, p, , v, __VA_ARGS__)
#define __nv_atomic_fetch_or(p, v, ...)   EMU_NV_FETCH(atomicOr, bits, p, , v, __VA_ARGS__)
#define __nv_atomic_fetch_xor(p, v, ...)  EMU_NV_FETCH(atomicXor, bits, p, , v, __VA_ARGS__)
#define __nv_atomic_fetch_min(p, v, ...)  EMU_NV_FETCH(atomicMin, order, p, , v, __VA_ARGS__)
#define __nv_atomic_fetch_max(p, v, ...)  EMU_NV_FETCH(atomicMax, order, p, , v, __VA_ARGS__)
#define __nv_atomic_exchange_n(p, v, ...) EMU_NV_FETCH(atomicExch, bits, p, , v, __VA_ARGS__)
#define __nv_atomic_exchange(p, v, old, ...)                                                       \
    ((void)(*(old) = __nv_atomic_exchange_n(p, *(v), __VA_ARGS__)))

#define __nv_atomic_compare_exchange_n(p, expected, v, weak, ...)                                  \
    EMU_NV_CAS(p, expected, v, __VA_ARGS__)
#define __nv_atomic_compare_exchange(p, expected, v, weak, ...)                                    \
    EMU_NV_CAS(p, expected, *(v), __VA_ARGS__)
#define EMU_NV_CAS(p, expected, v, order, failure, ...)                                            \
    __extension__({                                                                                \
        auto emu_expected = (expected);                                                            \
        auto emu_wanted = *emu_expected;                                                           \
        *emu_expected = EMU_NV_ATOMIC(atomicCAS, bits, p, order, ::emu::scope_of(__VA_ARGS__),     \
                                      (emu_kind)emu_wanted, (emu_kind)(v));                        \
        *emu_expected == emu_wanted;                                                               \
    })

#define __nv_atomic_load_n(p, order, ...)                                                          \
    __extension__({                                                                                \
        auto emu_loaded = *(const volatile typename ::emu::pointed_to<decltype(p)>::type *)(p);    \
        ::emu::fence_of(order, ::emu::scope_of(__VA_ARGS__));                                      \
        emu_loaded;                                                                                \
    })
#define __nv_atomic_load(p, value, ...) ((void)(*(value) = __nv_atomic_load_n(p, __VA_ARGS__)))
#define __nv_atomic_store_n(p, v, order, ...)                                                      \
    (::emu::fence_of(order, ::emu::scope_of(__VA_ARGS__)),                                         \
     (void)(*(volatile typename ::emu::pointed_to<decltype(p)>::type *)(p) = (v)))
#define __nv_atomic_store(p, value, ...)     __nv_atomic_store_n(p, *(value), __VA_ARGS__)
#define __nv_atomic_thread_fence(order, ...) ::emu::fence_of(order, ::emu::scope_of(__VA_ARGS__))
