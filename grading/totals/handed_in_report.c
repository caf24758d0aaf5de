/* What was handed in, in every output: which file, when, what was passed over. */
#include "intake/intake.h"
#include "totals.h"

static void time_text(time_t when, char *text, size_t size)
{
    struct tm utc;
    text[0] = 0;
    if (when && gmtime_r(&when, &utc))
        strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

struct lateness lateness_at(const struct context *c, int student, int lab)
{
    double sum = 0;
    for (int i = 0; i < c->steps[lab]; i++)
        if (step_counts(c, lab, i))
            sum += result_of(c, student, lab, i)->points;
    return lateness_of(c, student, lab, sum);
}

static json_t *text_or_null(const char *text)
{
    return text && *text ? json_text(text) : json_null();
}

json_t *handed_in_json(const struct context *c, int student, int lab)
{
    const struct handed_file *h = handed_file(c, student, lab);
    char when[40];
    if (!h->file)
        return json_null();
    struct lateness l = lateness_at(c, student, lab);
    time_text(h->when, when, sizeof when);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b, s:i, s:f, s:o}", "file", json_text(h->shown),
                     "sha256", text_or_null(h->sha256), "submitted", text_or_null(when),
                     "submitted_by", text_or_null(h->source), "commit", text_or_null(h->commit),
                     "late", l.late, "late_days", l.days, "late_penalty", l.penalty, "passed_over",
                     text_or_null(handed_in(c, student, lab)->passed_over));
}

char *lateness_text(const struct lateness *l)
{
    if (l->penalty > 0)
        return text_of("%d day%s late: %.2f points off", l->days, l->days == 1 ? "" : "s",
                       l->penalty);
    return text_of("%s", l->late ? l->days ? "late" : "late, and nothing is taken off" : "");
}

char *handed_in_text(const struct context *c, int student, int lab)
{
    const struct handed_file *h = handed_file(c, student, lab);
    char when[40];
    if (!handed_in(c, student, lab))
        return text_of("%s", "");
    const char *passed_over = handed_in(c, student, lab)->passed_over;
    if (!h->file)
        return text_of("%s", "no file");
    struct lateness l = lateness_at(c, student, lab);
    OWNED char *late = lateness_text(&l),
               *commit = text_of("%s%.12s", *h->commit ? ", commit " : "", h->commit);
    time_text(h->when, when, sizeof when);
    char *text = text_of("%s (sha256 %.12s%s)%s%s%s%s%s%s%s%s%s", h->shown, h->sha256, commit,
                         *when ? ", handed in " : "", when, *when ? ", as " : "",
                         *when ? h->source : "", *when ? " says" : "", *late ? "; " : "", late,
                         *passed_over ? "; passed over: " : "", passed_over);
    return text;
}
