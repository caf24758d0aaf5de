#!/usr/bin/env bash
# make report: the runs of a term joined into one gradebook and one page, as term.jq has them. From
# the environment: OUTS, folders that `make grade OUT=…` has filled, with blanks between them; OUT,
# which may hold an earlier page of ours, and nothing that this one would replace; COURSE.
set -euf -o pipefail
cd "$(dirname "$0")/../.."
out=${OUT:-build/report} page=${OUT:-build/report}/report.html
refuse() { # WHY, in which a path may stand
    tr '\001-\011\013-\037\177' '?' <<<"make report: $1" >&2
    exit 2
}
if [ -e "$out/kept" ] || { { [ -e "$page" ] || [ -e "$out/gradebook.csv" ]; } &&
    ! grep -qs '<title>Grades of the term</title>' "$page"; }; then
    refuse "OUT=$out holds reports that are not the term's: choose another folder"
fi
read -r -d '' -a folders <<<"${OUTS:-}" || :
[ ${#folders[@]} -gt 0 ] || refuse "OUTS is empty: give the OUT folders of your runs, with blanks
between them, like OUTS=\"week1 week2\""
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in "${folders[@]}"; do
    results=$folder/results.json why=
    [ -r "$results" ] || why="No such file, or it cannot be read"
    [ -n "$why" ] || jq -e '.schema == 1 and (.students | type == "array")' "$results" >/dev/null ||
        why="another version's: grade into that folder again"
    [ -z "$why" ] || refuse "OUTS: $results: $why"
    jq -c --arg folder "$folder" --slurpfile run <(cat "$folder/run.json" 2>/dev/null || :) \
        '{$folder, results: ., run: $run[0]}' "$results"
done >"$work/runs"
jq -cs --arg course "${COURSE:-}" --arg out "$out" '{$course, $out, runs: .}' "$work/runs" |
    grading/report/write.sh term >"$work/made"
mkdir -p "$out"
for name in gradebook.csv report.html; do
    jq -j --arg name "$name" 'select(.file == $name).text[]' "$work/made" >"$out/$name.new"
    mv -f "$out/$name.new" "$out/$name"
done
jq -r 'select(.say).say | gsub("[[:cntrl:]]"; "?")' "$work/made"
