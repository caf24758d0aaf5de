/* Who is graded: each thing in SUBMISSIONS is taken apart by its course system's grammar
 * (systems.c), and what the system says of it is looked up in the roster. Two answers, or none, are
 * no answer: the instructor decides. Nobody's are hidden things and __MACOSX, links, and what is
 * not of the system's form. */
#include <dirent.h>
#include <yaml.h>

#include "intake.h"
#include "names/names.h"

enum { NAMED = 8, LARGEST = 64 << 20, DEEPEST = 32 };

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct student *)a)->id, ((const struct student *)b)->id);
}

struct student *add_student(struct context *c, const char *id)
{
    c->student = one_more(c->student, c->students, sizeof *c->student);
    struct student *s = &c->student[c->students++];
    memset(s, 0, sizeof *s);
    snprintf(s->id, sizeof s->id, "%s", id);
    return s;
}

/* ---- one arrival, and whose it is */

struct finding {
    struct context *c;
    struct listing unused, strangers;
    int arrivals; /* of somebody who is graded */
};

/* The student of an arrival, or NULL with a line for the instructor. */
static struct student *student_of(struct finding *f, const struct arrival *a)
{
    struct context *c = f->c;
    if (!c->roster) {
        for (int s = 0; s < c->students; s++)
            if (strcmp(c->student[s].id, a->id) == 0)
                return &c->student[s];
        return add_student(c, a->id);
    }
    const int row = roster_find(c->roster, c->system->key, a->key),
              other = roster_find(c->roster, c->system->second, a->second), is = row ? row : other;
    if (is > 0 && (!row || !other || row == other))
        return &c->student[c->roster->row[is - 1].student];
    OWNED char *what = text_of("%s%s", a->name, row || other ? " (is two rows of the roster)" : "");
    listing_add(&f->strangers, what, S_IFREG);
    return NULL;
}

static void conflict(struct student *s, const char *one, const char *other)
{
    if (!s->conflict)
        s->conflict = clean_text(
            text_of("%s and %s are both of this person: leave the right one, and grade again.", one,
                    other));
}

/* All of somebody's have one name up to what the student wrote. */
static void add_file(struct student *s, const struct arrival *a)
{
    for (struct arrival *l = s->file; l < s->file + s->files; l++)
        if (l->whose != a->whose || strncmp(l->name, a->name, (size_t)a->whose) != 0)
            conflict(s, l->name, a->name);
    s->file = one_more(s->file, s->files, sizeof *s->file);
    s->file[s->files++] = *a;
}

static void take_arrival(struct finding *f, const struct arrival *a)
{
    struct context *c = f->c;
    struct student *s = student_of(f, a);
    if (!s)
        return;
    f->arrivals++;
    if (!s->name && a->person && *a->person)
        s->name = text_of("%s", a->person);
    if (a->when) {
        s->when = a->when;
        s->source = METADATA;
    }
    if (a->is_text)
        s->has_text = 1;
    else if (!a->is_folder)
        add_file(s, a);
    else if (s->folder)
        conflict(s, strrchr(s->folder, '/') + 1, a->name);
    else
        s->folder = text_of("%s/%s", c->submissions, a->name);
    if (c->roster && a->is_folder && !a->is_text && system_is(c, "moodle"))
        snprintf(s->id, sizeof s->id, "%s", a->name); /* as its feedback files have to lie */
}

/* ---- Gradescope's submission_metadata.yml, read by libyaml:
 *
 *   submission_111:
 *     :submitters:
 *     - :name: Ann Lee
 *       :sid: '1234567'
 *       :email: ann@example.edu
 *     :created_at: 2026-11-20 13:45:01.123456789 Z
 */

static void complain(const char *file, const char *what)
{
    die("%s: %s: it is not as Gradescope writes it; download the export again", file, what);
}

static json_t *json_of(yaml_document_t *d, int index, const char *file, int depth)
{
    if (depth > DEEPEST)
        complain(file, "parts within parts");
    const yaml_node_t *node = yaml_document_get_node(d, index);
    if (node->type == YAML_SCALAR_NODE)
        return json_text((const char *)node->data.scalar.value);
    json_t *whole = node->type == YAML_SEQUENCE_NODE ? json_array() : json_object();
    if (json_is_array(whole))
        for (yaml_node_item_t *item = node->data.sequence.items.start;
             item < node->data.sequence.items.top; item++)
            json_array_append_new(whole, json_of(d, *item, file, depth + 1));
    else
        for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top;
             p++) {
            json_auto_t *key = json_of(d, p->key, file, depth + 1);
            if (!json_is_string(key) || json_object_get(whole, json_string_value(key)))
                complain(file, "an entry that is no text, or is there twice");
            json_object_set_new(whole, json_string_value(key),
                                json_of(d, p->value, file, depth + 1));
        }
    return whole;
}

/* The file as JSON, an object for each folder. Dies of a file that is not of that form. Give it
 * back. */
static json_t *metadata_read(const char *file)
{
    yaml_parser_t parser;
    yaml_document_t document;
    size_t size;
    OWNED char *text = read_file(file, LARGEST, &size);
    if (!text)
        complain(file, "it cannot be read");
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    if (!yaml_parser_load(&parser, &document))
        complain(file, parser.problem ? parser.problem : "no YAML");
    json_t *all = yaml_document_get_root_node(&document) ? json_of(&document, 1, file, 0) : NULL;
    if (!json_is_object(all))
        complain(file, "no table of submissions");
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    return all;
}

