/* Device memory.
 *
 * One reservation of address space holds two parts: device memory proper, which the host may touch
 * only inside API calls and launches (it is mprotect'ed away otherwise, as a device pointer means
 * nothing to a CPU), and memory that both may touch (pinned, managed). Allocation goes upwards with
 * a red zone behind each area; what is freed is not used again until the address space is used up,
 * so that a use after free is found. Pages cost nothing until they are written.
 *
 * A third part is for shapes that no memory holds (emu_vast): address space without a limit. */
#include "emulator.h"
#include "memory.h"
#include "program/findings.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGNMENT = 256 };

uintptr_t emu_arena_begin, emu_arena_end;

static struct part {
    uintptr_t begin, top, end;
    int used_up; /* top reached end once: freed areas are forgotten, gaps are searched */
    size_t in_use;
} parts[3]; /* device, host-visible, vast */
int emu_vast_now;
static size_t offset; /* of the next allocation from a multiple of 256 bytes */
static size_t limit;
static uint8_t *initialised; /* one bit a byte of the arena */
static int open_count;

/* Ends the program: the system has no memory for us. */
__attribute__((noreturn)) static void memory_fatal(const char *what)
{
    fprintf(stderr, "emulator: %s: %s\n", what, strerror(errno));
    exit(3);
}

static size_t size_from(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    const char units[] = "KMGTkmgt", *unit = *end ? strchr(units, *end) : NULL;
    const int power = unit ? (int)(unit - units) % 4 + 1 : 0;
    return value > 0 ? (size_t)(value * (double)((size_t)1 << 10 * power)) : 0;
}

void emu_offset(size_t bytes)
{
    offset = bytes;
}

/* Address space only; what is used of it is opened then. */
static void *reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void report_leaks(void)
{
    EACH_ALLOCATION (area)
        if (!area->host_visible || !strncmp(area->name, "cuda", 4))
            emu_finding(EMU_LEAK, NULL, "%zu bytes from %s at %p were never freed",
                        (size_t)(area->end - area->begin), area->name, (void *)area->begin);
}

/* EMU_LEAKS=1: what is still allocated at exit is a finding.
 * EMU_MEMORY=bytes (K, M, G allowed): what cudaMalloc may hand out; 8 GiB unless said. */
static void start(void)
{
    const char *wish = getenv("EMU_MEMORY");
    if (is_wished("EMU_LEAKS"))
        atexit(report_leaks); /* registered last, so that it runs before the report is written */
    limit = wish && size_from(wish) ? size_from(wish) : (size_t)8 << 30;
    limit = (limit + 4095) & ~(size_t)4095;
    void *arena = NULL;
    size_t bytes = 0, more = &emu_vast_bytes ? emu_vast_bytes : 0;
    for (size_t times = 8; !arena && times >= 2; times /= 2) { /* if there is so much room */
        bytes = times * limit;
        arena = reserve(bytes + more);
        if (!arena && more)
            arena = reserve(bytes + (more = 0));
    }
    if (!arena || !(initialised = reserve(bytes / 8)))
        memory_fatal("no address space for device memory (EMU_MEMORY makes it smaller)");
    emu_arena_begin = (uintptr_t)arena;
    emu_arena_end = emu_arena_begin + bytes + more;
    uintptr_t middle = emu_arena_begin + bytes / 4 * 3, end = emu_arena_begin + bytes;
    middle &= ~(uintptr_t)4095;
    parts[0] = (struct part){emu_arena_begin, emu_arena_begin, middle, 0, 0};
    parts[1] = (struct part){middle, middle, end, 0, 0};
    parts[2] = (struct part){end, end, emu_arena_end, 0, 0};
    madvise(arena, bytes, MADV_HUGEPAGE); /* only speeds mprotect up */
    if (more) /* a huge page for each byte that is touched would be too much */
        madvise((char *)arena + bytes, more, MADV_NOHUGEPAGE);
}

/* ---- allocation ---- */

