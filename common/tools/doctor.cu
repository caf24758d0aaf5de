/* What the GPU is, and the two ceilings that every table in the labs refers to, worked out as
 * documents 001 and 003 do by hand. */
#include "lab/measure/gpu_facts.h"

static int attribute(enum cudaDeviceAttr which)
{
    int device = 0, value = 0;
    return cudaGetDevice(&device) == cudaSuccess &&
                   cudaDeviceGetAttribute(&value, which, device) == cudaSuccess
               ? value
               : 0;
}

enum { STRIDE = 64 /* words from node to node: a sector, and more, of its own */ };

/* A chain through all `nodes` (a power of two) in an order that no prefetcher follows: i -> 5 i +
 * 12345 visits each once, since 5 - 1 is a multiple of 4 and 12345 is odd (Hull and Dobell, 1962).
 * Half of the chain's length is added so that hops alternate between halves. */
static __global__ void chain_kernel(uint32_t *next, uint32_t nodes)
{
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < nodes; i += gridDim.x * blockDim.x)
        next[(size_t)i * STRIDE] = (i * (nodes / 2 + 5) + 12345) & (nodes - 1);
}

/* Goes on from where the last call stopped, so that no node is visited twice and found in a
 * cache. */
static __global__ void chase_kernel(const uint32_t *next, int hops, uint32_t *where)
{
    uint32_t at = *where;
    for (int i = 0; i < hops; i++)
        at = next[(size_t)at * STRIDE];
    *where = at;
}

/* Nanoseconds from a load's issue to its value, when nothing else uses the memory; 0 if it cannot
 * be measured. The chain covers so many bytes: those of L1, of L2, or several times L2's. */
static double latency_ns(double bytes)
{
    const int hops = 10000;
    uint32_t nodes = 32, *next = NULL, *where = NULL;
    float best = 0;
    while ((double)nodes * STRIDE * 4 < bytes)
        nodes *= 2;
    if (cudaMalloc((void **)&next, (size_t)nodes * STRIDE * 4) == cudaSuccess &&
        cudaMalloc((void **)&where, sizeof *where) == cudaSuccess) {
        cudaMemset(where, 0, sizeof *where);
        chain_kernel<<<1024, 256>>>(next, nodes);
        best = lab_best_ms(4, 1, [&] { chase_kernel<<<1, 1>>>(next, hops, where); });
    }
    cudaFree(next);
    cudaFree(where);
    cudaGetLastError();
    return best * 1e6 / hops;
}

/* One memory of the picture in docs/00_first_steps.md, of this GPU; a chain of loads through so
 * many bytes of it takes the delay. 0: not known here. */
static void memory(const char *name, double size, const char *unit, double gbytes, double chain)
{
    printf("%14s%-12s %4.0f %-12s", "", name, size, unit);
    if (gbytes > 0)
        printf(" %10.0f", gbytes);
    else
        printf(" %10s", "");
    if (chain > 0 && LAB_ON_GPU)
        printf(" %10.0f", latency_ns(chain));
    printf("\n");
}

static void memories(const struct lab_gpu *g)
{
    const int registers = attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
              shared = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    printf("memories      %-30s %10s %10s\n", "", "GB/s", "ns, alone");
    memory("registers", registers / 256.0, "KiB an SM", 0, 0);
    /* L1, too, has 128 bytes in a cycle */
    memory("shared", shared / 1024.0, "KiB an SM", 128 * g->sms * g->core_ghz, 16384);
    /* so few that each has been read before: L2 then has it in the nearer of its halves */
    memory("L2", g->l2_bytes / 1048576, "MiB", 0, g->l2_bytes / 32);
    memory("DRAM", g->memory_bytes / 1e9, "GB", g->peak_gbytes, 8 * g->l2_bytes);
}

int main(void)
{
    struct lab_gpu g;
    int runtime = 0, driver = 0;
    cudaError_t error = lab_gpu_facts(&g);
    if (error != cudaSuccess) {
        printf("GPU           none usable: %s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaRuntimeGetVersion(&runtime);
    cudaDriverGetVersion(&driver);
    printf("GPU           %s, compute capability %d.%d\n", g.name, g.major, g.minor);
    printf("CUDA          runtime %d.%d, driver %d.%d\n", runtime / 1000, runtime % 1000 / 10,
           driver / 1000, driver % 1000 / 10);
    printf("SMs           %d, each with room for %d threads and %d blocks\n", g.sms,
           attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
           attribute(cudaDevAttrMaxBlocksPerMultiprocessor));
    if (g.core_ghz > 0)
        printf("arithmetic    %d SMs x %d FP32 cores x 2 (multiply and add) x %.3f GHz = %.1f "
               "TFLOP/s at most\n",
               g.sms, g.cores_per_sm, g.core_ghz, g.peak[LAB_PEAK_FLOAT] / 1e3);
    if (g.memory_ghz > 0 && g.bus_bits > 0)
        printf("bandwidth     memory clock %.3f GHz x 2 (double data rate) x bus %d bit / 8 = %.0f "
               "GB/s by the clocks\n",
               g.memory_ghz, g.bus_bits, g.peak_gbytes);
    else
        printf(
            "bandwidth     unknown: this driver does not tell the memory clock or the bus width\n");
    memories(&g);
    const double copy = LAB_ON_GPU ? lab_copy_gbytes() : 0;
    if (copy > 0)
        printf("copy          one inside the device reads and writes %.0f GB/s, %.0f %% of the "
               "bandwidth\n",
               copy, g.peak_gbytes > 0 ? 100 * copy / g.peak_gbytes : 0);
    if (attribute(cudaDevAttrKernelExecTimeout))
        printf("warning       a display runs on this GPU: long kernels are killed, and times "
               "scatter\n");
    return 0;
}
