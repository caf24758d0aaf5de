/* Context switch in assembly, for x86-64 and AArch64. Only what a callee must preserve is saved.
 * The x86-64 switch ends in a jump: ret would defeat the processor's return prediction. */
#include "fiber.h"

#include <sys/mman.h>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#ifndef VALGRIND_STACK_REGISTER
#define VALGRIND_STACK_REGISTER(low, high) ((void)(low), (void)(high))
#endif

uintptr_t fiber_pool_begin, fiber_pool_end;
struct fiber fiber_scheduler;

/* Hot lines of all stacks would share a cache set if all began at one offset: spread them. */
enum { COLOURS = 48, COLOUR_BYTES = 5 * 64, FIRST_STACKS = 1024 };

static unsigned *idle; /* sets that have been given back */
static size_t idle_count, idle_room, set_count;

void fiber_reserve(size_t sets)
{
    const size_t before = fiber_pool_end - fiber_pool_begin, stacks = sets * EMU_WARP;
    const size_t bytes = (stacks < FIRST_STACKS ? FIRST_STACKS : stacks) * FIBER_STACK;
    if (bytes <= before) {
        for (idle_count = 0; idle_count < set_count; idle_count++)
            idle[idle_count] = (unsigned)(set_count - 1 - idle_count);
        return;
    }
    if (before)
        munmap((void *)fiber_pool_begin, before);
    void *pool = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pool == MAP_FAILED) {
        fprintf(stderr, "emulator: no address space for %zu bytes of stacks\n", bytes);
        exit(2);
    }
    madvise(pool, bytes, MADV_NOHUGEPAGE); /* of most stacks one page is used */
    fiber_pool_begin = (uintptr_t)pool;
    fiber_pool_end = fiber_pool_begin + bytes;
    idle_count = set_count = 0;
    idle = more_zeros(idle, bytes / FIBER_STACK / EMU_WARP, &idle_room, sizeof *idle,
                      "the list of stacks");
}

int fiber_guard_hit(uintptr_t address)
{
    return address >= fiber_pool_begin && address < fiber_pool_end &&
           (address - fiber_pool_begin) % FIBER_STACK < FIBER_GUARD;
}

static inline char *stack_base(size_t index) IS((char *)fiber_pool_begin + index * FIBER_STACK);

unsigned fiber_take_stacks(void)
{
    if (idle_count)
        return idle[--idle_count];
    for (size_t i = set_count * EMU_WARP, end = i + EMU_WARP; i < end; i++) {
        char *base = stack_base(i);
        if (i < FIBER_GUARDED && mprotect(base, FIBER_GUARD, PROT_NONE) != 0) {
            perror("emulator: guard page");
            exit(2);
        }
        VALGRIND_STACK_REGISTER(base + FIBER_GUARD, base + FIBER_STACK);
    }
    return (unsigned)set_count++;
}

void fiber_give_stacks(unsigned set)
{
    idle[idle_count++] = set;
}

#if defined(__x86_64__)

__asm__(".text\n"
        ".globl fiber_switch\n"
        ".type fiber_switch,@function\n"
        "fiber_switch:\n"
        "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
        "  movq %rsp,(%rdi)\n"
        "  movq (%rsi),%rsp\n"
        "  movq 8(%rsi),%rax\n"
        "  testq %rax,%rax\n  jnz 1f\n"
        "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
        "  ret\n"
        "1: movq $0,8(%rsi)\n"
        "  pushq $0\n" /* where it would return to */
        "  jmp *%rax\n"
        ".size fiber_switch,.-fiber_switch\n");

#elif defined(__aarch64__) /* x19–x30 and d8–d15 */

__asm__(".text\n"
        ".globl fiber_switch\n"
        ".type fiber_switch,%function\n"
        "fiber_switch:\n"
        "  sub sp, sp, #160\n"
        "  stp x19, x20, [sp, #0]\n  stp x21, x22, [sp, #16]\n  stp x23, x24, [sp, #32]\n"
        "  stp x25, x26, [sp, #48]\n  stp x27, x28, [sp, #64]\n  stp x29, x30, [sp, #80]\n"
        "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n"
        "  stp d12, d13, [sp, #128]\n  stp d14, d15, [sp, #144]\n"
        "  mov x9, sp\n  str x9, [x0]\n  ldp x9, x10, [x1]\n  mov sp, x9\n"
        "  cbnz x10, 1f\n"
        "  ldp x19, x20, [sp, #0]\n  ldp x21, x22, [sp, #16]\n  ldp x23, x24, [sp, #32]\n"
        "  ldp x25, x26, [sp, #48]\n  ldp x27, x28, [sp, #64]\n  ldp x29, x30, [sp, #80]\n"
        "  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n"
        "  ldp d12, d13, [sp, #128]\n  ldp d14, d15, [sp, #144]\n"
        "  add sp, sp, #160\n"
        "  ret\n"
        "1: str xzr, [x1, #8]\n"
        "  mov x29, #0\n  mov x30, #0\n"
        "  br x10\n"
        ".size fiber_switch,.-fiber_switch\n");

#else
#error The emulator runs on x86-64 and AArch64: its fibers have no switch for this processor.
#endif

#ifdef __SANITIZE_ADDRESS__
#include <pthread.h>
#include <sanitizer/asan_interface.h>

const char *__asan_default_options(void)
{
    return "detect_leaks=0"; /* what a program has not freed when it ends */
}

/* Of the jump it learns by being told of the scheduler's stack: frames left have their marks. */
void fiber_tell(const struct fiber *to)
{
    static HOST_THREAD void *own; /* the host thread's stack */
    static HOST_THREAD size_t own_bytes;
    const char *here = __builtin_frame_address(0);
    pthread_attr_t facts;
    if (!own && !pthread_getattr_np(pthread_self(), &facts)) {
        pthread_attr_getstack(&facts, &own, &own_bytes);
        pthread_attr_destroy(&facts);
    }
    const char *low = to->base ? to->base + FIBER_GUARD : own;
    __sanitizer_start_switch_fiber(NULL, low, to->base ? FIBER_STACK - FIBER_GUARD : own_bytes);
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
    if (low == own && here > low && here < low + own_bytes) {
        __asan_unpoison_memory_region(low, (size_t)(here - low));
        __asan_unpoison_memory_region(stack_base(0), set_count * EMU_WARP * FIBER_STACK);
    }
}
#endif

void fiber_start(struct fiber *fiber, unsigned set, unsigned number, void (*entry)(void))
{
    const size_t index = (size_t)set * EMU_WARP + number;
    fiber->base = stack_base(index);
    fiber->context = fiber->base + FIBER_STACK - index % COLOURS * COLOUR_BYTES;
    fiber->entry = entry;
}
