/* half and bfloat16: all 65,536 values and the floats around them, arithmetic of random values on
 * both sides, against the formats' definition; then kernels that use pairs of them. */
#include "require.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>
#include <type_traits>
#include <vector>

enum { ALL = 65536, THREADS = 256 };

struct Half {
    typedef __half type;
    typedef __half2 pair;
    enum { FRACTION = 10, LEAST = -14, INFINITE = 0x7c00 };
};
struct Brain {
    typedef __nv_bfloat16 type;
    typedef __nv_bfloat162 pair;
    enum { FRACTION = 7, LEAST = -126, INFINITE = 0x7f80 };
};
/* The functions whose names tell the types apart. */
#define BOTH(result, name, parameters, of_half, of_brain)                                          \
    template <class F> static __host__ __device__ result name parameters                           \
    {                                                                                              \
        if constexpr (std::is_same<F, Half>::value)                                                \
            return of_half;                                                                        \
        else                                                                                       \
            return of_brain;                                                                       \
    }
BOTH(float, up, (typename F::type x), __half2float(x), __bfloat162float(x))
BOTH(typename F::type, down, (float x), __float2half(x), __float2bfloat16(x))
BOTH(typename F::pair, halves, (typename F::type x, typename F::type y), __halves2half2(x, y),
     __halves2bfloat162(x, y))

BOTH(typename F::type, of_bits, (unsigned short x), __ushort_as_half(x), __ushort_as_bfloat16(x))
BOTH(unsigned short, bits, (typename F::type x), __half_as_ushort(x), __bfloat16_as_ushort(x))
BOTH(typename F::type, of_int, (int x), __int2half_rn(x), __int2bfloat16_rn(x))

/* The value that the bits of a positive number mean. */
template <class F> static double value_of(unsigned bits)
{
    const unsigned exponent = bits >> F::FRACTION, fraction = bits & ((1u << F::FRACTION) - 1);
    if (bits >= F::INFINITE)
        return bits == F::INFINITE ? INFINITY : NAN;
    return ldexp(exponent ? fraction + (1 << F::FRACTION) : fraction,
                 (exponent ? (int)exponent - 1 : 0) + F::LEAST - F::FRACTION);
}

/* The bits of what is nearest to x + rest, where rest is less than x's last bit; of two, the even
 * ones. */
template <class F> static unsigned nearest(double x, double rest = 0)
{
    const unsigned sign = signbit(x) ? 0x8000 : 0;
    const double size = fabs(x), more = sign ? -rest : rest;
    unsigned below = 0, above = F::INFINITE;
    if (isnan(x))
        return 0x7fff;
    while (above - below > 1) {
        const unsigned middle = (below + above) / 2;
        (value_of<F>(middle) < size ? below : above) = middle;
    }
    const double step = value_of<F>(below + 1 == F::INFINITE ? below : below + 1) -
                        value_of<F>(below + 1 == F::INFINITE ? below - 1 : below),
                 half = value_of<F>(below) + step / 2; /* exact */
    const bool is_tie = size == half && !(more < 0 || more > 0);
    return sign | (is_tie                                      ? below + below % 2
                   : size > half || (size == half && more > 0) ? above
                                                               : below);
}

template <class F> static bool same(unsigned bits, unsigned expected)
{
    return bits == expected || ((expected & 0x7fff) > F::INFINITE && (bits & 0x7fff) > F::INFINITE);
}

/* ---- conversions of a float, and of a double that is a little larger */
template <class F> static __host__ __device__ void convert(const float *x, unsigned short *to)
{
    to[0] = bits<F>(down<F>(*x));
    to[1] = bits<F>(typename F::type(*x * (1 + 1e-9)));
}
template <class F> __global__ void convert_all(const float *x, unsigned short *to, float *values)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    convert<F>(x + i, to + 2 * i);
    values[i % ALL] = up<F>(of_bits<F>(i % ALL));
}

