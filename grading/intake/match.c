/* Which row of the roster a submission belongs to: by numbers of the course system, by ids, logins
 * and addresses, by names. What two rows share identifies neither. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "names/names.h"
#include "roster.h"
#include "base/unicode.h"

enum kind { NUMBER = '1', EXACT = '2', NAME = '3' };

struct key {
    char *text; /* the kind in front */
    int row;
};

struct keys {
    struct key *key;
    int count, room;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct key *)a)->text, ((const struct key *)b)->text);
}

/* Without capitals, accents, blanks and signs. */
static char *squeezed(const char *text)
{
    char *skeleton = skeleton_of(text, 1), *to = skeleton;
    for (const char *at = skeleton; *at; at++)
        if (isalnum((unsigned char)*at))
            *to++ = *at;
    *to = 0;
    return skeleton;
}

static char *key_text(enum kind kind, const char *value)
{
    OWNED char *plain = kind == NAME ? squeezed(value) : text_of("%s", value);
    char *text = text_of("%c%s", kind, plain);
    for (char *at = text; kind == EXACT && *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return text;
}

static void add(struct keys *k, enum kind kind, const char *value, int row)
{
    k->key = one_more(k->key, k->count, &k->room, sizeof *k->key);
    k->key[k->count] = (struct key){key_text(kind, value), row};
    if (k->key[k->count].text[1])
        k->count++;
    else
        free(k->key[k->count].text);
}

/* "Lee, Ann", "Ann Lee", and both the other way about. */
static void add_names(struct keys *k, const char *first, const char *last, int row)
{
    OWNED char *one = text_of("%s %s", first, last), *other = text_of("%s %s", last, first);
    add(k, NAME, one, row);
    add(k, NAME, other, row);
}

static void add_name(struct keys *k, const char *name, int row)
{
    const char *comma = strchr(name, ','), *blank = strrchr(name, ' ');
    const char *cut = comma ? comma : blank;
    if (!cut) {
        add(k, NAME, name, row);
        return;
    }
    OWNED char *front = text_of("%.*s", (int)(cut - name), name);
    add_names(k, cut + 1, front, row);
}

int roster_is_id(const char *name)
{
    static const char *const names[] = {"id",
                                        "sid",
                                        "student id",
                                        "student number",
                                        "id number",
                                        "username",
                                        "sis user id",
                                        "sis login id",
                                        "login",
                                        "github_username",
                                        "github",
                                        "email",
                                        "email address",
                                        "identifier",
                                        "github username",
                                        "user",
                                        "integration id",
                                        "login id"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i], name) == 0)
            return 1;
    return 0;
}

static void add_id(struct keys *k, const char *value, int row)
{
    const char *at = strchr(value, '@');
    add(k, EXACT, value, row);
    if (at) { /* the login in front of an address */
        OWNED char *login = text_of("%.*s", (int)(at - value), value);
        add(k, EXACT, login, row);
    }
}

static void add_row(struct keys *k, const struct roster *r, int i)
{
    char **field = r->row[i].field;
    for (int column = 0; column < r->columns; column++)
        if (roster_is_id(r->header[column]) && *field[column])
            add_id(k, field[column], i + 1);
    if (r->kind != ROSTER_PLAIN) { /* 111; Participant 111 */
        const char *number = field[r->id] + strlen(field[r->id]);
        while (number > field[r->id] && isdigit((unsigned char)number[-1]))
            number--;
        add(k, NUMBER, number, i + 1);
    }
    if (r->name >= 0)
        add_name(k, field[r->name], i + 1);
    if (r->first >= 0 && r->last >= 0)
        add_names(k, field[r->first], field[r->last], i + 1);
}

struct keys *keys_of(const struct roster *r)
{
    struct keys *k = zeros(1, sizeof *k);
    for (int i = 0; i < r->rows; i++)
        if (r->row[i].person)
            add_row(k, r, i);
    if (k->count)
        qsort(k->key, (size_t)k->count, sizeof *k->key, by_text);
    int kept = 0; /* one of each; several people's: nobody's */
    for (int i = 0; i < k->count; i++)
        if (kept && strcmp(k->key[kept - 1].text, k->key[i].text) == 0) {
            if (k->key[kept - 1].row != k->key[i].row)
                k->key[kept - 1].row = 0;
            free(k->key[i].text);
        } else {
            k->key[kept++] = k->key[i];
        }
    k->count = kept;
    return k;
}

void keys_forget(struct keys *k)
{
    for (int i = 0; i < k->count; i++)
        free(k->key[i].text);
    free(k->key);
    free(k);
}

static int look_up(const struct keys *k, enum kind kind, const char *value)
{
    if (!value || !*value || !k->count)
        return 0;
    struct key key = {key_text(kind, value), 0},
               *found = bsearch(&key, k->key, (size_t)k->count, sizeof key, by_text);
    free(key.text);
    return found ? found->row : 0;
}

/* "lab01-ann-lee": what is behind a hyphen, the longest first. "1234567_ann": a part with three
 * digits or more. */
static int find_part(const struct keys *k, const char *id)
{
    int row = 0;
    for (const char *at = id; !row && (at = strchr(at, '-'));)
        row = look_up(k, EXACT, ++at);
    for (const char *at = id; !row && *at; at += strcspn(at, "_ "), at += *at != 0) {
        size_t length = strcspn(at, "_ "), digits = 0;
        for (size_t i = 0; i < length; i++)
            digits += isdigit((unsigned char)at[i]) != 0;
        OWNED char *part = text_of("%.*s", (int)length, at);
        row = digits >= 3 ? look_up(k, EXACT, part) : 0;
    }
    return row;
}

/* A name without what a course system, or a student, put behind it. */
static int find_name(const struct keys *k, const char *id)
{
    const char *mark = strstr(id, MOODLE_MARK);
    OWNED char *name = text_of("%.*s", mark ? (int)(mark - id) : (int)strlen(id), id);
    int row = look_up(k, NAME, name);
    for (char *line; !row && (line = strrchr(name, '_')) && isdigit((unsigned char)line[1]);) {
        *line = 0;
        row = look_up(k, NAME, name);
    }
    return row;
}

int keys_find(const struct keys *k, const struct roster *r, const struct student *s)
{
    char participant[32];
    const char *line = strrchr(s->id, '_');
    int row = 0;
    if (r->kind == ROSTER_MOODLE && name_moodle(s->id, participant, sizeof participant))
        row = look_up(k, NUMBER, participant);
    if (r->kind == ROSTER_CANVAS && line && line[1 + strspn(line + 1, "0123456789")] == 0)
        row = look_up(k, NUMBER, line + 1);
    if (!row)
        row = look_up(k, EXACT, s->sid);
    if (!row)
        row = look_up(k, EXACT, s->email);
    if (!row)
        row = look_up(k, EXACT, s->id);
    if (!row)
        row = look_up(k, NAME, s->name);
    if (!row && !s->name)
        row = find_part(k, s->id);
    return row || s->name ? row : find_name(k, s->id);
}
