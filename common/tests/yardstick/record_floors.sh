#!/usr/bin/env bash
# Counts the solutions at the sizes at which docs/results has their times, in the emulator, and
# writes their floors to recorded/floors.csv: lab,step,name,size,floor ms,unit. From the root, after
# `make -j build/emulator/solutions/LAB/all.run` of every lab; an hour and a half of a core. With arguments (LAB SIZE
# [STEP…]) only that, to standard output: the test does so with the quick ones.
#
# Left out, since counting them would take hours: lab 07 above 1024, lab 08 above 1024, lab 09's GEMM
# above 2048. Left out, since a Hopper GPU runs other code than the emulator: lab 08's step 7, lab
# 09's steps 17 to 19.
set -u
cd "$(dirname "$0")/../../.." || exit 2
export EMU_WATCH=caches EMU_REPORT=0 EMU_GPU=H200

# count LAB SIZE [STEP…]: without STEP all
count() {
    local lab=$1 size=$2 step json
    json=$(mktemp) || exit 2
    shift 2
    for step in "${@:-}"; do
        # shellcheck disable=SC2086 # no option without a step
        build/emulator/solutions/"$lab"/all.run "$lab" --who solution --size "$size" --json "$json" ${step:+--step $step} >&2 ||
            { echo "$lab at $size: cannot be counted" >&2; exit 2; }
        jq -r --arg lab "$lab" '.rows[] | select(.kind == "solution") | [$lab, .step, .label, .size, .floor_ms, .floor_unit] | @csv' "$json"
    done
    rm -f "$json"
}
if [ $# -ge 2 ]; then
    count "$@"
    exit
fi
out=common/tests/yardstick/recorded/floors.csv
{
    echo '"lab","step","name","size","floor ms","unit"'
    count 06_tiled_transpose 1024x1024 1 2 3 4 5 6 7 8 9
    count 06_tiled_transpose 2048x2048 10 11
    count 09_binary_xnor_gemm 1000x1000x1000
    for size in 256 512; do count 08_thread_tiled_gemm ${size}x${size}x$size 1 2 3 4 5 6; done
    for size in 4096 8192; do count 09_binary_xnor_gemm ${size}x$size 1 2 12 13; done
    count 01_naive_gemv 16384x16384 1
    for lab in 02_coalesced_gemv 03_constant_gemv 04_shared_gemv 05_shuffle_gemv; do
        count $lab 16384x16384
    done
    count 07_tiled_gemm 1001x1001x1001 1 2 3 4 5 6 7 8 9
    count 08_thread_tiled_gemm 1024x1024x1024 1 2 3 4 5 6
    count 07_tiled_gemm 1024x1024x1024 10 11 12 13
    count 06_tiled_transpose 16384x16384 2 3 4 5 6 7 8 9
    count 09_binary_xnor_gemm 2048x2048x2048 3 4 5 6 7 8 9 10 11 14 15 16
    count 07_tiled_gemm 1024x1024x1024 1 2 3 4 5 6 7 8 9
} >$out.new && mv $out.new $out
