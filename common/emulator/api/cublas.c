/* cuBLAS, calculated by a packaged CBLAS, which is loaded when a program makes a handle: nothing
 * else needs one. What a call reads and writes of the device's memory is checked and noted as that
 * of a copy is; its accesses are not counted. */
#include "api.h"
#include "include/small/cublas_v2.h"
#include "counters/gpu_models.h"
#include "memory/memory.h"

#include <dlfcn.h>
#include <math.h>

struct emu_cublas {
    cudaStream_t stream;
    cublasPointerMode_t mode;
};

static void *library;

static int load(void)
{
    static const char *const names[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3"};
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library && !dlsym(library, "cblas_dgemm"))
            library = NULL;
    }
    if (!library)
        api_refuse(cudaErrorNotSupported, EMU_UNSUPPORTED,
                   "cuBLAS is calculated by a packaged CBLAS here, and there is none: install "
                   "libopenblas0 (Debian, Ubuntu) or openblas (Fedora, Arch)");
    return library != NULL;
}

/* ---- one call */

enum { MOST_OPERANDS = 3 };
struct call {
    const char *name;
    const struct emu_cublas *handle;
    int entered, count, is_wrong, for_host; /* for_host: its result goes to host memory */
    struct api_operand operands[MOST_OPERANDS];
    double operations, alpha, beta;
};

static void leave(struct call *c)
{
    api_leave(&c->entered);
}

#define CALL                                                                                       \
    __attribute__((cleanup(leave))) struct call call = {                                           \
        .name = __func__, .handle = handle, .entered = api_enter()};                               \
    if (!begin(&call))                                                                             \
    return handle ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_NOT_INITIALIZED

static int begin(struct call *c)
{
    if (api_begin(c->name) != cudaSuccess)
        return 0;
    if (!c->handle) {
        api_refuse(cudaErrorInvalidValue, EMU_API_ERROR,
                   "the handle is a null pointer: cublasCreate makes one");
        return 0;
    }
    api_in_stream(c->handle->stream);
    return 1;
}

/* A number that the call may not have, such as a leading dimension below the number of rows. */
static void at_least(struct call *c, const char *what, int value, int least)
{
    if (value >= least || c->is_wrong)
        return;
    c->is_wrong = 1;
    api_refuse(cudaErrorInvalidValue, EMU_API_ERROR, "%s is %d, at least %d is needed", what, value,
               least);
}

static void operand(struct call *c, const char *role, const void *at, size_t width, size_t rows,
                    size_t pitch, enum api_use use)
{
    if (c->is_wrong || !width || !rows)
        return;
    c->operands[c->count] = (struct api_operand){{(uintptr_t)at, width, rows, pitch, role}, use};
    c->is_wrong = !api_operand_is_good(&c->operands[c->count++]);
}

static void vector(struct call *c, const char *role, const void *at, size_t size, int n, int step,
                   enum api_use use)
{
    const size_t apart = (size_t)abs(step) * size;
    if (n > 0 && apart == size)
        operand(c, role, at, (size_t)n * size, 1, (size_t)n * size, use);
    else if (n > 0)
        operand(c, role, at, size, step ? (size_t)n : 1, apart, use);
}

static void matrix(struct call *c, const char *role, const void *at, size_t size, int rows,
                   int columns, int pitch, enum api_use use)
{
    at_least(c, "a leading dimension", pitch, rows > 1 ? rows : 1);
    if (rows > 0 && columns > 0)
        operand(c, role, at, (size_t)rows * size, (size_t)columns, (size_t)pitch * size, use);
}

