/* What the emulator has of cuBLAS, for C11 and C++, in float and double, by a packaged CBLAS.
 * Matrices are column-major; m, n, k are rows, columns and depth of the result. */
#pragma once

#include "../cuda_runtime_api.h"

#ifdef __cplusplus
#include "cuda_bf16.h" /* programs rely on it */
extern "C" {
#endif

#define CUBLAS_VERSION 120600
#define CUBLAS_API_H_  /* programs ask for it by this name */
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
EMU_ENUM(cublasOperation_t, CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C)
EMU_ENUM(cublasPointerMode_t, CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE)
EMU_ENUM(cublasMath_t, CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH,
         CUBLAS_TF32_TENSOR_OP_MATH)
EMU_ENUM(cublasComputeType_t, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC,
         CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF,
         CUBLAS_COMPUTE_32F_FAST_TF32 = 77)
EMU_ENUM(cublasGemmAlgo_t, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DFALT = -1,
         CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99)

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

/* Copies: n elements of `size` bytes, `from_step` and `to_step` elements apart; m x n matrices. */
#define EMU_CUBLAS_COPY(name, m, kind, ...)                                                        \
    cublasStatus_t name(__VA_ARGS__ int n, int size, const void *from, int from_step, void *to,    \
                        int to_step);
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
