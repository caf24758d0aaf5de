/* What reports call a student. */
#include "context.h"

enum { NAME_LENGTH = sizeof((struct student *)0)->id + 24 };
#define NUMBER " ~"

static void put_name(char *name, const char *id)
{
    snprintf(name, NAME_LENGTH, "%s", id);
    clean_text(name);
}

static int is_taken(const struct context *c, int student, const char *name)
{
    char other[NAME_LENGTH];
    for (int s = 0; s < c->students; s++) {
        put_name(other, c->student[s].id);
        if (s != student && strcmp(other, name) == 0)
            return 1;
    }
    return 0;
}

unsigned long long number_of_id(const char *id)
{
    uint64_t number = 0;
    for (; *id; id++)
        number = lab_mix(number ^ (unsigned char)*id);
    return number;
}

/* The number is of all bytes of the id; a name that looks as if it had one gets its own. */
const char *student_name(const struct context *c, int student)
{
    static char name[NAME_LENGTH];
    const char *id = c->student[student].id;
    put_name(name, id);
    if (!strstr(id, NUMBER) && strcmp(name, id) == 0)
        return id;
    if (strstr(id, NUMBER) || is_taken(c, student, name))
        snprintf(name + strlen(name), NAME_LENGTH - strlen(name), NUMBER "%016llx",
                 number_of_id(id));
    return name;
}
