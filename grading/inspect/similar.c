/* Files that are alike, after Schleimer, Wilkerson and Aiken, "Winnowing" (2003): a file is a
 * sequence of tokens in which every name of its author's is the same token, and every run of RUN
 * tokens has a hash. One list has the hashes of all of a lab's files, in order, so that who has a
 * hash stands side by side. What the lab's stub holds, and what many files hold, is dropped. */
#include "inspect.h"

#include "intake/intake.h"

enum { STUB = -1, RUN = 12, LEAST_OWN = 40, LARGEST = 1 << 20, MOST_ROWS = 100 };
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

uint64_t prints_add(struct prints *p, const char *text, int file)
{
    struct reader at = reader_of(text, NULL);
    uint64_t last[RUN], whole = 5;
    size_t count = 0;
    for (struct token t = read_token(&at); t.kind != END; t = read_token(&at)) {
        const uint64_t of_token = last[count++ % RUN] = hash_of_token(&t);
        whole = lab_mix(whole ^ of_token);
        if (count < RUN)
            continue;
        uint64_t hash = 9;
        for (size_t k = 0; k < RUN; k++)
            hash = lab_mix(hash ^ last[(count + k) % RUN]);
        p->at = one_more(p->at, p->count, sizeof *p->at);
        p->at[p->count++] = (struct print){hash, file};
    }
    return whole;
}

/* ---- one lab's files: one of each student, then the reference solution */

enum { NONE, BYTES, TOKENS, PARTS };
struct file {
    char *text;
    uint64_t whole; /* of all tokens */
    int twin;       /* the first file with the same tokens, which may be itself; -1: left out */
    int group;      /* a file of it */
    int how;        /* its weakest tie to one before it */
    double share;   /* of the smaller one's own text, 0 to 1 */
    int tokens;     /* runs of its own */
};

static int by_hash(const void *a, const void *b)
{
    const struct print *x = a, *y = b;
    return x->hash != y->hash ? (x->hash > y->hash) - (x->hash < y->hash) : x->file - y->file;
}

/* Behind what has the hash of print `i`. */
static int end_of_same(const struct prints *p, int i)
{
    int end = i;
    while (end < p->count && p->at[end].hash == p->at[i].hash)
        end++;
    return end;
}

static struct file *files_of(const struct context *c, int lab, int count, struct prints *p)
{
    struct file *list = zeros((size_t)count, sizeof *list);
    OWNED char *path = lab_path(c->root, STUBS, c->lab[lab]),
               *stub = read_file(path, LARGEST, NULL);
    prints_add(p, stub ? stub : "", STUB);
    for (int i = 0; i < count; i++) {
        OWNED char *file =
            i < c->students ? find_file(c, i, lab) : lab_path(c->root, "solutions", c->lab[lab]);
        size_t size = 0;
        struct file *f = &list[i];
        *f = (struct file){.text = file ? read_source(file, LARGEST, &size) : NULL, .group = i};
        f->share = 1;
        if (f->text && strlen(f->text) == size)
            f->whole = prints_add(p, f->text, i);
    }
    if (p->count)
        qsort(p->at, (size_t)p->count, sizeof *p->at, by_hash);
    return list;
}

/* Leaves out the files with hardly anything of their own; how many are left. */
static int find_twins(struct file *list, int count, const struct prints *p)
{
    int left = 0;
    for (int i = 0, end; i < p->count; i = end) {
        end = end_of_same(p, i);
        for (int k = i; k < end && p->at[i].file != STUB; k++)
            list[p->at[k].file].tokens++;
    }
    for (int i = 0; i < count; i++) {
        int twin = 0;
        while (twin < i && (list[twin].twin < 0 || list[twin].whole != list[i].whole))
            twin++;
        list[i].twin = list[i].tokens < LEAST_OWN ? -1 : twin;
        left += list[i].twin >= 0;
    }
    return left;
}

/* [a * count + b], b <= a: how many of their own hashes two files share; b == a: how many that one
 * has. Not those that more than `most` files have. Of twins, the first stands for all. */
