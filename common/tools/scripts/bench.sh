#!/usr/bin/env bash
# make bench: measures the solutions at the headline sizes and rewrites docs/results and the tables
# that come from it. Arguments: BACKEND, the labs. Without a GPU only the tables are drawn again
# from the results that are there.
set -eu
backend=$1 labs=$2
mkdir -p docs/results
if [ "$backend" = gpu ]; then
    for lab in $labs; do
        program=$(common/tools/scripts/bench_program.sh gpu "$lab")
        "$program" "$lab" --who solution --json "docs/results/$lab.json.new"
        mv "docs/results/$lab.json.new" "docs/results/$lab.json"
    done
    common/tools/scripts/build.sh gpu build/gpu/ladder
    build/gpu/ladder --json docs/results/gemv_ladder.json.new --size 16384x16384 --size 4096x4096 \
        --size 65536x4096 --size 4096x65536 --size 16383x16381
    mv docs/results/gemv_ladder.json.new docs/results/gemv_ladder.json
else
    echo "No GPU: nothing is measured; the tables and plots are drawn again from docs/results."
fi
if pkg-config --exists jansson 2>/dev/null; then
    common/tools/scripts/build.sh gpu build/render
    build/render
    echo "The README's picture shows the table's shares: run \`make pictures\` if they have changed."
else
    echo "Jansson is not installed: run \`make bench\` where it is (make setup) to draw the tables from docs/results." >&2
fi
