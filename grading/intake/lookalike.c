/* Students whose names look alike: an accent that is written in two ways, a letter of another
 * alphabet, something that is not seen, capital letters. Each is graded on its own; that there are
 * two must not go unnoticed. */
#include <stdlib.h>
#include <string.h>

#include "context/context.h"
#include "unused_files.h"
#include "base/unicode.h"

enum { NAMED = 8 };

struct look {
    char *skeleton;
    int student;
};

static int by_look(const void *a, const void *b)
{
    const struct look *x = a, *y = b;
    int order = strcmp(x->skeleton, y->skeleton);
    return order ? order : x->student - y->student;
}

/* "ann (U+0430)": the name, and what in it is not ASCII. */
static char *spelled(const char *id, const char *name)
{
    char *text = text_of("%s", name);
    int count = 0;
    unsigned c;
    while (*id) {
        id = next_character(id, &c);
        if (c < 0x80 && c >= ' ')
            continue;
        text_add(&text, "%s%sU+%04X", count ? " " : " (", count == 4 ? "… " : "", c);
        if (++count == 5)
            break;
    }
    text_add(&text, "%s", count ? ")" : "");
    return text;
}

/* "ann, Ann": those from first to last, which look alike. */
static char *group(const struct context *c, const struct look *list, int first, int last)
{
    char *text = text_of("%s", "");
    for (int i = first; i <= last && i < first + NAMED; i++) {
        int s = list[i].student;
        OWNED char *one = spelled(c->student[s].id, student_name(c, s));
        text_add(&text, "%s%s", i > first ? " = " : "", one);
    }
    return text;
}

char *alike_names(const struct context *c)
{
    struct listing groups = {NULL, 0};
    OWNED struct look *list = zeros((size_t)c->students, sizeof *list);
    for (int fold = 0; fold < 2; fold++) {
        for (int s = 0; s < c->students; s++)
            list[s] = (struct look){skeleton_of(c->student[s].id, fold), s};
        qsort(list, (size_t)c->students, sizeof *list, by_look);
        for (int first = 0, last; first < c->students; first = last + 1) {
            for (last = first; last + 1 < c->students &&
                               strcmp(list[last + 1].skeleton, list[first].skeleton) == 0;)
                last++;
            OWNED char *names = last > first ? group(c, list, first, last) : NULL;
            if (names)
                listing_add(&groups, names, S_IFREG);
        }
        for (int s = 0; s < c->students; s++)
            free(list[s].skeleton);
    }
    return listing_end(&groups, NAMED);
}
