/* What clang wants besides: threadIdx and its kin, the launch's own function, std and the C library
 * on the device. */
#pragma once

/* Objects without bytes, whose members are the device's functions. */
namespace emu
{
struct builtins {
    unsigned thread[3], block[3], block_dim[3], grid_dim[3];
};
extern EMU_DEVICE const builtins running __asm__("emu_builtins");
} // namespace emu

#define EMU_BUILTIN_MEMBER(x, i, part)                                                             \
    __declspec(property(get = get_##x)) unsigned x;                                                \
    EMU_DEVICE static inline __attribute__((always_inline, nodebug)) unsigned get_##x()            \
        EMU_IS(::emu::running.part[i]);
#define EMU_BUILTIN(name, part)                                                                    \
    struct emu_##name {                                                                            \
        EMU_BUILTIN_MEMBER(x, 0, part)                                                             \
        EMU_BUILTIN_MEMBER(y, 1, part)                                                             \
        EMU_BUILTIN_MEMBER(z, 2, part)                                                             \
        EMU_DEVICE inline __attribute__((always_inline, nodebug)) operator dim3() const            \
            EMU_IS(dim3(x, y, z));                                                                 \
        EMU_DEVICE inline __attribute__((always_inline, nodebug)) operator uint3() const           \
            EMU_IS(uint3{x, y, z});                                                                \
        EMU_DEVICE emu_##name() = delete;                                                          \
        EMU_DEVICE emu_##name(const emu_##name &) = default;                                       \
        EMU_DEVICE void operator=(const emu_##name &) const = delete;                              \
    };                                                                                             \
    extern const EMU_DEVICE __attribute__((weak)) emu_##name name;
EMU_BUILTIN(threadIdx, thread)
EMU_BUILTIN(blockIdx, block)
EMU_BUILTIN(blockDim, block_dim)
EMU_BUILTIN(gridDim, grid_dim)
static constexpr EMU_DEVICE int warpSize = 32;

/* What clang makes of kernel<<<…>>>(…): this; then the kernel's stub calls cudaLaunchKernel. */
extern "C" {
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                              cudaStream_t stream = nullptr); /* where clang is told no version */
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                     cudaStream_t stream = nullptr);
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t dynamic_shared, cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel(emu::kernel function, dim3 grid, dim3 block,
                                        void **arguments, size_t dynamic_shared = 0,
                                        cudaStream_t stream = nullptr);
}
EMU_TYPED cudaLaunchKernel(T_ *function, dim3 grid, dim3 block, void **arguments,
                           size_t dynamic_shared = 0, cudaStream_t stream = nullptr)
    EMU_IS(cudaLaunchKernel((const void *)function, grid, block, arguments, dynamic_shared,
                            stream));
EMU_TYPED cudaLaunchKernelExC(const cudaLaunchConfig_t *how, T_ *function, void **arguments)
    EMU_IS(cudaLaunchKernel((const void *)function, how->gridDim, how->blockDim, arguments,
                            how->dynamicSmemBytes, how->stream));
/* The arguments become the kernel's own types. */
template <class... T_, class... Given_>
EMU_HOST cudaLaunchKernelEx(const cudaLaunchConfig_t *how, void (*kernel)(T_...), Given_ &&...given)
{
    return [&](T_... argument) __attribute__((always_inline, nodebug))
    {
        void *arguments[] = {(void *)&argument..., nullptr};
        return cudaLaunchKernel((const void *)kernel, how->gridDim, how->blockDim, arguments,
                                how->dynamicSmemBytes, how->stream);
    }
    (static_cast<Given_ &&>(given)...);
}
extern "C" {
EMU_DEVICE int printf(const char *format, ...) EMU_CALLS(emu_printf)
    __attribute__((format(printf, 1, 2)));
EMU_DEVICE void *malloc(size_t size) noexcept EMU_CALLS(emu_kernel_malloc);
EMU_DEVICE void free(void *pointer) noexcept EMU_CALLS(emu_kernel_free);
EMU_DEVICE void __assert_fail(const char *condition, const char *file, unsigned line,
                              const char *function) noexcept;
}

/* new and delete in a kernel */
EMU_DEVICE void *operator new(size_t size) EMU_CALLS(emu_kernel_malloc);
EMU_DEVICE void *operator new[](size_t size) EMU_CALLS(emu_kernel_malloc);
EMU_DEVICE void operator delete(void *pointer) noexcept EMU_CALLS(emu_kernel_free);
EMU_DEVICE void operator delete[](void *pointer) noexcept EMU_CALLS(emu_kernel_free);
EMU_DEVICE inline void operator delete(void *p, size_t) noexcept EMU_IS(operator delete(p));
EMU_DEVICE inline void operator delete[](void *p, size_t) noexcept EMU_IS(operator delete[](p));
EMU_DEVICE inline void *operator new(size_t, void *room) noexcept EMU_IS(room);
EMU_DEVICE inline void *operator new[](size_t, void *room) noexcept EMU_IS(room);
EMU_DEVICE inline void operator delete(void *, void *) noexcept {}
EMU_DEVICE inline void operator delete[](void *, void *) noexcept {}

/* Of std a kernel has these; the square root of an integer is CUDA's (emu_clang_math.h). */
namespace std
{
#ifndef __CUDACC_RELAXED_CONSTEXPR__ /* with it, whatever is constexpr */
template <class T_> EMU_DEVICE inline constexpr T_ &&forward(remove_reference_t<T_> &x) noexcept
{
    return static_cast<T_ &&>(x);
}
template <class T_> EMU_DEVICE inline constexpr T_ &&forward(remove_reference_t<T_> &&x) noexcept
{
    return static_cast<T_ &&>(x);
}
template <class T_> EMU_DEVICE inline constexpr remove_reference_t<T_> &&move(T_ &&x) noexcept
{
    return static_cast<remove_reference_t<T_> &&>(x);
}
#endif
template <class T_, int = 0> EMU_DEVICE auto sqrt(T_ x) -> decltype(x % 1, double()) = delete;
} // namespace std

/* nvcc takes alignas behind __shared__, clang does not. */
template <class T_> EMU_BOTH constexpr size_t emu_alignment() EMU_IS(alignof(T_));
template <size_t bytes_> EMU_BOTH constexpr size_t emu_alignment() EMU_IS(bytes_);
#define alignas(...) __attribute__((aligned(::emu_alignment<__VA_ARGS__>())))
