/* The arguments of a launch: how many a kernel takes is known from its declaration; whether one
 * fits is for the compiler to say, by a static_assert at the launch whose text names kernel,
 * parameter and argument. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

char *escaped(const char *text)
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

/* How many arguments stand between the angles that open at `open`; 0 where there are none, or a
 * pack. */
static int items_of_template(const struct source *s, int open)
{
    const int close = tokens_are(s, open, "<") ? close_angle(s, open) : -1;
    int count = close > open + 1;
    for (int i = open + 1; i < close; i++) {
        if (tokens_are(s, i, "..."))
            return 0;
        if (tokens_are(s, i, "<") && close_angle(s, i) > 0)
            i = close_angle(s, i);
        else if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
        else
            count += tokens_are(s, i, ",");
    }
    return count;
}

/* The begins of the things between the bracket `open` and its partner; begin[count] is one past the
 * last one's end. */
int items(const struct source *s, int open, int *begin)
{
    const int close = s->tokens[open].partner;
    int count = 0;
    if (close <= open + 1 || (close == open + 2 && token_is(s, open + 1, "void")))
        return 0;
    begin[count++] = open + 1;
    for (int i = open + 1; i < close && count < MOST_ARGUMENTS; i++) {
        if (tokens_are(s, i, "<") && is_word(s, i - 1) && close_angle(s, i) > 0 &&
            close_angle(s, i) < close && !tokens_are(s, close_angle(s, i), ">="))
            i = close_angle(s, i);
        else if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
        else if (tokens_are(s, i, ","))
            begin[count++] = i + 1;
    }
    begin[count] = close + 1;
    return count;
}

/* Token `name` of a kernel's expression: the last word outside template arguments; -1 where there
 * is none. */
int kernel_word(const struct source *s, int start, int open)
{
    int i = open - 1;
    if (tokens_are(s, i, ">"))
        i = open_angle(s, i) - 1;
    if (i == start + 1 && tokens_are(s, open - 1, ")"))
        return -1;
    return i >= start && is_word(s, i) && !tokens_are(s, i - 1, ".") && !tokens_are(s, i - 2, "->")
               ? i
               : -1;
}

static void learn(const struct source *s, struct kernel *k, const struct function *f)
{
    int required = 0;
    const int most = count_items(s, f->name + 1, &required);
    if (k->declared && most != k->most)
        k->is_alone = false;
    k->required = k->declared && k->required < required ? k->required : required;
    k->most = most;
    k->declared = f;
    k->is_template = token_is(s, f->head, "template");
}

/* Does the word stand anywhere but as the name of a launch? */
static bool is_mentioned(const struct source *s, int word)
{
    for (int i = 0; i < s->token_count; i++)
        if (same_text(s, i, word) && !tokens_are(s, i + 1, "<<<"))
            return true;
    return false;
}

/* The kernel whose name begins most like this word, "; did you mean …"; or "". */
static char *alike(const struct source *s, int word)
{
    char *name = word_text(s, word), *best = strdup("");
    size_t most = strlen(name) / 2;
    for (int i = 0; i < s->function_count; i++) {
        const struct function *g = &s->functions[i];
        char *other = word_text(s, g->name);
        size_t same = 0;
        while (name[same] && name[same] == other[same])
            same++;
        if (g->sides & SIDE_GLOBAL && same > most) {
            most = same;
            best = format_text("; did you mean '%s'?", other);
        }
    }
    return best;
}

/* False, and said, where the name means no kernel. */
bool find_kernel(struct source *s, const struct function *f, int word, int open, struct kernel *k)
{
    unsigned sides = 0;
    *k = (struct kernel){.is_alone = true};
    if (word < 0 || is_local(s, f, word))
        return true;
    for (int i = 0; i < s->function_count; i++) {
        const struct function *g = &s->functions[i];
        if (!same_text(s, g->name, word))
            continue;
        sides |= g->sides;
        if (g->sides & SIDE_GLOBAL && tokens_are(s, g->name + 1, "("))
            learn(s, k, g);
        else
            k->is_alone = false;
    }
    if (sides && !(sides & SIDE_GLOBAL)) {
        report(s, word,
               "\"%s\" is a %s function, which cannot be launched: write __global__ before it",
               word_text(s, word), sides & SIDE_DEVICE ? "__device__" : "__host__");
        return false;
    }
    if (!sides && tokens_are(s, word + 1, "<<<") && !tokens_are(s, word - 1, "::") &&
        !is_mentioned(s, word)) {
        report(s, word, "kernel '%s' was not declared%s", word_text(s, word), alike(s, word));
        return false;
    }
    if (word + 1 < open && tokens_are(s, word + 1, "<"))
        k->explicit_arguments = items_of_template(s, word + 1);
    return true;
}

