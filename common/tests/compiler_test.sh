#!/usr/bin/env bash
# Kernels compiled by clang and the emulator's compiler (EMU_COMPILER=clang) instead of the front end
# and g++: the recorded launches are counted the same, planted bugs are found, and what CUDA's
# language takes and refuses. compiler/differs.txt lists what is not the same yet: what is listed and
# has become the same fails, too. `all`: the planted bugs and the lists of the language as well.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory LC_ALL=C EMU_COMPILER=clang
config=$(command -v llvm-config llvm-config-{19,18,17,16,15,14} | head -n 1)
if [ -z "$config" ] || [ ! -x "$("$config" --bindir)/clang++" ]; then
    echo "note: no LLVM with its headers and clang here: clang's compiler is not tested"
    finish
fi
ok "the compiler builds" make -s build/emulator/compile build/emulator/libemulator.a
work=build/tests/compiler
compile=build/emulator/compile
rm -rf "$work"
mkdir -p "$work"

# counted COMMAND…: a suite's last line, added to ours
counted() {
    local said line
    said=$("$@" 2>&1)
    line=$(tail -n 1 <<<"$said")
    grep -vE 'passed' <<<"$said"
    passed=$((passed + ${line%% *}))
    line=${line#*, }
    failed=$((failed + ${line%% *}))
}
counted common/tests/yardstick/yardstick_test.sh

# linked FILE.cu PROGRAM
# shellcheck disable=SC2317 # finish may have ended the script
linked() {
    "$compile" -Icommon -DLAB_EMULATOR -o "$2.o" "$1" &&
        g++ "$2.o" build/emulator/libemulator.a -no-pie -pthread -lm -Wl,-u,emu_write_report -o "$2"
}
export -f linked
export compile
ok "a program is compiled and linked" linked docs/programs/vector_add.cu "$work/vector_add"
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

printf '__global__ void k(int *y) { y[0] = 1 }\n' >"$work/semicolon.cu"
expect "a forgotten semicolon is told as one" 1 "semicolon.cu:1:37: error: expected ';'" "$compile" -o "$work/t.o" "$work/semicolon.cu"
printf '__global__ void k(int *y) { asm volatile("bar.arrive 1, 64;"); }\n' >"$work/ptx.cu"
expect "PTX is refused by name" 1 "ptx.cu:1:29: error: inline PTX is not supported by the emulator" "$compile" -o "$work/t.o" "$work/ptx.cu"

# differs FILE: the names in it are those that differs.txt lists as KIND, and no others
differs() { # KIND FILE
    local name
    sort -u "$2" >"$work/$1.now"
    sed -n "s/^$1: //p" common/tests/compiler/differs.txt | sort -u >"$work/$1.listed"
    while read -r name; do
        [ -n "$name" ] && bad "$1: '$name' is not as with g++"
    done < <(comm -23 "$work/$1.now" "$work/$1.listed")
    while read -r name; do
        [ -n "$name" ] && bad "$1: '$name' is listed in differs.txt and is the same now"
    done < <(comm -13 "$work/$1.now" "$work/$1.listed")
    passed=$((passed + $3))
}
if [ "${1:-}" = all ]; then
    common/tests/bugs/bugs_test.sh >"$work/bugs.log" 2>&1
    sed -nE 's/^([a-z_]+\.cu: [a-z_0-9]+): .*/\1/p' "$work/bugs.log" >"$work/bugs"
    differs bug "$work/bugs" "$(tail -n 1 "$work/bugs.log" | cut -d' ' -f1)"

    # shellcheck source=common/tests/language/programs.sh
    . common/tests/language/programs.sh
    programs "$work"
    # shellcheck disable=SC2317 # called by xargs
    refused() {
        "$compile" -o "$1/t.o" "$1/t.cu" >"$1/said" 2>&1 && cat "$1/name"
        grep -qE 'error: ' "$1/said" || cat "$1/name"
    }
    # shellcheck disable=SC2317
    accepted() {
        linked "$1/t.cu" "$1/t" >"$1/said" 2>&1 && timeout 60 "$1/t" >"$1/out" 2>&1 &&
            [ "$(<"$1/expect")" = "$(tail -n 1 "$1/out" | grep . || echo --)" ] && return
        cat "$1/name"
    }
    export -f refused accepted
    for what in refused accepted; do
        find "$work/$what" -mindepth 1 -maxdepth 1 | sort |
            xargs -P "${JOBS:-$(nproc)}" -I{} bash -c "$what {}; :" >"$work/$what.log" 2>"$work/$what.errors"
        differs $what "$work/$what.log" "$(find "$work/$what" -name name | wc -l)"
    done
fi
finish
