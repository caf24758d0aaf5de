/* Names that students chose, in a message. */

#include "intake.h"
#include "context/context.h"
#include "names/names.h"

void listing_add(struct listing *l, const char *name, mode_t mode)
{
    l->name = one_more(l->name, l->count, sizeof *l->name);
    char *text = text_of("%s%s", name,
                         S_ISLNK(mode)            ? " (a link)"
                         : !S_ISREG(mode)         ? " (no file)"
                         : name_is(name, ARCHIVE) ? " (unpack it)"
                                                  : "");
    l->name[l->count++] = clean_text(text);
}

/* Could somebody's work be in it? */
static int is_likely(const char *name)
{
    return strcasestr(name, ".cu") != NULL || strstr(name, "unpack it") != NULL;
}

static int by_use(const void *a, const void *b)
{
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    int first = is_likely(y) - is_likely(x);
    return first ? first : strcmp(x, y);
}

char *listing_end(struct listing *l, int most)
{
    char *text = text_of("%s", "");
    int named = 0;
    if (l->count)
        qsort(l->name, (size_t)l->count, sizeof *l->name, by_use);
    for (int i = 0; i < l->count;
         i++) /* of equal names, which lie in different folders, one counts */
        if ((!i || strcmp(l->name[i - 1], l->name[i]) != 0) && named++ < most)
            text_add(&text, "%s%s", i ? ", " : "", l->name[i]);
    if (named > most)
        text_add(&text, " and %d more", named - most);
    for (int i = 0; i < l->count; i++)
        free(l->name[i]);
    free(l->name);
    *l = (struct listing){NULL, 0};
    return text;
}
