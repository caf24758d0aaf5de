/* Names of labs' files and of archives, and times as instructors and course systems write them
 * (names.h). */
#include "names.h"

#include <ctype.h>
#include <fnmatch.h>
#include <strings.h>

#include "base/base.h"
#include "lab/lesson.h"
#include "lab/problems/problems.h"

int name_is(const char *name, const char *pattern)
{
    return fnmatch(pattern, name, FNM_CASEFOLD | FNM_EXTMATCH) == 0;
}

int name_is_ignored(const char *name)
{
    return name[0] == '.' || strcmp(name, "__MACOSX") == 0;
}

int name_is_file(const char *name, const char *lab)
{
    const char *file = lab_file_of(lab)->name, *at = name + strlen(file);
    if (strncasecmp(name, file, strlen(file)) != 0)
        return 0;
    if (*at == '-')
        at += 1 + strspn(at + 1, "0123456789");
    return at[-1] != '-' && (strcasecmp(at, ".cu") == 0 || strcasecmp(at, ".cu.txt") == 0);
}

void lab_file_name(const char *lab, char *name, size_t size)
{
    const struct lab_file *f = lab_file_of(lab);
    snprintf(name, size, "%s.cu", f ? f->name : lab);
}

/* ---- times */

/* 0 where there is no such day (31 November), or it is too long ago. */
static int instant(struct tm t, long offset, time_t *when)
{
    const int day = t.tm_mday;
    *when = timegm(&t) - offset;
    return t.tm_mday == day && t.tm_year >= 70 && t.tm_year < 200;
}

int instant_of(const char *text, long *offset, time_t *when)
{
    struct tm t = {0};
    const char *at = strptime(text, " %Y-%m-%d", &t), *clock, *zone;
    if (at && (*at == 'T' || (*at == ' ' && isdigit((unsigned char)at[1])))) {
        clock = strptime(at + 1, "%H:%M:%S", &t);
        at = clock ? clock : strptime(at + 1, "%H:%M", &t);
        if (at && *at == '.')
            at += 1 + strspn(at + 1, "0123456789");
    }
    if (!at)
        return 0;
    at += strspn(at, " ");
    zone = strncmp(at, "UTC", 3) == 0 ? at + 3 : *at ? strptime(at, "%z", &t) : NULL;
    if (zone && labs(t.tm_gmtoff) > 14 * 3600)
        return 0;
    *offset = zone ? t.tm_gmtoff : *offset;
    at = zone ? zone : at;
    return !at[strspn(at, " \r")] && instant(t, *offset, when);
}

int moodle_time(const char *text, long offset, time_t *when)
{
    static const char *const forms[] = {"%d %B %Y, %I:%M %p", "%d %B %Y, %H:%M", "%d %B %Y %H:%M"};
    const char *comma = strchr(text, ','), *at = text + strspn(text, " ");
    if (instant_of(text, &offset, when))
        return 1;
    if (!isdigit((unsigned char)*at) && comma)
        at = comma + 1 + strspn(comma + 1, " ");
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct tm t = {0};
        const char *end = strptime(at, forms[i], &t);
        if (end && !end[strspn(end, " \r")] && instant(t, offset, when))
            return 1;
    }
    return 0;
}
