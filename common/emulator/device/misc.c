/* Fences, clocks, traps, assertions, memcpy and its kin, fast arithmetic. */
#include "counters/record.h"
#include "engine/engine.h"
#include "include/driver_types.h"
#include "ptx_registers.h"
#include "memory/memory.h"
#include "program/findings.h"

#include <math.h>
#include <printf.h>
#include <stdarg.h>

/* A fence orders one thread's own accesses; it is no barrier. What it makes of races: races.c. */
void __threadfence(void) IS(emu_fence(1, CALLER));
void __threadfence_system(void) IS(emu_fence(1, CALLER));
void __threadfence_block(void) IS(emu_fence(0, CALLER));

int emu_printf(const char *format, ...)
{
    enum { MOST = 64, WRITES = PA_INT | PA_FLAG_PTR /* %n, which would write unseen */ };
    int types[MOST], writes = 0;
    const size_t count = parse_printf_format(format, MOST, types);
    for (size_t i = 0; i < count && i < MOST; i++)
        writes |= (types[i] & (PA_FLAG_PTR | 0xff)) == WRITES;
    va_list arguments;
    va_start(arguments, format);
    if (writes)
        emu_finding(EMU_UNSUPPORTED, CALLER, "printf in a kernel has no %%n");
    else
        vprintf(format, arguments);
    launch_differs = 1;
    va_end(arguments);
    return writes ? -1 : (int)count; /* as CUDA's */
}

/* malloc and new in a kernel, where the tables of a launch know no area that is new. */
void *emu_kernel_malloc(size_t bytes)
{
    emu_finding(EMU_UNSUPPORTED, CALLER,
                "malloc and new in a kernel are not supported (%zu bytes): allocate with "
                "cudaMalloc before the launch, or run this program on a GPU",
                bytes);
    emu_abandon(cudaErrorLaunchFailure);
    return NULL;
}

void emu_kernel_free(void *pointer) {}

/* Nanoseconds of the emulator's own time: they grow, and mean nothing else. */
long long emu_clock64(void)
{
    launch_differs = 1;
    return (long long)(1e9 * seconds_now());
}

/* A polite spin: others run first. */
void __nanosleep(unsigned nanoseconds) IS(emu_yield(CALLER));

void __trap(void)
{
    emu_finding(EMU_ASSERTION, CALLER, "__trap() ended the kernel");
    emu_abandon(cudaErrorLaunchFailure);
}

void __brkpt(void) {}

/* A loop compares its counter with what that never reaches (compiler/checks/counters.c). */
void emu_short_counter(const char *type, int64_t bound)
{
    const int is_float = !strcmp(type, "float"), bits = strstr(type, "char") ? 8 : 16,
              most = is_float ? 1 << 24 : (1 << (bits - (*type != 'u'))) - 1;
    emu_finding(EMU_ENDLESS, emu_place,
                "the loop never ends: it counts to %lld, but its counter (%s) holds %s %d. Make "
                "the counter an int",
                (long long)bound, type, is_float ? "whole numbers one by one up to" : "at most",
                most);
    emu_abandon(cudaErrorLaunchTimeout);
}

unsigned emu_space_is(const void *pointer, int space)
{
    const struct emu_area *area = emu_area_of((uintptr_t)pointer);
    static const enum emu_space spaces[] = {EMU_GLOBAL, EMU_SHARED, EMU_CONSTANT, EMU_LOCAL};
    return (area ? area->space : EMU_LOCAL) == spaces[space];
}

unsigned emu_shared_offset(const void *pointer)
    IS((unsigned)((uintptr_t)pointer - (uintptr_t)emu_dynamic_shared_array));

/* Dynamic and static shared memory lie far apart: what is no offset into one is the other's. */
void *emu_shared_pointer(unsigned offset)
{
    const uintptr_t dynamic = (uintptr_t)emu_dynamic_shared_array, half = (uintptr_t)1 << 31;
    if (offset < DYNAMIC_ROOM)
        return (void *)(dynamic + offset);
    const uint32_t low = (uint32_t)(dynamic + offset);
    const uintptr_t near = emu_shared_begin - half;
    return (void *)(near + (uint32_t)(low - (uint32_t)near));
}

/* The multiprocessor that runs the block; a GPU hands blocks out in this order at first. */
unsigned emu_processor(void)
{
    const struct emu_dim3 b = emu_builtins.block, g = emu_builtins.grid_dim;
    return (unsigned)((b.x + (size_t)g.x * (b.y + (size_t)g.y * b.z)) % (size_t)emu_gpu_now()->sms);
}

/* compiler/assembly.c */
uint64_t emu_ptx_register(unsigned which)
{
    const struct emu_builtins *b = &emu_builtins;
    const unsigned thread =
                       b->thread.x + b->block_dim.x * (b->thread.y + b->block_dim.y * b->thread.z),
                   lane = thread % 32;
    unsigned number = 0;
#define RETURN_IT(name, is)                                                                        \
    if (number++ == which)                                                                         \
        return (uint64_t)(is);
    EMU_PTX_REGISTERS(RETURN_IT)
    return 0;
}

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    if (!emu_lane_now) {
        fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
        abort();
    }
    const struct emu_dim3 b = emu_builtins.block, t = emu_builtins.thread;
    fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
            file, line, function, b.x, b.y, b.z, t.x, t.y, t.z, condition);
    emu_finding(EMU_ASSERTION, CALLER, "assertion `%s' failed", condition);
    emu_abandon(cudaErrorAssert);
}

/* ---- fast intrinsics: the host's functions, exact to its own standard ---- */
#define DEFINE_FAST(name) float __##name(float x) IS(name(x))
EMU_FAST_FUNCTIONS(DEFINE_FAST)

float __powf(float x, float y) IS(powf(x, y));

/* ---- the host's memcpy and memset, which cuda_runtime.h sends here: the first byte stands for
 * all, since what it has to wait for is the whole array. A kernel's are its own code. ---- */

static void host_copies(const void *address, size_t count, enum host_touch how)
{
    if (count && emu_in_arena((uintptr_t)address))
        emu_host_touches((uintptr_t)address, how, emu_host_place);
}

void *emu_memcpy(void *to, const void *from, size_t count)
{
    host_copies(from, count, TOUCHES_READS);
    host_copies(to, count, TOUCHES_WRITES);
    return memcpy(to, from, count);
}

void *emu_memset(void *to, int value, size_t count)
{
    host_copies(to, count, TOUCHES_WRITES);
    return memset(to, value, count);
}
