/* Each course system's grammar, strict: what is not of its form is nobody's. docs/instructor.md
 * has the forms. Canvas's NAME has no "_": the two numbers stand right behind it, so that no file's
 * name can bring others. Moodle's mark may stand in a name only once. A clone is known by the LOGIN
 * of SLUG-LOGIN, or by its whole name. */
#include "intake.h"

#include <regex.h>
#include <strings.h>

#define ID   "([0-9]{1,17})"
#define MARK "assignsubmission_file"

static const struct course_system systems[] = {
    {.name = "canvas",
     .title = "Canvas",
     .form = "files NAME_USER_UPLOAD_FILE",
     .key = (const char *const[]){"id", NULL},
     .file = "^([^_]+)(_LATE)?_" ID "_(" ID "_(.+)|(text|link)\\.html)$",
     .part = {.whose = 1, .late = 2, .key = 3, .order = 5, .own = 6, .text = 7}},
    {.name = "moodle",
     .title = "Moodle",
     .form = "folders NAME_NUMBER_" MARK "_",
     .key = (const char *const[]){"identifier", NULL},
     .folder = "^(.+_([0-9]+))_assignsubmission_(file|(onlinetext))_?$",
     .file = "^(.+_([0-9]+))_assignsubmission_(file|(onlinetext))_(.+)$",
     .part = {.whose = 1, .key = 2, .text = 4, .own = 5},
     .once = "_assignsubmission_",
     .behind = MARK},
    {.name = "gradescope",
     .title = "Gradescope",
     .form = "folders submission_NUMBER beside " METADATA,
     .key = (const char *const[]){"email", "email address", NULL},
     .second = (const char *const[]){"sid", "student id", NULL},
     .folder = "^submission_" ID "$"},
    {.name = "github",
     .title = "GitHub",
     .form = "clones SLUG-LOGIN in a folder SLUG-submissions",
     .key = (const char *const[]){"github_username", NULL},
     .second = (const char *const[]){"student_repository_name", NULL},
     .folder = "^(.+)$",
     .part = {.second = 1}},
    {.name = "folders",
     .title = "plain folders",
     .form = "folders, one for each person",
     .key = roster_ids,
     .folder = "^(.+)$",
     .part = {.key = 1}}};
enum { SYSTEMS = sizeof systems / sizeof *systems, GROUPS = 8 };

/* A group of a match; "" where it is none. */
static void put_group(char text[256], const char *name, const regmatch_t *group, int number)
{
    const regmatch_t g = number && group[number].rm_so >= 0 ? group[number] : (regmatch_t){0, 0};
    snprintf(text, 256, "%.*s", (int)(g.rm_eo - g.rm_so), name + g.rm_so);
}

/* A clone; a->key: the LOGIN of SLUG-LOGIN. */
static int is_clone(const struct context *c, const char *name, struct arrival *a)
{
    static const char end[] = "-submissions";
    struct stat s;
    const char *slash = strrchr(c->submissions, '/'), *top = slash ? slash + 1 : c->submissions;
    const size_t length = strlen(top), slug = length - strlen(end);
    OWNED char *git = text_of("%s/%s/.git", c->submissions, name);
    if (lstat(git, &s) || !S_ISDIR(s.st_mode))
        return 0;
    if (length > strlen(end) && strcmp(top + slug, end) == 0 && strncmp(name, top, slug) == 0 &&
        name[slug] == '-')
        snprintf(a->key, sizeof a->key, "%s", name + slug + 1);
    return *a->key || c->roster;
}

int system_read(const struct context *c, const struct course_system *s, const char *name,
                int is_folder, struct arrival *a)
{
    const char *form = is_folder ? s->folder : s->file,
               *once = s->once ? strstr(name, s->once) : NULL;
    regmatch_t group[GROUPS];
    regex_t regex;
    if (!form || regcomp(&regex, form, REG_EXTENDED))
        return 0;
    const int fits = regexec(&regex, name, GROUPS, group, 0) == 0;
    regfree(&regex);
    if (!fits || (once && strstr(once + 1, s->once)))
        return 0;
    char own[256], order[256];
    put_group(a->key, name, group, s->part.key);
    put_group(a->second, name, group, s->part.second);
    put_group(own, name, group, s->part.own);
    put_group(order, name, group, s->part.order);
    a->is_text = s->part.text && group[s->part.text].rm_so >= 0;
    a->is_late = s->part.late && group[s->part.late].rm_so >= 0;
    a->order = strtol(order, NULL, 10);
    a->own = *own ? (int)group[s->part.own].rm_so : 0;
    a->whose = s->part.whose ? (int)group[s->part.whose].rm_eo : 0;
    if (!is_folder)
        snprintf(a->id, sizeof a->id, "%.*s_%.30s", a->whose, name, s->behind ? s->behind : a->key);
    if (s->part.second)
        return is_clone(c, name, a);
    /* "lee_7" may be a name that somebody has chosen: lee_7_1066_801_x.cu could be 1066's */
    const size_t third = strspn(own, "0123456789");
    return !(third && own[third] == '_' && c->roster && roster_find(c->roster, s->key, order));
}

static int is_called(const struct course_system *s, const char *name)
{
    return strcasecmp(s->name, name) == 0;
}

int system_is(const struct context *c, const char *name)
{
    return c->system && is_called(c->system, name);
}

const struct course_system *system_of(struct context *c)
{
    const char *by_roster = c->roster ? c->roster->system : NULL,
               *asked = c->asked_from ? c->asked_from : "";
    const char *is = *asked ? asked : by_roster ? by_roster : "folders";
    const struct course_system *s = systems;
    while (s < systems + SYSTEMS && !is_called(s, is))
        s++;
    if (s == systems + SYSTEMS)
        die("FROM=%s: it is canvas, moodle, gradescope, github or folders", asked);
    c->from = text_of("%s, %s", s->title,
                      *asked      ? "as FROM= says"
                      : by_roster ? "since the roster's first line is of its kind"
                                  : "since neither FROM= nor a roster names a course system");
    return s;
}
