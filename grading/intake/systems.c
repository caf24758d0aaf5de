/* Each course system's grammar, strict: what is not of its form is nobody's.
 *
 *   canvas      files NAME_USER_UPLOAD_FILE, NAME_LATE_USER_UPLOAD_FILE, and _text.html or
 *               _link.html behind USER. NAME has no "_": the two numbers stand right behind it, so
 *               that no file's name can bring others. USER is the gradebook's column ID. Where a
 *               NAME with a number in it would give USER to UPLOAD's place, it is nobody's.
 *   moodle      folders NAME_NUMBER_assignsubmission_file_, or files of that name with the
 *               student's own behind it; …_onlinetext_ is no file. NUMBER is the worksheet's
 *               Identifier. The mark may stand there only once.
 *   gradescope  folders submission_NUMBER; submission_metadata.yml says who (metadata.c)
 *   github      clones SLUG-LOGIN in SLUG-submissions, as `gh classroom clone` makes them; LOGIN is
 *               the list's github_username, or the whole name its student_repository_name
 *   folders     a folder for each person, called as in the roster */
#include "intake.h"

#include <ctype.h>
#include <strings.h>
#include <sys/stat.h>

#include "names/names.h"

/* So many digits at `at`, which are a number of at most 17. */
static size_t number_at(const char *at, long *number)
{
    size_t digits = strspn(at, "0123456789");
    *number = digits && digits < 18 ? strtol(at, NULL, 10) : 0;
    return digits < 18 ? digits : 0;
}

static void set_key(struct arrival *a, const char *begin, size_t length)
{
    snprintf(a->key, sizeof a->key, "%.*s", (int)length, begin);
}

static const char *const canvas_key[] = {"id", NULL};

static int read_canvas(const struct context *c, const char *name, int is_folder, struct arrival *a)
{
    size_t front = strcspn(name, "_");
    const char *at = name + front;
    long user;
    a->is_late = strncmp(at, "_LATE_", 6) == 0;
    at += a->is_late ? 6 : *at == '_';
    size_t digits = number_at(at, &user), more;
    const char *next = at + digits;
    if (is_folder || !front || !digits || *next != '_')
        return 0;
    set_key(a, at, digits);
    snprintf(a->id, sizeof a->id, "%.*s_%.20s", (int)front, name, a->key);
    a->whose = (int)front;
    a->is_text = strcmp(next, "_text.html") == 0 || strcmp(next, "_link.html") == 0;
    if (a->is_text)
        return 1;
    more = number_at(next + 1, &a->order);
    a->own = (int)(next + 1 + more - name) + 1;
    if (!more || next[1 + more] != '_' || !name[a->own])
        return 0;
    /* "lee_7" may be a name that somebody has chosen: lee_7_1066_801_x.cu could be 1066's */
    OWNED char *second = text_of("%.*s", (int)more, next + 1);
    size_t third = number_at(name + a->own, &user);
    return !third || name[a->own + (int)third] != '_' || !c->roster ||
           !roster_find(c->roster, canvas_key, second);
}

static int read_moodle(const struct context *c, const char *name, int is_folder, struct arrival *a)
{
    static const char mark[] = "_assignsubmission_", file[] = "file", text[] = "onlinetext";
    const char *at = strstr(name, mark), *begin = at, *rest;
    while (begin && begin > name && isdigit((unsigned char)begin[-1]))
        begin--;
    if (!at || strstr(at + 1, mark) || begin == at || begin < name + 2 || begin[-1] != '_')
        return 0;
    rest = at + strlen(mark);
    a->is_text = strncmp(rest, text, strlen(text)) == 0;
    if (!a->is_text && strncmp(rest, file, strlen(file)) != 0)
        return 0;
    rest += strlen(a->is_text ? text : file);
    set_key(a, begin, (size_t)(at - begin));
    a->whose = (int)(at - name);
    a->own = (int)(rest - name) + 1;
    snprintf(a->id, sizeof a->id, "%.*s%s", is_folder ? 255 : a->whose, name,
             is_folder ? "" : "_assignsubmission_file");
    return is_folder ? !*rest || strcmp(rest, "_") == 0 : *rest == '_' && rest[1];
}

static int read_gradescope(const struct context *c, const char *name, int is_folder,
                           struct arrival *a)
{
    static const char front[] = "submission_";
    long number;
    return is_folder && strncmp(name, front, strlen(front)) == 0 &&
           number_at(name + strlen(front), &number) == strlen(name) - strlen(front);
}

