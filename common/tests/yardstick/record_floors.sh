#!/usr/bin/env bash
# Counts the solutions at the sizes at which docs/results has their times, in the emulator, and
# writes their floors to recorded/floors.csv: lab,step,name,size,floor ms,unit. From the root, after
# `make -j build/emulator/solutions/LAB/all.run` of every lab; an hour and a half of a core, JOBS at a
# time. Settings with rows of their own (authors/bench_program.sh) come behind their step. With
# arguments (LAB SIZE [STEP…]) only that, to standard output: the test does so with the quick
# ones.
#
# Left out, since counting them would take hours: lab 07 above 1024, lab 08 above 1024, lab 09's GEMM
# above 2048. Left out, since a Hopper GPU runs other code than the emulator: lab 08/hopper, lab
# 09/hopper.
set -u
cd "$(dirname "$0")/../../.." || exit 2
export EMU_WATCH=caches EMU_REPORT=0 EMU_GPU=H200

# count LAB SIZE [STEP…]: without STEP all
count() {
    local lab=$1 size=$2 step json program
    program=$(common/tools/authors/bench_program.sh emulator "$lab") && json=$(mktemp) || exit 2
    shift 2
    for step in "${@:-}"; do
        # shellcheck disable=SC2086 # no option without a step
        "$program" "$lab" --who solution --size "$size" --json "$json" ${step:+--step $step} >&2 ||
            { echo "$lab at $size: cannot be counted" >&2; exit 2; }
        jq -r --arg lab "$lab" '.rows[] | select(.kind == "solution" or .kind == "setting") | [$lab, .step, .label, .size, .floor_ms, .floor_unit] | @csv' "$json"
    done
    rm -f "$json"
}
if [ $# -ge 2 ]; then
    count "$@"
    exit
fi
# What is counted, a line each: LAB SIZE STEP.
asked() {
    local size lab
    each() { # LAB SIZE STEP…
        for step in "${@:3}"; do echo "$1 $2 $step"; done
    }
    each 06_tiled_transpose 1024x1024 {1..9}
    each 06_tiled_transpose 2048x2048 10 11
    for size in 4096 8192; do each 09_binary_xnor_gemm ${size}x$size 1 2 9 10; done
    each 01_naive_gemv 16384x16384 1
    each 02_coalesced_gemv 16384x16384 1 2
    each 03_constant_gemv 16384x16384 1 2
    each 04_shared_gemv 16384x16384 1 2 3
    each 05_shuffle_gemv 16384x16384 1 2 3 4
    each 06_tiled_transpose 16384x16384 {2..9}
    each 07_tiled_gemm 1001x1001x1001 {1..6}
    each 07_tiled_gemm 1024x1024x1024 {1..8}
    each 07_tiled_gemm_tensor_cores 1024x1024x1024 1
    for size in 256 512 1024; do each 08_thread_tiled_gemm ${size}x${size}x$size {1..6}; done
    for size in 1000 2048; do
        each 09_binary_xnor_gemm ${size}x${size}x$size {3..8} 11
        each 09_binary_xnor_gemm_tensor_cores ${size}x${size}x$size 1 2
    done
}
out=common/tests/yardstick/recorded/floors.csv parts=build/tests/floors
rm -rf $parts
mkdir -p $parts
# shellcheck disable=SC2016 # for the inner shell
asked | xargs -P "${JOBS:-$(nproc)}" -L 1 sh -c '"$0" "$1" "$2" "$3" >"'$parts'/$1 $2 $3"' "$0"
while read -r asked; do
    [ -s "$parts/$asked" ] || { echo "$asked: there is no count, so $out stays as it was" >&2; exit 2; }
done < <(asked)
{
    echo '"lab","step","name","size","floor ms","unit"'
    asked | while read -r asked; do cat "$parts/$asked"; done
} >$out.new && mv $out.new $out
