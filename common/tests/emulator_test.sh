#!/usr/bin/env bash
# Programs in the emulator: those of common/tests/programs give the right result and no finding; the
# limits and mistakes below are named. The environment's variables do what they say.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory
work=build/tests/emulator
mkdir -p "$work"
cat >"$work/rules.mk" <<'EOF'
all:
include common/emulator/emulator.mk
PROGRAMS := $(notdir $(basename $(wildcard common/tests/programs/*.cu)))
$(foreach p,$(PROGRAMS),$(eval $(call emulated,$(p),common/tests/programs/$(p).cu)))
$(eval $(call emulated,api_test,common/tests/api_test.cu))
all: $(PROGRAMS:%=build/emulator/bin/%) build/emulator/bin/api_test
EOF
ok "all programs build" make -s -k -j2 -f "$work/rules.mk" all

for source in common/tests/programs/*.cu; do
    name=$(basename "$source" .cu)
    hear "build/emulator/bin/$name"
    expect "$name" 0 "$name: ok" again
    [ "$name" = stream_order ] && continue # it provokes an error on purpose
    ok "$name: no finding" test -z "$(again | grep -v "$name: ok")"
done
api=$(build/emulator/bin/api_test 2>/dev/null)
count() { tail -n 1 <<<"$api" | grep -oE "[0-9]+ $1" | grep -oE '[0-9]+'; }
passed=$((passed + $(count passed))) failed=$((failed + $(count failed)))
grep -E ': failed: |^last finding' <<<"$api"

# Source on standard input -> $work/NAME
build() {
    cat >"$work/$1.cu"
    # shellcheck disable=SC2086 # words
    ok "$1 builds" linked "$work/$1.cu" "$work/$1" ${2:-}
}

build constant_limit <<'EOF'
__constant__ float a[8192], b[8193];
__global__ void k(float *p) { p[0] = a[1] + b[2]; }
int main() { float *p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); return cudaGetLastError() != cudaErrorInvalidKernelImage; }
EOF
expect "64 KiB of constant memory" 0 "65540 bytes of __constant__ memory, allowed 65536" "$work/constant_limit"

build static_limit <<'EOF'
template <int N> __global__ void k(float *p) { __shared__ float s[N]; s[threadIdx.x] = 1; p[0] = s[threadIdx.x]; }
int main()
{
    float *p;
    cudaMalloc(&p, 4);
    k<12288><<<1, 1>>>(p);
    if (cudaGetLastError() != cudaSuccess) return 2;
    k<12289><<<1, 1>>>(p);
    return cudaGetLastError() != cudaErrorInvalidKernelImage;
}
EOF
expect "48 KiB of static shared memory" 0 "49156 bytes of static shared memory, allowed 49152" "$work/static_limit"

build percent_n <<'EOF'
#include <cstdio>
__global__ void k() { int n = 0; printf("%d%n", 1, &n); }
int main() { return k<<<1, 1>>>(), cudaDeviceSynchronize(); }
EOF
expect "printf that writes" 0 "printf in a kernel has no %n" "$work/percent_n"

build half_reduces <<'EOF'
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(int *y)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    if (threadIdx.x < 16)
        y[threadIdx.x] = cg::reduce(tile, 1, cg::plus<int>());
}
int main() { int *y; return cudaMalloc(&y, 128), k<<<1, 32>>>(y), cudaDeviceSynchronize(); }
EOF
expect "half a warp reduces: where" 0 "half_reduces.cu:7: missing_lane" "$work/half_reduces"

for kind in __device__ __managed__; do
    echo "$kind float a[805306368]; __global__ void k(float *p) { p[0] = a[threadIdx.x]; }" >"$work/variable_limit.cu"
    expect "2000 MB of $kind variables" 1 "variables have 3072 MB, and the emulator has room for 2000 MB" \
        build/emulator/compile -o "$work/variable_limit.o" "$work/variable_limit.cu"
done

build host_reads <<'EOF'
int main()
{
    int *p;
    cudaMalloc(&p, 64);
    return p[3];
}
EOF
expect "a device pointer on the host" 1 "host_reads.cu:5: device_pointer_on_host: host code touches device memory (element 3 of the array from cudaMalloc (host_reads.cu:4))" "$work/host_reads"

build host_variable <<'EOF'
__device__ int counter[4];
__managed__ int fine;
__global__ void k() { counter[0] = 3; }
int main()
{
    fine = 1;
    counter[2] = fine;
    k<<<1, 1>>>();
}
EOF
expect "a device variable on the host" 0 "host_variable.cu:7: device_pointer_on_host: host code touches __device__ counter" \
    "$work/host_variable"

build two_arrays <<'EOF'
__global__ void next() { __shared__ float others[64]; others[threadIdx.x] = 1; }
__global__ void k(float *p)
{
    __shared__ float few[8];
    if (threadIdx.x < 8)
        few[threadIdx.x] = 1;
    __syncthreads();
    p[threadIdx.x] = few[threadIdx.x];
}
int main()
{
    float *p;
    cudaMalloc(&p, 128);
    k<<<1, 32>>>(p);
    next<<<1, 32>>>();
    cudaFree(p);
}
EOF
expect "past a shared array, into another kernel's" 0 "two_arrays.cu:8: out_of_bounds: k, block (0,0,0), thread (8,0,0): reads element 8 of __shared__ few, past the end: it has 8 elements" "$work/two_arrays"

build which_array <common/tests/sources/which_array.cu
expect "past a device array: not before a shared one" 0 "reads element 64 of __device__ source, past the end" "$work/which_array"
expect "the row too far of one array, where the line has a column too far of another" 0 "reads element [4][0] of __shared__ b, past the end" "$work/which_array" multiplies

build order <<'EOF'
#include <stdio.h>
__device__ int first = -1, flags[4], turns[4];
__global__ void blocks() { if (threadIdx.x == 0) atomicCAS(&first, -1, (int)blockIdx.x); }
__global__ void warps()
{
    __shared__ int turn;
    if (threadIdx.x == 0)
        turn = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        turns[threadIdx.x / 32] = atomicAdd(&turn, 1);
}
/* A block may wait for a lower one. */
__global__ void chain()
{
    int before = 0;
    while (blockIdx.x > 0 && (before = atomicAdd(&flags[blockIdx.x - 1], 0)) == 0) {
    }
    atomicExch(&flags[blockIdx.x], before + 1);
}
__global__ void alone(int *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = i;
}

int main()
{
    int f, t[4], c[4], *x;
    cudaMalloc(&x, 64 << 20);
    alone<<<1, 1>>>(x, 16 << 20);
    cudaFree(x);
    blocks<<<4, 32>>>();
    warps<<<1, 128>>>();
    chain<<<4, 1>>>();
    cudaMemcpyFromSymbol(&f, first, sizeof f);
    cudaMemcpyFromSymbol(t, turns, sizeof t);
    cudaMemcpyFromSymbol(c, flags, sizeof c);
    printf("block %d first, warps %d%d%d%d, chain %d, %s\n", f, t[0], t[1], t[2], t[3], c[3],
           cudaGetErrorString(cudaDeviceSynchronize()));
}
EOF
expect "blocks and warps run in order" 0 "block 0 first, warps 0123, chain 4, no error" "$work/order"
expect "… or the other way round" 0 "block 3 first, warps 3210, chain 4, no error" env EMU_ORDER=descending "$work/order"
ok "one thread that comes to ever new memory is not endless" test -z "$(EMU_TIMEOUT=0.4 "$work/order" 2>&1 >/dev/null)"
ok "a block that waits for a lower one is not endless" test -z "$(EMU_ORDER=descending "$work/order" 2>&1 >/dev/null)"
for seed in 1 2 3; do
    expect "… or several at once (seed $seed)" 0 "chain 4, no error" env EMU_ORDER=interleaved:$seed "$work/order"
    ok "… and nothing is endless (seed $seed)" test -z "$(EMU_ORDER=interleaved:$seed "$work/order" 2>&1 >/dev/null)"
done

# No access is at fault in any of these, and one block after the other all are right. The last one
# is right in any order.
build atomicity <<'EOF'
#include <stdio.h>
enum { BLOCKS = 40 };
__device__ float sums[2];
__device__ unsigned lock, count, guarded, flag;
__device__ int whole;
__device__ int bits(float value) { return __float_as_int(value); }
__global__ void compares_once() { float old = sums[0]; atomicCAS((int *)&sums[0], bits(old), bits(old + 1)); }
__global__ void exchanges() { float old = atomicExch(&sums[1], 0.f); atomicExch(&sums[1], old + 1); }
__global__ void tries_once()
{
    if (atomicCAS(&lock, 0u, 1u) == 0) {
        __threadfence();
        count++;
        __threadfence();
        atomicExch(&lock, 0u);
    }
}
__global__ void looks_first() { if (atomicAdd(&guarded, 0u) < 8) atomicAdd(&guarded, 1u); }
__global__ void warps(int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    int old = sum;
    atomicCAS(&sum, old, old + 1);
    __syncthreads();
    *out = sum;
}
__global__ void retries()
{
    int old = whole, seen;
    do {
        seen = old;
        old = atomicCAS(&whole, seen, seen + 1);
    } while (old != seen);
}
int main()
{
    float s[2];
    unsigned c, g;
    int *of_warps, w, r;
    cudaMalloc(&of_warps, sizeof *of_warps);
    compares_once<<<BLOCKS, 1>>>();
    exchanges<<<BLOCKS, 1>>>();
    tries_once<<<BLOCKS, 1>>>();
    looks_first<<<BLOCKS, 1>>>();
    warps<<<1, 64>>>(of_warps);
    retries<<<BLOCKS, 64>>>();
    cudaMemcpyFromSymbol(s, sums, sizeof s);
    cudaMemcpyFromSymbol(&c, count, sizeof c);
    cudaMemcpyFromSymbol(&g, guarded, sizeof g);
    cudaMemcpyFromSymbol(&r, whole, sizeof r);
    cudaMemcpy(&w, of_warps, sizeof w, cudaMemcpyDeviceToHost);
    cudaFree(of_warps);
    printf("%s %s %s %s %s %d\n", s[0] == BLOCKS ? "right" : "lost", s[1] == BLOCKS ? "right" : "lost",
           c == BLOCKS ? "right" : "lost", g == 8 ? "right" : "too many", w == 64 ? "right" : "lost", r);
}
EOF
expect "block after block, atomics hide what is not atomic" 0 "right right right right right 2560" "$work/atomicity"
for seed in 1 2 3 4 5; do
    expect "several blocks at once show it (seed $seed)" 0 "lost lost lost too many lost 2560" \
        env EMU_ORDER=interleaved:$seed "$work/atomicity"
    ok "… and no access is at fault (seed $seed)" test -z "$(EMU_ORDER=interleaved:$seed "$work/atomicity" 2>&1 >/dev/null)"
done

build places <<'EOF'
__constant__ float c[4];
__global__ void k() {}
template <class T> void launch()
{
    k<<<1,
        2048>>>();
}
int main()
{
    float *p, h[8];
    cudaMalloc(&p, (size_t)1 << 40);
    cudaMemcpyToSymbol(c, h, 32);
    launch<int>();
}
EOF
expect "cudaMalloc's line" 0 "places.cu:11: api_error: cudaMalloc: 1099511627776 bytes asked" "$work/places"
expect "cudaMemcpyToSymbol's line" 0 "places.cu:12: bad_copy: cudaMemcpyToSymbol: 32 bytes at offset 0, but __constant__ c has 16 bytes" \
    "$work/places"
expect "the launch's line" 0 "places.cu:5: bad_launch: launch: block of k: blockDim.x is 2048, allowed 1..1024" "$work/places"

build bounds <<'EOF'
template <int N> __global__ void __launch_bounds__(N, 2) k(int *p) { p[threadIdx.x] = 1; }
int main()
{
    int *p;
    cudaMalloc(&p, 4096);
    k<64><<<1, 64>>>(p);
    k<64><<<1, 65>>>(p);
    return cudaGetLastError() != cudaErrorInvalidValue;
}
EOF
expect "__launch_bounds__" 0 "bounds.cu:7: bad_launch: launch: block of k<64>: 65 threads, but its __launch_bounds__ allow 64" "$work/bounds"

build facts <<'EOF'
int main()
{
    cudaDeviceProp p;
    size_t free, total;
    void *leak;
    if (cudaGetDeviceProperties(&p, 0) || cudaMemGetInfo(&free, &total) || cudaMalloc(&leak, 123)) return 1;
    printf("%s %d.%d %zu %zu\n", p.name, p.major, p.minor, p.sharedMemPerBlockOptin, total);
}
EOF
expect "the H200 unless said" 0 "NVIDIA H200 (emulated) 9.0 232448 8589934592" "$work/facts"
expect "EMU_GPU" 0 "GTX 1080 Ti (emulated) 6.1 49152" env EMU_GPU="gtx-1080ti" "$work/facts"
expect "EMU_GPU unknown" 2 "EMU_GPU=voodoo is not known; one of: H200," env EMU_GPU=voodoo "$work/facts"
expect "EMU_MEMORY" 0 " 1073741824" env EMU_MEMORY=1G "$work/facts"
expect "EMU_LEAKS" 0 "123 bytes from cudaMalloc" env EMU_LEAKS=1 "$work/facts"
ok "no leaks unless asked" test -z "$("$work/facts" 2>&1 | grep leak)"

build prints <<'EOF'
__global__ void k(const char *name, double x)
{
    if (threadIdx.x == 3)
        printf("thread %d of block %u: %s %.2f\\n", (int)threadIdx.x, blockIdx.x, name, x);
}
int main()
{
    char *name;
    cudaMallocManaged(&name, 8);
    strcpy(name, "pi");
    k<<<2, 32>>>(name, 3.14159);
    return cudaDeviceSynchronize();
}
EOF
expect "printf in a kernel" 0 "thread 3 of block 1: pi 3.14" "$work/prints"

build pipeline_mistakes <<'EOF'
#include <cuda_pipeline.h>
__global__ void forgot(const int *in, int *out)
{
    __shared__ int s[32];
    s[threadIdx.x] = -1;
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void misaligned(const int *in, int *out)
{
    __shared__ __align__(16) int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 16);
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[0];
}
int main()
{
    int *in, *out, host[32];
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 1024);
    cudaMemset(in, 0, 1024);
    forgot<<<1, 32>>>(in, out);
    if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost)) return 2;
    for (int i = 0; i < 32; i++) if (host[i] >> 16 != 0x7f7f) return 3; /* garbage: the copy has not arrived */
    misaligned<<<1, 32>>>(in, out);
}
EOF
expect "asynchronous copies" 0 "pipeline_mistakes.cu:13: misaligned" "$work/pipeline_mistakes"
expect "asynchronous copies not awaited" 0 "nobody has waited for" "$work/pipeline_mistakes"
# However a program ends, what it has printed is there, and what was found.
build ends <common/tests/sources/ends.cu
for how in f a x t i d q _ k; do
    ok "what was printed before the end ($how)" bash -c "('$work/ends' $how 2>'$work/ends.err' || true) 2>/dev/null | grep -q 'and a half'"
    case $how in (_ | k) continue ;; esac
    ok "what was found before the end ($how)" grep -q 'out_of_bounds' "$work/ends.err"
