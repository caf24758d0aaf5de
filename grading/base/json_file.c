#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "json_file.h"

json_t *json_figure(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_text(const char *value)
{
    OWNED char *copy = clean_text(text_of("%s", value));
    json_t *string = json_string(copy);
    return string;
}

void json_to_file(json_t *root, const char *path, int digits)
{
    FILE *f = atomic_open(path);
    if (json_dumpf(root, f, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(digits)) ||
        fputc('\n', f) == EOF)
        die("cannot write %s: %s", path, strerror(errno));
    json_decref(root);
    atomic_close(f, path);
}
