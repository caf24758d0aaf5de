/* Kernels as those that train a small language model have them, in float, half and bfloat16: packs
 * of 16 bytes with hints for caches, reductions of groups, a pair changed by atomicCAS. */
#include "require.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cublas_v2.h>
#include <float.h>
#include <math.h>
#include <vector>

namespace cg = cooperative_groups;

/* Elements that one access of 16 bytes moves. */
template <class T> struct alignas(16) Pack {
    Pack() = default;
    __device__ explicit Pack(int4 bits)
    {
        static_assert(sizeof bits == sizeof payload, "a pack has 16 bytes");
        memcpy(&payload, &bits, sizeof bits);
    }
    __device__ static Pack constant(T value)
    {
        Pack result;
        for (int k = 0; k < size; k++)
            result.payload[k] = value;
        return result;
    }
    __device__ T &operator[](int i)
    {
        return payload[i];
    }
    __device__ const T &operator[](int i) const
    {
        return payload[i];
    }
    __device__ int4 bits() const
    {
        int4 all;
        memcpy(&all, &payload, sizeof all);
        return all;
    }
    static constexpr const int size = sizeof(int4) / sizeof(T);
    T payload[size];
};
template <class T> __device__ Pack<T> load(const T *from)
{
    return Pack<T>{*reinterpret_cast<const int4 *>(from)};
}
template <class T> __device__ Pack<T> load_once(const T *from)
{
    return Pack<T>{__ldcs(reinterpret_cast<const int4 *>(from))};
}
template <class T> __device__ void store(T *to, Pack<T> value)
{
    *reinterpret_cast<int4 *>(to) = value.bits();
}
template <class T> __device__ void store_past_l1(T *to, Pack<T> value)
{
    __stcg(reinterpret_cast<int4 *>(to), value.bits());
}

__host__ __device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}

template <class T> __global__ void gelu_forward(T *out, const T *in)
{
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) * Pack<T>::size;
    const Pack<T> x = load_once(in + i);
    Pack<T> y = Pack<T>::constant(0);
    for (int k = 0; k < x.size; k++)
        y[k] = (T)gelu((float)x[k]);
    store_past_l1(out + i, y);
}

/* A warp for each row. */
template <class T>
__global__ void layernorm_forward(T *out, T *mean, const T *in, const T *weight, int rows, int n)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= rows)
        return;
    float sum = 0, squares = 0;
    for (int i = warp.thread_rank(); i < n; i += warp.size())
        sum += (float)in[row * n + i];
    const float m = cg::reduce(warp, sum, cg::plus<float>{}) / n;
    for (int i = warp.thread_rank(); i < n; i += warp.size()) {
        const float difference = (float)in[row * n + i] - m;
        squares += difference * difference;
    }
    const float s = rsqrtf(cg::reduce(warp, squares, cg::plus<float>{}) / n + 1e-5f);
    if (warp.thread_rank() == 0)
        __stcs(mean + row, (T)m);
    for (int i = warp.thread_rank(); i < n; i += warp.size())
        __stcs(out + row * n + i,
               (T)(s * ((float)__ldcs(in + row * n + i) - m) * (float)weight[i]));
}

__device__ __nv_bfloat162 pair_of(float x, float y, __nv_bfloat162)
{
    return __halves2bfloat162((__nv_bfloat16)x, (__nv_bfloat16)y);
}
__device__ __half2 pair_of(float x, float y, __half2)
{
    return __floats2half2_rn(x, y);
}

/* The sums of columns, added to what is there: each block has some of the rows, each thread two
 * columns, and a word is changed unless another block was faster. */
template <class P> __global__ void bias_backward(P *bias, const P *in, int rows, int n)
{
    const int i = threadIdx.x;
    float x = 0, y = 0;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        x += (float)in[row * n / 2 + i].x;
        y += (float)in[row * n / 2 + i].y;
    }
    const P add = pair_of(x, y, P());
    P current = __ldcg(&bias[i]);
    uint now = *reinterpret_cast<uint *>(&current), seen;
    do {
        seen = now;
        P sum = *reinterpret_cast<P *>(&seen) + add;
        now = atomicCAS((uint *)&bias[i], seen, *reinterpret_cast<uint *>(&sum));
    } while (now != seen);
}

/* Softmax of a row by a block: the largest, then the sum, both by shuffles and shared memory. */
__global__ void softmax_forward(float *out, const float *in, int n)
{
    __shared__ float of_warp[32];
    const float *x = in + blockIdx.x * n;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    float most = -FLT_MAX, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        most = fmaxf(most, x[i]);
    for (int lanes = 16; lanes > 0; lanes /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, lanes));
    if (lane == 0)
        of_warp[warp] = most;
    __syncthreads();
    for (int i = 0; i < warps; i++)
        most = fmaxf(most, of_warp[i]);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += __expf(x[i] - most);
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, lanes);
    __syncthreads();
    if (lane == 0)
        of_warp[warp] = sum;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < warps; i++)
        sum += of_warp[i];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        __stcs(out + blockIdx.x * n + i, __expf(x[i] - most) / sum);
}

