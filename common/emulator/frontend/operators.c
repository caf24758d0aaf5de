/* Operators of the program's own that are not for the side where they stand: a + b, f(1) where f is
 * an object; and those of objects of the C++ library's. By the types that locals and parameters
 * were declared with. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

/* v[0] and f(1) where v and f are of a class of the C++ library's. */
bool is_library_object(const struct source *s, const struct function *f, int i)
{
    int depth = 0;
    const int type = type_of_local(s, f, i, &depth);
    return type >= 0 && depth == 0 && tokens_are(s, type - 2, "::") &&
           token_is(s, type - 3, "std") && !is_among(s, type, "initializer_list size_t atomic");
}

void refuse_library_operator(struct source *s, const struct function *f, int i)
{
    const int type = type_of_local(s, f, i, NULL);
    refuse_side(s, f, i,
                format_text("std::%s::operator%s", word_text(s, type),
                            *tokens_text(s, i + 1, i + 2) == '[' ? "[]" : "()"),
                true, false, "it has no version for the GPU");
}

/* The type of a function's parameter `number` (0, 1), by its name; -1: not known, or a pointer. */
static int parameter_type(const struct source *s, int open, int number)
{
    int i = open + 1;
    const int close = s->tokens[open].partner;
    for (; number > 0 && i < close; i++) {
        if (tokens_are(s, i, "<") && close_angle(s, i) > 0)
            i = close_angle(s, i);
        number -= tokens_are(s, i, ",");
    }
    while (token_is(s, i, "const"))
        i++;
    while (tokens_are(s, i + 1, "::") && i + 3 < close)
        i += 3;
    return i < close && is_word(s, i) && !tokens_are(s, i + 1, "*") ? i : -1;
}

/* The type of the operand that ends before, or begins at, a mark: x, x[3]. */
static int operand_type(const struct source *s, const struct function *f, int i)
{
    int depth = 0, subscripts = 0;
    while (tokens_are(s, i, "]") && s->tokens[i].partner >= 0) {
        i = s->tokens[i].partner - 1;
        subscripts++;
    }
    if (!is_word(s, i) || tokens_are(s, i - 1, ".") || tokens_are(s, i - 2, "->"))
        return -1;
    for (int k = i + 1; !subscripts && tokens_are(s, k, "["); k = s->tokens[k].partner + 1) {
        if (s->tokens[k].partner < 0)
            break;
        subscripts++; /* an operand on the right */
    }
    const int type = type_of_local(s, f, i, &depth);
    return type >= 0 && depth == subscripts ? type : -1;
}

/* A mark, perhaps of several characters, that the program defines as an operator for the types
 * here. */
void check_operator(struct source *s, const struct function *f, int i, bool on_device)
{
    for (int k = 0; k < s->function_count; k++) {
        const struct function *o = &s->functions[k];
        int length = 0;
        while (s->tokens[o->name + 1 + length].kind == T_MARK &&
               !tokens_are(s, o->name + 1 + length, "("))
            length++;
        if (!token_is(s, o->name, "operator") || length == 0 ||
            !tokens_are(s, o->name + 1 + length, "(") ||
            (o->sides & (on_device ? SIDE_DEVICE : SIDE_HOST)))
            continue;
        bool same = true;
        for (int n = 0; n < length && same; n++)
            same = *s->tokens[i + n].text == *s->tokens[o->name + 1 + n].text &&
                   s->tokens[i + n].kind == T_MARK;
        const bool goes_on = strchr("=+-<>&|", *s->tokens[i + length].text) &&
                             s->tokens[i + length].kind == T_MARK &&
                             s->tokens[i + length].text == s->tokens[i].text + length;
        if (!same || goes_on || tokens_are(s, o->name + 1, "["))
            continue;
        const int left = operand_type(s, f, i - 1), right = operand_type(s, f, i + length),
                  open = o->name + 1 + length,
                  first = o->owner >= 0 ? o->owner : parameter_type(s, open, 0),
                  second = o->owner >= 0 ? -1 : parameter_type(s, open, 1);
        if (!(left >= 0 && first >= 0 && same_text(s, left, first)) &&
            !(left < 0 && right >= 0 && second >= 0 && same_text(s, right, second)))
            continue;
        bool other = false; /* one of another side, for the same mark and operand */
        for (int n = 0; n < s->function_count; n++) {
            const struct function *p = &s->functions[n];
            other |= token_is(s, p->name, "operator") &&
                     *s->tokens[p->name + 1].text == *s->tokens[o->name + 1].text &&
                     (p->sides & (on_device ? SIDE_DEVICE : SIDE_HOST));
        }
        if (!other && judge(s, f, i, o->name, o->owner, o->sides, on_device))
            return;
    }
}

/* f(1) where f is a local whose class has operator(). */
void check_functor(struct source *s, const struct function *f, int i, bool on_device)
{
    const int type = type_of_local(s, f, i, NULL);
    unsigned sides = 0;
    int name = -1;
    for (int k = 0; k < s->function_count && type >= 0; k++) {
        const struct function *o = &s->functions[k];
        if (o->owner >= 0 && same_text(s, o->owner, type) && token_is(s, o->name, "operator") &&
            tokens_are(s, o->name + 1, "()")) {
            sides |= o->sides;
            name = o->name;
        }
    }
    if (name >= 0)
        judge(s, f, i, name, type, sides, on_device);
}
