/* What the compiler (common/emulator/compiler) leaves in a program beside the code of its kernels:
 * the places that record events, the kernels, the variables. The tool writes these structures as
 * data; the order and size of their members is known to it (tables.c). */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A basic block. They stand in the order of compiler/graph.c: distances are in blocks. */
enum { DEVICE_LOOPS = 8 };
struct device_block {
    uint32_t ways, loops;
    uint32_t back[DEVICE_LOOPS]; /* to the heads of the loops around it, the outermost first */
    const int32_t *ahead;        /* … of each way to the block that it leads to */
};

/* A place in the source. Its address is what the word of an event says (lanes/events.h). */
struct device_site {
    const char *file; /* as the compiler was given it; NULL: unknown */
    uint32_t line, column;
    const struct device_site *from;   /* where the function around it was put in line; NULL: not */
    const struct device_block *block; /* NULL: of `from` alone */
    struct site *sites;               /* the runtime's (lanes/sites.c) */
};

/* A variable has one of the first three. */
enum emu_space { EMU_GLOBAL, EMU_SHARED, EMU_CONSTANT, EMU_LOCAL, EMU_HOST };
enum { DEVICE_DIMENSIONS = 4 };
struct device_variable {
    const char *name; /* mangled */
    void *begin;
    uint64_t bytes;
    uint32_t space;
    /* of an array: bytes of an element, and how many there are; else 0 */
    uint32_t width, dimensions, count[DEVICE_DIMENSIONS];
    void **managed; /* where kernels look for its address; NULL: they know it */
};

struct device_kernel {
    const char *name;       /* mangled */
    void (*call)(void **);  /* for one thread; an address for each argument */
    const uint32_t *shared; /* which of the image's variables it uses, itself or its callees */
    uint32_t shared_count, most_threads; /* __launch_bounds__; 0: none */
    const uint32_t *argument;            /* bytes of each */
    uint32_t argument_count;
};

struct device_image {
    const char *id; /* what the host's side was given as the code of its kernels */
    const struct device_kernel *kernel;
    const struct device_variable *variable;
    uint64_t kernels, variables;
    uint64_t dynamic_width;     /* bytes of an element of dynamic shared memory; 0: several types */
    uint64_t has_short_numbers; /* emu_has_short_numbers */
};

/* ---- what the code that the compiler has added says ---- */

/* How host code touches memory. */
enum host_touch { TOUCHES_READS, TOUCHES_WRITES, TOUCHES_VOLATILE, TOUCHES_BY_THRUST };
/* What a kernel has found not to be so. */
enum check_kind {
    OF_SHARED,
    OF_LOCAL,
    NO_VALUE,
    TOO_SHORT,
    OF_SUM,
    OF_DIFFERENCE,
    OF_PRODUCT,
    OF_SHIFT
};

/* ---- what the runtime asks (places.c) ---- */

extern const struct device_site __start_emu_sites[] __attribute__((weak));
extern const struct device_site __stop_emu_sites[] __attribute__((weak));
/* NULL: the compiler has not written it down. */
static inline const struct device_site *device_site(const void *place)
{
    const struct device_site *site = place;
    return site >= __start_emu_sites && site < __stop_emu_sites ? site : NULL;
}

/* The mangled name demangled, without return type and parameters; to be freed. */
char *symbols_readable(const char *mangled);

struct host_kernel {
    const void *stub; /* the host's function of the kernel's name */
    const struct device_image *image;
    const struct device_kernel *code;
    char *readable;       /* its name without parameters */
    size_t static_shared; /* bytes that it has of shared memory */
    size_t may_have; /* … of dynamic shared memory, where cudaFuncSetAttribute has raised it */
    double seconds;  /* that its last launch took; 0: there was none */
};

extern const struct device_image __start_emu_images[] __attribute__((weak));
extern const struct device_image __stop_emu_images[] __attribute__((weak));
#define EACH_IMAGE(i)                                                                              \
    for (const struct device_image *i = __start_emu_images; i < __stop_emu_images; i++)
void image_add_kernel(const struct device_image *image, const void *stub, const char *name);
struct host_kernel *image_kernel(const void *stub); /* NULL: it is none */
