/* Labs by name and slot, and the verdicts. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "context.h"

char *lab_path(const char *root, const char *tree, const char *lab)
{
    const struct lab_file *f = lab_file_of(lab);
    return text_of("%s/%s/%s/%s.cu", root, tree, f->folder, f->name);
}

char *lab_stub(const char *root, const char *lab)
{
    return lab_path(root, "build/grading/stubs", lab);
}

int slot_of(const struct context *c, int lab)
{
    int slot = 0;
    for (int l = 0; l < lab; l++)
        slot += c->steps[l];
    return slot;
}

const char *verdict_name(enum verdict v)
{
    static const char *const names[VERDICTS] = {
        "pass",  "wrong",   "slow",    "not_attempted", "compile_error",
        "crash", "timeout", "refused", "skipped",       "grader_error"};
    return names[v];
}

int err(struct ruling *r, enum verdict v, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    r->verdict = v;
    r->nothing = SOMETHING;
    vsnprintf(r->message, sizeof r->message, format, list);
    va_end(list);
    clean_text(r->message); /* a terminal obeys what a compiler may quote */
    return 1;
}

int lab_matches(const char *wanted, const char *lab)
{
    OWNED char *copy = text_of("%s", wanted);
    char *rest = copy;
    int matches = 0;
    for (char *item; (item = strsep(&rest, ", "));)
        matches |= lab_is_called(item, lab);
    return matches;
}
