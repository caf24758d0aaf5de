/* Copies and fills. Each side must be of the kind that the direction says, and lie in one area. */
#include "api.h"
#include "checks/checks.h"
#include "counters/record.h"
#include "memory/operands.h"

static size_t extent(const struct api_side *s)
{
    size_t all; /* a negative height is a huge one */
    const int wraps = __builtin_mul_overflow(s->rows, s->pitch, &all);
    return wraps ? SIZE_MAX : s->rows ? all - s->pitch + s->width : 0;
}

static const char *const kind_name[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                        "cudaMemcpyDefault"};

#define COPY_NEEDS(is_so, ...) API_NEEDS(is_so, cudaErrorInvalidValue, EMU_BAD_COPY, __VA_ARGS__)

/* What is wrong with a side; one of the host's need lie in no area. */
static cudaError_t side_error(const struct api_side *s, int on_device, int either,
                              cudaMemcpyKind kind)
{
    const struct emu_area *area = emu_area_of(s->begin), *near = emu_area_near(s->begin);
    const size_t bytes = extent(s);
    char what[OPERAND_TEXT];
    COPY_NEEDS(s->begin, "the %s is a null pointer", s->role);
    COPY_NEEDS(area || !emu_in_arena(s->begin),
               "the %s is a device address outside every allocation%s%s", s->role,
               near ? ", near " : "", near ? operand_array(what, near) : "");
    API_NEEDS(!area || area->state != EMU_FREED, cudaErrorInvalidValue, EMU_USE_AFTER_FREE,
              "the %s was freed", s->role);
    COPY_NEEDS(area || either || !on_device, "%s, but the %s is host memory", kind_name[kind],
               s->role);
    COPY_NEEDS(!area || either || on_device || area->host_visible,
               "%s, but the %s is device memory (%s)", kind_name[kind], s->role,
               operand_array(what, area));
    COPY_NEEDS(!area || bytes <= area->end - s->begin,
               "%zu bytes, but the %s has %zu from there (%s)%s", bytes, s->role,
               (size_t)(area->end - s->begin), operand_array(what, area),
               bytes == 4 * (area->end - s->begin)
                   ? ": was it allocated with a number of elements, without * sizeof(float)?"
                   : "");
    return cudaSuccess;
}

static int is_tracked(uintptr_t address)
{
    const struct emu_area *area = emu_area_of(address);
    return area && area->initialised;
}

/* A copy inside the device reads and writes DRAM; others go through PCI Express at 25 GB/s. */
static void model_copy(size_t bytes, int inside)
{
    const struct emu_gpu *gpu = emu_gpu_now();
    const double dram = 2e3 * gpu->memory_khz * gpu->bus_bits / 8;
    api_copied(1e6 * (double)bytes * (inside ? 2 / dram : 1 / 25e9));
}

/* By the host, where nothing is noted of what was written and what was not, or by a library. */
static void check_written(const struct api_side *from, const char *verb, const char *to,
                          const char *is)
{
    for (size_t row = 0; row < from->rows; row++) {
        const uintptr_t begin = from->begin + row * from->pitch;
        const size_t good = memory_unwritten(begin, from->width);
        if (good == from->width)
            continue;
        const struct emu_area *area = emu_area_of(begin);
        char what[OPERAND_TEXT];
        emu_finding(EMU_UNINITIALISED_GLOBAL, place_now(),
                    "%s %s%s, which nothing has written since it was allocated; does a thread "
                    "store every element that is %s?",
                    verb, operand_element(what, area, begin + good, 4), to, is);
        return;
    }
}

static void move_rows(const struct api_side *to, const struct api_side *from)
{
    memory_open(to->begin, extent(to), 1);
    memory_open(from->begin, extent(from), 1);
    const int track = is_tracked(to->begin);
    for (size_t row = 0; row < to->rows; row++) {
        uintptr_t target = to->begin + row * to->pitch, source = from->begin + row * from->pitch;
        memory_move(target, source, to->width);
        if (track)
            memory_copy_initialised(target, source, to->width);
        if (!emu_in_arena(target) || !emu_in_arena(source))
            api_host_copied(emu_in_arena(target) ? source : target, to->width,
                            !emu_in_arena(target));
    }
    memory_open(from->begin, extent(from), 0);
    memory_open(to->begin, extent(to), 0);
}

/* For what other streams do at the same time. */
static void note_rows(const struct api_side *s, int writes)
{
    for (size_t row = 0; row < s->rows; row++)
        concurrent_range(s->begin + row * s->pitch, s->width, writes);
}

