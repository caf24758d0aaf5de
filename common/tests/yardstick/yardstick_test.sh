#!/usr/bin/env bash
# The emulator against the H200's record: builds and runs the yardstick programs in the emulator,
# and compares. Leaves the tables of docs/emulator.md and emulator_records.md in build/tests/yardstick. EMU_BUILD:
# where the emulator is built, if it is another one.
set -u
cd "$(dirname "$0")/../../.." || exit 2
build=${EMU_BUILD:-build/emulator} checks=build/tests/yardstick
out=$checks${EMU_BUILD:+/${EMU_BUILD//\//.}} programs=$build/bin
mkdir -p "$out"
if ! make -s -j2 -f common/tests/yardstick/kernels.mk EMU_BUILD="$build" yardsticks >"$out/build.log" 2>&1; then
    tail -n 20 "$out/build.log"
    echo "error: the yardstick programs do not compile"
    echo "0 passed, 1 failed"
    exit 1
fi

# run NAME PROGRAM [ARGUMENTS…]: leaves NAME.json; the program checks its own results.
wrong=0
run() {
    local name=$1 program=$2
    shift 2
    rm -f "$out/$name.json"
    EMU_GPU=H200 EMU_REPORT=0 EMU_COUNTERS=$out/$name.json "$programs/yardstick_$program" "$@" \
        >"$out/$name.log" 2>&1 && return
    echo "failed: $program $* gives wrong results or ends badly:"
    tail -n 5 "$out/$name.log"
    wrong=$((wrong + 1))
}
run ladder_1024 ladder 1024 256
run ladder_4096 ladder 4096 256
for program in global shared control atomics patterns special typical traffic; do
    run "$program" "$program"
done
[ "$wrong" -eq 0 ] || { echo "0 passed, $wrong failed"; exit 1; }
"$checks/compare" common/tests/yardstick/recorded "$out" "$out"
