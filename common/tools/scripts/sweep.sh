#!/usr/bin/env bash
# make sweep: compiles one lab with each of its constants set to each of the values named beside it,
# one constant at a time, links all of them into one program and runs it. lookup/constants.sh reads
# constants, values and steps from the lab's file. Arguments: BACKEND TREE LAB STEP SIZE. From the
# environment: SWEEP ("BLOCK=64,128 UNROLL=1,16"); without it what the file says.
set -euf +C # words, but no names of files; whatever BASH_ENV set: files are written over here
backend=$1 tree=$2 lab=$3 step=$4 size=$5
sweep=${SWEEP:-}
folder=build/$backend/$tree/$lab
common/tools/scripts/writable.sh "$folder"
source=$(common/tools/lookup/source.sh "$tree/$lab") || exit 2

[ -z "$step" ] || step=$(common/tools/lookup/labs.sh step "$lab" "$step") || exit 2
known=$(common/tools/lookup/constants.sh "$source")
if [ -z "$known" ]; then
    echo "$source names no constants to sweep over" >&2
    exit 2
fi
declare -A tried # the values that SWEEP gives, or the file for a name alone
for word in $sweep; do
    name=${word%%=*}
    read -r _ _ first last all < <(awk -v name="$name" '$1 == name' <<<"$known") || true
    if [ -z "$first" ]; then
        echo "SWEEP: '$word': give NAME=value,value with a NAME among:" \
            "$(cut -d ' ' -f 1 <<<"$known" | xargs)" >&2
        exit 2
    elif [ -n "$step" ] && { [ "$step" -lt "$first" ] || [ "$step" -gt "$last" ]; }; then
        users="steps $first to $last do"
        [ "$first" != "$last" ] || users="step $first does"
        echo "SWEEP: '$word': step $step does not use $name; $users" >&2
        exit 2
    elif [[ $word == *=* ]] && ! [[ ${word#*=} =~ ^[0-9]+(,[0-9]+)*$ ]]; then
        echo "SWEEP: '$word': '${word#*=}' is no list of whole numbers:" \
            "give $name=64 or $name=64,128" >&2
        exit 2
    fi
    [[ $word != *=* ]] || all=${word#*=}
    tried[$name]+=" ${all//,/ }"
done
settings=as_it_is as_it_is=
list='SETTING(as_it_is, "as it is", 0, 99)'
while read -r name default first last all; do
    wanted=$all
    [ -z "$sweep" ] || wanted=${tried[$name]:-}
    [ -z "$wanted" ] || [ "${step:-$first}" -lt "$first" ] || [ "${step:-$last}" -gt "$last" ] ||
        as_it_is+="${as_it_is:+, }$name=$default"
    for value in $wanted; do
        [ "$value" = "$default" ] && continue
        settings+=" $name-$value"
        list+=$'\n'"SETTING(${name}_$value, \"$name=$value\", $first, $last)"
    done
done <<<"$known"
cmp -s <(echo "$list") "$folder/sweep.list" || echo "$list" >"$folder/sweep.list"
rm -f "$folder/sweep" # another list of objects is not newer
[ -z "$as_it_is" ] || echo "As it is: $as_it_is"
echo "Settings to compile and check: $(wc -w <<<"$settings")"
# A mistake in the file is told once, not for each setting.
common/tools/scripts/build.sh "$backend" "SETTINGS=$settings" \
    "$folder/as_it_is.sweep.o" "$folder/sweep.settings.o"
common/tools/scripts/build.sh "$backend" "SETTINGS=$settings" "$folder/sweep"
options=()
[ -n "$step" ] && options+=(--step "$step")
for word in $size; do # a number alone: all dimensions
    [[ $word == *x* ]] || word+=x$word
    options+=(--size "$word")
done
exec "$folder/sweep" "$lab" "${options[@]}"
