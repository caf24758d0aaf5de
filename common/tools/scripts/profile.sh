#!/usr/bin/env bash
# make profile: one launch of one step. Nsight Compute's counters, where there is a GPU and `ncu`,
# beside what the emulator counts for the same launch. Arguments: BACKEND TREE LAB STEP SIZE.
set -u
backend=$1 tree=$2 lab=$3 step=$4 size=$5
if ! [[ $step =~ ^[0-9]{1,4}$ ]]; then
    echo "Say which step, like STEP=3: a profile is of one kernel" >&2
    exit 2
fi
step=$(common/tools/lookup/labs.sh step "$lab" "$step") || exit 2
common/tools/scripts/writable.sh || exit 2
common/tools/lookup/source.sh "$tree/$lab" >/dev/null || exit 2
options=(--step "$step" --once)
[ -n "$size" ] && options+=(--size "$size")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# metric | what it says
metrics="l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum|loads from global memory, one a warp: requests
l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum|  32-byte sectors of those (4 a request: neighbours)
l1tex__t_requests_pipe_lsu_mem_global_op_st.sum|stores to global memory: requests
l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum|  sectors of those
l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct|loaded sectors that were in L1, %
smsp__inst_executed_op_shared_ld.sum|loads from shared memory: requests
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum|  wavefronts of those (the turns they take)
smsp__inst_executed_op_shared_st.sum|stores to shared memory: requests
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum|  wavefronts of those
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum|bank conflicts of loads
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum|bank conflicts of stores
dram__bytes_read.sum|bytes read from DRAM
dram__bytes_write.sum|bytes written to DRAM (what still lies in L2 at the end is missing)
smsp__thread_inst_executed_per_inst_executed.ratio|active lanes an instruction (32: no divergence)
sm__warps_active.avg.pct_of_peak_sustained_active|warps on an SM, % of the most it can hold (achieved occupancy)
dram__throughput.avg.pct_of_peak_sustained_elapsed|DRAM, % of its peak
smsp__issue_active.avg.pct_of_peak_sustained_active|cycles in which an instruction was issued, %
gpu__time_duration.sum|time of this one, cold launch, ns (to time a kernel, use make run)"

emulated() {
    common/tools/scripts/build.sh emulator "build/emulator/$tree/$lab/$step.run" >&2 || return 1
    EMU_COUNTERS=$work/emulator.json EMU_REPORT=0 \
        "build/emulator/$tree/$lab/$step.run" "$lab" "${options[@]}" >&2 || return 1
    jq -c '[.[].metrics] | add // empty' "$work/emulator.json" >"$work/emulator"
}

profiled() {
    common/tools/scripts/build.sh gpu "build/gpu/$tree/$lab/$step.run" >&2 || return 1
    ncu --profile-from-start off --target-processes all --csv --page raw --print-units base \
        --metrics "$(cut -d '|' -f 1 <<<"$metrics" | paste -sd ,)" \
        "build/gpu/$tree/$lab/$step.run" "$lab" "${options[@]}" \
        >"$work/ncu.csv" 2>"$work/ncu.log" || return 1
    # A header line, a line of units, a line for each launch; every field in quotes, thousands
    # perhaps with commas. The last launch.
    jq -Rnc '[inputs | select(startswith("\"")) | .[1:-1] / "\",\""] | select(length > 2)
        | [first, last] | transpose | map(select(.[0] | contains("__"))
            | {(.[0]): .[1] | gsub(","; "")}) | add' "$work/ncu.csv" >"$work/ncu"
    [ -s "$work/ncu" ]
}

touch "$work/emulator" "$work/ncu"
if ! emulated; then
    rm -f "$work/emulator.json" # or no launch in it would be said to be the step's
    echo "The emulator could not run this step; its column is empty." >&2
fi
if [ "$backend" != gpu ]; then
    echo "No GPU here, so there is no profiler's column." >&2
elif ! command -v ncu >/dev/null; then
    echo "ncu (Nsight Compute, part of the CUDA toolkit) is not on PATH," \
        "so there is no profiler's column." >&2
elif ! profiled; then
    echo "ncu could not profile (often: ERR_NVGPUCTRPERM, no permission for counters;" \
        "NVIDIA's page on that name says what an administrator can do):" >&2
    grep -h '==ERROR==\|==WARNING==' "$work/ncu.csv" "$work/ncu.log" | head -n 5 >&2
fi
if [ ! -s "$work/ncu" ] && [ ! -s "$work/emulator" ]; then
    if [ -e "$work/emulator.json" ]; then
        echo "Step $step of $tree/$lab launches no kernel: not attempted yet?" \
            "\`make run LAB=$(common/tools/lookup/labs.sh called "$lab")" \
            "STEP=$step\` says what is missing." >&2
    fi
    exit 1
fi
printf '\n%16s %16s  %s\n' "GPU (ncu)" "emulator" "counter"
jq -rn --arg metrics "$metrics" --slurpfile ncu "$work/ncu" --slurpfile emulator "$work/emulator" '
    $metrics | split("\n")[] | split("|") as [$name, $says]
    | [$ncu[0][$name], $emulator[0][$name]] | select(any) | map(. // "-") + [$says] | @tsv' |
    while IFS=$'\t' read -r gpu emulator says; do
        printf '%16s %16s  %s\n' "$gpu" "$emulator" "$says"
    done
