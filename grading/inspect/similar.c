/* Files that are alike, after Schleimer, Wilkerson and Aiken, "Winnowing" (2003): a file is a
 * sequence of tokens in which every name of its author's is the same token, and every run of RUN
 * tokens has a hash. What the lab's stub holds, and what many files hold, is dropped. */
#include "inspect.h"

#include <math.h>

#include "intake/intake.h"

enum { RUN = 12, LEAST_OWN = 40, LARGEST = 1 << 20, MOST_ROWS = 100 };
static const double least_share = 0.8;

/* ---- tokens */

/* Words that mean something by themselves; all others are names, and any name is like any other. */
static const char language[] =
    "if else for while do return break continue switch case default sizeof struct enum const "
    "static extern void char short int long unsigned signed float double size_t define include "
    "ifdef endif elif pragma unroll template typename auto threadIdx blockIdx blockDim gridDim "
    "dim3 float2 float4 int4 uint4 atomicAdd volatile inline __* cuda* LAB_*";

/* The same for all names and for all strings. */
static uint64_t hash_of_token(const struct token *t)
{
    if (t->kind == STRING || (t->kind == WORD && !matches(t->text, language)))
        return t->kind == STRING ? 2 : 1;
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < t->length; i++)
        hash = (hash ^ (unsigned char)t->text[i]) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

struct prints prints_of(const char *text)
{
    size_t most = strlen(text) + 1, count = 0;
    OWNED uint64_t *token = zeros(most, sizeof *token);
    struct prints p = {zeros(most, sizeof *p.hash), 0, 5};
    struct reader at = reader_of(text, NULL);
    for (struct token t = read_token(&at); t.kind != END; t = read_token(&at)) {
        token[count] = hash_of_token(&t);
        p.whole = lab_mix(p.whole ^ token[count++]);
    }
    for (size_t i = 0; i + RUN <= count; i++) {
        uint64_t hash = 9;
        for (int k = 0; k < RUN; k++)
            hash = lab_mix(hash ^ token[i + (size_t)k]);
        p.hash[p.count++] = hash;
    }
    return p;
}

/* ---- one lab's files */

enum { NONE, BYTES, TOKENS, PARTS };
struct file {
    int student; /* -1: the reference solution, which is the last */
    char *text;
    struct prints own; /* without the stub's; sorted, each once */
    int twin;          /* the first file with the same tokens, which may be itself */
    int group;         /* a file of it; what follows is of that file's whole group */
    int how;           /* its weakest tie */
    double share;      /* of a smaller file's own text, 0 to 1 */
    int tokens;        /* of its smallest file: runs of its own */
};

static int by_hash(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void drop_known(struct prints *p, const struct prints *known)
{
    int kept = 0;
    for (int i = 0; i < p->count; i++)
        if (!bsearch(&p->hash[i], known->hash, (size_t)known->count, sizeof *known->hash, by_hash))
            p->hash[kept++] = p->hash[i];
    p->count = kept;
}

static void sort(struct prints *p)
{
    int kept = 0;
    qsort(p->hash, (size_t)p->count, sizeof *p->hash, by_hash);
    for (int i = 0; i < p->count; i++)
        if (!i || p->hash[i] != p->hash[i - 1])
            p->hash[kept++] = p->hash[i];
    p->count = kept;
}

static void add_file(struct file *list, int *count, int student, const char *path,
                     const struct prints *stub)
{
    size_t size = 0;
    char *text = path ? read_source(path, LARGEST, &size) : NULL;
    struct file f = {student, text, prints_of(text ? text : ""), *count, *count, NONE, 1, 0};
    drop_known(&f.own, stub);
    f.tokens = f.own.count;
    sort(&f.own);
    if (!text || strlen(text) != size || f.tokens < LEAST_OWN) {
        free(f.own.hash);
        free(text);
        return;
    }
    for (int i = *count - 1; i >= 0; i--)
        if (list[i].own.whole == f.own.whole)
            f.twin = i;
    list[(*count)++] = f;
}

static struct file *files_of(const struct context *c, int lab, int *count)
{
    struct file *list = zeros((size_t)c->students + 1, sizeof *list);
    OWNED char *path = lab_stub(c->root, c->lab[lab]), *text = read_file(path, LARGEST, NULL),
               *solution = lab_path(c->root, "solutions", c->lab[lab]);
    struct prints stub = prints_of(text ? text : "");
    sort(&stub);
    *count = 0;
    for (int s = 0; s < c->students; s++) {
        OWNED char *file = find_file(c, s, lab);
        add_file(list, count, s, file, &stub);
    }
    add_file(list, count, -1, solution, &stub);
    free(stub.hash);
    return list;
}

/* ---- groups of them */

/* What more than every fourth file has. */
static struct prints idioms_of(const struct file *list, int count)
{
    const int most = count / 4 > 10 ? count / 4 : 10;
    struct prints all = {NULL, 0, 0};
    size_t sum = 1;
    int kept = 0;
    for (int i = 0; i < count; i++)
        sum += (size_t)list[i].own.count;
    all.hash = zeros(sum, sizeof *all.hash);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < list[i].own.count && list[i].twin == i; k++)
            all.hash[all.count++] = list[i].own.hash[k];
    qsort(all.hash, (size_t)all.count, sizeof *all.hash, by_hash);
    for (int i = 0, next; i < all.count; i = next) {
        for (next = i; next < all.count && all.hash[next] == all.hash[i]; next++)
            ;
        if (next - i > most)
            all.hash[kept++] = all.hash[i];
    }
    all.count = kept;
    return all;
}

