/* The pieces of the emulator and what they say to each other. Included by every piece (C11) and by
 * the shim (C++); a .cu file never sees it by name. Whoever wants to follow one launch reads in
 * this order: launch.c (grid -> blocks -> warps), warp.c (lanes, barriers, exchanges), hooks.c (one
 * access of one lane is recorded), merge.c (32 traces become warp-level accesses), then the
 * observers that are told of each. */
#ifndef EMU_H
#define EMU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { EMU_WARP = 32 };

struct emu_dim3 {
    unsigned x, y, z;
};

/* ---- the running thread (warp.c writes it at every switch of lanes) ---- */
struct emu_builtins {
    struct emu_dim3 thread, block, block_dim, grid_dim;
};
extern struct emu_builtins emu_builtins;
int emu_in_kernel(void); /* 1 while a lane runs, 0 in host code */
int emu_lane(void);      /* lane of the running thread, 0..31 */

/* ---- memory (memory.c): device allocations with red zones; which space an address is in ---- */
enum emu_space { EMU_GLOBAL, EMU_SHARED, EMU_CONSTANT, EMU_LOCAL, EMU_HOST };
enum emu_area_state { EMU_LIVE, EMU_FREED, EMU_FOREIGN /* another kernel's shared variable */ };

struct emu_area {
    uintptr_t begin, end; /* [begin, end): the bytes the program asked for */
    enum emu_space space;
    enum emu_area_state state;
    int host_visible; /* managed or pinned memory: the host may touch it too */
    const char
        *name; /* "cudaMalloc", "cudaMallocPitch", the symbol, "static shared" … for messages */
    uint8_t *initialised; /* one bit a byte, NULL where not tracked */
    int unknown;          /* a launch that was not watched for it may have written anywhere in it */
    const struct emu_rule *rule; /* which bytes may be written (writes.c); NULL: all */
};

/* All device memory lives in one arena [emu_arena_begin, emu_arena_end) so that a shadow can be
 * indexed. The arena is unreadable to host code outside API calls (mprotect), as a real device
 * pointer is. */
extern uintptr_t emu_arena_begin, emu_arena_end;
static inline int emu_in_arena(uintptr_t address)
{
    return address >= emu_arena_begin && address < emu_arena_end;
}
void emu_arena_open(void);  /* a launch or an API call may touch device memory; calls nest */
void emu_arena_close(void); /* back to "the host must not" */
/* The area, live or freed, that holds `address`; NULL if none (a wild or a host address). */
const struct emu_area *emu_area_of(uintptr_t address);
/* The area whose red zone (or whose near neighbourhood) holds `address`, for "4 bytes past the end
 * of …"; or NULL. */
const struct emu_area *emu_area_near(uintptr_t address);

/* Where the program's __device__ and __constant__ variables lie (symbols.c). */
extern uintptr_t emu_variables_begin, emu_variables_size;
/* … and the shared variables of the thread that launches. */
extern uintptr_t emu_shared_begin, emu_shared_size;
/* The hooks' word that host code is about to touch an address there or in the arena: a finding
 * unless it may. A device pointer ends the program (it would fault next); a variable does not (CUDA
 * would give its host shadow). */
void emu_host_touches(uintptr_t address, const void *pc);

/* ---- a launch (launch.c) ---- */
struct emu_launch {
    const char *kernel; /* its name as written, with template arguments */
    struct emu_dim3 grid, block;
    size_t static_shared, dynamic_shared;
    int cooperative;       /* all blocks are there at once, and may wait for each other */
    void (*entry)(void *); /* runs the kernel once for the running thread */
    void *argument;
};
/* Runs it to the end. 0, or a cudaError_t value (cudaErrorInvalidConfiguration,
 * cudaErrorIllegalAddress, cudaErrorLaunchTimeout, …) after the findings have been recorded; the
 * API makes it stick as CUDA does. */
int emu_launch(const struct emu_launch *launch);
void *emu_dynamic_shared(void);

