/* Copies and fills in three dimensions: slice by slice, as in two. */
#include "api.h"

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent)
{
    API_BEGIN(__func__);
    API_WANTS(pitched, "no place for the address");
    *pitched = make_cudaPitchedPtr(NULL, 0, extent.width, extent.height);
    return api_malloc_pitch(&pitched->ptr, &pitched->pitch, extent.width,
                            extent.height * extent.depth, "cudaMalloc3D");
}

/* Where slice `z` of what is to be copied begins. */
static char *slice(struct cudaPitchedPtr p, struct cudaPos pos, size_t z)
{
    return (char *)p.ptr + ((pos.z + z) * p.ysize + pos.y) * p.pitch + pos.x;
}

static int fits(struct cudaPitchedPtr p, struct cudaPos pos, struct cudaExtent extent)
{
    return extent.depth < 2 || pos.y + extent.height <= p.ysize;
}

static cudaError_t copy(const struct cudaMemcpy3DParms *p)
{
    API_NEEDS(p, cudaErrorInvalidValue, EMU_BAD_COPY, "no parameters");
    if (p->srcArray || p->dstArray)
        return api_refuse(cudaErrorNotSupported, EMU_UNSUPPORTED,
                          "the emulator has no CUDA arrays");
    const struct cudaExtent e = p->extent;
    API_NEEDS(fits(p->srcPtr, p->srcPos, e) && fits(p->dstPtr, p->dstPos, e), cudaErrorInvalidValue,
              EMU_BAD_COPY, "slices of %zu rows, but ysize is %zu (source) and %zu (destination)",
              e.height, p->srcPtr.ysize, p->dstPtr.ysize);
    for (size_t z = 0; z < e.depth; z++) {
        const cudaError_t error = api_copy_rows(slice(p->dstPtr, p->dstPos, z), p->dstPtr.pitch,
                                                slice(p->srcPtr, p->srcPos, z), p->srcPtr.pitch,
                                                e.width, e.height, p->kind);
        if (error != cudaSuccess)
            return error;
    }
    return api_end(cudaSuccess);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters) API_IS(copy(parameters));
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
    API_IN_STREAM(copy(parameters));

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent)
{
    API_BEGIN(__func__);
    const struct cudaPos origin = {0, 0, 0};
    API_NEEDS(fits(pitched, origin, extent), cudaErrorInvalidValue, EMU_BAD_COPY,
              "slices of %zu rows, but ysize is %zu", extent.height, pitched.ysize);
    for (size_t z = 0; z < extent.depth; z++) {
        const cudaError_t error = api_fill_rows(slice(pitched, origin, z), pitched.pitch, value,
                                                extent.width, extent.height);
        if (error != cudaSuccess)
            return error;
    }
    return api_end(cudaSuccess);
}
