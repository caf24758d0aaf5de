#!/usr/bin/env bash
# Where nvcc is: every lab and solution compiles without a warning, whole, as a reference and
# standalone, and the last step of each lab alone; with the argument `all` each step alone.
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
flags="-arch=sm_90 -std=c++17 -Icommon -Xcompiler -Wall -Werror all-warnings"
# shellcheck disable=SC2086,SC2317 # words; called by xargs
compile() { "$nvcc" $flags "${@:2}" -o "$work/$(tr / _ <<<"$1").$RANDOM.o"; }
export -f compile
export nvcc flags work
jobs_file=$work/jobs
for file in labs/[0-9]*/*.cu solutions/[0-9]*/*.cu; do
    echo "$file -c -DLAB_STEPS $file" >>"$jobs_file"
    [[ $file == labs/* ]] || continue
    # each step alone; -ptx is quick, and the host's part was compiled above
    steps=$(sed -n 's/^#if LAB_STEP(\([0-9]*\)).*/\1/p' "$file" | sort -un)
    [ "${1:-}" = all ] || steps=$(tail -n 1 <<<"$steps")
    for step in $steps; do
        echo "$file.$step -ptx -DLAB_STEPS -DLAB_ONLY=$step $file" >>"$jobs_file"
    done
done
for file in labs/01*/*.cu solutions/01*/*.cu; do # whole programs: what lab.h adds is the same for every lab
    echo "$file $file -lcublas" >>"$jobs_file"
done
echo 'SETTING(as_it_is, "as it is", 0, 99)' >"$work/settings"
echo "sweep -c -DSWEEP_LIST=\\\"$work/settings\\\" common/tools/sweep.cu" >>"$jobs_file"
echo "docs/programs/vector_add.cu docs/programs/vector_add.cu" >>"$jobs_file"
for file in common/tools/*.cu; do
    [ "$file" = common/tools/sweep.cu ] && continue # above
    echo "$file -c -Xcompiler -Wextra $file" >>"$jobs_file"
done
# shellcheck disable=SC2016 # for the inner shell
xargs -P 1 -L 1 bash -c 'if out=$(compile "$@" 2>&1) && [ -z "$out" ]; then echo good; else echo "failed: nvcc ${*:2}"; echo "$out"; fi' _ \
    <"$jobs_file" >"$work/log"
passed=$(grep -c '^good$' "$work/log")
failed=$(($(wc -l <"$jobs_file") - passed))
grep -v '^good$' "$work/log"
export NVCC=$nvcc ARCH=sm_90 # what make run says of a step where there is nvcc and no GPU
expect "registers and shared memory of a step" 0 "0 bytes spilled, 4224 bytes static shared: transpose_padded" \
    common/tools/scripts/kernels.sh emulator solutions 06_tiled_transpose 5 ""
# … and of code that only nvcc compiles, in a folder of its own
mkdir -p "$work/build/emulator" "$work/labs/09_binary_xnor_gemm"
make -s build/emulator/frontend build/emulator/libemulator.a build/emulator/main.o BACKEND=emulator
for part in Makefile common grading docs solutions; do ln -s "$PWD/$part" "$work/$part"; done
for part in lib libemulator.a frontend main.o; do ln -s "$PWD/build/emulator/$part" "$work/build/emulator/$part"; done
sed 's/^#include "lab.h"/&\n#if HOPPER_KNOWN\nstatic __device__ int mistake() { return undeclared_word; }\n#endif/' \
    solutions/09_binary_xnor_gemm/hopper.cu >"$work/labs/09_binary_xnor_gemm/hopper.cu"
for step in 1 2 3; do
    expect "nvcc's errors in step $step" 1 'error: identifier "undeclared_word" is undefined' \
        make -s run -C "$work" BACKEND=emulator LAB=09/hopper STEP=$step
done
expect "… the step counts as one that does not compile" 1 "step 1  does not compile" make -s run -C "$work" BACKEND=emulator LAB=09/hopper STEP=1
finish
