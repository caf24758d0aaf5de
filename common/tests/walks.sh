#!/usr/bin/env bash
# How far it is through this house: the files, and their lines, that docs/development.md names for
# the walk from `make run` to a verdict and on to points; the files that its recipes name; the lines
# outside tests, pages and labs. A table; what is beyond its limit says so, and the status is 1.
# Argument: another page. Limits are what was measured once, lines rounded up, and only ever shrink.
# shellcheck disable=SC2016 # backquotes of the page
set -u
cd "$(dirname "$0")/../.." || exit 2
page=${1:-docs/development.md}
known=$(git ls-files | grep -vE '(^|/)tests/')

section() { awk -v from="## $1" 'index($0, "## ") == 1 { on = $0 == from } on' "$page"; }
recipe() { awk -v from="**$1.**" 'index($0, from) == 1 { on = 1 } on && $0 == "" { exit } on' "$page"; }
# the names of files in backquotes, each once, at the place that it has in this tree
named() {
    local name
    grep -oE '`[A-Za-z0-9_./]+`' | tr -d '`' | sort -u | while read -r name; do
        grep -E "(^|/)${name//./\\.}\$" <<<"$known" || :
    done | sort -u
}
lines() { xargs -d '\n' cat 2>/dev/null | wc -l; }

beyond=0
row() { # WHAT MEASURED LIMIT
    local note=''
    [ "$2" -le "$3" ] || { note='  beyond its limit' && beyond=1; }
    printf '%-42s %6d %6d%s\n' "$1" "$2" "$3" "$note"
}
printf '%-42s %6s %6s\n' "" now limit
run=$(section "Theory of operation: a verdict" | named)
both=$({ echo "$run" && section "Theory of operation: the judge" | named; } | sort -u)
row "make run to a verdict: files" "$(wc -l <<<"$run")" 12
row "make run to a verdict: lines" "$(lines <<<"$run")" 2480
row "make grade to points: more files" $(($(wc -l <<<"$both") - $(wc -l <<<"$run"))) 7
row "make grade to points: more lines" $(($(lines <<<"$both") - $(lines <<<"$run"))) 1660
while read -r most what; do
    row "$what: files and folders that it names" \
        "$(recipe "$what" | grep -oE '`[A-Za-z0-9_]+[A-Za-z0-9_/.]*(/|\.[a-z]+)`' | sort -u | wc -l)" "$most"
done <<<$'4 A step\n4 A lab\n3 A counter\n2 An export'
code=$(grep -vE '^(docs|labs|solutions)/|\.(png|svg|ico)$' <<<"$known")
row "lines outside tests, pages and labs" "$(lines <<<"$code")" 47430
row "lines of common/emulator" "$(grep '^common/emulator/' <<<"$known" | lines)" 19500
# The whole engine is on the walk.
missing=$(grep '^common/engine/' <<<"$known" | grep -vxF "$run")
[ -z "$missing" ] || { echo "not on the walk: ${missing//$'\n'/ }" && beyond=1; }
exit $beyond
