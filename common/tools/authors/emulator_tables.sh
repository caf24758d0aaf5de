#!/usr/bin/env bash
# Rewrites what docs/emulator.md, docs/emulator_records.md, docs/00_first_steps.md and README.md
# have between `<!-- emulator:NAME begin -->` and `<!-- emulator:NAME end -->`.
#
#   emulator_tables.sh [--check] [PAGE [NAME…]]     (from the repository's root)
#
# Without PAGE the first two; without NAME all that the page has. Parts that
# common/tests/yardstick/compare.c writes lie in build/tests/yardstick as the suite `yardstick` left
# them. --check writes nothing and fails where the page differs. Counts and messages must be equal;
# figures that depend a little on where memory happens to lie (caches, floors) may differ by 5 %, and
# how long the emulator itself took does not matter.
# Functions are called by their names; awk programs and Markdown stand in single quotes:
# shellcheck disable=SC2317,SC2016
set -u
check=0
[ "${1:-}" = --check ] && { check=1; shift; }
out=build/tests/emulator_doc
made=build/tests/yardstick
export MAKEFLAGS=--no-print-directory LC_ALL=C.UTF-8
unset EMU_COUNTERS EMU_REPORT EMU_GPU EMU_WATCH EMU_MEMORY EMU_LEAKS EMU_CONTINUE EMU_FLAGS
mkdir -p "$out"

die() { echo "emulator_tables.sh: $*" >&2; exit 2; }

# The solutions' floors at the sizes whose times are in docs/results.
solutions() {
    awk -f common/tests/yardstick/solution_floors.awk \
        docs/results/0*.json common/tests/yardstick/recorded/floors.csv ||
        die "common/tests/yardstick/recorded/floors.csv: a floor does not hold (above)"
}

# ---- docs/00_first_steps.md and README.md: a program, and what commands print. Left out of what is
# printed: counters with long names (…), make's last line, nvcc's, addresses, the table of make run.

first_program() { printf '```c\n%s\n```\n' "$(cat docs/programs/vector_add.cu)"; }

# changed SED-SCRIPT: the program as my.cu, with that change.
changed() {
    mkdir -p "$out/first"
    sed -E "$1" docs/programs/vector_add.cu >"$out/first/my.cu"
    ! cmp -s docs/programs/vector_add.cu "$out/first/my.cu" ||
        die "'$1' changes nothing in docs/programs/vector_add.cu"
}
# emulated FILE: what make emulate prints of it.
emulated() {
    make -s emulate FILE="$1" 2>&1 |
        sed -E "/^make.*[*][*][*]/d; s,$out/first/,,g; s/0x[0-9a-f]{2,}/0x…/; s/ +$//" |
        awk '/^  [a-z0-9]+__/ { if (!hidden++) print "  …"; next } { hidden = 0; print }'
}
# shown COMMAND < output: both as a block of the page.
shown() { printf '```text\n$ %s\n%s\n```\n' "$1" "$(cat)"; }
findings_of_mine() {
    emulated "$out/first/my.cu" | grep -v '^  \|^add<<<' | shown "make emulate FILE=my.cu"
}

first_run() {
    emulated docs/programs/vector_add.cu | shown "make emulate FILE=docs/programs/vector_add.cu"
}
first_guard() { changed '/if \(i < m\)/d' && findings_of_mine; }
first_copy() { changed '/cudaMemcpyDeviceToHost/d' && findings_of_mine; }
first_blocks() { changed 's,\(m \+ threads - 1\) / threads,m / threads,' && findings_of_mine; }
first_pointer() { changed 's/\(a_device, b_device/(a, b_device/' && findings_of_mine; }
first_large() {
    changed 's/m = 1000;/m = 4000000;/' &&
        emulated "$out/first/my.cu" | grep -v '^  line\|^  occ\|^  …\|^  my' |
        shown "make emulate FILE=my.cu"
}
first_printf() {
    local condition='if (i >= 998 \&\& i <= 1001)'
    local call='printf("block %d, thread %d: i = %d\\n", blockIdx.x, threadIdx.x, i);'
    changed "s/^( +)if \(i < m\)/\1$condition\n\1    $call\n&/" && findings_of_mine
}