template <class T> static T *on_device(const std::vector<T> &from)
{
    T *to;
    CHECK(cudaMalloc(&to, from.size() * sizeof(T)));
    CHECK(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return to;
}
template <class T> static void fetch(std::vector<T> &to, T *from)
{
    CHECK(cudaMemcpy(to.data(), from, to.size() * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(from));
}

template <class F> static void conversions()
{
    std::vector<float> x, values(ALL);
    for (unsigned v = 0; v < ALL;
         v++) { /* each value and the middle to the next, which may be none */
        const double value = value_of<F>(v % 0x8000), next = value_of<F>((v + 1) % 0x8000);
        const float middle = (float)((value + next) / 2), sign = v < 0x8000 ? 1 : -1;
        const float some[] = {(float)value, middle, nextafterf(middle, 0),
                              nextafterf(middle, 1e38f)};
        for (float one : some)
            x.push_back(sign * one);
    }
    std::vector<unsigned short> to(2 * x.size());
    float *d_x = on_device(x), *d_values = on_device(values);
    unsigned short *d_to = on_device(to);
    convert_all<F><<<x.size() / THREADS, THREADS>>>(d_x, d_to, d_values);
    fetch(to, d_to);
    fetch(values, d_values);
    CHECK(cudaFree(d_x));
    for (unsigned v = 0; v < ALL; v++) {
        const double size = value_of<F>(v % 0x8000), value = v < 0x8000 ? size : -size;
        EXPECT(isnan(value) ? isnan(values[v])
                            : values[v] == value && signbit(values[v]) == signbit(value));
        EXPECT(isnan(value) || bits<F>(down<F>(values[v])) == v);
    }
    for (size_t i = 0; i < x.size(); i++) {
        unsigned short here[2];
        convert<F>(&x[i], here);
        const unsigned expected[] = {nearest<F>(x[i]), nearest<F>(x[i] * (1 + 1e-9))};
        for (int k = 0; k < 2; k++)
            EXPECT(same<F>(here[k], expected[k]) && same<F>(to[2 * i + k], expected[k]));
    }
}

/* ---- arithmetic */
enum { SUM, DIFFERENCE, PRODUCT, QUOTIENT, LARGER, SMALLER, FUSED, RESULTS };
template <class F>
static __host__ __device__ void compute(const unsigned short *in, unsigned short *out,
                                        unsigned *holds)
{
    const typename F::type a = of_bits<F>(in[0]), b = of_bits<F>(in[1]);
    out[SUM] = bits<F>(a + b);
    out[DIFFERENCE] = bits<F>(a - b);
    out[PRODUCT] = bits<F>(a * b);
    out[QUOTIENT] = bits<F>(a / b);
    out[LARGER] = bits<F>(__hmax(a, b));
    out[SMALLER] = bits<F>(__hmin(a, b));
    *holds = (a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 |
             (a >= b) << 5 | __hne(a, b) << 6 | __hlt(a, b) << 7;
}
/* The pair's second half is turned around. */
template <class F>
__global__ void compute_all(const unsigned short *in, unsigned short *out, unsigned *holds)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const typename F::type a = of_bits<F>(in[3 * i]), b = of_bits<F>(in[3 * i + 1]),
                           c = of_bits<F>(in[3 * i + 2]);
    const typename F::pair p = halves<F>(a, b), q = halves<F>(b, a),
                           both[] = {p + q, p - q, p * q, p / q, __hmax2(p, q), __hmin2(p, q)},
                           named[] = {__hadd2(p, q), __hsub2(p, q), __hmul2(p, q), __h2div(p, q)};
    compute<F>(in + 3 * i, out + RESULTS * i, holds + i);
    out[RESULTS * i + FUSED] = bits<F>(__hfma(a, b, c));
    const typename F::pair fused = __hfma2(p, q, halves<F>(c, c));
    bool good =
        bits<F>(fused.x) == out[RESULTS * i + FUSED] && bits<F>(fused.y) == bits<F>(fused.x);
    for (int k = 0; k < FUSED; k++)
        good &= bits<F>(both[k].x) == out[RESULTS * i + k];
    for (int k = 0; k < 4; k++)
        good &=
            bits<F>(named[k].x) == bits<F>(both[k].x) && bits<F>(named[k].y) == bits<F>(both[k].y);
    holds[i] |= good << 8;
}

static double lost_of_sum(double x, double y) /* Knuth */
{
    const double sum = x + y, part = sum - x;
    return isfinite(sum) ? (x - (sum - part)) + (y - part) : 0;
}

template <class F> static void arithmetic()
{
    enum { COUNT = 1 << 14, CASES = COUNT + 4 * THREADS };
    std::vector<unsigned short> in(3 * CASES), out(RESULTS * CASES);
    std::vector<unsigned> holds(CASES);
    unsigned random = 1;
    for (size_t i = 0; i < in.size(); i++) {
        random = random * 1664525 + 1013904223;
        const unsigned other = i % 3 && i % 4 ? in[i - 1] & F::INFINITE : 0; /* of like size */
        in[i] = (unsigned short)(other ? other | (random >> 16 & ~F::INFINITE) : random >> 16);
    }
    for (unsigned i = COUNT; i < CASES; i++) { /* a product that is halfway, and a little more */
        const unsigned one = nearest<F>(1), last = i % (1u << F::FRACTION);
        in[3 * i] = (unsigned short)(one + 1);
        in[3 * i + 1] = (unsigned short)(one | last);
        in[3 * i + 2] = (unsigned short)(i % 2 << 15 | (i % 8 + 1));
    }
    unsigned short *d_in = on_device(in), *d_out = on_device(out);
    unsigned *d_holds = on_device(holds);
    compute_all<F><<<CASES / THREADS, THREADS>>>(d_in, d_out, d_holds);
    fetch(out, d_out);
    fetch(holds, d_holds);
    CHECK(cudaFree(d_in));
    for (size_t i = 0; i < CASES; i++) {
        unsigned short here[RESULTS];
        unsigned holds_here;
        compute<F>(&in[3 * i], here, &holds_here);
        here[FUSED] = out[RESULTS * i + FUSED];
        const double a = up<F>(of_bits<F>(in[3 * i])), b = up<F>(of_bits<F>(in[3 * i + 1])),
                     c = up<F>(of_bits<F>(in[3 * i + 2])), quotient = a / b,
                     left = fma(-quotient, b, a) / b;
        const double larger = isnan(a)   ? b
                              : isnan(b) ? a
                              : a == b   ? (signbit(a) ? b : a)
                                         : fmax(a, b),
                     smaller = isnan(a)   ? b
                               : isnan(b) ? a
                               : a == b   ? (signbit(a) ? a : b)
                                          : fmin(a, b);
        const unsigned expected[] = {nearest<F>(a + b, lost_of_sum(a, b)),
                                     nearest<F>(a - b, lost_of_sum(a, -b)),
                                     nearest<F>(a * b),
                                     nearest<F>(quotient, isfinite(quotient) && b != 0 ? left : 0),
                                     nearest<F>(larger),
                                     nearest<F>(smaller),
                                     nearest<F>(a * b + c, lost_of_sum(a * b, c))};
        for (int k = 0; k < RESULTS; k++)
            EXPECT(same<F>(here[k], expected[k]) && same<F>(out[RESULTS * i + k], expected[k]));
        const unsigned compared = (a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 |
                                  (a > b) << 4 | (a >= b) << 5 | (a < b || a > b) << 6 |
                                  (a < b) << 7;
        EXPECT(holds_here == compared && holds[i] == (compared | 1 << 8));
    }
}

/* ---- kernels, with numbers that are exact in both types */
template <class T> __global__ void saxpy(const T *x, T *y, T a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
template <class P> __global__ void saxpy_of_pairs(const P *x, P *y, P a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __hfma2(a, x[i], y[i]);
}

/* C = A B; a thread computes two columns, from a tile in shared memory. */
template <class P> __global__ void gemm(const P *A, const P *B, P *C, int n)
{
    __shared__ P tile[16][8];
    const int row = blockIdx.y * 16 + threadIdx.y, pair = blockIdx.x * 16 + threadIdx.x;
    P sum = {0, 0};
    for (int k = 0; k < n; k += 16) {
        if (threadIdx.x < 8)
            tile[threadIdx.y][threadIdx.x] = A[(row * n + k) / 2 + threadIdx.x];
        __syncthreads();
        for (int l = 0; l < 8; l++) {
            const P a = tile[threadIdx.y][l];
            sum = __hfma2({a.x, a.x}, B[(k + 2 * l) * n / 2 + pair], sum);
            sum += P(a.y, a.y) * B[(k + 2 * l + 1) * n / 2 + pair];
        }
        __syncthreads();
    }
    C[row * n / 2 + pair] = sum;
}

template <class F> static void kernels()
{
    typedef typename F::type T;
    typedef typename F::pair P;
    const int n = 32;
    std::vector<T> a(n * n), b(n * n), c(n * n), y(n * n);
    std::vector<float> exact(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = (float)(i * 7 % 5 - 2);
        b[i] = of_int<F>(i * 3 % 4);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                exact[i * n + j] += (float)a[i * n + k] * (float)b[k * n + j];
    T *d_a = on_device(a), *d_b = on_device(b), *d_c = on_device(c);
    gemm<P><<<dim3(1, 2), dim3(16, 16)>>>((P *)d_a, (P *)d_b, (P *)d_c, n);
    saxpy<<<4, THREADS>>>(d_a, d_b, T(2), n * n);
    saxpy_of_pairs<P><<<2, THREADS>>>((P *)d_a, (P *)d_b, halves<F>(3, -1), n * n / 2);
    fetch(c, d_c);
    fetch(y, d_b);
    CHECK(cudaFree(d_a));
    for (int i = 0; i < n * n; i++) {
        EXPECT((float)c[i] == exact[i]);
        EXPECT((float)y[i] == (float)a[i] * (i % 2 ? 1 : 5) + (float)b[i]);
    }
    EXPECT((int)T(-2.75f) == -2 && (bool)T(0.5f) && T(7) == T(7LL) && -T(3) < T(0.5) &&
           __hneg(T(2)) == T(-2) && __habs(T(-2)) == T(2));
}

int main()
{
    conversions<Half>();
    conversions<Brain>();
    arithmetic<Half>();
    arithmetic<Brain>();
    kernels<Half>();
    kernels<Brain>();
    return finish("half_precision");
}
