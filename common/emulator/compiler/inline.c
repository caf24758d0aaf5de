/* What is put in line before each access of a kernel: one event goes to the running lane's column
 * (lanes/events.h, engine/hooks.c). This file is compiled to LLVM's own form and linked into every
 * device image; instrument.c names its functions. */
#include "engine/engine.h"
#include "memory/memory.h"

#define INLINE __attribute__((always_inline))

extern int emu_uses;
void emu_bad_subscript(const void *what, uint64_t index, int of_local);
void emu_no_value(const char *variable);
void emu_short_counter(const char *type, int64_t bound);
void emu_overflow(const void *place, uint64_t operands, int kind);

/* Keeps the registers of the code around it: the usual case pays nothing for this one. */
__attribute__((noinline, cold, preserve_most)) static void full(uint32_t word)
{
    emu_yield((void *)(uintptr_t)event_pc(word));
}

__attribute__((noinline, preserve_most)) static void not_in_arena(uint64_t address, uint32_t word,
                                                                  unsigned bytes)
{
    emu_stray_store(address, word, bytes);
}

static INLINE char *put_word(uint32_t word)
{
    char *cursor = emu_cursor;
    if (UNLIKELY(cursor >= emu_cursor_end)) {
        full(word);
        cursor = emu_cursor;
    }
    *(uint32_t *)(cursor + emu_word_at) = word;
    emu_cursor = cursor + sizeof(struct row);
    return cursor;
}

static INLINE char *put(uint64_t address, uint32_t word)
{
    char *cursor = put_word(word);
    *(uint64_t *)cursor = address;
    return cursor;
}

INLINE void emu_inline_read(uint64_t address, uint32_t word)
{
    put(address, word);
}

/* What the bytes hold before they are written: a write that changes nothing harms nobody. */
static INLINE void check(uint64_t address, uint32_t word, unsigned bytes)
{
    if (UNLIKELY(address - emu_arena_begin >= emu_arena_end - emu_arena_begin))
        not_in_arena(address, word, bytes);
}

#define WRITE(n, type)                                                                             \
    INLINE void emu_inline_write##n(uint64_t address, uint32_t word)                               \
    {                                                                                              \
        char *cursor = put(address, word);                                                         \
        check(address, word, n);                                                                   \
        *(uint64_t *)(cursor + offsetof(struct row, old)) = *(const volatile type *)address;       \
    }
WRITE(1, uint8_t)
WRITE(2, uint16_t)
WRITE(4, uint32_t)
WRITE(8, uint64_t)
WRITE(16, uint64_t)

INLINE void emu_inline_flow(uint32_t word, _Bool is_told)
{
    if (is_told)
        put_word(word);
}

/* What a load brought is needed: recorded where it is asked for (counters/waits.c). */
INLINE void emu_inline_use(uint64_t rounds, uint32_t word, _Bool is_first)
{
    if (UNLIKELY(is_first && emu_uses))
        put(rounds, word);
}

INLINE void emu_inline_popc(uint64_t words)
{
    emu_popcs += words;
}

INLINE void emu_inline_place(const void *site)
{
    emu_place = site;
}

__attribute__((noinline, cold, preserve_most)) static void outside(const void *what, uint64_t index,
                                                                   int kind, const void *site)
{
    emu_place = site;
    if (kind == NO_VALUE)
        emu_no_value(what);
    else if (kind == TOO_SHORT)
        emu_short_counter(what, (int64_t)index);
    else if (kind >= OF_SUM)
        emu_overflow(what, index, kind - OF_SUM);
    else
        emu_bad_subscript(what, index, kind);
}

INLINE void emu_inline_check(const void *what, uint64_t index, _Bool is_right, int kind,
                             const void *site)
{
    if (UNLIKELY(!is_right))
        outside(what, index, kind, site);
}
