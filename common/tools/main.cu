/* The program of `make run`: the lab's steps come from another object file (-DLAB_STEPS), its name
 * from the command line. */
#include "lab/program.h"

#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
/* Every kernel launch comes through here (--wrap in the Makefile) and is noted (resources.h).
 * Toolkits differ in the name of the runtime's launch call; the one that a toolkit does not have is
 * never called. */
extern "C" {
__attribute__((weak)) cudaError_t __real___cudaLaunchKernel(const void *, dim3, dim3, void **,
                                                            size_t, cudaStream_t);
__attribute__((weak)) cudaError_t __real_cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                                                          cudaStream_t);

cudaError_t __wrap___cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                      size_t dynamic, cudaStream_t stream)
{
    lab_launches_add(kernel, grid, block, dynamic);
    return __real___cudaLaunchKernel(kernel, grid, block, arguments, dynamic, stream);
}

cudaError_t __wrap_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t dynamic, cudaStream_t stream)
{
    lab_launches_add(kernel, grid, block, dynamic);
    return __real_cudaLaunchKernel(kernel, grid, block, arguments, dynamic, stream);
}
}
#endif

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s LAB [options]\n", argv[0]);
        return 2;
    }
    return lab_main(argc - 1, argv + 1, argv[1]);
}