static int shared(const struct prints *a, const struct prints *b)
{
    int count = 0;
    for (int i = 0, j = 0; i < a->count && j < b->count;) {
        const uint64_t x = a->hash[i], y = b->hash[j];
        count += x == y;
        i += x <= y;
        j += y <= x;
    }
    return count;
}

static void join(struct file *list, int count, int a, int b, int how, double share)
{
    const int from = list[a].group, to = list[b].group;
    const struct file *other = &list[from];
    struct file *group = &list[to];
    how = how > other->how ? how : other->how;
    group->how = how > group->how ? how : group->how;
    group->share = fmin(group->share, fmin(other->share, share));
    group->tokens = other->tokens < group->tokens ? other->tokens : group->tokens;
    for (int i = 0; i < count; i++)
        if (list[i].group == from)
            list[i].group = to;
}

static void join_all(struct file *list, int count)
{
    struct prints idioms = idioms_of(list, count);
    for (int i = 0; i < count; i++)
        drop_known(&list[i].own, &idioms);
    free(idioms.hash);
    for (int i = 0; i < count; i++) {
        const struct file *f = &list[i], *twin = &list[f->twin];
        if (f->twin != i)
            join(list, count, i, f->twin, strcmp(twin->text, f->text) == 0 ? BYTES : TOKENS, 1);
        for (int j = 0; j < i && f->twin == i && f->student >= 0; j++) {
            const struct prints *mine = &f->own, *its = &list[j].own;
            const int least = mine->count < its->count ? mine->count : its->count;
            const double share = least ? (double)shared(mine, its) / least : 0;
            if (list[j].twin == j && least >= LEAST_OWN && share >= least_share)
                join(list, count, i, j, PARTS, share);
        }
    }
}

/* A row for the page; NULL where the group is one file. */
static json_t *row_of(const struct context *c, int lab, const struct file *list, int count,
                      int group)
{
    const struct file *is = &list[group];
    OWNED char *figures =
        is->how == PARTS
            ? text_of("in part; at least %.0f %% shared, of %d tokens", 100 * is->share, is->tokens)
            : text_of("%s, %d tokens",
                      is->how == BYTES ? "byte for byte"
                                       : "but for names, comments and white space",
                      is->tokens);
    json_t *who = json_array();
    for (int i = 0; i < count; i++)
        if (list[i].group == group)
            json_array_append_new(who,
                                  json_pack("[i, s]", list[i].student,
                                            list[i].student < 0 ? "the reference solution" : ""));
    OWNED char *what = text_of("%d files alike: %s", (int)json_array_size(who), c->lab[lab]);
    return json_pack("{s:s, s:s, s:s, s:o}", "what", what, "figures", figures, "advice",
                     "Compare them yourself: nothing was judged by it, and honest files of short "
                     "steps are alike, too.",
                     "who", who);
}

static void add_lab(const struct context *c, int lab, json_t *rows)
{
    int count, given = 0;
    OWNED struct file *list = files_of(c, lab, &count);
    join_all(list, count);
    for (int i = 0; i < count; i++)
        if (list[i].group == i && list[i].how && given++ < MOST_ROWS)
            json_array_append_new(rows, row_of(c, lab, list, count, i));
    for (int i = 0; i < count; i++) {
        free(list[i].own.hash);
        free(list[i].text);
    }
}

json_t *similar_files(const struct context *c)
{
    json_t *rows = json_array();
    for (int l = 0; l < c->labs && c->submissions; l++)
        add_lab(c, l, rows);
    return rows;
}
