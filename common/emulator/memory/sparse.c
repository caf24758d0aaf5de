/* Copies within the memory of shapes that no memory holds (vast.c), and between it and one array of
 * the host's: of gigabytes that hardly any kernel has written, only what is there is moved. */
#include "emulator.h"
#include "memory.h"

#include <fcntl.h>
#include <unistd.h>

enum { PAGE = 4096, PIECE = 1 << 20 };

/* Nothing has ever been written in the pages of these bytes, at most a piece: they hold zeros. The
 * system's list of pages says so; 0 where it cannot be read. */
static int is_untouched(uintptr_t begin, size_t bytes)
{
    static int list = -2;
    uint64_t page[PIECE / PAGE + 1];
    const size_t first = begin / PAGE, pages = (begin + bytes - 1) / PAGE - first + 1;
    const ssize_t size = (ssize_t)(pages * sizeof *page);
    if (list == -2)
        list = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (list < 0 || pread(list, page, (size_t)size, (off_t)(first * sizeof *page)) != size)
        return 0;
    for (size_t i = 0; i < pages; i++)
        if (page[i] >> 62) /* in memory, or swapped out */
            return 0;
    return 1;
}

static uintptr_t host_begin, host_end;

void emu_vast_host(const void *begin, size_t bytes)
{
    host_begin = (uintptr_t)begin;
    host_end = host_begin + bytes;
}

static int is_sparse(uintptr_t address)
{
    return memory_is_vast(address) || (address >= host_begin && address < host_end);
}

void memory_move(uintptr_t to, uintptr_t from, size_t bytes)
{
    if (bytes < 2 * PIECE || !is_sparse(to) || !is_sparse(from)) {
        memmove((void *)to, (const void *)from, bytes);
        return;
    }
    for (size_t done = 0, part; done < bytes; done += part) {
        const uintptr_t at = from + done;
        const size_t left = bytes - done, ahead = at % PAGE ? PAGE - at % PAGE : PIECE;
        part = left < ahead ? left : ahead;
        const int zeros = part == PIECE && is_untouched(at, part);
        if (zeros && !is_untouched(to + done, part))
            memory_fill(to + done, 0, part);
        else if (!zeros)
            memmove((void *)(to + done), (const void *)at, part);
    }
}
