/* cooperative_groups::reduce over a tile or the lanes that are here. */
#ifndef EMU_COOPERATIVE_GROUPS_REDUCE_H
#define EMU_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#include <type_traits>

/* `value` becomes that of the member `distance` further on; true if there is one. In groups.c. */
extern "C" EMU_DEVICE int emu_group_fetch(const cooperative_groups::warp_group *group, void *value,
                                          size_t bytes, int is_float, unsigned distance);
/* That of the first member. */
extern "C" EMU_DEVICE void emu_group_first(const cooperative_groups::warp_group *group, void *value,
                                           size_t bytes, int is_float);

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
#undef EMU_GROUP_OPERATOR

/* Every member gets the result. */
template <typename T_, typename Operator>
EMU_INTRINSIC T_ reduce(const warp_group &group, T_ value, const Operator &combine)
{
    static_assert(std::is_trivially_copyable<T_>::value && sizeof(T_) <= 32,
                  "reduce() takes values of at most 32 bytes that can be copied byte by byte");
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
        T_ other = value;
        if (emu_group_fetch(&group, &other, sizeof other, std::is_floating_point<T_>::value,
                            distance))
            value = combine(value, other);
    }
    emu_group_first(&group, &value, sizeof value, std::is_floating_point<T_>::value);
    return value;
}
} // namespace cooperative_groups

#endif
