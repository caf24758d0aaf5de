/* What the front end makes of kernel<<<grid, block, shared, stream>>>(arguments):
 *
 *     ::emu::kernel("kernel", EXACT, DEDUCED).at(grid, block, shared, stream)(arguments)
 *
 * EXACT is a generic lambda that yields the kernel's address where its name means one function; the arguments are
 * then converted to the parameters' types as in any call. Where template arguments are to be deduced from the call, the
 * name has no address and EXACT does not instantiate; DEDUCED then calls the kernel with copies of the arguments. */
#ifndef EMU_LAUNCH_H
#define EMU_LAUNCH_H

#include "cuda_runtime_api.h"

extern "C" {
/* api_launch.c. `function` is NULL where the kernel has no address of its own; `entry` runs it for one thread. */
cudaError_t emu_start(const char *name, const void *function, const dim3 *grid, const dim3 *block,
                      size_t dynamic_shared, cudaStream_t stream, void (*entry)(void *),
                      void *argument, int cooperative, const char *file, unsigned line);
void emu_launch_bounds_exceeded(int bound);
[[noreturn]] void emu_unsupported(const char *what);
/* The block's dynamic shared memory: what extern __shared__ T name[] points to. */
void *emu_dynamic_shared(void) __attribute__((const, returns_nonnull));
}

namespace emu
{
#define EMU_UNCOUNTED __attribute__((no_sanitize("thread")))

/* The front end puts this at the start of a kernel that has __launch_bounds__. */
static inline void bound_threads(long long threads, long long = 0)
{
    const uint3 &b = running.block_dim;
    if (b.x * b.y * b.z > threads)
        emu_launch_bounds_exceeded((int)threads);
}

struct configuration {
    dim3 grid, block;
    size_t dynamic_shared;
    cudaStream_t stream;
    const char *file; /* where the launch stands */
    unsigned line;
    int cooperative;
};

constexpr size_t total_size()
{
    return 0;
}
template <class First, class... Rest>
constexpr size_t total_size(const First *, const Rest *...rest)
{
    return sizeof(First) + total_size(rest...);
}

template <class Body>
EMU_UNCOUNTED cudaError_t start(const char *name, const void *function, const configuration &c,
                                Body &body)
{
    return emu_start(
        name, function, &c.grid, &c.block, c.dynamic_shared, c.stream,
        [](void *b) EMU_UNCOUNTED { (*static_cast<Body *>(b))(); }, &body, c.cooperative, c.file,
        c.line);
}

/* A kernel with an address. */
template <class... Parameters> struct exact_kernel {
    const char *name;
    void (*function)(Parameters...);
    configuration c;

    EMU_UNCOUNTED void operator()(Parameters... p) const
    {
        static_assert(total_size(static_cast<Parameters *>(nullptr)...) <= 4096,
                      "CUDA: a kernel's parameters may take 4096 bytes at most");
        auto call = function;
        auto body = [&]() EMU_UNCOUNTED { call(p...); };
        start(name, reinterpret_cast<const void *>(function), c, body);
    }
};

/* A kernel whose template arguments come from the call. */
template <class Call> struct deduced_kernel {
    const char *name;
    Call call;
    configuration c;

    template <class... Arguments> EMU_UNCOUNTED void operator()(Arguments... a) const
    {
        auto &f = call;
        auto body = [&]() EMU_UNCOUNTED { f(a...); };
        start(name, nullptr, c, body);
    }
};

struct finder {
    template <class... Parameters>
    static auto exact(void (*function)(Parameters...)) -> void (*)(Parameters...)
    {
        return function;
    }
};

template <class Exact, class Deduced> struct named_kernel {
    const char *name;
    Exact exact;
    Deduced deduced;

    template <class... Parameters>
    static exact_kernel<Parameters...> with(const char *name, void (*f)(Parameters...),
                                            const configuration &c)
    {
        return {name, f, c};
    }
    template <class E = Exact>
    auto choose(const configuration &c, int) const
        -> decltype(with(nullptr, static_cast<const E *>(nullptr)->operator()(finder()), c))
    {
        return with(name, exact(finder()), c);
    }
    deduced_kernel<Deduced> choose(const configuration &c, ...) const
    {
        return {name, deduced, c};
    }
    auto at(dim3 grid, dim3 block, size_t dynamic_shared = 0, cudaStream_t stream = nullptr,
            const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) const
    {
        return choose(configuration{grid, block, dynamic_shared, stream, file, line, 0}, 0);
    }
};

template <class Exact, class Deduced>
named_kernel<Exact, Deduced> kernel(const char *name, Exact exact, Deduced deduced)
{
    return {name, exact, deduced};
}

/* cudaLaunchKernel's array of pointers, unpacked by the parameters' types. */
template <size_t... I> struct indices {
};
template <size_t N, size_t... I> struct count_up : count_up<N - 1, N - 1, I...> {
};
template <size_t... I> struct count_up<0, I...> {
    typedef indices<I...> type;
};
template <class... P, size_t... I>
EMU_UNCOUNTED cudaError_t unpack(void (*function)(P...), const configuration &c, void **arguments,
                                 indices<I...>)
{
    auto body = [&]() EMU_UNCOUNTED { function(*static_cast<P *>(arguments[I])...); };
    (void)arguments;
    return start(nullptr, reinterpret_cast<const void *>(function), c, body);
}
} // namespace emu

template <class... P>
cudaError_t cudaLaunchKernel(void (*function)(P...), dim3 grid, dim3 block, void **arguments,
                             size_t dynamic_shared = 0, cudaStream_t stream = nullptr,
                             const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    return ::emu::unpack(function,
                         ::emu::configuration{grid, block, dynamic_shared, stream, file, line, 0},
                         arguments, typename ::emu::count_up<sizeof...(P)>::type());
}

template <class... P>
cudaError_t
cudaLaunchCooperativeKernel(void (*function)(P...), dim3 grid, dim3 block, void **arguments,
                            size_t dynamic_shared = 0, cudaStream_t stream = nullptr,
                            const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    return ::emu::unpack(function,
                         ::emu::configuration{grid, block, dynamic_shared, stream, file, line, 1},
                         arguments, typename ::emu::count_up<sizeof...(P)>::type());
}

#endif
