/* Kernels by the address that host code has of them. */
#include "images.h"
#include "basics.h"
#include "symbols.h"

#include <string.h>

extern const struct device_image __start_emu_images[] __attribute__((weak));
extern const struct device_image __stop_emu_images[] __attribute__((weak));

static struct host_kernel *kernels;
static size_t kernel_count, kernel_room;

const struct device_image *images_begin(const struct device_image **end)
{
    *end = __stop_emu_images;
    return __start_emu_images;
}

const struct device_image *image_named(const char *id)
{
    for (const struct device_image *i = __start_emu_images; i < __stop_emu_images; i++)
        if (strcmp(i->id, id) == 0)
            return i;
    return NULL;
}

void image_add_kernel(const struct device_image *image, const void *stub, const char *name)
{
    for (uint64_t k = 0; k < image->kernels; k++) {
        if (strcmp(image->kernel[k].name, name))
            continue;
        kernels = more_room(kernels, kernel_count, &kernel_room, sizeof *kernels, "kernels");
        kernels[kernel_count++] =
            (struct host_kernel){stub, image, &image->kernel[k], symbols_readable(name)};
        return;
    }
}

const struct host_kernel *image_kernel(const void *stub)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (kernels[i].stub == stub)
            return &kernels[i];
    return NULL;
}