static int read_github(const struct context *c, const char *name, int is_folder, struct arrival *a)
{
    static const char end[] = "-submissions";
    struct stat s;
    const char *slash = strrchr(c->submissions, '/'), *top = slash ? slash + 1 : c->submissions;
    size_t length = strlen(top), slug = length - strlen(end);
    OWNED char *git = text_of("%s/%s/.git", c->submissions, name);
    if (!is_folder || lstat(git, &s) || !S_ISDIR(s.st_mode))
        return 0;
    if (length > strlen(end) && strcmp(top + slug, end) == 0 && strncmp(name, top, slug) == 0 &&
        name[slug] == '-' && name[slug + 1])
        set_key(a, name + slug + 1, strlen(name));
    snprintf(a->second, sizeof a->second, "%s", name);
    return *a->key || c->roster;
}

static int read_folders(const struct context *c, const char *name, int is_folder, struct arrival *a)
{
    set_key(a, name, strlen(name));
    return is_folder;
}

static const struct course_system systems[] = {
    {"canvas", "Canvas", "files NAME_USER_UPLOAD_FILE", canvas_key, NULL, read_canvas},
    {"moodle", "Moodle", "folders NAME_NUMBER_assignsubmission_file_",
     (const char *const[]){"identifier", NULL}, NULL, read_moodle},
    {"gradescope", "Gradescope", "folders submission_NUMBER beside " METADATA,
     (const char *const[]){"email", "email address", NULL},
     (const char *const[]){"sid", "student id", NULL}, read_gradescope},
    {"github", "GitHub", "clones SLUG-LOGIN in a folder SLUG-submissions",
     (const char *const[]){"github_username", NULL},
     (const char *const[]){"student_repository_name", NULL}, read_github},
    {"folders", "plain folders", "folders, one for each person", roster_ids, NULL, read_folders}};
enum { SYSTEMS = sizeof systems / sizeof *systems, FOLDERS = SYSTEMS - 1 };

static int is_called(const struct course_system *s, const char *name)
{
    return strcasecmp(s->name, name) == 0;
}

int system_is(const struct context *c, const char *name)
{
    return c->system && is_called(c->system, name);
}

/* Are all names of its form? */
static int is_form(const struct context *c, const struct course_system *s, char *const *names,
                   int count)
{
    int metadata = 0, others = 0;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        int is_folder = names[i][length - 1] == '/';
        OWNED char *name = text_of("%.*s", (int)(length - (size_t)is_folder), names[i]);
        struct arrival a = {.own = 0};
        if (strcmp(name, METADATA) == 0)
            metadata = 1;
        else if (!s->read(c, name, is_folder, &a))
            return 0;
        else
            others++;
    }
    return others && metadata == is_called(s, "gradescope");
}

static const struct course_system *by_form(const struct context *c, char *const *names, int count)
{
    for (int i = 0; i < FOLDERS; i++)
        if (is_form(c, &systems[i], names, count))
            return &systems[i];
    return NULL;
}

const char *system_by_form(const struct context *c, char *const *names, int count)
{
    const struct course_system *s = by_form(c, names, count);
    return s ? s->title : NULL;
}

const struct course_system *system_of(struct context *c, char *const *names, int count)
{
    const char *by_roster = c->roster ? roster_system(c->roster) : NULL,
               *asked = c->asked_from ? c->asked_from : "";
    for (int i = 0; i < SYSTEMS && *asked; i++)
        if (is_called(&systems[i], asked)) {
            c->from = text_of("%s, as FROM=%s says", systems[i].title, systems[i].name);
            return &systems[i];
        }
    if (*asked)
        die("FROM=%s: it is canvas, moodle, gradescope, github or folders", asked);
    for (int i = 0; i < SYSTEMS && by_roster; i++)
        if (is_called(&systems[i], by_roster)) {
            c->from = text_of("%s, since the roster's first line is of its %s", systems[i].title,
                              strcmp(by_roster, "canvas") == 0   ? "gradebook"
                              : strcmp(by_roster, "moodle") == 0 ? "grading worksheet"
                                                                 : "list");
            return &systems[i];
        }
    const struct course_system *s = by_form(c, names, count);
    c->from = s ? text_of("%s, since all in SUBMISSIONS is of its form (%s)", s->title, s->form)
                : text_of("plain folders, since its names are not all of one course system's form");
    return s ? s : &systems[FOLDERS];
}
