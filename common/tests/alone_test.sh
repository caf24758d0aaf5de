#!/usr/bin/env bash
# A lab's file compiled alone, as by `nvcc -I common x.cu -lcublas`, here in the emulator: what it
# pulls in, a solution, a stub, and wrong kernels. Each day it is another solution; with the argument
# `all` each of them.
set -u
. common/tests/expect.sh
work=build/tests/alone
mkdir -p $work
programs=(solutions/[0-9]*/*.cu)
if [ -z "${1:-}" ]; then
    programs=("${programs[$((10#$(date +%j) % ${#programs[@]}))]}")
fi

# ---- the headers that lab.h pulls in, of this project ----
echo '#include "lab.h"' >$work/empty.cu
headers() {
    clang -std=c++17 -x c++ -M -D__host__= -D__device__= -DLAB_EMULATOR -Icommon -Icommon/emulator/include \
        $work/empty.cu | grep -oE 'common/[^ ]*' | grep -v '^common/emulator/' | sort -u
}
mapfile -t pulled < <(headers)
lines=$(cat "${pulled[@]}" | wc -l)
ok "lab.h pulls in ${#pulled[@]} files, 12 at most" test "${#pulled[@]}" -le 12 -a "${#pulled[@]}" -gt 5
ok "they have $lines lines, 2000 at most" test "$lines" -le 2000 -a "$lines" -gt 500

# ---- programs ----
build() { ok "$1 compiles" common/emulator/cuda-emulate -I common -o "$2" "$1"; }
make -s build/emulator/libemulator.a build/emulator/compile
for file in "${programs[@]}"; do
    build "$file" $work/solution
    # of lab 09's file for Hopper GPUs the emulator can do no step
    status=0 says="right at"
    [[ $file != *09*hopper.cu ]] || status=2 says="skipped: "
    hear $work/solution
    expect "$file is right" $status "$says" again
    ok "$file has no wrong step" test -z "$(grep wrong: <<<"$said")"
done
build labs/01_naive_gemv/naive_gemv.cu $work/stub
todo="1 gemv_naive            wrong: y is not written yet: fill in this step's TODOs"
hear $work/stub
expect "a stub says what to do" 1 "$todo" again
expect "step 0 does, too" 1 "0 add_one               wrong: a is not written yet" again
hear $work/stub 1 100x70
expect "one step, at one size" 1 "$todo" again
ok "and no other step" test -z "$(grep add_one <<<"$said")"
expect "no size" 2 "[STEP [SIZE]], like" $work/stub 1 large
expect "no step" 2 "[STEP [SIZE]], like" $work/stub first

# LAB FILE MUTANT…: each in its step
wrong() {
    local mutant row lab=$1 file=$2
    awk -v wanted="${*:3}" -f common/tests/alone.awk "grading/tests/mutants/${lab%%_*}_wrong.txt" \
        "solutions/$lab/$file.cu" >$work/wrong.cu
    build $work/wrong.cu $work/wrong
    hear $work/wrong
    expect "lab $lab, wrong kernels" 1 "wrong: " again
    for mutant in "${@:3}"; do
        row=$(grep "^ *${mutant%%:*} " <<<"$said")
        ok "lab $lab, $mutant: $row" \
            grep -qE "wrong: ([A-Za-z]+\[[0-9]+\](\[[0-9]+\])? is .*, should be |CUDA reports |it writes outside )" <<<"$row"
    done
}
wrong 05_shuffle_gemv shuffle_gemv 1:wrong_lane 2:stops_at_two 3:second_level_short 4:forgets_w
wrong 06_tiled_transpose tiled_transpose 1:copies 2:constant 4:not_turned 8:three_rows_of_four 10:wrong_kind
wrong 07_tiled_gemm tiled_gemm 1:no_last_term 3:chunk_forgotten 7:in_float 8:edge_of_a_not_zero
wrong 06_tiled_transpose tiled_transpose 1:one_too_many
expect "after an error that lasts, it ends" 1 "say another step" again
finish