/* alpha, beta: of the host's or the device's memory, as the handle says. */
static double scalar(struct call *c, const char *role, const void *at, size_t size)
{
    struct api_operand one = {{(uintptr_t)at, size, 1, size, role}, API_READS};
    const struct emu_area *area = emu_area_of((uintptr_t)at);
    if (c->is_wrong)
        return 0;
    if (c->handle->mode == CUBLAS_POINTER_MODE_DEVICE) {
        c->is_wrong = !api_operand_is_good(&one);
    } else if (!at || (emu_in_arena((uintptr_t)at) && !(area && area->host_visible))) {
        c->is_wrong = 1;
        api_refuse(cudaErrorInvalidValue, EMU_DEVICE_POINTER_ON_HOST,
                   "%s is %s: give the address of a variable of the host's, or call "
                   "cublasSetPointerMode first",
                   role, at ? "in device memory" : "a null pointer");
    }
    if (c->is_wrong)
        return 0;
    memory_open(one.side.begin, size, 1);
    const double value = size == sizeof(float) ? *(const float *)at : *(const double *)at;
    memory_open(one.side.begin, size, 0);
    return value;
}

/* Where the result of a sum goes. */
static void result(struct call *c, const void *at, size_t size)
{
    if (c->handle->mode == CUBLAS_POINTER_MODE_DEVICE)
        operand(c, "the result", at, size, 1, size, API_WRITES);
    else
        c->for_host = 1;
}

/* From here to `end` the operands are open. 0: the call is not made. */
static int work(struct call *c)
{
    if (!c->is_wrong)
        api_operands_open(c->operands, c->count, c->name);
    return !c->is_wrong;
}

static cublasStatus_t end(struct call *c)
{
    if (c->is_wrong)
        return CUBLAS_STATUS_INVALID_VALUE;
    api_operands_close(c->operands, c->count);
    const struct emu_gpu *gpu = emu_gpu_now();
    double bytes = 0;
    for (int i = 0; i < c->count; i++)
        bytes += (double)c->operands[i].side.width * (double)c->operands[i].side.rows;
    const double memory = 1e6 * bytes / (2e3 * gpu->memory_khz * gpu->bus_bits / 8),
                 numbers = 1e3 * c->operations / gpu->fp32 / gpu->sms / gpu->clock_khz;
    api_copied(memory > numbers ? memory : numbers);
    if (c->for_host)
        api_host_waits();
    api_end(cudaSuccess);
    return CUBLAS_STATUS_SUCCESS;
}

/* ---- the handle */

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    API_BEGIN_OR("cublasCreate", CUBLAS_STATUS_NOT_INITIALIZED);
    if (!load())
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = calloc(1, sizeof **handle);
    return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    API_BEGIN_OR("cublasDestroy", CUBLAS_STATUS_NOT_INITIALIZED);
    api_host_waits();
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)
{
    *version = CUBLAS_VERSION;
    return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

#define SETTING(name_, parameter_, does_)                                                          \
    cublasStatus_t name_(cublasHandle_t handle, parameter_)                                        \
    {                                                                                              \
        CALL;                                                                                      \
        does_;                                                                                     \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }
SETTING(cublasSetStream, cudaStream_t stream, handle->stream = stream)
SETTING(cublasGetStream, cudaStream_t *stream, *stream = handle->stream)
SETTING(cublasSetPointerMode, cublasPointerMode_t mode, handle->mode = mode)
SETTING(cublasGetPointerMode, cublasPointerMode_t *mode, *mode = handle->mode)
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode)
{
    return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

const char *cublasGetStatusName(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_SUCCESS           ? "CUBLAS_STATUS_SUCCESS"
           : status == CUBLAS_STATUS_NOT_INITIALIZED ? "CUBLAS_STATUS_NOT_INITIALIZED"
           : status == CUBLAS_STATUS_INVALID_VALUE   ? "CUBLAS_STATUS_INVALID_VALUE"
           : status == CUBLAS_STATUS_NOT_SUPPORTED   ? "CUBLAS_STATUS_NOT_SUPPORTED"
                                                     : "CUBLAS_STATUS_EXECUTION_FAILED";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    return cublasGetStatusName(status);
}

/* ---- copies */

static cublasStatus_t copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                size_t width, int rows, cudaMemcpyKind kind)
{
    if (rows <= 0 || !width)
        return CUBLAS_STATUS_SUCCESS;
    const cudaError_t error =
        api_copy_rows(to, to_pitch, from, from_pitch, width, (size_t)rows, kind);
    return api_blocking(error, to, from) ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}

