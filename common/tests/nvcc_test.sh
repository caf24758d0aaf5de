#!/usr/bin/env bash
# Where nvcc is: every lab and a third of the solutions compile without a warning, two labs' last
# steps alone, a whole program, the tools that a learner starts first, and the grader's runner. A
# seventh of the solutions compile for one more kind of GPU; each day it is another third, another
# seventh and another kind. With the argument `all` every solution, each step alone and every tool,
# and the device code of core files is optimized, too: that takes four times as long. With `archs` all files, and nothing else, for all kinds of GPU that
# this nvcc knows.
set -u
. common/tests/expect.sh
nvcc=${NVCC:-$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)}
if [ -z "$nvcc" ]; then
    echo "skipped: no nvcc here"
    good
    finish
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=c++17 -Icommon -Xcompiler -Wall -Werror all-warnings"
# For sm_90, or for the kinds of GPU that the job names.
# shellcheck disable=SC2086,SC2317 # words; called by xargs
compile() {
    local arch=-arch=sm_90
    case " ${*:2}" in *" -gencode "*) arch= ;; esac
    "$nvcc" $arch $flags "${@:2}" -o "$work/$(tr / _ <<<"$1").$RANDOM.o"
}
export -f compile
export nvcc flags work
jobs_file=$work/jobs
all=${1:-}
quick="-Xcicc -O0 -Xptxas -O0"
[ -z "$all" ] || quick=
# Is this worth the time: with `all`, or among those that are named? FILE PATTERN
chosen() { [ -n "$all" ] || [[ $1 =~ $2 ]]; }
# Flags of an everyday compilation, after a blank (xargs takes a line that ends with one for half a
# line): PTX of expert files may need what only an optimizer knows. FILE
quickly() { case $1 in *hopper.cu | *tensor_cores.cu) ;; *) echo "${quick:+ $quick}" ;; esac }
archs=()
for arch in 75 80 86 89 90a 100 120; do
    "$nvcc" --list-gpu-code | grep -qx "sm_${arch%a}" && archs+=("$arch")
done
# Code for these kinds of GPU, of a solution or a stub; only the device's part, the host's is the same. FILE ARCH...
for_archs() {
    local arch words=
    for arch in "${@:2}"; do words+=" -gencode arch=compute_$arch,code=sm_$arch"; done
    echo "$1 -fatbin -DLAB_STEPS$words $1"
}
# Runs the jobs, and counts them.
run_jobs() {
    # shellcheck disable=SC2016 # for the inner shell
    xargs -P 1 -L 1 bash -c 'if out=$(compile "$@" 2>&1) && [ -z "$out" ]; then echo good; else echo "failed: nvcc ${*:2}"; echo "$out"; fi' _ \
        <"$jobs_file" >"$work/log"
    local right
    right=$(grep -c '^good$' "$work/log")
    passed=$((passed + right)) failed=$((failed + $(wc -l <"$jobs_file") - right))
    grep -v '^good$' "$work/log"
}
if [ "${1:-}" = archs ]; then
    for file in labs/[0-9]*/*.cu solutions/[0-9]*/*.cu; do
        for_archs "$file" "${archs[@]}" >>"$jobs_file"
    done
    echo "note: compiled for sm_${archs[*]}"
    run_jobs
    finish
fi
day=$((10#$(date +%j)))
number=$day
for file in labs/[0-9]*/*.cu solutions/[0-9]*/*.cu; do
    [[ -n $all || $file == labs/* || $((number++ % 3)) -eq 0 ]] || continue
    # a solution as what a learner's program is linked with; Hopper's files for sm_90a
    as=-DLAB_STEPS also=
    case $file in solutions/*) as=-DLAB_REFERENCE ;; esac
    case $file in *hopper.cu) also=" -gencode arch=compute_90a,code=sm_90a" ;; esac
    echo "$file$(quickly "$file") -c $as$also $file" >>"$jobs_file"
    [ -z "$all" ] || [ $as = -DLAB_STEPS ] || echo "$file -c -DLAB_STEPS$also $file" >>"$jobs_file"
    if ! chosen "$file" '^labs/0[16]' || [[ $file != labs/* ]]; then continue; fi
    # each step alone; -ptx is quick, and the host's part was compiled above
    steps=$(sed -n 's/^#if LAB_STEP(\([0-9]*\)).*/\1/p' "$file" | sort -un)
    [ -n "$all" ] || steps=$(tail -n 1 <<<"$steps")
    for step in $steps; do
        echo "$file.$step -ptx -DLAB_STEPS -DLAB_ONLY=$step $file" >>"$jobs_file"
    done
done
for file in labs/01*/*.cu ${all:+solutions/01*/*.cu}; do # whole programs: what lab.h adds is the same for every lab
    echo "$file $file -lcublas" >>"$jobs_file"
done
# what is linked beside main.cu's object defines nothing that stands there, too
echo 'SETTING(as_it_is, "as it is", 0, 99)' >"$work/settings"
ok "settings compile" compile settings -c "-DSETTING_LIST=\"$work/settings\"" common/tools/settings.cu
ok "they define their table alone" test "$(nm -g --defined-only "$work"/settings.*.o | awk '$3 !~ /^_ZSt/ { print $3 }')" = lab_settings
echo "docs/programs/vector_add.cu docs/programs/vector_add.cu" >>"$jobs_file"
for file in common/tools/*.cu; do # as make does: a learner's first words are not a compiler's
    object=build/gpu/$(basename "$file" .cu).o
    [ "$file" = common/tools/settings.cu ] && continue # above
    chosen "$file" '/(main|doctor)\.cu$' || continue
    rm -f "$object"
    ok "make compiles $file in silence" test "$(make -s ARCH=sm_90 "$object" 2>&1; echo $?)" = 0
done
for library in "" " -DRUNNER_LIBRARY"; do # what the grader runs a submission's and its own kernels with
    echo "runner -c -Igrading $quick$library grading/sandbox/runner.cu" >>"$jobs_file"
done
run_jobs
# Of the day: one kind of GPU, and a seventh of the solutions. The suite nvcc_archs has all.
of_today=${archs[day % ${#archs[@]}]}
one_arch() {
    local number=$day
    for file in solutions/[0-9]*/*.cu; do
        [ $((number++ % 7)) -ne 0 ] || echo "$(for_archs "$file" "$of_today")$(quickly "$file")"
    done >"$jobs_file"
    run_jobs
}
one_arch
echo "note: ${all:-a third} of the solutions, a seventh for sm_$of_today as well"
finish
