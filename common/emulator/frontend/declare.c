/* Declarations at namespace and class scope: which are functions and for which side, which are
 * variables and in which memory. CUDA's keywords are replaced by what g++ understands:
 *
 *   __global__              a function of its own that is not inlined
 *   __device__, __host__    nothing (the sides are checked in call_checks.c)
 *   __device__, __constant__, __managed__ variables: a section that the runtime finds in the symbol
 *   table
 *   __shared__              static __thread: thread-local storage is the address range that tells
 *                           the space */
#include "front.h"

#include <stdlib.h>
#include <string.h>

/* Calls that look like a function's name and parentheses in a declaration's head but are not. */
static bool is_specifier(const struct source *s, int i)
{
    return is_among(s, i,
                    "alignas __attribute__ decltype __emu_launch_bounds__ noexcept __declspec "
                    "explicit __typeof__ typeof throw requires __asm__");
}

static int skip_group(const struct source *s, int i)
{
    return s->tokens[i].partner > i ? s->tokens[i].partner : i;
}

/* The token that names the function declared by [from, to), or -1 if it declares none. */
int function_name(const struct source *s, int from, int to)
{
    for (int i = after_templates(s, from, to); i < to; i++) {
        if (token_is(s, i, "operator"))
            return i;
        if (tokens_are(s, i, "="))
            return -1;
        if (tokens_are(s, i, "(") && tokens_are(s, i + 1, "*") && is_word(s, i - 1) &&
            !is_specifier(s, i - 1)) {
            /* float (*pointer)(float), float (*function(int))(float) */
            const int inner = find_flat(s, i + 2, skip_group(s, i), "(");
            return inner > 0 && is_word(s, inner - 1) ? inner - 1 : -1;
        }
        if (tokens_are(s, i, "(") && is_word(s, i - 1) && !is_specifier(s, i - 1))
            return i - 1;
        if (tokens_are(s, i, "(") && tokens_are(s, i - 1, ">")) { /* a specialisation: f<int>( */
            int open = open_angle(s, i - 1);
            if (open > from && is_word(s, open - 1) && !is_specifier(s, open - 1))
                return open - 1;
        }
        if (is_any(s, i, "([{"))
            i = skip_group(s, i);
    }
    return -1;
}

unsigned sides_of(const struct source *s, int from, int to)
{
    unsigned sides = 0;
    sides |= find_flat(s, from, to, "__emu_global__") >= 0 ? SIDE_GLOBAL : 0u;
    sides |= find_flat(s, from, to, "__emu_device__") >= 0 ? SIDE_DEVICE : 0u;
    sides |= find_flat(s, from, to, "__emu_host__") >= 0 || !sides ? SIDE_HOST : 0u;
    sides |= find_flat(s, from, to, "constexpr") >= 0 ? SIDE_CONSTEXPR : 0u;
    return sides;
}

/* The type before a kernel's name must end in void. */
static void check_returns_void(struct source *s, int from, int name)
{
    for (int i = after_templates(s, from, name); i < name; i++) {
        if (token_is(s, i, "void") && !tokens_are(s, i + 1, "*"))
            return;
        if (token_is(s, i, "auto")) /* auto k() -> void */
            return;
    }
    report(s, name, "a __global__ function must have a void return type: \"%s\"",
           word_text(s, name));
}

/* A function's keywords; where a kernel has a body, its launch bounds become a check at its
 * start. */
