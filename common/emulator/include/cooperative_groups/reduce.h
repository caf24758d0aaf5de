/* cooperative_groups::reduce over a tile or the lanes that are here. */
#pragma once

#include "../cooperative_groups.h"

#include <type_traits>

namespace cooperative_groups
{
#define EMU_GROUP_OPERATOR(name, expression)                                                       \
    template <typename T_> struct name {                                                           \
        EMU_DEVICE T_ operator()(T_ a, T_ b) const EMU_IS(expression);                             \
    };
EMU_GROUP_OPERATOR(plus, a + b)
EMU_GROUP_OPERATOR(less, b < a ? b : a)
EMU_GROUP_OPERATOR(greater, a < b ? b : a)
EMU_GROUP_OPERATOR(bit_and, a &b)
EMU_GROUP_OPERATOR(bit_or, a | b)
EMU_GROUP_OPERATOR(bit_xor, a ^ b)

/* The value of the member `distance` further on, the caller's own where there is none; distance 0:
 * of the first. A structure goes in words, as on a GPU. */
template <typename Group, typename T_>
EMU_INTRINSIC T_ fetch(const Group &group, T_ value, unsigned distance)
{
    if constexpr (std::is_arithmetic<T_>::value) {
        return distance ? group.shfl_down(value, distance) : group.shfl(value, 0);
    } else {
        unsigned words[(sizeof(T_) + 3) / 4] = {};
        memcpy(words, &value, sizeof value);
        for (unsigned &word : words)
            word = fetch(group, word, distance);
        memcpy(&value, words, sizeof value);
        return value;
    }
}

/* Every member gets the result. */
template <typename Group, typename T_, typename Operator>
EMU_INTRINSIC T_ reduce(const Group &group, T_ value, const Operator &combine)
{
    static_assert(std::is_trivially_copyable<T_>::value && sizeof(T_) <= 32,
                  "reduce() takes values of at most 32 bytes that can be copied byte by byte");
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
        const T_ other = fetch(group, value, distance);
        if (group.thread_rank() + distance < group.size())
            value = combine(value, other);
    }
    return fetch(group, value, 0);
}
} // namespace cooperative_groups
