/* What the emulator has of cuBLAS, for C11 and C++: vectors, gemv and gemm in float and double,
 * calculated by a packaged CBLAS. Matrices are column-major; m, n, k are rows,
 * columns and depth of the result. */
#pragma once

#include "../cuda_runtime_api.h"
#include "library_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CUBLAS_VERSION 120600
#define CUBLASWINAPI

typedef struct emu_cublas *cublasHandle_t;
#define EMU_CUBLAS_STATUSES(X)                                                                     \
    X(SUCCESS, 0)                                                                                  \
    X(NOT_INITIALIZED, 1)                                                                          \
    X(ALLOC_FAILED, 3)                                                                             \
    X(INVALID_VALUE, 7)                                                                            \
    X(ARCH_MISMATCH, 8)                                                                            \
    X(MAPPING_ERROR, 11)                                                                           \
    X(EXECUTION_FAILED, 13)                                                                        \
    X(INTERNAL_ERROR, 14)                                                                          \
    X(NOT_SUPPORTED, 15)                                                                           \
    X(LICENSE_ERROR, 16)
#define EMU_ENUMERATOR(name, number) CUBLAS_STATUS_##name = number,
typedef enum { EMU_CUBLAS_STATUSES(EMU_ENUMERATOR) } cublasStatus_t;
#undef EMU_ENUMERATOR
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

#define EMU_LIST(...) __VA_ARGS__
#define EMU_CUBLAS_BY(name, parameters, ...)                                                       \
    cublasStatus_t name(cublasHandle_t handle, EMU_LIST parameters);
#define EMU_CUBLAS(name, parameters, ...) EMU_CUBLAS_BY(name, parameters, )
#include "cublas_calls.h"
/* float or double throughout; anything else is CUBLAS_STATUS_NOT_SUPPORTED, and a finding. */
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                            int m, int n, int k, const void *alpha, const void *a,
                            cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                            int ldb, const void *beta, void *c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm);

#ifdef __cplusplus
}
#endif
