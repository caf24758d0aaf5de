/* SUBMISSIONS one folder too high, which would grade a class as one student, or too deep. */
#include <stdlib.h>
#include <string.h>

#include "handed_in.h"
#include "names/names.h"

/* What several folders beside each other show of a student's folder. */
struct siblings {
    int count;        /* up to 2 */
    char above[4096]; /* the folder that they lie in, below SUBMISSIONS */
    char first[256], second[256];
};

/* The length of what all paths begin with, up to and with a slash. */
static size_t common(const struct search *x)
{
    const char *first = x->candidate[0].shown;
    size_t length = strrchr(first, '/') ? (size_t)(strrchr(first, '/') - first) + 1 : 0;
    for (int i = 1; i < x->count; i++)
        while (length && strncmp(first, x->candidate[i].shown, length) != 0)
            do
                length--;
            while (length && first[length - 1] != '/');
    return length;
}

/* Is a file, by what its path has below the folder in question, that folder's own: name.cu,
 * labs/NN_name/name.cu? */
static int is_own(const char *below, const char *lab)
{
    size_t length = strcspn(below, "/");
    OWNED char *folder = text_of("%.*s", (int)length, below);
    int own = !below[length] || strcmp(folder, "labs") == 0 ||
              name_is_lab(folder, lab_file_of(lab)->folder);
    return own;
}

/* Folders beside each other with a copy each, and none that is the folder's own. */
static struct siblings siblings_of(const struct context *c, const struct student *s)
{
    struct siblings found = {0};
    struct search x = search_for(c, s, c->lab[0]);
    size_t length = x.count ? common(&x) : 0;
    int own = 0;
    snprintf(found.above, sizeof found.above, "%.*s", length ? (int)length - 1 : 0,
             x.count ? x.candidate->shown : "");
    for (int i = 0; i < x.count && length; i++) {
        const char *below = x.candidate[i].shown + length;
        size_t name = strcspn(below, "/");
        own |= is_own(below, c->lab[0]);
        if (name_is_version(below, name))
            continue;
        char *to = found.count ? found.second : found.first;
        if (found.count == 2 ||
            (found.count && strlen(found.first) == name && strncmp(found.first, below, name) == 0))
            continue;
        snprintf(to, sizeof found.first, "%.*s", (int)name, below);
        found.count++;
    }
    if (own)
        found.count = 0;
    search_end(&x);
    return found;
}

/* Nobody's folder is called after a lab, or "labs". */
static void check_depth(const struct context *c)
{
    const struct lab_step *facts;
    int count = lab_all_steps(&facts), labs = 0;
    for (int s = 0; s < c->students; s++) {
        int is = strcmp(c->student[s].id, "labs") == 0;
        for (int i = 0; i < count && !is; i++)
            is = strcmp(facts[i].lab, c->student[s].id) == 0;
        labs += is && c->student[s].folder;
    }
    if (labs && labs == c->students)
        die("SUBMISSIONS=%s is one student's folder: %s in it is a lab's, and no student's; give "
            "the folder above it",
            c->submissions, c->student[0].id);
}

void check_levels(const struct context *c)
{
    struct siblings first = {0};
    int classes = 0;
    if (!c->submissions)
        return;
    check_depth(c);
    for (int s = 0; s < c->students; s++) {
        if (!c->student[s].folder)
            continue;
        if (c->student[s].row || c->student[s].name)
            return; /* a roster or metadata knows this folder */
        struct siblings found = siblings_of(c, &c->student[s]);
        if (found.above[0] && found.count < 2)
            return; /* a student as they should be */
        if (found.count >= 2 && !classes++)
            first = found;
    }
    if (!classes || c->loose)
        return;
    die("SUBMISSIONS=%s is a folder too high: %s in it has folders like %s and %s, each with a "
        "copy of its own. If these are students, give SUBMISSIONS=%s/%s. If they are one "
        "student's, leave one of them, or name the student in a ROSTER",
        c->submissions, first.above, clean_text(first.first), clean_text(first.second),
        c->submissions, first.above);
}
