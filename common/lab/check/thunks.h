/* How each problem's operands are handed to a step, as contracts.h says. Included by execute.h. */
#ifndef LAB_THUNKS_H
#define LAB_THUNKS_H

#define LAB_IN(type, i) ((const type *)in[i])
#define LAB_OUT(type)   ((type *)d->out)
#define LAB_LD(i)       d->shape.in[i].ld

#define LAB_THUNK(problem, ...)                                                                    \
    static inline void lab_call_##problem(struct lab_device *d, lab_function *launch, float **in)  \
    {                                                                                              \
        const struct lab_case *c = &d->question;                                                   \
        ((LAB_RETURNS_##problem(*) LAB_PARAMETERS_##problem)launch)(__VA_ARGS__);                  \
    }

/* The array is in host memory; here the labs' program copies it. */
static inline void lab_call_ADD_ONE(struct lab_device *d, lab_function *launch, float **in)
{
    float *a = NULL;
    cudaEvent_t begin = NULL, end = NULL;
    (void)in;
    d->returned = cudaMalloc((void **)&a, d->out_bytes);
    if (d->returned != cudaSuccess)
        return;
#ifdef LAB_EMULATOR
    struct lab_operand named = lab_matrix(d->shape.out.name, 1, d->question.m * d->question.n);
    lab_name_operand(&named, a);
#endif
    cudaMemcpy(a, d->out, d->out_bytes, cudaMemcpyHostToDevice);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin, 0);
    ((LAB_RETURNS_ADD_ONE(*) LAB_PARAMETERS_ADD_ONE)launch)(a, d->question.m * d->question.n);
    cudaEventRecord(end, 0);
    d->returned = lab_settle();
    cudaEventElapsedTime(&d->step_ms, begin, end);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaMemcpy(d->out, a, d->out_bytes, cudaMemcpyDeviceToHost);
    lab_guard_none();
    cudaFree(a);
}

static inline void lab_call_HOST_PROGRAM(struct lab_device *d, lab_function *launch, float **in)
{
    (void)in;
    d->step_ms = -1;
    ((LAB_RETURNS_HOST_PROGRAM(*) LAB_PARAMETERS_HOST_PROGRAM)launch)(d->out, d->question.m,
                                                                      d->question.n);
}

static inline void lab_call_CHECKED_PROGRAM(struct lab_device *d, lab_function *launch, float **in)
{
    (void)in;
    d->returned = ((LAB_RETURNS_CHECKED_PROGRAM(*) LAB_PARAMETERS_CHECKED_PROGRAM)launch)(
        d->out, d->question.m, d->question.n, &d->step_ms);
}

LAB_THUNK(GEMV_ROW, LAB_IN(float, 0), LAB_IN(float, 1), d->out, c->m, c->n)
LAB_THUNK(GEMV_COL, LAB_IN(float, 0), LAB_LD(0), LAB_IN(float, 1), d->out, c->m, c->n)
#define lab_call_GEMV_SPLIT lab_call_GEMV_COL
#define lab_call_GEMV_CONST lab_call_GEMV_COL
LAB_THUNK(TRANSPOSE, LAB_IN(float, 0), d->out, c->m, c->n)
LAB_THUNK(BRANCHES, LAB_IN(unsigned, 0), LAB_OUT(unsigned), c->m * c->n, c->k)
LAB_THUNK(GEMM, LAB_IN(float, 0), LAB_LD(0), LAB_IN(float, 1), LAB_LD(1), d->out, d->shape.out.ld,
          c->m, c->n, c->k)
#define lab_call_GEMM_TILE   lab_call_GEMM
#define lab_call_GEMM_HOPPER lab_call_GEMM
LAB_THUNK(DGEMM, LAB_IN(double, 0), LAB_LD(0), LAB_IN(double, 1), LAB_LD(1), LAB_OUT(double),
          d->shape.out.ld, c->m, c->n, c->k)
#define lab_call_DGEMM_TENSOR lab_call_DGEMM
#define lab_call_DGEMM_HOPPER lab_call_DGEMM
LAB_THUNK(PACK_A, LAB_IN(float, 0), LAB_OUT(uint32_t), c->m, c->n)
#define lab_call_PACK_B  lab_call_PACK_A
#define lab_call_PACK_BT lab_call_PACK_A
LAB_THUNK(ONES, LAB_IN(uint32_t, 0), LAB_OUT(int), c->m, c->n)
LAB_THUNK(XNOR, LAB_IN(uint32_t, 0), LAB_IN(uint32_t, 1), LAB_OUT(int), c->m, c->n, c->k)
LAB_THUNK(XNOR_MMA, LAB_IN(uint32_t, 0), LAB_IN(uint32_t, 1), LAB_IN(int, 2), LAB_IN(int, 3),
          LAB_OUT(int), c->m, c->n, c->k)
#define lab_call_XNOR_HOPPER lab_call_XNOR_MMA
LAB_THUNK(SIGN, LAB_IN(uint32_t, 0), LAB_IN(uint32_t, 1), LAB_IN(int, 2), LAB_IN(int, 3),
          LAB_OUT(uint32_t), c->m, c->n, c->k)

/* Calls the step once, on input set `set`. Asynchronous where the step is. */
static inline void lab_call(struct lab_device *d, const struct lab_entry *e, int set)
{
    typedef void lab_thunk(struct lab_device *, lab_function *, float **);
#define LAB_THUNK_AT(name) lab_call_##name,
    static lab_thunk *const thunks[] = {LAB_PROBLEM_LIST(LAB_THUNK_AT)};
#undef LAB_THUNK_AT
    thunks[d->question.problem](d, e->launch, d->in + (size_t)set * (size_t)d->shape.inputs);
}

/* The preparation alone: it sees a product's B, or a vector. */
static inline void lab_call_prepare(struct lab_device *d, const struct lab_entry *e, int set)
{
    float **in = d->in + (size_t)set * (size_t)d->shape.inputs;
    if (lab_has_depth(d->question.problem))
        ((void(*) LAB_PREPARE_PARAMETERS_B)e->prepare)(in[1], d->shape.in[1].ld, d->question.k,
                                                       d->question.n);
    else
        ((void(*) LAB_PREPARE_PARAMETERS_X)e->prepare)(in[1], d->question.n);
}

#undef LAB_IN
#undef LAB_OUT
#undef LAB_LD
#undef LAB_THUNK
#endif
