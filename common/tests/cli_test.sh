#!/usr/bin/env bash
# Bad input: one clear line, a non-zero exit, nothing lost. And the sizes that must work. In the
# emulator.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory
# shellcheck disable=SC2317 # called by expect
run() { make -s run BACKEND=emulator "$@"; }

expect "no lab" 2 "Say which lab" make -s sweep BACKEND=emulator
expect "unknown lab" 2 "There is no lab '77'" run LAB=77
for target in run profile watch sweep; do
    expect "$target of two labs" 2 "LAB=01 02: say one lab" make -s $target BACKEND=emulator LAB="01 02"
    expect "$target of any lab" 2 "LAB=%: say one lab" make -s $target BACKEND=emulator LAB=%
done
expect "unknown tree" 2 "TREE=work" run LAB=01 TREE=work
expect "unknown backend" 2 "it is gpu or emulator" make -s run LAB=01 BACKEND=fpga
expect "step that is no number" 2 "has no step 'one'. Say STEP= and one of: 0 1" run LAB=01 STEP=one TREE=solutions
expect "step that is not there" 2 "has no step '9'. Say STEP= and one of: 0 1" run LAB=01 STEP=9 TREE=solutions

program=build/emulator/solutions/01_naive_gemv/all.run
ok "the solution builds" make -s "$program" BACKEND=emulator
for size in 0x5 5x0 -1x5 5 5x x5 5x5x5x5 axb 99999999999x5 "5 x 5" 1e3x5; do
    expect "size $size" 2 "give two whole numbers" "$program" 01_naive_gemv --size "$size"
done
expect "a size with a depth that the lab has not" 2 "lab 01_naive_gemv has no third dimension: give two, like 5x5" "$program" 01_naive_gemv --size 5x5x5
expect "a size beyond memory" 2 "choose a smaller one" "$program" 01_naive_gemv --step 1 --size 1000000x1000000
constant=build/emulator/solutions/03_constant_gemv/all.run
ok "lab 03 builds" make -s "$constant" BACKEND=emulator
expect "a size that one step cannot have" 2 "keeps x in 64 KiB" "$constant" 03_constant_gemv --size 4x20000
expect "another step can" 0 "4x20000" "$constant" 03_constant_gemv --size 4x20000 --step 2
hear "$constant" 03_constant_gemv --step 1 --size 20x9 --print
expect "a result is printed" 0 "y, 20 x 1" again
ok "and what is right has no mark, where A lies by columns, too" test -z "$(again | grep -F '*')"
expect "unknown option" 2 "there is no option '--fast'" "$program" 01_naive_gemv --fast
expect "option without its value" 2 "or it lacks its value" "$program" 01_naive_gemv --size
for size in 1x1 1x1000 1000x1 127x131 7x16385; do
    expect "size $size runs" 0 "a bound and not a time" "$program" 01_naive_gemv --size "$size"
done

# Document 004's three integers, its matrices printed, and its wrong sizes: rows x columns x depth.
product=build/emulator/solutions/07_tiled_gemm/6.run
ok "lab 07's step 6 builds" make -s "$product" BACKEND=emulator
expect "three sizes" 0 "128x129x130, counted" "$product" 07_tiled_gemm --step 6 --size 128x129x130
expect "a depth of 0" 2 "give two whole numbers" "$product" 07_tiled_gemm --size 128x128x0
expect "a product beyond memory" 2 "choose a smaller one" "$product" 07_tiled_gemm --size 500000x500000x500000
expect "a side beyond a grid" 2 "524280" "$product" 07_tiled_gemm --size 600000x2x2
hear run LAB=07 STEP=6 TREE=solutions SIZE=2x3x4 PRINT=1
expect "A is printed" 0 "A, 2 x 4" again
expect "C is printed" 0 "C, 2 x 3" again
ok "the counters of all steps stand in one table" test "$(run LAB=01 TREE=solutions | grep -c 'counted for one launch')" = 1
expect "packed words are printed as bits" 0 " 0x00000000 0x00000000" run LAB=09 STEP=1 TREE=solutions SIZE=2x3 PRINT=1

