/* Names of CUDA that the emulator does not have: said with the reason, instead of g++'s "was not
 * declared". */
#include "front.h"

#include <stdlib.h>
#include <string.h>

static const char textures[] = "textures and surfaces are not supported by the emulator",
                  arrays[] = "CUDA arrays are not supported by the emulator",
                  graphs[] = "graphs are not supported by the emulator",
                  attributes[] = "launch attributes (clusters among them) are not supported by the "
                                 "emulator",
                  peers[] = "the emulator has one GPU",
                  pools[] = "memory pools are not supported by the emulator",
                  graphics[] = "OpenGL and Vulkan are not supported by the emulator",
                  warps[] = "GPUs since compute capability 7.0 have only the form with _sync and a "
                            "mask",
                  heap[] = "the emulator has no heap in kernels: cudaMalloc the memory and pass it";

static const struct absent {
    const char *words, *why;
} absent[] = {
    {"__shfl __shfl_up __shfl_down __shfl_xor __any __all __ballot", warps},
    {"cudaTextureObject_t cudaSurfaceObject_t cudaCreateTextureObject cudaBindTexture "
     "cudaBindTextureToArray tex1D tex1Dfetch tex2D tex3D surf2Dread surf2Dwrite",
     textures},
    {"cudaMallocArray cudaMalloc3DArray cudaMemcpyToArray cudaMemcpy2DToArray", arrays},
    {"cudaGraph_t cudaGraphExec_t cudaGraphCreate cudaStreamBeginCapture", graphs},
    {"this_cluster cluster_group cudaLaunchKernelEx cudaLaunchConfig_t "
     "cudaLaunchAttribute",
     attributes},
    {"cudaDeviceEnablePeerAccess cudaMemcpyPeer cudaMemcpyPeerAsync", peers},
    {"cudaMemPool_t cudaMemPoolCreate cudaDeviceGetDefaultMemPool", pools},
    {"cudaGraphicsResource cudaGraphicsGLRegisterBuffer", graphics},
    {"cudaThreadExit", "it is cudaDeviceReset since CUDA 5"},
};

static const char half_precision[] = "half precision is not supported by the emulator: use float",
                  library[] = "this library is not supported by the emulator: write it by hand, or "
                              "run this file on a GPU",
                  driver[] = "the driver's API is not supported by the emulator: use the "
                             "runtime's, cuda_runtime.h",
                  fragments[] = "tensor-core fragments are not supported by the emulator: run "
                                "this file on a GPU";

/* Words where the header was included: a header may be there for nothing. */
static const struct {
    const char *header, *words, *why;
} of_header[] = {
    {"cuda_fp16.h", "half* __float2half* __h*", half_precision},
    {"cuda_bf16.h", "__nv_bfloat16* nv_bfloat16* __float2bfloat16*", half_precision},
    {"cuda_fp8.h", "__nv_fp8*", half_precision},
    {"mma.h", "nvcuda* wmma*", fragments},
    {"cub.cuh", "Device* BlockLoad BlockStore BlockExchange BlockRadixSort BlockHistogram WarpScan",
     library},
    {"cublas_v2.h", "cublas*", library},
    {"cublas.h", "cublas*", library},
    {"cufft.h", "cufft*", library},
    {"curand.h", "curand*", library},
    {"curand_kernel.h", "curand*", library},
    {"cusparse.h", "cusparse*", library},
    {"cuda.h",
     "CUdevice* CUcontext* CUmodule* CUfunction* CUresult* CUstream* CUevent* "
     "CUtensorMap* CUDA_SUCCESS* cuInit* cuDevice* cuCtx* cuMem* cuModule* cuLaunch* "
     "cuFunc* cuStream* cuEvent* cuGet* cuTensorMap*",
     driver},
};
enum { OF_HEADER = sizeof of_header / sizeof *of_header };

static bool is_included(const struct source *s, const char *header)
{
    for (int i = 0; i < s->file_count; i++) {
        const char *slash = strrchr(s->files[i], '/');
        if (s->file_is_system[i] && slash && !strcmp(slash + 1, header))
            return true;
    }
    return false;
}

static void say(struct source *s, int i, const char *why)
{
    report(s, i, "%s: %s", word_text(s, i), why);
}

/* Words of plain English that a program may use for something else: only as they are called. */
static bool may_be_meant(const struct source *s, int i)
{
    const bool plain = s->tokens[i].text[0] != '_' && strncmp(s->tokens[i].text, "cuda", 4) != 0;
    return !plain || is_any(s, i + 1, "(<") || tokens_are(s, i - 2, "::");
}

/* Not a variable's or a member's name. */
static bool is_used_as_type_or_call(const struct source *s, int i)
{
    return is_word(s, i + 1) || is_any(s, i + 1, "(<") || tokens_are(s, i + 1, "::") ||
           is_any(s, i + 1, "*&>") || token_is(s, i - 1, "namespace");
}

/* Each header's first word. */
static void check_headers_words(struct source *s)
{
    for (int k = 0; k < OF_HEADER; k++)
        for (int i = 0; i < s->token_count && is_included(s, of_header[k].header); i++)
            if (is_word(s, i) && is_among(s, i, of_header[k].words) && !is_any(s, i - 1, ".") &&
                !tokens_are(s, i - 2, "->") && is_used_as_type_or_call(s, i)) {
                say(s, i, of_header[k].why);
                break;
            }
}

/* Was the word said before? */
static bool is_said(const struct source *s, int i)
{
    for (int k = 0; k < i; k++)
        if (same_text(s, k, i) && may_be_meant(s, k))
            return true;
    return false;
}

void check_absent(struct source *s)
{
    check_headers_words(s);
    for (int i = 0; i < s->token_count; i++) {
        if (!is_word(s, i) || tokens_are(s, i - 1, ".") || tokens_are(s, i - 2, "->"))
            continue;
        if (token_is(s, i, "texture") && tokens_are(s, i + 1, "<"))
            say(s, i, textures);
        for (size_t k = 0; k < sizeof absent / sizeof *absent; k++)
            if (is_among(s, i, absent[k].words) && may_be_meant(s, i) && !is_said(s, i))
                say(s, i, absent[k].why);
    }
}

bool check_heap(struct source *s, int i)
{
    const bool call =
        tokens_are(s, i + 1, "(") && !tokens_are(s, i - 1, ".") && !tokens_are(s, i - 2, "->");
    /* new (place) T needs no heap */
    if ((call && is_among(s, i, "malloc calloc free")) ||
        (token_is(s, i, "new") && !tokens_are(s, i + 1, "(") && !token_is(s, i - 1, "operator"))) {
        say(s, i, heap);
        return true;
    }
    return false;
}
