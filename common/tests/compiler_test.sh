#!/usr/bin/env bash
# The emulator's compiler: what a programmer reads of mistakes, what a program cannot reach, and what
# of a kernel is seen. Its languages' lists: language/language_test.sh.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory LC_ALL=C
ok "the compiler builds" make -s build/emulator/headers.folder build/emulator/libemulator.a
work=build/tests/compiler
compile=build/emulator/compile
rm -rf "$work"
mkdir -p "$work"

ok "a program is compiled and linked" linked docs/programs/vector_add.cu "$work/vector_add" -Icommon
expect "… and is right" 0 "all 1000 elements are right" "$work/vector_add"
expect "its places have lines" 0 "vector_add.cu:18 global load" env EMU_REPORT=1 "$work/vector_add"
cat >"$work/struct.cu" <<'EOC'
#include <stdio.h>
struct complex { float re, im; };
__device__ __noinline__ complex times(complex a, complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
__global__ void square(const complex *x, complex *y)
{
    y[threadIdx.x] = times(x[threadIdx.x], x[threadIdx.x]);
}
int main()
{
    complex *x, *y;
    cudaMalloc(&x, 32 * sizeof *x);
    cudaMalloc(&y, 31 * sizeof *y);
    cudaMemset(x, 0, 32 * sizeof *x);
    square<<<1, 32>>>(x, y);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
EOC
ok "a device function that returns a structure" linked "$work/struct.cu" "$work/struct"
expect "its caller's store is seen" 0 "struct.cu:9: out_of_bounds" env EMU_REPORT=1 "$work/struct"
expect "… and counted" 0 "struct.cu:9      global store" env EMU_REPORT=1 "$work/struct"
ok "kernels that wait for loads" linked common/tests/compiler/waits.cu "$work/waits"
ok "… run" env EMU_REPORT=0 EMU_COUNTERS="$work/waits.json" EMU_VIEW="$work/waits.view" "$work/waits"
ok "… and are drawn" node common/tests/view/check_view.js "$work/waits.view" "$work/waits.json"
# What is drawn of both: a load of 320 ns; in tile_ahead, three accesses of 4 ns before its use.
# shellcheck disable=SC2016,SC2317 # JavaScript; called by expect
waited() { # KERNEL: how long its second wait is drawn
    node -e 'require("./common/tools/view/units.js"), require("./common/tools/view/data.js");
        const data = View.prepare(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")));
        const launch = data.launches.find((one) => one.kernel === process.argv[2]);
        const wait = View.timelineOf(launch, launch.lives[0]).waits[1];
        console.log(`${wait.loads} loads, ${wait.to - wait.from} ns`);' "$work/waits.view" "$1"
}
expect "tile waits at once" 0 "2 loads, 320 ns" waited tile
expect "tile_ahead has something to do first" 0 "2 loads, 304 ns" waited tile_ahead
# shellcheck disable=SC2016 # jq
while read -r kernel loads between; do
    expect "$kernel: loads under way, and accesses before their use" 0 "($loads $between)" \
        jq -r --arg kernel "$kernel" '.[] | select(.kernel == $kernel) | .metrics |
            "(\(."emu__loads_under_way.ratio") \(."emu__accesses_before_use.ratio"))"' "$work/waits.json"
done < <(sed -nE 's|^__global__ void ([a-z_]+)\(.*\) // (.*)|\1 \2|p' common/tests/compiler/waits.cu)

# Right, but it waits: what of a solution is handed in otherwise.
# shellcheck disable=SC2317 # called by expect
handed_in() { # LAB STEP EDIT (of sed)
    local id folder
    id=$(basename solutions/"$1"_*) folder=$work/handed_in/$id
    mkdir -p "$folder"
    sed -E "$3" "solutions/$id/${id#*_}.cu" >"$folder/${id#*_}.cu"
    ! cmp -s "solutions/$id/${id#*_}.cu" "$folder/${id#*_}.cu" &&
        make -s "build/emulator/$folder/$2.run" && "build/emulator/$folder/$2.run" "$id" --step "$2"
}
under_way="loads of a warp under way when the first is needed"
before_use="other accesses of a warp between a load and the use of its value"
expect "02.2, not unrolled" 1 "8 $under_way at" handed_in 02 2 '/^#pragma unroll at_once/d'
if [ "${1:-}" = all ]; then
    expect "02.2, unrolled differently" 0 "pass" handed_in 02 2 's/^(#pragma unroll) at_once/\1 8/'
    expect "04.1, not unrolled" 1 "$under_way at" handed_in 04 1 '/^#pragma unroll at_once/d'
    expect "08.5, step 4's kernel" 1 "0 $before_use at" \
        handed_in 08 5 's/^#if LAB_STEP\(5\)$/#if LAB_STEP(9)/; s/^#if LAB_STEP\(4\)$/#if LAB_STEP(5)/; s/gemm_warp/gemm_double_buffer/'
    expect "08.5, read when it is written" 1 "$before_use at" handed_in 08 5 '/^        if \(next < k\)$/,+2d
        s/write_tiles\(h, tile_A\[now\], tile_B\[now\]\);/{ read_tiles(h, A + next, lda, B + (size_t)next * ldb, ldb, m - block_row, n - block_col, k - next); & }/'
    expect "08.6, each copy is waited for at once" 1 "$before_use at" handed_in 08 6 's/__pipeline_wait_prior\(STAGES - 2\);//;
        s/__pipeline_commit\(\);/__pipeline_commit(); __pipeline_wait_prior(0);/'
fi


# ---- mistakes, in clang's words: NAME WHAT IS SAID, the program on standard input
mistake() {
    cat >"$work/t.cu"
    hear "$compile" -o "$work/t.o" "$work/t.cu"
    expect "$1" 1 "$2" again
    ok "$1: said once" test "$(again | grep -cF "$2")" = 1
    ok "$1: nothing of ours, no sums" test -z "$(again | grep -E 'emu::|emulator/include|generated when')"
    ok "$1: nothing is left" test -z "$(find "$work" -name 't.o*')"
}
mistake "a forgotten semicolon" "t.cu:1:37: error: expected ';'" <<'EOC'
__global__ void k(int *y) { y[0] = 1 }
EOC
mistake "two signs of three" "(a launch has three of each: kernel<<<blocks, threads>>>(...))" <<'EOC'
__global__ void k(int *y) { y[0] = 1; }
int main() { int blocks = 1, threads = 32; k<<blocks, threads>>(nullptr); }
EOC
mistake "no member" "(blockIdx has .x, .y and .z: blockIdx.x * blockDim.x)" <<'EOC'
__global__ void k(int *y) { y[blockIdx * blockDim + threadIdx.x] = 1; }
EOC
mistake "a goto" "(declare the variable before the goto)" <<'EOC'
__global__ void k(int *y) { if (y) goto end; int i = 3; y[i] = 1; end: y[0] = 2; }
EOC
mistake "a call for a launch" "(a kernel is launched with a grid and a block: kernel<<<blocks, threads>>>(...))" <<'EOC'
__global__ void k(int *y) { y[0] = 1; }
int main() { k(nullptr); }
EOC
mistake "a name that the emulator has not" "(graphs are not supported by the emulator)" <<'EOC'
int main() { cudaGraph_t graph; }
EOC
mistake "PTX that it has not" "t.cu:1:29: error: " <<'EOC'
__global__ void k(int *y) { asm volatile("bar.arrive 1, 64;"); }
EOC
mistake "what only the host's side is wrong in" "t.cu:2:26: error: " <<'EOC'
#ifndef __CUDA_ARCH__
int main() { int x = 1; x.y = 2; }
#endif
EOC
printf '__global__ void k(int *y) { int i = threadIx.x; y[i] = 1; }\n' >"$work/name.cu"
expect "a misspelled name" 1 "use of undeclared identifier 'threadIx'; did you mean 'threadIdx'?" "$compile" -o "$work/n.o" "$work/name.cu"

# ---- slips: NAME WARNING, a kernel's body on standard input
slip() {
    { echo '__global__ void k(int *y, unsigned n) {' && cat && echo '}'; } >"$work/s.cu"
    expect "slip: $1" 0 "$2" "$compile" -o "$work/s.o" "$work/s.cu"
}
slip "no value" "-Wuninitialized" <<<'int sum; y[0] = sum;'
slip "no value on one way" "-Wsometimes-uninitialized" <<<'int x; if (n > 3) x = 1; y[0] = x;'
slip "a result that is dropped" "-Wunused-value" <<<'y[0] + 1;'
slip "= in a condition" "-Wparentheses" <<<'if (n = 3) y[0] = 1;'
slip "an unsigned below 0" "-Wtautological-unsigned-zero-compare" <<<'if (n < 0) y[0] = 1;'

# ---- what a program cannot reach
printf 'extern "C" __device__ char *hidden __asm__("emu_cursor");\n__global__ void k() { hidden = 0; }\n' >"$work/own.cu"
expect "the recording's own names, in a kernel" 1 "emu_cursor belongs to the emulator" "$compile" -o "$work/own.o" "$work/own.cu"
printf 'extern "C" char *hidden __asm__("emu_cursor");\nvoid f() { hidden = 0; }\n' >"$work/own.cu"
expect "… in host code" 1 "emu_cursor belongs to the emulator" "$compile" -o "$work/own.o" "$work/own.cu"

# ---- a folder that was copied does not use the headers that were read elsewhere
mkdir -p "$work/copy/common" && cp -r common/emulator "$work/copy/common/"
printf '#error "the copy was read"\n' >>"$work/copy/common/emulator/include/cuda_runtime.h"
expect "other headers" 1 "the copy was read" env EMU_INCLUDE="$work/copy/common/emulator/include" "$compile" -o "$work/s.o" "$work/s.cu"
finish