template <class T> static T *on_device(const std::vector<float> &from)
{
    std::vector<T> converted(from.size());
    T *to;
    for (size_t i = 0; i < from.size(); i++)
        converted[i] = (T)from[i];
    CHECK(cudaMalloc(&to, from.size() * sizeof(T)));
    CHECK(cudaMemcpy(to, converted.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return to;
}
/* Is each element within `tolerance` of its size? */
template <class T>
static void compare(T *device, const std::vector<float> &expected, float tolerance)
{
    std::vector<T> got(expected.size());
    CHECK(cudaMemcpy(got.data(), device, got.size() * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    for (size_t i = 0; i < got.size(); i++)
        EXPECT(fabsf((float)got[i] - expected[i]) <= tolerance * (0.1f + fabsf(expected[i])));
}

enum { ROWS = 20, N = 128 };

template <class T> static std::vector<float> some(int count)
{
    std::vector<float> x(count);
    for (int i = 0; i < count; i++)
        x[i] = (float)(T)((float)(i * 37 % 101) / 50 - 1);
    return x;
}

template <class T> static void run(float tolerance)
{
    const std::vector<float> in = some<T>(ROWS * N), weight = some<T>(N);
    std::vector<float> gelus(ROWS * N), norms(ROWS * N), means(ROWS);
    for (int row = 0; row < ROWS; row++) {
        double mean = 0, square = 0;
        for (int i = 0; i < N; i++) {
            const double x = in[row * N + i];
            gelus[row * N + i] = gelu((float)x);
            mean += x / N;
            square += x * x / N;
        }
        means[row] = (float)mean;
        for (int i = 0; i < N; i++)
            norms[row * N + i] =
                (float)((in[row * N + i] - mean) / sqrt(square - mean * mean + 1e-5)) * weight[i];
    }
    T *d_in = on_device<T>(in), *d_weight = on_device<T>(weight);
    T *d_gelu = on_device<T>(gelus), *d_norm = on_device<T>(norms), *d_mean = on_device<T>(means);
    CHECK(cudaMemset(d_gelu, 0, ROWS * N * sizeof(T)));
    CHECK(cudaMemset(d_norm, 0, ROWS * N * sizeof(T)));
    gelu_forward<<<ROWS * N / Pack<T>::size / 32, 32>>>(d_gelu, d_in);
    layernorm_forward<<<(ROWS + 2) / 3, 96>>>(d_norm, d_mean, d_in, d_weight, ROWS, N);
    compare(d_gelu, gelus, tolerance);
    compare(d_norm, norms, tolerance);
    compare(d_mean, means, tolerance);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_weight));
}

template <class T, class P> static void columns(float tolerance)
{
    const std::vector<float> in = some<T>(ROWS * N), before = some<T>(N);
    std::vector<float> sums = before;
    for (int i = 0; i < ROWS * N; i++)
        sums[i % N] += in[i];
    T *d_in = on_device<T>(in), *d_bias = on_device<T>(before);
    bias_backward<<<4, N / 2>>>((P *)d_bias, (P *)d_in, ROWS, N);
    compare(d_bias, sums, tolerance);
    CHECK(cudaFree(d_in));
}

int main()
{
    run<float>(1e-5f);
    run<__half>(2e-3f);
    run<__nv_bfloat16>(1e-2f);
    columns<__half, __half2>(1e-2f);
    columns<__nv_bfloat16, __nv_bfloat162>(0.1f);

    /* a layer's output in row-major order, by cuBLAS: out = in weight^T */
    const int inputs = 24, outputs = 40;
    const std::vector<float> in = some<float>(ROWS * inputs),
                             weight = some<float>(outputs * inputs);
    std::vector<float> out(ROWS * outputs), share(ROWS * outputs);
    for (int row = 0; row < ROWS; row++) {
        float sum = 0;
        for (int o = 0; o < outputs; o++) {
            for (int i = 0; i < inputs; i++)
                out[row * outputs + o] += in[row * inputs + i] * weight[o * inputs + i];
            sum += expf(out[row * outputs + o]);
        }
        for (int o = 0; o < outputs; o++)
            share[row * outputs + o] = expf(out[row * outputs + o]) / sum;
    }
    float *d_in = on_device<float>(in), *d_weight = on_device<float>(weight),
          *d_out = on_device<float>(out), *d_share = on_device<float>(out);
    const float one = 1, zero = 0;
    cublasHandle_t handle;
    EXPECT(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    EXPECT(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, outputs, ROWS, inputs, &one, d_weight,
                       inputs, d_in, inputs, &zero, d_out, outputs) == CUBLAS_STATUS_SUCCESS);
    softmax_forward<<<ROWS, 64>>>(d_share, d_out, outputs);
    compare(d_out, out, 1e-4f);
    compare(d_share, share, 1e-4f);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_weight));
    EXPECT(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);

    return finish("transformer");
}
