/* kernel<<<grid, block>>>(arguments): what it becomes (include/emu_launch.h), and what of it nvcc
 * refuses. How many arguments a kernel takes is known from its declaration; whether one fits is for
 * the compiler to say, by a static_assert at the launch whose text names kernel, parameter and
 * argument. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

/* First token of the postfix expression that ends before `end`: ns::kernel<A, B>, table[i],
 * (*pointer). */
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
        while (is_any(s, i, ")]")) {
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
        bool qualified = is_word(s, i - 1) || is_any(s, i - 1, ">])");
        if (!qualified || is_among(s, i - 1, "return else do"))
            return i; /* ::kernel */
        i--;
    }
}

char *at_place_of(const struct source *s, int i)
{
    const struct token *t = &s->tokens[i];
    return format_text("\n# %d \"%s\"\n%*s", t->line, s->files[t->file], t->column - 1, "");
}

/* The end of the configuration that begins behind `open`, at >>>; -1 if there is none. *comma: the
 * first comma. */
static int end_of_configuration(const struct source *s, int open, int limit, int *comma)
{
    *comma = -1;
    for (int i = open + 3; i < limit; i++) {
        if (tokens_are(s, i, ">>>"))
            return i;
        if (tokens_are(s, i, ",") && *comma < 0)
            *comma = i;
        else if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
        else if (tokens_are(s, i, ";"))
            break;
    }
    return -1;
}

static void rewrite(struct source *s, const struct function *f, const struct kernel *k, int start,
                    int open, int close)
{
    int begin[MOST_ARGUMENTS + 1] = {0};
    const int count = items(s, close + 3, begin), end = s->tokens[close + 3].partner;
    bool all = false;
    refuse_lambdas(s, f, begin, count);
    if (!check_count(s, k, kernel_word(s, start, open), close + 3, count, begin))
        return;
    char *asked = ask(s, f, k, start, open, begin, count, &all);
    char *kernel = tokens_text(s, start, open), *place = at_place_of(s, start);
    replace(
        s, start, open,
        format_text(
            "%s::emu::kernel<%s>(\"%s\", [&](auto emu_t) -> decltype(emu_t.exact(%s%s)) { return "
            "emu_t.exact(%s%s); }, [&](auto &&...emu_a) __attribute__((no_sanitize(\"thread\"))) "
            "-> decltype(%s%s(emu_a...)) { %s%s(emu_a...); }).at",
            asked ? asked : "", all ? "true" : "false", escaped(kernel), place, kernel, place,
            kernel, place, kernel, place, kernel));
    if (asked)
        insert_before(s, end + 1, strdup(")"));
    place = at_place_of(s, open);
    replace(s, open, open + 3, format_text("%s  (", place));
    replace(s, close, close + 3, strdup(")  "));
}

int rewrite_launch(struct source *s, const struct function *f, int open)
{
    int comma;
    const int close = end_of_configuration(s, open, f->end, &comma),
              start = expression_start(s, open);
    const bool on_device = (f->sides & (SIDE_DEVICE | SIDE_GLOBAL)) && !(f->sides & SIDE_HOST);
    struct kernel k;
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
    if (!find_kernel(s, f, kernel_word(s, start, open), open, &k))
        return close + 2;
    rewrite(s, f, &k, start, open, close);
    return open + 2;
}
