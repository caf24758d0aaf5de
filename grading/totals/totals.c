/* Sums and ratios that all reports share. */
#include "totals.h"

#include <math.h>

#include "intake/intake.h"

int step_counts(const struct context *c, int lab, int i)
{
    return c->only_step < 0 || fact_of(c, lab, i)->step == c->only_step;
}

int step_is_left_out(const struct step_result *r)
{
    return r->ruling.verdict == SKIPPED && r->max == 0;
}

double lab_points(const struct context *c, int student, int lab, double *max)
{
    double sum = 0;
    *max = 0;
    for (int i = 0; i < c->steps[lab]; i++) {
        const struct step_result *r = result_of(c, student, lab, i);
        if (!step_counts(c, lab, i))
            continue;
        sum += r->points;
        *max += r->max;
    }
    return sum - lateness_of(c, student, lab, sum).penalty + adjust_points(c, student, lab, -1);
}

double student_points(const struct context *c, int student, double *max)
{
    double sum = 0, all = 0, of_lab;
    for (int l = 0; l < c->labs; l++) {
        sum += lab_points(c, student, l, &of_lab);
        all += c->rubric[l].bonus ? 0 : of_lab;
    }
    *max = all;
    return sum;
}

static double all_of(const struct context *c, int student, int lab, double *max)
{
    double sum = lab_points(c, student, lab, max) + answers_points(c, student, lab);
    *max += c->rubric[lab].written_max;
    return sum;
}

double total_points(const struct context *c, int student, int lab, double *max, double *most)
{
    double limit = 0, of_lab;
    *max = *most = 0;
    for (int l = 0; l < c->labs; l++) {
        if (lab >= 0 && lab != l)
            continue;
        *most += all_of(c, student, l, &of_lab);
        const char *absent = lab_absence(c, student, l);
        limit += of_lab;
        if ((lab >= 0 || !c->rubric[l].bonus) && !(absent && *absent == 'e'))
            *max += of_lab;
    }
    return fmin(*most, limit);
}

char *capped_text(double most, double counts)
{
    return most > counts + 0.005
               ? text_of(" (%.2f were reached; no more than %.2f counts)", most, counts)
               : text_of("%s", "");
}

int step_is_right(const struct step_result *r)
{
    return r->ruling.verdict == PASS || r->ruling.verdict == SLOW;
}

enum group group_of(const struct step_result *r)
{
    static const enum group group[VERDICTS] = {[PASS] = GROUP_PASS,
                                               [SLOW] = GROUP_RIGHT_BUT,
                                               [WRONG] = GROUP_WRONG,
                                               [CRASH] = GROUP_WRONG,
                                               [TIMEOUT] = GROUP_WRONG,
                                               [REFUSED] = GROUP_REFUSED,
                                               [SKIPPED] = GROUP_NOT_GRADED,
                                               [COMPILE_ERROR] = GROUP_REFUSED,
                                               [GRADER_ERROR] = GROUP_NOT_GRADED,
                                               [NOT_ATTEMPTED] = GROUP_NOT_ATTEMPTED};
    return r->ruling.nothing == NO_FILE ? GROUP_NO_FILE : group[r->ruling.verdict];
}

enum lab_state lab_state(const struct context *c, int student, int lab)
{
    enum nothing nothing = SOMETHING;
    int tried = 0;
    for (int i = 0; i < c->steps[lab]; i++) {
        const struct step_result *r = result_of(c, student, lab, i);
        if (!step_counts(c, lab, i))
            continue;
        tried += !step_is_left_out(r) && r->ruling.verdict != NOT_ATTEMPTED;
        nothing = r->ruling.nothing ? r->ruling.nothing : nothing;
    }
    return tried                   ? LAB_GRADED
           : nothing == NO_FILE    ? (c->student[student].excused ? LAB_EXCUSED : LAB_NO_FILE)
           : nothing == EMPTY_FILE ? LAB_EMPTY_FILE
                                   : LAB_UNTOUCHED;
}

const char *lab_absence(const struct context *c, int student, int lab)
{
    double max;
    enum lab_state state = lab_state(c, student, lab);
    if ((state != LAB_NO_FILE && state != LAB_EXCUSED) || handed_conflict(c, student, lab) ||
        all_of(c, student, lab, &max) != 0 || !c->submissions)
        return NULL;
    return state == LAB_EXCUSED ? "excused" : "missing";
}

char *why_nothing(const struct context *c, int student)
{
    char *text = text_of("%s", c->student[student].note ? c->student[student].note : "");
    for (int l = 0; !c->student[student].note && l < c->labs; l++) {
        const struct step_result *r = result_of(c, student, l, 0);
        const char *conflict = handed_conflict(c, student, l);
        enum lab_state is = lab_state(c, student, l);
        if (is == LAB_GRADED && !conflict)
            continue;
        for (int i = 1; i < c->steps[l] && !r->ruling.nothing; i++)
            r += is == LAB_NO_FILE || is == LAB_EMPTY_FILE;
        text_add(&text, "%s%s%s%s", *text ? " " : "", c->labs > 1 ? c->lab[l] : "",
                 c->labs > 1 ? ": " : "", conflict ? conflict : r->ruling.message);
    }
    return text;
}

void hide_addresses(char *message)
{
    enum { LEAST = 9 }; /* digits: masks and sizes have fewer */
    static const char instead[] = "0x…";
    char *to = message;
    for (const char *at = message; *at;) {
        size_t digits = at[0] == '0' && at[1] == 'x' ? strspn(at + 2, "0123456789abcdefABCDEF") : 0;
        if (digits >= LEAST) {
            memcpy(to, instead, sizeof instead - 1);
            to += sizeof instead - 1;
            at += 2 + digits;
        } else {
            *to++ = *at++;
        }
    }
    *to = 0;
}

/* ---- what was handed in, in every output: which file, when, what was passed over */

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
