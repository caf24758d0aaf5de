/* What g++ compiles in a kernel and nvcc has no device code for, as far as it touches memory or the
 * order of accesses: atomics of the language and the compiler, its other built-in functions, vector
 * intrinsics, variables of a host thread. The emulator would see none of their accesses (nor the C
 * library's: library.c). Copies, which nvcc does have, are made by functions that are seen. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

static const char atomics[] =
    "nvcc has no device code for it: use atomicAdd, atomicCAS, atomicExch "
    "and their like",
                  fences[] = "nvcc has no device code for it: use __threadfence or "
                             "__threadfence_block",
                  strings[] = "a host function, nvcc has no device code for it: write a loop",
                  compilers[] = "nvcc has no device code for this function of g++: use CUDA's own, "
                                "or plain C",
                  vectors[] = "an instruction of the CPU, which no GPU has: use float4, int4 and "
                              "their like",
                  jumps[] = "nvcc has no device code for jumps out of a function: use return",
                  threads[] = "device code has no variables of a host thread: use a local or a "
                              "__shared__ one",
                  numbers[] =
                      "a GPU has no floating-point numbers of more than 8 bytes: use double",
                  halves[] = "nvcc has no such type in device code: use float, or __half on a GPU",
                  uncounted[] = "this attribute keeps the emulator from seeing what the function "
                                "does: leave it out";

/* The first list that has the word. `called`: only where a parenthesis, or template arguments, come
 * next. */
static const struct builtin {
    const char *words;
    bool called;
    const char *why;
} builtins[] = {
    {"__atomic_thread_fence __atomic_signal_fence __sync_synchronize", false, fences},
    {"atomic_thread_fence atomic_signal_fence", true, fences},
    {"__atomic_* __sync_* __c11_atomic_* _Atomic atomic_flag*", false, atomics},
    {"atomic_ref atomic_load* atomic_store* atomic_exchange* atomic_compare_exchange* "
     "atomic_fetch_* atomic_init",
     true, atomics},
    {"__builtin_mem* __builtin_str* __builtin_stp* __builtin_bzero __builtin_bcopy "
     "__builtin_bcmp __builtin_index __builtin_rindex __builtin___*",
     false, strings},
    {"__builtin_ia32_* __builtin_aarch64_* __builtin_neon_* __builtin_shuffle* "
     "__builtin_convertvector _mm_* _mm256_* _mm512_* __m128* __m256* __m512*",
     false, vectors},
    {"vector_size __vector_size__", true, vectors},
    {"__builtin_prefetch __builtin_clear_padding __builtin___clear_cache "
     "__builtin_return_address __builtin_frame_address __builtin_extract_return_addr "
     "__builtin_dwarf_* __builtin_eh_* __builtin_unwind_* __builtin_apply* __builtin_return "
     "__builtin_thread_pointer __builtin_set_thread_pointer __builtin_stack_* "
     "__builtin_call_with_static_chain __builtin_*_overflow __builtin_*_overflow_p "
     "__builtin_bswap* __builtin_clrsb* __builtin_ctz* __builtin_parity* "
     "__builtin_popcountl __builtin_clzl __builtin_ffsl __builtin_isgreater* "
     "__builtin_isless* __builtin_isunordered* __builtin_isnormal* __builtin_isinf_sign* "
     "__builtin_isinff __builtin_isnanf __builtin_fpclassify __builtin_signbitf "
     "__builtin_object_size __builtin_constant_p __builtin_expect_with_probability "
     "__builtin_iceil* __builtin_ifloor* __builtin_irint* __builtin_iround* "
     "__builtin_lceil* __builtin_lfloor* __builtin_llceil* __builtin_llfloor* "
     "__builtin_roundeven* __builtin_significand* __builtin_scalb __builtin_scalbf "
     "__builtin_drem* __builtin_gamma __builtin_gammaf __builtin_pow10* "
     "__builtin_nexttoward* __builtin_cabs* __builtin_abort __builtin_exit __builtin_printf "
     "__builtin_putchar __builtin_puts __builtin_calloc __builtin_isdigit __builtin_toupper "
     "__builtin_tolower",
     false, compilers},
    {"__builtin_setjmp __builtin_longjmp", false, jumps},
    {"setjmp _setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp", true, jumps},
    {"thread_local __thread", false, threads},
    {"__float128 _Float128 __float80 _Float64x", false, numbers},
    {"_Float16", false, halves},
    {"no_sanitize* __no_sanitize* no_instrument* __no_instrument*", false, uncounted},
    {"optimize __optimize__", true, uncounted},
};

static void say(struct source *s, int i, const char *why)
{
    report(s, i, "%s: %s", word_text(s, i), why);
}

/* The file has a function of this name itself. */
static bool is_own(const struct source *s, int i)
{
    for (int k = 0; k < s->function_count; k++)
        if (same_text(s, s->functions[k].name, i))
            return true;
    return false;
}

static bool is_member(const struct source *s, int i)
{
    return tokens_are(s, i - 1, ".") || tokens_are(s, i - 2, "->");
}

static void check_word(struct source *s, int i)
{
    const bool standard = tokens_are(s, i - 2, "::") && token_is(s, i - 3, "std");
    if (is_member(s, i))
        return;
    if (token_is(s, i, "double") && (token_is(s, i - 1, "long") || token_is(s, i + 1, "long"))) {
        report(s, i, "long double: %s", numbers);
        return;
    }
    if (token_is(s, i, "goto") && tokens_are(s, i + 1, "*")) {
        report(s, i, "goto *: nvcc has no device code for jumps to an address: use switch");
        return;
    }
    for (size_t k = 0; k < sizeof builtins / sizeof *builtins; k++)
        if (is_among(s, i, builtins[k].words) &&
            (!builtins[k].called || (is_called(s, i) && !is_own(s, i)))) {
            say(s, i, builtins[k].why);
            return;
        }
    if ((standard && is_among(s, i, "atomic*")) ||
        (token_is(s, i, "atomic") && tokens_are(s, i + 1, "<") && !is_own(s, i)))
        say(s, i, atomics);
}