/* "parameter 2 (int n)" */
static char *parameter_text(const struct source *s, const struct kernel *k, int number)
{
    int begin[MOST_ARGUMENTS + 1];
    const int count = items(s, k->declared->name + 1, begin);
    if (number >= count)
        return strdup("");
    int end = begin[number + 1] - 1;
    const int equals = find_flat(s, begin[number], end, "=");
    return format_text("parameter %d (%s)", number + 1,
                       tokens_text(s, begin[number], equals > 0 ? equals : end));
}

/* A parameter's name: its last word; -1 where it has none. */
static int name_of_parameter(const struct source *s, int begin, int end)
{
    const int equals = find_flat(s, begin, end, "=");
    for (int i = (equals > 0 ? equals : end) - 1; i > begin; i--)
        if (is_word(s, i))
            return i;
    return -1;
}

/* Of a launch that gives too few or too many arguments: the first of the longer list that has no
 * counterpart of its name in the other, where all of the shorter have; else the first beyond it. */
static int odd_one(const struct source *s, const struct kernel *k, const int *given, int count)
{
    int begin[MOST_ARGUMENTS + 1], odd = -1, pairs = 0;
    const int taken = items(s, k->declared->name + 1, begin), few = count < taken ? count : taken;
    for (int i = 0; i < (count < taken ? taken : count); i++) {
        int found = 0;
        for (int j = 0; j < few; j++) {
            const int of = count < taken ? i : j, by = count < taken ? j : i;
            const int name = name_of_parameter(s, begin[of], begin[of + 1] - 1);
            found |=
                name >= 0 && given[by + 1] - 1 == given[by] + 1 && same_text(s, name, given[by]);
        }
        pairs += found;
        odd = !found && odd < 0 ? i : odd;
    }
    return pairs == few && odd >= 0 ? odd : few;
}

static bool holds_pack(const struct source *s, int from, int to)
{
    for (int i = from; i < to; i++)
        if (tokens_are(s, i, "..."))
            return true;
    return false;
}

/* Too few or too many; false where that is said. */
bool check_count(struct source *s, const struct kernel *k, int word, int open, int count,
                 const int *begin)
{
    const int close = s->tokens[open].partner;
    if (!k->declared || !k->is_alone || holds_pack(s, open, close) || k->most > MOST_ARGUMENTS ||
        (count >= k->required && count <= k->most))
        return true;
    char *name = word_text(s, word);
    if (count < k->required) {
        report(s, word,
               "kernel \"%s\" takes %s%d argument%s, and the launch gives %d: %s is missing", name,
               k->required < k->most ? "at least " : "", k->required, k->required == 1 ? "" : "s",
               count, parameter_text(s, k, odd_one(s, k, begin, count)));
    } else {
        const int odd = odd_one(s, k, begin, count);
        report(s, begin[odd],
               "kernel \"%s\" takes %d argument%s, and the launch gives %d: there is no parameter "
               "for \"%s\"",
               name, k->most, k->most == 1 ? "" : "s", count,
               tokens_text(s, begin[odd], begin[odd + 1] - 1));
    }
    return false;
}

/* Does a lambda of host code begin at `i`, or is the word there one? */
static bool is_host_lambda(const struct source *s, const struct function *f, int i, int end)
{
    if (tokens_are(s, i, "["))
        return !token_is(s, s->tokens[i].partner + 1, "__emu_device__") &&
               !token_is(s, s->tokens[i].partner + 1, "__emu_host__");
    if (!is_word(s, i) || end != i + 1)
        return false;
    for (int k = i - 1; k > f->body; k--)
        if (same_text(s, k, i) && tokens_are(s, k + 1, "="))
            return token_is(s, k - 1, "auto") && tokens_are(s, k + 2, "[") &&
                   is_host_lambda(s, f, k + 2, k + 3);
    return false;
}

/* What no static_assert can ask about: braces, lambdas, a null pointer written as 0, the name of a
 * function. */
