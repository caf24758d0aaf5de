/* Tokens of preprocessed C++. */
#include "front.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int file_index(struct source *s, const char *name, size_t length, bool enters,
                      bool is_system)
{
    for (int i = 0; i < s->file_count; i++)
        if (strlen(s->files[i]) == length && !memcmp(s->files[i], name, length)) {
            if (enters)
                s->file_is_system[i] = is_system;
            return i;
        }
    s->files = grow(s->files, s->file_count, sizeof *s->files);
    s->file_is_system = grow(s->file_is_system, s->file_count, sizeof *s->file_is_system);
    s->files[s->file_count] = strndup(name, length);
    s->file_is_system[s->file_count] = is_system;
    return s->file_count++;
}

/* A line marker: # LINE "FILE" FLAGS. Flag 1 enters a file, 3 says system header; without flag 1
 * the latter may only mean a macro of one that the user's own line uses. */
static const char *line_marker(struct source *s, const char *p, const char *end, int *line,
                               int *file)
{
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    stop = stop ? stop : end;
    char *q;
    long number = strtol(p + 1, &q, 10);
    const char *open = memchr(q, '"', (size_t)(stop - q));
    if (q == p + 1 || !open)
        return NULL;
    const char *close = open + 1;
    while (close < stop && *close != '"')
        close += *close == '\\' ? 2 : 1;
    bool enters = false, is_system = false;
    for (const char *f = close; f < stop; f++) {
        enters |= *f == '1';
        is_system |= *f == '3';
    }
    *line = (int)number;
    bool known_later = close - open > 1 && open[1] == '<'; /* <built-in>, <command-line> */
    *file = file_index(s, open + 1, (size_t)(close - open - 1), enters,
                       (enters && is_system) || known_later);
    return stop < end ? stop + 1 : end;
}

/* Pragmas of nvcc's and of editors', which mean nothing to g++: the line stays, empty. */
static bool is_foreign_pragma(const char *p, const char *end)
{
    static const char *const names[] = {"unroll", "nounroll",  "nv_",     "diag_",
                                        "region", "endregion", "warning", "omp"};
    while (p < end && (isalpha((unsigned char)*p) || *p == '#'))
        p++;
    while (p < end && *p == ' ')
        p++;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(p, names[i], strlen(names[i])))
            return true;
    return false;
}

/* The text is kept, since the line becomes empty; it lives as long as the program. */
static void note_pragma(struct source *s, const char *text, int length, int line, int file)
{
    s->pragmas = grow(s->pragmas, s->pragma_count, sizeof *s->pragmas);
    s->pragmas[s->pragma_count++] =
        (struct pragma){strndup(text, (size_t)length), line, file, s->token_count};
}

static const char *quoted(const char *p, const char *end)
{
    char quote = *p++;
    while (p < end && *p != quote)
        p += *p == '\\' ? 2 : 1;
    return p < end ? p + 1 : end;
}

static const char *raw_string(const char *p, const char *end)
{
    const char *open = memchr(p, '(', (size_t)(end - p));
    if (!open)
        return end;
    char closing[32];
    int n = snprintf(closing, sizeof closing, ")%.*s\"", (int)(open - p - 1), p + 1);
    for (p = open; p + n <= end; p++)
        if (!memcmp(p, closing, (size_t)n))
            return p + n;
    return end;
}

/* The end of a word; of a string or character where the word is its prefix (u8R"…"). */
static const char *word(const char *p, const char *end, enum token_kind *kind)
{
    const char *start = p;
    while (p < end &&
           (isalnum((unsigned char)*p) || *p == '_' || *p == '$' || (unsigned char)*p >= 128))
        p++;
    if (p < end && p - start <= 3 && (*p == '"' || *p == '\'') &&
        strspn(start, "LuU8R") >= (size_t)(p - start)) {
        *kind = *p == '"' ? T_STRING : T_CHARACTER;
        return p[-1] == 'R' && *p == '"' ? raw_string(p, end) : quoted(p, end);
    }
    return p;
}

static const char *number(const char *p, const char *end)
{
    while (p < end && (isalnum((unsigned char)*p) || *p == '.' || *p == '_' || *p == '\'' ||
                       ((*p == '+' || *p == '-') && strchr("eEpP", p[-1]))))
        p++;
    return p;
}

static const char *lex_token(const char *p, const char *end, enum token_kind *kind)
{
    if (isalpha((unsigned char)*p) || *p == '_' || *p == '$' || (unsigned char)*p >= 128) {
        *kind = T_WORD;
        return word(p, end, kind);
    }
    if (isdigit((unsigned char)*p) || (*p == '.' && p + 1 < end && isdigit((unsigned char)p[1]))) {
        *kind = T_NUMBER;
        return number(p, end);
    }
    if (*p == '"' || *p == '\'') {
        *kind = *p == '"' ? T_STRING : T_CHARACTER;
        return quoted(p, end);
    }
    *kind = T_MARK;
    return p + 1;
}

