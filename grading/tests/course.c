/* A course: a class over ten weeks as each system exports it, with late work, extensions, further
 * uploads, excuses, drops and people who change their names; and what everybody must have in the
 * end, reckoned here from what was made up, and from nothing of the grader's. */
#include <math.h>
#include <unistd.h>

#include "intake/intake.h"
#include "judge/judge.h"
#include "report/report.h"
#include "sandbox/sandbox.h"
#include "tests.h"

enum {
    PEOPLE = 60,
    WEEKS = 10,
    DAY = 86400,
    FIRST_DEADLINE = 1788825540 /* 7 Sep 2026, 23:59 Z */
};
enum system { CANVAS, MOODLE, GRADESCOPE, GITHUB, FOLDERS, SYSTEMS };
static const char *const names[] = {"canvas", "moodle", "gradescope", "github", "folders"};

/* What one person does in one week. */
struct deed {
    int gone, excused, missing, extension; /* extension: days */
    long late;                             /* seconds after the deadline's minute begins */
    int uploads;                           /* the last one counts */
    int share;                             /* per cent of the points, of the last */
};

static struct deed deed_of(enum system kind, int person, int week)
{
    static const long times[] = {-DAY, 0, 30, 59, 60, 3 * DAY / 2, DAY / 2};
    unsigned dice = (unsigned)lab_mix((uint64_t)(person * 1000 + week * 10 + (int)kind));
    struct deed d = {.uploads = 1, .share = (int)(dice % 5) * 25};
    d.gone = person % 15 == 14 && week > 4;
    d.missing = dice / 8 % 9 == 0;
    d.excused = dice / 16 % 17 == 0;
    d.missing |= d.excused;
    d.late = times[dice / 128 % 7];
    if (kind == MOODLE) /* whole minutes */
        d.late -= d.late >= 0 ? d.late % 60 : 0;
    d.extension = dice / 1024 % 6 == 0 ? 2 : 0;
    d.uploads += kind == CANVAS && dice / 4096 % 4 == 0;
    return d;
}

/* Days that count: by hand. */
static int days_late(enum system kind, const struct deed *d)
{
    long beyond = d->late - 59 - (long)d->extension * DAY;
    int days = beyond <= 0 ? 0 : (int)((beyond + DAY - 1) / DAY);
    return kind == CANVAS ? days > 0 : days; /* its mark says no more */
}

static double expected(enum system kind, int person, int week)
{
    struct deed d = deed_of(kind, person, week);
    return d.missing ? 0 : d.share / 100.0 * (1 - 0.1 * days_late(kind, &d));
}

/* ---- what the system exports */

static char *name_of(int person, int week)
{
    return text_of("%s%d Lee", person % 20 == 9 && week > 5 ? "New" : "Ann", person);
}

static void put_text(const char *class, const char *path, const char *lab, int share)
{
    OWNED char *text = text_of("// POINTS %d\nLAB_MAIN(%s)\n", share, lab);
    place_file(class, path, text);
}

static char *time_at(const char *format, long when)
{
    char text[80];
    time_t at = when;
    struct tm utc;
    strftime(text, sizeof text, format, gmtime_r(&at, &utc));
    return text_of("%s", text);
}

/* A clone with the file, and a README that is committed much later. */
static void commit(const char *class, const char *folder, long when)
{
    OWNED char *command = text_of(
        "cd '%s/%s' && git init -q . && git add -A && export GIT_COMMITTER_DATE='@%ld +0000' "
        "GIT_AUTHOR_DATE='@1 +0000' && git -c user.name=a -c user.email=a commit -qm a && echo r "
        ">README && git add README && export GIT_COMMITTER_DATE='@%ld +0000' && "
        "git -c user.name=a -c user.email=a commit -qm b",
        class, folder, when, when + 9L * DAY);
    expect(system(command) == 0, "course: cannot commit %s", folder);
}

static void hand_in_week(enum system kind, const char *class, const char *lab, int person, int week,
                         FILE *metadata)
{
    struct deed d = deed_of(kind, person, week);
    const long when = FIRST_DEADLINE + 7L * DAY * week + d.late;
    OWNED char *name = name_of(person, week), *path = NULL;
    if (d.missing)
        return;
    if (kind == CANVAS) {
        for (int k = 1; k <= d.uploads; k++) { /* the older one says that it is the newer */
            OWNED char *file = text_of("lee%.3s%d%s_%d_%d_work%s.cu", name, person,
                                       days_late(kind, &d) ? "_LATE" : "", 500 + person,
                                       8000 + 10 * person + k, k < d.uploads ? "_final_v9" : "");
            put_text(class, file, lab, k == d.uploads ? d.share : 100 - d.share);
        }
        return;
    }
    if (kind == MOODLE)
        path = text_of("%s_%d_assignsubmission_file_", name, 1000 * week + person);
    else if (kind == GRADESCOPE)
        path = text_of("submission_%d", 1000 * week + person);
    else
        path = text_of(kind == GITHUB ? "lab-u%d" : "u%d", person);
    OWNED char *file = text_of("%s/labs/%s/x.cu", path, lab);
    put_text(class, file, lab, d.share);
    if (kind == GITHUB)
        commit(class, path, when);
    OWNED char *made = time_at("%F %T Z", when);
    if (metadata)
        fprintf(metadata,
                "%s:\n  :submitters:\n  - :name: %s\n    :sid: '%d'\n    :email: u%d@x.edu\n"
                "  :created_at: %s\n",
                path, name, person, person, made);
}

