/* Which of a student's files is the lab's; find.c has the conventions. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "handed_in.h"
#include "base/encoding.h"
#include "names/names.h"

enum { DEEPEST = 16, NAMED = 3, MOST_CANDIDATES = 1000, MOST_ARCHIVES = 4, LARGEST = 1 << 20 };

/* What a file's name says: the higher, the better. */
enum rank { NO_CANDIDATE, NAMED_AFTER_LAB, NAMED_LIKE_FILE, NAMED_AS_FILE };

/* Where the walk is. */
struct place {
    const char *path, *shown;
    const char *name; /* of this folder; NULL: the student's own */
    time_t said;      /* by its name or one above; 0: by none */
    int depth, in_labs;
};

static int by_choice(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    return x->rank != y->rank             ? y->rank - x->rank
           : x->canonical != y->canonical ? y->canonical - x->canonical
           : x->depth != y->depth         ? x->depth - y->depth
           : x->said != y->said           ? (x->said < y->said) - (x->said > y->said)
           : x->copy != y->copy           ? y->copy - x->copy
           : x->upload != y->upload       ? (x->upload < y->upload) - (x->upload > y->upload)
                                          : strcmp(x->shown, y->shown);
}

static void add_candidate(struct search *x, const char *path, const char *shown, enum rank rank,
                          const struct place *at)
{
    const char *name = strrchr(path, '/') + 1;
    char exact[128];
    time_t said = at->said;
    if (x->count == MOST_CANDIDATES)
        return;
    x->candidate = resized(x->candidate, x->count + 1, sizeof *x->candidate);
    name_time(name, &said);
    lab_file_name(x->lab, exact, sizeof exact);
    x->candidate[x->count++] = (struct candidate){
        .path = text_of("%s", path),
        .shown = text_of("%s", shown),
        .rank = rank,
        .canonical = at->name && strcmp(at->name, lab_file_of(x->lab)->folder) == 0 &&
                             strcmp(name, exact) == 0
                         ? 1 + at->in_labs
                         : 0,
        .depth = at->depth,
        .copy = name_copy(name),
        .upload = name_upload(name),
        .said = said,
        .marked_late = name_is_late(name)};
}

/* The lab that LAB_MAIN(…) in a file names; NULL if there is none of this name. */
static const struct lab_file *main_of(const char *path)
{
    size_t size;
    OWNED char *text = read_source(path, LARGEST, &size);
    const char *at = text, *found = NULL;
    const struct lab_file *f = NULL;
    while (at && (at = strstr(at, "LAB_MAIN(")))
        found = at += strlen("LAB_MAIN(");
    if (found) { /* the last one: a comment may hold the word, too */
        OWNED char *lab = text_of("%.*s", (int)strcspn(found, ") \t\r\n"), found);
        f = lab_file_of(lab);
    }
    return f;
}

/* Of several labs whose files have this one's name: is it this lab's? By LAB_MAIN; a file without
 * it is of the lab that its folder names, else of the first of them. */
static int is_of_lab(const char *path, const char *folder, const char *lab)
{
    const struct lab_file *files, *says = NULL, *first = NULL;
    int count = lab_files(&files), same = 0, named = 0;
    for (int i = 0; i < count; i++)
        if (name_is_shared(files[i].lab, lab)) {
            first = first ? first : &files[i];
            same++;
            if (folder && name_is_lab(folder, files[i].folder)) {
                named = 1;
                says = &files[i];
            }
        }
    if (same < 2)
        return 1;
    const struct lab_file *main = main_of(path);
    if (main && name_is_shared(main->lab, lab))
        says = main;
    else if (!named)
        says = first;
    return strcmp(says->lab, lab) == 0;
}

/* Of any .cu file in a folder that is named after a lab: by LAB_MAIN, which tells its expert files
 * from its core. */
static int is_of_folder(const char *path, const char *folder, const char *lab)
{
    const struct lab_file *f = lab_file_of(lab), *main;
    const char *its = name_lab(strrchr(path, '/') + 1);
    if (!name_is_lab(folder, f->folder) ||
        (its && lab_file_of(its)->track == LAB_EXPERT)) /* that has a lab by its name */
        return 0;
    main = main_of(path);
    return f->track == LAB_EXPERT ? main == f : !main || main->track == LAB_CORE;
}