static void rewrite_function_head(struct source *s, int from, int to, int body)
{
    bool kernel = find_flat(s, from, to, "__emu_global__") >= 0;
    for (int i = from; i < to; i++) {
        if (body >= 0 && is_among(s, i, "__emu_shared__ __emu_constant__"))
            replace(s, i, i + 1, NULL); /* of a parameter: nvcc overlooks it, too */
        if (token_is(s, i, "__emu_global__")) {
            replace(s, i, i + 1, strdup("__attribute__((noinline))"));
        } else if (is_among(s, i, "__emu_device__ __emu_host__")) {
            replace(s, i, i + 1, NULL);
        } else if (token_is(s, i, "__noinline__") && !tokens_are(s, i - 2, "((")) {
            replace(s, i, i + 1, strdup("__attribute__((noinline))"));
        } else if (token_is(s, i, "__emu_launch_bounds__") && tokens_are(s, i + 1, "(")) {
            int close = skip_group(s, i + 1), comma = find_flat(s, i + 2, close, ",");
            if (body >= 0 && kernel)
                insert_before(s, body + 1,
                              format_text(" ::emu::bound_threads(%s); ",
                                          tokens_text(s, i + 2, comma < 0 ? close : comma)));
            replace(s, i, close + 1, NULL);
            i = close;
        }
    }
}

static void function(struct source *s, int from, int to, int name, int body, int owner)
{
    const int end = body >= 0 ? s->tokens[body].partner : -1;
    unsigned sides = sides_of(s, from, to);
    if (token_is(s, to - 1, "default") && tokens_are(s, to - 2, "="))
        sides |= SIDE_HOST | SIDE_DEVICE; /* as the compiler makes it */
    if (owner < 0 && tokens_are(s, name - 2, "::") && is_word(s, name - 3))
        owner = name - 3; /* a member, or a namespace's */
    const struct function f = {name, from, body, end, sides, owner};
    s->functions = grow(s->functions, s->function_count, sizeof *s->functions);
    s->functions[s->function_count++] = f;
    if (f.sides & SIDE_GLOBAL) {
        check_returns_void(s, from, name);
        check_kernel_head(s, &f, to);
    }
    rewrite_function_head(s, from, to, body);
    if (body < 0)
        return;
    if (f.sides & (SIDE_DEVICE | SIDE_GLOBAL))
        refuse_lengths(s, &f);
    else if (!(f.sides & SIDE_CONSTEXPR) && body + 1 < end)
        watch_host_function(s, &f);
    rewrite_body(s, &f);
    if (f.sides & (SIDE_DEVICE | SIDE_GLOBAL))
        rewrite_locals(s, &f);
}

static bool is_memory_word(const struct source *s, int i)
{
    return is_among(s, i, "__emu_device__ __emu_constant__ __emu_managed__ __emu_shared__");
}

/* alignas may not stand behind the storage class in C++, the attribute may. */
static void move_alignment(struct source *s, int from, int to, bool drop)
{
    for (int i = from; i < to; i++) {
        bool standard = token_is(s, i, "alignas"), gnu = token_is(s, i, "__attribute__");
        if (!(standard || gnu) || !tokens_are(s, i + 1, "("))
            continue;
        int close = skip_group(s, i + 1);
        if (drop) {
            replace(s, i, close + 1, NULL);
        } else if (standard) {
            replace(s, i, i + 1, strdup("__attribute__((aligned"));
            insert_before(s, close + 1, strdup("))"));
        }
        i = close;
    }
}

/* extern __shared__ T name[]…: all of them are the one block of dynamic shared memory. In a
 * function a pointer to it; at namespace scope, where a pointer could not be had without a load for
 * every use, the array itself. */
static void rewrite_dynamic_shared(struct source *s, int from, int to, bool in_function)
{
    int open = find_flat(s, from, to, "[");
    if (open < 0 || !is_word(s, open - 1)) {
        report(s, from,
               "extern __shared__ declares an array of unknown size: extern __shared__ T name[];");
        return;
    }
    int name = open - 1, close = skip_group(s, open);
    if (find_flat(s, close, to, ",") >= 0)
        report(s, from, "one extern __shared__ array a declaration, please");
    move_alignment(s, from, name, true);
    bool first = true;
    struct source type = {0}; /* the words of the element's type */
    for (int i = from; i < name; i++) {
        if (is_among(s, i, "alignas __attribute__")) {
            i = skip_group(s, i + 1);
            continue;
        }
        if (is_among(s, i, "extern static __emu_shared__")) {
            replace(s, i, i + 1, strdup(!in_function && first ? "extern" : ""));
            first = false;
            continue;
        }
        type.tokens = grow(type.tokens, type.token_count, sizeof *type.tokens);
        type.tokens[type.token_count++] = s->tokens[i];
    }
    if (!in_function) {
        insert_before(s, to, strdup(" __asm__(\"emu_dynamic_shared_array\")"));
    } else {
        char *words = tokens_text(&type, 0, type.token_count),
             *rest = tokens_text(s, close + 1, to);
        char *word = word_text(s, name);
        if (*rest)
            replace(
                s, name, to,
                format_text("(*%s)%s = (%s (*)%s)::emu_dynamic_shared()", word, rest, words, rest));
        else
            replace(s, name, to, format_text("*%s = (%s *)::emu_dynamic_shared()", word, words));
    }
}

