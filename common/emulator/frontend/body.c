/* Inside function bodies: shared memory, static locals, lambdas for the device; launches.c and
 * ptx.c have the rest. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

/* cudaLaunchKernel((void *)kernel, …) and its cooperative form: without the cast the shim sees
 * the types of the parameters. */
static void drop_kernel_cast(struct source *s, int word)
{
    static const char *const names[] = {"const", "void", "*"};
    int i = word + 2;
    if (!tokens_are(s, word + 1, "(") || !tokens_are(s, i, "("))
        return;
    int close = s->tokens[i].partner;
    bool is_cast = close > i;
    for (int k = i + 1; k < close; k++) {
        bool known = false;
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            known |= token_is(s, k, names[n]);
        is_cast &= known;
    }
    if (is_cast)
        replace(s, i, close + 1, NULL);
}

static bool is_local_memory_word(const struct source *s, int i)
{
    return is_among(s, i, "__emu_shared__ __emu_constant__ __emu_managed__");
}

/* Where a local variable may have a memory of CUDA's; says so where it may not. */
static void check_local_memory(struct source *s, const struct function *f, int word, int from)
{
    const bool is_shared = token_is(s, word, "__emu_shared__");
    bool is_static = false;
    for (int i = from; i <= word + 1; i++)
        is_static |= token_is(s, i, "static");
    char *name = word_text(s, word);
    const int length = (int)strlen(name) - (int)strlen("__emu___");
    if (!(f->sides & (SIDE_DEVICE | SIDE_GLOBAL)))
        report(s, word, "a __%.*s__ variable inside a __host__ function: write it %s", length,
               name + strlen("__emu_"), is_shared ? "into the kernel" : "outside all functions");
    else if (!is_shared && !is_static)
        report(s, word, "a __%.*s__ variable inside a function: write it outside all functions",
               length, name + strlen("__emu_"));
}

/* A local declaration with one of CUDA's memory keywords: from the statement's start to its ';'. */
static int rewrite_local(struct source *s, const struct function *f, int word)
{
    int from = word, to = word;
    while (from > f->body + 1 && !is_any(s, from - 1, ";{}:")) {
        int open = tokens_are(s, from - 1, ")") ? s->tokens[from - 1].partner : -1;
        if (open >= 0 && !is_among(s, open - 1, "alignas __attribute__"))
            break; /* if (…) __shared__ … */
        from = open >= 0 ? open : from - 1;
    }
    while (to < f->end && !tokens_are(s, to, ";"))
        to = s->tokens[to].partner > to ? s->tokens[to].partner + 1 : to + 1;
    check_local_memory(s, f, word, from);
    rewrite_variable(s, from, to, true);
    return to;
}

/* A lambda's __device__: nvcc wants an option for it. */
static void check_device_lambda(struct source *s, int i)
{
    const bool is_lambda =
        tokens_are(s, i - 1, "]") ||
        (is_among(s, i - 1, "__emu_host__ __emu_device__") && tokens_are(s, i - 2, "]"));
    if (is_lambda && tokens_are(s, i - 1, "]") && !s->extended_lambda)
        report(s, i,
               "a lambda with __host__ or __device__ needs nvcc's option --extended-lambda: write "
               "a struct with a __device__ operator() instead");
}

/* `__device__ int n;` in a function, not a lambda's or a local function's __device__. */
static bool is_local_variable(const struct source *s, int i)
{
    if (!token_is(s, i, "__emu_device__") || is_any(s, i - 1, "])") ||
        token_is(s, i - 1, "__emu_host__") || token_is(s, i + 1, "__emu_host__"))
        return false;
    for (int k = i + 1; k < s->token_count; k++) {
        if (is_any(s, k, ";=["))
            return true;
        if (is_any(s, k, "({"))
            return false;
    }
    return false;
}

