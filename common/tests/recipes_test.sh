#!/usr/bin/env bash
# The recipes of docs/development.md for a lab, a counter and an export, followed to the letter in a
# copy: no other place must be edited.
# shellcheck disable=SC2016 # backquotes of the page
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
unset "${!GRADE_@}" MAKEFLAGS MAKELEVEL LAB STEP TREE SIZE 2>/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -a Makefile README.md common docs grading labs solutions "$work"
cd "$work" || exit 2
named() { grep -qF -- "$1" docs/development.md || echo "the recipe does not name $1"; }

# ---- a lab: lab 01 once more, under other names
for place in 'LAB_MAIN(NN_name)' common/labs/NN_name.h '`LAB(NN_name, CORE)`' common/labs/ladder.h docs/NN_name.md; do
    ok "a lab: $(named "$place")" test -z "$(named "$place")"
done
other() { sed 's/01_naive_gemv/10_other_gemv/g; s/naive_gemv/other_gemv/g; s/gemv_naive/gemv_other/g; s/add_one/add_two/g; s/host_program/host_routine/g; s/checked_program/checked_routine/g' "$1"; }
mkdir -p solutions/10_other_gemv
other solutions/01_naive_gemv/naive_gemv.cu >solutions/10_other_gemv/other_gemv.cu
other common/labs/01_naive_gemv.h >common/labs/10_other_gemv.h
other docs/01_naive_gemv.md >docs/10_other_gemv.md
other docs/hints/01_naive_gemv.md >docs/hints/10_other_gemv.md
sed -i 's|^#include "09_binary_xnor_gemm_hopper.h"|&\n#include "10_other_gemv.h"|' common/labs/ladder.h
expect "a lab: make stubs" 0 "labs/10_other_gemv/other_gemv.cu: written" make -s stubs
expect "a lab: make run" 0 "gemv_other           pass" make -s run LAB=10 TREE=solutions BACKEND=emulator
expect "a lab: make grade" 0 "20 of 20 points" make -s grade LAB=10 TREE=solutions BACKEND=emulator QUIET=1 OUT=build/recipe
expect "a lab: its stub" 2 "not attempted" make -s run LAB=10 BACKEND=emulator
expect "a lab: its hints" 0 "TODO 1, hint 1 of" make -s hint LAB=10 STEP=0
sed -i 's/launch_gemv_other(const float \*A/launch_gemv_other(const double *A/' labs/10_other_gemv/other_gemv.cu
expect "a lab: a wrong signature does not compile" 2 "does not compile" make -s run LAB=10 STEP=1 BACKEND=emulator

# ---- a counter: lanes that load from global memory, counted in a field of its own
for place in '`EMU_FIELDS` there, and counted in `counts.c`' '`EMU_METRICS` in `common/emulator/counters/metrics.h`' '`docs/emulator.md`' common/tests/yardstick/; do
    ok "a counter: $(named "$place")" test -z "$(named "$place")"
done
sed -i -e 's|^    ROW("emu__accesses.sum"|    ROW("emu__lanes_loading.sum", SUM, GLOBAL, LOADS, LOADING, 0) \\\n&|' \
    -e 's|^    FIELD(requests, REQUESTS) |    FIELD(loading, LOADING) &|' common/emulator/counters/metrics.h
sed -i 's|^    count->requests++;|    count->loading += access->lanes;\n&|' common/emulator/counters/counts.c
cat >lanes.cu <<'CU'
#include <cstdio>
__global__ void copy(const int *from, int *to) { to[threadIdx.x] = from[threadIdx.x]; }
int main()
{
    int *p;
    cudaMalloc(&p, 256);
    cudaMemset(p, 0, 256);
    copy<<<1, 24>>>(p, p + 32);
    return cudaDeviceSynchronize() || cudaFree(p);
}
CU
expect "a counter: the program" 0 "" make -s emulate FILE=lanes.cu COUNTERS=lanes.json
ok "a counter: 24 lanes" grep -qE '"emu__lanes_loading.sum": ?24\b' lanes.json

# ---- an export: who has how many points
for place in grading/report/exports.jq grading/tests/accepted.sh; do
    ok "an export: $(named "$place")" test -z "$(named "$place")"
done
sed -i -e '/^# ---- all of them/i def shares: ["student", "points"], (.students[] | [.id, .total]);' \
    -e 's!^{file: "junit.xml"!#| `points.csv` | who has how many |\n{file: "points.csv", rows: [shares]},\n&!' grading/report/exports.jq
expect "an export: make grade" 0 "20 of 20 points" make -s grade LAB=01 TREE=solutions BACKEND=emulator QUIET=1 OUT=build/recipe
ok "an export: the file" grep -qxE $'[a-z]+,20\\.00\r' build/recipe/points.csv
expect "an export: make stubs" 0 "docs/instructor.md: exports:all rewritten" make -s stubs
ok "an export: the page" grep -qF '| `points.csv` | who has how many |' docs/instructor.md
finish
