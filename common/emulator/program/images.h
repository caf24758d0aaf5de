/* The program's device images, and which of their kernels stands behind a function of the host's
 * (images.c). */
#ifndef EMU_IMAGES_H
#define EMU_IMAGES_H

#include "device_image.h"

#include <stddef.h>

struct host_kernel {
    const void *stub; /* the host's function of the kernel's name */
    const struct device_image *image;
    const struct device_kernel *code;
    char *readable; /* its name without parameters */
};

/* All images; the last is followed by *end. */
const struct device_image *images_begin(const struct device_image **end);
const struct device_image *image_named(const char *id); /* NULL: there is none */
void image_add_kernel(const struct device_image *image, const void *stub, const char *name);
const struct host_kernel *image_kernel(const void *stub); /* NULL: it is none */

#endif
