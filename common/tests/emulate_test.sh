#!/usr/bin/env bash
# make emulate and cuda-emulate: variables, nvcc's options, several files, the folder that a program
# runs in, what programs expect of CUDA's headers, and what is printed of many launches.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory
root=$PWD tool=$PWD/common/emulator/cuda-emulate
ok "the emulator builds" make -s build/emulator/headers.folder build/emulator/libemulator.a
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

# ---- variables
cat >t.cu <<'EOC'
#include <stdio.h>
#ifndef N
#define N 3
#endif
__global__ void k(int *p) { p[blockIdx.x] += N; }
int main()
{
    int *p, r[2];
    cudaDeviceProp has;
    cudaGetDeviceProperties(&has, 0);
    cudaMalloc(&p, 8);
    cudaMemset(p, 0, 8);
    k<<<2, 1>>>(p);
    cudaMemcpy(r, p, 8, cudaMemcpyDeviceToHost);
    printf("%s, %d, memory %zu\n", has.name, r[1], has.totalGlobalMem >> 20);
}
EOC
# shellcheck disable=SC2317 # called by expect
emulate() { make -s -C "$root" emulate FILE=t.cu "$@"; }
expect "EMU_GPU as a variable of make's" 0 "Tesla T4 (emulated), 3" emulate EMU_GPU=T4
expect "EMU_FLAGS" 0 ", 1024," emulate EMU_FLAGS="-DN=1024 -arch=sm_80"
expect "EMU_MEMORY" 0 "memory 512" emulate EMU_MEMORY=512M
expect "EMU_LEAKS" 0 "leak: 8 bytes from cudaMalloc" emulate EMU_LEAKS=1
# shellcheck disable=SC2016 # of the inner shell
expect "EMU_VIEW" 0 '"kernel"' bash -c 'make -s -C "$0" emulate FILE=t.cu EMU_VIEW=view.json EMU_WATCH=none EMU_ORDER=descending EMU_CONTINUE=1 EMU_TIMEOUT=5 EMU_REPORT=0 && cat view.json' "$root"
# shellcheck disable=SC2016
ok "COUNTERS, in the caller's folder" bash -c 'make -s -C "$0" emulate FILE=t.cu COUNTERS=c.json EMU_REPORT=0 && grep -q "\"kernel\": \"k\"" c.json' "$root"

# ---- letters that programs give values to
cat >letters.cu <<'EOC'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_profiler_api.h>
#include <curand_kernel.h>
#include <math_constants.h>
#include <nvToolsExt.h>
__global__ void k(int *p) { p[threadIdx.x] = atomicAdd(p + 40, N) + __shfl_sync(~0u, T, 0); }
int main() { int *p; cudaMalloc(&p, 400); cudaMemset(p, 0, 400); k<<<1, 32>>>(p); return cudaDeviceSynchronize(); }
EOC
# shellcheck disable=SC2046 # words
ok "-D of every letter" "$tool" $(printf -- '-D%s=3 ' {A..Z}) letters.cu

