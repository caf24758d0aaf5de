/* Work of two streams on the same memory, bytes that are copied to the host though nothing has
 * written them, and copies in kernels; beside them what is right. */
#include "bugs.h"

enum { COUNT = 1000, THREADS = 128, BLOCKS = (COUNT + THREADS - 1) / THREADS };

__global__ void set(int *y, int value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = value;
}

__global__ void add(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += x[i];
}

__global__ void every_second(int *y, int first, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + first;
    if (i < n)
        y[i] = first;
}

__global__ void count_up(int *counter)
{
    atomicAdd(counter, 1);
}

static cudaStream_t a, b, apart; /* the last does not wait for the legacy stream */
static cudaEvent_t event;
static int *x, *y, *host;
static const size_t bytes = COUNT * sizeof *host;
static const cudaMemcpyKind to_host = cudaMemcpyDeviceToHost;

static void prepare(void)
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMallocHost((void **)&host, COUNT * sizeof *host);
    x = device_ints(COUNT, 1);
    y = device_ints(COUNT, 0);
    cudaDeviceSynchronize();
}

SPECIMEN(kernels_apart)
{
    prepare();
    set<<<BLOCKS, THREADS, 0, a>>>(x, 2, COUNT);
    add<<<BLOCKS, THREADS, 0, b>>>(x, y, COUNT); /* BUG: race_global kernels_apart */
}

SPECIMEN(copy_apart)
{
    prepare();
    set<<<BLOCKS, THREADS, 0, a>>>(x, 2, COUNT);
    cudaMemcpyAsync(host, x, bytes, to_host, b); /* BUG: race_global copy_apart */
}

/* The event is recorded before the work that it should stand for. */
SPECIMEN(event_too_early)
{
    prepare();
    cudaEventRecord(event, a);
    set<<<BLOCKS, THREADS, 0, a>>>(x, 2, COUNT);
    cudaStreamWaitEvent(b, event, 0);
    add<<<BLOCKS, THREADS, 0, b>>>(x, y, COUNT); /* BUG: race_global event_too_early */
}

/* A copy without a stream waits for streams, but not for one that was made not to. */
SPECIMEN(copy_not_blocked)
{
    prepare();
    set<<<BLOCKS, THREADS, 0, apart>>>(x, 2, COUNT);
    cudaMemcpy(host, x, bytes, to_host); /* BUG: race_global copy_not_blocked */
}

/* The other stream was waited for. */
SPECIMEN(wrong_stream_awaited)
{
    prepare();
    set<<<BLOCKS, THREADS, 0, a>>>(x, 2, COUNT);
    cudaStreamSynchronize(b);
    cudaMemsetAsync(x, 0, 4, b); /* BUG: race_global wrong_stream_awaited */
}

__constant__ int weights[THREADS];
__global__ void weigh(int *y)
{
    y[threadIdx.x] = weights[threadIdx.x];
}

/* Constant memory is filled for the next launch, in a stream that does not wait for this one. */
SPECIMEN(constant_apart)
{
    prepare();
    weigh<<<1, THREADS>>>(y);
    const cudaStream_t s = apart;
    const cudaMemcpyKind in = cudaMemcpyDeviceToDevice;
    cudaMemcpyToSymbolAsync(weights, x, 4, 0, in, s); /* BUG: race_global constant_apart */
}

SPECIMEN(constant_in_turn)
{
    prepare();
    weigh<<<1, THREADS, 0, a>>>(y);
    weigh<<<1, THREADS, 0, b>>>(x);
    cudaMemcpyToSymbolAsync(weights, x, sizeof weights, 0, cudaMemcpyDeviceToDevice, 0);
    weigh<<<1, THREADS, 0, a>>>(y);
}

SPECIMEN(event_between)
{
    prepare();
    set<<<BLOCKS, THREADS, 0, a>>>(x, 2, COUNT);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    cudaStreamWaitEvent(apart, event, 0);
    add<<<BLOCKS, THREADS, 0, b>>>(x, y, COUNT);
    cudaMemcpyAsync(host, x, COUNT * sizeof *host, cudaMemcpyDeviceToHost, apart);
}

