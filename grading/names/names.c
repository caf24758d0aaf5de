/* Names of labs' files and of archives (names.h). */
#include "names.h"

#include <fnmatch.h>
#include <strings.h>

#include "base/base.h"
#include "lab/lesson.h"
#include "lab/problems/problems.h"

static int is_like(const char *name, const char *pattern)
{
    return fnmatch(pattern, name, FNM_CASEFOLD | FNM_EXTMATCH) == 0;
}

int name_is_source(const char *name)
{
    return is_like(name, "?*.cu?(.txt)");
}

int name_is_ignored(const char *name)
{
    return name[0] == '.' || strcmp(name, "__MACOSX") == 0;
}

int name_is_archive(const char *name)
{
    return is_like(name, "?*.@(zip|tar|tgz|gz|bz2|xz|7z|rar|zst)");
}

int name_is_unpackable(const char *name)
{
    return is_like(name, "?*.@(zip|tar|tgz|tar.gz)");
}

int name_is_file(const char *name, const char *lab)
{
    const char *file = lab_file_of(lab)->name, *at = name + strlen(file);
    if (strncasecmp(name, file, strlen(file)) != 0)
        return 0;
    if (*at == '-')
        at += 1 + strspn(at + 1, "0123456789");
    return at[-1] != '-' && (strcasecmp(at, ".cu") == 0 || strcasecmp(at, ".cu.txt") == 0);
}

void lab_file_name(const char *lab, char *name, size_t size)
{
    const struct lab_file *f = lab_file_of(lab);
    snprintf(name, size, "%s.cu", f ? f->name : lab);
}
