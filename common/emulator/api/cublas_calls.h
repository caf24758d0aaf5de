/* cuBLAS's calls for one type of numbers, REAL, whose letter is LETTER: included once for each
 * (cublas.c). No guard. */

cublasStatus_t FULL(axpy)(cublasHandle_t handle, int n, const REAL *alpha, const REAL *x, int incx,
                          REAL *y, int incy)
    DOES((ALPHA, X(n, API_READS), Y(n, API_UPDATES)),
         BLAS(void, "axpy", int, REAL, const REAL *, int, REAL *, int)(n, (REAL)call.alpha, x, incx,
                                                                       y, incy));

cublasStatus_t FULL(scal)(cublasHandle_t handle, int n, const REAL *alpha, REAL *x, int incx)
    DOES((ALPHA, X(n, API_UPDATES)),
         BLAS(void, "scal", int, REAL, REAL *, int)(n, (REAL)call.alpha, x, incx));

cublasStatus_t FULL(copy)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *y, int incy)
    DOES((X(n, API_READS), Y(n, API_WRITES)),
         BLAS(void, "copy", int, const REAL *, int, REAL *, int)(n, x, incx, y, incy));

cublasStatus_t FULL(swap)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy)
    DOES((X(n, API_UPDATES), Y(n, API_UPDATES)),
         BLAS(void, "swap", int, REAL *, int, REAL *, int)(n, x, incx, y, incy));

cublasStatus_t FULL(dot)(cublasHandle_t handle, int n, const REAL *x, int incx, const REAL *y,
                         int incy, REAL *sum)
    DOES((X(n, API_READS), Y(n, API_READS), result(&call, sum, SIZE)),
         *sum = BLAS(REAL, "dot", int, const REAL *, int, const REAL *, int)(n, x, incx, y, incy));

cublasStatus_t FULL(nrm2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *norm)
    DOES((X(n, API_READS), result(&call, norm, SIZE)),
         *norm = BLAS(REAL, "nrm2", int, const REAL *, int)(n, x, incx));

cublasStatus_t FULL(asum)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *sum)
    DOES((X(n, API_READS), result(&call, sum, SIZE)),
         *sum = BLAS(REAL, "asum", int, const REAL *, int)(n, x, incx));

/* The number from 1 on of the first element whose amount is the largest or, `sign` -1, the
 * smallest; 0: there is none. */
static cublasStatus_t FULL(extreme)(struct call *c, int sign, int n, const REAL *x, int incx,
                                    int *at)
{
    vector(c, "vector x", x, SIZE, n, incx, API_READS);
    result(c, at, sizeof *at);
    if (!work(c))
        return end(c);
    int best = n < 1 || incx < 1 ? 0 : 1;
    for (int i = 2; best && i <= n; i++)
        if (sign * fabs((double)x[(size_t)(i - 1) * (size_t)incx]) >
            sign * fabs((double)x[(size_t)(best - 1) * (size_t)incx]))
            best = i;
    *at = best;
    return end(c);
}

cublasStatus_t INDEX(amax)(cublasHandle_t handle, int n, const REAL *x, int incx, int *at)
{
    CALL;
    return FULL(extreme)(&call, 1, n, x, incx, at);
}

cublasStatus_t INDEX(amin)(cublasHandle_t handle, int n, const REAL *x, int incx, int *at)
{
    CALL;
    return FULL(extreme)(&call, -1, n, x, incx, at);
}

cublasStatus_t FULL(gemv)(cublasHandle_t handle, cublasOperation_t op, int m, int n,
                          const REAL *alpha, const REAL *a, int lda, const REAL *x, int incx,
                          const REAL *beta, REAL *y, int incy)
    DOES((ALPHA, BETA, matrix(&call, "matrix A", a, SIZE, m, n, lda, API_READS),
          X(op ? m : n, API_READS), Y(op ? n : m, call.beta != 0 ? API_UPDATES : API_WRITES),
          call.operations = (double)m * n),
         BLAS(void, "gemv", int, int, int, int, REAL, const REAL *, int, const REAL *, int, REAL,
              REAL *, int)(COLUMN_MAJOR, NO_TRANSPOSE + (int)op, m, n, (REAL)call.alpha, a, lda, x,
                           incx, (REAL)call.beta, y, incy));

