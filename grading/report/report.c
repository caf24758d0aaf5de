/* What comes of a run, and what goes of earlier ones. jq says what to write, one JSON value each:
 * {say}, a line for the terminal; or {file, student, text}, below OUT, text being a list of texts.
 * In a file's name stand "@" for the student's id, "~" for what is left of it in a file's name, and
 * "^" for what the course system put before the name of their newest upload: none of these need be
 * UTF-8. */
#include "intake/intake.h"
#include "report.h"

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
static char *place_of(const json_t *made, const struct context *c)
{
    const char *file = json_text_in(made, "file"), *at = file + strcspn(file, "@~^");
    if (!*at)
        return text_of("%s/%s", c->out, file);
    const struct student *s = &c->student[(int)json_number_in(made, "student")];
    OWNED char *name = *at == '@'   ? text_of("%s", s->id)
                       : *at == '~' ? mail_name(s->id)
                                    : upload_name(s);
    return name ? text_of("%s/%.*s%s%s", c->out, (int)(at - file), file, name, at + 1) : NULL;
}

/* Writes what exports.jq makes of the model. */
static void write_reports(const struct context *c, FILE *model)
{
    OWNED char *command =
        text_of("\"${GRADE_ROOT:-.}/grading/report/write.sh\" exports </dev/fd/%d", fileno(model));
    fflush(NULL);
    FILE *f = popen(command, "r");
    for (json_t *made; f && (made = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL));) {
        const char *say = json_text_in(made, "say");
        OWNED char *path = say ? NULL : place_of(made, c);
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
    FILE *model = model_of(c, &faults);
    write_reports(c, model);
    fclose(model);
    return faults;
}
