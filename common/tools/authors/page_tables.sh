#!/usr/bin/env bash
# Rewrites what pages have between `<!-- KIND:NAME begin -->` and `<!-- KIND:NAME end -->`:
#
#   page_tables.sh [--check] [PAGE [KIND:NAME…]]     (from the repository's root)
#
#   limits:LAB      the limits of each step, as declared
#   left:all        the tables of the labs' sections "What is left", with times from docs/results
#   exports:all     what report/exports.jq says of each file, behind "#|"
#   emulator:NAME   what common/tests/yardstick/compare.c writes, as the suite `yardstick` left it in
#                   build/tests/yardstick, and what commands print
#
# Without PAGE all but the last kind, which takes minutes; without KIND:NAME all that the page has.
# --check writes nothing and fails where a page differs. Counts and messages must be equal; figures
# that depend a little on where memory happens to lie (caches, floors) may differ by 5 %, and how
# long the emulator itself took does not matter.
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

die() { echo "page_tables.sh: $*" >&2; exit 2; }

limits() { # in few words
    printf '| step | at most |\n|---|---|\n'
    common/tools/lookup/labs.sh limits "$1" | sed -E '
        :thousands s/\b([0-9]+)([0-9]{3})\b/\1,\2/; t thousands
        s/32-byte |shared-memory | (from|to) (global|shared) memory| of (blocks|a warp)//g
        s/load instructions on shared memory/shared load requests/g
        s/and branches of the busiest/by a/g
        s/entered by lanes whose warp has diverged/apart/g
        s/matrix instructions/mma/g
        s/other (accesses between a load and) the use of its value/\1 its use/g
        s/ when the first is needed//g'
}
exports() { printf "| file in OUT | for |\n|---|---|\n" && sed -n "s/^#| /| /p" grading/report/exports.jq; }

# LAB STEP: the step's name, ms and share of the peak, from docs/results: of the largest size with
# equal sides that bottlenecks.md names for the lab.
recorded() {
    local most=16384 name ms share
    case $1 in 07_*) most=2048 ;; 08_* | 09_*) most=8192 ;; esac
    IFS=$'\t' read -r name ms share < <(jq -r --argjson step "$2" --argjson most "$most" '
        [.rows[] | select(.kind == "solution" and .step == $step)
            | .side = (.size | split(",")[0] | split("x") | map(tonumber) | unique)
            | select(.side[1] == null and .side[0] <= $most)]
        | sort_by(.side) | last | [.label, .ms, .percent_of_peak] | @tsv' \
        "docs/results/$1.json" 2>/dev/null)
    [ -n "$ms" ] || { echo "not measured yet | – | –" && return; }
    awk -v name="$name" -v ms="$ms" -v share="$share" 'BEGIN {
        printf "%s | %.*f | %.1f %%", name, ms < 1 ? 4 : ms < 10 ? 2 : 1, ms, share }'
}
left() {
    local page lab step rest
    echo "| step | ms | of peak | operations a byte | what limits it | what the next does |"
    echo "|---|---|---|---|---|---|"
    for page in docs/[0-9]*.md; do
        lab=$(basename "$page" .md)
        while IFS='|' read -r _ step rest; do
            echo "| [${lab%%_*}]($lab.md),$step$(recorded "$lab" "$step") |$rest"
        done < <(sed '/^## What is left/,$!d; /^| *[0-9]/!d' "$page" |
            sed 's/\[\([^]]*\)\](glossary[^)]*)/\1/g')
    done
}

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
    taken emulator:program | sed '/^```/d' >"$out/column_sums.cu"
    [ -s "$out/column_sums.cu" ] || die "$page has no program between the markers emulator:program"
    make -s emulate FILE="$out/column_sums.cu" COUNTERS="$out/column_sums.json" 2>&1 |
        sed "s,$out/,,g; 1i "'```text'$'\n''$a ```'
}

# ---- the pages

range() { echo "/^<!-- $1 begin -->$/,/^<!-- $1 end -->$/"; } # KIND:NAME, for sed
taken() { sed -n "$(range "$1"){//!p}" "$page"; }

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

make_part() { # KIND NAME
    case $1:$2 in
    emulator:counts | emulator:summary | emulator:exceptions | *:caches | *:times | *:floors)
        cat "$made/$2.md" || die "run make test SUITES=yardstick first"
        ;;
    emulator:*) "$2" ;;
    *) "$1" "$2" ;;
    esac
}

status=0 kinds='limits|left|exports' pages=(docs/bottlenecks.md docs/instructor.md docs/[0-9]*.md)
[ $# -eq 0 ] || kinds+='|emulator' pages=("$1")
for page in "${pages[@]}"; do
    # but what is written by hand
    parts=$(sed -nE "s/^<!-- (($kinds):.*) begin -->$/\1/p" "$page" | grep -vx emulator:program)
    [ $# -lt 2 ] || parts=${*:2}
    for part in $parts; do
        file=$out/${part#*:}.md
        make_part "${part%%:*}" "${part#*:}" >"$file" || die "the part $part could not be made"
        compare="diff"
        case $check$part in
        1emulator:caches | 1*:times | 1*:floors | 1*:example | 1*:first_run | 1*:first_large)
            compare=alike
            ;;
        esac
        said=$($compare <(taken "$part") "$file") && continue
        if [ $check = 1 ]; then
            echo "$page: the part $part is not what common/tools/authors/page_tables.sh makes of it:"
            head -n 10 <<<"$said"
            status=1
            continue
        fi
        [ "$(grep -cE "^<!-- $part (begin|end) -->$" "$page")" = 2 ] ||
            die "$page has no markers $part, or more than one pair"
        sed -i -e "$(range "$part"){//!d}" -e "/^<!-- $part begin -->$/r $file" "$page"
        echo "$page: $part rewritten"
    done
done
exit $status