static void rewrite_static_shared(struct source *s, int from, int to)
{
    check_no_initialiser(s, from, to);
    move_alignment(s, from, to,
                   false); /* first: its closing brackets come before what replaces the next word */
    for (int i = from; i < to; i++) {
        if (is_among(s, i, "static __emu_device__"))
            replace(s, i, i + 1, NULL);
        if (token_is(s, i, "__emu_shared__"))
            replace(s, i, i + 1, strdup("static __thread __attribute__((used))"));
    }
}

/* Constant and device arrays lose their `const`: g++ neither instruments nor keeps reads of const
 * data, and an array that a kernel indexes is memory traffic. Scalars keep it (they may be array
 * bounds; nvcc folds them, too). */
static void drop_const_of_arrays(struct source *s, int from, int to)
{
    int open = find_flat(s, from, to, "["), equals = find_flat(s, from, to, "=");
    if (open < 0 || (equals >= 0 && equals < open))
        return;
    for (int i = from; i < open; i++)
        if (tokens_are(s, i, "*") || token_is(s, i, "constexpr"))
            return;
    for (int i = from; i < open; i++)
        if (token_is(s, i, "const"))
            replace(s, i, i + 1, NULL);
}

static void rewrite_section(struct source *s, int from, int to)
{
    const char *memory = has_word(s, from, to, "__emu_managed__")    ? "managed"
                         : has_word(s, from, to, "__emu_constant__") ? "constant"
                                                                     : "device";
    bool is_plain = find_flat(s, from, to, "constexpr") < 0;
    for (int i = from; i < to; i++) /* g++ takes it for a function that returns one */
        is_plain &= !(tokens_are(s, i, "(") && tokens_are(s, i + 1, "*") && is_word(s, i + 2));
    bool first = find_flat(s, from, to, "extern") < 0 || find_flat(s, from, to, "=") >= 0;
    drop_const_of_arrays(s, from, to);
    for (int i = from + 1; i < to && after_templates(s, from, to) > from; i++)
        if (is_word(s, i) && !is_word(s, i + 1) && !tokens_are(s, i + 1, "::") &&
            i >= after_templates(s, from, to) && !tokens_are(s, i + 1, "*")) {
            note_static(s, i, -1, *memory);
            break;
        }
    for (int i = from; i < to; i++) {
        if (!is_memory_word(s, i))
            continue;
        char *section = NULL;
        if (first)
            section = format_text("__attribute__((used, section(\"emu_%s_%08x_%d\"))) %s", memory,
                                  s->unit, ++s->sections, is_plain ? "__constinit" : "");
        first = false;
        replace(s, i, i + 1, section);
    }
}

void rewrite_variable(struct source *s, int from, int to, bool in_function)
{
    bool is_shared = has_word(s, from, to, "__emu_shared__");
    if (is_shared && find_flat(s, from, to, "extern") >= 0)
        rewrite_dynamic_shared(s, from, to, in_function);
    else if (is_shared)
        rewrite_static_shared(s, from, to);
    else
        rewrite_section(s, from, to);
}

/* Of a member, which lies where its object does: nvcc overlooks them, too. */
static void drop_memory_words(struct source *s, int from, int to)
{
    for (int i = from; i < to; i++)
        if (is_memory_word(s, i))
            replace(s, i, i + 1, NULL);
}