# ---- what NVIDIA's helper_cuda.h and programs around it ask of the headers
cat >names.cu <<'EOC'
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDACC__) || !defined(__NVCC__)
#error "a program cannot tell that these are CUDA's headers"
#endif
#include <stdio.h>
__global__ void k(unsigned *p)
{
    p[1] = umin(3u, 4u) + umax(1u, 2u) + (unsigned)(ullmin(5, 6) + llmax(-1, 2));
    p[2] = (unsigned)printf("%d of %s%%\n", 3, "100");
}
int main()
{
    unsigned *p;
    int mode = -1, device = -1, least = INT_MIN;
    char id[32];
    cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0);
    cudaGetDevice(&device);
    cudaMallocHost(&p, 16);
    cudaDeviceGetPCIBusId(id, sizeof id, 0);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d %d %u %u\n", mode != cudaComputeModeProhibited, device, least < 0, p[1], p[2]);
    return cudaFreeHost(p);
}
EOC
hear "$tool" names.cu
expect "the names of CUDA's headers" 0 "1 0 1 12 2" again
expect "printf in a kernel returns the number of its arguments" 0 "3 of 100%" again
cat >clocks.cu <<'EOC'
#include <stdio.h>
__global__ void work(long long *took, float *x)
{
    const long long begin = clock64();
    const clock_t start = clock();
    unsigned long long at, then;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(at));
    for (int i = 0; i < 10000; i++)
        x[threadIdx.x] += i;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(then));
    took[0] = clock64() - begin, took[1] = clock() - start, took[2] = (long long)(then - at);
}
__global__ void wait(clock_t ticks)
{
    for (const clock_t begin = clock(); clock() - begin < ticks;)
        ;
}
int main()
{
    long long *took, r[3];
    cudaMalloc(&took, 1 << 10);
    cudaMemset(took, 0, 1 << 10);
    work<<<1, 1>>>(took, (float *)took + 16);
    cudaMemcpy(r, took, sizeof r, cudaMemcpyDeviceToHost);
    wait<<<1, 32>>>(20000000);
    printf("%d %d %d %d\n", r[0] >= 1000, r[1] >= 1000, r[2] >= 1000, cudaDeviceSynchronize());
}
EOC
expect "clocks grow with the work" 0 "1 1 1 0" env EMU_TIMEOUT=5 "$tool" clocks.cu

# ---- nvcc's options, several files, data beside the caller
cat >a.cu <<'EOC'
#include <cstdio>
#include <omp.h>
#include "parts.h"
__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; }
int main(int argc, char **argv)
{
    int *p, h[32], sum = 0;
    char data[9] = "";
    FILE *in = fopen("data.txt", "r");
    if (in)
        sum += fread(data, 1, 5, in) == 5;
    cudaMalloc(&p, sizeof h);
    k<<<1, 32>>>(p);
    other(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 32; i++)
        sum += plain(h[i]);
    omp_set_num_threads(3);
#pragma omp parallel reduction(+ : sum)
    sum += omp_get_num_threads() == 3 ? 0 : -1000;
    printf("%d %s %s %d\n", sum, data, argc > 1 ? argv[1] : "-", THREADS);
    cudaFree(p);
}
EOC
cat >b.cu <<'EOC'
#include "parts.h"
__global__ void k_other(int *p) { p[threadIdx.x] += both(threadIdx.x); }
void other(int *p) { k_other<<<1, 32>>>(p); }
EOC
cat >c.cpp <<'EOC'
#include <cuda_runtime.h>
#include "parts.h"
#ifdef __CUDACC__
#error "this is the host's"
#endif
int plain(int x) { return both(x) / 2; }
EOC
cat >parts.h <<'EOC'
#include <cuda_runtime.h>
void other(int *p);
int plain(int x);
static inline __host__ __device__ int both(int x) { return x + 1; }
EOC
printf 'hello' >data.txt
# shellcheck disable=SC2054 # commas of nvcc's
options=(-O3 -arch=sm_80 -gencode arch=compute_80,code=sm_80 -Xcompiler -fopenmp,-Wall -Xptxas -v --use_fast_math -lineinfo -std=c++14 --expt-relaxed-constexpr
    -DTHREADS=32 -I. -lcublas -lcudart -lgomp -lm --ptxas-options=-v -rdc=true)
