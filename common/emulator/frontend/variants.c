/* __CUDA_ARCH__. nvcc compiles a file twice: for the device, where the macro is defined, and for
 * the host, where it is not. Here the preprocessor runs twice, too, and this makes one text of what
 * it wrote: declarations that are alike stay, a kernel or __device__ function has the device's
 * text, a host function the host's, and a function for both decides as it is called. A variable
 * that differs has two names. What cannot be had in one text (a type that differs) is refused. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

enum item_kind { ITEM_OTHER, ITEM_FUNCTION, ITEM_SCOPE, ITEM_CLASS };

struct item {
    int from, to;  /* tokens [from, to) */
    int body, end; /* braces of a function's body, a scope or a class; -1 */
    int name;      /* of a function */
    enum item_kind kind;
    unsigned long key, text; /* hashes: of what makes it the same declaration, of all its words */
};

struct items {
    struct item *list;
    int count;
};

struct merge {
    struct source *device, *host;
    int *renamed; /* names of the host's tokens: variables that differ */
    int renamed_count;
};

/* ---- the declarations of a scope ---- */

static unsigned long hash_words(const struct source *s, int from, int to, unsigned long hash)
{
    for (int i = from; i < to; i++) {
        for (int k = 0; k < s->tokens[i].length; k++)
            hash = (hash ^ (unsigned char)s->tokens[i].text[k]) * 1099511628211ul;
        hash = (hash ^ ' ') * 1099511628211ul;
    }
    return hash;
}

/* Behind a function's parameters, and the const of a member. */
static int after_parameters(const struct source *s, const struct item *it)
{
    int i = it->name + 1;
    if (token_is(s, it->name, "operator") && tokens_are(s, i, "()"))
        i += 2;
    while (i < it->to && !tokens_are(s, i, "("))
        i++;
    i = i < it->to && s->tokens[i].partner > i ? s->tokens[i].partner + 1 : i;
    return i + token_is(s, i, "const");
}

static void add_item(const struct source *s, struct items *items, struct item it)
{
    const unsigned long seed = 14695981039346656037ul + (unsigned long)it.kind;
    it.text = hash_words(s, it.from, it.to, seed);
    it.key = it.text;
    if (it.kind == ITEM_FUNCTION)
        it.key = hash_words(s, it.name, after_parameters(s, &it), seed);
    else if (it.kind != ITEM_OTHER)
        it.key = hash_words(s, it.from, it.body, seed);
    items->list = grow(items->list, items->count, sizeof *items->list);
    items->list[items->count++] = it;
}

/* An item that ends in a ';' before `to`. */
static struct item plain(const struct source *s, int from, int to)
{
    const int name = function_name(s, from, to - 1);
    return (struct item){from, to, -1, -1, name, name < 0 ? ITEM_OTHER : ITEM_FUNCTION, 0, 0};
}

static int semicolon_after(const struct source *s, int i, int to)
{
    while (i < to && !tokens_are(s, i, ";"))
        i = s->tokens[i].partner > i ? s->tokens[i].partner + 1 : i + 1;
    return i < to ? i + 1 : to;
}

static struct items split(const struct source *s, int from, int to, bool in_class)
{
    struct items items = {NULL, 0};
    int start = from;
    for (int i = from; i < to; i++) {
        const int close = s->tokens[i].partner;
        if (tokens_are(s, i, ";")) {
            add_item(s, &items, plain(s, start, i + 1));
            start = i + 1;
        } else if (in_class && tokens_are(s, i, ":") && i == start + 1) {
            start = i + 1;
        } else if (tokens_are(s, i, "{") && close > i) {
            struct item it = {start, close + 1, i, close, -1, ITEM_SCOPE, 0, 0};
            const enum brace brace = brace_kind(s, start, i);
            if (brace == BRACE_CLASS) {
                it.kind = ITEM_CLASS;
                it.to = semicolon_after(s, close + 1, to);
            } else if (brace == BRACE_BODY) {
                it.kind = ITEM_FUNCTION;
                it.name = function_name(s, start, i);
            }
            i = close;
            if (brace == BRACE_VALUE || (brace == BRACE_BODY && is_any(s, close + 1, ",{")))
                continue;
            add_item(s, &items, it);
            start = it.to;
            i = it.to - 1;
        } else if (close > i) {
            i = close;
        }
    }
    return items;
}

/* ---- the host's text, with what is renamed ---- */

static bool same_word(const struct source *a, int i, const struct source *b, int k)
{
    return a->tokens[i].length == b->tokens[k].length &&
           !memcmp(a->tokens[i].text, b->tokens[k].text, (size_t)a->tokens[i].length);
}