done

# A host's atomic by another name, and in a function for both sides.
printf '#include <atomic>\ntypedef std::atomic<int> counter;\n__global__ void count(counter *c) { (*c)++; }\n' >"$work/count.cu"
printf '__host__ __device__ int add(int *p) { return __atomic_fetch_add(p, 1, __ATOMIC_RELAXED); }\n__global__ void k(int *p) { add(p); }\n' >"$work/add.cu"
expect "an atomic of C++ by another name" 1 "count.cu:3:" build/emulator/compile -o "$work/count.o" "$work/count.cu"
expect "… of a function for both sides" 1 "add.cu:1:" build/emulator/compile -o "$work/add.o" "$work/add.cu"

# What a local variable holds that nothing has set is no zero, and not what was there before.
build unset <common/tests/sources/unset.cu
hear "$work/unset"
expect "local variables that nothing has set" 0 "nan zero nan zero nan nan" again
expect "… are named" 0 "unset.cu:18: uninitialised_local: k, block (0,0,0), thread (0,0,0): x has no value" again

# A short or a float that counts a loop never comes to its bound; other loops end.
build counters <common/tests/sources/counters.cu
counts() { # LOOP BOUND TEXT
    hear "$work/counters" "$1" "$2"
    expect "loop $1 to $2" 0 "$3" again
}
counts 0 65536 "it counts to 65536, but its counter (unsigned short) holds at most 65535"
counts 0 65535 cudaSuccess
counts 1 32767 "counters.cu:16: endless: loops, block (0,0,0), thread (0,0,0): the loop never ends"
counts 1 32700 cudaSuccess
counts 2 128 "it counts to 128, but its counter (char) holds at most 127"
counts 3 256 "it counts to 256, but its counter (unsigned char) holds at most 255"
counts 3 255 cudaSuccess
counts 4 16777217 "(float) holds whole numbers one by one up to 16777216"
counts 5 32768 "it counts to 32768, but its counter (short) holds at most 32767"
for loop in 6 7 8 9 10 11; do
    counts $loop 70000 cudaSuccess
done
finish