static void write_roster(enum system kind, const char *file, int week)
{
    static const char *const heads[] = {
        "Student,ID,SIS User ID,SIS Login ID,Section,extension,excused\n"
        ",,,,Manual Posting,,\n    Points Possible,,,,,,\n",
        "Identifier,Full name,ID number,Email address,Grade,Maximum grade,Last modified "
        "(submission),"
        "Last modified (grade),Feedback comments,extension,excused\n",
        "First Name,Last Name,SID,Email,Role,extension,excused\n",
        "identifier,github_username,name,extension,excused\n",
        "id,name,submitted,extension,excused\n"};
    FILE *f = atomic_open(file);
    fputs(heads[kind], f);
    for (int p = 0; p < PEOPLE; p++) {
        struct deed d = deed_of(kind, p, week);
        OWNED char *name = name_of(p, week),
                   *extension = d.extension ? text_of("%dd", d.extension) : text_of("%s", "");
        long when = FIRST_DEADLINE + 7L * DAY * week + d.late;
        OWNED char *english = d.missing ? text_of("-") : time_at("%A, %d %B %Y, %I:%M %p", when),
                   *iso = d.missing ? text_of("%s", "") : time_at("%FT%TZ", when);
        const char *excused = d.excused ? "yes" : "";
        if (d.gone)
            continue;
        if (kind == CANVAS)
            fprintf(f, "\"Lee, %s\",%d,%d,u%d,A,%s,%s\n", name, 500 + p, p, p, extension, excused);
        else if (kind == MOODLE)
            fprintf(f, "Participant %d,%s%s,%d,u%d@x.edu,,100,\"%s\",-,,%s,%s\n", 1000 * week + p,
                    name, p % 7 == 3 ? "_7" : "", p, p, english, extension, excused);
        else if (kind == GRADESCOPE)
            fprintf(f, "%s,Lee,%d,u%d@x.edu,Student,%s,%s\n", name, p, p, extension, excused);
        else if (kind == GITHUB)
            fprintf(f, "%d,u%d,%s,%s,%s\n", p, p, name, extension, excused);
        else
            fprintf(f, "u%d,%s,%s,%s,%s\n", p, name, iso, extension, excused);
    }
    if (kind == CANVAS)
        fputs("\"Student, Test\",999,,abc,A,,\n", f);
    atomic_close(f, file);
}

/* ---- a week, from the export to the reports */

/* Points as the files' texts say: grading itself has tests of its own. */
static void grade_texts(struct context *c)
{
    for (int s = 0; s < c->students; s++) {
        OWNED char *file = find_file(c, s, 0), *text = file ? read_file(file, 1000, NULL) : NULL;
        for (int i = 0; i < c->steps[0]; i++) {
            struct step_result *r = result_of(c, s, 0, i);
            memset(r, 0, sizeof *r);
            r->max = c->rubric[0].step[i].points;
            r->ruling.nothing = text ? NULL : NO_FILE;
            r->ruling.verdict = text ? PASS : NOT_ATTEMPTED;
            r->points = text ? r->max * atoi(text + strlen("// POINTS ")) / 100 : 0;
        }
    }
}

/* ---- what goes back, as the system looks at it */

/* `spoil`: and is what was spoiled refused? */
static void check_exports_of(enum system kind, const char *class, const char *roster,
                             const char *out, int spoil)
{
    OWNED char *all = text_of("grading/tests/accepted.sh all %s '%s' '%s' '%s' %s", names[kind],
                              class, roster, out, spoil ? "spoil" : "");
    expect(system(all) == 0, "course: %s", all);
}

static int as_user; /* jobs are another user's, and reach what the judge has made for them */

