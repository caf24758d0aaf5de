/* What the front end changes of a source: insertions and replacements, noted by token and written
 * all at once. */
#include "front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void edit(struct source *s, const char *at, int removed, char *inserted)
{
    s->edits = grow(s->edits, s->edit_count, sizeof *s->edits);
    s->edits[s->edit_count] = (struct edit){at, removed, inserted, s->edit_count};
    s->edit_count++;
}

void insert_before(struct source *s, int token, char *inserted)
{
    edit(s, s->tokens[token].text, 0, inserted);
}

void insert_after(struct source *s, int token, char *inserted)
{
    edit(s, s->tokens[token].text + s->tokens[token].length, 0, inserted);
}

void replace(struct source *s, int from, int to, char *inserted)
{
    if (inserted)
        insert_before(s, from, inserted);
    for (int i = from; i < to; i++) {
        const struct token *t = &s->tokens[i];
        if (t->kind == T_STRING && memchr(t->text, '\n', (size_t)t->length))
            report(s, i, "a raw string of several lines inside a launch or an asm statement");
        edit(s, t->text, t->length, NULL);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->order - y->order;
}

static int by_token(const void *a, const void *b)
{
    return ((const struct subscript *)a)->token - ((const struct subscript *)b)->token;
}

/* Writes text, and notes the columns of the subscripts in it. `column`: of what comes next; `next`:
 * the first subscript ahead. */
static void write_text(struct source *s, FILE *out, const char *from, const char *to, int *column,
                       int *next)
{
    for (const char *p = from; p < to; p++) {
        while (*next < s->subscript_count && s->tokens[s->subscripts[*next].token].text <= p) {
            struct subscript *subscript = &s->subscripts[(*next)++];
            if (s->tokens[subscript->token].text == p)
                subscript->column = *column;
        }
        *column = *p == '\n' ? 1 : *column + 1;
    }
    fwrite(from, 1, (size_t)(to - from), out);
}

void write_edited(struct source *s, FILE *out)
{
    const char *p = s->text;
    int column = 1, next = 0;
    qsort(s->edits, (size_t)s->edit_count, sizeof *s->edits, by_place);
    qsort(s->subscripts, (size_t)s->subscript_count, sizeof *s->subscripts, by_token);
    for (int i = 0; i < s->edit_count; i++) {
        const struct edit *e = &s->edits[i];
        if (e->at > p) {
            write_text(s, out, p, e->at, &column, &next);
            p = e->at;
        }
        for (const char *c = e->inserted ? e->inserted : ""; *c; c++)
            column = *c == '\n' ? 1 : column + 1;
        if (e->inserted)
            fputs(e->inserted, out);
        if (e->at + e->removed > p)
            p = e->at + e->removed;
    }
    write_text(s, out, p, s->text + s->length, &column, &next);
}
