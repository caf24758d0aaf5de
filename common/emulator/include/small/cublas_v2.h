/* What the emulator has of cuBLAS, for C11 and C++: vectors, gemv and gemm in float and double,
 * calculated by a packaged CBLAS. Matrices are column-major; m, n, k are rows,
 * columns and depth of the result. */
#ifndef EMU_CUBLAS_V2_H
#define EMU_CUBLAS_V2_H

#include "../cuda_runtime_api.h"
#include "library_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CUBLAS_VERSION 120600
#define CUBLASWINAPI

typedef struct emu_cublas *cublasHandle_t;
typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef enum {
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
} cublasGemmAlgo_t;

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

/* Copies: n elements of `size` bytes, `from_step` and `to_step` elements apart; m x n matrices. */
cublasStatus_t cublasSetVector(int n, int size, const void *from, int from_step, void *to,
                               int to_step);
cublasStatus_t cublasGetVector(int n, int size, const void *from, int from_step, void *to,
                               int to_step);
cublasStatus_t cublasSetMatrix(int m, int n, int size, const void *from, int from_pitch, void *to,
                               int to_pitch);
cublasStatus_t cublasGetMatrix(int m, int n, int size, const void *from, int from_pitch, void *to,
                               int to_pitch);

/* The calls of one type of numbers, with its letter. */
#define EMU_CUBLAS_CALLS(prefix_, index_, real_)                                                   \
    cublasStatus_t index_##amax(cublasHandle_t handle, int n, const real_ *x, int incx,            \
                                int *result);                                                      \
    cublasStatus_t index_##amin(cublasHandle_t handle, int n, const real_ *x, int incx,            \
                                int *result);                                                      \
    cublasStatus_t prefix_##axpy(cublasHandle_t handle, int n, const real_ *alpha, const real_ *x, \
                                 int incx, real_ *y, int incy);                                    \
    cublasStatus_t prefix_##scal(cublasHandle_t handle, int n, const real_ *alpha, real_ *x,       \
                                 int incx);                                                        \
    cublasStatus_t prefix_##copy(cublasHandle_t handle, int n, const real_ *x, int incx, real_ *y, \
                                 int incy);                                                        \
    cublasStatus_t prefix_##swap(cublasHandle_t handle, int n, real_ *x, int incx, real_ *y,       \
                                 int incy);                                                        \
    cublasStatus_t prefix_##dot(cublasHandle_t handle, int n, const real_ *x, int incx,            \
                                const real_ *y, int incy, real_ *result);                          \
    cublasStatus_t prefix_##nrm2(cublasHandle_t handle, int n, const real_ *x, int incx,           \
                                 real_ *result);                                                   \
    cublasStatus_t prefix_##asum(cublasHandle_t handle, int n, const real_ *x, int incx,           \
                                 real_ *result);                                                   \
    cublasStatus_t prefix_##gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n,        \
                                 const real_ *alpha, const real_ *a, int lda, const real_ *x,      \
                                 int incx, const real_ *beta, real_ *y, int incy);                 \
    cublasStatus_t prefix_##ger(cublasHandle_t handle, int m, int n, const real_ *alpha,           \
                                const real_ *x, int incx, const real_ *y, int incy, real_ *a,      \
                                int lda);                                                          \
    cublasStatus_t prefix_##geam(cublasHandle_t handle, cublasOperation_t opa,                     \
                                 cublasOperation_t opb, int m, int n, const real_ *alpha,          \
                                 const real_ *a, int lda, const real_ *beta, const real_ *b,       \
                                 int ldb, real_ *c, int ldc);                                      \
    cublasStatus_t prefix_##gemm(cublasHandle_t handle, cublasOperation_t opa,                     \
                                 cublasOperation_t opb, int m, int n, int k, const real_ *alpha,   \
                                 const real_ *a, int lda, const real_ *b, int ldb,                 \
                                 const real_ *beta, real_ *c, int ldc);                            \
    cublasStatus_t prefix_##gemmStridedBatched(                                                    \
        cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,  \
        const real_ *alpha, const real_ *a, int lda, long long stride_a, const real_ *b, int ldb,  \
        long long stride_b, const real_ *beta, real_ *c, int ldc, long long stride_c, int count);

EMU_CUBLAS_CALLS(cublasS, cublasIs, float)
EMU_CUBLAS_CALLS(cublasD, cublasId, double)
#undef EMU_CUBLAS_CALLS

/* float or double throughout; anything else is CUBLAS_STATUS_NOT_SUPPORTED, and a finding. */
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                            int m, int n, int k, const void *alpha, const void *a,
                            cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                            int ldb, const void *beta, void *c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm);

#ifdef __cplusplus
}
#endif
#endif
