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

/* The first that fits; a * stands for any ending. `called`: only where a parenthesis, or template
 * arguments, come next. */
static const struct builtin {
    const char *name;
    bool called;
    const char *why;
} builtins[] = {
    {"__atomic_thread_fence", false, fences},
    {"__atomic_signal_fence", false, fences},
    {"__sync_synchronize", false, fences},
    {"atomic_thread_fence", true, fences},
    {"atomic_signal_fence", true, fences},
    {"__atomic_*", false, atomics},
    {"__sync_*", false, atomics},
    {"__c11_atomic_*", false, atomics},
    {"_Atomic", false, atomics},
    {"atomic_ref", true, atomics},
    {"atomic_flag*", false, atomics},
    {"atomic_load*", true, atomics},
    {"atomic_store*", true, atomics},
    {"atomic_exchange*", true, atomics},
    {"atomic_compare_exchange*", true, atomics},
    {"atomic_fetch_*", true, atomics},
    {"atomic_init", true, atomics},
    {"__builtin_mem*", false, strings},
    {"__builtin_str*", false, strings},
    {"__builtin_stp*", false, strings},
    {"__builtin_bzero", false, strings},
    {"__builtin_bcopy", false, strings},
    {"__builtin_bcmp", false, strings},
    {"__builtin_index", false, strings},
    {"__builtin_rindex", false, strings},
    {"__builtin___*", false, strings}, /* …_chk */
    {"__builtin_ia32_*", false, vectors},
    {"__builtin_aarch64_*", false, vectors},
    {"__builtin_neon_*", false, vectors},
    {"__builtin_shuffle*", false, vectors},
    {"__builtin_convertvector", false, vectors},
    {"_mm_*", false, vectors},
    {"_mm256_*", false, vectors},
    {"_mm512_*", false, vectors},
    {"__m128*", false, vectors},
    {"__m256*", false, vectors},
    {"__m512*", false, vectors},
    {"vector_size", true, vectors},
    {"__vector_size__", true, vectors},
    {"__builtin_prefetch", false, compilers},
    {"__builtin_clear_padding", false, compilers},
    {"__builtin___clear_cache", false, compilers},
    {"__builtin_return_address", false, compilers},
    {"__builtin_frame_address", false, compilers},
    {"__builtin_extract_return_addr", false, compilers},
    {"__builtin_dwarf_*", false, compilers},
    {"__builtin_eh_*", false, compilers},
    {"__builtin_unwind_*", false, compilers},
    {"__builtin_apply*", false, compilers},
    {"__builtin_return", false, compilers},
    {"__builtin_thread_pointer", false, compilers},
    {"__builtin_set_thread_pointer", false, compilers},
    {"__builtin_stack_*", false, compilers},
    {"__builtin_call_with_static_chain", false, compilers},
    {"__builtin_*_overflow", false, compilers},
    {"__builtin_*_overflow_p", false, compilers},
    {"__builtin_bswap*", false, compilers},
    {"__builtin_clrsb*", false, compilers},
    {"__builtin_ctz*", false, compilers},
    {"__builtin_parity*", false, compilers},
    {"__builtin_popcountl", false, compilers},
    {"__builtin_clzl", false, compilers},
    {"__builtin_ffsl", false, compilers},
    {"__builtin_isgreater*", false, compilers},
    {"__builtin_isless*", false, compilers},
    {"__builtin_isunordered*", false, compilers},
    {"__builtin_isnormal*", false, compilers},
    {"__builtin_isinf_sign*", false, compilers},
    {"__builtin_isinff", false, compilers},
    {"__builtin_isnanf", false, compilers},
    {"__builtin_fpclassify", false, compilers},
    {"__builtin_signbitf", false, compilers},
    {"__builtin_object_size", false, compilers},
    {"__builtin_constant_p", false, compilers},
    {"__builtin_expect_with_probability", false, compilers},
    {"__builtin_iceil*", false, compilers},
    {"__builtin_ifloor*", false, compilers},
    {"__builtin_irint*", false, compilers},
    {"__builtin_iround*", false, compilers},
    {"__builtin_lceil*", false, compilers},
    {"__builtin_lfloor*", false, compilers},
    {"__builtin_llceil*", false, compilers},
    {"__builtin_llfloor*", false, compilers},
    {"__builtin_roundeven*", false, compilers},
    {"__builtin_significand*", false, compilers},
    {"__builtin_scalb", false, compilers},
    {"__builtin_scalbf", false, compilers},
    {"__builtin_drem*", false, compilers},
    {"__builtin_gamma", false, compilers},
    {"__builtin_gammaf", false, compilers},
    {"__builtin_pow10*", false, compilers},
    {"__builtin_nexttoward*", false, compilers},
    {"__builtin_cabs*", false, compilers},
    {"__builtin_abort", false, compilers},
    {"__builtin_exit", false, compilers},
    {"__builtin_printf", false, compilers},
    {"__builtin_putchar", false, compilers},
    {"__builtin_puts", false, compilers},
    {"__builtin_calloc", false, compilers},
    {"__builtin_isdigit", false, compilers},
    {"__builtin_toupper", false, compilers},
    {"__builtin_tolower", false, compilers},
    {"__builtin_setjmp", false, jumps},
    {"__builtin_longjmp", false, jumps},
    {"setjmp", true, jumps},
    {"_setjmp", true, jumps},
    {"sigsetjmp", true, jumps},
    {"__sigsetjmp", true, jumps},
    {"longjmp", true, jumps},
    {"_longjmp", true, jumps},
    {"siglongjmp", true, jumps},
    {"thread_local", false, threads},
    {"__thread", false, threads},
    {"__float128", false, numbers},
    {"_Float128", false, numbers},
    {"__float80", false, numbers},
    {"_Float64x", false, numbers},
    {"_Float16", false, halves},
    {"no_sanitize*", false, uncounted},
    {"__no_sanitize*", false, uncounted},
    {"no_instrument*", false, uncounted},
    {"__no_instrument*", false, uncounted},
    {"optimize", true, uncounted},
    {"__optimize__", true, uncounted},
};
enum { BUILTINS = sizeof builtins / sizeof *builtins };

