/* leaderboard.html, with LEADERBOARD=1: who is fastest, under names that tell nobody anything. */
#include <math.h>

#include "base/json_file.h"
#include "pages.h"

static const char *const animal[] = {
    "Badger", "Beaver",  "Bison",  "Crane", "Curlew", "Dolphin", "Eagle", "Egret",
    "Falcon", "Ferret",  "Finch",  "Fox",   "Gecko",  "Hare",    "Heron", "Ibis",
    "Jackal", "Kestrel", "Lark",   "Lynx",  "Marten", "Newt",    "Otter", "Owl",
    "Panda",  "Plover",  "Puffin", "Raven", "Seal",   "Swan",    "Tapir", "Turtle",
    "Vole",   "Weasel",  "Wombat", "Wren",  "Zebra"};
enum { ANIMALS = sizeof animal / sizeof *animal };

/* Depends on the seed of this OUT, which only run.json has. With 37 animals and 24 bits, two of a
 * class of 500 have one name once in 5,000 seeds. */
const char *board_name(const struct context *c, int student)
{
    static char name[64];
    uint64_t hash = lab_mix(c->seed ^ 0x626f617264u);
    for (const char *at = c->student[student].id; *at; at++)
        hash = lab_mix(hash ^ (unsigned char)*at);
    snprintf(name, sizeof name, "%s %06x", animal[hash % ANIMALS], (unsigned)(hash >> 40));
    return name;
}

struct entry {
    char name[64];
    int right, compared;
    double ratio; /* geometric mean over the steps that are right; below 1 beats the reference */
};

/* More steps first, then speed; the name last, since any other order would tell who is who. */
static int by_rank(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    double mine = x->compared ? x->ratio : INFINITY, other = y->compared ? y->ratio : INFINITY;
    if (x->right != y->right)
        return y->right - x->right;
    return mine != other ? (mine > other) - (mine < other) : strcmp(x->name, y->name);
}

static struct entry entry_of(const struct context *c, int student)
{
    struct entry e = {"", 0, 0, 0};
    snprintf(e.name, sizeof e.name, "%s", board_name(c, student));
    for (int l = 0; l < c->labs; l++)
        for (int i = 0; i < c->steps[l]; i++) {
            const struct step_result *r = result_of(c, student, l, i);
            double ratio = step_ratio(c, l, i, r);
            e.right += step_counts(c, l, i) && step_is_right(r);
            if (ratio > 0) {
                e.compared++;
                e.ratio += log(ratio);
            }
        }
    e.ratio = e.compared ? exp(e.ratio / e.compared) : NAN;
    return e;
}

int is_on_board(const struct context *c, int student)
{
    return entry_of(c, student).right > 0;
}

json_t *board_json(const struct context *c)
{
    OWNED struct entry *list = zeros((size_t)c->students, sizeof *list);
    json_t *rows = json_array();
    int rank = 1;
    for (int s = 0; s < c->students; s++)
        list[s] = entry_of(c, s);
    qsort(list, (size_t)c->students, sizeof *list, by_rank);
    for (int i = 0; i < c->students && list[i].right > 0; i++) {
        struct entry before = i ? list[i - 1] : (struct entry){"", -1, 0, 0};
        int tied = before.right == list[i].right &&
                   (before.ratio == list[i].ratio || (!before.compared && !list[i].compared));
        rank = tied ? rank : i + 1;
        json_array_append_new(rows, json_pack("[i, s, i, o]", rank, list[i].name, list[i].right,
                                              json_figure(list[i].ratio)));
    }
    return rows;
}
