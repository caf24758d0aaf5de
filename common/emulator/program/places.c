/* From a place in the program to the source line; are two places one; how a message names one. */
#include "basics.h"
#include "device_image.h"

struct source_line caller_of(const void *pc, int up)
{
    const struct device_site *site = device_site(pc);
    for (; site && up >= 0; up--)
        site = site->from;
    return site ? (struct source_line){site->file, site->line} : (struct source_line){NULL, 0};
}

struct source_line line_of(const void *pc)
{
    return caller_of(pc, -1);
}

static int is_ours(const char *file)
{
    const size_t length = strlen(file);
    return length > 2 && strcmp(file + length - 2, ".h") == 0 &&
           (strncmp(file, "common/", 7) == 0 || strstr(file, "/common/") != NULL);
}

struct source_line learners_line(const void *pc)
{
    struct source_line line = line_of(pc);
    for (int up = 0; line.file && is_ours(line.file); up++) {
        const struct source_line caller = caller_of(pc, up);
        if (!caller.file)
            return line_of(pc);
        line = caller;
    }
    return line;
}

static int are_one(struct source_line x, struct source_line y)
{
    return x.file && y.file && x.line == y.line && strcmp(x.file, y.file) == 0;
}

int same_line(const void *a, const void *b)
{
    return are_one(learners_line(a), learners_line(b));
}

int same_call(const void *a, const void *b)
{
    if (a == b)
        return 1;
    if (!are_one(line_of(a), line_of(b)) || device_site(a)->column != device_site(b)->column)
        return 0;
    for (int up = 0;; up++) {
        const struct source_line x = caller_of(a, up), y = caller_of(b, up);
        if (!x.file && !y.file)
            return 1;
        if (!are_one(x, y))
            return 0;
    }
}

const char *line_name(const void *pc)
{
    static char name[4][256];
    static unsigned turn;
    char *out = name[turn++ % 4];
    const struct source_line line = learners_line(pc);
    if (line.file) {
        const char *slash = strrchr(line.file, '/');
        snprintf(out, sizeof name[0], "%s:%u", slash ? slash + 1 : line.file, line.line);
    } else {
        snprintf(out, sizeof name[0], "address %p (no source line known)", pc);
    }
    return out;
}
