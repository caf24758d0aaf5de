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

/* The value of the member of this rank; a structure goes in words, as on a GPU. */
template <typename Group, typename T_>
EMU_INTRINSIC T_ fetch(const Group &group, T_ value, unsigned rank)
{
    static_assert(std::is_trivially_copyable<T_>::value && sizeof(T_) <= 32,
                  "groups exchange values of at most 32 bytes that can be copied byte by byte");
    if constexpr (std::is_arithmetic<T_>::value) {
        return group.shfl(value, rank);
    } else {
        unsigned words[(sizeof(T_) + 3) / 4] = {};
        memcpy(words, &value, sizeof value);
        for (unsigned &word : words)
            word = group.shfl(word, rank);
        memcpy(&value, words, sizeof value);
        return value;
    }
}

/* Every member gets the result. */
template <typename Group, typename T_, typename Operator>
EMU_INTRINSIC T_ reduce(const Group &group, T_ value, const Operator &combine)
{
    const unsigned rank = group.thread_rank();
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
        const T_ other = fetch(group, value, rank + distance);
        if (rank + distance < group.size())
            value = combine(value, other);
    }
    return fetch(group, value, 0);
}
} // namespace cooperative_groups
