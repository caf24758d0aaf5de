# The parts of docs/00_first_steps.md and README.md that are made: a program, and what commands
# print. Sourced by emulator_tables.sh, which has $out and die. Left out of what is printed:
# counters with long names (…), make's last line, nvcc's, addresses, and the table of make run.
# shellcheck shell=bash disable=SC2154,SC2016

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
