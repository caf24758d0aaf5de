#!/bin/bash
# Records what Nsight Compute counts for the yardstick programs: one compact CSV a program, one row
# a launch.
#
#   record.sh FOLDER [SECONDS [NAME…]]    (on a machine with a GPU, nvcc and ncu; about 5 minutes)
#
# FOLDER gets ladder_1024.csv, ladder_4096.csv, global.csv …, machine.txt and metrics.txt (what was
# asked for, what this ncu does not know; where it is there already, that list is taken). Columns:
# kernel, grid, block, time_median_ns (of TIME_RUNS launches in processes of their own, nothing else
# being measured), then the counters in the order of the list below. ncu empties the caches before
# each launch (--cache-control all, its default); clocks are left alone. SECONDS is the budget: once
# it is spent, what is left is skipped and said so.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { echo "usage: record.sh FOLDER [SECONDS [NAME…]]" >&2; exit 2; }
mkdir -p "$1" || exit 2
out=$(cd "$1" && pwd)
budget=${2:-440}
shift $(($# < 2 ? $# : 2))
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
ncu=${NCU:-ncu}
arch=${ARCH:-sm_90}
TIME_RUNS=3

# Known to exist: never filtered.
sure="
l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
l1tex__t_sector_hit_rate.pct
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
smsp__inst_executed_op_shared_ld.sum
smsp__inst_executed_op_shared_st.sum
smsp__thread_inst_executed_per_inst_executed.ratio
lts__t_sectors_op_read.sum
dram__bytes_read.sum
gpu__time_duration.sum
sm__warps_active.avg.pct_of_peak_sustained_active
"
# Looked up first; what ncu does not list is tried alone, and dropped if no number comes back.
wanted="
l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum
l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum
l1tex__t_requests_pipe_lsu_mem_global_op_red.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum
smsp__inst_executed_op_global_atom.sum
smsp__inst_executed_op_global_red.sum
smsp__inst_executed_op_generic_atom_dot_alu.sum
smsp__inst_executed_op_generic_atom_dot_cas.sum
smsp__inst_executed_op_shared_atom.sum
smsp__inst_executed_op_shared_atom_dot_alu.sum
smsp__inst_executed_op_shared_atom_dot_cas.sum
l1tex__data_pipe_lsu_wavefronts_mem_shared.sum
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_red.sum
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_red.sum
smsp__sass_inst_executed_op_global_ld.sum
smsp__sass_inst_executed_op_global_st.sum
smsp__sass_inst_executed_op_shared_ld.sum
smsp__sass_inst_executed_op_shared_st.sum
smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum
smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
memory_l1_wavefronts_shared
memory_l1_tag_requests_global
memory_l2_theoretical_sectors_global
idc__requests.sum
idc__requests_lookup_hit.sum
idc__requests_lookup_miss.sum
smsp__inst_executed_op_ldc.sum
sm__inst_executed_pipe_uniform.sum
lts__t_sectors_op_write.sum
lts__t_sectors_srcunit_tex_op_read.sum
lts__t_sectors_srcunit_tex_op_write.sum
lts__t_sectors_op_atom.sum
lts__t_sectors_op_red.sum
lts__t_sector_hit_rate.pct
lts__t_sectors_srcunit_tex_lookup_miss.sum
l1tex__m_xbar2l1tex_read_sectors.sum
l1tex__m_l1tex2xbar_write_sectors.sum
dram__bytes_write.sum
dram__throughput.avg.pct_of_peak_sustained_elapsed
lts__throughput.avg.pct_of_peak_sustained_elapsed
l1tex__throughput.avg.pct_of_peak_sustained_active
l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed
l1tex__data_pipe_lsu_wavefronts_mem_shared.avg.pct_of_peak_sustained_elapsed
l1tex__lsuin_requests.avg.pct_of_peak_sustained_elapsed
sm__throughput.avg.pct_of_peak_sustained_elapsed
sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active
sm__inst_executed_pipe_fma.sum
smsp__issue_active.avg.pct_of_peak_sustained_active
smsp__inst_executed.sum
smsp__thread_inst_executed.sum
smsp__cycles_active.avg
sm__cycles_elapsed.max
sm__cycles_active.avg
smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio
smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio
smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio
smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio
smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio
smsp__average_warps_issue_stalled_wait_per_issue_active.ratio
smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio
smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio
sm__maximum_warps_per_active_cycle_pct
launch__registers_per_thread
launch__occupancy_limit_registers
launch__occupancy_limit_shared_mem
launch__occupancy_limit_warps
launch__occupancy_limit_blocks
launch__waves_per_multiprocessor
"

# What the emulator counts under ncu's names: metrics.h.
ours() {
    printf '#include "counters/metrics.h"\n#define NAME(name, ...) name;\nEMU_METRICS(NAME) EMU_LAUNCH_METRICS(NAME)\n' |
        cc -E -P -I "$here/../../emulator" -x c - | tr -d ' "\n' | tr ';' '\n' | grep -xE '[a-z0-9]+__[a-z0-9_.]+' | grep -v '^emu__'
}

left() { echo $((budget - SECONDS)); }
joined() { paste -s -d , "$1"; }

# ncu's raw page -> "kernel,grid,block,metric…" for the metrics in the file $1, in that order; stdin
# is the page. A name of a kernel is cut to what was launched: "void f<(int)4>(const float *)"
# becomes "f<4>".
compact() {
    awk -v list="$1" '
    function split_csv(line, cell,    n, i, c, quoted, text) {
        n = 0; text = ""; quoted = 0
        for (i = 1; i <= length(line); i++) {
            c = substr(line, i, 1)
            if (c == "\"") {
                if (quoted && substr(line, i + 1, 1) == "\"") { text = text c; i++ }
                else quoted = !quoted
            } else if (c == "," && !quoted) { cell[++n] = text; text = "" }
            else if (c != "\r") text = text c
        }
        cell[++n] = text
        return n
    }
    function quoted_name(name) {
        sub(/^void /, "", name)
        gsub(/\((unsigned )?(int|bool|char|short|long)\)/, "", name)
        sub(/\(.*/, "", name)
        sub(/ *$/, "", name)
        return name ~ /,/ ? "\"" name "\"" : name
    }
    function extent(text) { gsub(/[() ]/, "", text); gsub(/,/, "x", text); return text }
    BEGIN { while ((getline metric < list) > 0) wanted[++count] = metric }
    !header && /^"?ID"?,/ {
        n = split_csv($0, cell)
        for (i = 1; i <= n; i++) column[cell[i]] = i
        header = 1
        printf "kernel,grid,block"
        for (i = 1; i <= count; i++) if (wanted[i] in column) printf ",%s", wanted[i]
        printf "\n"
        next
    }
    header && /^"?[0-9]/ {
        split_csv($0, cell)
        printf "%s,%s,%s", quoted_name(cell[column["Kernel Name"]]), extent(cell[column["Grid Size"]]),
            extent(cell[column["Block Size"]])
        for (i = 1; i <= count; i++) if (wanted[i] in column) {
            value = cell[column[wanted[i]]]
            gsub(/,/, "", value)
            printf ",%s", value
        }
        printf "\n"
    }'
}

# run_ncu METRICS-FILE TIMEOUT PROGRAM [ARGUMENTS…]: the compact CSV on stdout.
run_ncu() {
    local metrics=$1 limit=$2
    shift 2
    rm -f "$work/report.ncu-rep"
    timeout "$limit" "$ncu" -f -o "$work/report" --clock-control none --metrics "$(joined "$metrics")" "$@" >"$work/log" 2>&1
    local status=$?
    [ $status -eq 0 ] || { echo "ncu ended with $status on $*" >&2; tail -n 5 "$work/log" >&2; }
    [ -f "$work/report.ncu-rep" ] || return 1
    "$ncu" -i "$work/report.ncu-rep" --csv --page raw --print-units base 2>>"$work/log" | compact "$metrics"
}

choose_metrics() {
    local metric
    if [ -s "$out/metrics.txt" ]; then # chosen before: the columns stay alike
        sed -n '/^recorded:/,/^$/ { /^recorded:/d; /^$/d; p }' "$out/metrics.txt" >"$work/metrics"
        return
    fi
    "$ncu" --query-metrics >"$work/known" 2>&1
    echo "$sure" | grep . >"$work/metrics"
    : >"$work/unknown"
    for metric in $wanted $(ours); do
        ! cat "$work/metrics" "$work/unknown" | grep -qxF "$metric" || continue
        if grep -q "^${metric%%.*}[[:space:]]" "$work/known"; then
            echo "$metric" >>"$work/metrics"
        elif [ "$(left)" -gt $((budget - 90)) ] && answers "$metric"; then
            echo "$metric" >>"$work/metrics"
        else
            echo "$metric" >>"$work/unknown"
        fi
    done
    { echo "recorded:"; cat "$work/metrics"; echo; echo "unknown to this ncu:"; cat "$work/unknown"; } >"$out/metrics.txt"
    echo "$(wc -l <"$work/metrics") metrics; unknown: $(joined "$work/unknown")"
}

# Does ncu give a number for this metric alone?
answers() {
    echo "$1" >"$work/one"
    run_ncu "$work/one" 30 --launch-count 1 "$work/ladder" 256 64 2>/dev/null | awk -F, 'NR == 2 && $NF ~ /^[0-9.]+$/ { ok = 1 } END { exit !ok }'
}

# The median over TIME_RUNS runs of each launch's time, one number a line.
median_times() {
    local run
    echo gpu__time_duration.sum >"$work/time"
    for run in $(seq $TIME_RUNS); do
        [ "$(left)" -gt 10 ] || break
        run_ncu "$work/time" 60 "$@" | awk 'NR > 1 { sub(/.*,/, ""); print }' >"$work/time.$run"
    done
    paste -d ' ' "$work"/time.[0-9]* 2>/dev/null | awk '{
        n = split($0, t, " ")
        for (i = 2; i <= n; i++) for (j = i; j > 1 && t[j - 1] + 0 > t[j] + 0; j--) { x = t[j]; t[j] = t[j - 1]; t[j - 1] = x }
        print t[int((n + 1) / 2)] }'
    rm -f "$work"/time.[0-9]*
}

# record NAME PROGRAM [ARGUMENTS…]
record() {
    local name=$1 program=$2 begun=$SECONDS
    shift 2
    [ "$(left)" -gt 15 ] || { echo "skipped: $name (out of time)"; return; }
    "$work/$program" "$@" >"$work/plain" 2>&1 || { echo "FAILED without ncu: $name"; cat "$work/plain"; return; }
    run_ncu "$work/metrics" "$(left)" "$work/$program" "$@" >"$work/counters" || { echo "FAILED: $name"; return; }
    { echo time_median_ns; median_times "$work/$program" "$@"; } >"$work/times"
    if [ "$(wc -l <"$work/times")" -ne "$(wc -l <"$work/counters")" ]; then
        echo "$name: no times"
        awk 'NR == 1 { print "time_median_ns"; next } { print "" }' "$work/counters" >"$work/times"
    fi
    # The time goes in behind the block: the last comma before the first number that is a counter.
    awk -v times="$work/times" '{
        getline time < times
        at = match($0, /,[0-9]+x[0-9]+x[0-9]+,[0-9]+x[0-9]+x[0-9]+/)
        if (NR == 1) { sub(/^kernel,grid,block/, "kernel,grid,block," time); print; next }
        print substr($0, 1, at + RLENGTH - 1) "," time substr($0, at + RLENGTH)
    }' "$work/counters" >"$out/$name.csv"
    echo "$name: $(($(wc -l <"$out/$name.csv") - 1)) launches in $((SECONDS - begun)) s"
}