printf '#include <%s>\nint main() { return 0; }\n' nvrtc.h >rtc.cpp
expect "the driver's API in C++" 1 "(the driver's API is not supported by the emulator" "$tool" rtc.cpp
hear "$tool" "${options[@]}" a.cu b.cu c.cpp -- 77
expect "several files and nvcc's options" 0 "529 hello 77 32" again
expect "make emulate in the caller's folder" 0 "529 hello 7 32" make -s -C "$root" emulate FILE="a.cu b.cu c.cpp" ARGS="7 8" EMU_FLAGS="${options[*]}"
for file in a.cu b.cu c.cpp; do ok "-c $file" "$tool" "${options[@]}" -c "$file"; done
ok "-o" "$tool" -o linked a.o b.o c.o -Xcompiler -fopenmp
expect "… and without a report" 0 "529 hello - 32" ./linked
cat >apart.cu <<'EOC'
#include <stdio.h>
template <int N> __global__ void k(int *p) { p[threadIdx.x] = N; }
int main() { int *p; cudaMalloc(&p, 4); k<3> << <1, 2 >> > (p); }
EOC
expect "brackets of a launch that are apart" 0 "apart.cu:2: out_of_bounds" "$tool" apart.cu
ok "nothing is left" test ! -e a.ii -a ! -e linked.0.o
expect "no file" 2 "There is no file 'none.cu'" "$tool" none.cu
# clang makes names short where a folder is above both: then the emulator's headers were not known
mkdir -p "$root/build/tests/beside"
echo '__global__ void k(unsigned *p) { *p = __brev(*p); } int main() {}' >"$root/build/tests/beside/brev.cu"
expect "a program beside the emulator" 0 "" env -C "$root/build/tests/beside" "$tool" "$root/build/tests/beside/brev.cu"

