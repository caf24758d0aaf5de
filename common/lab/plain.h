/* The program that a lab's file is when nvcc compiles it alone:
 *
 *     nvcc -I common labs/05_shuffle_gemv/shuffle_gemv.cu -lcublas && ./a.out [STEP [SIZE]]
 *
 * It calls each step at a dozen sizes and compares every element with what belongs there. A step
 * that is right is timed, beside the step before and, but of packed bits, cuBLAS. Its status is 0
 * if all steps are right, 1 if one is not, 2 if none could be tried. `make run` asks more: hard
 * cases, the idea of the step, the reference's time. */
#pragma once

#include "calls.h"

enum {
    PLAIN_POISON = 0x5a, /* each byte of an output before a step writes it; no right value has it */
    PLAIN_BEHIND = 256,  /* bytes behind the output that no step may write */
    PLAIN_WORK = 1 << 26, /* multiply-adds of a case whose elements are all looked at */
    PLAIN_SAMPLE = 200,   /* so many are of any other */
    PLAIN_RUNS = 11,      /* timed launches, */
    PLAIN_MS = 2000       /* or fewer, if they take longer */
};

/* One step in one case, and what comes of it. A whole program's array is in host memory. */
struct plain {
    struct lab_case question;
    struct lab_shape shape;
    void *in[LAB_INPUTS], *out;
    size_t bytes;    /* of the output and what is behind it */
    char wrong[400]; /* a sentence; empty: it is right */
    int cases;       /* so many came before */
    double ms, library_ms;
};

/* ---- one case ---- */

/* Makes the operands, and leaves them in the device's memory. */
static cudaError_t plain_open(const struct lab_case *c, struct plain *p)
{
    p->question = *c;
    p->shape = lab_shape_of(c);
    p->bytes = lab_bytes(&p->shape.out) + PLAIN_BEHIND;
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < p->shape.inputs && error == cudaSuccess; i++) {
        const size_t bytes = lab_bytes(&p->shape.in[i]);
        void *host = malloc(bytes + PLAIN_BEHIND);
        if (!host)
            return cudaErrorMemoryAllocation;
        memset(host, PLAIN_POISON, bytes + PLAIN_BEHIND);
        lab_fill_host(c, i, host);
        if (p->shape.in_place) {
            p->out = host;
            return cudaSuccess;
        }
        error = cudaMalloc(&p->in[i], bytes);
        error = error ? error : cudaMemcpy(p->in[i], host, bytes, cudaMemcpyHostToDevice);
        free(host);
    }
    error = error ? error : cudaMalloc(&p->out, p->bytes);
    return error == cudaSuccess ? cudaMemset(p->out, PLAIN_POISON, p->bytes) : error;
}

static void plain_close(struct plain *p)
{
    for (int i = 0; i < LAB_INPUTS; i++)
        cudaFree(p->in[i]);
    if (p->shape.in_place)
        free(p->out);
    else
        cudaFree(p->out);
    memset(p->in, 0, sizeof p->in);
    p->out = NULL;
}

/* Calls the step, after its preparation if `prepared` is 0. The first error that CUDA reports. */
static cudaError_t plain_call(const struct lab_entry *e, struct plain *p, int prepared)
{
    struct lab_operands o = {&p->question, &p->shape, p->in, p->out, 0, cudaSuccess, NULL};
    if (e->prepare && !prepared)
        lab_call_prepare(e, &o);
    lab_call_step(e, &o);
    return o.error != cudaSuccess ? o.error : cudaGetLastError();
}

/* Compares an output, as it lies in host memory, with what belongs at each place; of a large case,
 * at some places. "C[0][3] is 5, should be 7 (of 961 elements, 12 are wrong; 31x31x29, reals)" */
static void plain_compare(struct plain *p, const void *out)
{
    const struct lab_operand *o = &p->shape.out;
    const struct lab_case *c = &p->question;
    const size_t cols = (size_t)o->cols, count = cols * (size_t)o->rows;
    const size_t apart = (double)count * p->shape.depth < PLAIN_WORK ? 1 : count / PLAIN_SAMPLE | 1;
    const uint64_t poison = PLAIN_POISON * 0x0101010101010101u;
    const double tolerance = lab_tolerance(c, p->shape.depth),
                 unwritten_is = lab_get(o->type, &poison, 0);
    const int digits = o->type == LAB_F64 ? 17 : 9;
    size_t wrong = 0, unwritten = 0, looked_at = 0;
    struct lab_text place = {""}, found = place, expected = place;
    for (size_t i = 0; i < count; i += apart, looked_at++) {
        const int row = (int)(i / cols), col = (int)(i % cols);
        const double is = lab_get(o->type, out, (size_t)row * (size_t)o->ld + (size_t)col);
        const struct lab_right should = lab_problem_of(c->problem)->right(c, row, col);
        if (lab_is_right(is, &should, tolerance))
            continue;
        unwritten += is == (p->shape.in_place ? should.value - 1 : unwritten_is);
        if (wrong++)
            continue;
        snprintf(place.text, sizeof place.text, o->cols > 1 ? "%s[%d][%d]" : "%s[%d]", o->name, row,
                 col);
        if (unwritten)
            strcpy(found.text, "not written");
        else
            found = lab_value_text(o->type, is, digits);
        expected = lab_value_text(o->type, should.value, digits);
    }
    if (wrong && unwritten == looked_at)
        snprintf(p->wrong, sizeof p->wrong, "%s is not written yet: fill in this step's TODOs",
                 o->name);
    else if (wrong)
        snprintf(p->wrong, sizeof p->wrong,
                 "%s is %s, should be %s (of %zu elements, %zu are wrong; %s, %s)", place.text,
                 found.text, expected.text, looked_at, wrong, lab_size_text(c).text,
                 lab_data_name(c->data));
}

