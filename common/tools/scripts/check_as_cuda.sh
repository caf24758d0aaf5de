#!/usr/bin/env bash
# check_as_cuda.sh [--host] [-D… -I…] FILE.cu
#
# Has clang++ (CLANGXX, default clang++) check the file as CUDA, with no toolkit, against the
# emulator's declarations: what nvcc would refuse and g++ would not (a host function called from a
# kernel, a kernel called like a function, wrong memory spaces) is refused. Only that: what else
# clang++ does not take, nvcc may (braces in a launch, a third launch bound). --host: only as the
# host's compiler sees the file, which is half the work. Exit status: 0 nothing
# to complain about, 1 refused (messages as a compiler's), 77 not checked: there is no clang++.
set -u
clang=${CLANGXX:-clang++}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../emulator" && pwd)
if ! command -v "$clang" >/dev/null; then
    echo "not checked as CUDA: no $clang here" >&2
    exit 77
fi
sides=(--cuda-device-only --cuda-host-only)
if [ "${1:-}" = --host ]; then
    sides=(--cuda-host-only)
    shift
fi
if [ $# -eq 0 ]; then
    echo "usage: check_as_cuda.sh [--host] [-D... -I...] FILE.cu" >&2
    exit 2
fi
# The device's side first: it knows which functions a kernel may call. Warnings are the compilers'
# business that build the file.
for side in "${sides[@]}"; do
    said=$("$clang" -x cuda "$side" -fsyntax-only -nocudainc -nocudalib -w \
        -Wno-unknown-cuda-version --no-cuda-version-check --cuda-gpu-arch=sm_80 -std=c++17 \
        -isystem "$here/include" -isystem "$here/include/small" \
        -include cuda_runtime.h "$@" 2>&1) &&
        continue
    if grep -qE 'error: .*__(host|device|global)__|note: .*not viable: call to __' <<<"$said"; then
        printf '%s\n' "$said" >&2
        exit 1
    fi
done
exit 0
