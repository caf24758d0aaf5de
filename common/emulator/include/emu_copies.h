/* What the front end needs for memcpy and memset in device code (frontend/builtins.c), and for
 * local variables (frontend/locals.c). */
#ifndef EMU_COPIES_H
#define EMU_COPIES_H

#include <type_traits>

extern "C" {
void *emu_copy_bytes(void *to, const void *from, __SIZE_TYPE__ count) noexcept
    __asm__("emu_memcpy");
void *emu_fill_bytes(void *to, int value, __SIZE_TYPE__ count) noexcept __asm__("emu_memset");
}

namespace emu
{
/* g++ makes it an assignment. */
static inline __attribute__((always_inline, artificial)) bool
is_short_copy(const volatile void *, const volatile void *, __SIZE_TYPE__ count)
{
    return __builtin_constant_p(count) && count <= 16 && (count & (count - 1)) == 0;
}
static inline __attribute__((always_inline, artificial)) bool
is_short_fill(const volatile void *, int value, __SIZE_TYPE__ count)
{
    return __builtin_constant_p(count) && __builtin_constant_p(value) && count <= 8 &&
           (count & (count - 1)) == 0;
}

/* The front end puts this behind the declaration of local variables that have no initializer: what
 * a register holds on a GPU is not known. All bits set: not a number, and -1. Arrays and structures
 * lie on the stack, which stacks.c fills. */
template <class T_>
static inline __attribute__((always_inline, artificial)) void spoil(T_ &variable)
{
    if (std::is_scalar<T_>::value)
        __builtin_memset((void *)&variable, 0xff, std::is_scalar<T_>::value ? sizeof variable : 0);
}
} // namespace emu

#endif
