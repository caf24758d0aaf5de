/* What a pass does not cover: TODOs of a step that stand between `#if HOPPER_KNOWN` and its
 * `#endif`, which the emulator does not compile and other GPUs do not run. The pass names them;
 * where the file still has the stub's text there, it is none. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context/context.h"
#include "lexer.h"
#include "inspect.h"

enum { LARGEST = 1 << 20, DEPTH = 32 };
#define GUARD "HOPPER_KNOWN"

/* The tokens of a piece of text, a blank behind each; comments are none. Free it. */
static char *tokens_of(const char *begin, size_t length)
{
    char *piece = text_of("%.*s", (int)length, begin), *all = zeros(2 * length + 2, 1), *to = all;
    struct reader r = reader_of(piece, NULL);
    for (struct token t; (t = read_token(&r)).kind != END;) {
        size_t size = strlen(t.text);
        if ((size_t)(to - all) + size + 2 > 2 * length + 2)
            break;
        memcpy(to, t.text, size);
        to += size;
        *to++ = ' ';
    }
    *to = 0;
    free(piece);
    return all;
}

/* Are we between `#if … GUARD` and its end, in a part of the file that belongs to this step? */
struct place {
    int depth, guarded[DEPTH], step[DEPTH];
};

static void follow(struct place *p, const char *line, int step)
{
    char here[32];
    size_t length = strcspn(line, "\n");
    char *text = text_of("%.*s", (int)length, line);
    snprintf(here, sizeof here, "LAB_STEP(%d)", step);
    if (strncmp(text, "#if", 3) == 0 && p->depth < DEPTH) {
        p->guarded[p->depth] = strstr(text, GUARD) && !strstr(text, "!" GUARD);
        p->step[p->depth++] = strstr(text, here) != NULL;
    } else if (strncmp(text, "#el", 3) == 0 && p->depth > 0) {
        p->guarded[p->depth - 1] = 0;
    } else if (strncmp(text, "#endif", 6) == 0 && p->depth > 0) {
        p->depth--;
    }
    free(text);
}

static int is_uncovered(const struct place *p)
{
    int guarded = 0, step = 0;
    for (int i = 0; i < p->depth; i++) {
        guarded |= p->guarded[i];
        step |= p->step[i];
    }
    return guarded && step;
}

static size_t indent(const char *line)
{
    return strspn(line, " ");
}

/* The stub's function around a TODO, of which the comment stands directly in its body: from behind
 * the last line before that ends another one of its depth, or begins what it is a part of, to the
 * brace that ends it. */
static const char *function_around(const char *text, const char *todo, size_t *length)
{
    const size_t inside = indent(todo), depth = inside > 4 ? inside - 4 : 0;
    const char *begin = todo, *end = todo;
    while (begin > text) {
        const char *line = begin - 1;
        while (line > text && line[-1] != '\n')
            line--;
        const char first = line[indent(line)];
        if (*line == '#' || (first == '}' && indent(line) <= depth) ||
            (first != '\n' && indent(line) < depth))
            break;
        begin = line;
    }
    while (*end && !(end[indent(end)] == '}' && indent(end) <= depth)) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    *length = (size_t)(end + strcspn(end, "\n") - begin);
    return begin;
}

struct uncovered uncovered_todos(const char *stub, const char *text, int step)
{
    struct uncovered u = {0};
    struct place p = {0};
    char *mine = tokens_of(text, strlen(text));
    for (const char *line = stub; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *todo = strstr(line, "TODO ");
        follow(&p, line, step);
        if (!todo || todo > line + strcspn(line, "\n") || !isdigit((unsigned char)todo[5]) ||
            !is_uncovered(&p))
            continue;
        size_t length;
        const char *function = function_around(stub, line, &length);
        char *theirs = tokens_of(function, length);
        u.last = atoi(todo + 5);
        u.first = u.count++ ? u.first : u.last;
        u.untouched += strstr(mine, theirs) != NULL;
        free(theirs);
    }
    free(mine);
    return u;
}

void score_uncovered(const struct context *c, int lab, const struct lab_step *f, const char *file,
                     const struct lab_lesson *rubric, struct step_result *r)
{
    char *text = r->ruling.message;
    if ((r->ruling.verdict != PASS && r->ruling.verdict != SLOW) ||
        (c->backend == GPU && c->device.major == 9))
        return;
    char *path = lab_stub(c->root, c->lab[lab]), *stub = read_file(path, LARGEST, NULL),
         *mine = read_file(file, LARGEST, NULL);
    struct uncovered u = {0};
    if (stub && mine)
        u = uncovered_todos(stub, mine, f->step);
    if (u.count)
        snprintf(text + strlen(text), MESSAGE - strlen(text), "%s" LAB_UNTRIED, text[0] ? " " : "",
                 u.first, u.last);
    if (u.untouched) {
        r->ruling.verdict = SLOW;
        r->points = fmin(r->points, rubric->points * rubric->correctness);
        snprintf(text + strlen(text), MESSAGE - strlen(text),
                 " %d of them are as they were in the stub: no points for efficiency.",
                 u.untouched);
    }
    free(mine);
    free(stub);
    free(path);
}
