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
