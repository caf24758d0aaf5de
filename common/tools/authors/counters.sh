#!/usr/bin/env bash
# Renews docs/results/counted/LAB.json: what each solution is counted to do in the emulator. A
# student's kit, which has no solutions, shows it beside the student's own counters. A file that is
# about the solution as it is stays. Arguments: the labs.
set -eu +C
mkdir -p docs/results/counted
for lab; do
    to=docs/results/counted/$lab.json
    stamp=$(cksum <"solutions/$(common/tools/lookup/labs.sh file "$lab")")
    ! grep -qsF "{\"solution\":\"$stamp\"," "$to" || continue
    program=build/emulator/solutions/$lab/all.run
    common/tools/scripts/build.sh emulator "$program"
    # where every step needs a GPU, the program ends with 2 and writes that there are no rows
    "$program" "$lab" --who solution --json "$to.new" >"$to.log" ||
        grep -qxF '{"rows":[]}' "$to.new" || { cat "$to.log" && exit 1; }
    sed "1s/^{/{\"solution\":\"$stamp\",/" "$to.new" >"$to"
    rm "$to.new" "$to.log"
done
