#!/usr/bin/env bash
# The emulator's front end: what it must rewrite, leave alone, and refuse with the line that it is
# about. With the argument `long`, clang++ looks at all of common/tests/programs, and at nothing else.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory
ok "the front end builds" make -s build/emulator/frontend
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
frontend=build/emulator/frontend

# clang++, where there is one, takes these: it knows overloads and members, which the front end does
# not look at.
check=common/tools/scripts/check_as_cuda.sh
as_cuda() {
    local program
    command -v clang++ >/dev/null || return
    for program; do ok "clang++ accepts $program" "$check" "$program"; done
}
if [ "${1:-}" = long ]; then
    as_cuda common/tests/programs/*.cu
    [ "$passed" -gt 0 ] || { echo "skipped: clang++ is not installed" && good; }
    finish
fi

# Source on standard input; what the front end makes of it must compile.
accepts() {
    cat >"$work/t.cu"
    ok "$1" bash -c "$frontend -I'$work' -o '$work/t.ii' '$work/t.cu' && g++ -std=c++17 -fsyntax-only '$work/t.ii'"
}
# Source on standard input; the front end must refuse it and say so: NAME LINE TEXT
refuses() {
    cat >"$work/t.cu"
    refused "$1" "t.cu:$2:" "$3"
}
refused() { # NAME WHERE TEXT: of t.cu
    hear "$frontend" "$work/t.cu"
    expect "$1" 1 "$2" again
    expect "$1 (message)" 1 "$3" again
}
# … the result must hold (or not hold) a text.
holds() {
    if "$frontend" -I"$work" "$work/t.cu" | tr -s ' \n' ' ' | grep -qF -- "$2"; then good; else bad "$1: no '$2'"; fi
}

accepts "comments, strings, raw strings, digit separators" <<'EOF'
// foo<<<1, 1>>>(a);
/* bar<<<1,2>>>() extern __shared__ int x[]; */
const char *text = "baz<<<1, 1>>>(x) extern __shared__ float s[];";
const char *raw = R"x(q<<<1,1>>>(y)
extern __shared__ float s[];)x";
const char *second = R"("<<<)";
const char c = '<', d = '"';
const int big = 1'000'000;
__global__ void k(int *p) { *p = big > 1 ? c : d; }
EOF
holds "a raw string is left alone" 'extern __shared__ float s[];)x'
holds "a string is left alone" '"baz<<<1, 1>>>(x) extern'

accepts "templates, nested brackets, several lines" <<'EOF'
#include <vector>
namespace ns { template <class T, int N> __global__ void k(T *p, int n) { if ((int)threadIdx.x < n) p[threadIdx.x] = N; } }
template <class T> struct S { template <int V> static void run(T *p) { ns::k<T, V><<<1, 32>>>(p, V); } };
std::vector<std::vector<std::vector<int>>> (*fp)(int);
template <class T> void launch(T *p, int n)
{
    ns::k<T, (3 > 2) ? 7 : 1>
        <<<dim3((n + 31) / 32, 1), // the grid
           dim3(32), 0>>>
        (p, n >> 0);
    S<T>::template run<3>(p);
}
int main()
{
    std::vector<std::vector<std::vector<int>>>(3);
    int *d = nullptr, n = 64 >> 1;
    launch(d, n);
    if (n) ns::k<int, 1><<<1 << 0, 32, sizeof(float4) * (64 >> 1)>>>(d, n); else ns::k<int, 2><<<1, n>>>(d, n);
    for (int i = 0; i < 2; i++) ns::k<int, 1><<<1, 32>>>(d, 3);
    auto f = [&](int blocks) { ::ns::k<int, 4><<<blocks, 32>>>(d, n); };
    f(2);
}
EOF

accepts "launches in macros, kernels in headers" <<'EOF'
#define LAUNCH(kernel, grid, ...) kernel<<<(grid), 64>>>(__VA_ARGS__)
#define SHARED(T, name) extern __shared__ T name[]
#define HD __host__ __device__
HD inline int twice(int x) { return 2 * x; }
__global__ void k(int *p, int n) { SHARED(int, s); s[threadIdx.x] = twice(n); p[0] = s[0]; }
int main() { int *p = nullptr; LAUNCH(k, 3, p, twice(2)); }
EOF

cat >"$work/kernels.cuh" <<'EOF'
#pragma once
template <class T> __global__ void from_header(T *p) { extern __shared__ T s[]; p[0] = s[0]; }
inline void start(float *p) { from_header<<<1, 1, 4>>>(p); }
EOF
accepts "a header with a kernel and a launch" <<'EOF'
#include "kernels.cuh"
int main() { start(nullptr); from_header<double><<<2, 2>>>(nullptr); }
EOF

