/* What comes of a run, and what goes of earlier ones. jq says what to write, one JSON value each:
 * {say}, a line for the terminal; or {file, student, text}, below OUT, text being a list of texts.
 * In a file's name stand "@" for the student's id, "~" for what is left of it in a file's name, and
 * "^" for what the course system put before the name of their newest upload: none of these need be
 * UTF-8. */
#include <sys/random.h>

#include "intake/intake.h"
#include "report.h"

#define JQ                                                                                         \
    "cd \"${GRADE_ROOT:-.}/grading/report\" && LC_ALL=C exec jq -c -L . --rawfile style "          \
    "report.css --rawfile pages pages.js --rawfile report report.js --rawfile review review.js "   \
    "--arg nonce %016llx -f %s.jq /dev/fd/%d"

char *mail_name(const char *id)
{
    enum { LONGEST = 215 /* ".txt" follows, and what atomic_open puts behind it */ };
    return strlen(id) > LONGEST ? text_of("%.100s~%016llx", id, number_of_id(id))
                                : text_of("%s", id);
}

/* Canvas knows the numbers of the newest upload. NULL: there is none. */
static char *upload_name(const struct student *s)
{
    const struct arrival *newest = s->file;
    for (int i = 1; i < s->files; i++)
        newest = s->file[i].order > newest->order ? &s->file[i] : newest;
    return newest ? text_of("%.*s", newest->own, newest->name) : NULL;
}

/* NULL: there is no such place. */
static char *place_of(const json_t *made, const char *out, const struct context *c)
{
    const char *file = json_text_in(made, "file"), *at = file + strcspn(file, "@~^");
    if (!*at)
        return text_of("%s/%s", out, file);
    const struct student *s = &c->student[(int)json_number_in(made, "student")];
    OWNED char *name = *at == '@'   ? text_of("%s", s->id)
                       : *at == '~' ? mail_name(s->id)
                                    : upload_name(s);
    return name ? text_of("%s/%.*s%s%s", out, (int)(at - file), file, name, at + 1) : NULL;
}

/* Writes to `out` what PROGRAM.jq makes of the model, and closes it. `c`: whose students are meant;
 * or NULL. */
static void report_run(FILE *model, const char *program, const char *out, const struct context *c)
{
    uint64_t nonce;
    if (getrandom(&nonce, sizeof nonce, 0) != sizeof nonce)
        die("the system gives no random numbers");
    OWNED char *command = text_of(JQ, (unsigned long long)nonce, program, fileno(model));
    fflush(NULL);
    FILE *f = popen(command, "r");
    for (json_t *made; f && (made = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL));) {
        const char *say = json_text_in(made, "say");
        OWNED char *path = say ? NULL : place_of(made, out, c);
        if (say)
            say_line(stdout, "%s", say);
        if (path) {
            OWNED char *folder = text_of("%.*s", (int)(strrchr(path, '/') - path), path);
            const json_t *text;
            size_t i;
            make_folders(folder);
            FILE *to = atomic_open(path);
            json_array_foreach(json_object_get(made, "text"), i, text)
                fputs(json_string_value(text), to);
            atomic_close(to, path);
        }
        json_decref(made);
    }
    if (!f || pclose(f))
        die("jq cannot write the reports, and says why above");
    fclose(model);
}

/* What an earlier run wrote for people is taken away, and nothing that has no mark of ours. */
int report_files(const struct context *c)
{
    int faults;
    static const char command[] =
        "cd \"$OUT\" && for place in students gradescope feedback canvas github; do "
        "grep -rlZa -e '<title>Grades of ' -e '\"stdout_visibility\": *\"hidden\"' "
        "-e '" MAIL_MARK "' $place | xargs -0r rm -f; find $place -depth -type d -empty -delete; "
        "done 2>/dev/null; rm -f canvas.csv moodle.csv";
    setenv("OUT", c->out, 1);
    if (system(command))
        die("what an earlier run wrote to %s cannot be removed", c->out);
    report_run(model_of(c, &faults), "exports", c->out, c);
    return faults;
}

/* ---- the runs of a term joined into one gradebook and one page, as term.jq has them, of each
 * run's results.json */

static json_t *run_json(const char *folder)
{
    OWNED char *path = text_of("%s/results.json", folder), *beside = text_of("%s/run.json", folder);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (json_number_in(root, "schema") != 1 || !json_is_array(json_object_get(root, "students")))
        die("OUTS: %s: %s; give folders that `make grade OUT=…` has filled, with blanks between "
            "them",
            path,
            access(path, R_OK) ? strerror(errno)
            : root             ? "another version's: grade into that folder again"
                               : error.text);
    return json_pack("{s:o, s:o, s:o*}", "folder", json_text(folder), "results", root, "run",
                     json_load_file(beside, 0, NULL));
}

/* OUT may hold an earlier page of ours, and nothing that this one would replace. */
static void check_term_out(const char *out)
{
    OWNED char *kept = text_of("%s/kept", out), *page = text_of("%s/report.html", out),
               *book = text_of("%s/gradebook.csv", out), *text = read_file(page, 1 << 28, NULL);
    const int ours = text && strstr(text, "<title>Grades of the term</title>");
    if (access(kept, F_OK) == 0 || (!ours && (access(page, F_OK) == 0 || access(book, F_OK) == 0)))
        die("OUT=%s holds reports that are not the term's: choose another folder", out);
}

int term_report(void)
{
    const char *outs = getenv("OUTS"), *asked = getenv("OUT"), *course = getenv("COURSE");
    const char *out = asked && *asked ? asked : "build/report";
    OWNED char *copy = text_of("%s", outs ? outs : "");
    json_t *runs = json_array();
    char *rest = copy;
    check_term_out(out);
    for (char *folder; (folder = strsep(&rest, " \t\n"));)
        if (*folder)
            json_array_append_new(runs, run_json(folder));
    if (!json_array_size(runs))
        die("OUTS is empty: give the OUT folders of your runs, with blanks between them, like "
            "OUTS=\"week1 week2\"");
    FILE *model = model_open();
    json_auto_t *term = json_pack("{s:o, s:o, s:o}", "course", json_text(course ? course : ""),
                                  "out", json_text(out), "runs", runs);
    json_dumpf(term, model, JSON_COMPACT);
    report_run(model, "term", out, NULL);
    return 0;
}
