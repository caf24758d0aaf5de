/* Reads a .cu as a preprocessor would, up to tokens, and refuses what the sandbox and the counters cannot answer for. It is a
 * first net, not the last: counts below compulsory traffic and the object's symbols are checked as well. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "inspect.h"

struct token {
    enum { END, WORD, STRING, NUMBER, OTHER } kind;
    char text[256]; /* cut if longer */
    int line;
    int first; /* first of its line */
};

struct reader {
    const char *at;
    int line, fresh; /* fresh: nothing on this line yet */
};

/* The next character with spliced lines joined; moves on. */
static int next(struct reader *r)
{
    while (r->at[0] == '\\' && (r->at[1] == '\n' || (r->at[1] == '\r' && r->at[2] == '\n'))) {
        r->at += r->at[1] == '\n' ? 2 : 3;
        r->line++;
    }
    if (!*r->at)
        return 0;
    r->line += *r->at == '\n';
    return (unsigned char)*r->at++;
}

static int peek(const struct reader *r)
{
    struct reader copy = *r;
    return next(&copy);
}

static void skip_comment(struct reader *r, int block)
{
    int before = 0, c;
    if (block) {
        while ((c = next(r)) && !(before == '*' && c == '/'))
            before = c;
        return;
    }
    while ((c = peek(r)) && c != '\n')
        next(r);
}

static void append(struct token *t, int c)
{
    size_t used = strlen(t->text);
    if (used + 1 < sizeof t->text) {
        t->text[used] = (char)c;
        t->text[used + 1] = 0;
    }
}

static void read_quoted(struct reader *r, struct token *t, int quote)
{
    int c;
    t->kind = STRING;
    while ((c = next(r)) && c != quote && c != '\n') {
        append(t, c);
        if (c == '\\' && (c = next(r)))
            append(t, c);
    }
}

/* R"mark( … )mark" */
static void read_raw(struct reader *r, struct token *t)
{
    char mark[24] = ")";
    size_t used = 1;
    t->kind = STRING;
    while (*r->at && *r->at != '(' && used < 18)
        mark[used++] = *r->at++;
    mark[used++] = '"';
    mark[used] = 0;
    const char *end = strstr(r->at, mark);
    end = end ? end + used : r->at + strlen(r->at);
    for (; r->at < end; r->at++)
        r->line += *r->at == '\n';
}

static int is_raw_prefix(const char *text)
{
    return strcmp(text, "R") == 0 || strcmp(text, "u8R") == 0 || strcmp(text, "uR") == 0 ||
           strcmp(text, "UR") == 0 || strcmp(text, "LR") == 0;
}

static struct token read_token(struct reader *r)
{
    struct token t = {END, "", 0, 0};
    int c;
    while ((c = peek(r))) {
        if (c == '\n')
            r->fresh = 1;
        if (isspace(c)) {
            next(r);
            continue;
        }
        struct reader after = *r;
        next(&after);
        int second = peek(&after);
        if (c != '/' || (second != '*' && second != '/'))
            break;
        next(r);
        next(r);
        skip_comment(r, second == '*');
    }
    t.first = r->fresh;
    r->fresh = 0;
    c = next(r);
    t.line = r->line;
    if (!c)
        return t;
    if (isalpha(c) || c == '_' || c == '$' || c >= 128 || isdigit(c)) {
        t.kind = isdigit(c) ? NUMBER : WORD;
        append(&t, c);
        while ((c = peek(r)) && (isalnum(c) || c == '_' || c == '$' || c >= 128 ||
                                 (t.kind == NUMBER && (c == '.' || c == '\''))))
            append(&t, next(r));
        if (c == '"' && is_raw_prefix(t.text)) {
            next(r);
            read_raw(r, &t);
        }
        return t;
    }
    if (c == '"' || c == '\'') {
        read_quoted(r, &t, c);
        return t;
    }
    t.kind = OTHER;
    if (c == '%' && peek(r) == ':') { /* a digraph */
        next(r);
        c = '#';
    }
    append(&t, c);
    return t;
}

/* The rest of the line that r is on, as text. */
static void rest_of_line(const struct reader *r, char *text, size_t size)
{
    struct reader copy = *r;
    size_t used = 0;
    int c;
    while ((c = next(&copy)) && c != '\n')
        if (used + 1 < size && (used || !isspace(c)))
            text[used++] = (char)c;
    text[used] = 0;
}

/* "__x__" and "x" are the same attribute. */
static const char *bare(const char *word, char *buffer, size_t size)
{
    size_t length;
    while (*word == '_')
        word++;
    snprintf(buffer, size, "%s", word);
    for (length = strlen(buffer); length && buffer[length - 1] == '_'; length--)
        buffer[length - 1] = 0;
    return buffer;
}

static int is_in(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(word, *list) == 0)
            return 1;
    return 0;
}

static int starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static int check_include(struct reader *at, int line, const char *name, struct ruling *r)
{
    char path[256];
    rest_of_line(at, path, sizeof path);
    char close = path[0] == '<' ? '>' : '"', *end = path[0] ? strchr(path + 1, close) : NULL;
    if ((path[0] != '<' && path[0] != '"') || !end)
        return err(r, REFUSED, "%s:%d: #include must name its file between quotes or < >.", name,
                   line);
    *end = 0;
    if (path[1] == '/' || strstr(path, "..") || starts(path + 1, "emu"))
        return err(r, REFUSED,
                   "%s:%d: #include of %s: a lab includes lab.h and the standard headers.", name,
                   line, path + 1);
    return 0;
}

