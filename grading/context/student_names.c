/* What reports call a student. */
#include <string.h>

#include "context.h"

enum { NAME_LENGTH = sizeof((struct student *)0)->id + 24 };

/* From all bytes of the id; another one in each round. */
static uint64_t number_of(const char *id, int round)
{
    uint64_t hash = (uint64_t)round;
    for (; *id; id++)
        hash = lab_mix(hash ^ (unsigned char)*id);
    return hash;
}

static void put_name(char *name, size_t size, const char *id, int numbered, int round)
{
    snprintf(name, size, "%s", id);
    clean_text(name);
    if (numbered && round == 0)
        snprintf(name + strlen(name), size - strlen(name), " ~%06x",
                 (unsigned)(number_of(id, 0) & 0xffffff));
    else if (numbered)
        snprintf(name + strlen(name), size - strlen(name), " ~%016llx",
                 (unsigned long long)number_of(id, round));
}

/* Does another student have this name: as it is, cleaned, or with its number in this round? */
static int is_taken(const struct context *c, int student, const char *name, int round)
{
    char other[NAME_LENGTH];
    for (int s = 0; s < c->students; s++)
        for (int numbered = 0; numbered < 2 && s != student; numbered++) {
            put_name(other, sizeof other, c->student[s].id, numbered, round);
            if (strcmp(other, name) == 0)
                return 1;
        }
    return 0;
}

const char *student_name(const struct context *c, int student)
{
    static char name[NAME_LENGTH];
    const char *id = c->student[student].id;
    put_name(name, sizeof name, id, 0, 0);
    if (strcmp(name, id) == 0)
        return id;
    for (int taken = is_taken(c, student, name, 0), round = 0; taken; round++) {
        put_name(name, sizeof name, id, 1, round);
        taken = is_taken(c, student, name, round);
    }
    return name;
}

const char *student_shown(const struct context *c, int student)
{
    static char shown[2 * NAME_LENGTH];
    const char *name = c->student[student].name;
    if (!name || !*name)
        return student_name(c, student);
    int shared = 0;
    for (int s = 0; s < c->students && !shared; s++)
        shared = s != student && c->student[s].name && strcmp(c->student[s].name, name) == 0;
    put_name(shown, NAME_LENGTH, name, 0, 0);
    if (shared)
        snprintf(shown + strlen(shown), NAME_LENGTH, " (%s)", student_name(c, student));
    return shown;
}
