/* What the front end makes of kernel<<<grid, block, shared, stream>>>(arguments):
 *
 *     ::emu::kernel<CHECKED>("kernel", EXACT, CALL).at(grid, block, shared, stream)(arguments)
 *
 * EXACT is a generic lambda that yields the kernel's address where its name means one function; the
 * arguments are then converted to the parameters' types as in any call. Where template arguments
 * are to be deduced from the call, the name has no address and EXACT does not instantiate; where
 * arguments are left to their defaults, the address does not know them: CALL then calls the kernel
 * with copies of the arguments. CHECKED: static_asserts before the launch have said whether every
 * argument fits, so that nothing is said again here. */
#ifndef EMU_LAUNCH_H
#define EMU_LAUNCH_H

#include <type_traits>

#include "cuda_runtime_api.h"
#include "emu_ptx.h"

extern "C" {
/* launch_calls.c. `function` is NULL where the kernel has no address of its own; `entry` runs it
 * for one thread. */
cudaError_t emu_start(const char *name, const void *function, const dim3 *grid, const dim3 *block,
                      size_t dynamic_shared, cudaStream_t stream, void (*entry)(void *),
                      void *argument, int cooperative, const char *file, unsigned line);
void emu_launch_bounds_exceeded(int bound);
void emu_host_function(const char *name);
void emu_returns(); /* the front end puts this before every return of a kernel */
/* The block's dynamic shared memory: what extern __shared__ T name[] points to. */
void *emu_dynamic_shared(void) __attribute__((const, returns_nonnull));
}

