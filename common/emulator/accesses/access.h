/* Warp-level accesses, as merged (access.c). Addresses and old values are by lane. */
#ifndef EMU_ACCESS_H
#define EMU_ACCESS_H

#include "lanes/sites.h"
#include "lanes/running.h"

void access_merged(struct warp *warp, struct site *site, uint32_t mask, const uint64_t *address,
                   const uint64_t *old);
/* … of `extent` bytes a lane, which the GPU does in pieces. */
void access_merged_extent(struct warp *warp, struct site *site, uint32_t mask,
                          const uint64_t *address, uint64_t extent);
/* The asynchronous copies of these lanes that began at one place have arrived; `word` and the rest
 * as their event has them. */
void access_arrived(struct warp *warp, uint32_t mask, uint32_t word, const uint64_t *address,
                    const uint64_t *old);
/* The running thread is about to store outside its stack, device memory and shared variables:
 * returns where that is some other memory of a kernel. What lies elsewhere is the emulator's or the
 * host's, and must stay whole: observers are told, and the launch ends. */
void access_stray_store(uintptr_t address, uint32_t word, unsigned bytes);

/* A thread's own memory: its stack, the kernel's parameters. */
int access_is_local(uint64_t address);
extern int access_fault; /* the first illegal access of this launch as a cudaError_t, else 0 */

#endif