static int *shared_by(const struct file *list, int count, const struct prints *p, int most)
{
    int *shared = zeros((size_t)count * (size_t)count, sizeof *shared);
    OWNED int *who = zeros((size_t)count, sizeof *who);
    for (int i = 0, end; i < p->count; i = end) {
        int files = 0;
        end = end_of_same(p, i);
        for (int k = i; k < end && p->at[i].file != STUB; k++) {
            const int f = p->at[k].file;
            if (list[f].twin == f && !(files && who[files - 1] == f))
                who[files++] = f;
        }
        for (int a = 0; a < files && files <= most; a++)
            for (int b = 0; b <= a; b++)
                shared[who[a] * count + who[b]]++;
    }
    return shared;
}

/* ---- groups of them */

static void join(struct file *list, int count, int a, int b, int how, double share)
{
    const int from = list[a].group;
    list[a].how = how > list[a].how ? how : list[a].how;
    list[a].share = fmin(list[a].share, share);
    for (int i = 0; i < count; i++)
        if (list[i].group == from)
            list[i].group = list[b].group;
}

static void join_all(struct file *list, int count, int students, const struct prints *p)
{
    const int left = find_twins(list, count, p), most = left / 4 > 10 ? left / 4 : 10;
    OWNED int *shared = shared_by(list, count, p, most);
    for (int i = 0; i < count; i++) {
        const int twin = list[i].twin, mine = shared[i * count + i];
        if (twin >= 0 && twin != i)
            join(list, count, i, twin, strcmp(list[twin].text, list[i].text) ? TOKENS : BYTES, 1);
        for (int j = 0; j < i && i < students; j++) {
            const int its = shared[j * count + j], least = mine < its ? mine : its;
            const double share = least ? (double)shared[i * count + j] / least : 0;
            if (least >= LEAST_OWN && share >= least_share)
                join(list, count, i, j, PARTS, share);
        }
    }
}

/* A row for the page; none where the group is one file. */
static void add_row(const struct context *c, int lab, const struct file *list, int group,
                    json_t *rows)
{
    json_auto_t *who = json_array();
    struct file is = {.share = 1, .tokens = LARGEST};
    for (int i = 0; i <= c->students; i++)
        if (list[i].group == group) {
            is.how = list[i].how > is.how ? list[i].how : is.how;
            is.share = fmin(is.share, list[i].share);
            is.tokens = list[i].tokens < is.tokens ? list[i].tokens : is.tokens;
            json_array_append_new(who, i < c->students
                                           ? json_pack("[i, s]", i, "")
                                           : json_pack("[i, s]", -1, "the reference solution"));
        }
    const int files = (int)json_array_size(who);
    if (files < 2)
        return;
    OWNED char *what = text_of("%d files alike: %s", files, c->lab[lab]),
               *part = text_of("in part; at least %.0f %% shared, of", 100 * is.share),
               *figures = text_of("%s %d tokens",
                                  is.how == PARTS   ? part
                                  : is.how == BYTES ? "byte for byte,"
                                                    : "but for names, comments and white space,",
                                  is.tokens);
    json_array_append_new(
        rows, json_pack("{s:s, s:s, s:s, s:O}", "what", what, "figures", figures, "advice",
                        "Compare them yourself: nothing was judged by it, and honest files of "
                        "short steps are alike, too.",
                        "who", who));
}

static void add_lab(const struct context *c, int lab, json_t *rows)
{
    const int count = c->students + 1;
    struct prints prints = {0};
    OWNED struct file *list = files_of(c, lab, count, &prints);
    join_all(list, count, c->students, &prints);
    const size_t most = json_array_size(rows) + MOST_ROWS;
    for (int i = 0; i < count && json_array_size(rows) < most; i++)
        add_row(c, lab, list, i, rows);
    for (int i = 0; i < count; i++)
        free(list[i].text);
    free(prints.at);
}

json_t *similar_files(const struct context *c)
{
    json_t *rows = json_array();
    for (int l = 0; l < c->labs && c->submissions; l++)
        add_lab(c, l, rows);
    return rows;
}