static void run_week(enum system kind, const char *top, const char *lab, int week, double *max)
{
    static struct context c;
    OWNED char *class = text_of("%s/%d/lab-submissions", top, week),
               *roster = text_of("%s/%d/roster.csv", top, week),
               *out = text_of("%s/%d/out", top, week), *kept = text_of("%s/kept", out),
               *work = text_of("%s/%d/work", top, week),
               *meta = text_of("%s/submission_metadata.yml", class),
               *deadline = time_at("%FT%H:%MZ", FIRST_DEADLINE + 7L * DAY * week);
    make_folders(class);
    make_folders(work);
    make_folders(kept);
    FILE *metadata = kind == GRADESCOPE ? fopen(meta, "we") : NULL;
    for (int p = 0; p < PEOPLE; p++)
        hand_in_week(kind, class, lab, p, week, metadata);
    if (metadata)
        fclose(metadata);
    write_roster(kind, roster, week);
    c = (struct context){.submissions = class,
                         .root = ".",
                         .out = out,
                         .work = text_of("%s", work),
                         .as_user = as_user,
                         .isolated = 1,
                         .only_step = -1,
                         .backend = EMULATOR,
                         .at = "",
                         .course = "",
                         .student_id = "",
                         .asked_from = "",
                         .tree = "labs",
                         .labs = 1,
                         .jobs = 2,
                         .regrade_lab = "",
                         .feedback = "1"};
    if (as_user)
        reach_make(&c);
    c.lab[0] = lab;
    rubric_read(lab, NULL, &c.rubric[0]);
    c.steps[0] = c.rubric[0].steps;
    late_read(&c, deadline, "10%", NULL);
    c.roster_file = roster;
    find_students(&c);
    collect_files(&c);
    results_open(&c);
    grade_texts(&c);
    free(reported(&c));
    points_found(&c, 0, 0, max);
    OWNED char *path = text_of("%s/results.json", out);
    json_auto_t *results = json_load_file(path, 0, NULL);
    for (int p = 0; p < PEOPLE; p++) {
        OWNED char *person = text_of(kind == FOLDERS ? "u%d" : "%d", p);
        struct deed d = deed_of(kind, p, week);
        double have = NAN;
        const char *absence = NULL;
        for (int s = 0; s < c.students; s++)
            if (c.student[s].person && strcmp(c.student[s].person, person) == 0) {
                const json_t *one = json_array_get(json_object_get(results, "students"), (size_t)s);
                have = json_number_in(one, "total");
                absence = json_text_in(json_array_get(json_object_get(one, "labs"), 0), "absent");
            }
        const char *wanted = d.excused ? "excused" : d.missing ? "missing" : "";
        expect(d.gone ? isnan(have)
                      : fabs(have - *max * expected(kind, p, week)) < 1e-6 &&
                            strcmp(absence ? absence : "", wanted) == 0,
               "course: %s, week %d, person %d: %g %s, not %g %s", names[kind], week, p, have,
               absence ? absence : "", *max * expected(kind, p, week), wanted);
    }
    check_exports_of(kind, class, roster, out, week == 0);
    reach_forget(&c);
    free((char *)c.work);
}

/* The term's gradebook: each person's sum, whatever their names and numbers were. */
static void check_term(enum system kind, const char *top, const double *max)
{
    OWNED char *outs = text_of("%s", ""), *out = text_of("%s/term", top);
    for (int w = 0; w < WEEKS; w++)
        text_add(&outs, "%s/%d/out ", top, w);
    setenv("OUTS", outs, 1);
    setenv("OUT", out, 1);
    expect(system("grading/report/term.sh >build/grading/tests/term.log") == 0,
           "course: %s: no term", names[kind]);
    OWNED char *book = contents(out, "gradebook.csv");
    for (int p = 0; p < PEOPLE; p++) {
        double sum = 0, have = 0;
        for (int w = 0; w < WEEKS; w++)
            sum += deed_of(kind, p, w).gone ? 0 : max[w] * expected(kind, p, w);
        OWNED char *begin = text_of(kind == FOLDERS ? "\nu%d," : "\n%d,", p);
        const char *row = strstr(book, begin), *end = row ? strstr(row + 1, "\r\n") : NULL;
        while (end && end > row && end[-1] != ',')
            end--;
        have = end ? atof(end) : NAN;
        expect(fabs(have - sum) < 0.03 && !strstr(row + 1, begin),
               "course: %s: person %d has %g in the term, not %g", names[kind], p, have, sum);
    }
}

static void run_course(enum system kind, int weeks)
{
    OWNED char *name = text_of("course-%s", names[kind]), *folder = scratch(name),
               *top = realpath(folder, NULL);
    const struct lab_file *files;
    double max[WEEKS];
    lab_files(&files);
    for (int w = 0; w < weeks; w++)
        run_week(kind, top, files[w].lab, w, &max[w]);
    if (weeks == WEEKS)
        check_term(kind, top, max);
    remove_tree(top);
}

void test_course(void)
{
    expect_solution("course", "01");
    as_user = sandbox_open("") == SANDBOX_USER;
    run_course(MOODLE, WEEKS);
    for (enum system kind = CANVAS; kind < SYSTEMS; kind++)
        if (kind != MOODLE)
            run_course(kind, 1);
    sandbox_close();
}

void test_whole_course(void)
{
    as_user = sandbox_open("") == SANDBOX_USER;
    for (enum system kind = CANVAS; kind < SYSTEMS; kind++)
        run_course(kind, WEEKS);
    sandbox_close();
}