accepts "shared memory of every declaration" <<'EOF'
extern __shared__ float at_file_scope[];
__shared__ int fixed_at_file_scope[4];
struct alignas(16) element { float x[4]; };
template <class T, int N> __global__ void k(T *out)
{
    extern __shared__ __align__(16) unsigned char raw[];
    extern __shared__ alignas(16)
        element elements
        [];
    extern volatile __shared__ unsigned long long words[];
    __shared__ extern int odd[][N + 1];
    __shared__ alignas(16) T tile[N][N];
    alignas(32) __shared__ T other[N];
    __shared__ volatile int flag, more[2];
    static __shared__ double sum;
    float __shared__ behind[3];
    flag = more[0] = 1;
    sum = behind[0] = at_file_scope[0];
    out[0] = tile[0][1] + other[0] + (T)raw[0] + (T)elements[1].x[2] + (T)words[0] + (T)odd[1][2] + (T)sum + (T)flag;
    fixed_at_file_scope[0] = 1;
}
int main() { k<float, 8><<<1, 1, 64>>>(nullptr); k<double, 8><<<1, 1, 64>>>(nullptr); }
EOF
holds "static shared memory is thread-local" 'static __thread'

accepts "constant, device and managed variables" <<'EOF'
__constant__ float mask[4];
__constant__ const int table[3] = {1, 2, 3};
static __constant__ float2 pairs[2] = {{1, 2}, {3, 4}};
namespace ns { __device__ int counter = 5, another; }
__device__ const int size = 4;
const __device__ unsigned char bits[] = {0, 1, 1, 2};
__device__ __managed__ int both;
extern __device__ int elsewhere;
int array[size];
__device__ float helper(float x) { return x; }
__device__ float declared(float);
__global__ void k(float *p) { p[0] = mask[threadIdx.x] + table[1] + pairs[1].y + ns::counter + bits[2] + helper(1) + both; }
int main() { cudaMemcpyToSymbol(mask, "", 1); k<<<1, 1>>>(nullptr); }
EOF
holds "a constant array has its section" 'section("emu_constant_'
holds "… and is not const to g++" '))) __constinit # 2 "'"$work/t.cu"'" int table[3]'

accepts "what looks like CUDA and is not" <<'EOF'
#include <iostream>
#include <functional>
#include <sstream>
struct shift { shift operator<<(int) const { return *this; } };
struct initialised { int a, b; initialised() : a{1}, b(2) {} };
enum class colour : int { red, green };
int main()
{
    int blockDim = 3, threadIdx = blockDim << 2, gridDim = threadIdx >> 1;
    shift s = shift() << 1 << 2;
    (void)s;
    std::function<std::function<std::function<int(int)>(int)>(int)> f;
    std::cout << 1 << "<<<" << (gridDim >> 1) << initialised().b << (int)colour::green;
    auto asm_like = [](int x) { return x; };
    return asm_like(0);
}
EOF

accepts "launch bounds, noinline, host assembly, unroll" <<'EOF'
#include <memory>
template <int N> __global__ void __launch_bounds__(N * 2, 1) k(int *p)
{
#pragma unroll 4
    for (int i = 0; i < 4; i++) p[i] = i;
#pragma unroll
    for (int i = 0; i < 4; i++) p[i] = i;
}
__noinline__ __device__ int f(int x) { return x; }
__device__ __forceinline__ int g(int x) { return f(x); }
__global__ __launch_bounds__(64) void h(int *p) { p[0] = g(1); }
int main() { asm volatile("" ::: "memory"); k<32><<<1, 64>>>(nullptr); h<<<1, 1>>>(nullptr); }
EOF
holds "launch bounds are checked in the kernel" '::emu::bound_threads(N * 2)'

accepts "calls that are right although names repeat" <<'EOF'
int helper(int x) { return x; }
__device__ int both_sides(int x) { return x; }
int both_sides(float x) { return (int)x; }
struct S { int helper(int x) { return x; } __device__ int get() { return 1; } };
template <class F> __device__ int use(F helper) { return helper(1); }
__host__ __device__ int on_both(int x) { return x; }
__global__ void k(int *p)
{
    auto lambda = [](int x) { return x; };
    S s;
    p[0] = both_sides(1) + s.get() + lambda(2) + on_both(3);
    dim3 rand(1, 2);
}
__host__ __device__ int on_either(int x) { return on_both(x); }
int main() { helper(1); rand(); k<<<1, 1>>>(nullptr); }
EOF

