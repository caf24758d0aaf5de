/* cudaProfilerStart and cudaProfilerStop are in cuda_runtime_api.h. */