# The memory instructions that nvcc chose for each kernel, to explain where it merged accesses:
# "program kernel LDG.E x 2 …".
list_instructions() {
    local program
    command -v cuobjdump >/dev/null || { echo "no cuobjdump here"; return; }
    for program in $programs; do
        cuobjdump --dump-sass "$work/$program" | awk -v program="$program" '
        function flush(   line, op) {
            line = program " " kernel
            for (op in seen) line = line " " op " x " seen[op] ";"
            if (kernel) print line
            delete seen
        }
        /Function :/ { flush(); kernel = $3 }
        match($0, /(LDG|STG|LDS|STS|LDC|LDL|STL|ATOMG|ATOMS|ATOM|RED|REDUX)(\.[A-Z0-9_.]+)? /) {
            seen[substr($0, RSTART, RLENGTH - 1)]++
        }
        END { flush() }'
    done
}

programs="ladder global shared control atomics patterns special typical traffic"
compile() {
    nvcc -O3 -lineinfo -arch="$arch" -I "$here" -o "$work/$1" "$here/$1.cu" || echo "does not compile: $1" >&2
}
for program in $programs; do compile "$program" & done
{
    nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,clocks.max.mem --format=csv
    nvcc --version | grep release
    "$ncu" --version | tail -n 1
} >"$out/machine.txt" 2>&1
wait
list_instructions >"$out/instructions.txt"
choose_metrics
# Without names: all.
asked() {
    local name=$1
    shift
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]]
}
asked ladder_1024 "$@" && record ladder_1024 ladder 1024 256
asked ladder_4096 "$@" && record ladder_4096 ladder 4096 256
for program in $programs; do
    [ "$program" != ladder ] && asked "$program" "$@" && record "$program" "$program"
done
echo "$SECONDS s in all"