# ---- What a function returns is stored, and what it takes is loaded, by its caller.
cat >struct_results.cu <<'EOC'
struct complex {
    float2 v;
    __device__ complex() {}
    __device__ complex(float a, float b) { v.x = a; v.y = b; }
};
struct six { float v[6]; };
__device__ float2 cmul(float2 a, float2 b)
{
    float2 c;
    c.x = a.x * b.x - a.y * b.y;
    c.y = a.x * b.y + a.y * b.x;
    return c;
}
__device__ float2 operator*(float2 a, float2 b) { return cmul(a, b); }
__device__ complex operator*(complex a, complex b) { return complex(a.v.x * b.v.x, a.v.y * b.v.y); }
__device__ float norm(float2 a) { return a.x * a.x + a.y * a.y; }
__device__ six make_six(float x) { six s = {{x, x, x, x, x, x}}; return s; }
__device__ float4 four(float x) { float4 f = make_float4(x, x, x, x); f.y = 2; return f; }
#define I (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void result(const float2 *x, float2 *y) { y[I] = cmul(x[I], x[I]); }
__global__ void choice(const float2 *x, float2 *y) { float2 a = x[I]; y[I] = threadIdx.x % 2 ? cmul(a, a) : a; }
__global__ void product(const float2 *x, float2 *y) { y[I] = x[I] * x[I]; }
__global__ void member(const float2 *x, complex *y) { y[I].v = cmul(x[I], x[I]); }
__global__ void classes(const complex *x, complex *y) { complex a = x[I]; y[I] = a * a; }
__global__ void lambda(const float2 *x, float2 *y) { auto f = [&] { float2 c = x[I]; c.x += 1; return c; }; y[I] = f(); }
__global__ void argument(const float2 *x, float *y) { y[I] = norm(x[I]); }
__global__ void quad(const float2 *x, float4 *y) { y[I] = four(x[I].x); }
__global__ void large(const float2 *x, six *y) { y[I] = make_six(x[I].x); }
__global__ void shared(const float2 *x, float2 *y)
{
    __shared__ float2 s[32];
    s[threadIdx.x] = cmul(x[I], x[I]);
    __syncthreads();
    y[I] = s[31 - threadIdx.x];
}
__global__ void bounds(const float2 *x, float2 *y) { y[I] = cmul(x[I], x[I]); }
int main()
{
    float2 *x;
    char *y;
    cudaMalloc(&x, 64 * sizeof *x);
    cudaMalloc(&y, 64 * 24);
    cudaMemset(x, 0, 64 * sizeof *x);
    result<<<2, 32>>>(x, (float2 *)y);
    choice<<<2, 32>>>(x, (float2 *)y);
    product<<<2, 32>>>(x, (float2 *)y);
    member<<<2, 32>>>(x, (complex *)y);
    classes<<<2, 32>>>((complex *)x, (complex *)y);
    lambda<<<2, 32>>>(x, (float2 *)y);
    argument<<<2, 32>>>(x, (float *)y);
    quad<<<2, 32>>>(x, (float4 *)y);
    large<<<2, 32>>>(x, (six *)y);
    shared<<<2, 32>>>(x, (float2 *)y);
    bounds<<<2, 32>>>(x, (float2 *)(y + 64 * 24 - 63 * 8));
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
EOC
expect "a result is stored where memory is" 0 "struct_results.cu:36: out_of_bounds: bounds, block (1,0,0), thread (31,0,0): writes " \
    env EMU_COUNTERS=struct_results.json "$tool" struct_results.cu
ok "nothing else is found" test "$(grep -c '"text"' struct_results.json)" = 1
while read -r kernel op requests sectors; do
    counted=$(jq -r ".[] | select(.kernel == \"$kernel\") | .metrics |
        [.[\"l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum\"], .[\"l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum\"]] | @tsv" \
        struct_results.json)
    ok "$kernel: requests of $op and their sectors: $counted" test "$counted" = "$requests	$sectors"
done <<'EOF'
result st 2 16
choice st 2 16
product st 2 16
member st 2 16
classes ld 2 16
classes st 2 16
lambda st 2 16
argument ld 2 16
quad st 2 32
shared st 2 16
EOF
ok "shared: the stores to shared memory" test "$(jq '.[] | select(.kernel == "shared") | .metrics["smsp__inst_executed_op_shared_st.sum"]' struct_results.json)" = 2

# ---- names: what the library calls its own is the program's to call something else
cat >taken.cu <<'EOC'
#include <stdio.h>
int lock_depth = 1, race_block = 2, memory_areas = 4;
extern "C" int line_of(int x)
{
    return x + 8;
}
__global__ void fill(int *y)
{
    *y = 16;
}
int main()
{
    int *device, y;
    cudaMalloc(&device, sizeof y);
    fill<<<1, 1>>>(device);
    cudaMemcpy(&y, device, sizeof y, cudaMemcpyDeviceToHost);
    printf("together %d\n", lock_depth + race_block + memory_areas + line_of(y));
}
EOC
expect "a program's names are those of the library's own things" 0 "together 31" env EMU_REPORT=0 "$tool" taken.cu

# ---- cuBLAS: what its operands may be
cat >blas.cu <<'EOC'
#include <cublas_v2.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    cublasHandle_t handle = NULL;
    float *a, *b, *c, one = 1, zero = 0, host[16] = {};
    const char *what = argv[argc - 1];
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaMalloc(&c, 64);
    cudaMemset(a, 0, 64);
    if (strcmp(what, "unset"))
        cudaMemset(b, 0, 64);
    if (strcmp(what, "handle") && cublasCreate(&handle))
        return 3;
    const float *scalar = strcmp(what, "scalar") ? &one : b, *from = strcmp(what, "host") ? a : host;
    const int n = strcmp(what, "size") ? 4 : 5, lda = strcmp(what, "lda") ? 4 : 3;
    const int is_bad = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 4, n, 4, scalar, from, lda, b, n, &zero, c, 4);
    if (!is_bad)
        cudaMemcpy(host, c, 64, cudaMemcpyDeviceToHost);
    printf("status %d\n", is_bad);
}
EOC
ok "cuBLAS links" "$tool" -o blas blas.cu -lcublas
while IFS='~' read -r what says; do
    expect "cuBLAS: $what" 0 "$says" env EMU_REPORT=1 ./blas "$what"
done <<'EOF'
right~status 0
unset~blas.cu:19: uninitialised_global: cublasSgemm reads element 0 of the array from cudaMalloc (blas.cu:10)
handle~the handle is a null pointer
scalar~device_pointer_on_host: cublasSgemm: alpha is in device memory
host~host_pointer: cublasSgemm: matrix A is host memory
size~bad_copy: cublasSgemm: 80 bytes, but the matrix B has 64 from there
lda~api_error: cublasSgemm: a leading dimension is 3, at least 4 is needed
EOF

# ---- malloc and new in a kernel
printf '__global__ void k(int **p) { *p = new int(3); }\nint main() { int **p; cudaMalloc(&p, 8); k<<<1, 1>>>(p); return cudaDeviceSynchronize() == 0; }\n' >heap.cu
hear "$tool" heap.cu
expect "malloc and new in a kernel are refused by name" 0 "heap.cu:1: unsupported: k, block (0,0,0), thread (0,0,0): malloc and new in a kernel are not supported" again
ok "… and nothing else is found" test "$(again | grep -c 'heap.cu:[0-9]*: [a-z_]*:')" = 1

# ---- Thrust by its packaged headers
cp "$root/common/tests/thrust.cu" .
if [ -f /usr/include/thrust/version.h ]; then
    hear env EMU_REPORT=1 "$tool" "-DSIDES=__host__ __device__" thrust.cu
    expect "Thrust's algorithms between kernels" 0 "10000 5050 1" again
    expect "… on memory from cudaMalloc" 0 "200 5050" again
    expect "… and from thrust::device_malloc" 0 "8256" again
    expect "… which the program's own host code may not touch" 1 "host code touches device memory" env TOUCH=1 "$tool" "-DSIDES=__host__ __device__" thrust.cu
    expect "… and what a kernel does to its memory" 0 "reads element 100 of a device_vector, past the end" again
    expect "… which call functions of the device" 1 "Thrust's algorithms run on the host here" "$tool" -DSIDES=__device__ thrust.cu
else
    expect "Thrust's headers are missing" 1 "libthrust-dev" "$tool" thrust.cu
fi

# ---- many launches
many=$root/common/tests/sources/many.cu
hear env EMU_CONTINUE=1 "$tool" "$many"
expect "a finding once, with its count" 0 "[30 times in 30 launches]" again
ok "… and first" test "$(again | head -n 1 | grep -c out_of_bounds)" = 1
expect "repeated launches are one block" 0 "k<<<(1,1,1), (32,1,1)>>>  29 times, the first is shown" again
ok "… of each configuration" test "$(again | grep -c '<<<')" = 2
ok "VERBOSE=1 has all" test "$(EMU_CONTINUE=1 VERBOSE=1 "$tool" "$many" 2>&1 | grep -cE '<<<|out_of_bounds')" = 60

# ---- a host array that is too short
cat >short.cu <<'EOC'
#include <stdlib.h>
int main()
{
    char *x, *on_host = (char *)malloc(64);
    cudaMalloc(&x, 1 << 28);
    cudaMemcpy(x, on_host, 1 << 28, cudaMemcpyHostToDevice);
}
EOC
expect "a copy past the end of a host array" 139 "short.cu:6: bad_copy: the call touches memory of the host's where there is none" "$tool" short.cu

# ---- launches that would do nothing new
again=$root/common/tests/sources/again.cu
hear "$tool" "$again"
expect "launches that do nothing new" 0 "all right" again
expect "… are not run again" 0 "add<<<(1,1,1), (32,1,1)>>>  72 times, the first is shown (VERBOSE=1: all)  38 not run again" again
ok "… but for what prints" test "$(again | grep -c '^say 7')" = 6
ok "… and what changes what it reads" test "$(again | grep -E '^(grow|count|when)<<<' | grep -c 'not run')" = 0
expect "… in a stream" 0 "scaled<<<(1,1,1), (32,1,1)>>>  15 times, the first is shown (VERBOSE=1: all)  2 not run again" again
expect "a kernel that is called as a function is" 0 "bad_launch: grow is called without a grid and a block" again
ok "VERBOSE=1 runs all" test "$(VERBOSE=1 "$tool" "$again" 2>&1 | grep -c 'not run again')" = 0
expect "the host has to wait for one" 0 "host code reads" "$tool" -DRACE "$again"
expect "… and another stream" 0 "in another stream" "$tool" -DSTREAMS "$again"
long=$root/common/tests/sources/long.cu
ok "a long program builds" "$tool" -o long "$long"
if script -qec true /dev/null >/dev/null 2>&1; then
    hear env EMU_REPORT=1 timeout 8 script -qec ./long /dev/null
    expect "progress on a terminal" 124 " of 20000 blocks" again
    expect "and what would be faster" 124 "EMU_WATCH=none" again
else
    echo "skipped: no terminal can be made here: progress"
fi
hear timeout 4 ./long
ok "nothing of it without a report" test -z "$(again)"
finish