static bool is_renamed(const struct merge *m, const struct source *s, int i)
{
    if (tokens_are(s, i - 1, ".") || tokens_are(s, i - 2, "->"))
        return false;
    for (int k = 0; k < m->renamed_count; k++)
        if (same_word(s, i, m->host, m->renamed[k]))
            return true;
    return false;
}

/* Tokens [from, to) of the host's, with a line marker before them. */
static char *host_text(const struct merge *m, int from, int to)
{
    const struct source *h = m->host;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (from < to)
        fprintf(out, "\n# %d \"%s\"\n", h->tokens[from].line, h->files[h->tokens[from].file]);
    const char *p = from < to ? h->tokens[from].text : NULL;
    for (int i = from; i < to; i++) {
        fwrite(p, 1, (size_t)(h->tokens[i].text - p), out);
        if (is_renamed(m, h, i))
            fputs("emu_host_", out);
        fwrite(h->tokens[i].text, 1, (size_t)h->tokens[i].length, out);
        p = h->tokens[i].text + h->tokens[i].length;
    }
    fclose(out);
    return text;
}

/* Puts the host's text before the device's token `at`, whose line number is said again. */
static void insert_host(struct merge *m, int at, const char *before, int from, int to,
                        const char *behind)
{
    struct source *d = m->device;
    const struct token *t = &d->tokens[at < d->token_count ? at : at - 1];
    char *all = format_text("%s%s%s\n# %d \"%s\"\n", before, host_text(m, from, to), behind,
                            t->line, d->files[t->file]);
    if (at < d->token_count)
        insert_before(d, at, all);
    else
        insert_after(d, at - 1, all);
}

/* ---- one declaration ---- */

static bool uses_renamed(const struct merge *m, const struct source *s, int from, int to)
{
    for (int i = from; i < to; i++)
        if (is_renamed(m, s, i))
            return true;
    return false;
}

static void refuse(struct merge *m, int at)
{
    report(m->device, at,
           "this differs between device and host (__CUDA_ARCH__), which the emulator compiles "
           "together: give the two different names, or decide inside a function");
}

/* A function that differs, or that uses what differs: whose body it has. */
static void merge_function(struct merge *m, const struct item *d, const struct item *h)
{
    struct source *device = m->device;
    const bool renamed = uses_renamed(m, m->host, h->from, h->to);
    const unsigned mine = sides_of(device, d->from, d->body < 0 ? d->to : d->body),
                   theirs = sides_of(m->host, h->from, h->body < 0 ? h->to : h->body),
                   sides = mine | theirs;
    if ((d->text == h->text && !renamed) || sides & SIDE_GLOBAL || !(sides & SIDE_HOST))
        return;
    if (d->body < 0 || h->body < 0) {
        if (h->body >= 0)
            insert_host(m, d->from, "", h->from, h->to, "");
        return;
    }
    if (hash_words(device, after_parameters(device, d), d->body, 1) !=
        hash_words(m->host, after_parameters(m->host, h), h->body, 1)) { /* members' initializers */
        refuse(m, d->name);
        return;
    }
    if (!(sides & SIDE_DEVICE)) {
        if (has_word(device, d->body, d->end, "__emu_device__"))
            refuse(m, d->name); /* a lambda for the device */
        replace(device, d->body + 1, d->end, NULL);
        insert_host(m, d->end, "", h->body + 1, h->end, "");
        return;
    }
    if (!(mine & SIDE_HOST))
        insert_before(device, d->from, strdup("__emu_host__ "));
    if (!(mine & SIDE_DEVICE))
        insert_before(device, d->from, strdup("__emu_device__ "));
    insert_after(device, d->body, strdup(" if (::emu::on_device()) {"));
    insert_host(m, d->end, "} else {", h->body + 1, h->end, "}");
}

/* The name of the variable that an item declares; -1: it is none, or none that could have two
 * names. */
static int variable_name(const struct source *s, const struct item *it)
{
    static const char no_variable[] =
        "class struct union enum typedef using template namespace extern";
    int name = -1;
    if (it->kind != ITEM_OTHER)
        return -1;
    for (int i = it->from; i < it->to; i++) {
        if (is_among(s, i, no_variable))
            return -1;
        if (is_any(s, i, "=[{;"))
            return name;
        if (s->tokens[i].partner > i)
            i = s->tokens[i].partner;
        else if (tokens_are(s, i, "<") && close_angle(s, i) > 0)
            i = close_angle(s, i);
        else if (is_word(s, i))
            name = i;
    }
    return -1;
}

/* The name of a type or of whatever else may stand only once in a scope; -1. */
static int type_name(const struct source *s, const struct item *it)
{
    int name = -1;
    if (it->kind == ITEM_FUNCTION ||
        !is_among(s, it->from, "class struct union enum using typedef"))
        return -1;
    for (int i = it->from; i < it->to; i++) {
        if (is_any(s, i, "{=:;"))
            break;
        if (is_word(s, i))
            name = i;
    }
    return name;
}

