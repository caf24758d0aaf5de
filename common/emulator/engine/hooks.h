/* What hooks.c records of lanes in the window, and what for calls that have no hook. */
#ifndef EMU_HOOKS_H
#define EMU_HOOKS_H

#include "accesses/window.h"

/* Where the running lane's next address goes; both NULL in host code. Its word goes emu_word_at
 * bytes behind. */
extern HOST_THREAD char *emu_cursor, *emu_cursor_end;
extern HOST_THREAD ptrdiff_t emu_word_at;

/* ---- what the code that the compiler puts in line calls (compiler/inline.c) ---- */

void emu_column_full(uint32_t word);
void emu_stray_store(uint64_t address, uint32_t word, unsigned bytes);
void emu_before_volatile(uint64_t address, uint32_t word);
/* An access of so many bytes, of which the GPU moves `piece` at once. */
void emu_pieces(uint64_t address, uint32_t word, uint64_t bytes, uint32_t piece);

/* ---- what the device functions record by hand; `pc` is the call's return address ---- */

/* An access that no instrumented instruction makes (cp.async, memcpy, a 16-byte vector). */
void emu_access(const void *address, size_t bytes, int is_write, void *pc);
/* Called by atomics before they touch memory: records the access and lets other lanes run now and
 * then (spin locks). A compare-and-swap verifies what the thread may have read there before; one of
 * block scope is atomic for threads of one block only. */
enum { ATOMIC_COMPARES = 1, ATOMIC_IN_BLOCK = 2 };
void emu_atomic(const void *address, size_t bytes, unsigned how, void *pc);
/* __threadfence: what the thread wrote before may be read by other threads of its block or, if
 * `device`, of the device. */
void emu_fence(int device, void *pc);
/* Lets the other threads run (__nanosleep, a polite spin). */
void emu_yield(void *pc);
/* An asynchronous copy to shared memory (4, 8 or 16 bytes) begins; until it arrives nobody may read
 * there. */
void emu_copy_begins(void *to, size_t bytes, void *pc);
/* … it has been waited for and is written next; `pc` as when it began. */
void emu_copy_arrives(void *to, size_t bytes, void *pc);

#endif
