/* cuBLAS: vectors, gemv, gemm in both precisions; what host and device mode, strides, leading
 * dimensions and transposes mean. */
#include "require.h"
#include <cublas_v2.h>
#include <vector>

template <class Real> static Real *on_device(const std::vector<Real> &host)
{
    Real *device;
    CHECK(cudaMalloc(&device, host.size() * sizeof(Real)));
    cublasSetVector((int)host.size(), sizeof(Real), host.data(), 1, device, 1);
    return device;
}

template <class Real> static std::vector<Real> numbers(int count, int seed)
{
    std::vector<Real> all(count);
    for (int i = 0; i < count; i++)
        all[i] = (Real)((i * 7 + seed) % 11 - 5);
    return all;
}

static void vectors(cublasHandle_t handle)
{
    const float two = 2;
    float sum, *x = on_device<float>({1, -5, 2, 3}), *y = on_device<float>({10, 20, 30, 40});
    std::vector<float> back(4);
    int at;
    EXPECT(!cublasSaxpy(handle, 2, &two, x, 2, y, 3)); /* y[0] += 2 x[0], y[3] += 2 x[2] */
    cublasGetVector(4, sizeof(float), y, 1, back.data(), 1);
    EXPECT(back == std::vector<float>({12, 20, 30, 44}));
    EXPECT(!cublasSdot(handle, 4, x, 1, y, 1, &sum) && sum == 12 - 100 + 60 + 132);
    EXPECT(!cublasSasum(handle, 4, x, 1, &sum) && sum == 11);
    EXPECT(!cublasIsamax(handle, 4, x, 1, &at) && at == 2);
    EXPECT(!cublasIsamin(handle, 4, x, 1, &at) && at == 1);
    EXPECT(!cublasSscal(handle, 4, &two, x, 1) && !cublasSswap(handle, 4, x, 1, y, 1));
    float *norm = on_device<float>({0});
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    EXPECT(!cublasSnrm2(handle, 1, y, 1, norm));
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    cudaMemcpy(&sum, norm, sizeof sum, cudaMemcpyDeviceToHost);
    EXPECT(sum == 2);
}

template <class Real, class Gemm, class Gemv, class Geam>
static void matrices(cublasHandle_t handle, Gemm gemm, Gemv gemv, Geam geam)
{
    const int m = 5, n = 4, k = 3, lda = 6, ldb = 7, ldc = 8;
    const Real alpha = 2, beta = -1;
    const auto a = numbers<Real>(lda * m, 1), b = numbers<Real>(ldb * n, 2),
               c = numbers<Real>(ldc * n, 3);
    Real *da = on_device(a), *db = on_device(b), *dc = on_device(c);
    for (int ops = 0; ops < 4; ops++) {
        const int ta = ops & 1, tb = ops >> 1;
        std::vector<Real> got(ldc * n);
        cublasSetVector(ldc * n, sizeof(Real), c.data(), 1, dc, 1);
        EXPECT(!gemm(handle, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n,
                     k, &alpha, da, lda, db, ldb, &beta, dc, ldc));
        cublasGetVector(ldc * n, sizeof(Real), dc, 1, got.data(), 1);
        for (int col = 0; col < n; col++)
            for (int row = 0; row < ldc; row++) {
                Real sum = 0, old = c[row + col * ldc];
                for (int i = 0; row < m && i < k; i++)
                    sum += (ta ? a[i + row * lda] : a[row + i * lda]) *
                           (tb ? b[col + i * ldb] : b[i + col * ldb]);
                EXPECT(got[row + col * ldc] == (row < m ? alpha * sum + beta * old : old));
            }
    }
    std::vector<Real> y(4), turned(6);
    const Real one = 1, zero = 0;
    Real *dy, *dt; /* with beta = 0 nothing of the old value is read */
    cudaMalloc(&dy, 4 * sizeof(Real));
    EXPECT(!gemv(handle, CUBLAS_OP_T, 3, 4, &one, da, lda, db, 1, &zero, dy, 1));
    cublasGetVector(4, sizeof(Real), dy, 1, y.data(), 1);
    for (int col = 0; col < 4; col++)
        EXPECT(y[col] == a[col * lda] * b[0] + a[1 + col * lda] * b[1] + a[2 + col * lda] * b[2]);
    cudaMalloc(&dt, 6 * sizeof(Real));
    EXPECT(!geam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &one, da, lda, &zero, nullptr, 3, dt, 3));
    cublasGetMatrix(3, 2, sizeof(Real), dt, 3, turned.data(), 3);
    for (int i = 0; i < 6; i++)
        EXPECT(turned[i] == a[i / 3 + i % 3 * lda]);
}

int main()
{
    cublasHandle_t handle;
    cudaStream_t stream;
    EXPECT(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    cudaStreamCreate(&stream);
    vectors(handle);
    cublasSetStream(handle, stream);
    matrices<float>(handle, cublasSgemm, cublasSgemv, cublasSgeam);
    matrices<double>(handle, cublasDgemm, cublasDgemv, cublasDgeam);
    cublasDestroy(handle);
    return finish("blas");
}
