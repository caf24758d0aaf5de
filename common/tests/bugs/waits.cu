/* Memory that the host and the device both touch: host code that has not waited, and host code that
 * need not. */
#include "bugs.h"

enum { THREADS = 32 };

__managed__ int last;

__global__ void count(int *y)
{
    y[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0)
        last = THREADS;
}

__global__ void double_all(const int *x, int *y)
{
    y[threadIdx.x] = 2 * x[threadIdx.x];
}

static int *managed(void)
{
    int *x;
    cudaMallocManaged(&x, THREADS * sizeof *x);
    for (int i = 0; i < THREADS; i++)
        x[i] = i;
    return x;
}

SPECIMEN(managed_read)
{
    int *y = managed();
    count<<<1, THREADS>>>(y);
    printf("%d\n", y[3]); /* BUG: race_global managed_read */
}

SPECIMEN(managed_copied)
{
    int *y = managed(), copy[THREADS];
    count<<<1, THREADS>>>(y);
    memcpy(copy, y, sizeof copy); /* BUG: race_global managed_copied */
    printf("%d\n", copy[3]);
}

/* 16 bits never reach the bound. */
__global__ void count_to(int n, int *y)
{
    for (unsigned short i = 0; i < n; i++) /* BUG: endless short_counter */
        y[i % THREADS]++;
}

SPECIMEN(short_counter)
{
    count_to<<<1, 1>>>(70000, device_ints(THREADS, 0));
}

SPECIMEN(managed_variable)
{
    count<<<1, THREADS>>>(managed());
    printf("%d\n", last); /* BUG: race_global managed_variable */
}

/* What a kernel reads is made anew for the next one. */
SPECIMEN(managed_overwritten)
{
    int *x = managed();
    double_all<<<1, THREADS>>>(x, device_ints(THREADS, 0));
    for (int i = 0; i < THREADS; i++)
        x[i] = 0; /* BUG: race_global managed_overwritten */
}

SPECIMEN(pinned_copy)
{
    int *host, *y = device_ints(THREADS, 1);
    cudaMallocHost(&host, THREADS * sizeof *host);
    cudaMemcpyAsync(host, y, THREADS * sizeof *host, cudaMemcpyDeviceToHost, 0);
    printf("%d\n", host[3]); /* BUG: race_global pinned_copy */
}

/* The event was recorded before the launch. */
SPECIMEN(event_too_early)
{
    int *y = managed();
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventRecord(event);
    count<<<1, THREADS>>>(y);
    cudaEventSynchronize(event);
    printf("%d\n", y[3]); /* BUG: race_global event_too_early */
}

/* ---- right */

SPECIMEN(managed_waited)
{
    int *y = managed();
    count<<<1, THREADS>>>(y);
    cudaDeviceSynchronize();
    printf("%d %d\n", y[3], last);
    double_all<<<1, THREADS>>>(y, device_ints(THREADS, 0));
    printf("%d\n", y[3]); /* a kernel reads it, too */
}

SPECIMEN(other_array)
{
    int *x = managed(), *y = managed();
    count<<<1, THREADS>>>(y);
    printf("%d\n", x[3]);
}

static void print(void *y)
{
    printf("%d\n", ((const int *)y)[3]);
}

SPECIMEN(function_in_stream)
{
    int *y = managed();
    count<<<1, THREADS>>>(y);
    cudaLaunchHostFunc(0, print, y);
    cudaStreamSynchronize(0);
}

static volatile int was_told;
static void tell(void *)
{
    was_told = 1;
}

SPECIMEN(told_by_function)
{
    int *y = managed();
    count<<<1, THREADS>>>(y);
    cudaLaunchHostFunc(0, tell, y);
    while (!was_told) {
    }
    printf("%d\n", y[3]);
}

SPECIMEN(watched_flag)
{
    int *y = managed();
    count<<<1, THREADS>>>(y);
    volatile const int *flag = y + THREADS - 1;
    while (!*flag) {
    }
}