static int check_pragma(const char *text, int line, const char *name, struct ruling *r)
{
    static const char *const fine[] = {"unroll",  "nounroll",   "once",           "nv_diag",
                                       "nv_exec", "GCC unroll", "GCC diagnostic", "diag_"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (starts(text, fine[i]))
            return 0;
    return err(r, REFUSED, "%s:%d: #pragma %.60s is not accepted in a lab; #pragma unroll is.",
               name, line, text);
}

static int check_directive(struct reader *at, int line, const char *name, struct ruling *r)
{
    static const char *const odd[] = {"include_next", "import", "embed",  "line",
                                      "ident",        "sccs",   "assert", NULL};
    struct token t = read_token(at);
    char text[256];
    if (strcmp(t.text, "include") == 0)
        return check_include(at, line, name, r);
    rest_of_line(at, text, sizeof text);
    if (strcmp(t.text, "pragma") == 0)
        return check_pragma(text, line, name, r);
    if (is_in(t.text, odd))
        return err(r, REFUSED, "%s:%d: #%s is not accepted in a lab.", name, line, t.text);
    if ((strcmp(t.text, "define") == 0 || strcmp(t.text, "undef") == 0) &&
        (starts(text, "LAB_") || starts(text, "lab_") || starts(text, "cuda") ||
         starts(text, "__")))
        return err(r, REFUSED, "%s:%d: #%s %.40s: that name belongs to the lab or to CUDA.", name,
                   line, t.text, text);
    return 0;
}

/* The words of __attribute__((…)) or [[…]]; `at` stands behind the word or the second bracket. */
static int check_attribute(struct reader *at, int square, const char *name, struct ruling *r)
{
    static const char *const fine[] = {
        "aligned",   "packed",   "unused", "used",     "noinline",  "always_inline",
        "const",     "pure",     "format", "printf",   "may_alias", "maybe_unused",
        "nodiscard", "noreturn", "likely", "unlikely", "gnu",       "fallthrough",
        "hot",       "cold",     "inline", NULL};
    int depth = square ? 2 : 0;
    char word[256];
    for (struct token t = read_token(at); t.kind != END; t = read_token(at)) {
        depth += t.kind == OTHER && (t.text[0] == '(' || t.text[0] == '[');
        depth -= t.kind == OTHER && (t.text[0] == ')' || t.text[0] == ']');
        if (depth == 0)
            return 0;
        if (depth == 2 && t.kind == WORD && !is_in(bare(t.text, word, sizeof word), fine))
            return err(r, REFUSED, "%s:%d: the attribute '%s' is not accepted in a lab.", name,
                       t.line, t.text);
    }
    return 0;
}

static int check_word(struct reader *at, const struct token *t, const char *name, struct ruling *r)
{
    static const struct {
        const char *word, *why;
    } banned[] = {
        {"asm", "inline assembly is not accepted in this lab: nothing can check what it does"},
        {"HOPPER_ASM",
         "that is inline assembly: the functions of common/ are yours, their insides are not"},
        {"HOPPER_WGMMA",
         "that is inline assembly: the functions of common/ are yours, their insides are not"},
        {"has_include", "a lab does not look for other files"},
        {"declspec", "this is not accepted in a lab"},
        {"LAB_EMULATOR", "a step must not tell the emulator from a GPU"}};
    static const char *const prefixes[] = {"emu_",  "EMU_",        "tsan_",        "sanitizer_",
                                           "asan_", "no_sanitize", "no_instrument"};
    char word[256];
    bare(t->text, word, sizeof word);
    if (strcmp(word, "attribute") == 0 && starts(t->text, "__")) {
        struct reader inside = *at;
        return check_attribute(&inside, 0, name, r);
    }
    if (strcmp(t->text, "_Pragma") == 0) {
        struct reader inside = *at;
        read_token(&inside); /* the parenthesis */
        return check_pragma(read_token(&inside).text, t->line, name, r);
    }
    for (size_t i = 0; i < sizeof banned / sizeof *banned; i++)
        if (strcmp(word, banned[i].word) == 0)
            return err(r, REFUSED, "%s:%d: '%s': %s.", name, t->line, t->text, banned[i].why);
    if (starts(word, "cudaGetDriverEntryPoint")) /* binary_hopper.h may, for its tensor maps */
        return err(r, REFUSED, "%s:%d: '%s': a lab asks the driver for nothing by name.", name,
                   t->line, t->text);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (starts(word, prefixes[i]))
            return err(r, REFUSED, "%s:%d: '%s' belongs to the emulator: a lab has no use for it.",
                       name, t->line, t->text);
    return 0;
}

int scan_source(const char *text, const char *name, struct ruling *r)
{
    struct reader at = {text, 1, 1};
    int bracket = 0, bad = 0;
    for (struct token t = read_token(&at); t.kind != END && !bad; t = read_token(&at)) {
        int opens = t.kind == OTHER && t.text[0] == '[';
        if (t.kind == OTHER && t.text[0] == '#' && t.first)
            bad = check_directive(&at, t.line, name, r);
        else if (opens && bracket)
            bad = check_attribute(&(struct reader){at.at, at.line, 0}, 1, name, r);
        else if (t.kind == WORD)
            bad = check_word(&at, &t, name, r);
        bracket = opens;
    }
    return bad;
}

int scan_line_of(const char *text, const char *word)
{
    struct reader at = {text, 1, 1};
    for (struct token t = read_token(&at); t.kind != END; t = read_token(&at))
        if (t.kind == WORD && strcmp(t.text, word) == 0)
            return t.line;
    return 0;
}
