/* Which of the program's variables are a GPU's memory. The front end puts constant and device
 * variables into sections of their own (emu_constant_UNIT_1, …; UNIT tells object files apart);
 * __shared__ variables are thread-local. Each becomes an area, under its name in the source. */
#define _GNU_SOURCE
#include "variables.h"
#include "operands.h"
#include "program/findings.h"
#include "program/device_image.h"
#include "program/lock.h"
#include "program/owners.h"
#include "program/shapes.h"
#include "program/symbols.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct shared_variable {
    const struct symbol *symbol; /* its address is the offset in the thread's block */
    char *readable;
    struct emu_area *area; /* in the thread that launches */
    int own;               /* the running kernel declares it */
} * shared;
static size_t shared_count;
static uintptr_t tls_block; /* of the thread whose shared areas are registered */
/* Bytes of constant memory by object file; sections are called emu_constant_UNIT_NUMBER. */
enum { MOST_UNITS = 64 };
static struct {
    char name[9];
    size_t bytes;
} units[MOST_UNITS];
uintptr_t emu_variables_begin, emu_variables_size;
uintptr_t emu_shared_begin, emu_shared_size;

static const char *area_name(const char *kind, const char *mangled)
{
    char *name = symbols_readable(mangled), *text;
    if (asprintf(&text, "%s %s", kind, name) < 0)
        exit(3);
    free(name);
    return text;
}

static void note_variable(uintptr_t begin, uintptr_t end)
{
    uintptr_t last = emu_variables_begin + emu_variables_size;
    if (!emu_variables_size || begin < emu_variables_begin)
        emu_variables_begin = begin;
    if (!emu_variables_size || end > last)
        last = end;
    emu_variables_size = last - emu_variables_begin;
}

static void host_touches(uintptr_t address, enum host_touch how, const void *pc)
{
    const struct emu_area *area = emu_area_of(address);
    char what[OPERAND_TEXT];
    if (!area || area->space == EMU_SHARED)
        return;
    if (area->host_visible) {
        if (how != TOUCHES_VOLATILE) /* a flag that the host watches while a kernel runs */
            memory_host_touches(address, how == TOUCHES_WRITES, pc);
        return;
    }
    if (!emu_in_arena(address)) {
        emu_finding(EMU_DEVICE_POINTER_ON_HOST, pc,
                    "host code touches %s directly; use cudaMemcpyToSymbol or "
                    "cudaMemcpyFromSymbol",
                    area->name);
        return;
    }
    emu_finding(EMU_DEVICE_POINTER_ON_HOST, pc,
                "host code touches device memory (%s); copy it with cudaMemcpy first",
                operand_element(what, area, address, 4));
    exit(1);
}

void emu_host_touches(uintptr_t address, enum host_touch how, const void *pc)
{
    lock_take();
    host_touches(address, how, pc);
    lock_give();
}

static void add_constant(const char *unit, size_t bytes)
{
    int i = 0;
    while (i < MOST_UNITS - 1 && units[i].bytes && strncmp(units[i].name, unit, 8))
        i++;
    memcpy(units[i].name, unit, strnlen(unit, 8));
    units[i].bytes = (units[i].bytes + 7) / 8 * 8 + bytes;
}

static void add_variable(const struct symbol *s)
{
    const char *name = s->name, *section = s->section;
    const uintptr_t begin = s->address, end = begin + s->size;
    if (!strncmp(name, "_ZTV", 4)) /* a class's virtual functions: a GPU has a table of its own */
        memory_add_area(begin, end, EMU_GLOBAL, 1, area_name("virtual functions,", name));
    static const struct {
        const char *prefix, *kind;
        enum emu_space space;
        int host_visible;
    } kinds[] = {{"emu_constant_", "__constant__", EMU_CONSTANT, 0},
                 {"emu_device_", "__device__", EMU_GLOBAL, 0},
                 {"emu_managed_", "__managed__", EMU_GLOBAL, 1}};
    if (!strncmp(section, ".data", 5) || !strncmp(section, ".bss", 4)) { /* of a template? */
        const char kind = owner_of_static(name);
        section = kind == 'd'   ? "emu_device_"
                  : kind == 'm' ? "emu_managed_"
                  : kind == 'c' ? "emu_constant_template"
                                : section;
    }
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (!strncmp(section, kinds[k].prefix, strlen(kinds[k].prefix))) {
            memory_add_area(begin, end, kinds[k].space, kinds[k].host_visible,
                            area_name(kinds[k].kind, name));
            note_variable(begin, end);
            if (kinds[k].space == EMU_CONSTANT)
                add_constant(section + strlen(kinds[k].prefix), s->size);
        }
}

/* Where g++ notes that a shared object's constructor, which does nothing, has run: no memory of the
 * program's. */