namespace emu
{
extern "C" int emu_in_kernel() __attribute__((const));
/* What a function for both sides asks where its text depends on __CUDA_ARCH__. */
static inline constexpr __attribute__((always_inline, artificial)) bool on_device()
{
    return __builtin_is_constant_evaluated() ? false : emu_in_kernel() != 0;
}

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

/* Whether the call works with such arguments, as the copies that a launch makes of them. */
template <class Call, class... A_> constexpr bool takes()
{
    return std::is_invocable<Call &, std::decay_t<A_> &...>::value;
}

/* #pragma unroll N: N is a constant. */
template <long long N_> constexpr int unrolled = 0;

/* Whether the kernel's parameter `Index` can be made of such an argument. */
template <class... P_> struct list {
};
template <int Index, class First, class... Rest> constexpr auto item(list<First, Rest...>)
{
    if constexpr (Index == 0)
        return list<First>();
    else
        return item<Index - 1>(list<Rest...>());
}
template <class... P_> list<P_...> parameters(void (*)(P_...)); /* not defined: for its type */
template <class Argument, class Parameter> constexpr bool converts(list<Parameter>)
{
    return std::is_convertible<Argument, Parameter>::value;
}
template <int Index, class Parameters, class Argument> constexpr bool fits()
{
    return converts<Argument>(item<Index>(Parameters()));
}

constexpr size_t total_size()
{
    return 0;
}
template <class First, class... Rest>
constexpr size_t total_size(const First *, const Rest *...rest)
{
    return sizeof(First) + total_size(rest...);
}

template <class Body> EMU_UNCOUNTED void run(void *body)
{
    (*static_cast<Body *>(body))();
}
template <class Body>
EMU_UNCOUNTED cudaError_t start(const char *name, const void *function, const configuration &c,
                                Body &body)
{
    return emu_start(name, function, &c.grid, &c.block, c.dynamic_shared, c.stream, run<Body>,
                     &body, c.cooperative, c.file, c.line);
}

/* The launch copies an argument's bytes to the GPU; its copy constructor has run on the host
 * before. Each thread has bytes of its own. */
template <class T_> struct bytes_of {
    alignas(T_) unsigned char bytes[sizeof(T_)];

    EMU_UNCOUNTED explicit bytes_of(const T_ &value)
    {
        const volatile unsigned char *from =
            reinterpret_cast<const volatile unsigned char *>(__builtin_addressof(value));
        for (size_t i = 0; i < sizeof(T_); i++)
            bytes[i] = from[i];
    }
    EMU_UNCOUNTED T_ &value()
    {
        return reinterpret_cast<T_ &>(bytes);
    }
};

/* How a parameter is handed on to each thread: an object as the bytes of it. A class whose copies
 * are its own business goes by address in C++, too (so says the ABI): that of the bytes. */
template <class P_>
constexpr bool is_plain = !std::is_class<P_>::value && !std::is_union<P_>::value;
template <class P_, bool Plain = is_plain<P_>> struct passed {
    typedef P_ type;
    typedef P_ &held;
    EMU_UNCOUNTED static type of(held value)
    {
        return static_cast<P_>(value);
    }
};
template <class P_> struct passed<P_, false> {
    typedef std::conditional_t<std::is_trivially_copy_constructible<P_>::value &&
                                   std::is_trivially_destructible<P_>::value,
                               P_, P_ &>
        type;
    typedef bytes_of<P_> held;
    EMU_UNCOUNTED static type of(held &&copy)
    {
        return copy.value();
    }
};

/* A kernel with an address. */
template <bool Checked, class Call, class... Parameters> struct exact_kernel {
    const char *name;
    void (*function)(Parameters...);
    Call call_by_name;
    configuration c;

    EMU_UNCOUNTED void operator()(Parameters... p) const
    {
        static_assert(total_size(static_cast<std::remove_reference_t<Parameters> *>(nullptr)...) <=
                          4096,
                      "CUDA: a kernel's parameters may take 4096 bytes at most");
        static_assert(
            !(std::is_polymorphic<Parameters>::value || ...),
            "CUDA: a kernel's parameter cannot have virtual functions: they are the host's");
        auto call = reinterpret_cast<void (*)(typename passed<Parameters>::type...)>(function);
        auto body = [&]() EMU_UNCOUNTED {
            if constexpr ((is_plain<Parameters> && ...))
                call(p...);
            else
                call(passed<Parameters>::of(typename passed<Parameters>::held(p))...);
        };
        start(name, reinterpret_cast<const void *>(function), c, body);
    }
    /* Fewer arguments: the others have defaults. */
    template <class... A_, std::enable_if_t<(sizeof...(A_) < sizeof...(Parameters)), int> = 0>
    EMU_UNCOUNTED auto operator()(A_... a) const -> decltype(call_by_name(a...))
    {
        auto body = [&]() EMU_UNCOUNTED { call_by_name(bytes_of<A_>(a).value()...); };
        start(name, reinterpret_cast<const void *>(function), c, body);
    }
    template <class... A_,
              std::enable_if_t<Checked && sizeof...(A_) == sizeof...(Parameters) &&
                                   !std::is_invocable<void (*)(Parameters...), A_...>::value,
                               int> = 0>
    void operator()(A_ &&...) const
    {
    }
};

/* A kernel whose template arguments come from the call. */
template <bool Checked, class Call> struct deduced_kernel {
    const char *name;
    Call call;
    configuration c;

    template <class... A_> EMU_UNCOUNTED auto operator()(A_... a) const -> decltype(call(a...))
    {
        auto body = [&]() EMU_UNCOUNTED { call(bytes_of<A_>(a).value()...); };
        start(name, nullptr, c, body);
    }
    template <
        class... A_,
        std::enable_if_t<Checked && !std::is_invocable<const Call &, A_ &...>::value, int> = 0>
    void operator()(A_...) const
    {
    }
};

struct finder {
    template <class... Parameters>
    static auto exact(void (*function)(Parameters...)) -> void (*)(Parameters...)
    {
        return function;
    }
};

template <bool Checked, class Exact, class Call> struct named_kernel {
    const char *name;
    Exact exact;
    Call call;

    template <class... P_>
    exact_kernel<Checked, Call, P_...> with(void (*f)(P_...), const configuration &c) const
    {
        return {name, f, call, c};
    }
    template <class E_ = Exact>
    auto choose(const configuration &c, int) const
        -> decltype(with(static_cast<const E_ *>(nullptr)->operator()(finder()), c))
    {
        return with(exact(finder()), c);
    }
    deduced_kernel<Checked, Call> choose(const configuration &c, ...) const
    {
        return {name, call, c};
    }
    auto at(dim3 grid, dim3 block, size_t dynamic_shared = 0, cudaStream_t stream = nullptr,
            const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) const
    {
        return choose(configuration{grid, block, dynamic_shared, stream, file, line, 0}, 0);
    }
};

template <bool Checked, class Exact, class Call>
named_kernel<Checked, Exact, Call> kernel(const char *name, Exact exact, Call call)
{
    return {name, exact, call};
}

/* cudaLaunchKernel's array of pointers, unpacked by the parameters' types. */
template <size_t... I_> struct indices {
};
template <size_t N_, size_t... I_> struct count_up : count_up<N_ - 1, N_ - 1, I_...> {
};
template <size_t... I_> struct count_up<0, I_...> {
    typedef indices<I_...> type;
};
template <class... P_, size_t... I_>
EMU_UNCOUNTED cudaError_t unpack(void (*function)(P_...), const configuration &c, void **arguments,
                                 indices<I_...>)
{
    auto call = reinterpret_cast<void (*)(typename passed<P_>::type...)>(function);
    auto body = [&]() EMU_UNCOUNTED {
        call(passed<P_>::of(typename passed<P_>::held(*static_cast<P_ *>(arguments[I_])))...);
    };
    (void)arguments;
    return start(nullptr, reinterpret_cast<const void *>(function), c, body);
}
} // namespace emu

template <class... P_>
cudaError_t cudaLaunchKernel(void (*function)(P_...), dim3 grid, dim3 block, void **arguments,
                             size_t dynamic_shared = 0, cudaStream_t stream = nullptr,
                             const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    return ::emu::unpack(function,
                         ::emu::configuration{grid, block, dynamic_shared, stream, file, line, 0},
                         arguments, typename ::emu::count_up<sizeof...(P_)>::type());
}

template <class... P_>
cudaError_t
cudaLaunchCooperativeKernel(void (*function)(P_...), dim3 grid, dim3 block, void **arguments,
                            size_t dynamic_shared = 0, cudaStream_t stream = nullptr,
                            const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    return ::emu::unpack(function,
                         ::emu::configuration{grid, block, dynamic_shared, stream, file, line, 1},
                         arguments, typename ::emu::count_up<sizeof...(P_)>::type());
}

#endif
