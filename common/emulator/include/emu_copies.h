/* What the front end makes of memcpy and memset in device code. g++ makes a short copy an assignment, whose accesses it reports,
 * but longer ones of constant size instructions of its own, which nothing sees: these are calls. */
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
static inline __attribute__((always_inline, artificial)) void *
copy(void *to, const void *from, __SIZE_TYPE__ count)
{
    if (__builtin_constant_p(count) && count <= 16 && (count & (count - 1)) == 0)
        return __builtin_memcpy(to, from, count);
    return emu_copy_bytes(to, from, count);
}
static inline __attribute__((always_inline, artificial)) void *fill(void *to, int value,
                                                                    __SIZE_TYPE__ count)
{
    if (__builtin_constant_p(count) && __builtin_constant_p(value) && count <= 8 &&
        (count & (count - 1)) == 0)
        return __builtin_memset(to, value, count);
    return emu_fill_bytes(to, value, count);
}

/* The front end puts this behind the declaration of local variables that have no initializer: what a register holds on a GPU is not
 * known. All bits set: not a number, and -1. Arrays and structures lie on the stack, which stacks.c fills. */
template <class T> static inline __attribute__((always_inline, artificial)) void spoil(T &variable)
{
    if (std::is_scalar<T>::value)
        __builtin_memset((void *)&variable, 0xff, std::is_scalar<T>::value ? sizeof variable : 0);
}
} // namespace emu

#endif
