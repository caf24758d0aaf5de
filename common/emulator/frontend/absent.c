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
    const char *name, *why;
} absent[] = {
    {"__shfl", warps},
    {"__shfl_up", warps},
    {"__shfl_down", warps},
    {"__shfl_xor", warps},
    {"__any", warps},
    {"__all", warps},
    {"__ballot", warps},
    {"cudaTextureObject_t", textures},
    {"cudaSurfaceObject_t", textures},
    {"cudaCreateTextureObject", textures},
    {"cudaBindTexture", textures},
    {"cudaBindTextureToArray", textures},
    {"tex1D", textures},
    {"tex1Dfetch", textures},
    {"tex2D", textures},
    {"tex3D", textures},
    {"surf2Dread", textures},
    {"surf2Dwrite", textures},
    {"cudaMallocArray", arrays},
    {"cudaMalloc3DArray", arrays},
    {"cudaMemcpyToArray", arrays},
    {"cudaMemcpy2DToArray", arrays},
    {"cudaGraph_t", graphs},
    {"cudaGraphExec_t", graphs},
    {"cudaGraphCreate", graphs},
    {"cudaStreamBeginCapture", graphs},
    {"this_cluster", attributes},
    {"cluster_group", attributes},
    {"cudaLaunchKernelEx", attributes},
    {"cudaLaunchConfig_t", attributes},
    {"cudaLaunchAttribute", attributes},
    {"cudaDeviceEnablePeerAccess", peers},
    {"cudaMemcpyPeer", peers},
    {"cudaMemcpyPeerAsync", peers},
    {"cudaMemPool_t", pools},
    {"cudaMemPoolCreate", pools},
    {"cudaDeviceGetDefaultMemPool", pools},
    {"cudaGraphicsResource", graphics},
    {"cudaGraphicsGLRegisterBuffer", graphics},
    {"cudaThreadExit", "it is cudaDeviceReset since CUDA 5"},
};
enum { ABSENT = sizeof absent / sizeof *absent };

static const char half_precision[] = "half precision is not supported by the emulator: use float",
                  library[] = "this library is not supported by the emulator: write it by hand, or "
                              "run this file on a GPU",
                  driver[] = "the driver's API is not supported by the emulator: use the "
                             "runtime's, cuda_runtime.h",
                  fragments[] = "tensor-core fragments are not supported by the emulator: run "
                                "this file on a GPU";

/* Words that begin so, where the header was included: a header may be there for nothing. */
static const struct {
    const char *header, *begin, *why;
} of_header[] = {{"cuda_fp16.h", "half", half_precision},
                 {"cuda_fp16.h", "__half", half_precision},
                 {"cuda_fp16.h", "__float2half", half_precision},
                 {"cuda_fp16.h", "__h", half_precision},
                 {"cuda_bf16.h", "__nv_bfloat16", half_precision},
                 {"cuda_bf16.h", "nv_bfloat16", half_precision},
                 {"cuda_bf16.h", "__float2bfloat16", half_precision},
                 {"cuda_fp8.h", "__nv_fp8", half_precision},
                 {"mma.h", "nvcuda", fragments},
                 {"mma.h", "wmma", fragments},
                 {"cublas_v2.h", "cublas", library},
                 {"cublas.h", "cublas", library},
                 {"cufft.h", "cufft", library},
                 {"curand.h", "curand", library},
                 {"curand_kernel.h", "curand", library},
                 {"cusparse.h", "cusparse", library},
                 {"cuda.h", "CUdevice", driver},
                 {"cuda.h", "CUcontext", driver},
                 {"cuda.h", "CUmodule", driver},
                 {"cuda.h", "CUfunction", driver},
                 {"cuda.h", "CUresult", driver},
                 {"cuda.h", "CUstream", driver},
                 {"cuda.h", "CUevent", driver},
                 {"cuda.h", "CUtensorMap", driver},
                 {"cuda.h", "CUDA_SUCCESS", driver},
                 {"cuda.h", "cuInit", driver},
                 {"cuda.h", "cuDevice", driver},
                 {"cuda.h", "cuCtx", driver},
                 {"cuda.h", "cuMem", driver},
                 {"cuda.h", "cuModule", driver},
                 {"cuda.h", "cuLaunch", driver},
                 {"cuda.h", "cuFunc", driver},
                 {"cuda.h", "cuStream", driver},
                 {"cuda.h", "cuEvent", driver},
                 {"cuda.h", "cuGet", driver},
                 {"cuda.h", "cuTensorMap", driver}};
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
    char *name = tokens_text(s, i, i + 1);
    report(s, i, "%s: %s", name, why);
    free(name);
}

/* Words of plain English that a program may use for something else: only as they are called. */
static bool may_be_meant(const struct source *s, int i)
{
    const bool plain = s->tokens[i].text[0] != '_' && strncmp(s->tokens[i].text, "cuda", 4) != 0;
    return !plain || tokens_are(s, i + 1, "(") || tokens_are(s, i + 1, "<") ||
           tokens_are(s, i - 2, "::");
}

/* Not a variable's or a member's name. */
static bool is_used_as_type_or_call(const struct source *s, int i)
{
    return is_word(s, i + 1) || tokens_are(s, i + 1, "(") || tokens_are(s, i + 1, "<") ||
           tokens_are(s, i + 1, "::") || tokens_are(s, i + 1, "*") || tokens_are(s, i + 1, "&") ||
           tokens_are(s, i + 1, ">") || token_is(s, i - 1, "namespace");
}

static void check_headers_words(struct source *s)
{
    bool included[OF_HEADER], said[OF_HEADER] = {false};
    for (int k = 0; k < OF_HEADER; k++)
        included[k] = is_included(s, of_header[k].header);
    for (int i = 0; i < s->token_count; i++)
        for (int k = 0; k < OF_HEADER && is_word(s, i); k++) {
            const size_t length = strlen(of_header[k].begin);
            if (included[k] && !said[k] && (size_t)s->tokens[i].length >= length &&
                !memcmp(s->tokens[i].text, of_header[k].begin, length) &&
                !tokens_are(s, i - 1, ".") && !tokens_are(s, i - 2, "->") &&
                is_used_as_type_or_call(s, i)) {
                say(s, i, of_header[k].why);
                said[k] = true;
                break;
            }
        }
}

void check_absent(struct source *s)
{
    bool said[ABSENT] = {false};
    check_headers_words(s);
    for (int i = 0; i < s->token_count; i++) {
        if (!is_word(s, i) || tokens_are(s, i - 1, ".") || tokens_are(s, i - 2, "->"))
            continue;
        if (token_is(s, i, "texture") && tokens_are(s, i + 1, "<"))
            say(s, i, textures);
        for (int k = 0; k < ABSENT; k++)
            if (!said[k] && token_is(s, i, absent[k].name) && may_be_meant(s, i)) {
                say(s, i, absent[k].why);
                said[k] = true;
            }
    }
}

bool check_heap(struct source *s, int i)
{
    const bool call =
        tokens_are(s, i + 1, "(") && !tokens_are(s, i - 1, ".") && !tokens_are(s, i - 2, "->");
    /* new (place) T needs no heap */
    if ((call &&
         (token_is(s, i, "malloc") || token_is(s, i, "calloc") || token_is(s, i, "free"))) ||
        (token_is(s, i, "new") && !tokens_are(s, i + 1, "(") && !token_is(s, i - 1, "operator"))) {
        say(s, i, heap);
        return true;
    }
    return false;
}