/* Whether the token is the name; a * stands for any characters, once. */
static bool fits(const struct token *t, const char *name)
{
    const char *star = strchr(name, '*');
    const size_t length = (size_t)t->length, before = star ? (size_t)(star - name) : strlen(name);
    if (length < before || memcmp(t->text, name, before))
        return false;
    if (!star)
        return length == before;
    const size_t behind = strlen(star + 1);
    return length >= before + behind && !memcmp(t->text + length - behind, star + 1, behind);
}

static void say(struct source *s, int i, const char *why)
{
    char *name = tokens_text(s, i, i + 1);
    report(s, i, "%s: %s", name, why);
    free(name);
}

/* The file has a function of this name itself. */
static bool is_own(const struct source *s, int i)
{
    for (int k = 0; k < s->function_count; k++) {
        const struct token *name = &s->tokens[s->functions[k].name];
        if (name->length == s->tokens[i].length &&
            !memcmp(name->text, s->tokens[i].text, (size_t)name->length))
            return true;
    }
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
    for (int k = 0; k < BUILTINS; k++)
        if (fits(&s->tokens[i], builtins[k].name) &&
            (!builtins[k].called || (is_called(s, i) && !is_own(s, i)))) {
            say(s, i, builtins[k].why);
            return;
        }
    if ((standard && fits(&s->tokens[i], "atomic*")) ||
        (token_is(s, i, "atomic") && tokens_are(s, i + 1, "<") && !is_own(s, i)))
        say(s, i, atomics);
}

/* memcpy and memset, which nvcc has: a short copy of constant size stays, which g++ makes an
 * assignment, whose accesses it reports. Of longer ones it makes instructions that nothing sees:
 * they become calls. */
static bool redirect(struct source *s, int i)
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
        const int close = s->tokens[open].partner;
        int from = i;
        if (tokens_are(s, from - 2, "::"))
            from -= token_is(s, from - 3, "std") ? 3 : 2;
        if (tokens_are(s, from - 2, "::") && from < i - 2)
            from -= 2;
        char *all = tokens_text(s, open + 1, close);
        const char *plain = strchr(seen[k].name, 'm');
        replace(s, from, i + 1,
                format_text("(::emu::%s(%s) ? __builtin_%s(%s) : ::%s", seen[k].question, all,
                            plain, all, seen[k].call));
        insert_after(s, close, strdup(")"));
        free(all);
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
        if (tokens_are(s, i, ";") || tokens_are(s, i, "=") || tokens_are(s, i, "{") ||
            tokens_are(s, i, "[") || tokens_are(s, i, ",") || tokens_are(s, i, "("))
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
        if (is_word(s, i) && !(i > body && body >= 0 && redirect(s, i)) && only_device)
            check_word(s, i);
}

void check_builtins(struct source *s)
{
    for (int k = 0; k < s->function_count; k++) {
        const struct function f = s->functions[k];
        if (f.sides & (SIDE_DEVICE | SIDE_GLOBAL)) {
            check_words(s, f.head, f.body < 0 ? f.name : f.end, f.body, !(f.sides & SIDE_HOST));
            continue;
        }
        for (int i = f.body + 1; f.body >= 0 && i < f.end; i++) {
            const int end = end_of_device_lambda(s, i, f.end);
            if (end < 0)
                continue;
            check_words(s, i, end, i,
                        !token_is(s, i - 1, "__emu_host__") && !token_is(s, i + 1, "__emu_host__"));
            i = end;
        }
    }
    for (int i = 0; i < s->token_count; i++)
        if (token_is(s, i, "thread_local") || token_is(s, i, "__thread"))
            check_thread_local(s, i);
}
