#!/usr/bin/env bash
# The judge, `make run`'s program and the emulator's library, compiled in a copy with
# AddressSanitizer and UndefinedBehaviorSanitizer, over all solutions and a sample of mutants and
# attacks: they report nothing. What a lab's file becomes has the emulator's hooks instead. A
# planted write past an array on the stack shows that one would be seen.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
work=build/tests/sanitizers
rm -rf $work
mkdir -p $work
cp -a Makefile README.md common docs grading labs solutions $work
cd $work || exit 2
sed -i 's/on_gpu() ? 25 : 7/60/' grading/tests/class.c # seconds: all of it is slower
# AddressSanitizer allocates by itself: no sum of the C library grows by what is not freed.
awk '/^== /{ out = /: leaks_host_memory/ } !out' grading/tests/mutants/01_wrong.txt >kept
mv kept grading/tests/mutants/01_wrong.txt
reports='AddressSanitizer|LeakSanitizer|runtime error:|ABORTING'
# shellcheck disable=SC2317 # ok and expect call it
checked() { make -s SANITIZE=address,undefined BACKEND=emulator "$@"; }
silent() { # COMMAND…: succeeds, and nothing is reported
    "$@" >log 2>&1
    local status=$?
    grep -E -A 5 "$reports" log && return 1
    tail -n 3 log
    return $status
}

ok "they compile" checked -j2 grader-programs build/emulator/main.o
for lab in $(common/tools/lookup/labs.sh steps | cut -f 1 | uniq); do
    ok "make grade: $lab" silent checked grade TREE=solutions LAB="$lab" OUT="out/$lab"
    ok "$lab: no report in what is kept" bash -c "! grep -rlE '$reports' out/$lab"
done
for lab in 01 04 07 08/hopper; do
    ok "make run LAB=$lab" silent checked run TREE=solutions LAB=$lab
done
ok "copies that arrive while others begin theirs" silent env EMU_ORDER=interleaved \
    make -s SANITIZE=address,undefined emulate FILE=common/tests/programs/waiting_warps.cu
# the driver itself frees nothing
ok "a class, and attacks" silent env ASAN_OPTIONS=detect_leaks=0 \
    make -s SANITIZE=address,undefined BACKEND=emulator test-grader PARTS="class attacks"

sed -i 's/^    const struct emu_grid last = emu_last_launch();/    struct emu_grid last = emu_last_launch();\
    unsigned *volatile past = last.grid;\
    past[6] = 1;/' common/engine/serve.h
ok "a fault is planted" grep -qF 'past[6] = 1' common/engine/serve.h
silent checked run TREE=solutions LAB=01 >/dev/null
ok "the planted fault is reported" grep -q stack-buffer-overflow log
finish