/* Of a file in a folder of this name (NULL: the student's own). */
static enum rank rank_of(const char *path, const char *folder, const char *lab)
{
    const char *name = strrchr(path, '/') + 1;
    size_t length = name_stem(name);
    int is = name_is_file(name, lab);
    if (is && !is_of_lab(path, folder, lab))
        return NO_CANDIDATE;
    if (is)
        return is == 2 ? NAMED_AS_FILE : NAMED_LIKE_FILE;
    if (!length)
        return NO_CANDIDATE;
    OWNED char *stem = text_of("%.*s", (int)length, name);
    is = name_is_lab(stem, lab) || (folder && is_of_folder(path, folder, lab));
    return is ? NAMED_AFTER_LAB : NO_CANDIDATE;
}

/* The first in the alphabet: a folder's order is none. */
static void note_unreadable(struct search *x, const char *path)
{
    if (x->unreadable && strcmp(x->unreadable, path) <= 0)
        return;
    free(x->unreadable);
    x->unreadable = text_of("%s", path);
}

static int holds_folder(const char *folder, const char *name)
{
    struct stat s;
    OWNED char *path = text_of("%s/%s", folder, name);
    int holds = lstat(path, &s) == 0 && S_ISDIR(s.st_mode);
    return holds;
}

/* Whoever hands in a clone of this project hands in its labs/, and not what came with it. */
static int came_with_clone(const char *folder, const char *name)
{
    return (strcmp(name, "solutions") == 0 || strcmp(name, "grading") == 0 ||
            strcmp(name, "build") == 0) &&
           holds_folder(folder, "labs");
}

static void walk(struct search *x, const struct place *at);

/* An archive is as deep as a folder of its name. */
static void open_archive(struct search *x, const char *path, const char *shown,
                         const struct place *at)
{
    const char *why, *name = strrchr(path, '/') + 1;
    char *inside = NULL, *text;
    time_t said = at->said;
    if (++x->archives > MOST_ARCHIVES)
        why = "one of more archives than are opened";
    else
        inside = unpack(x->c, path, &x->left, &why);
    if (!inside || !unpacked_all(inside)) {
        text = text_of("%s (%s)", name, inside ? "holds another archive: unpack it" : why);
        listing_add(&x->others, text, S_IFREG);
        free(text);
    }
    if (!inside)
        return;
    name_time(name, &said);
    struct place place = {inside, shown, NULL, said, at->depth + 1, 0};
    walk(x, &place);
    free(inside);
}

static void take(struct search *x, const char *path, const char *shown, const struct stat *s,
                 const struct place *at)
{
    const char *name = strrchr(path, '/') + 1;
    enum rank rank = S_ISREG(s->st_mode) ? rank_of(path, at->name, x->lab) : NO_CANDIDATE;
    const char *its = name_lab(name), *meant = name_misnamed(name);
    if (rank)
        add_candidate(x, path, shown, rank, at);
    else if (S_ISREG(s->st_mode) && name_is_unpackable(name) && x->c->out)
        open_archive(x, path, shown, at);
    else if (meant ? name_is_shared(meant, x->lab)
                   : !its || (strcmp(its, x->lab) == 0 && !S_ISREG(s->st_mode)))
        listing_add(&x->others, name, s->st_mode);
}

static void enter(struct search *x, const char *path, const char *shown, const char *name,
                  const struct place *above)
{
    time_t said = above->said;
    name_time(name, &said);
    struct place place = {
        path, shown, name, said, above->depth + 1, above->name && strcmp(above->name, "labs") == 0};
    walk(x, &place);
}

/* Walks a folder, without following links (one could point at somebody else's file). */
static void walk(struct search *x, const struct place *at)
{
    DIR *d = at->depth < DEEPEST ? opendir(at->path) : NULL;
    struct dirent *e;
    if (!d && at->depth < DEEPEST && errno != ENOENT)
        note_unreadable(x, at->path);
    while (d && (e = readdir(d))) {
        struct stat s;
        if (name_is_ignored(e->d_name))
            continue;
        OWNED char *path = text_of("%s/%s", at->path, e->d_name),
                   *shown = text_of("%s/%s", at->shown, e->d_name);
        int gone = lstat(path, &s);
        if (gone && errno != ENOENT)
            note_unreadable(x, path);
        else if (!gone && !S_ISDIR(s.st_mode))
            take(x, path, shown, &s, at);
        else if (!gone && !came_with_clone(at->path, e->d_name))
            enter(x, path, shown, e->d_name, at);
    }
    if (d)
        closedir(d);
}