# lab01 SED-SCRIPT MAKE-ARGUMENTS…: make run of a learner's lab 01, the solution with that change,
# in a folder of its own.
lab01() {
    local part work=$out/first/lab01 edit=$1
    shift
    make -s build/emulator/main.o build/emulator/libemulator.a build/emulator/headers.folder ||
        die "the emulator does not compile"
    mkdir -p "$work/build/emulator" "$work/labs/01_naive_gemv"
    for part in Makefile common grading docs solutions \
        build/emulator/{lib,libemulator.a,compile,inline.bc,headers.{cu,folder,device.pch,host.pch},main.o}; do
        ln -sfn "$PWD/$part" "$work/$part"
    done
    sed -E "$edit" solutions/01_naive_gemv/naive_gemv.cu >"$work/labs/01_naive_gemv/naive_gemv.cu"
    SEED=1 make -s -C "$work" run LAB=01 BACKEND=emulator "$@" 2>&1 |
        sed -E '/^make.*[*][*][*]/d; /^nvcc,/d; /^$/,$d; s/^SEED=[0-9]+/SEED=…/; s/ +$//' |
        shown "make run LAB=01 $*"
}
# For README.md: step 1 without its guard, with the sum in y and not in a register, and right; each
# without the lines of the source that cost most.
first_transcript() {
    local in_y='s/float sum = 0/y[row] = 0/; s/sum (\+= A)/y[row] \1/; /y\[row\] = sum/d'
    {
        lab01 '/if \(row >= m\)/,/return/d' STEP=1
        lab01 "$in_y" STEP=1
        lab01 '' STEP=1
    } | sed -E '/^```/d; /^Lab 01/d; /^SEED=/d' | awk '
        BEGIN { print "```text" }
        /^        most expensive lines/ { hidden = 1 }
        /^[^ ]/ { hidden = 0 }
        !hidden { print }
        END { print "```" }'
}
first_wrong() { lab01 's/i < count\) \{/i <= count) {/' STEP=0; }
first_print() { lab01 '' STEP=1 SIZE=2x3 PRINT=1; }

# ---- the worked example: its program stands on the page

example() {
    taken program | sed '/^```/d' >"$out/column_sums.cu"
    [ -s "$out/column_sums.cu" ] || die "$page has no program between the markers emulator:program"
    make -s emulate FILE="$out/column_sums.cu" COUNTERS="$out/column_sums.json" 2>&1 |
        sed "s,$out/,,g; 1i "'```text'$'\n''$a ```'
}

# ---- the page

taken() { sed -n "/^<!-- emulator:$1 begin -->$/,/^<!-- emulator:$1 end -->$/{//!p}" "$page"; } # NAME
place() { # NAME FILE: between NAME's markers
    [ "$(grep -cE "^<!-- emulator:$1 (begin|end) -->$" "$page")" = 2 ] ||
        die "$page has no markers emulator:$1, or more than one pair"
    sed -i -e "/^<!-- emulator:$1 begin -->$/,/^<!-- emulator:$1 end -->$/{//!d}" \
        -e "/^<!-- emulator:$1 begin -->$/r $2" "$page"
}

# alike OLD NEW: equal word for word, but for numbers, which may differ by 5 %, and how long the
# emulator took.
alike() {
    local words='s/emulated in [0-9.]+ s/emulated in … s/; s/[|(),;]/ & /g; s/^ +//; s/ +/\n/g'
    paste -d ' ' <(sed -E "$words" "$1") <(sed -E "$words" "$2") | awk '
        function near(a, b) { return a < b ? near(b, a) : a - b <= 0.05 * a + 0.05 }
        $1 != $2 && ($1 " " $2 !~ /^[0-9.]+ [0-9.]+$/ || !near($1, $2)) {
            print "page: " $1 ", now: " $2
            bad = 1
        }
        END { exit bad }'
}

status=0
for page in ${1:-docs/emulator.md docs/emulator_records.md}; do
    # but `program`, which is written by hand
    blocks=${*:2}
    blocks=${blocks:-$(sed -n 's/^<!-- emulator:\(.*\) begin -->$/\1/p' "$page" | grep -vx program)}
    [ -n "$blocks" ] || die "$page has no markers"
    for block in $blocks; do
        case $block in
        counts | summary | exceptions | caches | times | floors)
            cp "$made/$block.md" "$out" || die "run make test SUITES=yardstick first"
            ;;
        *) $block >"$out/$block.md" || die "the part $block could not be made" ;;
        esac
        if [ $check = 0 ]; then
            place "$block" "$out/$block.md"
            continue
        fi
        case $block in
        caches | times | floors | example | first_run | first_large) compare=alike ;;
        *) compare="diff" ;;
        esac
        $compare <(taken "$block") "$out/$block.md" >"$out/$block.diff" || {
            echo "$page: the part emulator:$block is not" \
                "what common/tools/authors/emulator_tables.sh makes of it:"
            head -n 10 "$out/$block.diff"
            status=1
        }
    done
done
exit $status
