#!/usr/bin/env bash
# What the emulator takes and refuses of CUDA's language, and that nvcc, where it is there, decides
# the same: the programs of accepted.txt and refused.txt, in this folder.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory LC_ALL=C
ok "the emulator builds" make -s build/emulator/headers.folder build/emulator/libemulator.a
eval "$(make -s -f - flags <<'EOF_MAKE'
include common/emulator/emulator.mk
flags:
	@echo 'instrument="$(EMU_INSTRUMENT)" link="$(EMU_LINK)" library=$(EMU_LIBRARY) frontend=$(EMU_FRONTEND) cxx="$(EMU_CXX)"'
EOF_MAKE
)"
nvcc=${NVCC:-$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work instrument link library frontend cxx nvcc

# shellcheck source=common/tests/language/programs.sh
. common/tests/language/programs.sh
programs "$work"

# Both print nothing where all is well.
# shellcheck disable=SC2317,SC2086 # called by xargs; flags are words
refuse() {
    local sign line text first
    read -r sign line text <"$1/expect"
    { CXX=$cxx $frontend -o "$1/t.ii" "$1/t.cu" && $cxx -std=c++17 -fsyntax-only "$1/t.ii"; } >"$1/said" 2>&1 &&
        echo "failed: $(<"$1/name"): the emulator accepts it"
    first=$(grep -m1 'error: ' "$1/said")
    [[ $first == "$1/t.cu:$line:"*" $text" ]] || echo "failed: $(<"$1/name"): '$first' instead of line $line: $text"
    if [ -n "$nvcc" ] && [ "$sign" = -- ]; then
        "$nvcc" -arch=sm_90 -std=c++17 -c -o "$1/t.o" "$1/t.cu" >/dev/null 2>&1 && echo "failed: $(<"$1/name"): nvcc accepts it"
    fi
    return 0
}
# shellcheck disable=SC2317,SC2086
accept() {
    local last
    { CXX=$cxx $frontend -Icommon -o "$1/t.ii" "$1/t.cu" && $cxx -std=c++17 -Wall -Werror $instrument -c "$1/t.ii" -o "$1/t.o" &&
        $cxx "$1/t.o" "$library" $link -o "$1/t"; } >"$1/said" 2>&1 || echo "failed: $(<"$1/name"): $(grep -m1 -E 'error|warning' "$1/said")"
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
