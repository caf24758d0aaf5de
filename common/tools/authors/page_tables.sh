#!/usr/bin/env bash
# Tables of docs/ that are made: on labs' pages between `<!-- limits:LAB begin -->` and its end the
# limits of each step, as declared (limits.c); in docs/bottlenecks.md between
# `<!-- left:all begin -->` and its end the tables of the labs' sections "What is left", with times
# from docs/results; in docs/instructor.md between those of `exports:all` what report/exports.jq says
# of each file, behind "#|". --check writes nothing and fails where a page differs.
# shellcheck disable=SC2317 # a marker's kind names a function
set -eu
export LC_ALL=C.UTF-8
status=0
program=$(mktemp)
trap 'rm -f "$program"' EXIT
"${CC:-cc}" -std=c11 -D_GNU_SOURCE -Icommon common/tools/authors/limits.c \
    common/labs/lessons.c -o "$program" -lm
limits() { # in few words
    "$program" "$1" | sed -E '
        s/32-byte |shared-memory | (from|to) (global|shared) memory| of (blocks|a warp)//g
        s/load instructions on shared memory/shared load requests/g
        s/and branches of the busiest/by a/g
        s/entered by lanes whose warp has diverged/apart/g
        s/matrix instructions/mma/g
        s/other (accesses between a load and) the use of its value/\1 its use/g
        s/ when the first is needed//g'
}
exports() { printf "| file in OUT | for |\n|---|---|\n" && sed -n "s/^#| /| /p" grading/report/exports.jq; }

# LAB STEP: the step's name, ms and share of the peak, from docs/results: of the largest size with
# equal sides that bottlenecks.md names for the lab.
recorded() {
    local most=16384 name ms share
    case $1 in 07_*) most=2048 ;; 08_* | 09_*) most=8192 ;; esac
    IFS=$'\t' read -r name ms share < <(jq -r --argjson step "$2" --argjson most "$most" '
        [.rows[] | select(.kind == "solution" and .step == $step)
            | .side = (.size | split(",")[0] | split("x") | map(tonumber) | unique)
            | select(.side[1] == null and .side[0] <= $most)]
        | sort_by(.side) | last | [.label, .ms, .percent_of_peak] | @tsv' \
        "docs/results/$1.json" 2>/dev/null)
    [ -n "$ms" ] || { echo "not measured yet | – | –" && return; }
    awk -v name="$name" -v ms="$ms" -v share="$share" 'BEGIN {
        printf "%s | %.*f | %.1f %%", name, ms < 1 ? 4 : ms < 10 ? 2 : 1, ms, share }'
}
left() {
    local page lab step rest
    echo "| step | ms | of peak | operations a byte | what limits it | what the next does |"
    echo "|---|---|---|---|---|---|"
    for page in docs/[0-9]*.md; do
        lab=$(basename "$page" .md)
        while IFS='|' read -r _ step rest; do
            echo "| [${lab%%_*}]($lab.md),$step$(recorded "$lab" "$step") |$rest"
        done < <(sed '/^## What is left/,$!d; /^| *[0-9]/!d' "$page" |
            sed 's/\[\([^]]*\)\](glossary[^)]*)/\1/g')
    done
}
for page in docs/bottlenecks.md docs/instructor.md docs/[0-9]*.md; do
    while read -r kind lab; do
        made=$("$kind" "$lab")
        new=$(awk -v made="$made" -v kind="$kind" '
            $0 ~ "^<!-- " kind ":.* end -->$" { inside = 0 }
            !inside { print }
            $0 ~ "^<!-- " kind ":.* begin -->$" { inside = 1; print made }' "$page")
        [ "$new" != "$(cat "$page")" ] || continue
        if [ "${1:-}" = --check ]; then
            echo "$page: the table $kind:$lab is not what page_tables.sh makes of it" && status=1
        else
            printf '%s\n' "$new" >"$page" && echo "$page: $kind:$lab rewritten"
        fi
    done < <(sed -nE 's/^<!-- (left|limits|exports):(.*) begin -->$/\1 \2/p' "$page")
done
exit $status
