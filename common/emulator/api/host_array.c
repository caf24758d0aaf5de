/* An array that a program is to hand to the device and to get back: has host code changed it? */
#include "api.h"

static struct {
    const char *begin;
    size_t bytes;
    char *first, *copied, *is_copied; /* as it was; what came back, and whether */
    int before, reached;              /* something has come to the host, or may have */
    size_t at;
} array;

static void forget(void)
{
    free(array.first);
    free(array.copied);
    free(array.is_copied);
    memset(&array, 0, sizeof array);
}

void emu_host_array_begin(const void *begin, size_t bytes)
{
    static const char what[] = "an array of the host's";
    forget();
    array.begin = begin;
    array.bytes = bytes;
    array.first = new_zeros(1, bytes, what);
    array.copied = new_zeros(1, bytes, what);
    array.is_copied = new_zeros(bytes, 1, what);
    memcpy(array.first, begin, bytes);
}

void api_host_reached(void)
{
    array.reached = 1;
}

/* Copies of rows come one after the other, and may reach beyond the array. */
void api_host_copied(uintptr_t host, size_t bytes, int to_host)
{
    const uintptr_t begin = (uintptr_t)array.begin, end = begin + array.bytes;
    const uintptr_t from = host > begin ? host : begin,
                    to = host + bytes < end ? host + bytes : end;
    array.reached |= to_host;
    if (from >= to)
        return;
    const size_t at = from - begin, size = to - from;
    if (to_host) {
        memcpy(array.copied + at, array.begin + at, size);
        memset(array.is_copied + at, 1, size);
        return;
    }
    for (size_t i = at; i < at + size && !array.before; i++)
        if (!array.is_copied[i] && array.begin[i] != array.first[i]) {
            array.before = 1;
            array.at = i;
        }
}

int emu_host_array_end(size_t *at)
{
    int found = array.before;
    *at = array.at;
    for (size_t i = 0; i < array.bytes && !found; i++)
        if (array.is_copied[i] ? array.copied[i] != array.begin[i]
                               : !array.reached && array.first[i] != array.begin[i]) {
            *at = i;
            found = 1;
        }
    forget();
    return found;
}
