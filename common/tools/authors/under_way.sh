#!/usr/bin/env bash
# Rewrites the table of docs/measuring.md between `<!-- under_way begin -->` and `end`: what solutions
# have under way when they wait (common/emulator/counters/waits.c), beside the times in docs/results/.
# Fails where, of two steps that ask for the same sectors, the one with more under way took longer
# (5 % count as the same), or whose warps waited longer by the profiler, before the memory has
# enough. Where there are a GPU and ncu, docs/results/waits.txt is measured first: the cycles for
# which a warp waits for global memory. From the repository's root.
set -u
page=docs/measuring.md
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
waits=docs/results/waits.txt
metric=smsp__average_warp_latency_issue_stalled_long_scoreboard.ratio
export EMU_WATCH=caches EMU_REPORT=0 EMU_COUNTERS=$work/counted MAKEFLAGS=--no-print-directory

# The steps' grids are those of the recorded size, or fill the GPU as those do; what is under way
# does not depend on how many columns are left.
group=0
has_profiler() { command -v ncu && nvidia-smi -L; }
! has_profiler >/dev/null 2>&1 ||
    echo "# $(nvidia-smi --query-gpu=name --format=csv,noheader), $(date +%F): cycles" >"$waits"
# The mean of a launch's warps. ID STEP SIZE
measured() {
    make -s BACKEND=gpu "build/gpu/solutions/$1/all.run" || return
    ncu --clock-control none --profile-from-start off --target-processes all --csv --page raw \
        --print-units base --metrics $metric "build/gpu/solutions/$1/all.run" "$1" --once --step "$2" \
        --size "$3" 2>/dev/null | grep '^"' | awk -F '","' -v metric=$metric '
        NR == 1 { for (i = 1; i <= NF; i++) if (index($i, metric) == 1) at = i }
        END { gsub(",", "", $at); print $at }'
}
while read -r lab step size at; do
    [ -n "$lab" ] || { group=$((group + 1)) && continue; }
    id=$(basename solutions/"$lab"_*)
    ! has_profiler >/dev/null 2>&1 || echo "$lab.$step $(measured "$id" "$step" "$at")" >>"$waits"
    make -s "build/emulator/solutions/$id/$step.run" || exit 2
    "build/emulator/solutions/$id/$step.run" "$id" --once --step "$step" --size "$size" >/dev/null || exit 2
    launch=$(common/tools/lookup/labs.sh steps | awk -v id="$id" -v step="$step" '$1 == id && $2 == step { print $3 }')
    ms=$(jq --arg name "$launch" --arg size "$at" '.rows[] | select(.label == $name and .size == $size) | .ms' "docs/results/$id.json")
    jq -r --arg step "$lab.$step" --arg ms "$ms" --arg group $group --arg launch "$launch" '.[0].metrics | [$group, $step, $launch,
        ."emu__loads_under_way.ratio", ."emu__accesses_before_use.ratio",
        ."emu__bytes_under_way_of_sm.ratio", $ms, $ARGS.positional[0]] | @tsv' "$work/counted" \
        --args "$(sed -n "s/^$lab.$step //p" $waits)"
done >"$work/rows" <<'END'
02 1 16384x2048 16384x16384
02 2 16384x2048 16384x16384
03 2 16384x2048 16384x16384
04 1 16384x4096 16384x16384
04 2 16384x2048 16384x16384
04 3 16384x2048 16384x16384
05 1 16384x2048 16384x16384

05 3 1056x16384 16384x16384
05 4 1056x16384 16384x16384

08 4 2048x2048x64 4096x4096x4096
08 5 2048x2048x64 4096x4096x4096
08 6 2048x2048x64 4096x4096x4096
END
# With 26 KB on each of 132 SMs, 0.7 microseconds of 4.8 TB/s are under way (docs/02_coalesced_gemv.md).
# A wait of less than 2 % of the launch is none.
sort -t$'\t' -k1,1n -k6,6n -k5,5n "$work/rows" | awk -F'\t' -v enough=26000 -v cycles_of_a_ms=1755000 '
    BEGIN {
        print "| step | loads under way | other accesses before the use | KB under way on an SM |" \
            " a warp waits, thousand cycles | recorded, ms |"
        print "|---|---|---|---|---|---|"
    }
    function is_worse(now, before, least) { return $1 == group && bytes < enough && now > before + least }
    NR > 1 && (is_worse($7, 1.05 * ms, 0) || is_worse($8, waits, 0.02 * cycles_of_a_ms * $7)) {
        printf "%s took or waited longer than the row before, with more under way\n", $2 >"/dev/stderr"
        bad = 1
    }
    { group = $1; ms = $7; bytes = $6; waits = $8
      printf "| %s `%s` | %.3g | %.3g | %.1f | %.0f | %.4g |\n", $2, $3, $4, $5, $6 / 1000, $8 / 1000, $7 }
    END { exit bad }' >"$work/table" || exit 1
awk -v table="$work/table" '
    /<!-- under_way begin -->/ { print; while ((getline line <table) > 0) print line; skip = 1 }
    /<!-- under_way end -->/ { skip = 0 }
    !skip' "$page" >"$work/page" && cp "$work/page" "$page"
