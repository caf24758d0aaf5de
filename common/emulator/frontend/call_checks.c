/* Calls that nvcc refuses although C++ would not: a host function from device code, a device
 * function from host code, a kernel without a configuration; of functions, members, constructors
 * and operators of the program's own. By the look of names and declarations: where a name may mean
 * something else, nothing is said (runs of the program still find a host function in a kernel, see
 * rewrite_body). */
#include "front.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *side_name(unsigned sides)
{
    return sides & SIDE_GLOBAL ? "__global__" : sides & SIDE_DEVICE ? "__device__" : "__host__";
}

/* `wrong` is what the callee is, from where it may not be called. */
void refuse_side(struct source *s, const struct function *f, int i, const char *callee,
                 bool on_device, bool is_constexpr, const char *hint)
{
    report(s, i, "calling a %s%s function(\"%s\") from a %s function(\"%s\") is not allowed: %s",
           is_constexpr ? "constexpr " : "", on_device ? "__host__" : "__device__", callee,
           on_device && !(f->sides & (SIDE_DEVICE | SIDE_GLOBAL)) ? "__device__"
                                                                  : side_name(f->sides),
           word_text(s, f->name), hint);
}

void refuse_call(struct source *s, const struct function *f, int i, const char *prefix)
{
    refuse_side(s, f, i, format_text("%s%s", prefix, word_text(s, i)), true, false,
                "it has no version for the GPU");
}

/* Says so if functions of these sides cannot be called here; `owner`: the class's token or -1. */
bool judge(struct source *s, const struct function *f, int i, int name, int owner, unsigned sides,
           bool on_device)
{
    const bool is_constexpr = (sides & SIDE_CONSTEXPR) != 0;
    if (!sides || sides & SIDE_GLOBAL || sides & (on_device ? SIDE_DEVICE : SIDE_HOST) ||
        (is_constexpr && s->relaxed_constexpr) || is_unevaluated(s, f->body, i))
        return false;
    char *class = owner < 0 ? NULL : word_text(s, owner);
    int end = name + 1; /* operator+= */
    while (token_is(s, name, "operator") && !tokens_are(s, end, "(") && !is_word(s, end))
        end++;
    if (token_is(s, name, "operator") && end == name + 1)
        end += 2; /* operator() */
    refuse_side(
        s, f, i,
        format_text("%s%s%s", class ? class : "", class ? "::" : "", tokens_text(s, name, end)),
        on_device, is_constexpr,
        on_device ? "write __device__ (or __host__ __device__) before it"
                  : "call it in a kernel, or write __host__ __device__ before it");
    return true;
}

static bool is_destructor(const struct source *s, const struct function *f)
{
    return tokens_are(s, f->name - 1, "~");
}

/* The union of the sides of all functions with this name; of members of the class `owner` alone if
 * that is not -1. */
static unsigned sides_of_name(const struct source *s, int name, int owner)
{
    unsigned sides = 0;
    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];
        if (same_text(s, f->name, name) && !is_destructor(s, f) &&
            (owner < 0 || (f->owner >= 0 && same_text(s, f->owner, owner))))
            sides |= f->sides;
    }
    return sides;
}

static bool is_keyword_before_call(const struct source *s, int i)
{
    return is_among(s, i, "return else do case throw and or not goto");
}

bool is_called(const struct source *s, int i)
{
    if (tokens_are(s, i + 1, "("))
        return true;
    if (!tokens_are(s, i + 1, "<") || tokens_are(s, i + 1, "<<"))
        return false;
    int close = close_angle(s, i + 1);
    return close > 0 && close < i + 64 && tokens_are(s, close + 1, "(");
}

int count_items(const struct source *s, int open, int *required)
{
    const int close = s->tokens[open].partner;
    int count = close > open + 1, optional = 0;
    bool has_default = false;
    if (close == open + 2 && token_is(s, open + 1, "void"))
        count = 0;
    for (int i = open + 1; i < close; i++) {
        if (tokens_are(s, i, "<") && is_word(s, i - 1) && close_angle(s, i) > 0)
            i = close_angle(s, i);
        else if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
        else if (tokens_are(s, i, "="))
            optional += !has_default, has_default = true;
        else if (tokens_are(s, i, ","))
            count++, has_default = false;
        if (tokens_are(s, i, "...")) {
            optional = count;
            count = INT_MAX / 2;
            break;
        }
    }
    if (required)
        *required = count - optional > 0 ? count - optional : 0;
    return count;
}