/* A static local of device code lies in the device's memory; a constant one stays what it is. */
static void rewrite_static(struct source *s, const struct function *f, int i)
{
    bool is_const = false;
    int end = i + 1, name = -1;
    for (; end < f->end && !is_any(s, end, ";=({"); end++) {
        if (is_among(s, end, "__emu_shared__ __emu_device__ __emu_constant__"))
            return;
        is_const = (is_const && !tokens_are(s, end, "*")) || is_among(s, end, "const constexpr");
        if (tokens_are(s, end, "["))
            end = s->tokens[end].partner > end ? s->tokens[end].partner : end;
        else if (is_word(s, end))
            name = end;
    }
    if (tokens_are(s, end, "(") && !tokens_are(s, end + 1, "*"))
        return;                  /* a function, or S s(1) */
    if (tokens_are(s, end, "(")) /* pointers to functions: (*const table[]) */
        for (int k = end; k < s->tokens[end].partner; k++)
            is_const |= token_is(s, k, "const");
    if (is_const || token_is(s, i - 1, "const"))
        return;
    if (name >= 0)
        note_static(s, name, f->name, f->sides & SIDE_HOST ? 'm' : 'd');
    replace(s, i, i + 1,
            format_text("static __attribute__((used, section(\"emu_%s_%08x_%d\"))) %s",
                        f->sides & SIDE_HOST ? "managed" : "device", s->unit, ++s->sections,
                        tokens_are(s, end, "(") ? "" : "__constinit"));
}

/* The brace at `open` begins the body of a lambda or of a class. */
static bool is_inner_function(const struct source *s, int from, int open)
{
    int i = open - 1;
    while (i > from && (is_word(s, i) || tokens_are(s, i, "->") || tokens_are(s, i - 1, "->") ||
                        tokens_are(s, i, ":") || tokens_are(s, i, "<") || tokens_are(s, i, ">"))) {
        if (token_is(s, i, "struct") || token_is(s, i, "class") || token_is(s, i, "union"))
            return true;
        if (token_is(s, i, "else") || token_is(s, i, "do"))
            return false;
        i--;
    }
    if (tokens_are(s, i, ")") && s->tokens[i].partner > from)
        i = s->tokens[i].partner - 1;
    return tokens_are(s, i, "]");
}

/* The file has calls for which lanes of a warp come together. */
static bool has_exchanges(const struct source *s)
{
    static const char *const begins[] = {
        "__shfl_",  "__ballot_sync", "__any_sync", "__all_sync", "__uni_sync",
        "__match_", "__reduce_",     "__syncwarp", "emu_mma",    "cooperative_groups"};
    for (int i = 0; i < s->token_count; i++)
        for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
            if (is_word(s, i) && !strncmp(s->tokens[i].text, begins[k], strlen(begins[k])))
                return true;
    return false;
}

/* Which lanes of a kernel have returned, and which have come to its end (engine/passed_by.c). */
static void mark_returns(struct source *s, const struct function *f)
{
    if (!has_exchanges(s))
        return;
    for (int i = f->body + 1; i < f->end; i++) {
        if (tokens_are(s, i, "{") && is_inner_function(s, f->body, i)) {
            i = s->tokens[i].partner;
        } else if (token_is(s, i, "return")) {
            insert_before(s, i, strdup("{ ::emu_returns(); "));
            while (i < f->end && !tokens_are(s, i, ";"))
                i = s->tokens[i].partner > i ? s->tokens[i].partner + 1 : i + 1;
            insert_after(s, i, strdup(" }"));
        }
    }
}

void rewrite_body(struct source *s, const struct function *f)
{
    if (f->sides & SIDE_GLOBAL)
        mark_returns(s, f);
    const bool on_device = f->sides & (SIDE_DEVICE | SIDE_GLOBAL);
    for (int i = f->body + 1; i < f->end; i++) {
        if (on_device)
            check_unroll(s, i);
        if (on_device && s->short_numbers && is_among(s, i, "for while"))
            check_loop(s, f, i);
        if (tokens_are(s, i, "<<<")) {
            i = rewrite_launch(s, f, i);
        } else if (is_local_memory_word(s, i) || is_local_variable(s, i)) {
            i = rewrite_local(s, f, i);
        } else if (is_among(s, i, "__emu_device__ __emu_host__ __emu_global__")) {
            check_device_lambda(s, i);
            replace(s, i, i + 1, NULL); /* a lambda, a local declaration of a function */
        } else if (is_among(s, i, "cudaLaunchKernel cudaLaunchCooperativeKernel")) {
            drop_kernel_cast(s, i);
        } else if (on_device && token_is(s, i, "static")) {
            rewrite_static(s, f, i);
        } else if (on_device && is_among(s, i, "asm __asm__ __asm")) {
            i = rewrite_asm(s, i);
        }
    }
}
