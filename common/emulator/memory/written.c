/* Which bytes have been written: a bit for each. */
#include "memory.h"

void bits_set(uint8_t *bits, size_t first, size_t count)
{
    size_t last = first + count;
    for (; first < last && first % 8; first++)
        bits[first / 8] |= (uint8_t)(1u << first % 8);
    for (; last > first && last % 8; last--)
        bits[(last - 1) / 8] |= (uint8_t)(1u << (last - 1) % 8);
    if (last > first)
        memset(bits + first / 8, 0xff, (last - first) / 8);
}

void memory_set_initialised(uintptr_t begin, size_t bytes)
{
    const struct emu_area *area = emu_area_of(begin);
    if (area && area->initialised)
        bits_set(area->initialised, begin - area->begin, bytes);
}

void memory_copy_initialised(uintptr_t to, uintptr_t from, size_t bytes)
{
    const struct emu_area *source = emu_area_of(from), *target = emu_area_of(to);
    if (!source || !source->initialised || !target || !target->initialised) {
        memory_set_initialised(to, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i++) {
        size_t a = from - source->begin + i, b = to - target->begin + i;
        uint8_t bit = (uint8_t)(source->initialised[a / 8] >> a % 8 & 1u);
        target->initialised[b / 8] =
            (uint8_t)((target->initialised[b / 8] & ~(1u << b % 8)) | (unsigned)bit << b % 8);
    }
}

size_t memory_unwritten(uintptr_t begin, size_t bytes)
{
    const struct emu_area *area = emu_area_of(begin);
    if (!area || !area->initialised || area->unknown)
        return bytes;
    static const uint8_t all_written[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    const size_t first = begin - area->begin;
    for (size_t i = 0; i < bytes; i++) {
        const size_t at = first + i;
        const uint8_t *bits = area->initialised + at / 8;
        if (at % 8 == 0 && bytes - i >= 64 && memcmp(bits, all_written, 8) == 0) {
            i += 63;
            continue;
        }
        const unsigned word = *bits >> (at % 8 & 4) & 15;
        if (!word) /* holes of a structure within a word are no matter */
            return i;
    }
    return bytes;
}
