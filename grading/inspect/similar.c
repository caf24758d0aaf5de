/* Files that are alike, after Schleimer, Wilkerson and Aiken, "Winnowing" (2003): a file is a
 * sequence of tokens in which every name of its author's is the same token, and every run of RUN
 * tokens has a hash. What the lab's stub holds is dropped; of the rest, the least hash in each
 * window of WINDOW is kept, so that any shared passage of RUN + WINDOW - 1 tokens is found. Two
 * files are compared through a table of hashes, so that 200 files cost little more than reading
 * them. */
#include "similar.h"
#include "base/encoding.h"
#include "intake/handed_in.h"
#include "lexer.h"

#include <stdlib.h>
#include <string.h>

enum { RUN = 12, WINDOW = 5, LEAST_OWN = 40, LARGEST = 1 << 20 };
static const double least_share = 0.8;

/* ---- tokens */

/* Words that mean something by themselves; all others are names, and any name is like any other. */
static int is_language(const char *word, size_t length)
{
    static const char *const words[] = {
        "if",       "else",     "for",       "while",    "do",        "return",   "break",
        "continue", "switch",   "case",      "default",  "sizeof",    "struct",   "enum",
        "const",    "static",   "extern",    "void",     "char",      "short",    "int",
        "long",     "unsigned", "signed",    "float",    "double",    "size_t",   "define",
        "include",  "ifdef",    "endif",     "elif",     "pragma",    "unroll",   "template",
        "typename", "auto",     "threadIdx", "blockIdx", "blockDim",  "gridDim",  "dim3",
        "float2",   "float4",   "int4",      "uint4",    "atomicAdd", "volatile", "inline"};
    if (length > 2 && (strncmp(word, "__", 2) == 0 || strncmp(word, "cuda", 4) == 0 ||
                       strncmp(word, "LAB_", 4) == 0))
        return 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(word, words[i], length) == 0)
            return 1;
    return 0;
}

static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

/* The same for all names and for all strings. */
static uint64_t hash_of_token(const struct token *t)
{
    if (t->kind == STRING)
        return 2;
    return t->kind == WORD && !is_language(t->text, t->length) ? 1 : hash_of(t->text, t->length);
}

struct prints prints_of(const char *text)
{
    size_t most = strlen(text) + 1, count = 0;
    uint64_t *token = zeros(most, sizeof *token);
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
    free(token);
    return p;
}

/* ---- one lab's files */

struct file {
    int student; /* -1: the reference solution */
    char *text;
    struct prints own; /* without the stub's; winnowed, sorted, each once */
    int tokens;        /* runs of its own before winnowing */
    int twin;          /* the first file with the same tokens, which may be itself */
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

static void winnow(struct prints *p)
{
    int kept = 0, last = -1;
    for (int i = 0; i + WINDOW <= p->count; i++) {
        int least = i;
        for (int k = i; k < i + WINDOW; k++)
            least = p->hash[k] <= p->hash[least] ? k : least;
        if (least != last)
            p->hash[kept++] = p->hash[least]; /* kept <= least: nothing unread is overwritten */
        last = least;
    }
    qsort(p->hash, (size_t)kept, sizeof *p->hash, by_hash);
    p->count = 0;
    for (int i = 0; i < kept; i++)
        if (!i || p->hash[i] != p->hash[i - 1])
            p->hash[p->count++] = p->hash[i];
}

static void add_file(struct file *list, int *count, int student, char *path,
                     const struct prints *stub)
{
    struct file *f = &list[*count];
    size_t size;
    char *text = path ? read_source(path, LARGEST, &size) : NULL;
    free(path);
    if (!text || strlen(text) != size) {
        free(text);
        return;
    }
    *f = (struct file){student, text, prints_of(text), 0, *count};
    drop_known(&f->own, stub);
    f->tokens = f->own.count;
    winnow(&f->own);
    if (f->tokens < LEAST_OWN) {
        free(f->own.hash);
        free(text);
        return;
    }
    for (int i = 0; i < *count && f->twin == *count; i++)
        if (list[i].own.whole == f->own.whole)
            f->twin = i;
    ++*count;
}

static struct file *files_of(const struct context *c, int lab, int *count)
{
    struct file *list = zeros((size_t)c->students + 1, sizeof *list);
    char *path = lab_stub(c->root, c->lab[lab]), *text = read_file(path, LARGEST, NULL);
    struct prints stub = prints_of(text ? text : "");
    qsort(stub.hash, (size_t)stub.count, sizeof *stub.hash, by_hash);
    *count = 0;
    add_file(list, count, -1, lab_path(c->root, "solutions", c->lab[lab]), &stub);
    for (int s = 0; s < c->students; s++)
        add_file(list, count, s, find_file(c, &c->student[s], c->lab[lab]), &stub);
    free(stub.hash);
    free(text);
    free(path);
    return list;
}

/* ---- pairs */

struct owner {
    uint64_t hash;
    int file;
};

static int by_owner(const void *a, const void *b)
{
    const struct owner *x = a, *y = b;
    return x->hash != y->hash ? (x->hash > y->hash) - (x->hash < y->hash) : x->file - y->file;
}

/* shared[i * count + j]: hashes that both hold; on the diagonal, all that a file holds. What every
 * fourth file has is an idiom. */
static int *count_shared(const struct file *list, int count)
{
    size_t all = 0, n = (size_t)count;
    for (int i = 0; i < count; i++)
        all += (size_t)list[i].own.count;
    struct owner *owner = zeros(all + 1, sizeof *owner);
    int *shared = zeros(n * n + 1, sizeof *shared), common = count / 4 > 10 ? count / 4 : 10;
    all = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < list[i].own.count && list[i].twin == i; k++)
            owner[all++] = (struct owner){list[i].own.hash[k], i};
    qsort(owner, all, sizeof *owner, by_owner);
    for (size_t i = 0, next; i < all; i = next) {
        for (next = i; next < all && owner[next].hash == owner[i].hash; next++)
            ;
        for (size_t a = i; a < next && next - i <= (size_t)common; a++)
            for (size_t b = i; b < next; b++)
                shared[(size_t)owner[a].file * n + (size_t)owner[b].file]++;
    }
    free(owner);
    return shared;
}

