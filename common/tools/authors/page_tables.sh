#!/usr/bin/env bash
# Tables on the labs' pages that are made: between `<!-- limits:LAB begin -->` and its end the
# limits of each step, as declared (limits.c); between `<!-- left:LAB begin -->` and its end what
# limits each step on an H200 and why the next one is needed (left.txt), in docs/bottlenecks.md for
# all labs and with times from docs/results. --check writes nothing and fails where a page differs.
# shellcheck disable=SC2317 # a marker's kind names a function
set -eu
export LC_ALL=C.UTF-8
words=common/tools/authors/left.txt status=0
program=$(mktemp)
trap 'rm -f "$program"' EXIT
"${CC:-cc}" -std=c11 -D_GNU_SOURCE -Icommon common/tools/authors/limits.c \
    common/labs/lessons.c -o "$program" -lm
limits() { "$program" "$1"; }

# LAB STEP SIZE: the step's name, ms and share of the peak, from docs/results.
recorded() {
    awk -v step="$2" -v size="$3" '
        index($0, "\"kind\":\"solution\",\"size\":\"" size "\",\"step\":" step ",") {
            split($0, part, /"label":"|","kind"|"ms":|,"spread"|"percent_of_peak":|,"percent_of_c/)
            printf "%s | %.*f | %.1f %%", part[2], part[4] < 1 ? 4 : part[4] < 10 ? 2 : 1, part[4],
                part[6]
        }' "docs/results/$1.json"
}
left() { # LAB or all
    local what size bytes limit next lab step times
    if [ "$1" = all ]; then
        echo "| step | ms | of peak | operations a byte | what limits it | what the next does |"
        echo "|---|---|---|---|---|---|"
    else
        echo "| step | operations a byte | what limits it | what the next step does |"
        echo "|---|---|---|---|"
    fi
    while IFS='|' read -r what size bytes limit next; do
        read -r lab step <<<"$what"
        read -r size <<<"$size"
        times=$(recorded "$lab" "$step" "$size")
        [ -n "$times" ] || { echo "$words: $lab, step $step: no time at $size" >&2 && exit 2; }
        [ "$1" != all ] || step="[${lab%%_*}]($lab.md), $step $times"
        echo "| $step |$bytes|$limit|$next |"
    done < <(grep "^${1/all/0}" "$words")
}
for page in docs/bottlenecks.md docs/0[1-9]_*.md; do
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
    done < <(sed -nE 's/^<!-- (left|limits):(.*) begin -->$/\1 \2/p' "$page")
done
exit $status
