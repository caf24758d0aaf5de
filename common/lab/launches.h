/* What a lab's program does in place of the plain run. Launches in this very process, without
 * times: one, without checks, for a profiler (`make profile`), or to look at the matrices (`make
 * run … PRINT=1`); the same over and over, each one verified, since a race may show itself once in
 * a thousand (`make run … REPEAT=1000`), and for compute-sanitizer to watch (`make sanitize`). And
 * the settings of a sweep. */
#pragma once

#include "lab/check/execute.h"
#include "lab/check/finding.h"
#include "lab/program_options.h"
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
                   unwritten ? "unwritten" : lab_value_text(o->type, is, 5).text);
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
    error = error ? error : lab_prepare(&d, e);
    if (error == cudaSuccess) {
        if (print)
            lab_print_inputs(&d);
        lab_profile(1);
        error = lab_launch_prepared(&d, e, 1);
        lab_profile(0);
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
        snprintf(why, 1000, "%s", lab_verdict_text(&v, 1).text);
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

/* The same with each kind of data, at each size asked for. */
static inline struct lab_result lab_repeat_step(const struct lab_run *run, const struct lab_step *f)
{
    const struct lab_options *o = &run->o;
    const enum lab_data *data = lab_problem_of(f->problem)->data;
    const int kinds = data[0] == data[1] ? 1 : 2, sizes = o->sizes ? o->sizes : 1;
    struct lab_result r = {};
    if (lab_unsupported(f->problem, run->gpu.major, run->gpu.minor, !LAB_ON_GPU, r.message,
                        sizeof r.message))
        r.state = LAB_SKIPPED;
    for (int i = 0; i < kinds * sizes && r.state == LAB_PASS; i++) {
        const struct lab_size *size = &o->size[i / kinds];
        const uint64_t seed = lab_mix(o->seed + (uint64_t)(i % kinds));
        struct lab_case c = lab_headline(f->problem, 0, seed);
        if (o->sizes)
            lab_resize(&c, size->m, size->n, size->k);
        c.data = data[i % kinds];
        lab_repeat(lab_entry_of(lab_entries, f->step), &c, o->repeat, &r);
    }
    return r;
}

/* Launches the steps asked for, once each, in this very process. 0, or 2 where one could not be. */
static inline int lab_once_each(const struct lab_run *run)
{
    int status = 0;
    for (int i = 0; i < run->count; i++) {
        const struct lab_step *f = run->asked[i];
        const struct lab_entry *mine = lab_entry_of(lab_entries, f->step);
        if (!mine->launch)
            continue;
        printf("step %d  %s, one launch\n", f->step, f->name);
        fflush(stdout);
        if (lab_once(mine, f->problem, run->o.sizes ? run->o.size : NULL, run->o.print))
            status = 2;
    }
    return status;
}

/* `make sweep`: checks one setting of a step, and bars what cannot be measured: what the GPU lacks,
 * what crashes, what is not written yet. A GPU is not trusted with a wrong one, either; the
 * emulator counts it, and says so. */
static inline void lab_check_setting(struct lab_run *run, const struct lab_step *f,
                                     struct lab_contender *x)
{
    struct lab_step step = *f; /* no lesson: a setting is right or wrong */
    memset(&step.lesson, 0, sizeof step.lesson);
    /* the emulator's cases on a GPU, too: they are the smaller ones */
    const struct lab_trial trial = {x->entry, NULL, NULL,        !LAB_ON_GPU,
                                    0,        60,   run->o.seed, &run->gpu};
    const struct lab_result r = lab_check(&step, &trial);
    x->check = r.state == LAB_PASS ? "right" : lab_state_name(r.state);
    run->came[r.state]++;
    if (r.state == LAB_PASS)
        return;
    x->verdict.ok = r.state == LAB_NOT_ATTEMPTED || r.state == LAB_SKIPPED;
    snprintf(x->verdict.guess, sizeof x->verdict.guess, "%s: %.250s", x->check, r.message);
    if (LAB_ON_GPU || r.state != LAB_WRONG)
        lab_fail(x, LAB_BARRED, x->check, r.message);
}

/* Each setting of each step asked for, a step's settings together. */
static inline void lab_check_settings(struct lab_run *run)
{
    struct lab_contender *x = run->list, *end = x;
    for (int i = 0; i < run->count; i++)
        for (end += lab_list_settings(run->asked[i], NULL, end); x < end; x++)
            lab_check_setting(run, run->asked[i], x);
    run->table.count = (int)(end - run->list);
}