/* Was anything written between the rows of an output, or behind it? */
static int plain_wrote_outside(const struct plain *p, const unsigned char *out)
{
    const struct lab_operand *o = &p->shape.out;
    const size_t width = lab_type_size(o->type), line = width * (size_t)o->ld;
    for (size_t i = 0; i < p->bytes; i++)
        if ((i >= p->bytes - PLAIN_BEHIND || i % line >= width * (size_t)o->cols) &&
            out[i] != PLAIN_POISON)
            return 1;
    return 0;
}

/* Waits for the step, whose call gave `error`, and looks at its output. */
static void plain_verify(struct plain *p, cudaError_t error)
{
    unsigned char *copy = (unsigned char *)malloc(p->bytes);
    const struct lab_text size = lab_size_text(&p->question);
    error = error ? error : copy ? cudaDeviceSynchronize() : cudaErrorMemoryAllocation;
    error = error ? error : cudaMemcpy(copy, p->out, p->bytes, cudaMemcpyDefault);
    if (error != cudaSuccess)
        snprintf(p->wrong, sizeof p->wrong, "CUDA reports %s at %s: %s", cudaGetErrorName(error),
                 size.text, cudaGetErrorString(error));
    else
        plain_compare(p, copy);
    if (!p->wrong[0] && plain_wrote_outside(p, copy))
        snprintf(p->wrong, sizeof p->wrong, "it writes outside %s at %s: is every index checked?",
                 p->shape.out.name, size.text);
    free(copy);
}

/* The whole of a case, but for plain_close. */
static void plain_run(const struct lab_entry *e, const struct lab_case *c, struct plain *p)
{
    const cudaError_t error = plain_open(c, p);
    plain_verify(p, error == cudaSuccess ? plain_call(e, p, 0) : error);
}

/* ---- times ---- */