refuses "a host function called from a kernel" 3 'calling a __host__ function("helper") from a __global__ function("k") is not allowed' <<'EOF'
float helper(float x) { return x; }
__global__ void k(float *p)
{   p[0] = helper(p[1]);
}
EOF
refuses "… through a macro and from a device function" 4 'a __device__ function("d")' <<'EOF'
#define CALL(f) f(1)
template <class T> T helper(T x) { return x; }
__device__ int d()
{   return CALL(helper);
}
EOF
refuses "… a function of the C library" 1 'function("rand")' <<'EOF'
__global__ void k(int *p) { p[0] = rand(); }
EOF
refuses "… a function of the C++ library" 2 'function("std::sort")' <<'EOF'
#include <algorithm>
__global__ void k(int *p) { std::sort(p, p + 4); }
EOF
refuses "a kernel called without a configuration" 2 'must be configured: k<<<grid, block>>>(...)' <<'EOF'
__global__ void k(int *p) { *p = 1; }
int main() { k(nullptr); }
EOF
refuses "a kernel template called without a configuration" 2 'must be configured' <<'EOF'
template <int N> __global__ void k(int *p) { *p = N; }
int main() { k<3>(nullptr); }
EOF
refuses "a kernel that returns something" 1 'must have a void return type' <<'EOF'
__global__ int k(int *p) { return *p; }
EOF
refuses "a kernel launched by a kernel" 2 'dynamic parallelism' <<'EOF'
__global__ void inner() {}
__global__ void outer() { inner<<<1, 1>>>(); }
EOF
refuses "inline PTX" 4 'inline PTX is not supported by the emulator: "ldmatrix.sync' <<'EOF'
__global__ void k(int *p)
{
    unsigned s = 0, r;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(s));
}
EOF
refuses "a shuffle of old" 1 '__shfl_down: GPUs since compute capability 7.0' <<'EOF'
__global__ void k(int *p) { *p += __shfl_down(*p, 1); }
EOF
refuses "textures" 1 'tex2D: textures and surfaces are not supported by the emulator' <<'EOF'
template <class T> __global__ void k(T t, float *p) { *p = tex2D<float>(t, 0, 0); }
EOF
refuses "graphs" 1 'cudaGraph_t: graphs are not supported by the emulator' <<'EOF'
cudaGraph_t graph;
EOF
while IFS='~' read -r header says; do
    refuses "<$header>" 2 "$says" <<<$'\n'"#include <$header>"
done <<'EOF'
cooperative_groups/scan.h~scan with shfl_up()
cuda/std/array~<cuda/std/array>: libcu++ is not supported by the emulator: use plain C or C++
cuda/atomic~error: the emulator does not support <cuda/atomic>
cub/device/device_reduce.cuh~<cub/device/device_reduce.cuh>: this library is not supported by the emulator
thrust/fill.h~this library is not supported
nvtx3/nvToolsExtCuda.h~leave it out
nowhere.h~fatal error: nowhere.h: No such file
EOF
refuses "what CUB has for a whole device" 2 'DeviceReduce: this library is not supported' <<'EOF'
#include <cub/cub.cuh>
void sum(int *p, int *q) { size_t n; cub::DeviceReduce::Sum(nullptr, n, p, q, 3); }
EOF
refuses "memory from a heap in a kernel" 2 'new: the emulator has no heap in kernels' <<'EOF'
int *host() { return new int[3]; }
__global__ void k(int **p) { *p = new int[3]; }
EOF
accepts "names that only look absent" <<'EOF'
#include <new>
struct image { int texture, tex2D; };
int total(const image &i) { return i.texture + i.tex2D; }
__global__ void k(float *p) { new (p) float(1); }
int main() { delete new image; free(malloc(3)); }
EOF
for configuration in '' 'n' 'dim3(n, 1)' '(n + 255) / 256,' ', 256'; do
    refuses "a launch with <<<$configuration>>>" 2 'a launch needs a grid and a block: kernel<<<grid, block>>>' <<EOF
__global__ void k(int *p) { *p = 1; }
void launch(int *p, int n) { k<<<$configuration>>>(p); }
EOF
done
refuses "a launch without arguments" 2 'a launch reads kernel<<<' <<'EOF'
__global__ void k() {}
int main() { k<<<1, 1>>>; }
EOF

cat >"$work/t.cu" <<'EOF'
__global__ void k(int *p)
{
    *p = undeclared;
}
int main()
{
    k<<<1, 1>>>(missing);
    (nothing)<<<1, 1>>>(0);
}
EOF
"$frontend" "$work/t.cu" -o "$work/t.ii"
for line in 3 7 8; do
    expect "errors keep line $line" 1 "t.cu:$line:" g++ -std=c++17 -fsyntax-only "$work/t.ii"
