/* What the files of the runtime API share. */
#pragma once

#include "lanes/running.h"
#include "include/cuda_runtime_api.h"
#include "program/findings.h"

/* Every API function begins with API_BEGIN and returns through api_end (or api_refuse, which says
 * why). After a fault in a kernel every call returns its error. */
#define API_BEGIN(name) API_BEGIN_OR(name, dead_)
/* Where it is not so, returns after a refusal; of a wrong argument. */
#define API_NEEDS(is_so, error, kind, ...)                                                         \
    if (!(is_so))                                                                                  \
    return api_refuse(error, kind, __VA_ARGS__)
#define API_WANTS(is_so, ...)  API_NEEDS(is_so, cudaErrorInvalidValue, EMU_API_ERROR, __VA_ARGS__)
#define API_WANTS_PLACE(place) API_WANTS(place, "no place for the result: a null pointer")
/* What is one expression; gives a value, unless `error` is one; does its work in `stream`. */
#define API_IS(...)                                                                                \
    {                                                                                              \
        API_BEGIN(__func__);                                                                       \
        return __VA_ARGS__;                                                                        \
    }
#define API_GIVES(place, error, value)                                                             \
    {                                                                                              \
        API_BEGIN(__func__);                                                                       \
        API_WANTS_PLACE(place);                                                                    \
        const cudaError_t wrong_ = (error);                                                        \
        if (wrong_ == cudaSuccess)                                                                 \
            *(place) = (value);                                                                    \
        return wrong_;                                                                             \
    }
#define API_IN_STREAM(...) API_IS((api_in_stream(stream), __VA_ARGS__))
/* Of a list of calls, such as EMU_DEVICE_CALLS. */
#define API_DEFINE_CALL(name, parameters, ...)   cudaError_t name parameters API_IS(__VA_ARGS__)
#define API_DEFINE_GIVING(name, parameters, ...) cudaError_t name parameters API_GIVES(__VA_ARGS__)
/* … which returns `error` then. */
#define API_BEGIN_OR(name, error)                                                                  \
    __attribute__((cleanup(api_leave))) int api_entered_ = api_enter();                            \
    do {                                                                                           \
        cudaError_t dead_ = api_begin(name);                                                       \
        if (dead_ != cudaSuccess)                                                                  \
            return error;                                                                          \
    } while (0)

/* The thread has the API to itself until the function returns. */
int api_enter(void);
void api_leave(int *entered);
cudaError_t api_begin(const char *name);
cudaError_t api_end(cudaError_t error);
/* Records a finding (what was asked, what is allowed) and `error` as the last error. */
cudaError_t api_refuse(cudaError_t error, enum emu_finding_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A fault in a kernel: from the next call on it sticks, as no configuration error does. */
void api_kernel_failed(cudaError_t error);
void api_forget_errors(void); /* cudaDeviceReset */
/* Adds to the time that events read (streams.c). is_idle: it touched no global memory. */
void api_launched(double microseconds, int is_idle);
/* Runs it, unless that would do nothing new (repeats.c). 0 or an error. */
int api_keeps_account(uintptr_t begin); /* of all that writes to the area */
int api_run(const struct emu_launch *launch, struct host_kernel *kernel);
int api_processors(void);             /* as many as programs are told that there are */
void api_copied(double microseconds); /* … of a copy or a fill */
cudaError_t api_wait_all(void);       /* the host, for all streams */
/* host_array.c: a copy has been made between the device and this host memory. */
void api_host_copied(uintptr_t host, size_t bytes, int to_host);
void api_host_reached(void); /* by a kernel, or by a copy to pinned memory: perhaps */
/* The stream that the running call issues its work in, the legacy one unless said. */
void api_in_stream(cudaStream_t stream);
void api_host_waits(void); /* for the work of that stream */
/* A piece of work begins. */
void api_work(const char *name);

/* Sizes in bytes and rows. */
cudaError_t api_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                          size_t width, size_t height, cudaMemcpyKind kind);
/* A call that returns when the data is there; inside the device it is only issued. */
cudaError_t api_blocking(cudaError_t error, const void *to, const void *from);

/* One side of a copy: `rows` rows of `width` bytes, `pitch` apart. */
struct api_side {
    uintptr_t begin;
    size_t width, rows, pitch;
    const char *role; /* "destination", "source", "matrix A" */
};
/* What a library's call reads and writes of the device's memory. */
enum api_use { API_READS = 1, API_WRITES = 2, API_UPDATES = 3 };
struct api_operand {
    struct api_side side;
    enum api_use use;
};
/* 0, and a finding, where it does not lie in one array of the device's. */
int api_operand_is_good(const struct api_operand *operand);
/* The work begins: what it reads has been written, what it writes may be. It ends. */
void api_operands_open(const struct api_operand *operands, int count, const char *name);
void api_operands_close(const struct api_operand *operands, int count);
