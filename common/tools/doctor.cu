/* What the GPU is, and the two ceilings that every table in the labs refers to, worked out as
 * documents 001 and 003 do by hand. */
#include "lab/measure/gpu_facts.h"
#include "lab/measure/latency.h"

static int attribute(enum cudaDeviceAttr which)
{
    int device = 0, value = 0;
    return cudaGetDevice(&device) == cudaSuccess &&
                   cudaDeviceGetAttribute(&value, which, device) == cudaSuccess
               ? value
               : 0;
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
    printf("GPU           %s, compute capability %d.%d, %d SMs, %.1f GB, L2 %.0f MB\n", g.name,
           g.major, g.minor, g.sms, g.memory_bytes / 1e9, g.l2_bytes / 1e6);
    printf("CUDA          runtime %d.%d, driver %d.%d\n", runtime / 1000, runtime % 1000 / 10,
           driver / 1000, driver % 1000 / 10);
    printf("per SM        %d threads, %d blocks, %d registers, %d KiB shared memory (%d KiB a "
           "block without asking)\n",
           attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
           attribute(cudaDevAttrMaxBlocksPerMultiprocessor),
           attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
           attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / 1024,
           attribute(cudaDevAttrMaxSharedMemoryPerBlock) / 1024);
    if (g.memory_ghz > 0 && g.bus_bits > 0)
        printf("bandwidth     memory clock %.3f GHz x 2 (double data rate) x bus %d bit / 8 = %.1f "
               "GB/s at most\n",
               g.memory_ghz, g.bus_bits, g.peak_gbytes);
    else
        printf(
            "bandwidth     unknown: this driver does not tell the memory clock or the bus width\n");
    if (g.core_ghz > 0)
        printf("arithmetic    %d SMs x %d FP32 cores x 2 (multiply and add) x %.3f GHz = %.1f "
               "TFLOP/s at most\n",
               g.sms, g.cores_per_sm, g.core_ghz, g.peak[LAB_PEAK_FLOAT] / 1e3);
#ifndef LAB_EMULATOR
    double copy = lab_copy_gbytes(&g);
    if (copy > 0)
        printf(
            "measured      a copy inside the device reads and writes %.1f GB/s, %.0f %% of that\n",
            copy, g.peak_gbytes > 0 ? 100 * copy / g.peak_gbytes : 0);
    double latency = lab_latency_ns(g.l2_bytes), flight = g.peak_gbytes * latency;
    if (latency > 0 && flight > 0)
        printf("latency       a load from DRAM takes %.0f ns; Little's law: %.1f GB/s x %.0f ns = "
               "%.0f KB "
               "must be under way, %.1f KB on each SM\n",
               latency, g.peak_gbytes, latency, flight / 1e3, flight / 1e3 / g.sms);
    if (attribute(cudaDevAttrKernelExecTimeout))
        printf("warning       a display runs on this GPU: long kernels are killed, and times "
               "scatter\n");
#endif
    return 0;
}
