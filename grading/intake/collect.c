/* The collection: for each student and lab the file that counts, by the rules of docs/instructor.md
 * (Which file is graded), the files passed over, and when it was handed in. A file is copied as it
 * is hashed, so that what is graded is what was recorded. */
#include <sys/wait.h>

#include "intake.h"
#include "names/names.h"

enum { NAMED = 8, LARGEST_FILE = 1 << 20 };

const struct handed_in *handed_in(const struct context *c, int student, int lab)
{
    static const struct handed_in none = {.passed_over = "", .others = ""};
    return c->handed ? &c->handed[(size_t)student * (size_t)c->labs + (size_t)lab] : &none;
}

int is_handed_in(const struct context *c, int student, int lab)
{
    return c->replay || !c->handed || handed_in(c, student, lab)->file.file;
}

int is_handed_in_by_any(const struct context *c, int lab)
{
    int any = !c->handed;
    for (int s = 0; s < c->students && !any; s++)
        any = is_handed_in(c, s, lab);
    return any;
}

/* ---- which file counts */

static int by_choice(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    int lab = strcmp(x->lab, y->lab), order = (x->order < y->order) - (x->order > y->order);
    return lab                            ? lab
           : x->untouched != y->untouched ? x->untouched - y->untouched
           : order                        ? order
           : x->depth != y->depth         ? x->depth - y->depth
                                          : strcmp(x->shown, y->shown);
}

static char *hash_of(const char *file, char hash[HASH_TEXT], size_t *size)
{
    struct sha256_ctx h;
    char *text = read_file(file, LARGEST_FILE, size);
    hash[0] = 0;
    if (text) {
        sha256_init(&h);
        hash_add(&h, text, *size);
        hash_end(&h, hash);
    }
    return text;
}

/* Of how many from the first on nothing says which counts. */
static int undecided(const struct candidate *list, int count)
{
    int same = count > 0;
    while (same && same < count && !list[same].untouched && list[same].order == list[0].order &&
           list[same].depth == list[0].depth)
        same++;
    return same;
}

/* ---- one file, copied */

static void take_file(const struct context *c, int student, const struct search *x,
                      const struct candidate *k, struct handed_file *f)
{
    size_t size;
    OWNED char *text = hash_of(k->path, f->sha256, &size),
               *folder = text_of("%s/handed/%d-%s", c->work ? c->work : "", student, k->lab);
    const char *name = strrchr(k->path, '/') + 1;
    f->file = text_of("%s", k->path);
    if (text && c->work) {
        free(f->file);
        f->file = text_of("%s/%s", folder, name);
        make_folders(folder);
        write_bytes(f->file, text, size);
    }
    f->shown = clean_text(text_of("%s", k->shown));
    f->marked_late = k->marked_late;
    const struct student *s = &c->student[student];
    const int is_last = k->within && git_commit(x->state, k->within, f->commit, &f->when);
    f->source = f->when ? "its last commit" : NULL;
    if (s->when && (!f->when || is_last)) {
        f->when = s->when;
        f->source = s->source;
    }
}

/* Of these files for one lab, the best first. */
static void choose(const struct context *c, int student, const struct search *x,
                   const struct candidate *list, int count, struct handed_in *h)
{
    struct listing passed = {NULL, 0}, rivals = {NULL, 0};
    const int open = undecided(list, count);
    if (count)
        take_file(c, student, x, &list[0], &h->file);
    for (int i = 0; i < count; i++) {
        int same = 0;
        for (int k = 0; k < i; k++)
            same |= *list[i].sha256 && strcmp(list[k].sha256, list[i].sha256) == 0;
        if (i)
            listing_add(&passed, list[i].shown, S_IFREG);
        if (i < open && !same)
            listing_add(&rivals, list[i].shown, S_IFREG);
    }
    if (rivals.count > 1 && !c->student[student].conflict) {
        OWNED char *names = listing_end(&rivals, NAMED);
        h->conflict = text_of("Several files that differ are for this lab, and nothing says which "
                              "counts: %s. Leave one.",
                              names);
    }
    free(listing_end(&rivals, 0));
    h->passed_over = listing_end(&passed, NAMED);
}

static void collect_student(const struct context *c, int s, struct handed_in *list)
{
    struct search x = search_for(c, &c->student[s]);
    OWNED char *others = listing_end(&x.others, 3);
    struct candidate *end = x.candidate + x.count;
    for (struct candidate *k = x.candidate; k < end; k++) {
        size_t size;
        k->untouched = is_untouched(c, k->path, k->lab);
        free(hash_of(k->path, k->sha256, &size));
    }
    if (x.count)
        qsort(x.candidate, (size_t)x.count, sizeof *x.candidate, by_choice);
    for (int l = 0; l < c->labs; l++) {
        const struct candidate *first = x.candidate, *next;
        while (first < end && strcmp(first->lab, c->lab[l]) != 0)
            first++;
        for (next = first; next < end && strcmp(next->lab, c->lab[l]) == 0;)
            next++;
        struct handed_in *h = &list[(size_t)s * (size_t)c->labs + (size_t)l];
        h->others = text_of("%s", others);
        if (x.unreadable) { /* who knows what lies there */
            h->file.file = text_of("%s", x.unreadable);
            h->file.shown = clean_text(text_of("%s", x.unreadable + strlen(c->submissions)));
            h->passed_over = text_of("%s", "");
        } else {
            choose(c, s, &x, first, (int)(next - first), h);
        }
        if (c->student[s].conflict) {
            free(h->conflict);
            h->conflict = text_of("%s", c->student[s].conflict);
        }
    }
    search_end(&x);
}

/* Opens archives and clones, several students' at a time: one with bombs holds up nobody else, and
 * what was opened, or could not be, is found again. */
static void open_ahead(const struct context *c)
{
    int running = 0;
    for (int s = 0; s < c->students || running; s++) {
        if (s >= c->students || running >= c->jobs) {
            waitpid(0, NULL, 0); /* orphans of jobs are in groups of their own */
            running--;
        }
        if (s >= c->students)
            continue;
        fflush(NULL);
        pid_t pid = fork();
        if (pid == 0) {
            struct search x = search_for(c, &c->student[s]);
            search_end(&x);
            _exit(0);
        }
        running += pid > 0;
    }
}

void collect_files(struct context *c)
{
    if (!c->submissions)
        return;
    if (c->out && c->jobs)
        open_ahead(c);
    struct handed_in *list = zeros((size_t)c->students * (size_t)c->labs, sizeof *list);
    for (int s = 0; s < c->students; s++)
        collect_student(c, s, list);
    c->handed = list;
}

char *find_file(const struct context *c, int student, int lab)
{
    const char *file = handed_in(c, student, lab)->file.file;
    if (c->submissions)
        return file ? text_of("%s", file) : NULL;
    char *path = lab_path(c->root, c->tree, c->lab[lab]);
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    return NULL;
}