static cudaError_t copy(struct api_side to, struct api_side from, cudaMemcpyKind kind)
{
    API_NEEDS((unsigned)kind <= cudaMemcpyDefault, cudaErrorInvalidMemcpyDirection, EMU_BAD_COPY,
              "direction %d", (int)kind);
    if (!to.width || !to.rows)
        return api_end(cudaSuccess);
    API_NEEDS(to.pitch >= to.width && from.pitch >= from.width, cudaErrorInvalidPitchValue,
              EMU_BAD_COPY,
              "rows of %zu bytes, but pitches of %zu and %zu: bytes, from the last allocation",
              to.width, to.pitch, from.pitch);
    to.role = "destination";
    from.role = "source";
    const int to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const int from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    const int either = kind == cudaMemcpyDefault;
    if (side_error(&to, to_device, either, kind) || side_error(&from, from_device, either, kind))
        return cudaErrorInvalidValue;
    const struct emu_area *target = emu_area_of(to.begin), *source = emu_area_of(from.begin);
    if (!is_tracked(to.begin))
        check_written(&from, "copies", " to the host", "copied");
    writes_by_host(to.begin, to.width, to.rows, to.pitch);
    api_work("a copy");
    note_rows(&from, 0);
    note_rows(&to, 1);
    concurrent_end();
    move_rows(&to, &from);
    if (target && source) {
        memory_device_touches(source, 0);
        memory_device_touches(target, 1);
    }
    model_copy(to.width * to.rows, target && source);
    if (!target || !source) /* pageable memory: even an asynchronous copy waits for its turn */
        api_host_waits();
    return api_end(cudaSuccess);
}

static struct api_side rows(const void *begin, size_t pitch, size_t width, size_t height)
{
    return (struct api_side){(uintptr_t)begin, width, height, pitch, NULL};
}
static struct api_side row(const void *begin, size_t width) IS(rows(begin, width, width, 1));

cudaError_t api_blocking(cudaError_t error, const void *to, const void *from)
{
    const struct emu_area *target = emu_area_of((uintptr_t)to),
                          *source = emu_area_of((uintptr_t)from);
    if (!target || !source || target->host_visible || source->host_visible)
        api_host_waits();
    return error;
}

cudaError_t api_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                          size_t width, size_t height, cudaMemcpyKind kind)
{
    return copy(rows(to, to_pitch, width, height), rows(from, from_pitch, width, height), kind);
}

/* A variable's name where a pointer belongs is its host shadow: see cudaGetSymbolAddress. */
static int is_bare_name(const void *pointer)
{
    const struct emu_area *area = emu_area_of((uintptr_t)pointer);
    if (!area || variables_of_symbol((void *)area->begin) == (void *)area->begin)
        return 0;
    api_refuse(cudaErrorInvalidValue, EMU_BAD_COPY,
               "%s is a variable of the device, and its name no device pointer on the host: "
               "cudaMemcpyToSymbol, cudaMemcpyFromSymbol or cudaGetSymbolAddress",
               area->name);
    return 1;
}

/* What a program gives as pointers. A call that blocks has ended with its copy. */
static cudaError_t copy_given(struct api_side to, struct api_side from, cudaMemcpyKind kind,
                              int blocks)
{
    const void *target = (void *)to.begin, *source = (void *)from.begin;
    if (is_bare_name(target) || is_bare_name(source))
        return cudaErrorInvalidValue;
    const cudaError_t error = copy(to, from, kind);
    return blocks ? api_blocking(error, target, source) : error;
}

static cudaError_t fill(struct api_side to, int value)
{
    if (!to.width || !to.rows)
        return api_end(cudaSuccess);
    API_NEEDS(to.pitch >= to.width, cudaErrorInvalidPitchValue, EMU_BAD_COPY,
              "rows of %zu bytes, but a pitch of %zu", to.width, to.pitch);
    to.role = "destination";
    struct emu_area *area = emu_area_of(to.begin);
    API_NEEDS(area || emu_in_arena(to.begin), cudaErrorInvalidValue, EMU_BAD_COPY,
              "%p is host memory: cudaMemset fills device memory", (void *)to.begin);
    if (side_error(&to, 1, 1, cudaMemcpyDefault))
        return cudaErrorInvalidValue;
    writes_by_host(to.begin, to.width, to.rows, to.pitch);
    api_work("a fill");
    note_rows(&to, 1);
    concurrent_end();
    const int whole = extent(&to) == area->end - area->begin && to.rows == 1;
    if (!whole || area->filled != (value & 255) + 1) {
        memory_open(to.begin, extent(&to), 1);
        for (size_t r = 0; r < to.rows; r++) {
            memory_fill(to.begin + r * to.pitch, value, to.width);
            memory_set_initialised(to.begin + r * to.pitch, to.width);
        }
        memory_open(to.begin, extent(&to), 0);
    }
    area->filled = whole && api_keeps_account(to.begin) ? (value & 255) + 1 : 0;
    model_copy(to.width * to.rows / 2, 1);
    return api_end(cudaSuccess);
}