/* ---- what lies in SUBMISSIONS */

/* What Gradescope says of its folder: an arrival for each submitter. */
static void take_submitters(struct finding *f, struct arrival *a, const json_t *one,
                            const char *file)
{
    const char *made = json_text_in(one, ":created_at");
    const json_t *submitters = json_object_get(one, ":submitters"), *who;
    long offset = 0;
    size_t i;
    if (!one)
        listing_add(&f->strangers, a->name, S_IFREG);
    else if (!json_is_array(submitters))
        complain(file, "a submission without submitters");
    if (made)
        instant_of(made, &offset, &a->when);
    json_array_foreach(submitters, i, who)
    {
        if (!json_is_object(who))
            complain(file, "a text or a list in place of a table");
        const char *email = json_text_in(who, ":email"), *sid = json_text_in(who, ":sid");
        OWNED char *id = text_of(i ? "%.240s-%d" : "%.240s", a->name, (int)i + 1);
        snprintf(a->id, sizeof a->id, "%s", id);
        snprintf(a->key, sizeof a->key, "%s", email ? email : "");
        snprintf(a->second, sizeof a->second, "%s", sid ? sid : "");
        a->person = json_text_in(who, ":name");
        take_arrival(f, a);
    }
}

static void take_all(struct finding *f)
{
    struct context *c = f->c;
    struct dirent **names = NULL;
    int count = scandir(c->submissions, &names, NULL, alphasort);
    OWNED char *file = text_of("%s/" METADATA, c->submissions);
    c->metadata = system_is(c, "gradescope");
    json_auto_t *metadata = c->metadata ? metadata_read(file) : NULL;
    for (int i = 0; i < count; i++) {
        OWNED struct dirent *entry = names[i];
        const char *name = entry->d_name;
        OWNED char *path = text_of("%s/%s", c->submissions, name);
        struct stat s;
        if (name_is_ignored(name) || lstat(path, &s) ||
            (c->metadata && strcmp(name, METADATA) == 0))
            continue;
        struct arrival a = {.is_folder = S_ISDIR(s.st_mode)};
        snprintf(a.name, sizeof a.name, "%s", name);
        snprintf(a.id, sizeof a.id, "%s", name);
        if ((!a.is_folder && !S_ISREG(s.st_mode)) ||
            !system_read(c, c->system, a.name, a.is_folder, &a))
            listing_add(&f->unused, a.name, a.is_folder ? S_IFREG : s.st_mode);
        else if (c->metadata)
            take_submitters(f, &a, json_object_get(metadata, a.name), file);
        else
            take_arrival(f, &a);
    }
    free(names);
}

/* A roster of another system's, or in another language, would leave everybody without a file. */
static void check_columns(const struct context *c)
{
    if (roster_column(c->roster, c->system->key) >= 0 ||
        roster_column(c->roster, c->system->second) >= 0)
        return;
    OWNED char *header = text_of("%s", c->roster->header[0]);
    for (int i = 1; i < c->roster->columns; i++)
        text_add(&header, ", %s", c->roster->header[i]);
    die("ROSTER=%s: no column %s, by which %s knows people; there are: %s. Download %s again, with "
        "your language there set to English, or say FROM= which system SUBMISSIONS came from",
        c->roster_file, c->system->key[0], c->system->title, header,
        system_is(c, "moodle") ? "the grading worksheet" : "the roster");
}

void find_students(struct context *c)
{
    struct finding f = {.c = c};
    if (!c->submissions) {
        add_student(c, c->tree);
        return;
    }
    DIR *d = opendir(c->submissions);
    if (!d || closedir(d))
        die("SUBMISSIONS=%s: %s%s", c->submissions, strerror(errno),
            errno != ENOTDIR                   ? ""
            : name_is(c->submissions, ARCHIVE) ? "; unpack it"
                                               : "; give the folder that the submissions are in");
    if (c->roster_file)
        roster_read(c);
    c->system = system_of(c);
    if (c->roster) {
        check_columns(c);
        roster_enlist(c);
    }
    take_all(&f);
    c->unused = listing_end(&f.unused, NAMED);
    c->strangers = listing_end(&f.strangers, NAMED);
    if (!f.arrivals)
        die("SUBMISSIONS=%s holds nothing of %s: read as %s, it needs %s%s%s%s%s; FROM= says which "
            "course system it is of",
            c->submissions, c->roster ? "anybody on the roster" : "anybody", c->from,
            c->system->form, *c->strangers ? "; not on the roster: " : "", c->strangers,
            *c->unused ? "; not of that form: " : "", c->unused);
    qsort(c->student, (size_t)c->students, sizeof *c->student, by_id);
    for (struct student *s = c->student; s < c->student + c->students; s++) {
        if (!s->folder && !s->files && (s->has_text || c->roster))
            s->note = text_of("%s", s->has_text ? ONLINE_TEXT : NOTHING);
        if (c->late) /* now is when a mistake in the roster is found */
            late_due(c, s);
        if (s->row)
            c->roster->row[s->row - 1].student = (int)(s - c->student);
    }
}