/* The sides of the constructors of class `class` that take so many arguments. */
static unsigned sides_of_constructors(const struct source *s, int class, int arguments)
{
    unsigned sides = 0;
    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];
        int required = 0;
        if (f->owner >= 0 && !is_destructor(s, f) && same_text(s, f->name, class) &&
            same_text(s, f->owner, class) && tokens_are(s, f->name + 1, "(") &&
            count_items(s, f->name + 1, &required) >= arguments && required <= arguments)
            sides |= f->sides;
    }
    return sides;
}

/* S(1), S{1}, S s, S s(1), S s{1} where S is a class of the program's own. */
static bool check_constructor(struct source *s, const struct function *f, int i, bool on_device)
{
    static const char not_made[] = "struct class union typename extern";
    int at = i + 1;
    if (!sides_of_name(s, i, i) || is_among(s, i - 1, not_made) || tokens_are(s, i - 1, "~") ||
        tokens_are(s, i - 2, "->") || tokens_are(s, i + 1, "::"))
        return false;
    if (tokens_are(s, at, "<") && close_angle(s, at) > 0)
        at = close_angle(s, at) + 1;
    const bool names_variable = is_word(s, at);
    if (names_variable && (is_any(s, i - 1, "(,")))
        return false; /* a parameter */
    for (int k = i - 1; k > f->body && is_word(s, k); k--)
        if (token_is(s, k, "__emu_shared__"))
            return false; /* no thread constructs it */
    at += names_variable;
    int arguments = 0;
    if (is_any(s, at, "({")) {
        const int close = s->tokens[at].partner;
        arguments = count_items(s, at, NULL);
        if (tokens_are(s, at + 1, "*") || close < 0)
            return false;
        if (arguments == 1 && close == at + 2 && is_word(s, at + 1)) {
            const int type = type_of_local(s, f, at + 1, NULL);
            if (type >= 0 && same_text(s, type, i))
                return false; /* a copy */
        }
    } else if (!names_variable || !is_any(s, at, ";,[")) {
        return false;
    }
    return judge(s, f, i, i, i, sides_of_constructors(s, i, arguments), on_device);
}

/* x.f(), x->f(), x[3].f() where x is a local of a class that the program has. */
static void check_member(struct source *s, const struct function *f, int i, bool on_device)
{
    int object = i - (tokens_are(s, i - 1, ".") ? 2 : 3);
    if (tokens_are(s, object, "]") && s->tokens[object].partner >= 0)
        object = s->tokens[object].partner - 1;
    if (!is_word(s, object) || !is_called(s, i) || tokens_are(s, object - 1, ".") ||
        tokens_are(s, object - 2, "->") || tokens_are(s, object - 2, "::"))
        return;
    const int type = token_is(s, object, "this") ? f->owner : type_of_local(s, f, object, NULL);
    if (type < 0)
        return;
    if (on_device && tokens_are(s, type - 2, "::") && token_is(s, type - 3, "std") &&
        !is_among(s, type, "atomic atomic_ref")) {
        refuse_call(s, f, i, format_text("std::%s::", word_text(s, type)));
        return;
    }
    judge(s, f, i, i, type, sides_of_name(s, i, type), on_device);
}

static bool is_class(const struct source *s, int i)
{
    for (int k = 0; k < s->function_count; k++)
        if (s->functions[k].owner >= 0 && same_text(s, s->functions[k].owner, i))
            return true;
    return false;
}

