/* Ways to write CUDA: launches from templates, lambdas, members and macros, deduced arguments, null
 * pointers, structures as parameters, function pointers, default configurations, shared memory of
 * every declaration. */
#include "require.h"
#include <vector>

namespace detail
{
template <typename T, int N> __global__ void fill(T *p, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (unsigned)n)
        p[i] = (T)N;
}
} // namespace detail

/* deduced from the call */
template <typename T> __global__ void copy(const T *from, T *to, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = from[i];
}

__global__ void maybe(const int *a, const int *b, int *out)
{
    out[threadIdx.x] = (a ? a[threadIdx.x] : 100) + (b ? b[threadIdx.x] : 1000);
}

struct big {
    int v[40];
    double scale;
};

static __global__ void by_value(big b, double *out, float2 pair, char c, bool flag)
{
    out[threadIdx.x] = b.v[threadIdx.x] * b.scale + pair.x * pair.y + c + flag;
}

template <typename F> __global__ void apply(F f, int *p)
{
    p[threadIdx.x] = f(p[threadIdx.x]);
}

struct plus {
    int amount;
    __device__ int operator()(int x) const
    {
        return x + amount;
    }
};

extern "C" __global__ void plain_name(int *p)
{
    __shared__ int s[32];
    s[threadIdx.x] = p[threadIdx.x];
    __syncwarp();
    p[threadIdx.x] = s[31 - threadIdx.x];
}

__host__ __device__ inline int twice(int x)
{
    return 2 * x;
}
__host__ __device__ constexpr int thrice(int x)
{
    return 3 * x;
}

template <typename T> __global__ void shared_kinds(T *out)
{
    extern __shared__ __align__(16) unsigned char raw[];
    __shared__ alignas(16) T tile[4][9];
    __shared__ volatile int flag;
    static __shared__ double sum;
    T *dynamic = reinterpret_cast<T *>(raw);
    const int t = threadIdx.x;
    tile[t / 8][t % 8] = (T)t;
    dynamic[t] = (T)twice(t);
    if (t == 0) {
        flag = 5;
        sum = 0.5;
    }
    __syncthreads();
    out[t] = tile[3 - t / 8][7 - t % 8] + dynamic[31 - t] + (T)flag + (T)(2 * sum) + (T)thrice(1);
}

__global__ void two_dimensional(int *out)
{
    extern __shared__ int grid2[][8];
    grid2[threadIdx.y][threadIdx.x] = threadIdx.x + 10 * threadIdx.y;
    __syncthreads();
    out[threadIdx.y * 8 + threadIdx.x] = grid2[blockDim.y - 1 - threadIdx.y][threadIdx.x];
}

class runner
{
  public:
    explicit runner(int n) : n_(n), data_{nullptr}
    {
        CHECK(cudaMalloc(&data_, n * sizeof(int)));
    }
    ~runner()
    {
        cudaFree(data_);
    }
    template <int V> void fill()
    {
        auto launch = [&](int blocks) { detail::fill<int, V><<<blocks, 32>>>(data_, n_); };
        launch((n_ + 31) / 32);
    }
    int at(int i) const
    {
        int v;
        CHECK(cudaMemcpy(&v, data_ + i, sizeof v, cudaMemcpyDeviceToHost));
        return v;
    }
    int *data()
    {
        return data_;
    }

  private:
    int n_;
    int *data_;
};

template <typename T> static void through_template(T *p, int n)
{
    if (n > 1)
        detail::fill<T, (3 > 2) ? 9 : 1><<<dim3((n + 31) / 32, 1), // the grid
                                           dim3(32), 0>>>(p, n >> 0);
    else
        detail::fill<T, 1><<<1, 1>>>(p, n);
}

/* not launches: k<<<1, 1>>>(x) */
static const char *text = "k<<<1, 1>>>(x)", *raw_text = R"x(k<<<1,1>>>(y))x";

int main()
{
    runner r(40);
    r.fill<7>();
    EXPECT(r.at(0) == 7 && r.at(39) == 7);
    through_template(r.data(), 40);
    EXPECT(r.at(39) == 9);
    std::vector<std::vector<std::vector<int>>>(3);

    int host[32], *p = r.data();
    maybe<<<1, 32>>>(p, NULL, p);
    EXPECT(r.at(3) == 1009);
    maybe<<<1, 32>>>(nullptr, 0, p);
    EXPECT(r.at(3) == 1100);

    double *d, host_d[32];
    CHECK(cudaMalloc(&d, sizeof host_d));
    big b;
    for (int i = 0; i < 40; i++)
        b.v[i] = i;
    b.scale = 2;
    by_value<<<1, 32>>>(b, d, make_float2(2, 3), 'a', true);
    CHECK(cudaMemcpy(host_d, d, sizeof host_d, cudaMemcpyDeviceToHost));
    EXPECT(host_d[5] == 10 + 6 + 'a' + 1);

    copy<<<1, 16>>>(d, d + 16, 16); /* T is deduced */
    CHECK(cudaMemcpy(host_d, d, sizeof host_d, cudaMemcpyDeviceToHost));
    EXPECT(host_d[21] == host_d[5]);

    void (*table[])(int *, int) = {detail::fill<int, 1>, detail::fill<int, 2>};
    for (int i = 0; i < 2; i++) {
        table[i]<<<1, 40>>>(p, 40);
        EXPECT(r.at(7) == i + 1);
    }
    void (*chosen)(int *, int) = table[0];
    (*chosen)<<<1, 40>>>(p, 40);
    EXPECT(r.at(8) == 1);

    apply<<<1, 32>>>(plus{41}, p);
    EXPECT(r.at(0) == 42);

    for (int i = 0; i < 32; i++)
        host[i] = i;
    CHECK(cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice));
    plain_name<<<1, 32>>>(p);
    EXPECT(r.at(0) == 31);
    int n = 40;
    void *arguments[] = {&p, &n};
    CHECK(cudaLaunchKernel((void *)detail::fill<int, 6>, dim3(2), dim3(32), arguments, 0, 0));
    EXPECT(r.at(33) == 6);

    shared_kinds<<<1, 32, 32 * sizeof(int)>>>(p);
    EXPECT(r.at(0) == 31 + 62 + 5 + 1 + 3);
    shared_kinds<double><<<1, 32, 32 * sizeof(double)>>>(d);
    CHECK(cudaMemcpy(host_d, d, sizeof host_d, cudaMemcpyDeviceToHost));
    EXPECT(host_d[31] == 0 + 0 + 5 + 1 + 3);
    two_dimensional<<<1, dim3(8, 4), 32 * sizeof(int)>>>(p);
    EXPECT(r.at(0) == 30);

    EXPECT(text[1] == '<' && raw_text[1] == '<' && twice(4) == 8 && thrice(2) == 6);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d));
    return finish("shapes");
}
