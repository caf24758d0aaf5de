/* cuBLAS, calculated by a packaged CBLAS, which is loaded when a program makes a handle. What a
 * call reads and writes is checked and noted as of a copy; its accesses are not counted. */
#include "api.h"
#include "include/small/cublas_v2.h"
#include "counters/record.h"
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

enum { MOST_OPERANDS = 3 };
struct call {
    const char *name;
    const struct emu_cublas *handle;
    int count, is_wrong, for_host; /* for_host: its result goes to host memory */
    struct api_operand operands[MOST_OPERANDS];
    double operations, alpha, beta;
};

#define CALL                                                                                       \
    __attribute__((cleanup(api_leave))) int entered = api_enter();                                 \
    struct call call = {.name = __func__, .handle = handle};                                       \
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
    const int least = rows > 1 ? rows : 1;
    if (pitch < least && !c->is_wrong) {
        c->is_wrong = 1;
        api_refuse(cudaErrorInvalidValue, EMU_API_ERROR,
                   "a leading dimension is %d, at least %d is needed", pitch, least);
    }
    if (rows > 0 && columns > 0)
        operand(c, role, at, (size_t)rows * size, (size_t)columns, (size_t)pitch * size, use);
}

static double number_at(const void *from, size_t size, size_t i)
    IS(size == sizeof(float) ? ((const float *)from)[i] : ((const double *)from)[i]);

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
    const double value = number_at(at, size, 0);
    memory_open(one.side.begin, size, 0);
    return value;
}

/* Where the result of a sum goes. */
static void result(struct call *c, const void *at, size_t size)
{
    if (c->handle->mode == CUBLAS_POINTER_MODE_DEVICE)
        operand(c, "the result", at, size, 1, size, API_WRITES);
    else
        c->for_host = 1, c->is_wrong |= !at;
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

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    API_BEGIN_OR("cublasCreate", CUBLAS_STATUS_NOT_INITIALIZED);
    if (!handle || !load())
        return handle ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_INVALID_VALUE;
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

const char *cublasGetStatusName(cublasStatus_t status)
{
#define NAME(name_, number_)                                                                       \
    if (status == CUBLAS_STATUS_##name_)                                                           \
        return "CUBLAS_STATUS_" #name_;
    EMU_CUBLAS_STATUSES(NAME)
    return "unknown";
}

const char *cublasGetStatusString(cublasStatus_t status) IS(cublasGetStatusName(status));

/* `m_` numbers, a row of a matrix or one, and what says so. */
#undef EMU_CUBLAS_COPY
#define EMU_CUBLAS_COPY(name_, m_, kind_, ...)                                                     \
    cublasStatus_t name_(__VA_ARGS__ int n, int size, const void *from, int from_step, void *to,   \
                         int to_step)                                                              \
    {                                                                                              \
        API_BEGIN_OR(#name_, CUBLAS_STATUS_EXECUTION_FAILED);                                      \
        const size_t bytes = (size_t)size, width = bytes * (size_t)(m_);                           \
        if (n <= 0 || !width)                                                                      \
            return CUBLAS_STATUS_SUCCESS;                                                          \
        const cudaError_t error =                                                                  \
            api_copy_rows(to, (size_t)to_step * bytes, from, (size_t)from_step * bytes, width,     \
                          (size_t)n, kind_);                                                       \
        return api_blocking(error, to, from) ? CUBLAS_STATUS_INVALID_VALUE                         \
                                             : CUBLAS_STATUS_SUCCESS;                              \
    }

/* From 1 on, the first element with the largest amount or, `sign` -1, the smallest; 0: none. */
static int extreme(int sign, int n, const void *x, size_t size, int step)
{
    int best = n < 1 || step < 1 ? 0 : 1;
    for (int i = 2; best && i <= n; i++)
        if (sign * fabs(number_at(x, size, (size_t)(i - 1) * (size_t)step)) >
            sign * fabs(number_at(x, size, (size_t)(best - 1) * (size_t)step)))
            best = i;
    return best;
}

enum { COLUMN_MAJOR = 102, NO_TRANSPOSE = 111 }; /* CBLAS's; the next one is a transposition */
#define BLAS(type_, name_, ...)                                                                    \
    ({                                                                                             \
        static void *known_;                                                                       \
        known_ = known_ ? known_                                                                   \
                        : dlsym(library, sizeof(REAL) == sizeof(float) ? "cblas_s" name_           \
                                                                       : "cblas_d" name_);         \
        (type_(*)(__VA_ARGS__)) known_;                                                            \
    })
typedef const void *P;

#define REAL                 EMU_REAL
#define SIZE                 sizeof(REAL)
#define ALPHA                (call.alpha = scalar(&call, "alpha", alpha, SIZE))
#define BETA                 (call.beta = scalar(&call, "beta", beta, SIZE))
#define X(n_, use_)          vector(&call, "vector x", x, SIZE, n_, incx, use_)
#define Y(n_, use_)          vector(&call, "vector y", y, SIZE, n_, incy, use_)
#define A(m_, n_, use_)      matrix(&call, "matrix A", a, SIZE, m_, n_, lda, use_)
#define B(m_, n_, use_)      matrix(&call, "matrix B", b, SIZE, m_, n_, ldb, use_)
#define C(m_, n_, use_)      matrix(&call, "matrix C", c, SIZE, m_, n_, ldc, use_)
#define AT(op_, i_, j_, ld_) ((op_) ? (j_) + (i_) * (size_t)(ld_) : (i_) + (j_) * (size_t)(ld_))

#undef EMU_CUBLAS
#undef EMU_CUBLAS_BY
#define EMU_CUBLAS_BY(name_, parameters_, ...)                                                     \
    cublasStatus_t name_(cublasHandle_t handle, EMU_LIST parameters_)                              \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
#define EMU_CUBLAS(name_, parameters_, operands_, ...)                                             \
    EMU_CUBLAS_BY(name_, parameters_, CALL; operands_; if (work(&call)) __VA_ARGS__;               \
                  return end(&call))
#include "include/small/cublas_calls.h"

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                            int m, int n, int k, const void *alpha, const void *a,
                            cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                            int ldb, const void *beta, void *c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
    const int is_double = compute == CUBLAS_COMPUTE_64F;
    const cudaDataType type = is_double ? CUDA_R_64F : CUDA_R_32F;
    if (type_a != type || type_b != type || type_c != type) {
        CALL;
        api_refuse(cudaErrorNotSupported, EMU_UNSUPPORTED,
                   "the emulator's cuBLAS has float and double, all of one type");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    return is_double ? cublasDgemm(handle, opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
                     : cublasSgemm(handle, opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
