/* Launches in this very process, without times. One, without checks: for a profiler (`make
 * profile`), or to look at the matrices (`make run … PRINT=1`). The same over and over, each one
 * verified: a race may show itself once in a thousand (`make run … REPEAT=1000`); it is also what
 * compute-sanitizer watches (`make sanitize`). */
#pragma once

#include "lab/check/execute.h"
#include "lab/check/finding.h"
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
#include <cuda_profiler_api.h>
#endif

/* ---- one launch ---- */

enum { LAB_PRINTED = 16, LAB_PRINTED_COLS = 8 /* rows and columns of a matrix that are shown */ };

/* Where a profiler that was told to wait begins and ends. */
static inline void lab_profile(int on)
{
#if defined(__CUDACC__) && !defined(LAB_EMULATOR)
    if (on)
        cudaProfilerStart();
    else
        cudaProfilerStop();
#endif
}

/* What of a matrix is shown. */
enum lab_shown {
    LAB_AS_IT_IS,
    LAB_COMPARED, /* elements that differ from what belongs there are marked with * */
    LAB_EXPECTED  /* what belongs there */
};

/* A matrix as far as it is shown. Returns how many of those elements differ. */
static inline int lab_print_matrix(const struct lab_case *c, const char *what,
                                   const struct lab_operand *o, const void *host,
                                   enum lab_shown how)
{
    const double tolerance = lab_tolerance(c, lab_shape_of(c).depth);
    char text[40];
    int differ = 0, rows = o->rows < LAB_PRINTED ? o->rows : LAB_PRINTED,
        cols = o->cols < LAB_PRINTED_COLS ? o->cols : LAB_PRINTED_COLS;
    printf("%s%s, %d x %d%s\n", what, o->name, o->rows, o->cols,
           rows < o->rows || cols < o->cols ? " (its upper left corner)" : "");
    for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++) {
            const size_t ld = (size_t)o->ld, at = o->column_major ? (size_t)col * ld + (size_t)row
                                                                  : (size_t)row * ld + (size_t)col;
            struct lab_right should = {0, 0, 0};
            if (how != LAB_AS_IT_IS)
                should = lab_problem_of(c->problem)->right(c, row, col);
            const double is = how == LAB_EXPECTED ? should.value : lab_get(o->type, host, at);
            const int wrong = how == LAB_COMPARED && !lab_is_right(is, &should, tolerance);
            const int unwritten = wrong && lab_same(is, lab_poison_value(c, o->type));
            printf("%c%10s", wrong ? '*' : ' ',
                   unwritten ? "unwritten" : lab_value_text(o->type, is, 5, text));
            differ += wrong;
        }
        printf("\n");
    }
    return differ;
}

static inline cudaError_t lab_print_output(const struct lab_device *d)
{
    const struct lab_operand *o = &d->shape.out;
    void *host = malloc(d->out_bytes);
    const cudaError_t error = host ? cudaMemcpy(host, d->out, d->out_bytes, cudaMemcpyDefault)
                                   : cudaErrorMemoryAllocation;
    if (error == cudaSuccess && lab_print_matrix(&d->question, "", o, host, LAB_COMPARED))
        lab_print_matrix(&d->question, "expected (* above: what differs): ", o, NULL, LAB_EXPECTED);
    free(host);
    return error;
}

static inline void lab_print_inputs(const struct lab_device *d)
{
    for (int i = 0; i < d->shape.inputs; i++) {
        void *host = malloc(lab_bytes(&d->shape.in[i]));
        if (host) {
            lab_fill_host(&d->question, i, host);
            lab_print_matrix(&d->question, "", &d->shape.in[i], host, LAB_AS_IT_IS);
        }
        free(host);
    }
}

/* 0, or -1 after one line about what CUDA said. size NULL: the one at which an emulator counts. */
static inline int lab_once(const struct lab_entry *e, enum lab_problem problem,
                           const struct lab_size *size, int print)
{
    struct lab_device d;
    struct lab_case c = lab_headline(problem, 0, 1);
    if (size)
        lab_resize(&c, size->m, size->n, size->k);
    cudaError_t error = lab_open_device(&d, &c, 1);
    error = error ? error : lab_poison_output(&d);
    if (error == cudaSuccess && !d.shape.in_place)
        error = lab_prepare(&d, e, 0);
    if (error == cudaSuccess) {
        if (print)
            lab_print_inputs(&d);
        lab_guard(&d, 0, 1);
        lab_profile(1);
        lab_call(&d, e, 0);
        error = lab_settle();
        lab_profile(0);
        lab_guard_none();
    }
    if (print && error == cudaSuccess)
        error = lab_print_output(&d);
    if (error != cudaSuccess)
        fprintf(stderr, "CUDA reports %s\n", cudaGetErrorString(error));
    lab_close_device(&d);
    return error == cudaSuccess ? 0 : -1;
}

/* ---- the same again and again ---- */

/* One launch, and what is wrong with it; "": nothing. A sum of floats may differ from the first
 * launch's, within its tolerance. Bits and integers may not, and for them that is the better test:
 * verifying looks at a part of a large output. */
static inline void lab_launch_again(struct lab_device *d, const struct lab_entry *e,
                                    const struct lab_reference *ref, char *first, char *out,
                                    char why[1000])
{
    if (!LAB_ON_GPU) {
        emu_watch(EMU_WATCH_RACES | EMU_WATCH_UNINITIALISED);
        emu_begin();
    }
    lab_run_once(d, e, (float *)out);
    snprintf(why, 1000, "%s", d->damage);
    if (!LAB_ON_GPU && lab_first_finding())
        lab_finding_text(lab_first_finding(), why, 1000);
    const struct lab_verdict v = lab_verify(ref, out);
    if (!why[0])
        lab_verdict_text(&v, 1, why);
    if (!why[0] && out != first && !lab_is(ref->question.problem, LAB_ROUNDED) &&
        memcmp(first, out, d->out_bytes) != 0)
        snprintf(why, 1000, "The output is not that of the first launch: is there a race?");
}

/* All launches of one case, up to the first that is wrong. */
static inline void lab_repeat(const struct lab_entry *e, const struct lab_case *c, int launches,
                              struct lab_result *r)
{
    struct lab_reference ref;
    struct lab_device d;
    const int known = lab_reference_of(c, &ref) == 0,
              open = known && lab_open_device(&d, c, 1) == cudaSuccess;
    char why[1000] = "no memory is left", *out = open ? (char *)malloc(2 * d.out_bytes) : NULL;
    int i = 0;
    while (out && r->state == LAB_PASS && i++ < launches) {
        d.shared = 1;
        lab_choose_order(i, lab_mix(c->seed + (uint64_t)i));
        lab_launch_again(&d, e, &ref, out, i > 1 ? out + d.out_bytes : out, why);
        r->state = why[0] ? LAB_WRONG : LAB_PASS;
    }
    if (!out || r->state == LAB_WRONG) {
        r->state = LAB_WRONG;
        snprintf(r->message, sizeof r->message, "launch %d of %d: %s", i, launches, why);
    }
    if (open)
        lab_close_device(&d);
    free(out);
    lab_reference_free(&ref);
}
