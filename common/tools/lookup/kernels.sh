#!/usr/bin/env bash
# What one step's kernels take, from whoever can tell: Nsight Compute the achieved occupancy on a
# GPU, nvcc registers, spills and static shared memory where there is no GPU. Nothing, silently,
# where neither is there. Arguments: BACKEND TREE LAB STEP SIZE; NVCC and ARCH come from the
# Makefile.
set -u
backend=$1 tree=$2 lab=$3 step=$4 size=$5

# "NAME", demangled where that is possible, without its parameters.
plain() {
    if command -v c++filt >/dev/null; then
        c++filt |
            sed 's/(anonymous namespace):://g; s/^void //; s/(\([a-z ]*\))\([0-9]\)/\2/g; s/(.*//'
    else
        cat
    fi
}

if [ "$backend" = gpu ] && command -v ncu >/dev/null; then
    # A header line, a line of units, a line for each launch; every field in quotes.
    timeout 60 ncu --profile-from-start off --csv --page raw \
        --metrics sm__warps_active.avg.pct_of_peak_sustained_active \
        "build/gpu/$tree/$lab/$step.run" "$lab" \
        --step "$step" --once --size "${size:-2048x2048}" 2>/dev/null |
        grep '^"' | sed 's/^"//; s/"$//; s/","/\t/g' |
        awk -F '\t' '
            NR == 1 {
                for (i = 1; i <= NF; i++) {
                    if ($i == "Kernel Name") name = i
                    if ($i ~ /^sm__warps_active/) value = i
                }
            }
            NR > 2 && value {
                printf "achieved occupancy (ncu, one launch): %5.1f %%  %s\n", $value, $name
            }'
elif [ "$backend" = emulator ] && [ -n "${NVCC:-}" ]; then
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
fi
exit 0
