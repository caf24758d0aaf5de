/* Words that nvcc refuses where they stand: exceptions and run-time types in device code, a
 * variable of the host's there, a scalar in constant memory that a kernel writes, a kernel that
 * cannot be one. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

bool check_device_keyword(struct source *s, int i)
{
    static const char exceptions[] = "device code has no exceptions: return an error instead",
                      types[] = "there are no run-time types in device code";
    static const struct {
        const char *word, *why;
    } refused[] = {
        {"throw", exceptions}, {"try", exceptions}, {"typeid", types}, {"dynamic_cast", types}};
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
        if (token_is(s, i, refused[k].word)) {
            report(s, i, "%s in device code: %s", refused[k].word, refused[k].why);
            return true;
        }
    return false;
}

/* Its initialiser, if it has one: no thread would be the one to make it. */
void check_no_initialiser(struct source *s, int from, int to)
{
    int at = find_flat(s, from, to, "=");
    for (int i = from; i < to && at < 0; i++) {
        if (tokens_are(s, i, "{") && (is_word(s, i - 1) || tokens_are(s, i - 1, "]")) &&
            find_flat(s, from, i, "struct") < 0 && find_flat(s, from, i, "union") < 0 &&
            find_flat(s, from, i, "class") < 0 && find_flat(s, from, i, "enum") < 0)
            at = i;
        if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
    }
    if (at >= 0)
        report(s, at,
               "a __shared__ variable cannot have an initialiser: let a thread write it, then "
               "call __syncthreads()");
}

/* No array of device code has a length that is known at run time only: the compiler says which. */
void refuse_lengths(struct source *s, const struct function *f)
{
    replace(s, f->body, f->body + 1,
            format_text("{\n#pragma GCC diagnostic push\n"
                        "#pragma GCC diagnostic error \"-Wvla\"%s ",
                        at_place_of(s, f->body)));
    insert_before(s, f->end, format_text("\n#pragma GCC diagnostic pop%s", at_place_of(s, f->end)));
}

/* S(const S &) or S(S &&) */
static bool is_copy(const struct source *s, const struct function *f)
{
    int i = f->name + 2;
    if (f->owner < 0 || !same_text(s, f->name, f->owner))
        return false;
    i += token_is(s, i, "const");
    return same_text(s, i, f->name) && is_any(s, i + 1, "&<");
}

/* A host function that a kernel reaches all the same, through a template say, is a finding. */
void watch_host_function(struct source *s, const struct function *f)
{
    if (token_is(s, f->name, "main") || tokens_are(s, f->name - 1, "~") || is_copy(s, f))
        return; /* copies of a launch's arguments are made and end as the emulator likes */
    const bool is_operator = token_is(s, f->name, "operator");
    const int end = is_operator ? find_flat(s, f->name + 2, f->body, "(") : f->name + 1;
    char *class = f->owner < 0 ? NULL : word_text(s, f->owner);
    insert_before(s, f->body + 1,
                  format_text(" ::emu_host_function(\"%s%s%s\"); ", class ? class : "",
                              class ? "::" : "",
                              tokens_text(s, f->name, end < 0 ? f->name + 1 : end)));
}

void check_kernel_head(struct source *s, const struct function *f, int to)
{
    const int open = f->name + 1, close = tokens_are(s, open, "(") ? s->tokens[open].partner : -1;
    char *name = word_text(s, f->name);
    if (f->sides & (SIDE_HOST | SIDE_DEVICE))
        report(s, f->name, "\"%s\": a __global__ function is neither __host__ nor __device__",
               name);
    if (f->owner >= 0 && find_flat(s, f->head, f->name, "friend") < 0 &&
        !tokens_are(s, f->name - 2, "::"))
        report(s, f->name,
               "\"%s\": a __global__ function cannot be a member of a class; write it outside",
               name);
    for (int i = open + 1; i < close && i < to; i++) {
        if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
        else if (tokens_are(s, i, "...") && (tokens_are(s, i - 1, ",") || i == open + 1))
            report(s, i, "\"%s\": a __global__ function cannot have ...", name);
        else if (tokens_are(s, i, "&&"))
            report(s, i, "\"%s\": a __global__ function cannot have a parameter with &&", name);
    }
}

static bool has_flat(const struct source *s, int from, int to, const char *word)
{
    return find_flat(s, from, to, word) >= 0;
}

static bool is_on_device(const struct source *s, const struct variable *v)
{
    return has_flat(s, v->from, v->end, "__emu_device__") ||
           has_flat(s, v->from, v->end, "__emu_constant__") ||
           has_flat(s, v->from, v->end, "__emu_shared__") ||
           has_flat(s, v->from, v->end, "__emu_managed__");
}

/* const where it counts: not of what a pointer points to. */
static bool is_constant(const struct source *s, const struct variable *v)
{
    int star = v->from - 1;
    for (int i = v->from; i < v->name; i++)
        if (tokens_are(s, i, "*"))
            star = i;
    return has_flat(s, v->from, v->name, "constexpr") ||
           (has_flat(s, star + 1, v->name, "const") && !has_flat(s, v->from, v->name, "volatile") &&
            star < v->from);
}

/* Its initialiser calls a function of the program's, or the C library, that is not constexpr. */
static bool is_known_later(const struct source *s, const struct variable *v)
{
    for (int i = v->name + 1; i < v->end && !has_flat(s, v->from, v->name, "constexpr"); i++)
        for (int k = 0; is_word(s, i) && tokens_are(s, i + 1, "(") && k < s->function_count; k++)
            if (same_text(s, s->functions[k].name, i) && s->functions[k].owner < 0 &&
                !(s->functions[k].sides & SIDE_CONSTEXPR))
                return true;
    return v->name + 3 < v->end && is_among(s, v->name + 2, "rand time atoi");
}