SPECIMEN(halves)
{
    prepare();
    every_second<<<BLOCKS, THREADS, 0, a>>>(x, 0, COUNT);
    every_second<<<BLOCKS, THREADS, 0, b>>>(x, 1, COUNT);
    count_up<<<1, 32, 0, a>>>(y);
    count_up<<<1, 32, 0, apart>>>(y);
}

SPECIMEN(legacy_between)
{
    prepare();
    set<<<BLOCKS, THREADS, 0, a>>>(x, 2, COUNT);
    set<<<BLOCKS, THREADS>>>(x, 3, COUNT);
    add<<<BLOCKS, THREADS, 0, b>>>(x, y, COUNT);
    cudaMemcpy(host, y, COUNT * sizeof *host, cudaMemcpyDeviceToHost);
    set<<<BLOCKS, THREADS, 0, a>>>(y, 2, COUNT);
}

/* ---- bytes that nothing has written ---- */

SPECIMEN(unwritten_tail)
{
    int *fresh;
    cudaMalloc((void **)&fresh, COUNT * sizeof *fresh);
    static int here[COUNT];
    set<<<1, THREADS>>>(fresh, 1, COUNT);    /* too few blocks */
    cudaMemcpy(here, fresh, bytes, to_host); /* BUG: uninitialised_global unwritten_tail */
}

SPECIMEN(unwritten_rows)
{
    float *fresh;
    size_t pitch;
    static float here[8][10];
    const size_t row = sizeof here[0];
    cudaMallocPitch((void **)&fresh, &pitch, sizeof here[0], 8);
    cudaMemset2D(fresh, pitch, 0, sizeof here[0], 7);
    cudaMemcpy2D(here, row, fresh, pitch, /* BUG: uninitialised_global unwritten_rows */
                 row, 8, to_host);
}

/* From one array on the device to another, and then to the host. */
SPECIMEN(unwritten_by_way)
{
    int *from, *to, here[64];
    cudaMalloc((void **)&from, sizeof here);
    cudaMalloc((void **)&to, sizeof here);
    cudaMemcpy(to, from, sizeof here, cudaMemcpyDeviceToDevice);
    cudaMemcpyAsync(here, to, sizeof here, /* BUG: uninitialised_global unwritten_by_way */
                    to_host, 0);
}

/* A structure's holes, and the padding of rows that is not copied. */
struct mixed {
    short s;
    char c;
    float f;
};
__global__ void fill_mixed(mixed *m)
{
    m[threadIdx.x].s = 1;
    m[threadIdx.x].c = 2;
    m[threadIdx.x].f = 3;
}
SPECIMEN(holes)
{
    mixed *m, here[32];
    float *rows, copy[4][10];
    size_t pitch;
    cudaMalloc((void **)&m, sizeof here);
    fill_mixed<<<1, 32>>>(m);
    cudaMemcpy(here, m, sizeof here, cudaMemcpyDeviceToHost);
    cudaMallocPitch((void **)&rows, &pitch, sizeof copy[0], 4);
    cudaMemset2D(rows, pitch, 0, sizeof copy[0], 4);
    cudaMemcpy2D(copy, sizeof copy[0], rows, pitch, sizeof copy[0], 4, cudaMemcpyDeviceToHost);
}

/* Copies and fills of sizes that g++ makes a few instructions of. */
__global__ void copy_past_end(const float *x, float *y)
{
    memcpy(y + 16 * threadIdx.x, x + 16 * threadIdx.x, 64); /* BUG: out_of_bounds copy_past_end */
}
SPECIMEN(copy_past_end)
{
    copy_past_end<<<1, 32>>>(device_floats(512, 1), device_floats(511, 0));
}

__global__ void fill_together(float *y)
{
    memset(y + 8 * (threadIdx.x / 2), threadIdx.x + 1, 32); /* BUG: race_global fill_together */
}
SPECIMEN(fill_together)
{
    fill_together<<<1, 64>>>(device_floats(256, 0));
}

__global__ void fill_constant_together(float *y)
{
    __builtin_memset(y + 8 * blockIdx.x, 7, 64); /* BUG: race_global fill_constant_together */
    y[8 * blockIdx.x] = blockIdx.x;              /* BUG: race_global fill_constant_together */
}
SPECIMEN(fill_constant_together)
{
    fill_constant_together<<<4, 1>>>(device_floats(64, 0));
}
