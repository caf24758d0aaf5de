/* From a place in the program to the source line; are two places one; how a message names one. The
 * program's device images and kernels, and names as C++ writes them. */
#include "basics.h"
#include "device_image.h"

struct source_line caller_of(const void *pc, int up)
{
    const struct device_site *site = device_site(pc);
    for (; site && up >= 0; up--)
        site = site->from;
    return site ? (struct source_line){site->file, site->line} : (struct source_line){NULL, 0};
}

struct source_line line_of(const void *pc) IS(caller_of(pc, -1));

static int is_ours(const char *file)
{
    const size_t length = strlen(file);
    return length > 2 && strcmp(file + length - 2, ".h") == 0 &&
           (strncmp(file, "common/", 7) == 0 || strstr(file, "/common/") != NULL);
}

struct source_line learners_line(const void *pc)
{
    const struct device_site *site = device_site(pc);
    while (site && site->file && is_ours(site->file))
        site = site->from;
    return line_of(site && site->file ? site : pc);
}

static int are_one(struct source_line x, struct source_line y)
    IS(x.line == y.line && x.file && same_text(x.file, y.file));

int same_line(const void *a, const void *b) IS(are_one(learners_line(a), learners_line(b)));

int same_call(const void *a, const void *b)
{
    const struct device_site *x = device_site(a), *y = device_site(b);
    int same = a == b || (x && y && x->column == y->column);
    for (; a != b && same && (x || y); x = x->from, y = y->from)
        same = x && y && are_one(line_of(x), line_of(y));
    return same;
}

const char *line_name(const void *pc)
{
    static char name[4][256];
    static unsigned turn;
    char *out = name[turn++ % 4];
    const struct source_line line = learners_line(pc);
    if (line.file) {
        snprintf(out, sizeof name[0], "%s:%u", basename(line.file), line.line);
    } else {
        snprintf(out, sizeof name[0], "address %p (no source line known)", pc);
    }
    return out;
}

/* ---- names ---- */

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length,
                     int *status); /* libstdc++ */

/* "void ns::kernel<float>(float*, int)" -> "ns::kernel<float>". */
static char *without_types(const char *name)
{
    const char *begin = name, *types = NULL, *p = name;
    int depth = 0, is_inside = 0;
    for (; *p; p++) {
        if (!depth && !types && *p == '(' && strncmp(p, "(anonymous", 10))
            types = p;
        depth += *p == '<' || *p == '(';
        depth -= (*p == '>' && p > name && p[-1] != '-') || *p == ')';
        if (!depth && *p == (types ? ':' : ' ')) {
            begin = p + 1;
            is_inside = types != NULL; /* a variable inside the function: …(…)::name */
        }
    }
    const char *end = types && !is_inside ? types : p;
    return strndup(begin, (size_t)(end - begin));
}

char *symbols_readable(const char *mangled)
{
    int status;
    char *name = NULL;
    if (!strncmp(mangled, "_Z", 2)) /* else "c" would be the type char */
        name = __cxa_demangle(mangled, NULL, NULL, &status);
    if (!name)
        return strdup(mangled);
    char *text = without_types(name);
    free(name);
    return text;
}

/* ---- images: kernels by the address that host code has of them ---- */

static struct host_kernel *kernels;
static size_t kernel_count, kernel_room;

void image_add_kernel(const struct device_image *image, const void *stub, const char *name)
{
    for (uint64_t k = 0; k < image->kernels; k++) {
        if (strcmp(image->kernel[k].name, name))
            continue;
        const struct device_kernel *code = &image->kernel[k];
        size_t bytes = 0;
        for (uint32_t i = 0; i < code->shared_count; i++)
            bytes = (bytes + 15) / 16 * 16 + image->variable[code->shared[i]].bytes;
        ADDED(kernels, kernel_count, kernel_room, "kernels") =
            (struct host_kernel){stub, image, code, symbols_readable(name), bytes, 0, 0};
        return;
    }
}

struct host_kernel *image_kernel(const void *stub)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (kernels[i].stub == stub)
            return &kernels[i];
    return NULL;
}
