/* `make report OUTS="week1 week2"`: the runs of a term joined into one gradebook and one page. What
 * it knows is each run's results.json. Students are joined by their ids, and where a course system
 * gives new ones each week, by a name that is one student's in each run. A lab that is in several
 * runs counts as in the last of them that has the student's file. */
#include "term.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports.h"
#include "term_runs.h"
#include "pages/html.h"
#include "base/csv.h"

/* ---- sums */

static const struct cell *cell_of(const struct term *t, int student, int lab)
{
    return &t->cell[student * MOST_LABS + lab];
}

static double total_of(const struct term *t, int student)
{
    double sum = 0;
    for (int l = 0; l < t->labs; l++)
        sum += cell_of(t, student, l)->points + cell_of(t, student, l)->written;
    return sum;
}

static int files_of(const struct term *t, int student)
{
    int files = 0;
    for (int l = 0; l < t->labs; l++)
        files += cell_of(t, student, l)->there && cell_of(t, student, l)->state != LAB_NO_FILE;
    return files;
}

/* ---- the gradebook: as one run's (exports.c) */

static int has_names(const struct term *t)
{
    int any = 0;
    for (int s = 0; s < t->students; s++)
        any |= *t->name[s] != 0;
    return any;
}

static void write_term_csv(const struct term *t, const char *path)
{
    FILE *f = atomic_open(path);
    const int names = has_names(t);
    fputs(names ? "student,name" : "student", f);
    for (int l = 0; l < t->labs; l++) {
        fputc(',', f);
        csv_cell(f, t->lab[l]);
    }
    fprintf(f, "%s,total\r\n", t->written ? ",written" : "");
    for (int s = 0; s < t->students; s++) {
        double written = 0;
        csv_cell(f, t->id[s]);
        if (names) {
            fputc(',', f);
            csv_cell(f, t->name[s]);
        }
        for (int l = 0; l < t->labs; l++) {
            fprintf(f, ",%.2f", cell_of(t, s, l)->points);
            written += cell_of(t, s, l)->written;
        }
        if (t->written)
            fprintf(f, ",%.2f", written);
        fprintf(f, ",%.2f\r\n", total_of(t, s));
    }
    atomic_close(f, path);
}

/* ---- the page */

static void runs_table(FILE *f, const struct term *t)
{
    fputs("<section id=\"runs\"><h2>Runs</h2>\n<table><thead><tr><th>folder</th><th>graded on</th>"
          "<th>backend</th><th class=\"n\">students with a file</th><th class=\"n\">mean share of "
          "the "
          "points</th></tr></thead><tbody>\n",
          f);
    for (int i = 0; i < t->runs; i++)
        html(f,
             "<tr><th scope=\"row\" class=\"m\">%s</th><td>%s</td><td>%s</td><td class=\"n\" "
             "data-lab=\"with a file\">%d of %d</td><td class=\"n\" data-lab=\"mean\">%.0f "
             "%%</td></tr>\n",
             t->run[i].folder, t->run[i].date, t->run[i].backend, t->run[i].graded,
             t->run[i].students, 100 * t->run[i].mean);
    fputs("</tbody></table></section>\n", f);
}

static void progress_plot(FILE *f, const struct term *t)
{
    OWNED double *share = zeros((size_t)t->students * t->labs, sizeof *share);
    OWNED int *count = zeros((size_t)t->labs, sizeof *count);
    for (int l = 0; l < t->labs; l++)
        for (int s = 0; s < t->students; s++) {
            const struct cell *cell = cell_of(t, s, l);
            if (cell->there && cell->state != LAB_NO_FILE && t->max[l] > 0)
                share[(size_t)l * t->students + count[l]++] = cell->points / t->max[l];
        }
    fputs("<section id=\"progress\"><h2>The class over the term</h2>\n", f);
    plot_progress(f, (const char *const *)t->lab, share, count, t->labs, t->students);
    fputs("</section>\n", f);
}

