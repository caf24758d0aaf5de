/* Copies to and from variables of the device, by their names. */
#include "api.h"
#include "memory/memory.h"

/* A variable's name where a pointer belongs is its host shadow: see cudaGetSymbolAddress. */
int api_is_bare_name(const void *pointer)
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
                               cudaMemcpyKind kind, cudaMemcpyKind direction)
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
    return direction == cudaMemcpyHostToDevice
               ? api_copy_rows(at, count, other, count, count, 1, kind)
               : api_copy_rows((void *)other, count, at, count, count, 1, kind);
}

#define TO_SYMBOL   copy_symbol(symbol, from, count, offset, kind, cudaMemcpyHostToDevice)
#define FROM_SYMBOL copy_symbol(symbol, to, count, offset, kind, cudaMemcpyDeviceToHost)

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t count, size_t offset,
                               cudaMemcpyKind kind) API_IS(api_blocking(TO_SYMBOL, symbol, from));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t count,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream)
    API_IN_STREAM(TO_SYMBOL);
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t count, size_t offset,
                                 cudaMemcpyKind kind) API_IS(api_blocking(FROM_SYMBOL, to, symbol));
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream)
    API_IN_STREAM(FROM_SYMBOL);

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
