/* The times of the steps that are right, on a GPU, and the tables of them. rounds.h says how they
 * are taken. */
#pragma once

#include "resources.h"
#include "rounds.h"

/* ---- what the GPU replaces: each problem in plain C on one core (problems/one_core.h) ---- */

#ifndef LAB_CPU_BUILT /* by `make run` */
#define LAB_CPU_BUILT "the options of this program"
#endif

/* Elements or multiply-adds beyond which nobody wants to wait for one core. */
static const double lab_cpu_limit = 1.1e9;

/* Milliseconds in which one core solves a case (on real data, which has no gaps between its rows);
 * 0 where it was not done: too large, or no memory. */
static inline double lab_cpu_ms(const struct lab_case *c)
{
    struct lab_shape s = lab_shape_of(c);
    void *in[LAB_INPUTS] = {NULL}, *out = NULL;
    double begin = 0, end = 0, ready = 1;
    if ((s.flops > s.bytes ? s.flops / 2 : s.bytes / 8) > lab_cpu_limit)
        return 0;
    out = calloc(lab_elements(&s.out), lab_type_size(s.out.type));
    for (int i = 0; i < s.inputs; i++) {
        in[i] = malloc(lab_bytes(&s.in[i]));
        if (in[i])
            lab_fill_host(c, i, in[i]);
        ready = ready && in[i];
    }
    if (out && ready) {
        begin = lab_now_ms();
        lab_trials_of(c->problem)->cpu(c, in, out);
        end = lab_now_ms();
    }
    volatile char keep = out ? *(char *)out : 0;
    (void)keep;
    for (int i = 0; i < s.inputs; i++)
        free(in[i]);
    free(out);
    return end - begin;
}

/* ---- what the times of a GEMV leave out, as document 000 says one should not forget: moving A to
 * the device, and bringing a row-major A into column-major order. Each is timed on its own, as the
 * host sees it. ---- */

/* Times what `work` queues, after once to warm up; a row of it. It returns 0 where it fails. */
template <class Work>
static inline void lab_time_extra(const struct lab_case *c, struct lab_table *t, const char *name,
                                  const char *kind, Work work)
{
    enum { ROUNDS = 5 };
    struct lab_series series;
    series.count = 0;
    for (int i = 0; i <= ROUNDS; i++) {
        const double begin = lab_now_ms();
        if (work() && cudaDeviceSynchronize() == cudaSuccess && i > 0)
            series.ms[series.count++] = lab_now_ms() - begin;
    }
    lab_table_extra(t, c, name, kind, &series);
}

static inline void lab_time_transfer(const struct lab_case *c, struct lab_table *t,
                                     const char *name, void *device, void *host, size_t bytes)
{
    if (!host)
        return;
    memset(host, 1, bytes); /* pages exist only once they are written */
    lab_time_extra(c, t, name, "transfer", [&] {
        return cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice) == cudaSuccess;
    });
}

/* Call it while no other buffers are held: it needs A twice on the device and once on the host. To
 * cuBLAS, which stores by columns, a row-major m x n matrix is an n x m matrix to transpose. */
static inline void lab_print_extras(const struct lab_case *c, struct lab_table *t)
{
    static const struct {
        const char *name;
        unsigned flags;
    } pinned[] = {{"transfer of A, pinned", cudaHostAllocDefault},
                  {"transfer of A, write-combined", cudaHostAllocWriteCombined}};
    const size_t bytes = (size_t)c->m * c->n * sizeof(float);
    const float one = 1, zero = 0;
    float *from = NULL, *to = NULL;
    cublasHandle_t handle;
    printf("\nWhat these times leave out:\n");
    if (cudaMalloc((void **)&from, bytes) == cudaSuccess) {
        void *host = malloc(bytes);
        lab_time_transfer(c, t, "transfer of A, pageable", from, host, bytes);
        free(host);
        for (int i = 0; i < 2; i++) {
            host = NULL;
            cudaHostAlloc(&host, bytes, pinned[i].flags);
            lab_time_transfer(c, t, pinned[i].name, from, host, bytes);
            cudaFreeHost(host);
        }
        if (cudaMalloc((void **)&to, bytes) == cudaSuccess &&
            cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS) {
            lab_time_extra(c, t, "transposed copy (cublasSgeam)", "preparation", [&] {
                return cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, c->m, c->n, &one, from, c->n,
                                   &zero, to, c->m, to, c->m) == CUBLAS_STATUS_SUCCESS;
            });
            cublasDestroy(handle);
        }
    }
    cudaFree(from);
    cudaFree(to);
    cudaGetLastError();
}