/* ---- to and from variables of the device, by their names */

/* The variable's area, or NULL after the refusal. */
static const struct emu_area *symbol_area(const void *symbol)
{
    variables_load();
    symbol = variables_of_symbol(symbol);
    const struct emu_area *area = emu_area_of((uintptr_t)symbol);
    const int in_arena = emu_in_arena((uintptr_t)symbol);
    if (area && !in_arena && area->space != EMU_SHARED && area->begin == (uintptr_t)symbol)
        return area;
    api_refuse(cudaErrorInvalidSymbol, EMU_BAD_COPY,
               "%p is not a __device__ or __constant__ variable%s", symbol,
               in_arena ? " but memory from cudaMalloc" : "");
    return NULL;
}

/* `count` bytes at `offset` of the variable, in this direction, to or from `other`. */
static cudaError_t copy_symbol(const void *symbol, const void *other, size_t count, size_t offset,
                               cudaMemcpyKind kind, cudaMemcpyKind direction, int blocks)
{
    const struct emu_area *area = symbol_area(symbol);
    if (!area)
        return cudaErrorInvalidSymbol;
    const size_t size = area->end - area->begin;
    API_NEEDS(offset <= size && count <= size - offset, cudaErrorInvalidValue, EMU_BAD_COPY,
              "%zu bytes at offset %zu, but %s has %zu bytes", count, offset, area->name, size);
    API_NEEDS(kind == direction || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault,
              cudaErrorInvalidMemcpyDirection, EMU_BAD_COPY, "direction %d", (int)kind);
    char *const at = (char *)area->begin + offset;
    const cudaError_t error = direction == cudaMemcpyHostToDevice
                                  ? api_copy_rows(at, count, other, count, count, 1, kind)
                                  : api_copy_rows((void *)other, count, at, count, count, 1, kind);
    return blocks ? api_blocking(error, symbol, other) : error;
}

/* Where it begins, and its bytes. */
static cudaError_t find_symbol(const void *symbol, uintptr_t *begin, size_t *size)
{
    API_WANTS_PLACE(begin && size);
    const struct emu_area *area = symbol_area(symbol);
    if (!area)
        return cudaErrorInvalidSymbol;
    *begin = area->begin;
    *size = area->end - area->begin;
    return api_end(cudaSuccess);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
    API_IS(find_symbol(symbol, (uintptr_t *)pointer, &(size_t){0}));
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
    API_IS(find_symbol(symbol, &(uintptr_t){0}, size));

/* ---- a library's call */

int api_operand_is_good(const struct api_operand *operand)
{
    const struct api_side *s = &operand->side;
    if (s->begin && !emu_area_of(s->begin) && !emu_in_arena(s->begin)) {
        api_refuse(cudaErrorInvalidValue, EMU_HOST_POINTER,
                   "%s is host memory: give a pointer from cudaMalloc", s->role);
        return 0;
    }
    return !side_error(s, 1, 1, cudaMemcpyDefault);
}

void api_operands_open(const struct api_operand *operands, int count, const char *name)
{
    char reads[80];
    snprintf(reads, sizeof reads, "%s reads", name);
    api_work(name);
    for (int i = 0; i < count; i++) {
        const struct api_side *s = &operands[i].side;
        if (operands[i].use & API_READS)
            check_written(s, reads, "", "read");
        if (operands[i].use & API_WRITES)
            writes_by_host(s->begin, s->width, s->rows, s->pitch);
        note_rows(s, operands[i].use & API_WRITES);
        memory_open(s->begin, extent(s), 1);
    }
    concurrent_end();
}

void api_operands_close(const struct api_operand *operands, int count)
{
    for (int i = 0; i < count; i++) {
        const struct api_side *s = &operands[i].side;
        memory_open(s->begin, extent(s), 0);
        memory_device_touches(emu_area_of(s->begin), operands[i].use & API_WRITES);
        for (size_t row = 0; (operands[i].use & API_WRITES) && row < s->rows; row++)
            memory_set_initialised(s->begin + row * s->pitch, s->width);
    }
}

#define DEFINE_COPY(name, parameters, work)                                                        \
    cudaError_t name parameters                                                                    \
    {                                                                                              \
        enum { blocks = 1 };                                                                       \
        API_IS(work)                                                                               \
    }                                                                                              \
    cudaError_t name##Async(EMU_LIST parameters, cudaStream_t stream)                              \
    {                                                                                              \
        enum { blocks = 0 };                                                                       \
        API_IN_STREAM(work)                                                                        \
    }
EMU_COPY_CALLS(DEFINE_COPY)