static bool is_beyond_question(const struct source *s, int from, int to)
{
    if (to == from + 1) {
        if (is_among(s, from, "0 __null") || s->tokens[from].kind == T_STRING)
            return true;
        for (int i = 0; i < s->function_count; i++)
            if (same_text(s, s->functions[i].name, from))
                return true;
    }
    for (int i = from; i < to; i++)
        if (tokens_are(s, i, "{") ||
            (tokens_are(s, i, "[") && !is_word(s, i - 1) && !is_any(s, i - 1, "])")))
            return true;
    return false;
}

/* " (int *)": the type that a local was declared with; empty where that is not plain to see. */
static char *declared_type(const struct source *s, const struct function *f, int from, int to)
{
    int depth = 0;
    const int type = to == from + 1 && is_word(s, from) ? type_of_local(s, f, from, &depth) : -1;
    if (type < 0 || token_is(s, type, "auto") || tokens_are(s, type + 1, "<"))
        return strdup(s->tokens[from].kind == T_NUMBER && to == from + 1 ? " (a number)" : "");
    return format_text(" (%s%s%s%.*s)", token_is(s, type - 1, "const") ? "const " : "",
                       word_text(s, type), depth ? " " : "", depth, "****");
}

/* A static_assert for each argument; true if there is one for all. */
static bool ask_types(struct source *s, const struct function *f, const struct kernel *k, int start,
                      int open, const int *begin, int count, FILE *out)
{
    bool all = true;
    char *kernel = tokens_text(s, start, open);
    int word = kernel_word(s, start, open);
    char *name = word < 0 ? strdup("") : word_text(s, word);
    for (int i = 0; i < count; i++) {
        const int end = begin[i + 1] - 1;
        if (is_beyond_question(s, begin[i], end)) {
            all = false;
            continue;
        }
        char *argument = tokens_text(s, begin[i], end);
        fprintf(
            out,
            "static_assert(::emu::fits<%d, decltype(::emu::parameters(%s)), decltype((%s))>%s(), "
            "\"kernel \\\"%s\\\", %s: it cannot take the argument \\\"%s\\\"%s\");",
            i, kernel, argument, at_place_of(s, begin[i]), name, escaped(parameter_text(s, k, i)),
            escaped(argument), declared_type(s, f, begin[i], end));
    }
    return all;
}

/* The same where template arguments are to be found: all arguments at once. */
static bool ask_deduction(const struct source *s, const struct kernel *k, int start, int open,
                          const int *begin, int count, FILE *out)
{
    const int from = k->declared->name + 1;
    for (int i = 0; i < count; i++)
        if (is_beyond_question(s, begin[i], begin[i + 1] - 1))
            return false;
    char *kernel = tokens_text(s, start, open);
    fprintf(out,
            "auto emu_try = [&](auto &&...emu_a) -> decltype(%s(emu_a...)) {}; "
            "static_assert(::emu::takes<decltype(emu_try)",
            kernel);
    for (int i = 0; i < count; i++)
        fprintf(out, ", decltype((%s))", tokens_text(s, begin[i], begin[i + 1] - 1));
    fprintf(
        out,
        ">%s(), \"kernel \\\"%s\\\", parameters %s: it cannot take the arguments \\\"%s\\\"\");",
        at_place_of(s, start), escaped(kernel), tokens_text(s, from, s->tokens[from].partner + 1),
        escaped(tokens_text(s, begin[0], begin[count] - 1)));
    return true;
}

/* The arguments' types: "({ static_assert(…); … }), " in front of the launch, or NULL where
 * nothing can be asked. */
char *ask(struct source *s, const struct function *f, const struct kernel *k, int start, int open,
          const int *begin, int count, bool *all)
{
    *all = false;
    if (!k->declared || !k->is_alone || count == 0 || count > k->most || k->most > MOST_ARGUMENTS ||
        holds_pack(s, open, begin[count]))
        return NULL;
    const int parameters = items_of_template(s, k->declared->head + 1);
    const bool is_deduced =
        k->is_template && (parameters < 1 || k->explicit_arguments < parameters);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fputs("(__extension__({", out);
    *all = is_deduced ? ask_deduction(s, k, start, open, begin, count, out)
                      : ask_types(s, f, k, start, open, begin, count, out);
    fputs("}), ", out);
    fclose(out);
    return text;
}

void refuse_lambdas(struct source *s, const struct function *f, const int *begin, int count)
{
    for (int i = 0; i < count; i++)
        if (is_host_lambda(s, f, begin[i], begin[i + 1] - 1))
            report(s, begin[i],
                   "a kernel cannot take a lambda of host code: write a struct with a __device__ "
                   "operator()");
}
