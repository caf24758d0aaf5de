#!/usr/bin/env bash
# What only a GPU can show: every solution is right there, every stub is not attempted, the
# emulator's test programs and yardsticks give the same results on the real thing.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory
# Everything at once, on all processors; whoever does not build says so below, one lab after the
# other.
mapfile -t labs < <(awk -f common/tools/scripts/ladder_table.awk common/lab/steps.h common/lab/declarations/*.h | cut -d ' ' -f 1 | uniq)
programs=("${labs[@]/#/build/gpu/solutions/}")
programs=("${programs[@]/%//all.run}")
make -s -k -j"$(nproc)" BACKEND=gpu "${programs[@]}" "${programs[@]/solutions/labs}" >/dev/null 2>&1
for lab in "${labs[@]}"; do
    ok "$lab builds" make -s BACKEND=gpu "build/gpu/solutions/$lab/all.run" "build/gpu/labs/$lab/all.run"
    output=$("build/gpu/solutions/$lab/all.run" "$lab" --check 2>&1)
    status=$?
    if [ $status -eq 0 ] && ! grep -qE 'wrong|not attempted|crash|timeout' <<<"$output"; then good; else
        bad "$lab: the solution passes on the GPU"
        printf '%s\n' "$output"
    fi
    output=$("build/gpu/labs/$lab/all.run" "$lab" --check 2>&1)
    status=$?
    if [ $status -eq 0 ] && ! grep -qE 'wrong|pass|crash|timeout' <<<"$output"; then good; else
        bad "$lab: the stub is not attempted on the GPU"
        printf '%s\n' "$output"
    fi
done
nvcc=${NVCC:-nvcc}
mkdir -p build/tests/gpu
# Eight at a time: a compile is mostly waiting for one core.
# shellcheck disable=SC2016 # for the inner shell
printf '%s\n' common/tests/programs/*.cu common/tests/yardstick/*.cu |
    xargs -P 8 -I {} sh -c '"$0" -arch=native -std=c++17 -Icommon -Icommon/tests/programs -Icommon/tests/yardstick {} -o build/tests/gpu/$(basename {} .cu)' "$nvcc"
for file in common/tests/programs/*.cu common/tests/yardstick/*.cu; do
    ok "$(basename "$file") on the GPU" timeout 60 "build/tests/gpu/$(basename "$file" .cu)"
done
finish