static void term_row(FILE *f, const struct term *t, int student, double max)
{
    double written = 0;
    html(f, "<tr><th scope=\"row\"><bdi>%s</bdi></th>",
         *t->name[student] ? t->name[student] : t->id[student]);
    for (int l = 0; l < t->labs; l++) {
        const struct cell *cell = cell_of(t, student, l);
        state_cell(f, cell->there ? cell->state : LAB_NO_FILE, t->lab[l], cell->points, t->max[l]);
        written += cell->written;
    }
    html(f, "<td class=\"n\" data-lab=\"labs\">%d</td>", files_of(t, student));
    if (t->written) {
        html(f, "<td class=\"n\" data-v=\"%.4f\" data-lab=\"written\">%s</td>", written,
             points(written));
    }
    double have = total_of(t, student);
    html(f, "<td class=\"n share total\" data-v=\"%.4f\" style=\"--p:%.3f\">%s</td></tr>\n", have,
         max > 0 ? fmin(1, fmax(0, have / max)) : 0, points(have));
}

static void term_students(FILE *f, const struct term *t)
{
    double max = 0;
    fputs("<section id=\"students\"><h2>Students</h2>\n<table class=\"sortable cards\"><thead><tr>"
          "<th>student</th>",
          f);
    for (int l = 0; l < t->labs; l++) {
        html(f, "<th class=\"n\">%s <span class=\"of\">/&nbsp;%g%s</span></th>",
             lab_words(t->lab[l]), t->max[l], t->bonus[l] ? ", a bonus" : "");
        max += t->bonus[l] ? 0 : t->max[l];
    }
    html(f, "<th class=\"n\">labs</th>");
    fputs(t->written ? "<th class=\"n\">written</th>" : "", f);
    html(f, "<th class=\"n\">points <span class=\"of\">/&nbsp;%g</span></th>", max);
    fputs("</tr></thead><tbody>\n", f);
    for (int s = 0; s < t->students; s++)
        term_row(f, t, s, max);
    fputs("</tbody></table></section>\n", f);
}

static void write_term_page(const struct term *t, const char *path)
{
    FILE *f = atomic_open(path);
    int mixed = 0;
    for (int i = 1; i < t->runs; i++)
        mixed |= strcmp(t->run[i].backend, t->run[0].backend) != 0;
    page_begin(f, TERM_TITLE, 1);
    html(f,
         "<header class=\"top\"><h1>%s</h1>\n<p class=\"lead\">The term: %d run%s, %d students"
         "</p>\n",
         *t->course ? t->course : "Grades", t->runs, t->runs == 1 ? "" : "s", t->students);
    if (mixed)
        fputs("<p class=\"loud\"><strong>Graded on different backends.</strong> The times of some "
              "runs decide on points that counters decide on in others.</p>\n",
              f);
    tool_bar(f);
    fputs("</header>\n<main>\n", f);
    runs_table(f, t);
    term_students(f, t);
    progress_plot(f, t);
    fputs("</main>\n", f);
    page_end(f, 1);
    atomic_close(f, path);
}

/* OUT may hold an earlier page of ours, and nothing that this one would replace. */
static void check_term_out(const struct term *t, const char *page)
{
    OWNED char *kept = text_of("%s/kept", t->out), *book = text_of("%s/gradebook.csv", t->out),
               *text = read_file(page, 1 << 28, NULL);
    int ours = text && strstr(text, "<title>" TERM_TITLE "</title>");
    if (access(kept, F_OK) == 0)
        die("OUT=%s holds the results of a run: choose another folder for the term", t->out);
    if (!ours && (access(page, F_OK) == 0 || access(book, F_OK) == 0))
        die("OUT=%s holds a report.html or gradebook.csv that is not the term's: choose another "
            "folder",
            t->out);
}

int term_report(void)
{
    static struct term t;
    const char *outs = getenv("OUTS"), *out = getenv("OUT"), *course = getenv("COURSE");
    t = (struct term){.out = out && *out ? out : "build/report", .course = course ? course : ""};
    OWNED char *page = text_of("%s/report.html", t.out), *book = text_of("%s/gradebook.csv", t.out);
    check_term_out(&t, page);
    term_read(&t, outs ? outs : "");
    make_folders(t.out);
    write_term_csv(&t, book);
    write_term_page(&t, page);
    printf("%d run%s, %d labs, %d students. Reports: %s, %s.\n", t.runs, t.runs == 1 ? "" : "s",
           t.labs, t.students, page, book);
    term_forget(&t);
    return 0;
}