static void check_word(struct source *s, const struct function *f, int i, bool on_device)
{
    const bool qualified = tokens_are(s, i - 2, "::") && is_word(s, i - 3);
    if (tokens_are(s, i - 1, ".") || tokens_are(s, i - 2, "->")) {
        check_member(s, f, i, on_device);
        return;
    }
    if (qualified && token_is(s, i - 3, "std")) {
        if (on_device)
            check_library_on_device(s, f, i);
        return;
    }
    if (check_constructor(s, f, i, on_device))
        return;
    if (!qualified && is_local(s, f, i)) {
        if (on_device && !s->relaxed_constexpr && i != f->body && (is_any(s, i + 1, "[(")) &&
            !is_word(s, i - 1) && !tokens_are(s, i - 1, ">") && is_library_object(s, f, i))
            refuse_library_operator(s, f, i);
        else if (is_called(s, i))
            check_functor(s, f, i, on_device);
        return;
    }
    if (!is_called(s, i)) {
        if (on_device && !check_library_on_device(s, f, i))
            check_device_variable(s, f, i);
        else if (!on_device)
            check_library_on_host(s, f, i);
        return;
    }
    if (is_word(s, i - 1) && !is_keyword_before_call(s, i - 1))
        return; /* S s(1) */
    unsigned sides = sides_of_name(s, i, qualified && is_class(s, i - 3) ? i - 3 : -1);
    if (sides && !(qualified ? sides_of_name(s, i, i) : is_class(s, i)))
        judge(s, f, i, i, qualified && is_class(s, i - 3) ? i - 3 : -1, sides, on_device);
    else if (!sides && on_device && !check_library_on_device(s, f, i))
        check_device_variable(s, f, i);
    else if (!sides && !on_device)
        check_library_on_host(s, f, i);
}

static void check_kernel_call(struct source *s, const struct function *f, int i)
{
    unsigned sides = sides_of_name(s, i, -1);
    /* a host function of the same name: the compiler knows which of the two fits */
    if (!(sides & SIDE_GLOBAL) || (sides & ~SIDE_GLOBAL) || !is_called(s, i) || is_local(s, f, i) ||
        tokens_are(s, i - 1, ".") || tokens_are(s, i - 2, "->") ||
        (is_word(s, i - 1) && !is_keyword_before_call(s, i - 1)))
        return;
    report(s, i, "a __global__ function call must be configured: %s<<<grid, block>>>(...)",
           word_text(s, i));
}

int end_of_device_lambda(const struct source *s, int i, int limit)
{
    if (!token_is(s, i, "__emu_device__"))
        return -1;
    const int open = find_flat(s, i, limit, "{"), stop = find_flat(s, i, limit, ";");
    return open < 0 || (stop >= 0 && stop < open) ? -1 : s->tokens[open].partner;
}

/* The defaults of a device function's parameters are found where it is called. */
static void check_defaults(struct source *s, const struct function *f)
{
    bool in_default = false;
    if (f->sides != SIDE_DEVICE)
        return;
    for (int i = f->name + 2; i < f->body; i++) {
        in_default = (in_default && !tokens_are(s, i, ",")) || tokens_are(s, i, "=");
        if (in_default && is_word(s, i) && is_called(s, i))
            check_word(s, f, i, true);
    }
}

void check_calls(struct source *s)
{
    for (int k = 0; k < s->function_count; k++) {
        const struct function f = s->functions[k];
        if (f.body < 0)
            continue;
        const bool for_device = f.sides & (SIDE_DEVICE | SIDE_GLOBAL);
        const bool for_both = for_device && (f.sides & SIDE_HOST);
        check_defaults(s, &f);
        for (int i = f.body + 1, lambda = -1; i < f.end; i++) {
            const int end = end_of_device_lambda(s, i, f.end);
            lambda = end > lambda ? end : lambda;
            const bool on_device = for_device || i < lambda;
            if (is_word(s, i) && on_device && check_device_keyword(s, i))
                continue;
            if (is_word(s, i))
                check_kernel_call(s, &f, i);
            if (for_both)
                continue; /* nvcc warns at most */
            if (!is_word(s, i)) {
                if (s->tokens[i].kind == T_MARK)
                    check_operator(s, &f, i, on_device);
            } else if (!on_device || !check_heap(s, i)) {
                check_word(s, &f, i, on_device);
            }
        }
    }
}
