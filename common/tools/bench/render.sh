#!/usr/bin/env bash
# The last part of make bench: renews the tables of the pages, docs/results/CARD/tables.md and the
# plots from docs/results/*.json and docs/results/CARD/*.json (tables.jq). Nothing is written before
# every result and every marker has been understood. Plots need gnuplot; without it they are left
# for a later run, here or elsewhere. --check writes nothing and fails where a page is not what the
# results say.
set -eu
shopt -s nullglob extglob
here=$(dirname "$0") made=build/bench
command -v jq >/dev/null || {
    echo "jq is not installed: run \`make bench\` where it is (make setup DEV=1)" \
        "to draw the tables and plots from docs/results." >&2
    exit 1
}
mkdir -p $made build/plots
results=(docs/results/*.json docs/results/!(counted)/*.json)
mapfile -t pages < <(grep -l '<!-- bench:' README.md docs/*.md docs/results/*.md \
    docs/pictures/ladder.svg)
for file in "${results[@]}"; do
    jq empty "$file" || { echo "$file: this is no JSON" >&2; exit 1; }
done
jq -n '[inputs | {(input_filename): .}] | add // {}' "${results[@]:-/dev/null}" >$made/results.json
jq -Rn 'reduce inputs as $line ({}; .[input_filename] += $line + "\n")' \
    "${pages[@]}" >$made/pages.json
jq -jn -L "$here" --arg labs "$(common/tools/lookup/labs.sh steps)" \
    --slurpfile results $made/results.json --slurpfile pages $made/pages.json \
    -f "$here/tables.jq" >$made/outputs || exit 1

status=0
drawn=()
while IFS= read -r -d '' file && IFS= read -r -d '' text; do
    case $file in build/plots/*) drawn+=("$(basename "$file" .gp)") ;; esac
    printf '%s' "$text" | cmp -s - "$file" && continue
    if [ "${1:-}" != --check ]; then
        printf '%s' "$text" >"$file"
        case $file in build/*) ;; *) echo "$file: written" ;; esac
    elif [[ $file != build/* ]]; then
        echo "$file is not what docs/results say: run \`make pictures\` and commit it"
        status=1
    fi
done <$made/outputs
[ "${1:-}" != --check ] || exit $status

if ! command -v gnuplot >/dev/null; then
    echo "gnuplot is not installed: run \`make bench\` where it is to draw docs/results/*.svg" >&2
    exit 0
fi
for name in ${drawn[@]+"${drawn[@]}"}; do
    picture=docs/results/$name.svg
    [ "$picture" -nt "build/plots/$name.gp" ] && continue
    gnuplot "build/plots/$name.gp"
    sed -i "s|^<title>.*|<title>$name</title>\n<style>@media (prefers-color-scheme: dark) \
        { svg { filter: invert(.93) hue-rotate(180deg) brightness(1.5) } }</style>|" "$picture"
done