/* ---- what a kernel asks of its warp and block (warp.c); `pc` is the call's return address ---- */
enum emu_barrier_kind { EMU_SYNC, EMU_SYNC_COUNT, EMU_SYNC_AND, EMU_SYNC_OR, EMU_SYNC_GRID };
int emu_barrier(enum emu_barrier_kind kind, int predicate, void *pc);
/* Every warp-wide operation (shuffles, votes, matches, reductions, __syncwarp, matrix instructions)
 * is built on this: all live lanes named in `mask` hand in `bytes` (<= 64) from `value`; returns a
 * table of 32 slots, `bytes` apart, holding what each lane gave (valid until this lane's next
 * exchange), and in *arrived who did. A lane that reads the slot of a lane outside *arrived has
 * undefined behaviour in CUDA: the caller reports it through emu_finding. `order_memory`: as
 * __syncwarp. */
const void *emu_exchange(const char *what, unsigned mask, const void *value, size_t bytes,
                         int order_memory, unsigned *arrived, void *pc);
/* The shuffle that the running thread has made reads `source`: 1 if that lane has given a value,
 * and notes whether it is defined. `replaces`: the thread has no further use for its old value (a
 * broadcast). */
int emu_exchange_reads(unsigned source, int replaces, void *pc);
/* What the thread gets where it has not: 4 or 8 bytes that can be known again. */
void emu_exchange_poison(void *value, size_t bytes, int is_float);
unsigned emu_active_lanes(void *pc); /* __activemask */
int emu_is_cooperative(void);        /* the running launch */
/* Called by atomics before they touch memory: records the access and lets other lanes run now and
 * then (spin locks). */
void emu_atomic(const void *address, size_t bytes, void *pc);
/* … of a compare-and-swap, which verifies what the thread may have read there before. */
void emu_atomic_compare(const void *address, size_t bytes, void *pc);
/* … of block scope: atomic for threads of one block only. */
void emu_atomic_in_block(const void *address, size_t bytes, void *pc);
void emu_atomic_compare_in_block(const void *address, size_t bytes, void *pc);
/* __threadfence: what the thread wrote before may be read by other threads of its block or, if
 * `device`, of the device. */
void emu_fence(int device, void *pc);
/* Lets the other threads run (__nanosleep, a polite spin). */
void emu_yield(void *pc);
/* Ends the launch with this cudaError_t, after a finding has said why (__trap, unsupported
 * operations). */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void emu_abandon(int error);
/* Records an access that no instrumented instruction makes (cp.async, memcpy, a 16-byte vector). */
void emu_access(const void *address, size_t bytes, int is_write, void *pc);

/* An asynchronous copy to shared memory (4, 8 or 16 bytes) begins; until it arrives nobody may read
 * there. */
void emu_copy_begins(void *to, size_t bytes, void *pc);
/* … it has been waited for and is written next; `pc` as when it began. */
void emu_copy_arrives(void *to, size_t bytes, void *pc);

/* ---- findings: what compute-sanitizer would say (findings.c) ---- */
enum emu_finding_kind {
    EMU_OUT_OF_BOUNDS,
    EMU_USE_AFTER_FREE,
    EMU_HOST_POINTER,
    EMU_DEVICE_POINTER_ON_HOST,
    EMU_MISALIGNED,
    EMU_NULL_POINTER,
    EMU_RACE_SHARED,
    EMU_RACE_GLOBAL,
    EMU_DIVERGENT_BARRIER,
    EMU_MISSING_LANE,
    EMU_UNINITIALISED_SHARED,
    EMU_UNINITIALISED_GLOBAL,
    EMU_WRITE_TO_CONSTANT,
    EMU_STACK_OVERFLOW,
    EMU_ENDLESS,
    EMU_BAD_LAUNCH,
    EMU_BAD_COPY,
    EMU_LEAK,
    EMU_API_ERROR,
    EMU_UNSUPPORTED,
    EMU_HOST_FUNCTION,
    EMU_DIVISION_BY_ZERO,
    EMU_ASSERTION,
    EMU_READ_ONLY,
    EMU_FINDING_KINDS
};
/* Where the API call stands in the program that is about to be made, until it is taken back with
 * NULL: for calls that go through the shim's inline functions, whose return address is the shim's
 * own. */
void emu_at(const char *file, unsigned line);
/* Deduplicated by kind and line; the running thread (or the warp's lane set by the merge), block,
 * kernel, and the file and line behind `pc` are added. `pc` NULL: host code. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void emu_finding(enum emu_finding_kind kind, const void *pc, const char *format, ...);

#ifdef __cplusplus
}
#endif
#endif
