/* Macros that could put together words that are read nowhere (inspect.h). */
#include "inspect.h"

#include <ctype.h>

/* written by grading.mk: the names of CUDA's and of the compiler's that our headers use */
#include "reserved.h"

static int by_word(const void *word, const void *at)
{
    return strcmp(word, *(const char *const *)at);
}

int is_reserved(const char *word)
{
    return bsearch(word, reserved_names, sizeof reserved_names / sizeof *reserved_names,
                   sizeof *reserved_names, by_word) != NULL;
}

int hides_words(struct reader at)
{
    static const char plain[] = "__FILE__ __LINE__ __func__ __FUNCTION__ __PRETTY_FUNCTION__ "
                                "__VA_ARGS__ __restrict__ __inline__";
    int hash = 0;
    for (struct token t = read_token(&at); t.kind != END && !t.first; t = read_token(&at)) {
        int is_hash = t.kind == OTHER && t.text[0] == '#';
        if ((is_hash && hash) || matches(t.text, "gnu __attribute*") ||
            (t.kind == WORD && t.text[0] == '_' &&
             (t.text[1] == '_' || isupper((unsigned char)t.text[1])) && !matches(t.text, plain) &&
             !is_reserved(t.text)))
            return 1;
        hash = is_hash;
    }
    return 0;
}

/* Does the rest of the line hold one of these words, or call a macro of the system's, as __CONCAT,
 * which pastes? */
static int line_has(struct reader at, const json_t *words)
{
    static const char plain[] = "__has_* __GNUC_PREREQ __GLIBC_PREREQ";
    int is_system = 0;
    for (struct token t = read_token(&at); t.kind != END && !t.first; t = read_token(&at)) {
        if ((is_system && t.text[0] == '(') ||
            (t.kind == WORD &&
             (json_object_get(words, t.text) || matches(t.text, "THRUST_PP_CAT*"))))
            return 1;
        is_system = t.kind == WORD && matches(t.text, "_*") && !is_reserved(t.text) &&
                    !matches(t.text, plain);
    }
    return 0;
}

/* Adds the file's macros that hide words, or use one that is known to. How many. */
static size_t add_hiding(json_t *hiding, const char *text)
{
    json_auto_t *more = json_object();
    struct reader at = reader_of(text, NULL);
    for (struct token t = read_token(&at); t.kind != END; t = read_token(&at)) {
        struct reader inside = at;
        if (t.kind != OTHER || t.text[0] != '#' || !t.first ||
            strcmp(read_token(&inside).text, "define") != 0)
            continue;
        struct token name = read_token(&inside);
        if (!json_object_get(hiding, name.text) &&
            (hides_words(inside) || line_has(inside, hiding)))
            json_object_set_new_nocheck(more, name.text, json_true());
    }
    json_object_update(hiding, more);
    return json_object_size(more);
}

int pasting_check(struct pasting *p, const char *text, const char *name, struct reader at, int line,
                  struct ruling *r)
{
    enum { DEEP = 8 };
    int round = 0;
    if (!p->macro)
        p->macro = json_object();
    while (!p->known && add_hiding(p->macro, text))
        if (++round == DEEP)
            return err(r, REFUSED, "%s: macros use macros that paste, %d deep.", name, DEEP);
    p->known = 1;
    if (line_has(at, p->macro))
        return err(r, REFUSED,
                   "%s:%d: this #if uses a macro that pastes: write what it stands for.", name,
                   line);
    return 0;
}
