/* What the times of a GEMV leave out, as document 000 says one should not forget: moving A to the
 * device, and bringing a row-major A into column-major order. GPU only; each is timed on its own,
 * as the host sees it. */
#ifndef LAB_TRANSFER_TIMES_H
#define LAB_TRANSFER_TIMES_H

#include "library.h"
#include "table.h"

enum lab_transfer { LAB_PAGEABLE, LAB_PINNED, LAB_WRITE_COMBINED, LAB_TRANSFERS };

enum { LAB_EXTRA_ROUNDS = 5 /* and one before, to warm up */ };

static inline void *lab_host_memory(enum lab_transfer kind, size_t bytes)
{
    void *host = NULL;
    if (kind == LAB_PAGEABLE)
        host = malloc(bytes);
    else if (cudaHostAlloc(&host, bytes,
                           kind == LAB_PINNED ? cudaHostAllocDefault
                                              : cudaHostAllocWriteCombined) != cudaSuccess)
        host = NULL;
    cudaGetLastError();
    return host;
}

static inline void lab_time_transfer(enum lab_transfer kind, void *device, size_t bytes,
                                     struct lab_series *series)
{
    void *host = lab_host_memory(kind, bytes);
    if (!host)
        return;
    memset(host, 1, bytes); /* pages exist only once they are written */
    for (int i = 0; i <= LAB_EXTRA_ROUNDS; i++) {
        double begin = lab_now_ms();
        cudaError_t error = cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
        cudaDeviceSynchronize();
        if (error == cudaSuccess && i > 0)
            series->ms[series->count++] = lab_now_ms() - begin;
    }
    if (kind == LAB_PAGEABLE)
        free(host);
    else
        cudaFreeHost(host);
}

/* from: m x n, row-major; to: the same, column-major. To cuBLAS, which stores by columns, `from` is
 * an n x m matrix to transpose. */
static inline void lab_time_transpose(const struct lab_case *c, const float *from, float *to,
                                      struct lab_series *series)
{
    cublasHandle_t handle;
    const float one = 1, zero = 0;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return;
    for (int i = 0; i <= LAB_EXTRA_ROUNDS; i++) {
        double begin = lab_now_ms();
        cublasStatus_t status = cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, c->m, c->n, &one,
                                            from, c->n, &zero, to, c->m, to, c->m);
        if (cudaDeviceSynchronize() == cudaSuccess && status == CUBLAS_STATUS_SUCCESS && i > 0)
            series->ms[series->count++] = lab_now_ms() - begin;
    }
    cublasDestroy(handle);
}

/* Call it while no other buffers are held: it needs A twice on the device and once on the host. */
static inline void lab_print_extras(const struct lab_case *c, struct lab_table *t)
{
    static const char *const names[] = {"transfer of A, pageable", "transfer of A, pinned",
                                        "transfer of A, write-combined"};
    const size_t bytes = (size_t)c->m * c->n * sizeof(float);
    float *from = NULL, *to = NULL;
    struct lab_series series;
    printf("\nWhat these times leave out:\n");
    if (cudaMalloc((void **)&from, bytes) == cudaSuccess) {
        for (int kind = 0; kind < LAB_TRANSFERS; kind++) {
            series.count = 0;
            lab_time_transfer((enum lab_transfer)kind, from, bytes, &series);
            lab_table_extra(t, c, names[kind], "transfer", &series);
        }
        series.count = 0;
        if (cudaMalloc((void **)&to, bytes) == cudaSuccess)
            lab_time_transpose(c, from, to, &series);
        lab_table_extra(t, c, "transposed copy (cublasSgeam)", "preparation", &series);
    }
    cudaFree(from);
    cudaFree(to);
    cudaGetLastError();
}

#endif