cublasStatus_t FULL(ger)(cublasHandle_t handle, int m, int n, const REAL *alpha, const REAL *x,
                         int incx, const REAL *y, int incy, REAL *a, int lda)
    DOES((ALPHA, X(m, API_READS), Y(n, API_READS),
          matrix(&call, "matrix A", a, SIZE, m, n, lda, API_UPDATES),
          call.operations = (double)m * n),
         BLAS(void, "ger", int, int, int, REAL, const REAL *, int, const REAL *, int, REAL *,
              int)(COLUMN_MAJOR, m, n, (REAL)call.alpha, x, incx, y, incy, a, lda));

/* C = alpha op(A) + beta op(B), which CBLAS has not. */
cublasStatus_t FULL(geam)(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                          int m, int n, const REAL *alpha, const REAL *a, int lda, const REAL *beta,
                          const REAL *b, int ldb, REAL *c, int ldc)
{
    CALL;
    const REAL of_a = (REAL)ALPHA, of_b = (REAL)BETA;
    if (of_a != 0)
        matrix(&call, "matrix A", a, SIZE, opa ? n : m, opa ? m : n, lda, API_READS);
    if (of_b != 0)
        matrix(&call, "matrix B", b, SIZE, opb ? n : m, opb ? m : n, ldb, API_READS);
    matrix(&call, "matrix C", c, SIZE, m, n, ldc, API_WRITES);
    if (!work(&call))
        return end(&call);
    for (size_t col = 0; (int)col < n; col++)
        for (size_t row = 0; (int)row < m; row++) {
            const size_t at_a = opa ? col + row * (size_t)lda : row + col * (size_t)lda,
                         at_b = opb ? col + row * (size_t)ldb : row + col * (size_t)ldb;
            c[row + col * (size_t)ldc] =
                (of_a != 0 ? of_a * a[at_a] : 0) + (of_b != 0 ? of_b * b[at_b] : 0);
        }
    return end(&call);
}

static cublasStatus_t FULL(one_gemm)(struct call *call, cublasOperation_t opa,
                                     cublasOperation_t opb, int m, int n, int k, const REAL *alpha,
                                     const REAL *a, int lda, const REAL *b, int ldb,
                                     const REAL *beta, REAL *c, int ldc)
{
    const REAL factor = (REAL)scalar(call, "alpha", alpha, SIZE),
               old = (REAL)scalar(call, "beta", beta, SIZE);
    call->count = 0;
    matrix(call, "matrix A", a, SIZE, opa ? k : m, opa ? m : k, lda, API_READS);
    matrix(call, "matrix B", b, SIZE, opb ? n : k, opb ? k : n, ldb, API_READS);
    matrix(call, "matrix C", c, SIZE, m, n, ldc, old != 0 ? API_UPDATES : API_WRITES);
    call->operations = (double)m * n * k;
    if (work(call))
        BLAS(void, "gemm", int, int, int, int, int, int, REAL, const REAL *, int, const REAL *, int,
             REAL, REAL *, int)
    (COLUMN_MAJOR, NO_TRANSPOSE + (int)opa, NO_TRANSPOSE + (int)opb, m, n, k, factor, a, lda, b,
     ldb, old, c, ldc);
    return end(call);
}

cublasStatus_t FULL(gemm)(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                          int m, int n, int k, const REAL *alpha, const REAL *a, int lda,
                          const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc)
{
    CALL;
    return FULL(one_gemm)(&call, opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

cublasStatus_t FULL(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t opa,
                                        cublasOperation_t opb, int m, int n, int k,
                                        const REAL *alpha, const REAL *a, int lda,
                                        long long stride_a, const REAL *b, int ldb,
                                        long long stride_b, const REAL *beta, REAL *c, int ldc,
                                        long long stride_c, int count)
{
    CALL;
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)
        status = FULL(one_gemm)(&call, opa, opb, m, n, k, alpha, a + i * stride_a, lda,
                                b + i * stride_b, ldb, beta, c + i * stride_c, ldc);
    return status;
}
