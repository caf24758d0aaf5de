#!/usr/bin/env bash
# make bench: measures the solutions at the headline sizes and rewrites docs/results and the tables
# that come from it. Arguments: BACKEND, the labs. Without a GPU only the tables are drawn again
# from the results that are there. The pages are about one card, an H200. What another measures goes
# to a folder named after it, docs/results/h100, and has a column in the tables.
set -eu
backend=$1 labs=$2
name=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1)
# "NVIDIA H100 80GB HBM3" is h100, "NVIDIA GeForce RTX 4090" rtx4090, "Tesla T4" t4
words='nvidia|geforce|tesla|quadro|graphics|device|laptop|gpu'
card=$(tr '[:upper:]' '[:lower:]' <<<"$name" |
    sed -E 's/\b('"$words"')\b//g; s/\b(rtx|gtx) /\1/; s/-.*//' | awk '{ print $1 }')
to=docs/results/$([ "$card" = h200 ] || echo "$card")
to=${to%/}
mkdir -p "$to"
if [ "$backend" = gpu ]; then
    for lab in $labs; do
        program=$(common/tools/authors/bench_program.sh gpu "$lab")
        "$program" "$lab" --who solution --json "$to/$lab.json.new"
        mv "$to/$lab.json.new" "$to/$lab.json"
    done
else
    echo "No GPU: nothing is measured; the tables and plots are drawn again from docs/results."
fi
common/tools/bench/render.sh
