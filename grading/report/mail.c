/* Each student's result as a text, for mails and the terminal. What failed comes first. */
#include "pages/pages.h"
#include "intake/intake.h"
#include "totals/totals.h"
#include "report.h"

enum { WIDTH = 76, INDENT = 4 };

static void put_by_hand(FILE *f, const struct context *c, int student, int lab, int step)
{
    OWNED char *text = adjust_text(c, student, lab, step);
    if (*text) {
        fprintf(f, "%*sAdjusted:\n", INDENT, "");
        put_wrapped(f, INDENT, WIDTH, text);
    }
}

static void put_step(FILE *f, const struct context *c, int student, int lab, int i)
{
    const struct step_result *r = result_of(c, student, lab, i);
    const struct lab_step *fact = fact_of(c, lab, i);
    fprintf(f, "%s, step %d, %s: %s, %s of %s\n", fact->lab, fact->step, fact->name,
            verdict_words(r->ruling.verdict), points(r->points), points(r->max));
    put_wrapped(f, INDENT, WIDTH, r->ruling.message);
    put_by_hand(f, c, student, lab, fact->step);
}

/* Those steps that `wanted` is true for; nothing where there are none. */
static void put_steps(FILE *f, const struct context *c, int student, const char *title,
                      int (*wanted)(const struct step_result *))
{
    int listed = 0;
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++)
            if (step_counts(c, l, i) && wanted(result_of(c, student, l, i))) {
                fputs(listed++ ? "" : title, f);
                put_step(f, c, student, l, i);
            }
}

static int is_skipped(const struct step_result *r)
{
    return r->ruling.verdict == SKIPPED;
}

/* A line for each lab. */
static void put_not_attempted(FILE *f, const struct context *c, int student)
{
    int listed = 0;
    for (int l = 0; l < c->labs; l++) {
        OWNED char *steps = text_of("%s", "");
        const char *why = "";
        double max = 0;
        for (int i = 0; i < c->steps[l]; i++) {
            const struct step_result *r = result_of(c, student, l, i);
            if (!step_counts(c, l, i) || r->ruling.verdict != NOT_ATTEMPTED)
                continue;
            text_add(&steps, "%s %d", *steps ? "," : " step", fact_of(c, l, i)->step);
            max += r->max;
            why = r->ruling.message;
        }
        if (!*steps)
            continue;
        fprintf(f, "%s%s,%s: 0 of %s\n", listed++ ? "" : "\nNot attempted\n\n", c->lab[l], steps,
                points(max));
        put_wrapped(f, INDENT, WIDTH, why);
        for (int i = 0; i < c->steps[l]; i++)
            if (result_of(c, student, l, i)->ruling.verdict == NOT_ATTEMPTED)
                put_by_hand(f, c, student, l, fact_of(c, l, i)->step);
    }
}

static void put_sums(FILE *f, const struct context *c, int student)
{
    double max, most, have = total_points(c, student, -1, &max, &most);
    OWNED char *capped = capped_text(most, have);
    fprintf(f, "%s of %s points%s%s\n", points(have), points(max), capped,
            marks_written(c) ? ", those for written answers among them" : "");
    for (int l = 0; l < c->labs; l++) {
        have = lab_points(c, student, l, &max);
        fprintf(f, "%*s%-20s %s of %s%s", INDENT, "", c->lab[l], points(have), points(max),
                bonus_words(c, l));
        if (answers_points(c, student, l) > 0)
            fprintf(f, " and %.4g for written answers", answers_points(c, student, l));
        fputc('\n', f);
        OWNED char *file = handed_in_text(c, student, l);
        put_wrapped(f, INDENT, WIDTH, file);
        put_by_hand(f, c, student, l, -1);
    }
}

static void put_written(FILE *f, const struct context *c, int student)
{
    int listed = 0;
    for (int i = 0; i < c->marks; i++) {
        const struct mark *w = &c->mark[i];
        if (w->student != student || !*w->question)
            continue;
        fputs(listed++ ? "" : "\nWritten answers\n\n", f);
        fprintf(f, "%s, question ", c->lab[w->lab]);
        OWNED char *question = clean_text(text_of("%s: %.4g points", w->question, w->points));
        fprintf(f, "%s\n", question);
        put_wrapped(f, INDENT, WIDTH, w->why);
    }
}

void put_results(FILE *f, const struct context *c, int student)
{
    put_wrapped(f, 0, WIDTH, student_shown(c, student));
    fputc('\n', f);
    put_sums(f, c, student);
    put_steps(f, c, student, "\nWhat failed\n\n", has_failed);
    put_steps(f, c, student, "\nWhat is right\n\n", step_is_right);
    put_steps(f, c, student, "\nNot graded here\n\n", is_skipped);
    put_not_attempted(f, c, student);
    put_written(f, c, student);
}

char *mail_of(const struct context *c, int student)
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    OWNED char *course = clean_text(text_of("%s", *c->course ? c->course : "CUDA labs"));
    fprintf(f, MAIL_MARK "%s\n\n", course);
    put_results(f, c, student);
    fclose(f);
    return text;
}
