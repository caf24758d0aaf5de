/* What the front end puts around the counter in a loop's condition (frontend/loops.c): 16 bits
 * never reach a bound that they cannot hold, and a float of 24 bits not one by one. Anything else
 * is what it was. */
#ifndef EMU_LOOPS_H
#define EMU_LOOPS_H

#include <type_traits>

extern "C" void emu_short_counter(const char *type, long long most, long long bound);

namespace emu
{
template <class T_> struct short_counter {
    T_ value;
};

/* The loop goes on while the counter is less (or not more) than the bound. */
template <class T_, class U_>
static inline __attribute__((always_inline, artificial)) void reaches(short_counter<T_>, U_ bound,
                                                                      bool beyond)
{
    const long long most = std::is_same<T_, float>::value ? 1 << 24
                           : std::is_signed<T_>::value    ? 0x7fff
                                                          : 0xffff;
    const char *type = std::is_same<T_, float>::value ? "float"
                       : std::is_signed<T_>::value    ? "short"
                                                      : "unsigned short";
    if constexpr (std::is_arithmetic<U_>::value || std::is_enum<U_>::value)
        if ((std::is_integral<U_>::value || sizeof(T_) == 4) && (long long)bound > most - beyond)
            emu_short_counter(type, most, (long long)bound);
}

template <class T_>
static constexpr inline __attribute__((always_inline, artificial)) decltype(auto) counter(T_ &&x)
{
    using plain = std::remove_cv_t<std::remove_reference_t<T_>>;
    if constexpr (std::is_same<plain, float>::value ||
                  (std::is_integral<plain>::value && sizeof(plain) == 2 &&
                   !std::is_same<plain, char16_t>::value))
        return short_counter<plain>{x};
    else
        return static_cast<T_ &&>(x);
}

#define EMU_COMPARED(sign, other, goes_on, beyond)                                                 \
    template <class T_, class U_>                                                                  \
    static inline __attribute__((always_inline, artificial)) bool operator sign(                   \
        short_counter<T_> a, U_ b)                                                                 \
    {                                                                                              \
        if (goes_on)                                                                               \
            reaches(a, b, beyond);                                                                 \
        return a.value sign b;                                                                     \
    }                                                                                              \
    template <class T_, class U_>                                                                  \
    static inline __attribute__((always_inline, artificial)) bool operator other(                  \
        U_ b, short_counter<T_> a)                                                                 \
    {                                                                                              \
        if (goes_on)                                                                               \
            reaches(a, b, beyond);                                                                 \
        return b other a.value;                                                                    \
    }                                                                                              \
    template <class T_, class U_>                                                                  \
    static inline __attribute__((always_inline, artificial)) bool operator sign(                   \
        short_counter<T_> a, short_counter<U_> b)                                                  \
    {                                                                                              \
        return a.value sign b.value;                                                               \
    }
EMU_COMPARED(<, >, a.value < b, false)
EMU_COMPARED(<=, >=, a.value <= b, true)
EMU_COMPARED(>, <, false, false)
EMU_COMPARED(>=, <=, false, false)
EMU_COMPARED(!=, !=, true, false)
#undef EMU_COMPARED
} // namespace emu

#endif
