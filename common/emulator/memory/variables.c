/* Which of the program's variables are a GPU's memory: those of its device images, and
 * the host's that it registers for them. Each becomes an area, under its name in the source. */
#include "operands.h"
#include "program/findings.h"

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

/* [*from, *from + *size) is made to hold [begin, end), too. */
static void widen(uintptr_t *from, uintptr_t *size, uintptr_t begin, uintptr_t end)
{
    const uintptr_t last = *size && *from + *size > end ? *from + *size : end;
    *from = *size && *from < begin ? *from : begin;
    *size = last - *from;
}

/* ---- what the device does in memory that the host touches, too: the host must wait for it. Every
 * piece of work (a launch, a copy) has a number. An area keeps the number of the last one that read
 * it, and of the last one that wrote it ---- */

unsigned long memory_issued, memory_waited;
int memory_host_sees;

void memory_device_touches(const struct emu_area *area, int writes)
{
    struct emu_area *touched = (struct emu_area *)area;
    if (touched)
        *(writes ? &touched->written_by : &touched->read_by) = memory_issued + 1;
}

void memory_host_touches(uintptr_t address, int writes, const void *pc)
{
    struct emu_area *area = emu_area_of(address);
    char what[OPERAND_TEXT];
    const int written = area && area->written_by > memory_waited;
    if (!area || (!written && !(writes && area->read_by > memory_waited)))
        return;
    emu_finding(EMU_RACE_GLOBAL, pc,
                "host code %s %s, but it has not waited for the kernel or copy that %s it: call "
                "cudaDeviceSynchronize() in between",
                writes ? "writes" : "reads", operand_element(what, area, address, 4),
                written ? "writes" : "reads");
    area->written_by = area->read_by = 0; /* it is said once */
}

/* ---- what host code touches ---- */

static const struct emu_area *of_thrust; /* the last one that it touched */

int variables_open_for_thrust(uintptr_t address, const void *place)
{
    const struct emu_area *area = emu_area_of(address);
    struct source_line at = line_of(place);
    for (int up = 1; area != of_thrust && at.file && !strstr(at.file, "/thrust/"); up++)
        at = caller_of(place, up);
    if (!area || (area != of_thrust && !at.file))
        return 0;
    memory_open(area->begin, area->end - area->begin, 1);
    memory_set_initialised(area->begin, area->end - area->begin);
    return 1;
}

static void host_touches(uintptr_t address, enum host_touch how, const void *pc)
{
    const struct emu_area *area = emu_area_of(address);
    char what[OPERAND_TEXT];
    if (how == TOUCHES_BY_THRUST)
        of_thrust = area;
    if (!area || area->space == EMU_SHARED || how == TOUCHES_BY_THRUST)
        return;
    if (area->host_visible) {
        if (how != TOUCHES_VOLATILE) /* a flag that the host watches while a kernel runs */
            memory_host_touches(address, how == TOUCHES_WRITES, pc);
        return;
    }
    if (!emu_in_arena(address)) {
        emu_finding(EMU_DEVICE_POINTER_ON_HOST, pc,
                    "host code touches %s directly; use cudaMemcpyToSymbol or cudaMemcpyFromSymbol",
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

/* A variable of an image, or what the host has of its name. */
static struct image_area {
    const struct device_variable *variable;
    struct emu_area *area;
} * image_areas;
static size_t image_area_count, image_area_room;
static struct device_variable dynamic_shape = {.dimensions = 1};

static const char *const kinds[] = {"__device__", "__shared__", "__constant__"};

void variables_add_shadow(const struct device_image *image, void *shadow, size_t bytes,
                          const char *name)
{
    for (uint64_t v = 0; v < image->variables; v++) {
        if (strcmp(image->variable[v].name, name))
            continue;
        void **managed = image->variable[v].managed;
        const uintptr_t begin = (uintptr_t)shadow;
        const enum emu_space space = image->variable[v].space;
        struct emu_area *area =
            memory_add_area(begin, begin + bytes, space, managed ? MEMORY_MANAGED : MEMORY_DEVICE,
                            area_name(managed ? "__managed__" : kinds[space], name));
        widen(&emu_variables_begin, &emu_variables_size, begin, begin + bytes);
        if (managed) {
            *managed = memcpy(shadow, image->variable[v].begin, bytes);
            return;
        }
        ADDED(image_areas, image_area_count, image_area_room, "variables") =
            (struct image_area){&image->variable[v], area};
    }
}

const void *variables_of_symbol(const void *symbol)
{
    for (size_t i = 0; i < image_area_count; i++)
        if (image_areas[i].area->begin == (uintptr_t)symbol)
            return image_areas[i].variable->begin;
    return symbol;
}

static int kernel_uses(const struct host_kernel *kernel, const struct device_variable *variable)
{
    for (uint32_t i = 0; i < kernel->code->shared_count; i++)
        if (variable == &kernel->image->variable[kernel->code->shared[i]])
            return 1;
    return 0;
}

__attribute__((constructor)) void variables_load(void)
{
    static int loaded;
    if (loaded++)
        return;
    EACH_IMAGE (image)
        for (const struct device_variable *v = image->variable;
             v < image->variable + image->variables; v++) {
            const uintptr_t begin = (uintptr_t)v->begin, end = begin + v->bytes;
            const char *name = area_name(kinds[v->space], v->name);
            ADDED(image_areas, image_area_count, image_area_room, "variables") =
                (struct image_area){v, memory_add_area(begin, end, v->space, 0, name)};
            if (v->space == EMU_GLOBAL)
                widen(&emu_variables_begin, &emu_variables_size, begin, end);
            if (v->space == EMU_SHARED)
                widen(&emu_shared_begin, &emu_shared_size, begin, end);
        }
}

void variables_enter_kernel(const struct host_kernel *kernel)
{
    dynamic_shape.width = (uint32_t)kernel->image->dynamic_width;
    for (size_t i = 0; i < image_area_count; i++)
        if (image_areas[i].area->space == EMU_SHARED)
            image_areas[i].area->state =
                kernel_uses(kernel, image_areas[i].variable) ? EMU_LIVE : EMU_FOREIGN;
}

const struct device_variable *variables_shape(const struct emu_area *area)
{
    const struct device_variable *shape = area == &dynamic_area ? &dynamic_shape : NULL;
    for (size_t i = 0; i < image_area_count; i++)
        if (image_areas[i].area == area)
            shape = image_areas[i].variable;
    return shape && shape->width ? shape : NULL;
}

const struct emu_area *variables_shared_near(uintptr_t address)
{
    const uintptr_t before = 4096, behind = 64 << 10;
    const struct emu_area *best = NULL;
    uintptr_t least = 0;
    if (address + before - emu_shared_begin >= before + emu_shared_size + behind)
        return NULL;
    for (size_t i = 0; i < image_area_count; i++) {
        const struct emu_area *area = image_areas[i].area;
        const uintptr_t away = address < area->begin  ? area->begin - address
                               : address >= area->end ? address - area->end
                                                      : 0;
        if (area->space != EMU_SHARED || area->state != EMU_LIVE || (best && away > least) ||
            (best && away == least && area->begin > address)) /* more run over than under */
            continue;
        best = area;
        least = away;
    }
    return best;
}

size_t variables_constant_bytes(void)
{
    size_t most = 0;
    EACH_IMAGE (i) {
        size_t bytes = 0;
        for (uint64_t v = 0; v < i->variables; v++)
            if (i->variable[v].space == EMU_CONSTANT)
                bytes = (bytes + 7) / 8 * 8 + i->variable[v].bytes;
        most = bytes > most ? bytes : most;
    }
    return most;
}
