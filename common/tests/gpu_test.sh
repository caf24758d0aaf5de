#!/usr/bin/env bash
# What only a GPU can show: every solution is right there, every stub is not attempted, the
# emulator's test programs and yardsticks give the same results on the real thing.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory
# Everything at once, on all processors; whoever does not build says so below, one lab after the
# other.
mapfile -t labs < <(common/tools/lookup/labs.sh steps | cut -f 1 | uniq)
programs=("${labs[@]/#/build/gpu/solutions/}")
programs=("${programs[@]/%//all.run}")
make -s -k -j"$(nproc)" BACKEND=gpu "${programs[@]}" "${programs[@]/solutions/labs}" >/dev/null 2>&1
logs=build/tests/gpu
# shellcheck disable=SC2317 # called by ok
without() { ! grep -E "$1" "$2"; }
mkdir -p $logs
# Three at a time: the host checks most of the time, and the largest cases need tens of GB.
# shellcheck disable=SC2016 # for the inner shell
printf '%s\n' "${labs[@]/#/solutions/}" "${labs[@]/#/labs/}" | xargs -P 3 -I {} sh -c '
    log=$0/${1%%/*}.${1#*/}
    build/gpu/$1/all.run "${1#*/}" --check >"$log" 2>&1
    echo "status $?" >>"$log"' $logs {}
for lab in "${labs[@]}"; do
    ok "$lab builds" make -s BACKEND=gpu "build/gpu/solutions/$lab/all.run" "build/gpu/labs/$lab/all.run"
    expect "$lab: the solution passes on the GPU" 0 "status 0" cat "$logs/solutions.$lab"
    ok "$lab: without a doubt" without "wrong|not attempted|crash|timeout" "$logs/solutions.$lab"
    expect "$lab: the stub is not attempted on the GPU" 0 "status 1" cat "$logs/labs.$lab"
    ok "$lab: and nothing else" without "wrong|pass|crash|timeout" "$logs/labs.$lab"
done
nvcc=${NVCC:-nvcc}
# Eight at a time: a compile is mostly waiting for one core.
# shellcheck disable=SC2016 # for the inner shell
printf '%s\n' common/tests/programs/*.cu common/tests/yardstick/*.cu |
    xargs -P 8 -I {} sh -c '"$0" -arch=native -std=c++17 -Icommon -Icommon/tests/programs -Icommon/tests/yardstick {} -lcublas -o build/tests/gpu/$(basename {} .cu)' "$nvcc"
for file in common/tests/programs/*.cu common/tests/yardstick/*.cu; do
    ok "$(basename "$file") on the GPU" timeout 60 "build/tests/gpu/$(basename "$file" .cu)"
done
# What the emulator does not take costs nothing, and that is said.
copy=build/tests/gpu/copy
rm -rf $copy
mkdir -p $copy/build
cp -a Makefile README.md common docs grading labs solutions $copy
cp -a build/emulator $copy/build
sed -i -e '1i #include <cuda_fp8.h>' -e 's/^    long width = /    __nv_fp8_e4m3 none;\n&/' $copy/solutions/02*/*.cu
hear make -s run -C $copy BACKEND=gpu TREE=solutions LAB=02 STEP=2
expect "a step that the emulator does not take passes" 0 "step 2  gemv_unrolled        pass" again
expect "its idea was not checked, and that is said" 0 "the emulator does not take this step" again
finish
