/* The local variables of device code. One that is declared without an initializer holds whatever
 * was in the register or on the stack: it is spoiled (include/emu_copies.h), so that a result that
 * needs it is wrong here, too. Subscripts of local arrays are listed: past their end lies the
 * emulator's stack, and g++'s own check of bounds (bounds.c) cannot tell them from those of shared
 * arrays. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LOCALS = 512, MOST_NAMES = 32 };

/* Of one function. A name that stands for anything else, too, is not listed. */
struct locals {
    int name[MOST_LOCALS]; /* tokens */
    bool other[MOST_LOCALS];
    int count;
};

static void add(const struct source *s, struct locals *l, int name, bool other)
{
    for (int k = 0; k < l->count; k++)
        if (same_text(s, l->name[k], name)) {
            l->other[k] |= other;
            return;
        }
    if (l->count < MOST_LOCALS) {
        l->name[l->count] = name;
        l->other[l->count++] = other;
    }
}

/* Past alignas(…), __attribute__((…)), [[…]]. */
static int after_attributes(const struct source *s, int i)
{
    static const char words[] = "alignas __attribute__ decltype __typeof__";
    for (;;) {
        if (tokens_are(s, i, "[[") && s->tokens[i].partner > i)
            i = s->tokens[i].partner + 1;
        else if (is_among(s, i, words) && tokens_are(s, i + 1, "(") && s->tokens[i + 1].partner > i)
            i = s->tokens[i + 1].partner + 1;
        else
            return i;
    }
}

/* The words that a declaration begins with, up to the first declarator's name, which is returned:
 * -1 if this is no declaration. *pointer: a * or & comes before the name. */
static int first_name(const struct source *s, int i, int to, bool *pointer)
{
    static const char no_type[] =
        "static extern typedef using thread_local __thread return goto break continue "
        "delete new throw case default if for while do switch else template namespace "
        "asm __asm__ __asm friend operator sizeof static_assert co_return co_yield "
        "public private protected __emu_shared__ __emu_constant__ __emu_device__ "
        "__emu_managed__";
    static const char before[] =
        "const volatile constexpr register typename struct class union enum";
    static const char behind[] = "const volatile __restrict__ __restrict restrict";
    int units = 0, name = -1;
    *pointer = false;
    for (; i < to; i++) {
        const int next = after_attributes(s, i);
        units += next > i && is_among(s, i, "decltype __typeof__");
        i = next;
        if (is_among(s, i, no_type))
            return -1;
        if (units && tokens_are(s, i, "<") && close_angle(s, i) > 0) {
            i = close_angle(s, i);
        } else if (tokens_are(s, i, "::")) {
            i++;
        } else if (units && is_any(s, i, "*&")) {
            *pointer = true;
            name = -1;
        } else if (is_word(s, i)) {
            if (!(*pointer ? is_among(s, i, behind)
                           : is_among(s, i, before) || is_among(s, i, behind))) {
                const bool qualified = tokens_are(s, i - 2, "::") && name >= 0;
                if (*pointer && name >= 0)
                    return -1;
                units += !qualified;
                name = i;
            }
        } else {
            break;
        }
    }
    return units >= 2 || *pointer ? name : -1;
}

/* Past an initializer, to the ',' or ';' behind it. */
static int after_value(const struct source *s, int i, int to)
{
    for (; i < to && !is_any(s, i, ",;"); i++) {
        if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
        else if (tokens_are(s, i, "<") && close_angle(s, i) > 0)
            i = close_angle(s, i);
    }
    return i;
}

/* A declaration at token `from`: its variables, and the names of those without an initializer.
 * Returns its ';', -1 if there is none. */
static int declaration(const struct source *s, struct locals *l, int from, int to, int *bare,
                       int *count)
{
    bool pointer;
    int name = first_name(s, from, to, &pointer);
    *count = 0;
    while (name >= 0) {
        int i = name + 1;
        const bool array = tokens_are(s, i, "[");
        while (tokens_are(s, i, "[") && s->tokens[i].partner > i)
            i = s->tokens[i].partner + 1;
        i = after_attributes(s, i);
        if (tokens_are(s, i, "(") && !array) /* a function, or T x(3) */
            return -1;
        add(s, l, name, pointer && !array);
        if (is_any(s, i, "={"))
            i = after_value(s, i, to);
        else if (is_any(s, i, ",;") && *count < MOST_NAMES)
            bare[(*count)++] = name;
        if (i < to && tokens_are(s, i, ";"))
            return i;
        if (i >= to || !tokens_are(s, i, ","))
            return -1;
        pointer = false;
        for (i++; is_any(s, i, "*&") || is_among(s, i, "const __restrict__"); i++)
            pointer = true;
        name = is_word(s, i) ? i : -1;
    }
    return -1;
}

