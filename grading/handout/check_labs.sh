#!/usr/bin/env bash
# make check, in a student's kit: runs labs (expert files only where they are named) and counts the
# steps that pass. Exit status: 0 if all do, 1 if one does not, 2 if a lab could not be run. A step
# that this machine cannot run (skipped) does not count. Arguments: BACKEND LABS.
set -u +C
backend=$1 status=0
common/tools/scripts/writable.sh build/progress || exit 2
summary=
for lab in "${@:2}"; do
    common/tools/scripts/run.sh "$backend" labs "$lab" "" ""
    if [ $? -ge 2 ]; then
        summary+="lab $lab: could not be run"$'\n'
        status=2
    else # each step has a line there
        read -r pass skipped steps < <(common/tools/lookup/labs.sh steps | awk -v lab="$lab" '
            NR == FNR { state[$1] = $2; next }
            $1 == lab { steps++; count[state[$2]]++ }
            END { print count["pass"] + 0, count["skipped"] + 0, steps }' "build/progress/$lab" -)
        summary+="lab $lab: $pass of $((steps - skipped)) steps pass"
        [ "$skipped" = 0 ] || summary+=", $skipped more need another machine"
        summary+=$'\n'
        [ "$pass" = $((steps - skipped)) ] || [ $status = 2 ] || status=1
    fi
done
printf '\n%s' "$summary"
exit $status