#ifdef LAB_EMULATOR /* whose times are not a GPU's: there are none in the table */
static void plain_measure(const struct lab_entry *e, struct lab_case c, struct plain *p)
{
    (void)e, (void)c, (void)p;
}
#else
static int plain_ascending(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The median of several launches, by events, in milliseconds, after one that is not timed: of the
 * step or, e NULL, of cuBLAS. 0: it could not be done. */
static double plain_time(const struct lab_entry *e, struct plain *p, cublasHandle_t handle)
{
    const struct lab_operands o = {&p->question, &p->shape, p->in, p->out, 0, cudaSuccess, NULL};
    float ms[PLAIN_RUNS + 1], sum = 0;
    int runs = 0, good = 1;
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    while (good && runs <= PLAIN_RUNS && (runs < 2 || sum < PLAIN_MS)) {
        cudaEventRecord(begin, 0);
        good = e ? plain_call(e, p, 1) == cudaSuccess
                 : lab_call_library(handle, &o) == CUBLAS_STATUS_SUCCESS;
        cudaEventRecord(end, 0);
        good = good && cudaEventSynchronize(end) == cudaSuccess;
        cudaEventElapsedTime(&ms[runs], begin, end);
        sum += ms[runs++];
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    qsort(ms + 1, (size_t)runs - 1, sizeof *ms, plain_ascending);
    return good ? ms[1 + (runs - 1) / 2] : 0;
}

/* Times the step in this case, halved each way while the GPU's memory asks for that. */
static void plain_measure(const struct lab_entry *e, struct lab_case c, struct plain *p)
{
    static cublasHandle_t handle;
    const int floats = lab_problem_of(e->problem)->library == LAB_SGEMM; /* no TF32 */
    size_t free_bytes = 0, all_bytes = 0;
    cudaMemGetInfo(&free_bytes, &all_bytes);
    for (; lab_shape_of(&c).bytes > free_bytes / 2 && c.m > 1 && c.n > 1; c.m /= 2)
        c.n /= 2;
    plain_run(e, &c, p);
    if (!p->wrong[0])
        p->ms = plain_time(e, p, NULL);
    if (p->ms > 0 && (handle || cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS)) {
        cublasSetMathMode(handle, floats ? CUBLAS_PEDANTIC_MATH : CUBLAS_DEFAULT_MATH);
        p->library_ms = plain_time(NULL, p, handle);
    }
    plain_close(p);
}
#endif

/* ---- all steps ---- */

/* Case number `number`. A depth that was left out is n. */
static struct lab_case plain_case(const struct lab_entry *e, struct lab_size size, int number)
{
    const struct problem *about = lab_problem_of(e->problem);
    const int n = size.n < about->most[1] ? size.n : about->most[1];
    const int k = size.k ? size.k : about->third == LAB_DEPTH ? n : 1;
    const struct lab_case c = {e->problem, about->data[number % 2], size.m, n,
                               k,          (uint64_t)number + 1,    0};
    return c;
}

/* Calls a step at each of its problem's sizes, with two kinds of data in turn, or at the one asked
 * for, up to the first at which it is wrong; times it if it is right. */
static void plain_try(const struct lab_entry *e, const struct lab_size *asked, struct plain *p)
{
    const struct problem *about = lab_problem_of(e->problem);
    const struct lab_size *sizes = asked->m ? asked : about->sizes.at;
    const int count = asked->m ? 1 : about->sizes.count;
    memset(p, 0, sizeof *p);
    for (; p->cases < count && !p->wrong[0]; p->cases++) {
        const struct lab_case c = plain_case(e, sizes[p->cases], p->cases);
        plain_run(e, &c, p);
        plain_close(p);
    }
    if (!p->wrong[0])
        plain_measure(e, plain_case(e, asked->m ? *asked : about->timed, 1), p);
}

static void plain_print(const struct lab_entry *e, const struct plain *p,
                        const struct plain *before)
{
    const struct lab_case *c = &p->question, *b = &before->question;
    const struct lab_shape *s = &p->shape;
    const int computes = s->flops > 16 * s->bytes;
    if (p->wrong[0])
        printf("%2d %-20s  wrong: %s\n", e->step, e->name, p->wrong);
    else
        printf("%2d %-20s  right at %d sizes", e->step, e->name, p->cases);
    if (p->ms > 0)
        printf("; %s: %.4f ms, %.0f %s", lab_size_text(c).text, p->ms,
               (computes ? s->flops : s->bytes) / p->ms / 1e6, computes ? "GFLOP/s" : "GB/s");
    if (p->ms > 0 && before->ms > 0 && lab_family(b->problem) == lab_family(c->problem) &&
        b->m == c->m && b->n == c->n && b->k == c->k)
        printf(", %.2fx the step before", before->ms / p->ms);
    if (p->library_ms > 0)
        printf(", %.2fx cuBLAS", p->library_ms / p->ms);
    printf(p->wrong[0] ? "" : "\n");
    fflush(stdout);
}

/* All steps, or number `only`, if that is not -1. The program's status. */
static int plain_steps(const struct lab_entry *e, int only, const struct lab_size *asked,
                       const struct cudaDeviceProp *gpu)
{
    struct plain now, before;
    int tried = 0, wrong = 0;
    char why[200];
    memset(&before, 0, sizeof before);
    for (; e->step >= 0; e++) {
        if (only >= 0 && e->step != only)
            continue;
        if (lab_unsupported(e->problem, gpu->major, gpu->minor, !LAB_ON_GPU, why, sizeof why)) {
            printf("%2d %-20s  skipped: %s\n", e->step, e->name, why);
            continue;
        }
        plain_try(e, asked, &now);
        plain_print(e, &now, &before);
        before = now;
        tried++;
        wrong += now.wrong[0] != 0;
        if (cudaDeviceSynchronize() != cudaSuccess) {
            printf("After this error CUDA does nothing more in this program: say another step.\n");
            break;
        }
    }
    if (!tried)
        fprintf(stderr, "no step was tried\n");
    return wrong ? 1 : tried ? 0 : 2;
}

static int plain_main(int argc, char **argv, const char *lab, const struct lab_entry *steps)
{
    struct lab_size asked = {0, 0, 0};
    struct cudaDeviceProp gpu;
    char *end = NULL;
    const long only = argc > 1 ? strtol(argv[1], &end, 10) : -1;
    if (argc > 3 || (end && (*end || only < 0)) ||
        (argc > 2 && (sscanf(argv[2], "%dx%dx%d", &asked.m, &asked.n, &asked.k) < 2 ||
                      asked.m < 1 || asked.n < 1 || asked.k < 0))) {
        fprintf(stderr, "say: %s [STEP [SIZE]], like %s 1 100x100\n", argv[0], argv[0]);
        return 2;
    }
    const cudaError_t error = cudaGetDeviceProperties(&gpu, 0);
    if (error != cudaSuccess) {
        fprintf(stderr, "no usable GPU: %s. `make run BACKEND=emulator` needs none.\n",
                cudaGetErrorString(error));
        return 2;
    }
    printf("Lab %s on %s\n", lab, gpu.name);
    return plain_steps(steps, (int)only, &asked, &gpu);
}
