/* cuBLAS's calls, each with its parameters behind the handle, the operands that it reads and
 * writes, and what is computed with them. For programs each is a declaration (cublas_v2.h), for
 * api/cublas.c a function. It includes itself once for each type of numbers, EMU_REAL: no guard. */
#ifndef EMU_REAL
#define EMU_SETTING(name, parameter, ...)                                                          \
    EMU_CUBLAS_BY(name, (parameter), CALL; __VA_ARGS__; return CUBLAS_STATUS_SUCCESS)
#define EMU_GETTING(name, type, value)                                                             \
    EMU_CUBLAS_BY(name, (type * to), CALL; if (to) *to = (value);                                  \
                  return to ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE)
EMU_GETTING(cublasGetVersion, int, CUBLAS_VERSION)
EMU_GETTING(cublasGetStream, cudaStream_t, handle->stream)
EMU_GETTING(cublasGetPointerMode, cublasPointerMode_t, handle->mode)
EMU_SETTING(cublasSetStream, cudaStream_t stream, handle->stream = stream)
EMU_SETTING(cublasSetPointerMode, cublasPointerMode_t mode, handle->mode = mode)
EMU_SETTING(cublasSetMathMode, cublasMath_t mode, (void)mode)
EMU_CUBLAS_COPY(cublasSetVector, 1, cudaMemcpyHostToDevice, )
EMU_CUBLAS_COPY(cublasGetVector, 1, cudaMemcpyDeviceToHost, )
EMU_CUBLAS_COPY(cublasSetMatrix, m, cudaMemcpyHostToDevice, int m, )
EMU_CUBLAS_COPY(cublasGetMatrix, m, cudaMemcpyDeviceToHost, int m, )

#define EMU_REAL        float
#define EMU_FULL(name)  cublasS##name
#define EMU_INDEX(name) cublasIs##name
#include "cublas_calls.h"
#define EMU_REAL        double
#define EMU_FULL(name)  cublasD##name
#define EMU_INDEX(name) cublasId##name
#include "cublas_calls.h"
#else
#define EMU_IN(x)     const EMU_REAL *x, int inc##x
#define EMU_OUT(y)    EMU_REAL *y, int inc##y
#define EMU_MATRIX(a) const EMU_REAL *a, int ld##a
#define EMU_NUMBER(s) const EMU_REAL *s
#define EMU_RESULT(c) EMU_REAL *c, int ld##c

EMU_CUBLAS(EMU_FULL(axpy), (int n, EMU_NUMBER(alpha), EMU_IN(x), EMU_OUT(y)),
           (ALPHA, X(n, API_READS), Y(n, API_UPDATES)),
           BLAS(void, "axpy", int, REAL, P, int, P, int)(n, (REAL)call.alpha, x, incx, y, incy))
EMU_CUBLAS(EMU_FULL(scal), (int n, EMU_NUMBER(alpha), EMU_OUT(x)), (ALPHA, X(n, API_UPDATES)),
           BLAS(void, "scal", int, REAL, P, int)(n, (REAL)call.alpha, x, incx))
EMU_CUBLAS(EMU_FULL(copy), (int n, EMU_IN(x), EMU_OUT(y)), (X(n, API_READS), Y(n, API_WRITES)),
           BLAS(void, "copy", int, P, int, P, int)(n, x, incx, y, incy))
EMU_CUBLAS(EMU_FULL(swap), (int n, EMU_OUT(x), EMU_OUT(y)), (X(n, API_UPDATES), Y(n, API_UPDATES)),
           BLAS(void, "swap", int, P, int, P, int)(n, x, incx, y, incy))
EMU_CUBLAS(EMU_FULL(dot), (int n, EMU_IN(x), EMU_IN(y), EMU_REAL *sum),
           (X(n, API_READS), Y(n, API_READS), result(&call, sum, SIZE)),
           *sum = BLAS(REAL, "dot", int, P, int, P, int)(n, x, incx, y, incy))
EMU_CUBLAS(EMU_FULL(nrm2), (int n, EMU_IN(x), EMU_REAL *norm),
           (X(n, API_READS), result(&call, norm, SIZE)),
           *norm = BLAS(REAL, "nrm2", int, P, int)(n, x, incx))
EMU_CUBLAS(EMU_FULL(asum), (int n, EMU_IN(x), EMU_REAL *sum),
           (X(n, API_READS), result(&call, sum, SIZE)),
           *sum = BLAS(REAL, "asum", int, P, int)(n, x, incx))