#define COPY_VECTOR(name_, kind_)                                                                  \
    cublasStatus_t name_(int n, int size, const void *from, int from_step, void *to, int to_step)  \
    {                                                                                              \
        API_BEGIN_OR(#name_, CUBLAS_STATUS_EXECUTION_FAILED);                                      \
        const size_t bytes = (size_t)size;                                                         \
        return copy_rows(to, (size_t)to_step * bytes, from, (size_t)from_step * bytes, bytes, n,   \
                         kind_);                                                                   \
    }
#define COPY_MATRIX(name_, kind_)                                                                  \
    cublasStatus_t name_(int m, int n, int size, const void *from, int from_pitch, void *to,       \
                         int to_pitch)                                                             \
    {                                                                                              \
        API_BEGIN_OR(#name_, CUBLAS_STATUS_EXECUTION_FAILED);                                      \
        const size_t bytes = (size_t)size;                                                         \
        return copy_rows(to, (size_t)to_pitch * bytes, from, (size_t)from_pitch * bytes,           \
                         (size_t)m * bytes, n, kind_);                                             \
    }
COPY_VECTOR(cublasSetVector, cudaMemcpyHostToDevice)
COPY_VECTOR(cublasGetVector, cudaMemcpyDeviceToHost)
COPY_MATRIX(cublasSetMatrix, cudaMemcpyHostToDevice)
COPY_MATRIX(cublasGetMatrix, cudaMemcpyDeviceToHost)

/* ---- numbers */

enum { COLUMN_MAJOR = 102, NO_TRANSPOSE = 111 }; /* CBLAS's; the next one is a transposition */
#define CBLAS(type_, name_, arguments_)                                                            \
    ({                                                                                             \
        static void *known_;                                                                       \
        known_ = known_ ? known_ : dlsym(library, "cblas_" name_);                                 \
        (type_(*) arguments_) known_;                                                              \
    })

#define BLAS(type_, name_, ...) CBLAS(type_, LETTER name_, (__VA_ARGS__))
#define SIZE                    sizeof(REAL)
#define ALPHA                   (call.alpha = scalar(&call, "alpha", alpha, SIZE))
#define BETA                    (call.beta = scalar(&call, "beta", beta, SIZE))
#define X(n_, use_)             vector(&call, "vector x", x, SIZE, n_, incx, use_)
#define Y(n_, use_)             vector(&call, "vector y", y, SIZE, n_, incy, use_)
/* A call: its operands, and what is computed with them. */
#define DOES(operands_, ...)                                                                       \
    {                                                                                              \
        CALL;                                                                                      \
        operands_;                                                                                 \
        if (work(&call))                                                                           \
            __VA_ARGS__;                                                                           \
        return end(&call);                                                                         \
    }

#define REAL     float
#define FULL(f_) cublasS##f_
#define INDEX(f) cublasIs##f
#define LETTER   "s"
#include "cublas_calls.h"
#undef REAL
#undef FULL
#undef INDEX
#undef LETTER
#define REAL     double
#define FULL(f_) cublasD##f_
#define INDEX(f) cublasId##f
#define LETTER   "d"
#include "cublas_calls.h"

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                            int m, int n, int k, const void *alpha, const void *a,
                            cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                            int ldb, const void *beta, void *c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
    CALL;
    const int is_double = compute == CUBLAS_COMPUTE_64F;
    const cudaDataType type = is_double ? CUDA_R_64F : CUDA_R_32F;
    if (type_a != type || type_b != type || type_c != type) {
        api_refuse(cudaErrorNotSupported, EMU_UNSUPPORTED,
                   "the emulator's cuBLAS has float and double, all of one type");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    return is_double
               ? cublasDone_gemm(&call, opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
               : cublasSone_gemm(&call, opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
