/* CUDA's error state. An error that a call returns is kept until cudaGetLastError reads it. A fault
 * in a kernel arrives late and destroys the context: from the next call on, all return it. */
#include "api.h"

#include <stdarg.h>

static HOST_THREAD cudaError_t emu_last_error;
static cudaError_t arriving, sticky;
static const char *call = "the API";

int api_enter(void)
{
    lock_take();
    if (lock_depth == 1)
        api_in_stream(NULL);
    return 1;
}

void api_leave(int *entered)
{
    lock_give();
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = emu_last_error;
    emu_last_error = sticky;
    return error;
}

cudaError_t cudaPeekAtLastError(void) IS(emu_last_error);

/* ---- calls that fail because emu_fail says so */

static struct {
    int left, late; /* so many more calls until one fails */
    cudaError_t error;
    const char *call, *then; /* that has; a copy or a launch after it */
} planned;

void emu_fail(int number, int error, int late)
{
    planned.left = number;
    planned.error = (cudaError_t)error;
    planned.late = late;
    planned.call = planned.then = NULL;
    api_forget_errors();
}

const char *emu_failed(const char **then)
{
    *then = planned.then;
    return planned.call;
}

/* Is it this call's turn to fail? */
static int fails_now(const char *name)
{
    const int launch = !strcmp(name, "launch");
    if (planned.call && !planned.then && (launch || strstr(name, "Memcpy")))
        planned.then = launch ? "a launch" : name;
    if (!planned.left || strstr(name, "Free") || strstr(name, "Destroy") ||
        strstr(name, "Unregister") || (planned.late && !launch) || --planned.left)
        return 0;
    planned.call = launch ? "the launch" : name;
    return 1;
}

cudaError_t api_begin(const char *name)
{
    call = name;
    if (emu_lane_now) {
        emu_finding(EMU_HOST_FUNCTION, place_now(), "%s is called from a kernel: a host function",
                    name);
        return cudaErrorNotPermitted;
    }
    if (arriving != cudaSuccess) {
        emu_last_error = arriving;
        if (!is_wished("EMU_CONTINUE")) /* then it ends its kernel, not the context */
            sticky = arriving;
        arriving = cudaSuccess;
    }
    if (sticky != cudaSuccess)
        emu_last_error = sticky;
    else if (fails_now(name) && !planned.late)
        return emu_last_error = planned.error;
    else if (planned.late && planned.call && planned.error != cudaSuccess) {
        arriving = planned.error; /* for the next call to report */
        planned.error = cudaSuccess;
    }
    return sticky;
}

cudaError_t api_end(cudaError_t error)
{
    if (error != cudaSuccess && error != cudaErrorNotReady)
        emu_last_error = error;
    return error;
}

cudaError_t api_refuse(cudaError_t error, enum emu_finding_kind kind, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    emu_finding(kind, place_now(), "%s: %s (%s)", call, text, cudaGetErrorName(error));
    return api_end(error);
}

void api_kernel_failed(cudaError_t error)
{
    if (arriving == cudaSuccess)
        arriving = error;
}

void api_forget_errors(void)
{
    emu_last_error = arriving = sticky = cudaSuccess;
}

#define EMU_TABLE(name, number, text) {cudaError##name, "cudaError" #name, text},
static const struct named_error {
    cudaError_t error;
    const char *name, *text;
} table[] = {{cudaSuccess, "cudaSuccess", "no error"},
             EMU_CUDA_ERRORS(EMU_TABLE) /* and what is none of them */
             {.name = "unrecognized error code", .text = "unrecognized error code"}};

static const struct named_error *named(cudaError_t error)
{
    const struct named_error *row = table, *last = table + sizeof table / sizeof *table - 1;
    while (row < last && row->error != error)
        row++;
    return row;
}
const char *cudaGetErrorName(cudaError_t error) IS(named(error)->name);
const char *cudaGetErrorString(cudaError_t error) IS(named(error)->text);