# Strides: from 8 floats on each lane has a sector of its own.
hear make -s strides BACKEND=emulator
expect "a stride of 2" 0 "stride  2: 8.00 sectors" again
expect "a stride of 32" 0 "stride 32: 32.00 sectors" again

# A learner's own files, in a folder of their own: edited NAME SED-SCRIPT puts the solution there,
# with a mistake in it
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/without" && ln -s /usr/bin/* "$work/without" && rm -f "$work/without/jq"
expect "without jq there is no table, but verdicts" 0 "The table needs jq" env PATH="$work/without" make -s run BACKEND=emulator LAB=01 STEP=1 TREE=solutions
mkdir -p "$work/build/emulator"
for part in Makefile common grading docs solutions; do ln -s "$PWD/$part" "$work/$part"; done
for part in $emulator_parts; do ln -s "$PWD/build/emulator/$part" "$work/build/emulator/$part"; done
edited() {
    mkdir -p "$work/labs/$1"
    sed "$2" solutions/"$1"/*.cu >"$work/labs/$1/${1#*_}.cu"
}
# shellcheck disable=SC2317 # called by expect
sweep() { make -s sweep BACKEND=emulator -C "$work" "$@"; }

expect "a sweep over a value that the file has anyway" 0 "to compile and check: 1" sweep TREE=solutions LAB=04 STEP=2 SIZE=32x256 SWEEP=PART=64
expect "a sweep of a step that is not there" 2 "has no step '7'. Say STEP= and one of: 1 2" sweep TREE=solutions LAB=02 STEP=7 SWEEP=UNROLL=16

# What is wrong comes last
# shellcheck disable=SC2317 # called by ok
ends_with() { [[ $(run TREE=solutions LAB=01 STEP=1 "$2" 2>&1 | grep -v '^make' | tail -n 1) == "$1"* ]]; }
ok "a wrong size is the last that is said" ends_with "size 'abc'" SIZE=abc
ok "and a wrong prediction" ends_with "prediction 'abc'" PREDICT=abc
mkdir -p "$work/labs/01_naive_gemv" && cp labs/01_naive_gemv/naive_gemv.cu "$work/labs/01_naive_gemv"
expect "a prediction for a step that nobody has written" 2 "You predicted 8.00x: that is compared once" make -s run -C "$work" LAB=01 STEP=1 PREDICT=8 BACKEND=emulator
expect "a profile of a step that nobody has written" 2 "launches no kernel: not attempted yet?" make -s profile -C "$work" LAB=01 STEP=1 BACKEND=emulator
echo 'int broken(' >>"$work/labs/01_naive_gemv/naive_gemv.cu"
expect "nor is there one of a file that does not compile" 2 "its column is empty" make -s profile -C "$work" LAB=01 STEP=1 BACKEND=emulator

expect "nor of a step that is not there" 2 "has no step '99'" make -s profile -C "$work" LAB=01 STEP=99 BACKEND=emulator
# shellcheck disable=SC2317 # called by ok
no_more_said() { [ "$(make -s profile -C "$work" LAB=01 STEP=99 BACKEND=emulator 2>&1 | grep -vc '^make')" = 1 ]; }
ok "and that is all that is said" no_more_said

# What is wrong with the machine is no verdict on a step
edited 01_naive_gemv ''
expect "without LAB: the step that is next" 0 "step 0  add_one              pass" run -C "$work"
expect "make next: the one behind it" 0 "step 1  gemv_naive           pass" make -s next -C "$work" BACKEND=emulator
expect "solutions have no next one" 2 "Say which lab" run -C "$work" TREE=solutions
expect "a lab that passes" 0 "pass" run -C "$work" LAB=01
progress=$work/build/progress/01_naive_gemv
# shellcheck disable=SC2317 # called by ok
kept() { [ "$(cut -d ' ' -f 1-3 "$progress" | sort | xargs)" = "$(printf '%s pass emulator ' 0 1 2 3 | xargs)" ]; }
# shellcheck disable=SC2317 # called by ok
two_at_once() {
    local first status=0
    rm -f "$work"/build/emulator/labs/01_naive_gemv/all.{lab.o,run}
    run -C "$work" LAB=01 STEP=0 &
    first=$!
    run -C "$work" LAB=01 STEP=0 || status=1
    wait "$first" && return "$status"
}
ok "two at once" two_at_once
expect "no compiler" 2 "There is no clang with LLVM's C headers here" run -C "$work" LAB=01 LLVM_CONFIG=
rm "$work/build/emulator/main.o"
touch "$work/labs/01_naive_gemv/naive_gemv.cu"
expect "a machine that cannot build the labs" 2 "this machine cannot build the labs (above)" run -C "$work" LAB=01 EMU_CXX=false
cp build/emulator/main.o "$work/build/emulator"
printf '#!/bin/sh\ncase "$*" in *lab.o.host*) echo "No space left on device" >&2; exit 1 ;; esac\nexec clang++ "$@"\n' >"$work/full"
chmod +x "$work/full"
touch "$work/labs/01_naive_gemv/naive_gemv.cu"
expect "a full disk" 2 "this machine has no room" run -C "$work" LAB=01 EMU_CXX="$work/full"
echo 'set -o noclobber' >"$work/noclobber"
expect "noclobber" 0 "pass" env BASH_ENV="$work/noclobber" make -s run -C "$work" LAB=01 STEP=0 BACKEND=emulator
ok "progress is as it was" kept
# shellcheck disable=SC2317 # called by expect
into_full() { run -C "$work" LAB=01 STEP=0 >/dev/full; }
expect "a stdout that is full" 2 "could not be written" into_full
mv "$progress" "$work/aside"
mkdir "$progress"
expect "progress that cannot be written: a warning" 0 "01_naive_gemv cannot be written: your progress is not recorded" run -C "$work" LAB=01 STEP=0
rmdir "$progress"
mv "$work/aside" "$progress"
ok "nothing is left beside it" test "$(ls "$work/build/progress")" = 01_naive_gemv
echo 'int broken(' >>"$work/labs/01_naive_gemv/naive_gemv.cu"
expect "a mistake of the learner's" 2 "step 1  does not compile" run -C "$work" LAB=01 STEP=01
ok "is recorded" grep -q "^1 compile_error emulator -$" "$progress"

# What is wrong at the size that was asked for only
edited 01_naive_gemv 's/float sum = 0;/float sum = n == 777 ? 1e20f : 0;/'
expect "a result that is wrong at this size" 2 "WRONG: y[0] is" run -C "$work" LAB=01 STEP=1 SIZE=5x777

# Launches over and over, each one verified: one that is wrong every fourth time
expect "launches are repeated" 0 "gemv_naive           pass" run LAB=01 STEP=1 TREE=solutions SIZE=31x33 REPEAT=5
expect "a number of launches that is none" 2 "give a number of launches of at least 1" run LAB=01 STEP=1 TREE=solutions REPEAT=often
edited 01_naive_gemv 's/^void launch_gemv_naive(.*/static int calls;\n&/; s/gemv_naive<<<\(.*\)(A, x, y, m, n);/gemv_naive<<<\1(A, x, y, ++calls % 4 ? m : m - 1, n);/'
expect "one launch in four is wrong" 2 "launch 4 of 5: y[30] was never written" run -C "$work" LAB=01 STEP=1 SIZE=31x33 REPEAT=5

# What compute-sanitizer said, as `make sanitize` reads it
expect "make sanitize without a GPU" 2 "needs a GPU" make -s sanitize BACKEND=emulator
# shellcheck disable=SC2317 # called by expect
said() { printf '%b' "$1" | awk -f common/tools/authors/sanitize.awk; } # LOG
clean='step 1  gemv_naive  pass\n========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n'
race='========= Error: Race reported between Write access at f+0x10 in /a/b.cu:7\n=========     and Read access at g+0x20 in /a/c.h:9 [3 hazards]\n========= \n'
expect "a tool that says nothing" 0 "=0=" echo "=$(said "${clean}exit status 0 after 2 s, a GPU\n")="
expect "a race" 0 "=2=" echo "=$(said "$race$race${clean/0 hazards/2 hazards}exit status 0 after 2 s, a GPU\n")="
expect "a wrong result under a tool" 0 "wrong result" said "${clean/pass/wrong}exit status 1 after 2 s, a GPU\n"
expect "a program that broke off" 0 "broke off" said "exit status 139 after 2 s, a GPU\n"
expect "a program that tried nothing" 0 "no verdict" said "${clean#*\\n}exit status 0 after 2 s, a GPU\n"
expect "a tool without end" 0 "out of time" said "exit status 124 after 400 s, a GPU\n"
expect "a step that this GPU cannot do" 0 "skipped" said "${clean/pass/skipped}exit status 0 after 2 s, a GPU\n"
expect "a tool that was not asked" 0 "not done" said ""

# A launch that fails: the row says so, and where, instead of zeros
edited 04_shared_gemv 's/#define PART 64/#define PART 32/; s/parts < 65535 ? parts : 65535/parts < 65535 || parts == 65625 ? parts : 65535/'
hear run -C "$work" LAB=04 STEP=2 SIZE=1x2100000
expect "a grid that is too large" 2 \
    "its launch fails: labs/04_shared_gemv/shared_gemv.cu:" again
expect "and in what" 2 "gridDim.y is 65625, allowed 1..65535" again
expect "a sweep to a block that is too large" 2 "GROUPS=64 (gemv_block_split)     its launch fails: labs/04" \
    sweep LAB=04 STEP=3 SIZE=32x256 SWEEP="GROUPS=64"
expect "a sweep to a division by 0" 2 "crash: The host program died: Floating point exception" \
    sweep TREE=solutions LAB=02 STEP=2 SIZE=32x256 SWEEP="ROWS=0"
# shellcheck disable=SC2317 # called by ok
row() { grep -qE "$1" <<<"$said"; }
edited 02_coalesced_gemv 's/blockIdx.x \* (long)blockDim.x/blockIdx.x * 128L/'
hear sweep LAB=02 STEP=1 SIZE=512x64 SWEEP=BLOCK=256
ok "a sweep says which settings are right" row '1 as it is \(gemv_coalesced\) .* right$'
ok "and which are wrong" row '1 BLOCK=256 \(gemv_coalesced\) .* wrong$'
expect "and why" 2 "At 385x1: In y, element 384 is never written" again

echo 'broken here;' >>"$work/labs/02_coalesced_gemv/coalesced_gemv.cu"
# shellcheck disable=SC2317 # called by ok
once() { [ "$(sweep LAB=02 STEP=1 SWEEP=BLOCK=64,256 2>&1 | grep -c 'error:')" = 1 ]; }
ok "a sweep tells a mistake in the file once" once

# Grading in a folder of any name, and what it would cost somebody their files or grades
odd="$work/it's my (lab) & \$HOME; 1" gone="$work/no:where"
ok "the judge builds" make -s build/grading/judge build/grading/runner.emulator.o
for folder in "$odd" "$gone"; do
    mkdir -p "$folder/build/emulator" "$folder/build/grading" "$folder/mine"
    cp -a Makefile common grading docs solutions "$folder"
    cp -a build/emulator/{lib,libemulator.a,compile,inline.bc} "$folder/build/emulator"
    cp -a build/grading/{judge,obj,*.o,*.h} "$folder/build/grading"
    rm "$folder/build/grading/runner.emulator.o"
    touch "$folder/mine/report.html"
done
# shellcheck disable=SC2317 # called by expect
grade() { make -s grade BACKEND=emulator QUIET=1 TREE=solutions LAB=01 "$@"; }
expect "grading in a folder with a name for the shell to trip over" 0 "20 of 20 points" grade -C "$odd"
expect "not in one with a colon" 2 "has a colon in its path" grade -C "$gone"
expect "nor into a folder with other things" 2 "has things in it that are not the grader's, like report.html" grade -C "$odd" OUT=mine
expect "an empty SUBMISSIONS" 2 "SUBMISSIONS= is empty" grade -C "$odd" SUBMISSIONS=
# shellcheck disable=SC2317 # called by expect
lost() { grade -C "$odd" >/dev/full; }
expect "output that is lost" 2 "what was to be said here is lost" lost

# Right, but the idea is not there: which counter, its limit, the line, how to go on
edited 06_tiled_transpose 's/tile\[K\]\[K + 1\]/tile[K][K]/'
# shellcheck disable=SC2317 # called by expect
quiet_told() { (cd "$work" && make -s BACKEND=emulator "$program" NVCC= && $program 06_tiled_transpose --step 5 --check --emulated ./told.run); }
# shellcheck disable=SC2317 # called by expect
quiet() { make --no-print-directory run -C "$work" BACKEND=emulator NVCC= SEED=1 "$@" 2> >(grep -vE '^make[^:]*: .*Error 1$' >&2); }
hear quiet LAB=06 STEP=5
expect "right, but: make ends with 2, as where it fails otherwise" 2 "transpose_padded     right, but the idea is not there yet" again
expect "the counter and its limit" 2 "194,432 bank conflicts of loads from shared memory at 448x448; this step may have at most" again
expect "the line and its cost" 2 "6,272  32.00      32.00 wavefronts   1.00" again
expect "its text" 2 "tile[threadIdx.x][threadIdx.y];" again
ok "how to go on comes last" test "$(again | tail -n 1)" = "next: make hint LAB=06 STEP=5, or make view LAB=06 STEP=5"
ok "in 100 columns" test -z "$(again | grep -E '^.{101}')"
ok "progress has it" grep -q '^5 right_but emulator -$' "$work/build/progress/06_tiled_transpose"
hear quiet LAB=06 STEP=4,5-6
expect "several steps" 2 "step 6  transpose_tile16     pass" again
ok "and no other" test "$(again | grep -c '^step')" = 3
expect "the same kernel where it is enough" 2 "transpose_tile       pass" again
ok "nothing but the step, its lines and how to go on" test "$(quiet LAB=06 STEP=5,8 2>&1 | grep -cvE '^(Lab|step|next:|        )')" = 0
program=build/emulator/labs/06_tiled_transpose/5.run
cp "$work/$program" "$work/told.run"
edited 06_tiled_transpose ''
expect "a GPU's program says what the emulator's has counted" 1 "right, but" quiet_told
rm "$work/told.run"
expect "and where the emulator's says nothing, that" 0 "the emulator does not take this step" quiet_told
expect "steps that this machine cannot try" 2 "skipped" run TREE=solutions LAB=09/hopper STEP=1

# The same seed, the same data; what is printed; what differs
edited 01_naive_gemv 's/float sum = 0;/float sum = n == 33; if (row == 0) printf("row 0 of %d\\n", m);/'
seeded() { quiet LAB=01 STEP=1 "$@" 2>&1; }
hear seeded SEED=7
expect "a seed" 2 "SEED=7 repeats this run" again
ok "repeats a run" test "$(again)" = "$(seeded SEED=7)"
ok "another does not" test "$(again | grep 'should be')" != "$(seeded SEED=8 | grep 'should be')"
expect "a seed that is none" 2 "seed 'x': give a whole number" seeded SEED=x
ok "a kernel's printf, of one case" test "$(again | grep -c '^row 0 of')" = 1
expect "of the case that fails" 2 "row 0 of 31" again
edited 01_naive_gemv 's/y\[row\] = sum;/if (row != 1) y[row] = sum + (row == 2);/'
hear seeded SIZE=4x3 PRINT=1
expect "an element that differs is marked" 0 "*    4.9856" again
expect "one that was not written" 0 "* unwritten" again
expect "beside what is expected" 0 "expected (* above: what differs): y, 4 x 1" again

# a host member in a kernel
mkdir -p "$work/labs/01_naive_gemv"
{
    cat solutions/01_naive_gemv/*.cu
    echo 'struct on_host { int member() { return 1; } };'
    echo '__global__ void wrong(int *p) { on_host h; *p = h.member(); }'
} >"$work/labs/01_naive_gemv/naive_gemv.cu"
expect "make run refuses what nvcc would" 2 'reference to __host__ function' run -C "$work" LAB=01 STEP=1
# What compilers said holds as long as the headers do that they read, too.
sed -i 's/^struct on_host.*/#include "member.h"/' "$work/labs/01_naive_gemv/naive_gemv.cu"
member() { echo "struct on_host { ${1:-} int member() { return 1; } };" >"$work/labs/01_naive_gemv/member.h"; }
member
expect "a header that is wrong" 2 "does not compile" run -C "$work" LAB=01 STEP=1
member __device__
expect "is right" 0 "pass" run -C "$work" LAB=01 STEP=1
member
expect "and wrong again" 2 "does not compile" run -C "$work" LAB=01 STEP=1
finish
