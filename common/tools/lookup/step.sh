#!/usr/bin/env bash
# The number of a lab's step without zeros in front. Exits with 2 where the lab has no such step,
# and says which it has. Arguments: LAB (its whole name) STEP [several: STEP may be 5,6 or 5-8, too,
# and all numbers are printed].
set -u
lab=$1 step=$2 several=${3:-}
steps=$(common/tools/lookup/ladder_table.sh | awk -v lab="$lab" '$1 == lab { print $2 }' | xargs)
no_such() {
    echo "Lab $lab has no step '$1'." \
        "Say STEP= and one of: $steps${several:+; or several, like STEP=1,2 or STEP=1-3}" >&2
    exit 2
}
pattern='^[0-9]{1,4}$'
[ -z "$several" ] || pattern='^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$'
[[ $step =~ $pattern ]] || no_such "$step"
all=()
IFS=, read -ra parts <<<"$step"
for part in "${parts[@]}"; do
    first=$((10#${part%-*})) last=$((10#${part#*-}))
    [ "$first" -le "$last" ] || no_such "$part"
    for ((number = first; number <= last; number++)); do
        [[ " $steps " == *" $number "* ]] || no_such "$number"
        all+=("$number")
    done
done
printf '%s\n' "${all[*]}"
