/* What a pass does not cover: TODOs of a step that the emulator does not compile and GPUs but
 * Hopper's do not run (lab/lesson.h names them). The pass names them; where the file still has the
 * stub's text there, it is none. */

#include "inspect.h"

enum { LARGEST = 1 << 20 };

/* The tokens of a piece of text, a blank behind each; comments are none. Free it. */
static char *tokens_of(const char *begin, size_t length)
{
    OWNED char *piece = text_of("%.*s", (int)length, begin);
    char *all = zeros(2 * length + 2, 1), *to = all;
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
    return all;
}

/* The stub's function around a TODO: from behind the last blank line or comment before it to the
 * next blank line or directive. */
static char *function_around(const char *stub, const char *todo)
{
    const char *begin = todo, *end = strstr(todo, "\n\n"), *directive = strstr(todo, "\n#");
    while (begin > stub && strncmp(begin, "\n\n", 2) != 0 && strncmp(begin, "*/\n", 3) != 0)
        begin--;
    begin += *begin == '*' ? 2 : 0;
    end = directive && (!end || directive < end) ? directive : end;
    return tokens_of(begin, end ? (size_t)(end - begin) : strlen(begin));
}

int untouched_todos(const char *stub, const char *text, const int todos[2])
{
    int count = 0;
    OWNED char *mine = tokens_of(text, strlen(text));
    for (int i = todos[0]; i && i <= todos[1]; i++) {
        OWNED char *mark = text_of("/* TODO %d:", i);
        const char *todo = strstr(stub, mark);
        OWNED char *theirs = todo ? function_around(stub, todo) : NULL;
        count += theirs && strstr(mine, theirs);
    }
    return count;
}

void score_uncovered(const struct context *c, int lab, const struct lab_step *f, const char *file,
                     const struct lab_lesson *rubric, struct step_result *r)
{
    char said[200];
    lab_untried(f->lab, f->step, c->device.major, c->device.minor, c->backend == EMULATOR, said,
                sizeof said);
    if ((r->ruling.verdict != PASS && r->ruling.verdict != SLOW) || !*said)
        return;
    OWNED char *path = lab_path(c->root, STUBS, c->lab[lab]),
               *stub = read_file(path, LARGEST, NULL), *mine = read_file(file, LARGEST, NULL);
    const int untouched = stub && mine ? untouched_todos(stub, mine, rubric->untried) : 0;
    err_add(&r->ruling, "%s", said);
    if (untouched) {
        r->ruling.verdict = SLOW;
        r->points = fmin(r->points, rubric->points * rubric->correctness);
        err_add(&r->ruling, "%d of them are as they were in the stub: no points for efficiency.",
                untouched);
    }
}
