/* What records an event in the running lane's column: where the code that the compiler has put in
 * line cannot go on by itself, and what device functions record by hand. What host code calls. */
#include "engine.h"
#include "accesses/observers.h"
#include "memory/operands.h"

#include <signal.h>

HOST_THREAD char *emu_cursor, *emu_cursor_end;
/* Shared memory comes first among thread-local variables, aligned as the strictest. */
HOST_THREAD ptrdiff_t emu_word_at __attribute__((aligned(128)));

/* Also where the column is full. */
__attribute__((noinline, cold)) void emu_yield(void *pc)
{
    if (emu_stop)
        warp_is_stopped(pc);
    warp_stop_lane(LANE_FULL, pc);
}

/* The address of the event. */
static inline __attribute__((always_inline)) char *record(uint64_t address, uint32_t word)
{
    if (UNLIKELY(emu_cursor >= emu_cursor_end))
        emu_yield((void *)(uintptr_t)event_pc(word));
    char *cursor = emu_cursor;
    *(uint64_t *)cursor = address;
    *(uint32_t *)(cursor + emu_word_at) = word;
    emu_cursor = cursor + sizeof(struct row);
    return cursor;
}

/* Before a store happens (see access_stray_store): most are to the places that this knows. */
void emu_stray_store(uint64_t address, uint32_t word, unsigned bytes)
{
    if (UNLIKELY(address - emu_shared_begin >= emu_shared_size &&
                 address - fiber_pool_begin >= fiber_pool_end - fiber_pool_begin &&
                 address - emu_arena_begin >= emu_arena_end - emu_arena_begin))
        access_stray_store(address, word, bytes);
}

/* What the bytes hold before they are written: a write that changes nothing is no race. */
static void remember(char *cursor, const void *address, size_t bytes)
{
    uint64_t old = 0;
    memcpy(&old, address, bytes < 8 ? bytes : 8);
    *(uint64_t *)(cursor + offsetof(struct row, old)) = old;
}

/* Other blocks may see what comes now, or wait for it. */
static inline __attribute__((always_inline)) void pause_here(void *pc)
{
    if (UNLIKELY(order_now == EMU_INTERLEAVED))
        resident_pause(pc);
}

/* ---- what the compiler puts in line calls these where it cannot go on by itself ---- */

void emu_before_volatile(uint64_t address, uint32_t word)
{
    TELL(fence);
    site_of(word)->is_volatile = 1;
    pause_here((void *)(uintptr_t)event_pc(word));
}

/* An access whose size or alignment the event word cannot say: two rows. */
void emu_pieces(uint64_t address, uint32_t word, uint64_t bytes, uint32_t piece)
{
    void *pc = (void *)(uintptr_t)event_pc(word);
    if (!bytes)
        return;
    if (emu_cursor + sizeof(struct row) >= emu_cursor_end)
        emu_yield(pc);
    record(address, word);
    record(extent_of(bytes, piece), event_word(EV_EXTENT, 0, pc));
    if (event_type(word) == EV_WRITE)
        emu_stray_store(address + bytes - 1, word, 1);
}

/* ---- what the shim records by hand ---- */
static uint32_t size_code(size_t bytes)
{
    if (bytes > 16 || (bytes & (bytes - 1)) || !bytes)
        return EXTENT_CODE;
    return (uint32_t)__builtin_ctzl(bytes);
}

void emu_access(const void *address, size_t bytes, int is_write, void *pc)
{
    const uint32_t code = size_code(bytes),
                   word = event_word(is_write ? EV_WRITE : EV_READ, code, pc);
    if (code == EXTENT_CODE) {
        emu_pieces((uintptr_t)address, word, bytes, (uint32_t)((bytes | 16) & -(bytes | 16)));
        return;
    }
    char *cursor = record((uintptr_t)address, word);
    if (is_write) {
        emu_stray_store((uintptr_t)address, word, (unsigned)bytes);
        remember(cursor, address, bytes);
    }
}

/* A lane that spins on a lock fills its column and so lets the others run. */
void emu_atomic(const void *address, size_t bytes, unsigned how, void *pc)
{
    const uint32_t word = event_word(EV_ATOMIC, size_code(bytes), pc);
    struct lane *lane = emu_lane_now;
    if (how & ATOMIC_IN_BLOCK)
        site_of(word)->block_scope = 1;
    if (how & ATOMIC_COMPARES) {
        lane->comparing = 1;
        lane->exchange.value = address;
    }
    pause_here(pc);
    record((uintptr_t)address, word);
    emu_stray_store((uintptr_t)address, word, (unsigned)bytes);
    if (how & ATOMIC_COMPARES) {
        lane->comparing = 0;
        site_of(word)->compares = 1;
    }
}

void emu_copy_begins(void *to, size_t bytes, void *pc)
{
    emu_access(to, bytes, 1, pc);
    site_of(event_word(EV_WRITE, size_code(bytes), pc))->arrives_later = 1;
    TELL(copy_begins, to, bytes);
}

void emu_copy_arrives(void *to, size_t bytes, void *pc)
{
    remember(record((uintptr_t)to, event_word(EV_FENCE, size_code(bytes), pc)), to, bytes);
}

void emu_fence(int device, void *pc)
{
    TELL(fence);
    pause_here(pc);
    record(0, event_word(EV_FENCE, device ? FENCE_DEVICE : FENCE_BLOCK, pc));
}

/* ---- what host code calls: before each access, to ask whether the memory is a device's
 * (compiler/host.c); where an int overflows or a divisor is 0 (clang's -fsanitize=) ---- */

HOST_THREAD const void *emu_host_place;

void emu_host_touch(const void *address, const void *place, int how)
{
    const uintptr_t at = (uintptr_t)address;
    if (UNLIKELY(at - emu_variables_begin < emu_variables_size ||
                 at - emu_arena_begin < emu_arena_end - emu_arena_begin))
        emu_host_touches(at, (enum host_touch)how, place);
}

#define OVERFLOWS(name, sign)                                                                      \
    void __ubsan_handle_##name##_overflow(const struct source_place *at, uint64_t a, uint64_t b);  \
    void __ubsan_handle_##name##_overflow(const struct source_place *at, uint64_t a, uint64_t b)   \
    {                                                                                              \
        overflows_note(&(struct overflow){at, NULL, (int32_t)a, (int32_t)b, sign});                \
    }
OVERFLOWS(add, "+")
OVERFLOWS(sub, "-")
OVERFLOWS(mul, "*")
void __ubsan_handle_negate_overflow(const struct source_place *at, uint64_t value) {}

/* Undefined in C; a processor stops, and so does the program. */
void __ubsan_handle_divrem_overflow(const struct source_place *at, uint64_t a, uint64_t b)
{
    for (;;) /* the second one ends it: see faults.c */
        raise(SIGFPE);
}