static void protect(uintptr_t begin, uintptr_t end, int protection)
{
    if (begin < end && mprotect((void *)begin, end - begin, protection))
        memory_fatal("cannot change the protection of device memory");
}

static uintptr_t align_up(uintptr_t value, uintptr_t to) IS((value + to - 1) / to * to);

static size_t red_zone(size_t bytes) IS(bytes > RED_ZONE_MAX   ? RED_ZONE_MAX
                                        : bytes > RED_ZONE_MIN ? bytes
                                                               : RED_ZONE_MIN);

/* Where `bytes` and a red zone fit between two areas of the part; 0 if nowhere. */
static uintptr_t find_gap(const struct part *part, size_t bytes)
{
    const size_t wanted = bytes + red_zone(bytes);
    uintptr_t from = part->begin;
    for (size_t i = 0; i < memory_area_count; i++) {
        const struct emu_area *area = memory_areas[i];
        if (area->begin < part->begin || area->begin >= part->end)
            continue;
        if (from + wanted <= area->begin)
            return from;
        from = align_up(area->end + red_zone(area->end - area->begin), ALIGNMENT);
    }
    return from + wanted <= part->end ? from : 0;
}

/* The part's used range grows to `top`: what belongs to it is opened. */
static void grow(struct part *part, uintptr_t top)
{
    const uintptr_t from = part->top;
    part->top = top;
    if (part != &parts[0])
        protect(from & ~(uintptr_t)4095, align_up(top, 4096), PROT_READ | PROT_WRITE);
    else
        protect((uintptr_t)initialised + (from - emu_arena_begin) / 8 / 4096 * 4096,
                align_up((uintptr_t)initialised + (top - emu_arena_begin) / 8 + 1, 4096),
                PROT_READ | PROT_WRITE);
}

static uintptr_t place(struct part *part, size_t bytes)
{
    const size_t room = bytes + red_zone(bytes);
    if (!part->used_up && part->end - part->top >= room) {
        uintptr_t at = part->top;
        grow(part, align_up(at + room, ALIGNMENT));
        return at;
    }
    if (part == &parts[2])
        return 0;
    part->used_up = 1;
    memory_forget_freed(0, UINTPTR_MAX);
    uintptr_t at = find_gap(part, bytes);
    if (at && at + room > part->top)
        grow(part, at + room);
    return at;
}

/* What the same call had and has freed: so launches can be the same (api/repeats.c); 0: nothing.
 * Elsewhere an address is not used again soon, so that who uses it after cudaFree is told. */
static uintptr_t place_again(size_t bytes, enum memory_kind kind, const void *caller)
{
    for (size_t i = 0; i < memory_area_count && is_wished("EMU_REPORT"); i++) {
        const struct emu_area *area = memory_areas[i];
        if (area->state != EMU_FREED || area->caller != caller ||
            area->end - area->begin != bytes || area->host_visible != (int)kind)
            continue;
        const uintptr_t begin = area->begin;
        memory_forget_freed(begin, begin + 1);
        return begin;
    }
    return 0;
}

