/* What lateness costs. DEADLINE says who is late, LATE and GRACE what each begun day costs; the
 * roster's column "extension" (2d, 12h, or a deadline of one's own) decides over all three. */
#include "intake.h"

#include <ctype.h>
#include <strings.h>

#include "names/names.h"

enum { DAY = 86400, NO_ZONE = 1 /* seconds: no zone's offset */ };

double late_span(const char *text)
{
    char *end;
    if (!isdigit((unsigned char)*text))
        return -1;
    double number = strtod(text, &end);
    double unit = *end == 'm' ? 60 : *end == 'h' ? 3600 : *end == 'd' || !*end ? DAY : 0;
    return unit > 0 && (!*end || !end[1]) && number <= 1000 ? number * unit : -1;
}

/* "10%" of the points, or "2" points, a day. */
static void read_rule(struct late_policy *p, const char *text)
{
    char *end;
    double value = isdigit((unsigned char)*text) ? strtod(text, &end) : -1;
    if (value < 0 || value > 1e6 || (strcmp(end, "%") != 0 && *end) || (*end && value > 100))
        die("LATE=%s: give what a day costs, like 10%% of the points or 2 (points); 0: nothing",
            text);
    p->per_day = value;
    p->percent = *end == '%';
}

long late_offset(const struct context *c, time_t about)
{
    struct tm local;
    if (!c->late || !c->late->local)
        return c->late ? c->late->offset : 0;
    localtime_r(&about, &local);
    return local.tm_gmtoff;
}

/* A deadline; a day alone counts to its end. 0: it is none. */
static int due_of(const struct context *c, const char *text, time_t *due)
{
    long offset = NO_ZONE;
    time_t when;
    if (!instant_of(text, &offset, &when))
        return 0;
    text += strspn(text, " ");
    if (!strchr(text, ':'))
        when += DAY - 1;
    else if (text[strlen("2026-11-20T23:59")] != ':') /* 23:59 lasts until 23:59:59 */
        when += 59;
    if (offset == NO_ZONE) {
        when += NO_ZONE;
        when -= late_offset(c, when);
    }
    *due = when;
    return 1;
}

void late_read(struct context *c, const char *deadline, const char *late, const char *grace)
{
    if (!deadline) {
        if (late || grace)
            die("%s needs a DEADLINE, like 2026-11-20T23:59+01:00", late ? "LATE" : "GRACE");
        return;
    }
    struct late_policy *p = c->late = zeros(1, sizeof *p);
    p->offset = NO_ZONE;
    if (!instant_of(deadline, &p->offset, &p->deadline))
        die("DEADLINE=%s: give a date and a time, like 2026-11-20T23:59+01:00 (without a zone it "
            "is this machine's; without a time, the end of that day)",
            deadline);
    p->local = p->offset == NO_ZONE;
    due_of(c, deadline, &p->deadline);
    if (late)
        read_rule(p, late);
    /* 15 alone would be days, and may be meant as minutes */
    if (grace && ((p->grace = late_span(grace)) < 0 ||
                  (p->grace > 0 && !isalpha((unsigned char)grace[strlen(grace) - 1]))))
        die("GRACE=%s: give a time with its unit, like 15m, 2h or 1d", grace);
}

/* The student's own deadline; dies of a text of the roster's that is none. */
static time_t own_deadline(const struct context *c, const struct student *s)
{
    const char *text = c->roster ? roster_field(c, s, c->roster->extension) : "";
    const double span = *text ? late_span(text) : 0;
    time_t due = c->late->deadline;
    if (span >= 0)
        return due + (time_t)span;
    if (!due_of(c, text, &due))
        die("ROSTER=%s: row of %s: extension '%s': give a time like 2d or 12h, or a deadline "
            "like 2026-11-22T23:59",
            c->roster_file, s->id, text);
    return due;
}

time_t late_due(const struct context *c, const struct student *s)
{
    return own_deadline(c, s) + (time_t)c->late->grace;
}

struct lateness lateness_of(const struct context *c, int student, int lab, double points)
{
    struct lateness l = {0};
    const struct handed_file *h = &handed_in(c, student, lab)->file;
    if (!h->file)
        return l;
    l.late = h->marked_late;
    if (!c->late)
        return l;
    l.days = l.late; /* how many, a course system's mark does not say */
    if (h->when) {
        const double seconds = difftime(h->when, own_deadline(c, &c->student[student]));
        l.late = seconds > 0;
        l.days = seconds > c->late->grace ? (int)ceil(seconds / DAY) : 0;
    }
    const double off = c->late->per_day * l.days * (c->late->percent ? points / 100 : 1);
    l.penalty = fmax(0, fmin(off, points));
    return l;
}
