/* What a word means: the variables at namespace and class scope, and the locals and parameters of a
 * function. By the look of declarations, not by types; where it is in doubt, a word counts as
 * local, about which nothing is said. */
#include "front.h"

#include <string.h>

/* Is the token this word? A * in it stands for any characters, once. */
static bool fits(const struct token *t, const char *word, size_t length)
{
    const char *star = memchr(word, '*', length);
    const size_t before = star ? (size_t)(star - word) : length,
                 behind = star ? length - before - 1 : 0;
    return (star ? (size_t)t->length >= before + behind : (size_t)t->length == length) &&
           !memcmp(t->text, word, before) &&
           !memcmp(t->text + t->length - behind, word + length - behind, behind);
}

bool is_among(const struct source *s, int i, const char *words)
{
    for (size_t length; i >= 0 && i < s->token_count && *words; words += length) {
        words += *words == ' ';
        length = strcspn(words, " ");
        if (fits(&s->tokens[i], words, length))
            return true;
    }
    return false;
}

bool is_any(const struct source *s, int i, const char *marks)
{
    return i >= 0 && i < s->token_count && s->tokens[i].kind == T_MARK &&
           strchr(marks, *s->tokens[i].text);
}

bool same_text(const struct source *s, int a, int b)
{
    return s->tokens[a].length == s->tokens[b].length &&
           !memcmp(s->tokens[a].text, s->tokens[b].text, (size_t)s->tokens[a].length);
}

int after_templates(const struct source *s, int i, int to)
{
    while (i < to && token_is(s, i, "template") && tokens_are(s, i + 1, "<")) {
        int close = close_angle(s, i + 1);
        if (close < 0)
            break;
        i = close + 1;
    }
    return i;
}

int find_flat(const struct source *s, int from, int to, const char *text)
{
    for (int i = from; i < to; i++) {
        if (token_is(s, i, text))
            return i;
        if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
    }
    return -1;
}

bool has_word(const struct source *s, int from, int to, const char *word)
{
    for (int i = from; i < to; i++)
        if (token_is(s, i, word))
            return true;
    return false;
}

static bool is_type_keyword(const struct source *s, int i)
{
    return is_among(s, i,
                    "int unsigned signed char short long float double bool void auto const size_t "
                    "dim3 volatile static struct union class enum");
}

/* A word that may stand before an expression, and so names no type. */
static bool is_before_expression(const struct source *s, int i)
{
    return is_among(s, i,
                    "return else do case throw and or not new delete goto sizeof typeid using if "
                    "while for switch");
}

static void note(struct source *s, int name, int from, int to, int owner)
{
    s->variables = grow(s->variables, s->variable_count, sizeof *s->variables);
    s->variables[s->variable_count++] = (struct variable){name, from, to, owner, 0};
}

void note_static(struct source *s, int name, int owner, char kind)
{
    s->statics = grow(s->statics, s->static_count, sizeof *s->statics);
    s->statics[s->static_count++] = (struct variable){name, name, name + 1, owner, kind};
}

void note_variables(struct source *s, int from, int to, int owner)
{
    int begin = after_templates(s, from, to);
    if (begin >= to ||
        is_among(s, begin,
                 "typedef using friend static_assert asm namespace enum __asm__ template"))
        return;
    int words = 0, last = -1;
    bool known = false; /* this declarator's name */
    for (int i = begin; i <= to; i++) {
        const bool ends = i == to || tokens_are(s, i, ",");
        if ((ends || is_any(s, i, "={[")) && !known && last >= 0 && words > 1) {
            if (!(ends && i == to && words == 2 &&
                  (is_among(s, begin,
                            "struct class union"))) && /* struct S; declares no variable */
                !tokens_are(s, last - 2, "::"))        /* int S::n; is noted where S is */
                note(s, last, from, to, owner);
            known = true;
        }
        if (ends)
            known = false;
        if (i == to)
            break;
        if (tokens_are(s, i, "=")) { /* to the end of the initialiser */
            while (i + 1 < to && !tokens_are(s, i + 1, ",")) {
                i++;
                if (s->tokens[i].partner > i)
                    i = s->tokens[i].partner;
            }
        } else if (tokens_are(s, i, "(") && tokens_are(s, i + 1, "*") && is_word(s, i + 2)) {
            last = i + 2; /* a pointer to a function */
            words += 2;
            i = s->tokens[i].partner > i ? s->tokens[i].partner : i;
        } else if (tokens_are(s, i, "<") && is_word(s, i - 1) && close_angle(s, i) > 0) {
            i = close_angle(s, i);
        } else if (s->tokens[i].partner > i) {
            i = s->tokens[i].partner;
        } else if (is_word(s, i)) {
            last = i;
            words++;
        }
    }
}

