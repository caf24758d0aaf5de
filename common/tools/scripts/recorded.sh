#!/usr/bin/env bash
# The reference solution's rows where the solution itself is not here, as in a student's kit: what
# was recorded, and where. Times for BACKEND=gpu (docs/results/LAB.json, from `make bench`),
# counters for the emulator (docs/results/LAB.counters.txt, from `make student-kit`). Arguments:
# BACKEND LAB [STEP]. Says nothing where nothing was recorded.
set -u
backend=$1 lab=$2 step=${3:-}
if [ "$backend" = emulator ]; then
    file=docs/results/$lab.counters.txt
    [ -r "$file" ] || exit 0
    echo
    echo "RECORDED when this kit was made, not now: the reference solution in the emulator."
    awk -v step="$step" '
        /^[0-9]+x[0-9]+.*counted/ { head = $0; sub(/;.*/, "", head); next }
        /^step  what/ { names = $0; getline units; next }
        / \(solution\)/ && (step == "" || $1 == step) {
            if (head != "") print head "\n" names "\n" units
            head = ""
            sub(/\(solution\)/, "(recorded)")
            print
        }' "$file"
    exit 0
fi
file=docs/results/$lab.json
[ -r "$file" ] || exit 0
awk -v step="$step" '
    function field(name,  at, text) {
        at = index($0, "\"" name "\":")
        if (!at) return ""
        text = substr($0, at + length(name) + 3)
        if (substr(text, 1, 1) == "\"") { text = substr(text, 2); sub(/".*/, "", text) }
        else sub(/[,}].*/, "", text)
        return text == "null" ? "" : text
    }
    NR == 1 {
        printf "\nRECORDED on an %s, %s, CUDA %s, not measured here: the reference solution.\n", field("name"), field("date"), field("toolkit")
        printf "%4s  %-36s %-18s %10s %9s %10s\n", "step", "what", "size", "ms", "GB/s", "x library"
    }
    field("kind") == "solution" && (step == "" || field("step") == step) {
        printf "%4s  %-36s %-18s %10.4f %9.0f %10s\n", field("step"), field("label") " (recorded)", field("size"), field("ms"), field("gbytes_per_s"),
            field("library_ratio") == "" ? "" : sprintf("%.2fx", field("library_ratio"))
    }' "$file"
