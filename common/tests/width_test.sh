#!/usr/bin/env bash
# Tables fit a terminal of 100 columns: `make`, and `make run` of every lab: the stub, a file some
# of whose steps are right, the solution. Rows for steps that nobody attempted are not printed.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
mkdir -p build/tests
work=$(mktemp -d build/tests/width.XXXXXX) || exit 2
trap 'rm -rf "$work"' EXIT
export MAKEFLAGS=--no-print-directory LC_ALL=C.UTF-8
unset LAB STEP SIZE TREE

too_wide() { awk 'length($0) > 100 { print FILENAME ": " length($0) " columns: " $0; n++ } END { exit !n }' "$@"; }
fits() { ok "$1 fits 100 columns: $(too_wide "$2" | head -n 2)" test -z "$(too_wide "$2")"; }

# What `make run` starts, of LAB: the stub's program. Then the same with the solution's object in
# its place, WHICH (all, or a step's number): a learner's file that has that much right.
stub() { make -s "build/emulator/labs/$1/all.run"; }
with_solution() { # LAB WHICH
    with_object "$1" "solutions/$1/$2.lab.o"
}
with_object() { # LAB OBJECT below build/emulator
    local link
    make -s "build/emulator/$2" || return
    link=$(make -n -W build/emulator/main.o "build/emulator/labs/$1/all.run" | grep -- '-o build/emulator/labs/.*all.run') || return
    link=${link/labs\/$1\/all.lab.o/$2}
    eval "${link/-o build\/emulator\/labs\/$1\/all.run/-o $work/$1.run}"
}
# NAME COMMAND…: its output fits, and stays in $work/out
looked_at() {
    local name=$1
    shift
    "$@" >"$work/out" 2>&1
    fits "$name" "$work/out"
}

# The table's rows: step, floor, its unit, the reference's floor, its recorded time, the step before's.
rows() { sed -nE 's/^ +([0-9]+) [a-z_0-9, ]+( +[0-9.MG-]+){4} +([0-9.e-]+) (DRAM|L2|L1|shared|const\.|issue|arith\.) +([0-9.e-]+) +([0-9.e-]+) +([0-9.e-]+)$/\1 \3 \4 \5 \6 \7/p' "$1"; }

looked_at "make" make -s
for solution in solutions/*/; do
    lab=$(basename "$solution")
    stub "$lab" >"$work/log" 2>&1 || ok "$lab builds: $(head -n 3 "$work/log")" false
    looked_at "the stub of $lab" "build/emulator/labs/$lab/all.run" "$lab" --who yours
    ok "$lab: no row for what nobody attempted" test "$(grep -c 'requests' "$work/out")" = 0
    with_solution "$lab" all >"$work/log" 2>&1 || ok "$lab links: $(head -n 3 "$work/log")" false
    looked_at "all of $lab beside the reference" "$work/$lab.run" "$lab" --who yours
    rows "$work/out" >"$work/rows"
    ok "$lab: a row a step" test "$(wc -l <"$work/rows")" -gt 0
    ok "$lab: its floor is the reference's" test "$(cut -d ' ' -f 2 "$work/rows")" = "$(cut -d ' ' -f 4 "$work/rows")"
    ok "$lab: nothing differs from itself" test "$(grep -c 'the reference' "$work/out")" = 1
    ok "$lab: each heading once" test "$(grep -cE 'requ\.|before$' "$work/out")" = 1
    ok "$lab: and a recorded time, or its size" test "$(grep -c 'recorded at' "$work/out")" = "$(grep -cE ' - [^ ]+$' "$work/rows")"
done

# What docs/results/ have of STEP at 16384 x 16384: milliseconds, and how many times the step before.
recorded() {
    jq -r --argjson step "$1" '.rows[] | select(.kind == "solution" and .step == $step and .size == "16384x16384" and .label != null) |
        "\(.ms) \(.speedup_over_previous)"' docs/results/06_tiled_transpose.json | head -n 1
}
times() { printf '%.2fx' "$(recorded "$1" | cut -d ' ' -f 2)"; }
read -r ms _ < <(recorded 5)
read -r before _ < <(recorded 4)

# One step right of many: its row, the reference's floor, and both recorded times.
with_solution 06_tiled_transpose 5 >"$work/log" 2>&1
looked_at "a file with one right step" "$work/06_tiled_transpose.run" 06_tiled_transpose --who yours
ok "one row" test "$(rows "$work/out" | wc -l)" = 1
ok "its time and the step before's: $ms and $before ms" \
    grep -qE "^5 .* $(printf '%.4g %.4g' "$ms" "$before")$" <(rows "$work/out")
ok "at the size that is named" grep -q "^in ms at 16384x16384" "$work/out"
expect "a prediction meets the recorded time" 0 "predicted 2.00x, recorded $(times 5) at 16384x16384 over the step before" \
    "$work/06_tiled_transpose.run" 06_tiled_transpose --who yours --step 5 --predict 2
with_solution 06_tiled_transpose all >"$work/log" 2>&1
expect "so does one of a late step" 0 "step 9  predicted 1.20x, recorded $(times 9)" \
    "$work/06_tiled_transpose.run" 06_tiled_transpose --step 9 --predict 1.2

# Right, and within the limits, but far from the reference: step 8's tile of B by columns, 16 ways in
# conflict.
mkdir -p "$work/07_tiled_gemm"
sed 's/of_col\[y\]\[x\] =/of_col[x][y] =/; s/of_col\[l\]\[x\]/of_col[x][l]/' solutions/07_tiled_gemm/tiled_gemm.cu >"$work/07_tiled_gemm/tiled_gemm.cu"
stub 07_tiled_gemm >"$work/log" 2>&1
with_object 07_tiled_gemm "$work/07_tiled_gemm/8.lab.o" >>"$work/log" 2>&1
looked_at "a step that is far from the reference" "$work/07_tiled_gemm.run" 07_tiled_gemm --who yours --step 8
ok "passes, and says so" grep -qE 'floor is [2-9]\.[0-9] times the reference.s, set by shared' "$work/out"
finish
