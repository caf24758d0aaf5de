/* What clang says reaches the programmer in its own words, with a line of ours where it helps. */
#include "unit.h"

#include <unistd.h>

#define NOT_SUPPORTED " not supported by the emulator"
static const char library[] =
    "this library is" NOT_SUPPORTED ": write it by hand, or run this file on a GPU";

/* Of an error line that has both texts; the first that fits. */
static const struct hint {
    const char *text, *other, *says;
} hints[] = {
    {"invalid operands", "emu_blockIdx", "blockIdx has .x, .y and .z: blockIdx.x * blockDim.x"},
    {"invalid operands", "emu_threadIdx", "threadIdx has .x, .y and .z: threadIdx.x"},
    {"invalid operands", "emu_blockDim", "blockDim has .x, .y and .z: blockDim.x"},
    {"invalid operands", "('void (",
     "a launch has three of each: kernel<<<blocks, threads>>>(...)"},
    {"call to global function", "not configured",
     "a kernel is launched with a grid and a block: kernel<<<blocks, threads>>>(...)"},
    {"reference to __device__ function 'operator()'", "",
     "Thrust's algorithms run on the host here: what they call is __host__ __device__"},
    {"no member named 'cuda' in namespace 'thrust", "",
     "Thrust's algorithms run on the host here: thrust::device instead of thrust::cuda::par"},
    {"call to '__shfl_", "", "a shuffle takes a number of 4 or 8 bytes: one for each member"},
    {"reference to __global__ function", "", "a kernel is launched by the host alone"},
    {"cannot jump from this goto", "", "declare the variable before the goto"},
};

/* Names that the emulator does not have, as clang quotes them: 'NAME' or, of a header, 'NAME…'. */
static const struct absent {
    const char *names, *says;
} absent[] = {
    {"__shfl __shfl_up __shfl_down __shfl_xor __any __all __ballot",
     "GPUs since compute capability 7.0 have only the form with _sync and a mask"},
    {"texture tex1D* tex2D* tex3D* cudaTexture* cudaSurface* cudaCreateTextureObject "
     "cudaBindTexture* surf1D* surf2D* surf3D*",
     "textures and surfaces are" NOT_SUPPORTED},
    {"cudaMallocArray cudaMalloc3DArray cudaMemcpyToArray cudaMemcpy2DToArray cudaArray_t",
     "CUDA arrays are" NOT_SUPPORTED},
    {"cudaMalloc3D cudaMemcpy3D* cudaMemset3D cudaPitchedPtr cudaExtent make_cuda*",
     "copies in three dimensions are" NOT_SUPPORTED},
    {"cudaGraph* cudaStreamBeginCapture", "graphs are" NOT_SUPPORTED},
    {"this_cluster cluster_group cudaLaunchAttribute* cudaAccessPolicy* cudaStreamAttr*",
     "attributes of launches and streams (clusters, access policies) are" NOT_SUPPORTED},
    {"cudaDeviceEnablePeerAccess cudaMemcpyPeer cudaMemcpyPeerAsync cudaDevP2P* cudaIpc*",
     "the emulator has one GPU, and one process"},
    {"cudaMemPool* cudaDeviceGetDefaultMemPool", "memory pools are" NOT_SUPPORTED},
    {"cudaGraphics*", "OpenGL and Vulkan are" NOT_SUPPORTED},
    {"cudaThreadExit", "it is cudaDeviceReset since CUDA 5"},
    {"half half2 __half* __float2half* __h* h2* __nv_bfloat16* nv_bfloat16* __float2bfloat16*",
     "include cuda_fp16.h or cuda_bf16.h; what the emulator has of them: docs/emulator.md"},
    {"__nv_fp8*", "8-bit floats are" NOT_SUPPORTED ": use float"},
    {"nvcuda wmma", "tensor-core fragments are" NOT_SUPPORTED ": run this file on a GPU"},
    {"cublas* CUBLAS*", "of cuBLAS the emulator has the vectors' calls, gemv, ger, geam and gemm "
                        "in float and double: run this file on a GPU"},
    {"cufft* curand* cusparse* Device* Block* WarpScan", library},
    {"CUdevice* CUcontext* CUmodule* CUfunction* CUresult* CUstream* CUevent* CUtensorMap* cuInit* "
     "cuDevice* cuCtx* cuMem* cuModule* cuLaunch* cuFunc* cuStream* cuEvent* cuGet* cuTensorMap* "
     "CUDA_SUCCESS* cudaTypedefs.h nvrtc.h",
     "the driver's API is" NOT_SUPPORTED ": use the runtime's, cuda_runtime.h"},
    {"cooperative_groups/*",
     "of these, cooperative_groups.h, reduce.h and memcpy_async.h are there"},
    {"cuda/* cuda_awbarrier*",
     "libcu++ is" NOT_SUPPORTED ": use plain C or C++, cuda_pipeline_primitives.h, the atomic... "
     "functions"},
    {"block_tile_memory", "tiles have up to 32 threads here"},
    {"__fadd_* __fsub_* __fmul_* __fdiv_* __fmaf_*", "only rounding to nearest (_rn) is here"},
    {"nvtx3/*", "the emulator has no such API of the profiler's: leave it out"},
    {"thrust/*", "install its headers: libthrust-dev (Debian, Ubuntu)"},
    {"cub/* cusolver* cudnn* cutlass/* cute/* nccl*", library},
};

static int is_among(const char *name, size_t length, const char *names)
{
    for (; *names; names += strspn(names, " ")) {
        const size_t all = strcspn(names, " "), any = names[all - 1] == '*';
        if (all - any <= length && (any || all == length) && !strncmp(name, names, all - any))
            return 1;
        names += all;
    }
    return 0;
}

static const char *hint_of(const char *line)
{
    static const char *const says[] = {
        "undeclared identifier", "unknown type name", "no template",       "file not found",
        "no member named",       "no type named",     "no namespace named"};
    const char *error = strstr(line, "error: "), *quote = NULL;
    if (!error)
        return NULL;
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strstr(error, hints[i].text) && strstr(error, hints[i].other))
            return hints[i].says;
    for (size_t i = 0; i < sizeof says / sizeof *says; i++)
        if (strstr(error, says[i])) /* what is not known is quoted first */
            quote = strchr(error, '\'');
    for (size_t i = 0; quote && i < sizeof absent / sizeof *absent; i++)
        if (is_among(quote + 1, strcspn(quote + 1, "'"), absent[i].names))
            return absent[i].says;
    return NULL;
}

static int begins_diagnostic(const char *line)
{
    return strstr(line, ": error: ") || strstr(line, ": warning: ") || strstr(line, ": note: ") ||
           strstr(line, ": fatal error: ") || !strncmp(line, "In file included", 16);
}

void say(const char *file)
{
    FILE *in = fopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    const char *hint = NULL, *last = NULL;
    while (in && getline(&line, &room, in) > 0) {
        if (strchr("0123456789", *line) && strstr(line, " generated when compiling for "))
            continue; /* "3 errors …" */
        if (hint && begins_diagnostic(line)) {
            fprintf(stderr, "    (%s)\n", hint);
            hint = NULL;
        }
        fputs(line, stderr);
        const char *next = hint_of(line);
        if (next && next != last)
            hint = last = next; /* once for errors in a row */
    }
    if (hint)
        fprintf(stderr, "    (%s)\n", hint);
    free(line);
    if (in)
        fclose(in);
}
