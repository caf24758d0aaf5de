/* Text to tokens, as a preprocessor would have them (inspect.h). */
#include "inspect.h"

#include <ctype.h>

struct reader reader_of(const char *text, const char *own)
{
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) /* a byte order mark is no token */
        text += 3;
    struct reader r = {text, text, 1, 1, 0, own};
    return r;
}

/* Behind a backslash that ends its line, which blanks may follow, as g++ has it; NULL if it is no
 * such backslash. */
static const char *behind_splice(const char *at)
{
    if (*at != '\\')
        return NULL;
    for (at++; *at == ' ' || *at == '\t' || *at == '\v' || *at == '\f' || *at == '\r';)
        at++;
    return *at == '\n' ? at + 1 : NULL;
}

/* The next character with spliced lines joined; moves on. */
static int next(struct reader *r)
{
    for (const char *behind; (behind = behind_splice(r->at)); r->line++)
        r->at = behind;
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
    if (t->length + 1 < sizeof t->text) {
        t->text[t->length++] = (char)c;
        t->text[t->length] = 0;
    }
}

static int is_part(int c)
{
    return isalnum(c) || c == '_' || c == '$' || c >= 128;
}

static void read_quoted(struct reader *r, struct token *t, int quote)
{
    int c;
    t->kind = STRING;
    while ((c = peek(r)) && c != '\n') { /* which ends what has no end, and stays a line's end */
        next(r);
        if (c == quote)
            return;
        append(t, c);
        if (c == '\\' && (c = peek(r)) && c != '\n') {
            next(r);
            append(t, c);
        }
    }
}

/* Line markers, "# 12 "file" 3", stand at the begin of a line of preprocessed text, and nothing
 * else there looks like one. */
static int at_marker(const char *begin, const char *at)
{
    return at[0] == '#' && at[1] == ' ' && isdigit((unsigned char)at[2]) &&
           (at == begin || at[-1] == '\n');
}

/* Behind the marker that r is at, and behind all lines that are not its own file's. */
static void follow_marker(struct reader *r)
{
    size_t length = strlen(r->own);
    const char *begin = r->at;
    while (at_marker(r->begin, r->at)) {
        char *name;
        r->line = (int)strtol(r->at + 2, &name, 10);
        int own = strncmp(name, " \"", 2) == 0 && strncmp(name + 2, r->own, length) == 0 &&
                  name[2 + length] == '"';
        r->at += strcspn(r->at, "\n");
        while (!own && *r->at && !at_marker(r->begin, r->at + 1))
            r->at += 1 + strcspn(r->at + 1, "\n");
        r->at += *r->at != 0;
    }
    r->skipped += (size_t)(r->at - begin);
    r->fresh = 1;
}

/* Over blanks, comments and other files' lines. */
static void skip_blanks(struct reader *r)
{
    int c;
    while ((c = peek(r))) {
        if (r->own && at_marker(r->begin, r->at)) {
            follow_marker(r);
            continue;
        }
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
}

/* What a mark and the character behind it stand for: "<:" is "[". "<::" is one only before ':' and
 * '>'. */
static int digraph(struct reader *r, int c)
{
    static const char pairs[] = "<:[:>]<%{%>}%:#";
    int second = peek(r);
    struct reader after = *r;
    next(&after);
    if (c == '<' && second == ':' && peek(&after) == ':') {
        next(&after);
        if (peek(&after) != ':' && peek(&after) != '>')
            return c;
    }
    for (const char *p = pairs; *p; p += 3)
        if (c == p[0] && second == p[1]) {
            next(r);
            return p[2];
        }
    return c;
}

/* Does the number go on with this quote? 1'000; but 1'"' is a number and a character. */
static int separates(const struct reader *r)
{
    struct reader after = *r;
    return next(&after) == '\'' && is_part(peek(&after));
}

struct token read_token(struct reader *r)
{
    struct token t;
    t.kind = END;
    t.text[0] = 0;
    t.length = 0;
    t.raw = 0;
    int c;
    skip_blanks(r);
    t.first = r->fresh;
    r->fresh = 0;
    c = next(r);
    t.line = r->line;
    if (!c)
        return t;
    if (is_part(c)) {
        t.kind = isdigit(c) ? NUMBER : WORD;
        append(&t, c);
        while ((c = peek(r)) && (is_part(c) || (t.kind == NUMBER && (c == '.' || separates(r)))))
            append(&t, next(r));
        t.raw = c == '"' && matches(t.text, "R u8R uR UR LR");
        return t;
    }
    if (c == '"' || c == '\'') {
        read_quoted(r, &t, c);
        return t;
    }
    t.kind = OTHER;
    append(&t, digraph(r, c));
    return t;
}

void rest_of_line(const struct reader *r, char *text, size_t size)
{
    struct reader copy = *r;
    size_t used = 0;
    int c;
    while ((c = next(&copy)) && c != '\n')
        if (used + 1 < size && (used || !isspace(c)))
            text[used++] = (char)c;
    text[used] = 0;
}

int scan_line_of(const char *text, const char *word)
{
    struct reader at = reader_of(text, NULL);
    for (struct token t = read_token(&at); t.kind != END; t = read_token(&at))
        if (t.kind == WORD && strcmp(t.text, word) == 0)
            return t.line;
    return 0;
}
