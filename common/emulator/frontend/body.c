/* Inside function bodies: launches, shared memory, inline PTX, lambdas for the device. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

/* First token of the postfix expression that ends before `end`: ns::kernel<A, B>, table[i], (*pointer). */
static int expression_start(const struct source *s, int end)
{
    int i = end - 1;
    for (;;) {
        if (tokens_are(s, i, ">")) {
            int open = open_angle(s, i);
            if (open < 0)
                return -1;
            i = open - 1;
        }
        while (tokens_are(s, i, ")") || tokens_are(s, i, "]")) {
            int open = s->tokens[i].partner;
            if (open < 0)
                return -1;
            bool alone =
                tokens_are(s, i, ")") && !is_word(s, open - 1) && !tokens_are(s, open - 1, "]");
            if (alone)
                return open;
            i = open - 1;
        }
        if (!is_word(s, i))
            return -1;
        if (token_is(s, i - 1, "template"))
            i--;
        if (tokens_are(s, i - 2, "::"))
            i -= 2;
        else if (tokens_are(s, i - 1, "."))
            i--;
        else if (tokens_are(s, i - 2, "->"))
            i -= 2;
        else
            return i;
        bool qualified = is_word(s, i - 1) || tokens_are(s, i - 1, ">") ||
                         tokens_are(s, i - 1, "]") || tokens_are(s, i - 1, ")");
        static const char *const keywords[] = {"return", "else", "do"};
        for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
            qualified &= !token_is(s, i - 1, keywords[k]);
        if (!qualified)
            return i; /* ::kernel */
        i--;
    }
}

static char *escaped(const char *text)
{
    char *copy = malloc(2 * strlen(text) + 1), *p = copy;
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *p++ = '\\';
        *p++ = *text == '\n' ? ' ' : *text;
    }
    *p = 0;
    return copy;
}

/* A line marker and blanks that put what follows where token `i` stood, so that the compiler's carets are right. */
static char *at_place_of(const struct source *s, int i)
{
    const struct token *t = &s->tokens[i];
    return format_text("\n# %d \"%s\"\n%*s", t->line, s->files[t->file], t->column - 1, "");
}

/* kernel <<< configuration >>> ( arguments ), see include/emu_launch.h. Returns the last token looked at. */
static int rewrite_launch(struct source *s, int open, int limit, bool on_device)
{
    int close = -1, comma = -1;
    for (int i = open + 3; i < limit && close < 0; i++) {
        if (tokens_are(s, i, ">>>"))
            close = i;
        else if (tokens_are(s, i, ",") && comma < 0)
            comma = i;
        else if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
        else if (tokens_are(s, i, ";"))
            break;
    }
    int start = expression_start(s, open);
    if (close < 0 || start < 0 || !tokens_are(s, close + 3, "(")) {
        report(s, open, "a launch reads kernel<<<grid, block, shared, stream>>>(arguments)");
        return open + 2;
    }
    bool pack = tokens_are(s, close - 3, "...");
    if ((comma < 0 && !pack) || comma == open + 3 || comma == close - 1) {
        report(s, open, "a launch needs a grid and a block: kernel<<<grid, block>>>(arguments)");
        return close + 2;
    }
    if (on_device) {
        report(s, open, "the emulator does not launch kernels from kernels (dynamic parallelism)");
        return close + 2;
    }
    char *kernel = tokens_text(s, start, open), *name = escaped(kernel),
         *place = at_place_of(s, start);
    replace(
        s, start, open,
        format_text(
            "::emu::kernel(\"%s\", [&](auto emu_t) -> decltype(emu_t.exact(%s%s)) { return "
            "emu_t.exact(%s%s); }, "
            "[&](auto... emu_a) __attribute__((no_sanitize(\"thread\"))) { %s%s(emu_a...); }).at",
            name, place, kernel, place, kernel, place, kernel));
    free(place);
    place = at_place_of(s, open);
    replace(s, open, open + 3, format_text("%s  (", place));
    replace(s, close, close + 3, strdup(")  "));
    free(place);
    free(name);
    free(kernel);
    return open + 2;
}

/* A local declaration with one of CUDA's memory keywords: from the statement's start to its ';'. */
static int rewrite_local(struct source *s, int word, int begin, int limit)
{
    int from = word, to = word;
    while (from > begin && !tokens_are(s, from - 1, ";") && !tokens_are(s, from - 1, "{") &&
           !tokens_are(s, from - 1, "}") && !tokens_are(s, from - 1, ":")) {
        int open = tokens_are(s, from - 1, ")") ? s->tokens[from - 1].partner : -1;
        if (open >= 0 && !token_is(s, open - 1, "alignas") &&
            !token_is(s, open - 1, "__attribute__"))
            break; /* if (…) __shared__ … */
        from = open >= 0 ? open : from - 1;
    }
    while (to < limit && !tokens_are(s, to, ";"))
        to = s->tokens[to].partner > to ? s->tokens[to].partner + 1 : to + 1;
    rewrite_variable(s, from, to, true);
    return to;
}

/* asm in device code. Its text up to the operands names it. */
static int refuse_asm(struct source *s, int word)
{
    int open = word + 1;
    while (is_word(s, open))
        open++;
    if (!tokens_are(s, open, "("))
        return word;
    int close = s->tokens[open].partner, stop = open + 1;
    while (stop < close && s->tokens[stop].kind == T_STRING)
        stop++;
    char *text = tokens_text(s, open + 1, stop);
    if (s->late_unsupported)
        replace(s, word, close + 1,
                format_text("::emu_unsupported(\"inline PTX: \" %s)", *text ? text : "\"\""));
    else
        report(s, word, "inline PTX is not supported by the emulator: %s", text);
    free(text);
    return close;
}

/* cudaLaunchKernel((void *)kernel, …) and its cooperative form: without the cast the shim sees the types of the parameters. */
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
    return token_is(s, i, "__emu_shared__") || token_is(s, i, "__emu_constant__") ||
           token_is(s, i, "__emu_managed__");
}

void rewrite_body(struct source *s, const struct function *f)
{
    const bool on_device = f->sides & (SIDE_DEVICE | SIDE_GLOBAL);
    for (int i = f->body + 1; i < f->end; i++) {
        if (tokens_are(s, i, "<<<")) {
            i = rewrite_launch(s, i, f->end, on_device && !(f->sides & SIDE_HOST));
        } else if (is_local_memory_word(s, i)) {
            i = rewrite_local(s, i, f->body + 1, f->end);
        } else if (token_is(s, i, "__emu_device__") || token_is(s, i, "__emu_host__") ||
                   token_is(s, i, "__emu_global__")) {
            replace(s, i, i + 1, NULL); /* a lambda, a local declaration of a function */
        } else if (token_is(s, i, "cudaLaunchKernel") ||
                   token_is(s, i, "cudaLaunchCooperativeKernel")) {
            drop_kernel_cast(s, i);
        } else if (on_device && (token_is(s, i, "asm") || token_is(s, i, "__asm__") ||
                                 token_is(s, i, "__asm"))) {
            i = refuse_asm(s, i);
        }
    }
}
