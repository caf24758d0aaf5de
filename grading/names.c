/* What the names of handed-in files and folders say. find.c has the conventions; here they are taken apart. */
#include "names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "judge.h"

static int ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), more = strlen(end);
    return length >= more && strcasecmp(text + length - more, end) == 0;
}

int name_is_lab(const char *text, const char *lab)
{
    if (strcmp(text, lab) == 0)
        return 1;
    if (strncasecmp(text, "lab", 3) == 0)
        text += 3 + (text[3] == '_' || text[3] == '-' || text[3] == ' ');
    size_t digits = strspn(text, "0123456789");
    return digits && digits <= 2 && !text[digits] && atoi(text) == atoi(lab);
}

/* Where the copy's number begins in a name without ".cu": "-2" or " (2)"; its length if there is none. */
static size_t copy_at(const char *stem, int *number)
{
    size_t length = strlen(stem), end = length, begin;
    int round = end && stem[end - 1] == ')';
    *number = 0;
    end -= (size_t)round;
    for (begin = end; begin && isdigit((unsigned char)stem[begin - 1]); begin--)
        ;
    if (begin == end || end - begin > 3 || !begin || stem[begin - 1] != (round ? '(' : '-'))
        return length;
    *number = atoi(stem + begin);
    begin--;
    while (round && begin && (stem[begin - 1] == ' ' || stem[begin - 1] == '_'))
        begin--;
    return begin;
}

/* The name without ".cu"; without the copy's number, too, if `bare`. NULL if it is no .cu file. Free it. */
static char *stem_of(const char *name, int bare)
{
    int number;
    if (!ends_in(name, ".cu"))
        return NULL;
    char *stem = text_of("%.*s", (int)strlen(name) - 3, name);
    if (bare)
        stem[copy_at(stem, &number)] = 0;
    return stem;
}

int name_copy(const char *name)
{
    int number = 0;
    char *stem = stem_of(name, 0);
    if (stem)
        copy_at(stem, &number);
    free(stem);
    return number;
}

/* ---- times */

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

static int is_date(const char *at, time_t *when)
{
    int year = digits(&at, 4, ""), month = year < 0 ? -1 : digits(&at, 2, "-_."),
        day = month < 0 ? -1 : digits(&at, 2, "-_."), hour, minute, second = 0;
    if (year < 2000 || year > 2099 || month < 1 || month > 12 || day < 1 || day > 31)
        return 0;
    const char *after = at;
    hour = digits(&at, 2, "-_.T ");
    minute = hour < 0 ? -1 : digits(&at, 2, "-_.:h");
    if (hour > 23 || minute < 0 ||
        minute > 59) { /* a date alone, if no further digits cling to it */
        hour = minute = 0;
        at = after;
        if (isdigit((unsigned char)*at))
            return 0;
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
    return 1;
}

int name_time(const char *name, time_t *when)
{
    for (const char *at = name; *at; at++) {
        size_t run = strspn(at, "0123456789");
        if (run >= 4 && is_date(at, when))
            return 1;
        if (run == 10 && *at >= '1' && *at <= '2') {
            *when = (time_t)strtol(at, NULL, 10);
            return 1;
        }
        at += run ? run - 1 : 0;
    }
    return 0;
}

/* ---- labs and students */

/* A part between underscores that says nothing about who or which: a number, a time, LATE. */
static int is_filler(const char *part)
{
    return strcasecmp(part, "late") == 0 || part[strspn(part, "0123456789-:.Th")] == 0;
}

/* Cuts fillers off the end; the last part that is left, or the whole. */
static char *cut_fillers(char *text)
{
    for (char *line; (line = strrchr(text, '_')) && is_filler(line + 1);)
        *line = 0;
    return text;
}

/* The text in front of "_FILE" in a name without ".cu", as a length; -1 if it does not end so. 0: nothing is in front. */
static int before_file(const char *stem, const char *lab)
{
    char file[128];
    lab_file_name(lab, file, sizeof file);
    file[strlen(file) - 3] = 0;
    size_t length = strlen(stem), own = strlen(file);
    if (strcmp(stem, file) == 0)
        return 0;
    return length > own && ends_in(stem, file) && stem[length - own - 1] == '_'
               ? (int)(length - own - 1)
               : -1;
}

int name_is_file(const char *name, const char *lab)
{
    char *stem = stem_of(name, 1);
    int front = stem ? before_file(stem, lab) : -1, is = front == 0;
    if (front > 0) {
        stem[front] = 0;
        is = is_filler(cut_fillers(stem));
    }
    free(stem);
    return is;
}

/* "ann_03", "ann_lab_03", "ann_03_constant_gemv": the student's part as a length, or -1. */
static int before_lab(const char *stem, const char *lab)
{
    for (const char *line = stem; (line = strchr(line, '_')); line++)
        if (line > stem && name_is_lab(line + 1, lab))
            return (int)(line - stem);
    return -1;
}

int name_split(const char *name, const char *lab, char *student, size_t size)
{
    char *stem = stem_of(name, 1);
    int front = stem ? before_file(stem, lab) : -1, found = 0;
    if (front > 0) {
        stem[front] = 0;
        cut_fillers(stem);
        found = !is_filler(stem);
    } else if (stem && front < 0) {
        front = before_lab(stem, lab);
        for (char *line; front < 0 && (line = strrchr(stem, '_')) && is_filler(line + 1);) {
            *line = 0; /* a time behind the lab */
            front = before_lab(stem, lab);
        }
        found = front > 0;
        if (found)
            stem[front] = 0;
    }
    if (found)
        snprintf(student, size, "%s", stem);
    free(stem);
    return found;
}