struct emu_area *memory_allocate(size_t bytes, enum memory_kind kind, const char *name,
                                 const void *caller)
{
    if (!emu_arena_begin)
        start();
    struct part *vast = &parts[2];
    if (emu_vast_now && !vast->in_use && vast->top > vast->begin) { /* all is free: begin anew */
        memory_forget_freed(vast->begin, vast->end);
        if (mmap((void *)vast->begin, vast->top - vast->begin, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
            memory_fatal("cannot give device memory back");
        vast->top = vast->begin;
    }
    struct part *part = &parts[kind != MEMORY_DEVICE ? 1 : emu_vast_now ? 2 : 0];
    const size_t late = kind == MEMORY_DEVICE ? offset : 0;
    if (!emu_vast_now && (bytes > limit || part->in_use > limit - bytes))
        return NULL;
    uintptr_t at = late ? 0 : place_again(bytes, kind, caller);
    if (!at && !(at = place(part, bytes + late)))
        return NULL;
    at += late;
    offset = 0;
    part->in_use += bytes;
    struct emu_area *area = memory_add_area(at, at + bytes, EMU_GLOBAL, kind, name);
    area->caller = caller;
    if (part == &parts[0])
        area->initialised = initialised + (at - emu_arena_begin) / 8;
    return area;
}

/* Gives the pages of [begin, end) back; what is read there next is zero. */
static void forget_pages(uintptr_t begin, uintptr_t end)
{
    uintptr_t first = align_up(begin, 4096), last = end & ~(uintptr_t)4095;
    if (first < last)
        madvise((void *)first, last - first, MADV_DONTNEED);
}

/* Zeroes bytes, whole pages by giving them back: gigabytes that nobody wrote cost nothing. */
static void forget_bytes(uint8_t *bytes, size_t count)
{
    uintptr_t begin = (uintptr_t)bytes, end = begin + count;
    uintptr_t first = align_up(begin, 4096), last = end & ~(uintptr_t)4095;
    if (first >= last) {
        memset(bytes, 0, count);
        return;
    }
    memset(bytes, 0, first - begin);
    memset((void *)last, 0, end - last);
    forget_pages(first, last);
}

static void retire(struct emu_area *area)
{
    struct part *part = &parts[(area->begin >= parts[1].begin) + (area->begin >= parts[2].begin)];
    part->in_use -= area->end - area->begin;
    forget_pages(area->begin, area->end);
    if (area->initialised)
        forget_bytes(area->initialised, (area->end - area->begin + 7) / 8);
    area->state = EMU_FREED;
}

static int is_vast(uintptr_t address) IS(address >= parts[2].begin && address < parts[2].end);

void memory_fill(uintptr_t begin, int value, size_t bytes)
{
    if (!value && is_vast(begin))
        forget_bytes((uint8_t *)begin, bytes);
    else
        memset((void *)begin, value, bytes);
}

const char *memory_free(void *pointer, int pinned)
{
    const uintptr_t address = (uintptr_t)pointer;
    struct emu_area *area = emu_area_of(address);
    if (!area || !emu_in_arena(area->begin))
        return "not an address that was allocated";
    if (area->begin != address)
        return "the pointer is inside an allocation, not at its begin";
    if (area->state == EMU_FREED)
        return "freed before";
    if (pinned != (area->host_visible == MEMORY_PINNED))
        return "memory of another kind (cudaFree: device, cudaFreeHost: pinned)";
    retire(area);
    return NULL;
}

size_t memory_limit(void)
{
    if (!emu_arena_begin)
        start();
    return limit;
}

size_t memory_in_use(void) IS(parts[0].in_use);

/* ---- who may touch it ---- */

/* Only what has been handed out, the last red zone included: what lies beyond stays closed to
 * kernels, too. (valgrind looks at every byte whose protection changes.) */
void emu_arena_open(int on)
{
    open_count += on ? 1 : -1;
    if (open_count == on && emu_arena_begin) /* 1 after the first, 0 after the last */
        protect(parts[0].begin, align_up(parts[0].top, 4096),
                on ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void memory_open(uintptr_t begin, size_t bytes, int on)
{
    uintptr_t end = begin + bytes;
    struct emu_area *area = on ? emu_area_of(begin) : NULL;
    if (area)
        area->hash = 0, area->filled = 0;
    if (open_count || begin >= parts[0].end || end <= parts[0].begin)
        return;
    begin = begin < parts[0].begin ? parts[0].begin : begin & ~(uintptr_t)4095;
    end = align_up(end, 4096);
    protect(begin, end > parts[0].end ? parts[0].end : end,
            on ? PROT_READ | PROT_WRITE : PROT_NONE);
}

/* ---- copies within the memory of shapes that no memory holds, and between it and one array of the
 * host's: of gigabytes that hardly any kernel has written, only what is there is moved ---- */

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
    IS(is_vast(address) || (address >= host_begin && address < host_end));

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
