
#include "base.h"

json_t *json_figure(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_text(const char *value)
{
    OWNED char *copy = clean_text(text_of("%s", value));
    return json_string(copy);
}

const char *json_text_in(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

double json_number_in(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
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