static const char guard_name[] = "a guard of the compiler's";
static int is_guard(const struct symbol *s)
{
    return !strncmp(s->name, "_ZGV", 4);
}
static void follow_guards(uintptr_t block)
{
    const struct symbol_list *all = symbols_thread_locals();
    for (size_t i = 0; i < all->count; i++) {
        const uintptr_t offset = all->symbol[i].address;
        if (!is_guard(&all->symbol[i]))
            continue;
        if (tls_block)
            memory_remove_area(tls_block + offset, guard_name);
        memory_add_area(block + offset, block + offset + all->symbol[i].size, EMU_LOCAL, 0,
                        guard_name);
    }
}

static void add_shared(const struct symbol_list *all)
{
    shared = new_zeros(all->count + 1, sizeof *shared, "shared variables");
    for (size_t i = 0; i < all->count; i++)
        if (!owner_is_host_thread(all->symbol[i].name))
            shared[shared_count++].symbol = &all->symbol[i];
}

/* ---- images ---- */

/* Of an image, its shared variables: as they are numbered there. */
struct image_area {
    const struct device_image *image;
    const struct device_variable *variable;
    struct emu_area *area;
    struct shape shape;
};
static struct image_area *image_areas;
static size_t image_area_count, image_area_room;
static struct shadow {
    uintptr_t begin;
    const struct device_variable *variable;
} * shadows;
static size_t shadow_count, shadow_room;

static void add_image_variable(const struct device_image *image, const struct device_variable *v)
{
    static const enum emu_space spaces[] = {EMU_GLOBAL, EMU_SHARED, EMU_CONSTANT};
    static const char *const kinds[] = {"__device__", "__shared__", "__constant__"};
    const uintptr_t begin = (uintptr_t)v->begin, end = begin + v->bytes;
    image_areas = more_room(image_areas, image_area_count, &image_area_room, sizeof *image_areas,
                            "variables");
    struct image_area *a = &image_areas[image_area_count++];
    *a = (struct image_area){.image = image, .variable = v};
    a->area = memory_add_area(begin, end, spaces[v->space], 0, area_name(kinds[v->space], v->name));
    a->shape.width = v->width;
    a->shape.dimensions = (int)v->dimensions;
    for (unsigned i = 0; i < v->dimensions && i < MOST_DIMENSIONS; i++)
        a->shape.count[i] = v->count[i];
    if (v->space == DEVICE_CONSTANT)
        add_constant(image->id, v->bytes);
    if (v->space != DEVICE_SHARED)
        return;
    const uintptr_t last = emu_shared_begin + emu_shared_size;
    const uintptr_t low = !emu_shared_size || begin < emu_shared_begin ? begin : emu_shared_begin;
    emu_shared_size = (end > last ? end : last) - low;
    emu_shared_begin = low;
}

static void add_images(void)
{
    const struct device_image *end, *i = images_begin(&end);
    for (; i < end; i++)
        for (uint64_t v = 0; v < i->variables; v++)
            add_image_variable(i, &i->variable[v]);
}

void variables_add_shadow(const struct device_image *image, void *shadow, size_t bytes,
                          const char *name)
{
    for (uint64_t v = 0; v < image->variables; v++) {
        if (strcmp(image->variable[v].name, name))
            continue;
        if (image->variable[v].managed) { /* its section has said what it is */
            *image->variable[v].managed = memcpy(shadow, image->variable[v].begin, bytes);
            return;
        }
        const uintptr_t begin = (uintptr_t)shadow;
        const int is_constant = image->variable[v].space == DEVICE_CONSTANT;
        shadows = more_room(shadows, shadow_count, &shadow_room, sizeof *shadows, "symbols");
        shadows[shadow_count++] = (struct shadow){begin, &image->variable[v]};
        memory_add_area(begin, begin + bytes, is_constant ? EMU_CONSTANT : EMU_GLOBAL, 0,
                        area_name(is_constant ? "__constant__" : "__device__", name));
        note_variable(begin, begin + bytes);
    }
}

const void *variables_of_symbol(const void *symbol)
{
    for (size_t i = 0; i < shadow_count; i++)
        if (shadows[i].begin == (uintptr_t)symbol)
            return shadows[i].variable->begin;
    return symbol;
}

static int kernel_uses(const struct host_kernel *kernel, const struct image_area *a)
{
    for (uint32_t i = 0; i < kernel->code->shared_count; i++)
        if (a->image == kernel->image &&
            a->variable == &a->image->variable[kernel->code->shared[i]])
            return 1;
    return 0;
}

static void enter_image_kernel(const struct host_kernel *kernel)
{
    for (size_t i = 0; i < image_area_count; i++)
        if (image_areas[i].area->space == EMU_SHARED)
            image_areas[i].area->state =
                kernel && kernel_uses(kernel, &image_areas[i]) ? EMU_LIVE : EMU_FOREIGN;
}

