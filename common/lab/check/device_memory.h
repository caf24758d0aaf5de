/* Memory on the device: where it comes from, how it is filled, and a sum of what it holds. */
#pragma once

#include <cuda_runtime.h>

#include "lab/problem.h"

/* Device memory for operands. With -DLAB_POOL it comes from CUDA's own pool and goes back there:
 * cudaMalloc and cudaFree hold a lock of the driver that all processes share, whatever GPU they
 * use, and whoever opens a case for each of a thousand batches would wait for the others most of
 * its time. */
#ifdef LAB_POOL
static inline int lab_pool(void)
{
    static int works = -1;
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    if (works < 0) {
        works =
            cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess &&
            cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep) == cudaSuccess;
        cudaGetLastError();
    }
    return works;
}

static inline void lab_empty_pool(void)
{
    cudaMemPool_t pool;
    cudaDeviceSynchronize();
    if (cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess)
        cudaMemPoolTrimTo(pool, 0);
    cudaGetLastError();
}
#else
#define lab_pool()       0
#define lab_empty_pool() (void)0
#endif

static inline cudaError_t lab_allocate(void **at, size_t bytes)
{
    return lab_pool() ? cudaMallocAsync(at, bytes, 0) : cudaMalloc(at, bytes);
}

static inline void lab_free(void *at)
{
    if (lab_pool() && at)
        cudaFreeAsync(at, 0);
    else
        cudaFree(at);
}

/* First CUDA error of the last call or launch, by now finished. */
static inline cudaError_t lab_settle(void)
{
    cudaError_t error = cudaGetLastError();
    cudaError_t later = cudaDeviceSynchronize();
    return error != cudaSuccess ? error : later != cudaSuccess ? later : cudaGetLastError();
}

#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
/* Each thread goes on by the whole grid, in lines and within a line: without a division. */
static __global__ void lab_fill_kernel(struct lab_recipe recipe, void *to, int lines, int line,
                                       int ld, int column_major)
{
    const size_t first = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    const int grid = (int)(gridDim.x * blockDim.x), lines_on = grid / line, on = grid % line;
    size_t outer = first / line;
    int inner = (int)(first % line);
    while (outer < (size_t)lines) {
        int row = column_major ? inner : (int)outer, col = column_major ? (int)outer : inner;
        lab_put(recipe.type, to, outer * ld + inner, lab_element(recipe, row, col));
        outer += lines_on + (inner >= line - on);
        inner += inner >= line - on ? on - line : on;
    }
}

static __global__ void lab_checksum_kernel(const uint32_t *data, size_t words,
                                           unsigned long long *sum)
{
    unsigned long long mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        mine += lab_mix(i << 32 ^ data[i]);
    atomicAdd(sum, mine);
}
#endif

/* Memory that begins so many bytes late: of less than 256. */
static inline cudaError_t lab_allocate_late(void **at, size_t bytes, size_t late)
{
    const size_t more = LAB_ON_GPU ? late : 0;
    if (!LAB_ON_GPU)
        emu_offset(late);
    const cudaError_t error = lab_allocate(at, bytes + more);
    *at = error == cudaSuccess ? (char *)*at + more : NULL;
    return error;
}

static inline void lab_free_late(void *at, size_t late)
{
    lab_free(at && LAB_ON_GPU ? (char *)at - late : at);
}

/* ---- a case of which only the corners count (corners.h): memory of which next to nothing is
 * written, and what is done with those corners ---- */

/* All zeros, as such memory is in the emulator anyhow. */
static inline cudaError_t lab_allocate_huge(void **at, size_t bytes)
{
    const cudaError_t error = lab_allocate(at, bytes);
    return error || !LAB_ON_GPU ? error : cudaMemset(*at, 0, bytes);
}

/* What is done with the corners of an operand on the device. */
enum lab_corner_work { LAB_FETCH, LAB_STORE, LAB_ERASE };

/* host: the corners, moved together; LAB_ERASE: the byte that is written everywhere is *host.
 * `device`: in memory of the host, where a whole program gets it there. */