/* What the row of a contender says; `previous`: the time of the step before it, 0 if it has
 * none. */
static inline struct lab_row lab_contender_row(const struct lab_table *t,
                                               const struct lab_contender *x,
                                               const struct lab_case *c, double previous)
{
    static const char *const kinds[] = {"solution", "reference", "reference", "library",
                                        "ceiling",  "copy",      "setting"};
    struct lab_row row =
        lab_row_of(c, x->name, x->who, lab_median(&x->times.ms), lab_spread(&x->times.ms));
    row.question.problem = x->problem;
    row.step =
        x->kind == LAB_MINE || x->kind == LAB_THEIRS || x->kind == LAB_SETTING ? x->step : -1;
    row.kind = kinds[x->kind];
    row.ok = x->verdict.ok;
    row.prepare_ms = x->prepare_ms;
    row.speedup = x->kind == LAB_MINE && row.ms > 0 ? previous / row.ms : 0;
    for (const struct lab_contender *y = t->list; y < t->list + t->count; y++) {
        const double ratio = lab_median(&y->times.ms) / row.ms;
        if (x->kind == LAB_MINE && y->kind == LAB_THEIRS && y->step == x->step)
            row.to_reference = ratio;
        if (row.step >= 0 && y->kind == LAB_LIBRARY && y->problem == lab_layout(x->problem))
            row.to_library = ratio;
        if (row.step >= 0 && y->kind == LAB_STREAM && lab_family(y->problem) == c->problem)
            row.to_stream = ratio;
    }
    return row;
}

static inline void lab_print_family(const struct lab_case *c, struct lab_table *t, double cpu_ms)
{
    double previous = cpu_ms;
    lab_table_header(t, c);
    struct lab_row row = lab_row_of(c, "one CPU core", "", cpu_ms, 0);
    if (cpu_ms > 0) {
        lab_table_row(t, &row);
        printf("%5splain loops on one core, not blocked; compiler %s, %s\n", "", __VERSION__,
               LAB_CPU_BUILT);
    }
    for (const struct lab_contender *x = t->list; x < t->list + t->count; x++) {
        if (lab_family(x->problem) != c->problem)
            continue;
        if (x->skipped_ms > 0) {
            printf("%4d  %s (%s): left out, one launch would take about %.1f s\n", x->step, x->name,
                   x->who, x->skipped_ms / 1e3);
            continue;
        }
        if (x->failed) {
            lab_table_name(x->step, x->name, x->who);
            putchar('\n');
            lab_put_folded(x->why, 6, 98);
            continue;
        }
        if (t->sweep && (x == t->list || x->step != x[-1].step)) /* the file as it is */
            previous = lab_median(&x->times.ms);
        row = lab_contender_row(t, x, c, previous);
        lab_table_row(t, &row);
        if (!row.ok)
            printf("        %s\n", lab_verdict_text(&x->verdict, 1).text);
        if (!t->sweep && (x->kind == LAB_MINE || x->kind == LAB_BEFORE))
            previous = row.ms;
    }
}

/* Each prediction beside what was measured. A family's first step is compared with one CPU core, as
 * in the table. */