static void match_brackets(struct source *s)
{
    int *open = malloc(((size_t)s->token_count + 1) * sizeof *open), depth = 0;
    for (int i = 0; i < s->token_count; i++) {
        struct token *t = &s->tokens[i];
        if (t->kind != T_MARK)
            continue;
        if (strchr("([{", *t->text)) {
            open[depth++] = i;
        } else if (strchr(")]}", *t->text)) {
            static const char opens[] = "([{", closes[] = ")]}";
            char wanted = opens[strchr(closes, *t->text) - closes];
            while (depth > 0 && *s->tokens[open[depth - 1]].text != wanted)
                depth--; /* unbalanced: the compiler will say so */
            if (depth > 0) {
                t->partner = open[--depth];
                s->tokens[t->partner].partner = i;
            }
        }
    }
}

static void add_token(struct source *s, struct token t)
{
    s->tokens = grow(s->tokens, s->token_count, sizeof *s->tokens);
    s->tokens[s->token_count++] = t;
}

void lex(struct source *s)
{
    const char *p = s->text, *end = s->text + s->length, *line_start = p;
    int line = 1, file = file_index(s, "", 0, true, false);
    while (p < end) {
        bool at_start = p == line_start;
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop ? stop : end;
        if (at_start && *p == '#') {
            const char *next = line_marker(s, p, end, &line, &file);
            if (!next) {
                if (!s->file_is_system[file] && is_foreign_pragma(p, stop)) {
                    note_pragma(s, p, (int)(stop - p), line, file);
                    memset((char *)p, ' ', (size_t)(stop - p));
                }
                next = stop < end ? stop + 1 : end;
                line++;
            }
            p = line_start = next;
        } else if (*p == '\n') {
            line++;
            line_start = ++p;
        } else if (s->file_is_system[file]) {
            /* raw strings over several lines do not begin lines with "# 1 …" in system headers */
            p = stop;
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else {
            struct token t = {p, 0, T_MARK, line, file, (int)(p - line_start) + 1, -1};
            const char *next = lex_token(p, end, &t.kind);
            t.length = (int)(next - p);
            add_token(s, t);
            for (; p < next; p++)
                if (*p == '\n') {
                    line++;
                    line_start = p + 1;
                }
        }
    }
    match_brackets(s);
}

bool token_is(const struct source *s, int i, const char *text)
{
    return i >= 0 && i < s->token_count && (size_t)s->tokens[i].length == strlen(text) &&
           !memcmp(s->tokens[i].text, text, strlen(text));
}

bool tokens_are(const struct source *s, int i, const char *marks)
{
    for (int k = 0; marks[k]; k++)
        if (i + k < 0 || i + k >= s->token_count || s->tokens[i + k].kind != T_MARK ||
            *s->tokens[i + k].text != marks[k])
            return false;
    return true;
}

bool is_word(const struct source *s, int i)
{
    return i >= 0 && i < s->token_count && s->tokens[i].kind == T_WORD;
}

char *tokens_text(const struct source *s, int from, int to)
{
    size_t size = 1;
    for (int i = from; i < to; i++)
        size += (size_t)s->tokens[i].length + 1;
    char *text = malloc(size), *p = text;
    for (int i = from; i < to; i++) {
        const struct token *t = &s->tokens[i];
        bool apart = i > from && t[-1].text + t[-1].length != t->text;
        if (apart)
            *p++ = ' ';
        memcpy(p, t->text, (size_t)t->length);
        p += t->length;
    }
    *p = 0;
    return text;
}

char *word_text(const struct source *s, int i)
{
    return tokens_text(s, i, i + 1);
}

int open_angle(const struct source *s, int close)
{
    int depth = 0;
    for (int i = close; i >= 0; i--) {
        if (s->tokens[i].kind != T_MARK)
            continue;
        char c = *s->tokens[i].text;
        if (strchr(")]}", c)) {
            if (s->tokens[i].partner < 0)
                return -1;
            i = s->tokens[i].partner;
        } else if (c == '>' && !tokens_are(s, i - 1, "->")) {
            depth++;
        } else if (c == '<' && --depth == 0) {
            return i;
        } else if (c == ';' || strchr("([{", c)) {
            return -1;
        }
    }
    return -1;
}

int close_angle(const struct source *s, int open)
{
    int depth = 0;
    for (int i = open; i < s->token_count; i++) {
        if (s->tokens[i].kind != T_MARK)
            continue;
        char c = *s->tokens[i].text;
        if (strchr("([{", c)) {
            if (s->tokens[i].partner < 0)
                return -1;
            i = s->tokens[i].partner;
        } else if (c == '<') {
            depth++;
        } else if (c == '>' && !tokens_are(s, i - 1, "->") && --depth == 0) {
            return i;
        } else if (c == ';' || strchr(")]}", c)) {
            return -1;
        }
    }
    return -1;
}