static inline cudaError_t lab_move_corners(const struct lab_operand *o, void *device, char *host,
                                           enum lab_corner_work work)
{
    struct lab_piece p;
    cudaError_t error = cudaSuccess;
    const size_t size = lab_type_size(o->type);
    for (int i = 0; error == cudaSuccess && lab_piece_at(o, i, &p); i++) {
        char *at = (char *)device + p.to * size;
        const size_t bytes = (size_t)p.count * size;
        if (work == LAB_ERASE)
            error = cudaMemset(at, *host, bytes);
        else if (work == LAB_STORE)
            error = cudaMemcpy(at, host + p.from * size, bytes, cudaMemcpyDefault);
        else
            error = cudaMemcpy(host + p.from * size, at, bytes, cudaMemcpyDefault);
    }
    return error;
}

static inline cudaError_t lab_fill_corners(const struct lab_case *c, int operand, void *to)
{
    const struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = &s.in[operand], corners = lab_corners_of(o);
    const struct lab_recipe r = lab_recipe_of(c, operand);
    char *host = (char *)malloc(lab_bytes(&corners));
    if (!host)
        return cudaErrorMemoryAllocation;
    for (int i = 0; i < corners.rows; i++)
        for (int j = 0; j < corners.cols; j++) {
            int row = lab_from_corner(lab_row_ends(o), i, o->rows),
                col = lab_from_corner(lab_col_ends(o), j, o->cols);
            lab_put(o->type, host,
                    corners.column_major ? (size_t)j * (size_t)corners.ld + (size_t)i
                                         : (size_t)i * (size_t)corners.ld + (size_t)j,
                    lab_element(r, row, col));
        }
    cudaError_t error = lab_move_corners(o, to, host, LAB_STORE);
    free(host);
    return error;
}

static inline cudaError_t lab_fill_device(const struct lab_case *c, int operand, void *to)
{
    struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = &s.in[operand];
    if (lab_is_huge(c))
        return lab_fill_corners(c, operand, to);
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
    if (c->data != LAB_DOCUMENT || o->cols > 1) {
        int lines = o->column_major ? o->cols : o->rows, line = o->column_major ? o->rows : o->cols;
        if (o->ld > line)
            cudaMemset(to, c->data == LAB_PROBE ? 0 : 0xff, lab_bytes(o)); /* padding: NaN */
        lab_fill_kernel<<<2048, 256>>>(lab_recipe_of(c, operand), to, lines, line, o->ld,
                                       o->column_major);
        return lab_settle();
    }
#endif
    void *host = malloc(lab_bytes(o));
    if (!host)
        return cudaErrorMemoryAllocation;
    lab_fill_host(c, operand, host);
    cudaError_t error = cudaMemcpy(to, host, lab_bytes(o), cudaMemcpyHostToDevice);
    free(host);
    return error;
}

/* A sum over (position, word) pairs of an operand, or of its corners: any changed word changes
 * it. */
static inline cudaError_t lab_checksum(const struct lab_operand *o, void *device, int huge,
                                       uint64_t *sum)
{
    const struct lab_operand held = huge ? lab_corners_of(o) : *o;
    const size_t bytes = lab_bytes(&held);
    cudaError_t error;
    *sum = 0;
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
    unsigned long long *total;
    if (!huge) {
        if ((error = lab_allocate((void **)&total, sizeof *total)) != cudaSuccess)
            return error;
        cudaMemset(total, 0, sizeof *total);
        lab_checksum_kernel<<<1024, 256>>>((const uint32_t *)device, bytes / 4, total);
        error = cudaMemcpy(sum, total, sizeof *total, cudaMemcpyDeviceToHost);
        lab_free(total);
        return error;
    }
#endif
    char *host = (char *)malloc(bytes);
    error = !host  ? cudaErrorMemoryAllocation
            : huge ? lab_move_corners(o, device, host, LAB_FETCH)
                   : cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < bytes / 4 && error == cudaSuccess; i++)
        *sum += lab_mix(i << 32 ^ ((const uint32_t *)host)[i]);
    free(host);
    return error;
}