static inline void lab_print_predictions(const struct lab_table *t, enum lab_problem family,
                                         double cpu_ms)
{
    double before = cpu_ms;
    const char *than = "one CPU core";
    for (const struct lab_contender *x = t->list; x < t->list + t->count; x++) {
        if (lab_family(x->problem) != family || !(x->kind == LAB_MINE || x->kind == LAB_BEFORE) ||
            x->times.ms.count == 0)
            continue;
        double measured = before / lab_median(&x->times.ms), ratio = measured / x->predicted;
        if (x->predicted > 0 && before > 0)
            printf("step %d  %s: you predicted %.2fx over %s, measured %.2fx. %s\n", x->step,
                   x->name, x->predicted, than, measured,
                   ratio > 0.9 && ratio < 1 / 0.9 ? "Well predicted."
                                                  : "What did your prediction leave out?");
        before = lab_median(&x->times.ms);
        than = "the step before";
    }
}

/* Launches each measured step once more and shows what its kernels take of an SM; nothing where
 * launches are not noted. */
static inline void lab_show_resources(struct lab_group *g)
{
    const struct lab_table *t = g->table;
    const enum lab_problem family = g->ref.question.problem;
    int shown = 0;
    for (const struct lab_contender *x = t->list; x < t->list + t->count; x++) {
        if (lab_family(x->problem) != family || x->skipped_ms > 0 || x->failed ||
            x->kind != LAB_MINE || g->ref.shape.in_place)
            continue;
        lab_noted.on = 1;
        lab_noted.count = 0;
        lab_call(&g->device[lab_layout(x->problem)], x->entry, 0);
        lab_settle();
        lab_noted.on = 0;
        for (int j = 0; j < lab_noted.count; j++) {
            if (!shown++)
                printf(
                    "\nWhat a block takes of an SM, and how many fit. Occupancy: the most threads "
                    "at once, of those\nthat an SM can hold.\n"
                    "%56s spills  shared blocks occu-\n"
                    "step %-22s %13s %8s a th.  bytes   bytes  an SM pancy  limited by\n",
                    "regs.", "kernel", "grid", "block");
            lab_print_launch(x->step, &lab_noted.launch[j]);
        }
    }
}

/* The GPU's table for one family. The contenders keep their times, and what failed. */
static inline int lab_take_family(const struct lab_case *c, struct lab_table *t)
{
    static struct lab_group group;
    const double cpu_ms = lab_cpu_ms(c);
    lab_forget(t, c);
    int status = lab_group_open(&group, t, c);
    const int kept = lab_mute();
    status = status ? status : lab_interleave(&group);
    lab_unmute(kept);
    if (!status) {
        lab_print_family(c, t, cpu_ms);
        lab_print_predictions(t, c->problem, cpu_ms);
        if (!t->sweep && !(t->shown >> c->problem & 1))
            lab_show_resources(&group);
        t->shown |= 1u << c->problem;
    }
    lab_group_close(&group);
    if (!status && lab_is(c->problem, LAB_STREAMS) && !t->sweep)
        lab_print_extras(c, t);
    return status;
}

/* Adds to the list what every table is compared with: cuBLAS for each layout in use, and one plain
 * reader or copy. */
static inline void lab_add_yardsticks(struct lab_table *t)
{
    struct lab_contender *end = t->list + t->count;
    int reader = 0;
    for (int p = 0; p < LAB_PROBLEMS; p++) {
        const enum lab_problem problem = (enum lab_problem)p;
        int used = 0;
        for (int i = 0; i < t->count; i++)
            used |= lab_layout(t->list[i].problem) == problem;
        const char *library = used ? lab_problem_of(problem)->library_name : NULL;
        if (library)
            *end++ = lab_contender_of(library, "", -1, problem, NULL, LAB_LIBRARY);
        if (used && lab_problem_of(problem)->library == LAB_SGEAM)
            *end++ =
                lab_contender_of("device copy of as many bytes", "", -1, problem, NULL, LAB_COPY);
        if (library && lab_is(problem, LAB_STREAMS) && !reader++)
            *end++ = lab_contender_of("read-only stream", "", -1, problem, NULL, LAB_STREAM);
    }
    t->count = (int)(end - t->list);
}
