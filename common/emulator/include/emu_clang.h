/* What clang++ -x cuda wants to see beside the declarations (check_as_cuda.sh): the launch's own
 * function, and the math library's names for the device. */
#ifndef EMU_CLANG_H
#define EMU_CLANG_H

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                cudaStream_t stream = nullptr);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                                         cudaStream_t stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t dynamic_shared = 0,
                                        cudaStream_t stream = nullptr);
template <class... P_>
cudaError_t cudaLaunchCooperativeKernel(void (*function)(P_...), dim3 grid, dim3 block,
                                        void **arguments, size_t dynamic_shared = 0,
                                        cudaStream_t stream = nullptr);
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t dynamic_shared = 0, cudaStream_t stream = nullptr);
extern "C" {
EMU_DEVICE int printf(const char *format, ...);
EMU_DEVICE void *malloc(size_t size) noexcept;
EMU_DEVICE void free(void *pointer) noexcept;
EMU_DEVICE void __assert_fail(const char *condition, const char *file, unsigned line,
                              const char *function) noexcept;
}

/* nvcc takes alignas behind __shared__, clang does not. The value does not matter to a syntax
 * check. */
#define alignas(...) __attribute__((aligned(alignof(__VA_ARGS__))))

#endif