/* The first of this student's loose files: they are sorted. */
static int first_loose(const struct context *c, const char *id)
{
    int low = 0, high = c->loose;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(c->loose_file[middle].id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void search_loose(struct search *x, const char *id)
{
    const struct context *c = x->c;
    const struct place top = {c->submissions, "", NULL, 0, 0, 0};
    for (int i = first_loose(c, id); i < c->loose && strcmp(c->loose_file[i].id, id) == 0; i++) {
        const struct loose_file *l = &c->loose_file[i];
        struct stat s;
        OWNED char *path = text_of("%s/%s", c->submissions, l->name);
        int there = lstat(path, &s) == 0 && S_ISREG(s.st_mode);
        if (there && !l->lab)
            open_archive(x, path, l->name, &top);
        else if (there && strcmp(l->lab, x->lab) == 0 && is_of_lab(path, NULL, x->lab))
            add_candidate(x, path, l->name, NAMED_AS_FILE, &top);
    }
}

/* Is there nothing in the file but blanks, or what the stub holds (NULL: there is none), blanks
 * apart? */
static int is_untouched(const char *path, const char *stub)
{
    size_t size;
    OWNED char *text = read_source(path, LARGEST, &size);
    const char *at = text, *of = stub;
    int same = text != NULL, any = 0;
    for (; same; at++, of += of != NULL) {
        at += strspn(at, BLANKS);
        of += of ? strspn(of, BLANKS) : 0;
        if (!*at)
            break;
        same = of && *at == *of;
        any = 1;
    }
    return same && (!any || !*of);
}

/* A student who hands in the stub, or an empty file, and something else means that. */
static void prefer_work(struct search *x)
{
    OWNED char *path = lab_stub(x->c->root ? x->c->root : ".", x->lab),
               *stub = read_file(path, LARGEST, NULL);
    int i = 0;
    while (i < x->count && is_untouched(x->candidate[i].path, stub))
        i++;
    if (i == 0 || i == x->count)
        return;
    struct candidate work = x->candidate[i];
    memmove(x->candidate + 1, x->candidate, (size_t)i * sizeof work);
    x->candidate[0] = work;
}

struct search search_for(const struct context *c, const struct student *s, const char *lab)
{
    struct search x = {.c = c, .lab = lab, .left = UNPACK_SECONDS};
    const char *name = s->folder ? strrchr(s->folder, '/') : NULL;
    struct place top = {s->folder, name ? name + 1 : "", NULL, 0, 0, 0};
    if (s->folder)
        walk(&x, &top);
    if (c->submissions)
        search_loose(&x, s->id);
    if (x.count)
        qsort(x.candidate, (size_t)x.count, sizeof *x.candidate, by_choice);
    if (x.count > 1)
        prefer_work(&x);
    return x;
}

void search_end(struct search *x)
{
    for (int i = 0; i < x->count; i++) {
        free(x->candidate[i].path);
        free(x->candidate[i].shown);
    }
    free(x->candidate);
    free(x->unreadable);
    free(listing_end(&x->others, 0));
}

char *find_file(const struct context *c, const struct student *s, const char *lab)
{
    struct stat status;
    for (int l = 0; c->handed && l < c->labs; l++)
        if (strcmp(c->lab[l], lab) == 0) {
            const char *file = handed_in(c, (int)(s - c->student), l)->file;
            return file ? text_of("%s", file) : NULL;
        }
    if (s->folder || c->submissions) {
        struct search x = search_for(c, s, lab); /* unreadable: who knows what lies there */
        const char *found = x.unreadable ? x.unreadable : x.count ? x.candidate[0].path : NULL;
        char *path = found ? text_of("%s", found) : NULL;
        search_end(&x);
        return path;
    }
    char *path = lab_path(c->root, c->tree, lab);
    if (lstat(path, &status) == 0)
        return path;
    free(path);
    return NULL;
}

char *find_others(const struct context *c, const struct student *s, const char *lab)
{
    if (!c->submissions && !s->folder)
        return text_of("%s", "");
    struct search x = search_for(c, s, lab);
    char *text = listing_end(&x.others, NAMED);
    search_end(&x);
    return text;
}