struct found {
    struct alike *pair;
    int count;
};

static void add_pair(struct found *found, int lab, const struct file *a, const struct file *b,
                     double share, enum alikeness how)
{
    found->pair = one_more(found->pair, found->count, sizeof *found->pair);
    int reference = a->student < 0;
    found->pair[found->count++] = (struct alike){
        lab,   reference ? b->student : a->student,           reference ? -1 : b->student,
        share, a->tokens < b->tokens ? a->tokens : b->tokens, how};
}

/* The first student whose file is this one; where only the reference solution is, NULL. */
static const struct file *as_student(const struct file *list, int count, int file)
{
    for (int i = file; i < count; i++)
        if (list[i].twin == file && list[i].student >= 0)
            return &list[i];
    return NULL;
}

static void compare_lab(const struct context *c, int lab, struct found *found)
{
    int count;
    struct file *list = files_of(c, lab, &count);
    int *shared = count_shared(list, count);
    size_t n = (size_t)count;
    for (int i = 0; i < count; i++) {
        const struct file *twin = &list[list[i].twin];
        if (list[i].twin != i)
            add_pair(found, lab, twin, &list[i], 1,
                     strcmp(twin->text, list[i].text) == 0 ? ALIKE_BYTES : ALIKE_TOKENS);
        for (int j = 0; j < i && list[i].twin == i; j++) {
            int mine = shared[(size_t)i * n + (size_t)i], its = shared[(size_t)j * n + (size_t)j],
                least = mine < its ? mine : its;
            double share = least ? (double)shared[(size_t)i * n + (size_t)j] / least : 0;
            const struct file *other = least >= LEAST_OWN / WINDOW && share >= least_share
                                           ? as_student(list, count, j)
                                           : NULL;
            if (other)
                add_pair(found, lab, other, &list[i], share, ALIKE_PARTS);
        }
    }
    for (int i = 0; i < count; i++) {
        free(list[i].own.hash);
        free(list[i].text);
    }
    free(list);
    free(shared);
}

static int by_likeness(const void *a, const void *b)
{
    const struct alike *x = a, *y = b;
    if (x->how != y->how)
        return (int)x->how - (int)y->how;
    if (x->share != y->share)
        return x->share < y->share ? 1 : -1;
    if (x->tokens != y->tokens)
        return y->tokens - x->tokens;
    return x->lab != y->lab   ? x->lab - y->lab
           : x->one != y->one ? x->one - y->one
                              : x->other - y->other;
}

int similar_files(const struct context *c, struct alike **pairs)
{
    struct found found = {NULL, 0};
    for (int l = 0; l < c->labs && c->submissions; l++)
        compare_lab(c, l, &found);
    if (found.count)
        qsort(found.pair, (size_t)found.count, sizeof *found.pair, by_likeness);
    *pairs = found.pair;
    return found.count;
}
