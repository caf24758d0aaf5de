#!/usr/bin/env bash
# The number of a lab's step without zeros in front. Exits with 2 where the lab has no such step,
# and says which it has. Arguments: LAB (its whole name) STEP.
set -u
lab=$1 step=$2
[[ $step =~ ^[0-9]{1,4}$ ]] && step=$((10#$step))
steps=$(awk -f common/tools/scripts/ladder_table.awk common/lab/steps.h common/lab/declarations/*.h | awk -v lab="$lab" '$1 == lab { print $2 }' | xargs)
if [[ " $steps " != *" $step "* ]]; then
    echo "Lab $lab has no step '$step'. Say STEP= and one of: $steps" >&2
    exit 2
fi
echo "$step"
