/* The pages: report.html for the instructor, students/ID/feedback.html to hand back,
 * leaderboard.html if asked for. html.c says what they are made of. */
#include <stdlib.h>
#include <time.h>

#include "intake/written_answers.h"
#include "html.h"
#include "totals/totals.h"

static void tile(FILE *f, const char *what, const char *value)
{
    html(f, "<div><dt>%s</dt><dd>%s</dd></div>\n", what, value);
}

static void tiles(FILE *f, const struct context *c)
{
    OWNED double *have = zeros((size_t)c->students, sizeof *have);
    double max;
    int right = 0, asked = 0, perfect = 0;
    char text[80];
    for (int s = 0; s < c->students; s++) {
        have[s] = student_points(c, s, &max);
        perfect += have[s] >= max;
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++)
                count_step(c, s, l, i, &asked, &right);
    }
    fputs("<dl class=\"tiles\">\n", f);
    snprintf(text, sizeof text, "%d of %d", students_graded(c), c->students);
    tile(f, "graded", text);
    snprintf(text, sizeof text, "%.1f of %.0f", median_of(have, c->students), max);
    tile(f, "median points", text);
    snprintf(text, sizeof text, "%.0f %%", asked ? 100.0 * right / asked : 0);
    tile(f, "steps right", text);
    snprintf(text, sizeof text, "%d", perfect);
    tile(f, "with full marks", text);
    fputs("</dl>\n", f);
}

static void warnings(FILE *f, const struct context *c)
{
    if (!c->isolated)
        fputs("<p class=\"loud\"><strong>Not isolated.</strong> bubblewrap was not available: "
              "programs ran with limits only and could read files of this class.</p>\n",
              f);
    if (!c->have_emulator)
        fputs("<p class=\"loud\"><strong>No counters.</strong> The emulator was not built: times "
              "alone decided on efficiency.</p>\n",
              f);
}

static void top(FILE *f, const struct context *c)
{
    char date[80];
    time_t now = time(NULL);
    struct tm local;
    strftime(date, sizeof date, "%A, %d %B %Y, %H:%M", localtime_r(&now, &local));
    html(f, "<header class=\"top\"><h1>%s</h1>\n<p class=\"lead\">%s<br>%s<br>%d of %d graded; ",
         *c->course ? c->course : "Grades", date, c->submissions ? c->submissions : c->tree,
         students_graded(c), c->students);
    html(f, "backend %s: %s</p>\n", c->tools[c->backend].name, c->device.name);
    warnings(f, c);
    if (c->students > 1)
        tiles(f, c);
    tool_bar(f);
    fputs("</header>", f);
}

void report_html(const struct context *c, const char *path)
{
    FILE *f = atomic_open(path);
    const int scripts = PAGE_TABLES | pictures_of(c, -1);
    page_begin(f, "Grades", scripts);
    top(f, c);
    fputs("<main>\n", f);
    needs_you(f, c);
    if (c->students > 1)
        class_overview(f, c);
    fputs("<section id=\"details\"><h2>One by one</h2>\n", f);
    for (int s = 0; s < c->students; s++)
        student_section(f, c, s);
    fputs("</section>\n</main>\n", f);
    page_end(f, scripts);
    atomic_close(f, path);
}

void report_pages(const struct context *c)
{
    for (int s = 0; s < c->students; s++) {
        OWNED char *folder = text_of("%s/students/%s", c->out, c->student[s].id),
                   *path = text_of("%s/feedback.html", folder);
        make_folders(folder);
        student_page(c, s, path);
    }
    OWNED char *board = text_of("%s/leaderboard.html", c->out);
    if (c->leaderboard)
        board_page(c, board);
}
