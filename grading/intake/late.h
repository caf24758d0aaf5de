/* Late submissions: DEADLINE, what a day costs, and exceptions (late.c). */
#ifndef LATE_H
#define LATE_H

#include "context/context.h"

struct late_policy {
    time_t deadline;
    long offset;    /* of its zone, seconds east: names' times are in it */
    int local;      /* it names no zone: this machine's, summer or winter time by the day */
    double per_day; /* taken off for each day begun: points, or per cent of the lab's points */
    int percent;
    double grace; /* seconds that cost nothing */
};

struct lateness {
    int late;
    int days;       /* begun days that count; 0: within the grace */
    double penalty; /* points taken off */
};

/* DEADLINE, LATE and GRACE from `c`'s texts. Dies of a mistake. */
void late_read(struct context *c, const char *deadline, const char *late, const char *grace);
void late_forget(struct context *c);
/* "15m", "2h", "1d", "2" (days): seconds; -1: it is none. */
double late_span(const char *text);
/* Dies of a roster's extension that cannot be read. */
void late_check(const struct context *c);
/* The last second that is on time for this student: with their extension, and GRACE. */
time_t late_due(const struct context *c, const struct student *s);
/* Of what a student with so many points for a lab handed in. */
struct lateness lateness_of(const struct context *c, int student, int lab, double points);
/* Seconds east of Greenwich of a time that names no zone, on about this day. */
long late_offset(const struct context *c, time_t about);

#endif