static size_t image_static_shared(const struct host_kernel *kernel)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < kernel->code->shared_count; i++)
        bytes = (bytes + 15) / 16 * 16 + kernel->image->variable[kernel->code->shared[i]].bytes;
    return bytes;
}

__attribute__((constructor)) void variables_load(void)
{
    static int loaded;
    if (loaded++)
        return;
    const struct symbol_list *all = symbols_variables();
    for (size_t i = 0; i < all->count; i++)
        add_variable(&all->symbol[i]);
    add_shared(symbols_thread_locals());
    add_images();
}

static int find_tls(struct dl_phdr_info *info, size_t size, void *result)
{
    (void)size;
    *(uintptr_t *)result = (uintptr_t)info->dlpi_tls_data;
    return 1; /* the first entry is the executable */
}

void variables_follow_thread(void)
{
    uintptr_t block = 0, first = UINTPTR_MAX, last = 0;
    variables_load();
    dl_iterate_phdr(find_tls, &block);
    if (block == tls_block || !shared_count)
        return;
    for (size_t i = 0; i < shared_count; i++) {
        if (!shared[i].readable)
            shared[i].readable = (char *)area_name("__shared__", shared[i].symbol->name);
        const uintptr_t offset = shared[i].symbol->address;
        if (tls_block)
            memory_remove_area(tls_block + offset, shared[i].readable);
        const uintptr_t begin = block + offset, end = begin + shared[i].symbol->size;
        shared[i].area = memory_add_area(begin, end, EMU_SHARED, 0, shared[i].readable);
        first = begin < first ? begin : first;
        last = end > last ? end : last;
    }
    follow_guards(block);
    tls_block = block;
    emu_shared_begin = first;
    emu_shared_size = last > first ? last - first : 0;
}

void variables_enter_kernel(const void *function, const char *name)
{
    enter_image_kernel(function ? image_kernel(function) : NULL);
    const struct symbol *f = function ? symbols_function(function) : NULL;
    for (size_t i = 0; i < shared_count; i++) {
        const char *variable = shared[i].symbol->name;
        shared[i].own = f ? owner_is_function(variable, f->name) : owner_is_named(variable, name);
        shared[i].area->state =
            shared[i].own || !owner_is_kernel(variable) ? EMU_LIVE : EMU_FOREIGN;
    }
}

const struct shape *variables_shape(const struct emu_area *area)
{
    for (size_t i = 0; i < image_area_count; i++)
        if (image_areas[i].area == area)
            return image_areas[i].shape.width ? &image_areas[i].shape : NULL;
    for (size_t i = 0; i < shared_count; i++)
        if (shared[i].area == area)
            return shape_of(shared[i].symbol->address, 1);
    return area->space == EMU_SHARED || emu_in_arena(area->begin) ? NULL : shape_of(area->begin, 0);
}

/* Bytes between an address and a shared variable. A helper's variable is meant only where it is hit
 * or nearly hit. */
static uintptr_t away_from(const struct emu_area *area, int is_own, uintptr_t address)
{
    const uintptr_t nearly = 64, far_off = 1 << 20;
    const uintptr_t bytes = address < area->begin  ? area->begin - address
                            : address >= area->end ? address - area->end
                                                   : 0;
    return is_own || bytes <= nearly ? bytes : bytes + far_off;
}

const struct emu_area *variables_shared_near(uintptr_t address)
{
    const uintptr_t before = 4096, behind = 64 << 10;
    const struct emu_area *best = NULL;
    uintptr_t least = 0;
    if (address + before - emu_shared_begin >= before + emu_shared_size + behind)
        return NULL;
    for (size_t i = 0; i < shared_count + image_area_count; i++) {
        const struct emu_area *area =
            i < shared_count ? shared[i].area : image_areas[i - shared_count].area;
        const uintptr_t away = away_from(area, i >= shared_count || shared[i].own, address);
        if (area->space != EMU_SHARED)
            continue;
        if (area->state != EMU_LIVE || (best && away > least) ||
            (best && away == least && area->begin > address)) /* more run over than under */
            continue;
        best = area;
        least = away;
    }
    return best;
}

/* Arrays at file scope count for every kernel. */
size_t variables_static_shared(const void *function)
{
    const struct host_kernel *kernel = image_kernel(function);
    if (kernel)
        return image_static_shared(kernel);
    const struct symbol *f = symbols_function(function);
    size_t bytes = 0;
    for (size_t i = 0; i < shared_count; i++) {
        const char *name = shared[i].symbol->name;
        const int is_local = !strncmp(name, "_ZZ", 3);
        if (!is_local || (f && owner_is_function(name, f->name)))
            bytes = (bytes + 15) / 16 * 16 + shared[i].symbol->size;
    }
    return bytes;
}

size_t variables_constant_bytes(void)
{
    size_t most = 0;
    variables_load();
    for (int i = 0; i < MOST_UNITS; i++)
        most = units[i].bytes > most ? units[i].bytes : most;
    return most;
}
