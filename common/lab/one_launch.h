/* One launch of one step, and nothing else: no checks, no timing. For a profiler (`make profile`),
 * or to look at the matrices (`make run … PRINT=1`). */
#ifndef LAB_ONCE_H
#define LAB_ONCE_H

#include "lab/check/cases.h"
#include "lab/check/execute.h"
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
#include <cuda_profiler_api.h>
#endif

enum { LAB_PRINTED = 16 /* rows and columns of a matrix that are shown */ };

/* Where a profiler that was told to wait begins and ends. */
static inline void lab_profile(int on)
{
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
    if (on)
        cudaProfilerStart();
    else
        cudaProfilerStop();
#else
    (void)on;
#endif
}

static inline void lab_print_matrix(const struct lab_operand *o, const void *host)
{
    char text[40];
    int rows = o->rows < LAB_PRINTED ? o->rows : LAB_PRINTED,
        cols = o->cols < LAB_PRINTED ? o->cols : LAB_PRINTED;
    printf("%s, %d x %d%s\n", o->name, o->rows, o->cols,
           rows < o->rows || cols < o->cols ? " (its upper left corner)" : "");
    for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++) {
            size_t at = o->column_major ? (size_t)col * (size_t)o->ld + (size_t)row
                                        : (size_t)row * (size_t)o->ld + (size_t)col;
            printf(" %10s", lab_value_text(o->type, lab_get(o->type, host, at), 5, text));
        }
        printf("\n");
    }
}

static inline int lab_print_operand(const struct lab_operand *o, const void *device, int on_host)
{
    void *host = malloc(lab_bytes(o));
    if (!host || (on_host     ? (void)memcpy(host, device, lab_bytes(o)),
                  cudaSuccess : cudaMemcpy(host, device, lab_bytes(o), cudaMemcpyDeviceToHost)))
        return -1;
    lab_print_matrix(o, host);
    free(host);
    return 0;
}

/* 0, or -1 after one line about what CUDA said. m = 0: the size at which an emulator counts. */
static inline int lab_once(const struct lab_entry *e, enum lab_problem problem, int m, int n, int k,
                           int print)
{
    struct lab_device d;
    struct lab_case c = lab_headline(problem, 0, 1);
    if (m)
        lab_resize(&c, m, n, k);
    cudaError_t error = lab_open_device(&d, &c, 1);
    if (error == cudaSuccess)
        error = lab_poison_output(&d);
    if (error == cudaSuccess && !d.shape.in_place)
        error = lab_prepare(&d, e, 0);
    for (int i = 0; print && error == cudaSuccess && i < d.shape.inputs; i++)
        if (lab_print_operand(&d.shape.in[i], d.shape.in_place ? d.out : d.in[i], d.shape.in_place))
            error = cudaErrorUnknown;
    if (error == cudaSuccess) {
        lab_profile(1);
        lab_call(&d, e, 0);
        error = lab_settle();
        lab_profile(0);
    }
    if (print && error == cudaSuccess && lab_print_operand(&d.shape.out, d.out, d.shape.in_place))
        error = cudaErrorUnknown;
    if (error != cudaSuccess)
        fprintf(stderr, "CUDA reports %s\n", cudaGetErrorString(error));
    lab_close_device(&d);
    return error == cudaSuccess ? 0 : -1;
}

#endif