/* Where the statement or the parameter that holds token `i` begins. */
static int begin_of_statement(const struct source *s, int from, int i)
{
    for (; i > from; i--) {
        const int before = i - 1;
        if (is_any(s, before, ";{(["))
            return i;
        if (tokens_are(s, before, "}"))
            return i;
        if (s->tokens[before].partner >= 0 && s->tokens[before].partner < before)
            i = s->tokens[before].partner + 1;
    }
    return from;
}

/* Does a declaration begin at `i`? int x, S x, S *x, ns::S<T> &x, auto [x, … */
static bool begins_declaration(const struct source *s, int i)
{
    if (!is_word(s, i) || is_before_expression(s, i))
        return false;
    if (is_type_keyword(s, i))
        return true;
    int k = i + 1;
    for (;;) {
        if (tokens_are(s, k, "::") && is_word(s, k + 2))
            k += 3;
        else if (tokens_are(s, k, "<") && close_angle(s, k) > 0)
            k = close_angle(s, k) + 1;
        else
            break;
    }
    while (is_any(s, k, "*&"))
        k++;
    return is_word(s, k);
}

/* Is token `k` declared there, in a body or a parameter list? */
static bool is_declarator(const struct source *s, const struct function *f, int k)
{
    if (tokens_are(s, k - 1, ".") || tokens_are(s, k - 2, "->") || tokens_are(s, k - 2, "::"))
        return false;
    if (is_word(s, k - 1))
        return !is_before_expression(s, k - 1);
    if (tokens_are(s, k - 1, ">") && open_angle(s, k - 1) > 0 &&
        is_word(s, open_angle(s, k - 1) - 1) && !tokens_are(s, k + 1, "("))
        return true;
    if (!is_any(s, k - 1, "*&,[."))
        return false;
    const int begin = begin_of_statement(s, f->head, k);
    const bool is_argument = begin > f->body && f->body >= 0 && tokens_are(s, begin - 1, "(") &&
                             !tokens_are(s, begin - 2, "]") &&
                             !is_among(s, begin - 2, "for if while switch catch");
    if (is_argument)
        return false;
    if (begin < k && begins_declaration(s, begin)) {
        /* a = b, c: after the first comma of a declaration every declarator is one; x * k in an
         * initialiser is not */
        int last = begin;
        for (int i = begin; i < k; i++) {
            if (s->tokens[i].partner > i && s->tokens[i].partner < k)
                i = s->tokens[i].partner;
            else if (tokens_are(s, i, ","))
                last = i + 1;
        }
        return find_flat(s, last, k, "=") < 0;
    }
    /* auto [a, b] and auto &[a, b]; [a = …] of a lambda */
    return begin > 0 && tokens_are(s, begin - 1, "[") &&
           (token_is(s, begin - 2, "auto") || token_is(s, begin - 3, "auto") ||
            tokens_are(s, k + 1, "="));
}

int local_declaration(const struct source *s, const struct function *f, int i)
{
    const int head = after_templates(s, f->head, f->name);
    for (int k = i - 1; k >= f->head; k--)
        if ((k > f->name || k < head) && same_text(s, k, i) && is_declarator(s, f, k))
            return k;
    return -1;
}

bool is_local(const struct source *s, const struct function *f, int i)
{
    if (f->owner >= 0)
        for (int k = 0; k < s->variable_count; k++)
            if (s->variables[k].owner >= 0 && same_text(s, s->variables[k].name, i))
                return true;
    return is_declarator(s, f, i) || local_declaration(s, f, i) >= 0;
}

int type_of_local(const struct source *s, const struct function *f, int i, int *depth)
{
    const int at = local_declaration(s, f, i);
    int k = at - 1, unused;
    depth = depth ? depth : &unused;
    if (at < 0)
        return -1;
    *depth = 0;
    for (int n = at + 1; tokens_are(s, n, "[") && s->tokens[n].partner > n;
         n = s->tokens[n].partner + 1)
        ++*depth;
    if (tokens_are(s, k, ",")) { /* S a, b */
        k = begin_of_statement(s, f->head, at);
        while (k < at && is_among(s, k, "const static"))
            k++;
        while (tokens_are(s, k + 1, "::"))
            k += 3;
        return is_word(s, k) && is_word(s, k + 1) ? k : -1;
    }
    while (is_any(s, k, "*&") || is_among(s, k, "const __restrict__ __restrict"))
        *depth += tokens_are(s, k--, "*");
    if (tokens_are(s, k, ">"))
        k = open_angle(s, k) - 1;
    return is_word(s, k) ? k : -1;
}

bool is_unevaluated(const struct source *s, int from, int i)
{
    static const char words[] = "sizeof decltype alignof noexcept alignas __alignof__";
    for (int k = i - 1; k > from; k--) {
        if (is_any(s, k, ";{"))
            return false;
        if (tokens_are(s, k, "(") && s->tokens[k].partner > i && is_among(s, k - 1, words))
            return true;
    }
    return false;
}
