/* The collection: for each student and lab the file, the files passed over, and when it was handed
 * in. What says the time, the first that does: the course system's metadata, the clone's last
 * commit, the name of the file or of a folder above. Never the file's time of modification, which
 * is that of unpacking or cloning. */
#include <stdlib.h>
#include <string.h>

#include "handed_in.h"
#include "late.h"
#include "names/names.h"

enum { NAMED = 8, LARGEST_FILE = 1 << 20 };

const struct handed_in *handed_in(const struct context *c, int student, int lab)
{
    return c->handed ? &c->handed[(size_t)student * (size_t)c->labs + (size_t)lab] : NULL;
}

int is_handed_in(const struct context *c, int student, int lab)
{
    const struct handed_in *h = c->replay ? NULL : handed_in(c, student, lab);
    return !h || h->file;
}

int is_handed_in_by_any(const struct context *c, int lab)
{
    int any = !c->handed;
    for (int s = 0; s < c->students && !any; s++)
        any = is_handed_in(c, s, lab);
    return any;
}

static char *names_of_others(const struct search *x)
{
    struct listing others = {NULL, 0};
    for (int i = 1; i < x->count; i++)
        listing_add(&others, x->candidate[i].shown, S_IFREG);
    return listing_end(&others, NAMED);
}

static void hash_of(const char *file, char hash[HASH_TEXT])
{
    struct hash h;
    size_t size;
    OWNED char *text = read_file(file, LARGEST_FILE, &size);
    hash[0] = 0;
    if (!text)
        return;
    hash_begin(&h);
    hash_add(&h, text, size);
    hash_end(&h, hash);
}

static void find_time(const struct context *c, const struct student *s, const struct candidate *k,
                      struct handed_in *h)
{
    time_t commit = 0;
    int beside = !s->folder || strncmp(k->path, s->folder, strlen(s->folder)) != 0;
    OWNED char *in_archive = beside && s->folder ? text_of("%s/", s->folder) : NULL;
    if (s->folder)
        commit_of(s->folder, beside ? in_archive : k->path, h->commit, &commit);
    h->when = s->when ? s->when : commit ? commit : k->said ? k->said - late_offset(c, k->said) : 0;
    h->source = s->when ? s->source : commit ? "the last commit" : k->said ? "its name" : NULL;
}

static void collect_one(const struct context *c, const struct student *s, const char *lab,
                        struct handed_in *h)
{
    struct search x = search_for(c, s, lab);
    h->passed_over = names_of_others(&x);
    h->marked_late = name_is_late(s->id);
    if (x.unreadable) { /* who knows what lies there */
        h->file = text_of("%s", x.unreadable);
        h->shown = text_of("%s", x.unreadable + strlen(c->submissions));
    } else if (x.count) {
        h->file = text_of("%s", x.candidate->path);
        h->shown = text_of("%s", x.candidate->shown);
        h->marked_late |= x.candidate->marked_late;
        hash_of(h->file, h->sha256);
        find_time(c, s, x.candidate, h);
    }
    if (h->shown)
        clean_text(h->shown);
    search_end(&x);
}

void collect_files(struct context *c)
{
    size_t all = (size_t)c->students * (size_t)c->labs;
    if (!c->submissions)
        return;
    struct handed_in *list = zeros(all, sizeof *list);
    for (int s = 0; s < c->students; s++)
        for (int l = 0; l < c->labs; l++)
            collect_one(c, &c->student[s], c->lab[l],
                        &list[(size_t)s * (size_t)c->labs + (size_t)l]);
    c->handed = list;
}

void collect_forget(struct context *c)
{
    for (size_t i = 0; c->handed && i < (size_t)c->students * (size_t)c->labs; i++) {
        free(c->handed[i].file);
        free(c->handed[i].shown);
        free(c->handed[i].passed_over);
    }
    free(c->handed);
    c->handed = NULL;
}
