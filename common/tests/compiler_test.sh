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
