#!/usr/bin/env bash
# Planted mistakes, and the message that a learner gets for each from what `make run` runs. Each
# file NN.txt beside this one is a table for the core of one lab, and NN_NAME.txt one for its expert
# file NAME.cu. Those in slips/ are beginners' slips on each step, written without a look at what is
# said. A reader who saw only kernel and message judged it: the line `says` is what it must say again.
#
#     == step 2: reads_by_columns
#     says A\[col \* n \+ row\]           # must stand in the message (extended regular expression)
#     never too few blocks                # must not stand there
#     line sum \+= A                      # the first line of the file that is named looks so
#     -        sum += A[row * n + col] * x[col];
#     +        sum += A[col * n + row] * x[col];
#
# Edits are as in grading/tests/edits.h. No message may hold a raw address, bytes of an allocation
# that is an operand, or blame a file of common/. Everyday, the first mistake of each table (of
# slips/: of five labs) is tried, with one seed; `long` tries all, with seeds that are drawn; names
# or a lab's number (with its expert files) try those, and show what is said.
set -u
cd "$(dirname "$0")/../../.." || exit 2
. common/tests/expect.sh
tables=common/tests/messages
work=build/tests/messages
rm -rf "$work" "build/emulator/$work"
mkdir -p "$work"

# A lab's file below solutions/ and its copies, and its table.
file_of() { common/tools/lookup/labs.sh file "$1"; }
table_of() {
    local called
    called=$(common/tools/lookup/labs.sh called "$1")
    echo "$tables/${called/\//_}.txt"
}

# Every mistake as "LAB NAME STEP".
for table in "$tables"/*.txt "$tables"/slips/*.txt; do
    lab=$(sed -n 's/^lab //p' "$table")
    [ "${table/slips\//}" = "$(table_of "$lab")" ] || bad "$table: $lab's table should be $(table_of "$lab")"
    file=$(file_of "$lab")
    awk -v work="$work" -v file="$file" -f "$tables/apply.awk" "$table" "solutions/$file" >"$work/names" ||
        bad "$table: the edits of a mistake do not apply (above)"
    sed "s|^|$lab |; s|\$| $table|" "$work/names" >>"$work/all"
done
case ${1:-} in
long) cp "$work/all" "$work/chosen" ;;
'') awk '!seen[$4]++ && $4 !~ "slips/0[2358]|slips/.*_"' "$work/all" >"$work/chosen" ;;
*) awk -v wanted=" $* " 'index(wanted, " " $2 " ") || index(wanted, " " substr($1, 1, 2) " ")' "$work/all" >"$work/chosen" ;;
esac

grep -q . "$work/chosen" || bad "there is no such mistake: $*"
folder_of() { echo "build/emulator/$work/$2/$1"; }
programs=()
while read -r lab name step _; do
    programs+=("$(folder_of "$lab" "$name")/$step.run")
done <"$work/chosen"
common/tools/scripts/build.sh emulator -k "${programs[@]}" >"$work/build.log" 2>&1 ||
    { bad "a mistake does not compile" && grep -E 'error|warning' "$work/build.log" | head -n 20 && finish; }

# lines_of LAB NAME WORD: what the table says behind that word.
lines_of() {
    awk -v name="$2" -v word="$3 " '/^== /{ on = $4 == name } on && index($0, word) == 1 { print substr($0, length(word) + 1) }' \
        "$(table_of "$1")" "$tables/slips/$(basename "$(table_of "$1")")"
}

# What no message may hold.
never='0x[0-9a-f]{9,}|byte [0-9]+ of cuda|^ *common/|^ *[^ ]*\.h:[0-9]+:'

# The first core that may be used; on it alone, one runner has all cases (engine/check.h).
core=$(taskset -pc $$ 2>/dev/null | sed 's/.*: *\([0-9]*\).*/\1/')

# What a message says at any time. Where the system puts arrays is different in each run: so is the
# first block that misses all of them.
comparable() { tr -s '\n ' ' ' | sed '/touches memory where there is none/s/, first seen in thread [^ ]* of block [^ ]*)/)/'; }

# try LAB NAME STEP: one test for each line of the table.
try() {
    local lab=$1 name=$2 step=$3 program said status pattern named seed
    program=$(folder_of "$lab" "$name")/$step.run
    said=$(timeout 120 "$program" "$lab" --check --step "$step" "${always[@]}" 2>&1)
    status=$?
    [ -z "$show" ] || printf '\n-- %s %s %s (%s)\n%s\n' "$lab" "$step" "$name" "$status" "$(tail -n +2 <<<"$said")"
    check() { # HOLDS TEXT
        if [ "$1" = 1 ]; then good; else bad "$lab, $name: $2; it says:"$'\n'"$(tail -n +2 <<<"$said")"; fi
    }
    check "$([ "$status" = 1 ] && echo 1)" "it is not wrong (exit status $status)"
    seed=$(sed -n 's/^SEED=\([0-9]*\) .*/\1/p' <<<"$said")
    [ -z "$core" ] || [ -z "$seed" ] || check "$([ "$(taskset -c "$core" "$program" "$lab" --check --step "$step" --seed "$seed" 2>&1 | comparable)" = "$(comparable <<<"$said")" ] && echo 1)" \
        "on one core it says something else"
    check "$(grep -qE "$never" <<<"$said" || echo 1)" "an address, or a line that is not the learner's"
    while IFS= read -r pattern; do
        check "$(tr '\n' ' ' <<<"$said" | tr -s ' ' | grep -qE -- "$pattern" && echo 1)" "'$pattern' is missing"
    done < <(lines_of "$lab" "$name" says)
    while IFS= read -r pattern; do
        check "$(tr '\n' ' ' <<<"$said" | tr -s ' ' | grep -qE -- "$pattern" || echo 1)" "'$pattern' must not be said"
    done < <(lines_of "$lab" "$name" never)
    while IFS= read -r pattern; do
        named=$(grep -oE "$(basename "$(file_of "$lab")"):[0-9]+" <<<"$said" | head -n 1)
        check "$(sed -n "${named#*:}p" "$work/$name/$(file_of "$lab")" | grep -qE -- "$pattern" && echo 1)" \
            "${named:-no line} is named, not one with '$pattern'"
    done < <(lines_of "$lab" "$name" line)
}
show=$([ -n "${1:-}" ] && [ "$1" != long ] && echo 1)
always=()
[ -n "${1:-}" ] || always=(--seed 42)
while read -r lab name step _; do
    try "$lab" "$name" "$step"
done <"$work/chosen"

# In a terminal of 60 columns: the same words on more lines.
read -r lab name step _ <"$work/chosen"
at() { COLUMNS=$1 timeout 120 "$(folder_of "$lab" "$name")/$step.run" "$lab" --check --step "$step" --seed 42 2>&1; }
wide=$(at 100) narrow=$(at 60)
ok "$name: the first mistake's message has a line of more than 60 columns" grep -qE '^ {8}.{53}' <<<"$wide"
ok "$name: in 60 columns it has none" test -z "$(awk '/^ {8}/ && NF > 1 && length($0) > 60' <<<"$narrow")"
ok "$name: and says the same" test "$(tr -s ' \n' ' ' <<<"$narrow")" = "$(tr -s ' \n' ' ' <<<"$wide")"
ok "$name: 0 columns are 100" test "$(at 0)" = "$wide"
finish
