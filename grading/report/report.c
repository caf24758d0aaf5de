/* What comes of a run, and what goes of earlier ones. jq says what to write, one JSON value each:
 * {say}, a line for the terminal; or {file, student, text}, below OUT, text being a list of texts.
 * In a file's name stand "@" for the student's id, "~" for what is left of it in a file's name, and
 * "^" for what the course system put before the name of their newest upload: none of these need be
 * UTF-8. */
#include <sys/random.h>
#include <unistd.h>

#include "base/json_file.h"
#include "base/sha256.h"
#include "intake/intake.h"
#include "report.h"

#define JQ                                                                                         \
    "cd \"${GRADE_ROOT:-.}/grading/report\" && LC_ALL=C exec jq -c -L . --rawfile style "          \
    "report.css --rawfile pages pages.js --rawfile report report.js --rawfile review review.js "   \
    "--arg nonce %016llx -f %s.jq /dev/fd/%d"

char *mail_name(const char *id)
{
    enum { LONGEST = 215 /* ".txt" follows, and what atomic_open puts behind it */ };
    struct hash h;
    char key[HASH_TEXT];
    hash_begin(&h);
    hash_add_text(&h, id);
    hash_end(&h, key);
    return strlen(id) > LONGEST ? text_of("%.100s~%.16s", id, key) : text_of("%s", id);
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

static void write_made(const json_t *made, const char *path)
{
    const json_t *text;
    size_t i;
    OWNED char *folder = text_of("%.*s", (int)(strrchr(path, '/') - path), path);
    make_folders(folder);
    FILE *f = atomic_open(path);
    json_array_foreach(json_object_get(made, "text"), i, text) fputs(json_string_value(text), f);
    atomic_close(f, path);
}

void report_run(FILE *model, const char *program, const char *out, const struct context *c)
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
        else if (path)
            write_made(made, path);
        json_decref(made);
    }
    if (!f || pclose(f))
        die("jq cannot write the reports, and says why above");
    fclose(model);
}

/* What an earlier run wrote for people is taken away, and nothing that has no mark of ours. */
static void remove_earlier(const struct context *c)
{
    static const char command[] =
        "cd \"$OUT\" && for place in students gradescope feedback canvas github; do "
        "grep -rlZa -e '<title>Grades of ' -e '\"stdout_visibility\": *\"hidden\"' "
        "-e '" MAIL_MARK "' $place | xargs -0r rm -f; find $place -depth -type d -empty -delete; "
        "done 2>/dev/null; rm -f canvas.csv moodle.csv";
    setenv("OUT", c->out, 1);
    if (system(command))
        die("what an earlier run wrote to %s cannot be removed", c->out);
}

void report_check(void)
{
    if (system("command -v jq >/dev/null"))
        die("jq is missing, which writes the reports: `make setup` installs it");
}

void report_files(const struct context *c)
{
    remove_earlier(c);
    report_run(model_of(c, 1), "exports", c->out, c);
}

void report_terminal(const struct context *c)
{
    report_run(model_of(c, 0), "terminal", c->out, c);
}
