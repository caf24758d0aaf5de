/* The times that names of files and folders hold. */
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

const char *date_end(const char *at, time_t *when)
{
    int year = digits(&at, 4, ""), parted = year >= 0 && !isdigit((unsigned char)*at),
        month = year < 0 ? -1 : digits(&at, 2, "-_."), hour, minute, second = 0;
    if (month < 0 || parted == !!isdigit((unsigned char)*at)) /* 2031_1225 are two numbers */
        return NULL;
    int day = digits(&at, 2, "-_.");
    if (year < 2000 || year > 2099 || month < 1 || month > 12 || day < 1 || day > 31)
        return NULL;
    const char *after = at;
    hour = digits(&at, 2, "-_.T ");
    minute = hour < 0 ? -1 : digits(&at, 2, "-_.:h");
    if (hour > 23 || minute < 0 ||
        minute > 59) { /* a date alone, if no further digits cling to it */
        hour = minute = 0;
        at = after;
        if (isdigit((unsigned char)*at))
            return NULL;
    } else {
        const char *before = at;
        second = digits(&at, 2, "-_.:m");
        if (second < 0 || second > 60) {
            second = 0;
            at = before;
        }
    }
    struct tm t = {second, minute, hour, day, month - 1, year - 1900, 0, 0, 0, 0, NULL};
    *when = timegm(&t);
    return at;
}

int is_seconds(const char *at, size_t digits)
{
    return digits == 10 && *at >= '1' && *at <= '2';
}

int name_time(const char *name, time_t *when)
{
    for (const char *at = name; *at; at++) {
        size_t run = strspn(at, "0123456789");
        if (run >= 4 && date_end(at, when))
            return 1;
        if (is_seconds(at, run)) {
            *when = (time_t)strtol(at, NULL, 10);
            return 1;
        }
        at += run ? run - 1 : 0;
    }
    return 0;
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
