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

# ---- an int that overflows: the expression by line and values
over=common/tests/compiler/overflows.cu
ok "kernels whose int overflows" linked $over "$work/overflows"
overflows() { # KERNEL, the marked line's text, what is said of the values
    local line
    line=$(grep -nF "$2" $over | cut -d: -f1)
    expect "overflow: $1" 0 "$3 in line $line was computed in an int" env EMU_REPORT=1 "$work/overflows" "$1"
}
overflows product "y[row * ld + 1]" "element -1794967295 instead of 2500000001 of the array from cudaMalloc (overflows.cu:54): 50000 * 50000"
overflows sum "at = first + more" "2000000000 + 1000000000"
overflows shift "y[row << bits]" "3 << 30"
overflows one_is_cast "y[row * ld + row]" "50000 * 50000"
overflows from "from<<<1, 1>>>" "50000 * 50000"
# shellcheck disable=SC2317 # called by ok
silent() { ! EMU_REPORT=1 "$work/overflows" "$1" 2>&1 | grep -q 'overflows.cu:[0-9]*: '; }
ok "overflow: of a hash" silent wraps_on_purpose
expect "overflow: not what leaves the array" 0 "past the end" env EMU_REPORT=1 "$work/overflows" past_the_end

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