static void spoil(struct source *s, int end, const int *bare, int count)
{
    for (int k = 0; k < count; k++)
        insert_after(s, end, format_text(" ::emu::spoil(%s);", word_text(s, bare[k])));
}

/* Every word of a declaration of shared memory, or of a static one: none of them is a local
 * variable. */
static void not_local(const struct source *s, struct locals *l, int from, int to)
{
    for (int i = from; i < to && !is_any(s, i, ";{"); i++)
        if (is_word(s, i))
            add(s, l, i, true);
}

static bool opens_class(const struct source *s, int start, int brace)
{
    static const char words[] = "struct class union enum";
    bool any = false;
    for (int i = start; i < brace; i++) {
        if (is_any(s, i, "=("))
            return false;
        any |= is_among(s, i, words);
    }
    return any;
}

/* The parameters that are no pointers: copies of the thread's own. */
static void parameters(const struct source *s, struct locals *l, const struct function *f)
{
    const int open = f->name + 1;
    if (!tokens_are(s, open, "(") || s->tokens[open].partner < 0)
        return;
    int name = -1;
    bool pointer = false;
    for (int i = open + 1; i <= s->tokens[open].partner; i++) {
        if (tokens_are(s, i, ",") || i == s->tokens[open].partner) {
            if (name >= 0)
                add(s, l, name, pointer);
            name = -1;
            pointer = false;
        } else if (tokens_are(s, i, "<") && close_angle(s, i) > 0) {
            i = close_angle(s, i);
        } else if (is_any(s, i, "*&[")) {
            pointer = true;
        } else if (is_word(s, i)) {
            name = i;
        }
    }
}

/* The ':' of a label, not that of a choice. */
static bool ends_label(const struct source *s, int start, int i)
{
    return tokens_are(s, i, ":") && !tokens_are(s, i, "::") && !tokens_are(s, i - 1, "::") &&
           (token_is(s, start, "case") || (i == start + 1 && is_word(s, start)));
}

static void find_locals(struct source *s, const struct function *f, struct locals *l)
{
    int start = f->body + 1;
    for (int i = start; i < f->end; i++) {
        if (i == start) {
            int bare[MOST_NAMES], count, begin = after_attributes(s, i);
            bool shared = false;
            for (int k = begin; k < f->end && is_word(s, k) && !shared; k++)
                shared = is_among(s, k, "static extern __emu_shared__");
            const int end = shared ? -1 : declaration(s, l, begin, f->end, bare, &count);
            if (shared)
                not_local(s, l, begin, f->end);
            if (end >= 0)
                spoil(s, end, bare, count);
        }
        if (tokens_are(s, i, "{") && opens_class(s, start, i) && s->tokens[i].partner > i)
            i = s->tokens[i].partner;
        else if (is_any(s, i, ";{}") || ends_label(s, start, i))
            start = i + 1;
    }
}

/* ---- subscripts ---- */

/* The variable that `open` is a subscript of: a[…], a.b[…], a[…][…]; -1 if it is not as
 * plain as that. *flat: it follows subscripts that are all 0, as where a matrix is gone through as
 * one row. */
static int subscripted(const struct source *s, int open, bool *flat)
{
    int i = open - 1;
    *flat = tokens_are(s, i, "]");
    while (i > 0) {
        if (tokens_are(s, i, "]") && s->tokens[i].partner >= 0) {
            *flat = *flat && s->tokens[i].partner == i - 2 && token_is(s, i - 1, "0");
            i = s->tokens[i].partner - 1;
            continue;
        }
        if (!is_word(s, i))
            return -1;
        if (!tokens_are(s, i - 1, "."))
            return tokens_are(s, i - 2, "->") || tokens_are(s, i - 2, "::") ? -1 : i;
        i -= 2;
        *flat = false;
    }
    return -1;
}

static void list_subscripts(struct source *s, const struct function *f, const struct locals *l)
{
    for (int i = f->body + 1; i < f->end; i++) {
        bool flat;
        const int name =
            tokens_are(s, i, "[") && s->tokens[i].partner > i ? subscripted(s, i, &flat) : -1;
        for (int k = 0; k < l->count && name >= 0 && !flat; k++)
            if (same_text(s, l->name[k], name) && !l->other[k]) {
                s->subscripts = grow(s->subscripts, s->subscript_count, sizeof *s->subscripts);
                s->subscripts[s->subscript_count++] = (struct subscript){s->tokens[i].partner, 0};
            }
    }
}

void rewrite_locals(struct source *s, const struct function *f)
{
    struct locals l;
    l.count = 0;
    parameters(s, &l, f);
    find_locals(s, f, &l);
    list_subscripts(s, f, &l);
}