/* The first token of a name that may stand behind std:: or ::. */
static int begin_of_name(const struct source *s, int i)
{
    if (!tokens_are(s, i - 2, "::"))
        return i;
    int from = i - (token_is(s, i - 3, "std") ? 3 : 2);
    return from < i - 2 && tokens_are(s, from - 2, "::") ? from - 2 : from;
}

/* memcpy and memset, which nvcc has: a short copy of constant size stays, which g++ makes an
 * assignment, whose accesses it reports. Of longer ones it makes instructions that nothing sees:
 * they become calls. In host code all do. */
static bool redirect(struct source *s, int i, bool on_host)
{
    static const struct {
        const char *name, *question, *call;
    } seen[] = {{"memcpy", "is_short_copy", "emu_copy_bytes"},
                {"__builtin_memcpy", "is_short_copy", "emu_copy_bytes"},
                {"memset", "is_short_fill", "emu_fill_bytes"},
                {"__builtin_memset", "is_short_fill", "emu_fill_bytes"}};
    const int open = i + 1;
    for (size_t k = 0; k < sizeof seen / sizeof *seen; k++) {
        if (!token_is(s, i, seen[k].name) || !tokens_are(s, open, "(") || is_member(s, i) ||
            is_own(s, i) || s->tokens[open].partner < 0)
            continue;
        const int close = s->tokens[open].partner, from = begin_of_name(s, i);
        char *all = tokens_text(s, open + 1, close);
        const char *plain = strchr(seen[k].name, 'm');
        if (on_host) {
            replace(s, from, i + 1, format_text("::%s", seen[k].call));
            return true;
        }
        replace(s, from, i + 1,
                format_text("(::emu::%s(%s) ? __builtin_%s(%s) : ::%s", seen[k].question, all,
                            plain, all, seen[k].call));
        insert_after(s, close, strdup(")"));
        return true;
    }
    return false;
}

/* ---- thread_local variables outside functions: g++ would take one for shared memory ---- */

/* The name in a declaration whose specifiers hold thread_local at `i`. */
static int name_of_variable(const struct source *s, int i)
{
    int name = -1;
    for (i++; i < s->token_count; i++) {
        if (is_any(s, i, ";={[,("))
            return name;
        if (tokens_are(s, i, "<")) {
            const int close = close_angle(s, i);
            i = close > 0 ? close : i;
        } else if (is_word(s, i)) {
            name = i;
        }
    }
    return -1;
}

static bool is_inside(const struct source *s, int i)
{
    for (int k = 0; k < s->function_count; k++)
        if (s->functions[k].body >= 0 && i > s->functions[k].body && i < s->functions[k].end)
            return true;
    return false;
}

static void check_thread_local(struct source *s, int keyword)
{
    const int name = name_of_variable(s, keyword);
    if (name >= 0) {
        s->thread_locals = grow(s->thread_locals, s->thread_local_count, sizeof(int));
        s->thread_locals[s->thread_local_count++] = name;
    }
    if (is_inside(s, keyword))
        return;
    for (int k = 0; k < s->function_count && name >= 0; k++) {
        const struct function *f = &s->functions[k];
        if (f->body < 0 || !(f->sides & (SIDE_DEVICE | SIDE_GLOBAL)) || f->sides & SIDE_HOST)
            continue;
        for (int i = f->head; i < f->end; i++)
            if (same_text(s, i, name) && !is_member(s, i)) {
                if (i > f->body)
                    say(s, i, threads);
                break; /* or a parameter of this name */
            }
    }
}

static void check_words(struct source *s, int from, int to, int body, bool only_device)
{
    for (int i = from; i < to; i++)
        if (is_word(s, i) && !(i > body && body >= 0 && redirect(s, i, false)) && only_device)
            check_word(s, i);
}

/* Memory that host and device both touch: there what the host copies must be seen, too. */
static bool has_common_memory(const struct source *s)
{
    for (int i = 0; i < s->token_count; i++)
        if (is_among(s, i, "cudaMallocManaged __emu_managed__ cudaMallocHost cudaHostAlloc") &&
            is_inside(s, i) + token_is(s, i, "__emu_managed__"))
            return true;
    return false;
}

void check_builtins(struct source *s)
{
    const bool common = has_common_memory(s);
    for (int k = 0; k < s->function_count; k++) {
        const struct function f = s->functions[k];
        if (f.sides & (SIDE_DEVICE | SIDE_GLOBAL)) {
            check_words(s, f.head, f.body < 0 ? f.name : f.end, f.body, !(f.sides & SIDE_HOST));
            continue;
        }
        for (int i = f.body + 1; f.body >= 0 && i < f.end; i++) {
            const int end = end_of_device_lambda(s, i, f.end);
            if (end < 0 && common)
                redirect(s, i, true);
            if (end < 0)
                continue;
            check_words(s, i, end, i,
                        !token_is(s, i - 1, "__emu_host__") && !token_is(s, i + 1, "__emu_host__"));
            i = end;
        }
    }
    for (int i = 0; i < s->token_count; i++)
        if (is_among(s, i, "thread_local __thread"))
            check_thread_local(s, i);
}
