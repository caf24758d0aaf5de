/* The picture of a step whose counters cost points: one access of the line that cost most. The
 * student's program is run once more and names it, by numbers alone; pages/drawing.js draws it. */
#include <stdlib.h>
#include <string.h>

#include "engine/attainment.h"
#include "stage.h"
#include "names/names.h"

enum { MOST_SOURCE = 1 << 20 };

/* Line number `line` of a file, without the blanks around it; "" if there is none. */
static void source_line(const char *file, int line, char *to, size_t room)
{
    size_t size, used;
    OWNED char *text = read_file(file, MOST_SOURCE, &size);
    char *at = text;
    to[0] = 0;
    for (int i = 1; at && i < line; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    if (at) {
        at += strspn(at, " \t");
        used = strcspn(at, "\r\n");
        snprintf(to, room, "%.*s", (int)(used < room ? used : room - 1), at);
        clean_text(to);
    }
}

/* Is it the student's own file, and not a header? */
static int is_own(const char *lab, const char *named)
{
    char own[128];
    const char *slash = strrchr(named, '/');
    lab_file_name(lab, own, sizeof own);
    return strcmp(slash ? slash + 1 : named, own) == 0;
}

void drawing_ask(const struct context *c, int lab, const struct lab_step *f, const char *file,
                 struct runner *runner, struct step_result *r)
{
    const struct lab_lesson *rubric = rubric_step(&c->rubric[lab], f->step);
    const struct lab_rule *rule = score_lost(c, rubric, r);
    const struct lab_lesson at = lab_lesson_at(rubric, r->counted, c->seed);
    const struct lab_case question = lab_lesson_case(&at, c->seed);
    struct drawing *d = &r->drawing;
    char named[300], access[PROTOCOL_LINE];
    double line = 0;
    if (!rule)
        return;
    runner_extend(runner, c->seconds);
    if (runner_ask(runner, "draw", f->step, &question, rule->metric) != TALK_ANSWERED ||
        !protocol_get(runner->talk.line, "drawn", access, sizeof access) ||
        !drawing_is_sound(access) ||
        !protocol_get(runner->talk.line, "drawn_file", named, sizeof named) ||
        !protocol_get_number(runner->talk.line, "drawn_line", &line) ||
        !(line >= 1 && line < 1e6) || !is_own(c->lab[lab], named))
        return;
    d->line = (int)line;
    snprintf(d->access, sizeof d->access, "%.*s", (int)sizeof d->access - 1, access);
    source_line(file, d->line, d->source, sizeof d->source);
}