/* Where only the compiler looks at the value: sizeof, a constant expression's own statement, the
 * length of an array. */
static bool is_compile_time(const struct source *s, const struct function *f, int i)
{
    if (is_unevaluated(s, f->body, i))
        return true;
    for (int k = i - 1; k > f->body; k--) {
        if (is_any(s, k, ";{}"))
            return false;
        if (is_among(s, k, "constexpr static_assert case") ||
            (tokens_are(s, k, "<") && close_angle(s, k) > i))
            return true;
    }
    return false;
}

/* Its address is taken: & and no operand before it. */
static bool is_pointed_to(const struct source *s, int i)
{
    return tokens_are(s, i - 1, "&") && !is_any(s, i - 2, "&)]") &&
           s->tokens[i - 2].kind != T_NUMBER &&
           (!is_word(s, i - 2) || token_is(s, i - 2, "return"));
}

static bool is_assigned(const struct source *s, int i)
{
    static const char *const marks[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--"};
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
        if (tokens_are(s, i + 1, marks[k]))
            return true;
    return (tokens_are(s, i + 1, "=") && !tokens_are(s, i + 1, "==")) ||
           tokens_are(s, i - 2, "++") || tokens_are(s, i - 2, "--");
}

static void check_constant_write(struct source *s, const struct variable *v, int i)
{
    if (has_flat(s, v->from, v->end, "__emu_constant__") && is_assigned(s, i)) {
        report(s, i,
               "a kernel cannot write the __constant__ variable \"%s\": the host does, with "
               "cudaMemcpyToSymbol",
               word_text(s, i));
    }
}

/* The variable of the host's that the word at `i` means, or NULL. */
static const struct variable *host_variable(struct source *s, int i)
{
    const struct variable *host = NULL;
    const bool qualified = tokens_are(s, i - 2, "::") && is_word(s, i - 3);
    for (int k = 0; k < s->variable_count; k++) {
        const struct variable *v = &s->variables[k];
        if (!same_text(s, v->name, i) || v->name > i ||
            (v->owner >= 0 && !(qualified && same_text(s, v->owner, i - 3))))
            continue;
        if (v->owner >= 0 && !has_flat(s, v->from, v->name, "static"))
            continue;
        if (is_on_device(s, v)) {
            check_constant_write(s, v, i);
            return NULL;
        }
        host = v;
    }
    return host;
}

void check_device_variable(struct source *s, const struct function *f, int i)
{
    if (tokens_are(s, i + 1, "::") || tokens_are(s, i + 1, "<") ||
        (tokens_are(s, i + 1, ":") && !tokens_are(s, i - 1, "?")))
        return;
    const struct variable *v = host_variable(s, i);
    if (!v)
        return;
    const bool is_array = tokens_are(s, v->name + 1, "[");
    const bool is_fine =
        is_constant(s, v) && !is_array && !is_known_later(s, v) && !is_pointed_to(s, i);
    if (is_fine || is_compile_time(s, f, i))
        return;
    report(s, i,
           "the host variable \"%s\" is not known in the %s function \"%s\": pass it as an "
           "argument, or make it a %s variable",
           word_text(s, i), f->sides & SIDE_GLOBAL ? "__global__" : "__device__",
           word_text(s, f->name), is_constant(s, v) ? "__constant__" : "__device__");
}

/* "#pragma unroll (N * 2)" -> "(N * 2)"; NULL: another pragma, or none behind it. */
static const char *unroll_factor(const struct pragma *p)
{
    const char *word = strstr(p->text, "unroll");
    if (!word || (word > p->text && word[-1] == 'o')) /* nounroll */
        return NULL;
    word += strlen("unroll");
    word += strspn(word, " \t");
    return *word && *word != '\r' ? word : NULL;
}

/* No declaration at all has such a name. nvcc does not replace macros in a pragma. */
static bool is_unknown(const struct source *s, const char *word, int length)
{
    for (int i = 0; i < s->token_count; i++)
        if (s->tokens[i].length == length && !memcmp(s->tokens[i].text, word, (size_t)length))
            return false;
    return true;
}

void check_unroll(struct source *s, int i)
{
    const struct pragma *p = NULL;
    for (int k = 0; k < s->pragma_count; k++)
        if (s->pragmas[k].next == i && unroll_factor(&s->pragmas[k]))
            p = &s->pragmas[k];
    const char *factor = p ? unroll_factor(p) : NULL;
    if (!factor)
        return;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    for (const char *w = factor; *w;) {
        const int length = (int)strspn(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                          "0123456789");
        if (length && strchr(letters, *w) && strncmp(w, "sizeof", 6) && is_unknown(s, w, length)) {
            report_line(s, p->file, p->line,
                        "#pragma unroll: \"%.*s\" is unknown here (a macro is not replaced in a "
                        "pragma): write a number, or a constexpr int of that name",
                        length, w);
            return;
        }
        w += length ? length : 1;
    }
    /* a constant? for (…; …; i++) becomes for (…; …; i++,
     * (void)::emu::unrolled<(factor)>) */
    if (factor[strspn(factor, "0123456789() \r")] == 0 || !token_is(s, i, "for") ||
        !tokens_are(s, i + 1, "("))
        return;
    const int close = s->tokens[i + 1].partner,
              first = close > 0 ? find_flat(s, i + 2, close, ";") : -1,
              second = first > 0 ? find_flat(s, first + 1, close, ";") : -1;
    if (second < 0)
        return;
    insert_before(s, close,
                  format_text("\n# %d \"%s\"\n%s(void)::emu::unrolled<(%s)>%s", p->line,
                              s->files[p->file], second + 1 < close ? ", " : " ", factor,
                              at_place_of(s, close)));
}
