/* Times, as instructors and course systems write them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"

/* So many digits, with at most one separator in front. Moves on and returns the number, or -1. */
static int digits(const char **at, int count, const char *separators)
{
    const char *from = *at;
    int value = 0;
    if (*from && strchr(separators, *from))
        from++;
    for (int i = 0; i < count; i++, from++) {
        if (!isdigit((unsigned char)*from))
            return -1;
        value = value * 10 + *from - '0';
    }
    *at = from;
    return value;
}

/* "Z", "+01:00", "-0800" and blanks, up to the end. */
static int read_offset(const char *at, long *offset)
{
    int hours, minutes;
    at += strspn(at, " ");
    if (*at == 'Z' || strncmp(at, "UTC", 3) == 0) {
        *offset = 0;
        at += *at == 'Z' ? 1 : 3;
    } else if (*at == '+' || *at == '-') {
        int sign = *at++ == '-' ? -1 : 1;
        if ((hours = digits(&at, 2, "")) < 0 || hours > 14 || (minutes = digits(&at, 2, ":")) < 0 ||
            minutes > 59)
            return 0;
        *offset = sign * (hours * 3600L + minutes * 60);
    }
    return !at[strspn(at, " \r")];
}

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
    const char *at = text + strspn(text, " "), *clock;
    if (!(at = strptime(at, "%Y-%m-%d", &t)))
        return 0;
    if (*at == 'T' || (*at == ' ' && isdigit((unsigned char)at[1]))) {
        clock = strptime(at + 1, "%H:%M:%S", &t);
        at = clock ? clock : strptime(at + 1, "%H:%M", &t);
        if (at && *at == '.')
            at += 1 + strspn(at + 1, "0123456789");
    }
    if (!at || !read_offset(at, offset))
        return 0;
    return instant(t, *offset, when);
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