/* ---- two scopes ---- */

/* Which of the host's items each of the device's is (partner: -1 none), by the longest common
 * sequence of keys. */
static void align(const struct items *d, const struct items *h, int *partner)
{
    const int n = d->count, k = h->count;
    int *best = calloc((size_t)(n + 1) * (size_t)(k + 1), sizeof *best);
    if (!best)
        abort();
#define BEST(i, j) best[(size_t)(i) * (size_t)(k + 1) + (size_t)(j)]
    for (int i = n - 1; i >= 0; i--)
        for (int j = k - 1; j >= 0; j--) {
            const int skip = BEST(i + 1, j) > BEST(i, j + 1) ? BEST(i + 1, j) : BEST(i, j + 1);
            const int take = BEST(i + 1, j + 1) + 1;
            BEST(i, j) = d->list[i].key == h->list[j].key && take > skip ? take : skip;
        }
    for (int i = 0, j = 0; i < n; i++) {
        partner[i] = -1;
        while (j < k && BEST(i, j) == BEST(i, j + 1))
            j++;
        if (j < k && BEST(i, j) > BEST(i + 1, j) && d->list[i].key == h->list[j].key)
            partner[i] = j++;
    }
#undef BEST
}

static void merge_scopes(struct merge *m, int from, int to, int host_from, int host_to,
                         bool in_class, bool look_only);

static void merge_pair(struct merge *m, const struct item *d, const struct item *h, bool look_only)
{
    if (d->kind == ITEM_FUNCTION && !look_only)
        merge_function(m, d, h);
    else if (d->kind == ITEM_SCOPE || d->kind == ITEM_CLASS)
        merge_scopes(m, d->body + 1, d->end, h->body + 1, h->end, d->kind == ITEM_CLASS, look_only);
    else if (d->kind == ITEM_OTHER && !look_only && uses_renamed(m, m->host, h->from, h->to))
        refuse(m, d->from);
}

/* Where the device's declarations first differ from the host's; `at` where nothing of the device's
 * does. */
static int first_unlike(const struct items *all, const int *partner, int at)
{
    for (int i = 0; i < all->count; i++)
        if (partner[i] < 0)
            return all->list[i].from;
    return at;
}

/* An item of the host's that the device has not, before the device's token `at`. */
static void host_only(struct merge *m, const struct items *all, const int *partner,
                      const struct item *h, int at, bool in_class, bool look_only)
{
    const struct source *s = m->host;
    const int name = variable_name(s, h), type = type_name(s, h);
    for (int i = 0; i < all->count; i++) {
        const struct item *d = &all->list[i];
        const int other = variable_name(m->device, d), others_type = type_name(m->device, d);
        if (partner[i] >= 0)
            continue;
        if (type >= 0 && others_type >= 0 && same_word(s, type, m->device, others_type)) {
            if (!look_only)
                refuse(m, d->from);
            return;
        }
        if (look_only && !in_class && name >= 0 && other >= 0 &&
            same_word(s, name, m->device, other)) {
            m->renamed = grow(m->renamed, m->renamed_count, sizeof *m->renamed);
            m->renamed[m->renamed_count++] = name;
        }
    }
    if (look_only)
        return;
    if (in_class && h->kind == ITEM_OTHER)
        refuse(m, first_unlike(all, partner, at));
    else
        insert_host(m, at, "", h->from, h->to, "");
}

static void merge_scopes(struct merge *m, int from, int to, int host_from, int host_to,
                         bool in_class, bool look_only)
{
    struct items d = split(m->device, from, to, in_class),
                 h = split(m->host, host_from, host_to, in_class);
    int *partner = calloc((size_t)d.count + 1, sizeof *partner), next = 0;
    align(&d, &h, partner);
    for (int i = 0; i <= d.count; i++) {
        const int until = i == d.count ? h.count : partner[i];
        const int at = i == d.count ? to : d.list[i].from;
        for (; next < until; next++)
            host_only(m, &d, partner, &h.list[next], at, in_class, look_only);
        if (i == d.count || partner[i] < 0)
            continue;
        merge_pair(m, &d.list[i], &h.list[next++], look_only);
    }
}

static bool equal(const struct source *a, const struct source *b)
{
    return a->token_count == b->token_count &&
           hash_words(a, 0, a->token_count, 1) == hash_words(b, 0, b->token_count, 1);
}

bool merge_variants(struct source *device, struct source *host)
{
    struct merge m = {device, host, NULL, 0};
    if (equal(device, host))
        return false;
    merge_scopes(&m, 0, device->token_count, 0, host->token_count, false, true);
    merge_scopes(&m, 0, device->token_count, 0, host->token_count, false, false);
    return true;
}
