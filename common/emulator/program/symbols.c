/* The program's device images and kernels, and names as C++ writes them. */
#include "basics.h"
#include "device_image.h"

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length,
                     int *status); /* libstdc++ */

/* "void ns::kernel<float>(float*, int)" -> "ns::kernel<float>". */
static char *without_types(char *name)
{
    int depth = 0;
    char *end = name, *begin = name;
    for (char *p = name; *p; p++) {
        depth += *p == '<';
        depth -= *p == '>' && p > name && p[-1] != '-';
        if (!depth && *p == '(' && strncmp(p, "(anonymous", 10)) {
            end = p;
            break;
        }
        end = p + 1;
    }
    char *tail = end;
    if (*end == '(') { /* a variable inside the function: …(…)::name */
        for (char *p = end; *p; p++) {
            depth += *p == '(' || *p == '<';
            depth -= *p == ')' || *p == '>';
            if (!depth && *p == ':')
                tail = p;
        }
    }
    depth = 0;
    for (char *p = name; p < end; p++) {
        depth += *p == '<' || *p == '(';
        depth -= *p == '>' || *p == ')';
        if (!depth && *p == ' ')
            begin = p + 1;
    }
    char *text;
    if (tail > end ? asprintf(&text, "%s", tail + 1) < 0
                   : asprintf(&text, "%.*s", (int)(end - begin), begin) < 0)
        exit(3);
    return text;
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
            (struct host_kernel){stub, image, code, symbols_readable(name), bytes, 0};
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
