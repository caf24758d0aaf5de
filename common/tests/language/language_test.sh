#!/usr/bin/env bash
# What the emulator takes and refuses of CUDA's language, and that nvcc, where it is there, decides
# the same: the programs of accepted.txt and refused.txt, in this folder.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory LC_ALL=C
ok "the emulator builds" make -s build/emulator/headers.folder build/emulator/libemulator.a
nvcc=${NVCC:-$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)}
# Each version of clang has words of its own: those of the list are LLVM 14's.
version=$(strings -n 4 build/emulator/headers.device.pch | grep -oE -m1 'clang version [0-9]+' | grep -oE '[0-9]+$')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work nvcc version

# shellcheck source=common/tests/language/programs.sh
. common/tests/language/programs.sh
programs "$work"

# Both print nothing where all is well.
# shellcheck disable=SC2317 # called by xargs
refuse() {
    local sign line text first
    read -r sign line text <"$1/expect"
    build/emulator/compile -w -o "$1/t.o" "$1/t.cu" >"$1/said" 2>&1 && echo "failed: $(<"$1/name"): the emulator accepts it"
    first=$(grep -m1 'error: ' "$1/said")
    [[ $first == "$1/t.cu:$line:"* ]] || echo "failed: $(<"$1/name"): '$first' instead of line $line: $text"
    [[ $version != 14 || $first == *" $text" ]] || echo "failed: $(<"$1/name"): '$first' instead of $text"
    if [ -n "$nvcc" ] && [ "$sign" = -- ]; then
        "$nvcc" -arch=sm_90 -std=c++17 -c -o "$1/t.o" "$1/t.cu" >/dev/null 2>&1 && echo "failed: $(<"$1/name"): nvcc accepts it"
    fi
    return 0
}
# shellcheck disable=SC2317
accept() {
    local last
    linked "$1/t.cu" "$1/t" -w -Icommon >"$1/said" 2>&1 || echo "failed: $(<"$1/name"): $(grep -m1 -E 'error|warning' "$1/said")"
    [ -s "$1/said" ] && echo "failed: $(<"$1/name"): $(head -n 1 "$1/said")"
    timeout 60 "$1/t" >"$1/out" 2>&1 || { status=$?; echo "failed: $(<"$1/name"): exit status $status: $(tail -n 1 "$1/out")"; }
    last=$(tail -n 1 "$1/out")
    [ "$(<"$1/expect")" = "${last:---}" ] || echo "failed: $(<"$1/name"): '$last' instead of '$(<"$1/expect")'"
    if [ -n "$nvcc" ]; then
        "$nvcc" -arch=sm_90 -std=c++17 -c -o "$1/n.o" "$1/t.cu" >"$1/nvcc" 2>&1 ||
            echo "failed: $(<"$1/name"): nvcc: $(grep -m1 error "$1/nvcc")"
    fi
    return 0
}
export -f refuse accept
for what in refuse accept; do
    list=$work/refused
    [ $what = accept ] && list=$work/accepted
    count=$(find "$list" -name name | wc -l)
    find "$list" -mindepth 1 -maxdepth 1 | sort |
        xargs -P "${JOBS:-$(nproc)}" -I{} bash -c "$what {}" >"$work/$what.log" 2>&1
    sed "s|$work/[a-z]*/||" "$work/$what.log"
    if [ -s "$work/$what.log" ]; then failed=$((failed + $(grep -c . "$work/$what.log"))); fi
    passed=$((passed + count))
    [ "$count" -ge 40 ] || bad "$what: only $count programs"
done
[ -n "$nvcc" ] || echo "note: no nvcc here that could be asked"
finish
