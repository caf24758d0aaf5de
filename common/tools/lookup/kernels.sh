#!/usr/bin/env bash
# What one step's kernels take by nvcc, where there is no GPU: registers, spills and static shared
# memory. Nothing, silently, where nvcc is not there. Arguments: TREE LAB STEP; NVCC and ARCH come
# from the Makefile.
set -u
tree=$1 lab=$2 step=$3

# "NAME", demangled where that is possible, without its parameters.
plain() {
    if command -v c++filt >/dev/null; then
        c++filt |
            sed 's/(anonymous namespace):://g; s/^void //; s/(\([a-z ]*\))\([0-9]\)/\2/g; s/(.*//'
    else
        cat
    fi
}

[ -n "${NVCC:-}" ] || exit 0
source=$(common/tools/lookup/source.sh "$tree/$lab" 2>/dev/null) || exit 0
log=build/emulator/$tree/$lab/$step.nvcc # run.sh has asked
if [ -e "$log" ] && [ "$log" -nt "$source" ]; then
    cat "$log"
else
    "$NVCC" -O3 -std=c++17 -arch="${ARCH:-sm_90}" -Icommon -DLAB_STEPS -DLAB_ONLY="$step" \
        -cubin -Xptxas -v -o /dev/null "$source" 2>&1
fi |
    awk -v arch="${ARCH:-sm_90}" '
        /Compiling entry function/ { split($0, part, "\047"); name = part[2] }
        /spill stores/ {
            for (i = 1; i < NF; i++) if ($(i + 2) == "spill") spilled = $i
        }
        /Used [0-9]+ registers/ {
            shared = 0
            for (i = 1; i < NF; i++) {
                if ($i == "Used") registers = $(i + 1)
                if ($(i + 2) ~ /^smem/) shared = $i
            }
            printf "nvcc, %s: %d registers a thread, %d bytes spilled, ", \
                arch, registers, spilled
            printf "%d bytes static shared: \t%s\n", shared, name
        }' | while IFS=$'\t' read -r facts name; do
    printf '%s%s\n' "$facts" "$(plain <<<"$name")"
done
exit 0