done
expect "errors keep columns" 1 "t.cu:7:17:" g++ -std=c++17 -fsyntax-only "$work/t.ii"
ok "the shim's headers are found from anywhere" bash -c "cd '$work' && '$PWD/$frontend' -o out.ii t.cu"

expect "no clang++: not checked" 77 "not checked as CUDA" env CLANGXX=no-such-compiler "$check" "$work/t.cu"
if command -v clang++ >/dev/null; then
    as_cuda common/tests/programs/{cooperative,intrinsics,shared_templates}.cu
    cat >"$work/t.cu" <<'EOF'
#include <cmath>
#include <cstdlib>
struct S { int member() { return 1; } };
int overloaded(int x) { return x; }
__device__ int overloaded(float x) { return (int)x; }
__global__ void fine(float *p) { p[0] = std::sqrt(p[1]) + std::abs((int)p[2]) + pow(p[3], 2) + fminf(p[0], 1) + overloaded(1.0f); }
__global__ void k(int *p)
{
    S s;
    p[0] = s.member();
}
EOF
    expect "clang++ refuses a host member" 1 "t.cu:10:" "$check" "$work/t.cu"
    expect "… and nothing else" 1 "1 error generated" "$check" "$work/t.cu"
fi

expect "no file" 2 "usage" "$frontend"
expect "a file that is not there" 1 "nowhere.cu" "$frontend" nowhere.cu
# What g++ compiles in a kernel and nvcc does not: STATEMENT | what the message begins with. Each
# must be refused, with its line.
while IFS='|' read -r statement message; do
    printf '#include <atomic>\n#include <string.h>\n#include <setjmp.h>\n#include <immintrin.h>\n__global__ void k(int *p, float *f, char *c)\n{ %s\n}\n' "$statement" >"$work/t.cu"
    refused "refused: $statement" "t.cu:6:" ": error: $message"
done <common/tests/language/host_only.txt
refuses "a host thread's variable in a kernel" 2 'turns: device code has no variables of a host thread' <<'EOF'
static thread_local int turns = 3;
__global__ void k(int *p) { *p = turns; }
EOF
refuses "a function that is not to be seen" 1 'no_sanitize: this attribute keeps the emulator from seeing' <<'EOF'
__attribute__((no_sanitize("thread"))) __device__ void d(int *p) { *p = 1; }
EOF
refuses "… in the words of its name" 1 'no_sanitize_thread__: this attribute' <<'EOF'
__device__ __attribute__((__no_sanitize_thread__)) void d(int *p) { *p = 1; }
EOF
accepts "… but the host may, and names of one's own" <<'EOF'
#include <atomic>
#include <string.h>
#include <thread>
static std::atomic<int> count;
struct view { int *strlen; int memmove(int x) { return x; } };
__device__ int strnlen(const int *p) { return *p; }
template <class T> __device__ T atomic_fetch_max(T *p, T v) { return atomicMax(p, v); }
__global__ void k(int *p, view v) { *p = strnlen(p) + *v.strlen + atomic_fetch_max(p, 3) + __builtin_popcount(*p) + (int)__builtin_fabsf(*p); }
int host(int *p) { count++; __sync_fetch_and_add(p, 1); long double d = 1; return (int)strlen("x") + (int)d; }
int main() { thread_local int own = 1; return own + host(&own); }
EOF

# __CUDA_ARCH__ is the device's.
accepts "one text for two sides" <<'EOF'
#ifdef __CUDA_ARCH__
__device__ int helper(int x) { return x; }
#else
int helper(int x) { return x + 1; }
inline int only_host() { return 4; }
#endif
__host__ __device__ int both()
{
#ifdef __CUDA_ARCH__
    return helper(1) + (int)threadIdx.x;
#else
    return helper(2) + only_host();
#endif
}
__global__ void k(int *p) { *p = both(); }
int main() { return both(); }
EOF
refuses "a type that is another on each side" 2 'this differs between device and host (__CUDA_ARCH__)' <<'EOF'
#ifdef __CUDA_ARCH__
struct S { int a; };
#else
struct S { double a; };
#endif
__global__ void k(S s, int *p) { *p = s.a; }
EOF
refuses "… a member" 3 'this differs between device and host (__CUDA_ARCH__)' <<'EOF'
struct S {
#ifdef __CUDA_ARCH__
    float x;
#else
    double x, y;
#endif
};
EOF
refuses "an error of the host's side" 2 'never seen by nvcc' <<'EOF'
#ifndef __CUDA_ARCH__
#error "never seen by nvcc"
#endif
EOF

finish