EMU_CUBLAS(EMU_INDEX(amax), (int n, EMU_IN(x), int *at),
           (X(n, API_READS), result(&call, at, sizeof *at)), *at = extreme(1, n, x, SIZE, incx))
EMU_CUBLAS(EMU_INDEX(amin), (int n, EMU_IN(x), int *at),
           (X(n, API_READS), result(&call, at, sizeof *at)), *at = extreme(-1, n, x, SIZE, incx))

EMU_CUBLAS(EMU_FULL(gemv),
           (cublasOperation_t op, int m, int n, EMU_NUMBER(alpha), EMU_MATRIX(a), EMU_IN(x),
            EMU_NUMBER(beta), EMU_OUT(y)),
           (ALPHA, BETA, A(m, n, API_READS), X(op ? m : n, API_READS),
            Y(op ? n : m, call.beta != 0 ? API_UPDATES : API_WRITES),
            call.operations = (double)m * n),
           BLAS(void, "gemv", int, int, int, int, REAL, P, int, P, int, REAL, P,
                int)(COLUMN_MAJOR, NO_TRANSPOSE + (int)op, m, n, (REAL)call.alpha, a, lda, x, incx,
                     (REAL)call.beta, y, incy))
EMU_CUBLAS(EMU_FULL(ger), (int m, int n, EMU_NUMBER(alpha), EMU_IN(x), EMU_IN(y), EMU_RESULT(a)),
           (ALPHA, X(m, API_READS), Y(n, API_READS), A(m, n, API_UPDATES),
            call.operations = (double)m * n),
           BLAS(void, "ger", int, int, int, REAL, P, int, P, int, P,
                int)(COLUMN_MAJOR, m, n, (REAL)call.alpha, x, incx, y, incy, a, lda))
/* C = alpha op(A) + beta op(B), which CBLAS has not. */
EMU_CUBLAS(EMU_FULL(geam),
           (cublasOperation_t opa, cublasOperation_t opb, int m, int n, EMU_NUMBER(alpha),
            EMU_MATRIX(a), EMU_NUMBER(beta), EMU_MATRIX(b), EMU_RESULT(c)),
           (ALPHA != 0 ? A(opa ? n : m, opa ? m : n, API_READS) : (void)0,
            BETA != 0 ? B(opb ? n : m, opb ? m : n, API_READS) : (void)0, C(m, n, API_WRITES)),
           for (size_t col = 0; (int)col < n; col++) for (size_t row = 0; (int)row < m; row++)
               c[row + col * (size_t)ldc] =
                   (call.alpha != 0 ? (REAL)call.alpha * a[AT(opa, row, col, lda)] : 0) +
                   (call.beta != 0 ? (REAL)call.beta * b[AT(opb, row, col, ldb)] : 0))
EMU_CUBLAS(EMU_FULL(gemm),
           (cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, EMU_NUMBER(alpha),
            EMU_MATRIX(a), EMU_MATRIX(b), EMU_NUMBER(beta), EMU_RESULT(c)),
           (ALPHA, BETA, A(opa ? k : m, opa ? m : k, API_READS),
            B(opb ? n : k, opb ? k : n, API_READS),
            C(m, n, call.beta != 0 ? API_UPDATES : API_WRITES),
            call.operations = (double)m * n * k),
           BLAS(void, "gemm", int, int, int, int, int, int, REAL, P, int, P, int, REAL, P,
                int)(COLUMN_MAJOR, NO_TRANSPOSE + (int)opa, NO_TRANSPOSE + (int)opb, m, n, k,
                     (REAL)call.alpha, a, lda, b, ldb, (REAL)call.beta, c, ldc))
EMU_CUBLAS_BY(EMU_FULL(gemmStridedBatched),
              (cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, EMU_NUMBER(alpha),
               EMU_MATRIX(a), long long stride_a, EMU_MATRIX(b), long long stride_b,
               EMU_NUMBER(beta), EMU_RESULT(c), long long stride_c, int count),
              cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
              for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)
                  status = EMU_FULL(gemm)(handle, opa, opb, m, n, k, alpha, a + i * stride_a, lda,
                                          b + i * stride_b, ldb, beta, c + i * stride_c, ldc);
              return status)

#undef EMU_REAL
#undef EMU_FULL
#undef EMU_INDEX
#endif
