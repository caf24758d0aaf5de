/* Names as course systems make them when they export submissions. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "names.h"
#include "lab/lesson.h"
#include "lab/problem.h"
#include "lab/steps.h"

int name_is_late(const char *name)
{
    return strncmp(name, "LATE_", 5) == 0 || strstr(name, "_LATE_") != NULL;
}

long name_upload(const char *name)
{
    long last = 0;
    int numbers = 0;
    for (const char *at = name; *at; at += *at == '_') {
        size_t length = strcspn(at, "_"), digits = strspn(at, "0123456789");
        if (length && length == digits && length < 18) {
            last = strtol(at, NULL, 10);
            numbers++;
        }
        at += length;
    }
    return numbers >= 2 ? last : 0;
}

int name_moodle(const char *name, char *participant, size_t size)
{
    const char *mark = strstr(name, MOODLE_MARK), *begin = mark;
    while (begin && begin > name && isdigit((unsigned char)begin[-1]))
        begin--;
    if (!mark || begin == mark || begin < name + 2 || begin[-1] != '_')
        return 0;
    snprintf(participant, size, "%.*s", (int)(mark - begin), begin);
    return strncmp(mark + strlen(MOODLE_MARK), "onlinetext", 10) == 0 ? 2 : 1;
}

int name_is_online_text(const char *name)
{
    size_t length = strlen(name), end = strlen("_text.html"); /* and _link.html */
    return length >= end && (strcmp(name + length - end, "_text.html") == 0 ||
                             strcmp(name + length - end, "_link.html") == 0);
}

/* NAME[_LATE]_USER_UPLOAD_… and NAME[_LATE]_USER_text.html of Canvas: NAME_USER. */
static int canvas_owner(const char *name, char *id, size_t size)
{
    const char *at = strchr(name, '_'), *end = at;
    if (!at || at == name)
        return 0;
    if (strncmp(at, "_LATE_", 6) == 0)
        at += 5;
    size_t user = strspn(at + 1, "0123456789");
    const char *second = at + 1 + user;
    size_t upload = user && *second == '_' ? strspn(second + 1, "0123456789") : 0;
    if ((!upload || second[1 + upload] != '_') && !(user && name_is_online_text(second)))
        return 0;
    snprintf(id, size, "%.*s_%.*s", (int)(end - name), name, (int)user, at + 1);
    return 1;
}

int name_owner(const char *name, char *id, size_t size)
{
    char participant[32];
    const char *mark = strstr(name, MOODLE_MARK);
    if (name_is_ignored(name))
        return 0;
    if (mark && name_moodle(name, participant, sizeof participant)) {
        snprintf(id, size, "%.*s_assignsubmission_file_", (int)(mark - name), name);
        return 1;
    }
    return canvas_owner(name, id, size);
}

int name_archive(const char *name, char *id, size_t size)
{
    const struct lab_step *steps;
    int count = lab_all_steps(&steps);
    OWNED char *base = text_of("%s", name);
    char *as_file;
    int found = name_is_unpackable(name) && name_owner(name, id, size);
    while (name_is_unpackable(base)) /* .tar.gz: twice */
        *strrchr(base, '.') = 0;
    as_file = text_of("%s.cu", base);
    for (int i = 0; i < count && !found && name_is_unpackable(name); i++)
        found = name_split(as_file, steps[i].lab, id, size);
    free(as_file);
    return found;
}