static void declaration(struct source *s, int from, int to, int owner)
{
    bool has_memory_word = false;
    if (token_is(s, from, "static_assert"))
        return; /* it looks like a function's declaration */
    for (int i = from; i < to && !has_memory_word; i++)
        has_memory_word = is_memory_word(s, i);
    int name = function_name(s, from, to);
    if (name < 0)
        note_variables(s, from, to, owner);
    if (name >= 0)
        function(s, from, to, name, -1, owner);
    else if (has_memory_word && owner >= 0 && find_flat(s, from, to, "static") < 0)
        drop_memory_words(s, from, to);
    else if (has_memory_word)
        rewrite_variable(s, from, to, false);
    else
        rewrite_function_head(s, from, to,
                              -1); /* a defaulted member, a friend, a pointer to a function */
}

enum brace brace_kind(const struct source *s, int from, int brace)
{
    int start = after_templates(s, from, brace);
    if (find_flat(s, start, brace, "namespace") >= 0)
        return BRACE_SCOPE;
    if (token_is(s, start, "extern") && start + 2 == brace && s->tokens[start + 1].kind == T_STRING)
        return BRACE_SCOPE;
    if (find_flat(s, start, brace, "enum") >= 0)
        return BRACE_VALUE;
    if (function_name(s, from, brace) >= 0)
        return BRACE_BODY;
    if (find_flat(s, start, brace, "=") >= 0)
        return BRACE_VALUE;
    const bool is_class = find_flat(s, start, brace, "class") >= 0 ||
                          find_flat(s, start, brace, "struct") >= 0 ||
                          find_flat(s, start, brace, "union") >= 0;
    return is_class ? BRACE_CLASS : BRACE_VALUE;
}

/* The token that names the class whose head [from, brace) is; the head's first token where it has
 * no name. */
static int class_name(const struct source *s, int from, int brace)
{
    int i = from = after_templates(s, from, brace);
    while (i < brace && !is_among(s, i, "class struct union"))
        i++;
    for (i++; i < brace; i++) {
        if (is_any(s, i, "(["))
            i = skip_group(s, i); /* alignas(16), [[…]] */
        else if (tokens_are(s, i + 1, "::"))
            i += 2;
        else if (is_word(s, i) && !is_specifier(s, i))
            return i;
        else if (tokens_are(s, i, ":"))
            break;
    }
    return from;
}

/* Declarations in tokens [from, to); `owner` names their class, -1: at namespace scope. */
static void scope(struct source *s, int from, int to, int owner)
{
    int start = from;
    for (int i = from; i < to; i++) {
        if (tokens_are(s, i, ";")) {
            declaration(s, start, i, owner);
            start = i + 1;
        } else if (owner >= 0 && tokens_are(s, i, ":") && i == start + 1) {
            start = i + 1; /* public: */
        } else if (tokens_are(s, i, "{") && s->tokens[i].partner > i) {
            int close = s->tokens[i].partner;
            switch (brace_kind(s, start, i)) {
            case BRACE_SCOPE:
                scope(s, i + 1, close, -1);
                start = close + 1;
                break;
            case BRACE_CLASS:
                rewrite_function_head(s, start, i, -1);
                scope(s, i + 1, close, class_name(s, start, i));
                start = close + 1; /* declarators may follow; a plain ';' is an empty declaration */
                break;
            case BRACE_BODY: {
                int name = function_name(s, start, i);
                bool more = is_any(s, close + 1, ",{");
                if (more) /* S() : a{1}, b{2} {…}: a member's initialiser */
                    break;
                function(s, start, i, name, i, owner);
                start = close + 1;
                break;
            }
            case BRACE_VALUE:
                break;
            }
            i = close;
        } else if (s->tokens[i].partner > i) {
            i = s->tokens[i].partner;
        }
    }
}

void rewrite_declarations(struct source *s)
{
    scope(s, 0, s->token_count, -1);
}
