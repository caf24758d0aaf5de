/* Names of CUDA that the emulator does not have: said with the reason, instead of g++'s "was not declared". */
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

void check_absent(struct source *s)
{
    bool said[ABSENT] = {false};
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
