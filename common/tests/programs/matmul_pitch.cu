/* C = A B with square tiles and rows that cudaMallocPitch aligned; ragged sizes; float and
 * double. */
#include "require.h"
#include <vector>

template <typename T> struct matrix {
    T *data;
    size_t pitch; /* bytes */
    int rows, cols;
};

template <typename T> __device__ T *row_of(matrix<T> a, int row)
{
    return (T *)((char *)a.data + row * a.pitch);
}

template <typename T, int TILE>
__global__ void __launch_bounds__(TILE *TILE) matmul(matrix<T> a, matrix<T> b, matrix<T> c)
{
    __shared__ T as[TILE][TILE], bs[TILE][TILE + 1];
    const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    T sum = 0;
    for (int k0 = 0; k0 < a.cols; k0 += TILE) {
        int ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < a.rows && ka < a.cols ? row_of(a, row)[ka] : (T)0;
        bs[threadIdx.y][threadIdx.x] = kb < b.rows && col < b.cols ? row_of(b, kb)[col] : (T)0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < c.rows && col < c.cols)
        row_of(c, row)[col] = sum;
}

template <typename T> static matrix<T> upload(const std::vector<T> &host, int rows, int cols)
{
    matrix<T> m = {nullptr, 0, rows, cols};
    CHECK(cudaMallocPitch(&m.data, &m.pitch, cols * sizeof(T), rows));
    EXPECT(m.pitch >= cols * sizeof(T));
    CHECK(cudaMemset2D(m.data, m.pitch, 0xff, cols * sizeof(T), rows));
    if (!host.empty())
        CHECK(cudaMemcpy2D(m.data, m.pitch, host.data(), cols * sizeof(T), cols * sizeof(T), rows,
                           cudaMemcpyHostToDevice));
    return m;
}

template <typename T> static void test(int m, int n, int k)
{
    std::vector<T> a(m * k), b(k * n), c(m * n);
    for (int i = 0; i < m * k; i++)
        a[i] = (T)(i % 9 - 4);
    for (int i = 0; i < k * n; i++)
        b[i] = (T)(i % 5 - 2);
    matrix<T> da = upload(a, m, k), db = upload(b, k, n), dc = upload(std::vector<T>(), m, n);
    const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
    matmul<T, 16><<<grid, block>>>(da, db, dc);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(c.data(), n * sizeof(T), dc.data, dc.pitch, n * sizeof(T), m,
                       cudaMemcpyDeviceToHost));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            T sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[i * k + p] * b[p * n + j];
            EXPECT(c[i * n + j] == sum);
        }
    CHECK(cudaFree(da.data));
    CHECK(cudaFree(db.data));
    CHECK(cudaFree(dc.data));
}

int main()
{
    test<float>(37, 50, 29);
    test<double>(16, 33, 17);
    test<float>(1, 1, 1);
    return finish("matmul_pitch");
}
