/* Copies within the memory of shapes that no memory holds (vast.c): of gigabytes that hardly any
 * kernel has written, only what is there is moved. */
#define _GNU_SOURCE
#include "areas.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096, PIECE = 1 << 20 };

/* Nothing has ever been written in these whole pages: they hold zeros. The system's list of pages
 * says so; 0 where it cannot be read. */
static int is_untouched(uintptr_t begin, size_t bytes)
{
    static int list = -2;
    uint64_t page[PIECE / PAGE];
    const size_t size = bytes / PAGE * sizeof *page;
    if (list == -2)
        list = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (list < 0 || pread(list, page, size, (off_t)(begin / PAGE * sizeof *page)) != (ssize_t)size)
        return 0;
    for (size_t i = 0; i < bytes / PAGE; i++)
        if (page[i] >> 62) /* in memory, or swapped out */
            return 0;
    return 1;
}

void memory_move(uintptr_t to, uintptr_t from, size_t bytes)
{
    if (bytes < 2 * PIECE || !memory_is_vast(to) || !memory_is_vast(from)) {
        memmove((void *)to, (const void *)from, bytes);
        return;
    }
    for (size_t done = 0, part; done < bytes; done += part) {
        const uintptr_t at = from + done;
        const size_t left = bytes - done, ahead = at % PAGE ? PAGE - at % PAGE : PIECE;
        part = left < ahead ? left : ahead;
        if (part == PIECE && is_untouched(at, part))
            memory_fill(to + done, 0, part);
        else
            memmove((void *)(to + done), (const void *)at, part);
    }
}
