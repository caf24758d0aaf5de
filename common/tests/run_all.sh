#!/usr/bin/env bash
# make test: runs every suite and adds up their `N passed, N failed` lines. A suite that ends without
# such a line, exits non-zero or runs out of time counts as one failure; one that uses more processor
# time than its budget is named at the end. Arguments: suites by name (all if none). BACKEND=gpu runs
# those that need a GPU instead, BACKEND=long those that take minutes: these one after the other. All
# others run in one lane more than there are cores, for some wait, at most four: a lane that is free
# takes the first suite that is left. So the longest come first. Suites that write the same programs
# below build/, or use what another leaves, follow each other in one lane ("then": after the line
# above).
set -u
cd "$(dirname "$0")/../.." || exit 2
backend=${BACKEND:-emulator}
[ "$backend" = long ] && export BACKEND=emulator # what the long suites run on

TIMEFORMAT='%U %S'

# name | backend | limit in seconds | budget in seconds of processors, on a quiet machine | command
suites="
yardstick  | emulator         |  600 |  45 | common/tests/yardstick/yardstick_test.sh
bugs       | emulator, then   |  300 |  45 | common/tests/bugs/bugs_test.sh
page       | emulator, then   |  600 |  60 | common/tests/emulator_doc_test.sh
cli        | emulator, then   |  600 |  75 | common/tests/cli_test.sh
previous   | emulator, then   |  300 |  25 | common/tests/previous_test.sh 04
view       | emulator, then   |  300 |  40 | common/tests/view/view_test.sh
handout    | emulator, then   |  600 |  60 | grading/tests/handout_test.sh
in_place   | emulator, then   |  300 |  30 | grading/tests/in_place_test.sh 03
grader     | emulator         |  900 |  90 | make -s test-grader
nvcc       | emulator         |  600 |  65 | common/tests/nvcc_test.sh
outside    | emulator         |  600 |  35 | common/tests/outside_test.sh
emulator   | emulator         |  400 |  40 | common/tests/emulator_test.sh
emulate    | emulator         |  200 |  25 | common/tests/emulate_test.sh
alone      | emulator         |  300 |  20 | common/tests/alone_test.sh
systems    | emulator         |  400 |  40 | grading/tests/systems_test.sh
compiler   | emulator         |  200 |  15 | common/tests/compiler_test.sh
scripts    | emulator         |  300 |  20 | common/tests/scripts_test.sh
setup      | emulator         |   60 |   2 | common/tests/setup_test.sh
docs       | emulator         |  200 |  20 | common/tests/docs_test.sh
messages   | emulator         |  200 |  25 | common/tests/messages/messages_test.sh
style      | emulator         |  180 |  20 | common/tests/style_test.sh
editors    | emulator         |  200 |  20 | common/tests/editors_test.sh
tiles      | emulator         |  120 |  12 | build/emulator/gemm_counters
counters   | emulator         |  120 |   6 | build/emulator/gemv_counters
signs      | emulator         |   60 |   5 | build/tests/binary_test
layers     | emulator         |   60 |   4 | common/tests/layers_test.sh
verify     | emulator         |   20 |   2 | build/tests/verify_test
problems   | emulator         |   20 |   2 | build/tests/problems_test
probe      | emulator         |   20 |   2 | build/tests/probe_test
sizes      | emulator         |   20 |   2 | build/tests/sizes_test
turns      | emulator         |   20 |   1 | build/tests/turns_test
corners    | emulator         |   60 |   2 | build/tests/corners_test
tolerance  | emulator         |   60 |   2 | build/tests/tolerance_test
bits       | emulator         |  120 |   2 | build/emulator/binary_counters
stubs      | emulator         |   10 |   2 | common/tests/stubs_test.sh
rules      | emulator         |   10 |   1 | build/tests/rules_test
flow       | emulator         |   10 |   1 | build/tests/flow_test
threats    | emulator         |   20 |   2 | grading/tests/threats_test.sh
nvcc_steps | long             |  400 |   - | common/tests/nvcc_test.sh all
alone      | long             |  600 |   - | common/tests/alone_test.sh all
nvcc_archs | long             | 1200 |   - | common/tests/nvcc_test.sh archs
language   | long             |  600 |   - | common/tests/language/language_test.sh
messages   | long             | 2000 |   - | common/tests/messages/messages_test.sh long
width      | long             |  500 |   - | common/tests/width_test.sh
view_browser | long           |  900 |   - | common/tests/view/view_browser_test.sh
browser    | long             |  500 |   - | grading/tests/browser_test.sh
compilers  | long             |  900 |   - | common/tests/compilers_test.sh
book       | long             |  600 |   - | common/tests/book_test.sh
notebook   | long             |  600 |   - | common/tests/notebook_test.sh
kit        | long             |  500 |   - | grading/tests/kit_test.sh
gradescope | long             |  900 |   - | grading/tests/gradescope_test.sh
plain      | long             |  900 |   - | grading/tests/plain_test.sh
systems    | long             |  900 |   - | grading/tests/systems_test.sh long
previous   | long             | 1500 |   - | common/tests/previous_test.sh
outside    | long             |  900 |   - | common/tests/outside_test.sh long
settings   | long             |  300 |   - | common/tests/settings_test.sh
speed      | long             |  200 |   - | common/tests/speed_test.sh
mutants    | long             | 2100 |   - | make -s test-mutants
sweeps     | long             | 1200 |   - | make -s test-sweeps
in_place   | long             |  900 |   - | grading/tests/in_place_test.sh
containers | long             | 3600 |   - | common/tests/containers_test.sh
recipes    | long             |  900 |   - | common/tests/recipes_test.sh
sanitizers | long             | 1800 |   - | common/tests/sanitizers_test.sh
slurm      | long             |  600 |   - | grading/tests/slurm_test.sh
gpu        | gpu              |  900 |   - | common/tests/gpu_test.sh
grader     | gpu              |  900 |   - | make -s test-grader
mutants    | gpu              | 3000 |   - | make -s test-mutants
previous   | gpu              |  600 |   - | common/tests/previous_test.sh
"
trim() { local s=$1; s=${s#"${s%%[![:space:]]*}"}; printf '%s' "${s%"${s##*[![:space:]]}"}"; }

# suite NAME LIMIT BUDGET COMMAND: runs it, and prints what came of it; its counts go to
# build/tests/NAME.count, its seconds of processors and their budget to build/tests/NAME.used
suite() {
    local name=$1 limit=$2 budget=$3 command=$4 log=build/tests/$1.log begun=$SECONDS status line good bad used
    # shellcheck disable=SC2086 # a command is words
    used=$({ time timeout --kill-after=5 "$limit" $command >"$log" 2>&1 </dev/null; } 2>&1)
    status=$?
    used=$(awk '{ printf "%.0f", $1 + $2 }' <<<"$used")
    echo "$name $used $budget" >"build/tests/$name.used"
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
    good=$(sed -E 's/^([0-9]+) passed.*/\1/' <<<"${line:-0}") bad=$(sed -E 's/.* ([0-9]+) failed.*/\1/' <<<"${line:-0}")
    if [ $status -eq 124 ] || [ $status -eq 137 ]; then
        echo "out of time after $limit s" >>"$log"
    fi
    if [ -z "$line" ] || { [ $status -ne 0 ] && [ "$bad" -eq 0 ]; }; then
        bad=$((bad + 1))
    fi
    echo "$good $bad" >"build/tests/$name.count"
    { # in one piece, whatever ends beside it
        printf '%-12s %5d passed %4d failed %4d s, %3d s of processors (%s)\n' "$name" "$good" "$bad" $((SECONDS - begun)) "$used" "$budget"
        if [ "$bad" -gt 0 ]; then
            grep -iE 'fail|error|warning|wrong|expected|out of time' "$log" | head -n 30 | cut -c 1-300 | sed 's/^/    /'
            echo "    (all of it: $log, exit status $status)"
        else
            grep -E '^(note|mutants|unusual|skipped):?' "$log" | sed 's/^/    /'
        fi
    } >"build/tests/$name.said"
    cat "build/tests/$name.said"
}

wanted=" $* "
mkdir -p build/tests
rm -f build/tests/*.count build/tests/*.used
programs=()
chains=() # of suites that follow each other in one lane
known=
kept='' # is the last line of the table among those that run?
while IFS='|' read -r name where limit budget command; do
    name=$(trim "$name") where=$(trim "$where") limit=$(trim "$limit") budget=$(trim "$budget") command=$(trim "$command")
    [ -z "$name" ] && continue
    [ "${where%, then}" = "$backend" ] || continue
    known+=" $name"
    [ "$where" = "$backend" ] && kept=
    [ $# -gt 0 ] && [[ $wanted != *" $name "* ]] && continue
    line="$name|$limit|$budget|$command"
    if [ -n "$kept" ]; then chains[-1]+=$'\n'$line; else chains+=("$line"); fi
    kept=1
    case $command in
    build/*) programs+=("$command") ;;
    "make -s test-"* | *systems_test.sh | *in_place_test.sh*) programs+=(grader-programs) ;;
    *layers_test.sh) programs+=(build/emulator/libemulator.a build/grading/judge) ;;
    *cli_test.sh | *previous_test.sh* | *messages_test.sh*) programs+=(build/emulator/main.o) ;;
    *outside_test.sh | *style_test.sh) ;;
    common/tests/*) programs+=(build/emulator/headers.folder build/emulator/libemulator.a) ;;
    esac
done <<<"$suites"
for name; do
    if [[ "$known " != *" $name "* ]]; then
        echo "SUITES: there is no '$name' among:$known" >&2
        exit 2
    fi
done

# What the suites run is compiled first, on all cores: two of them never compile the same file.
if [ ${#programs[@]} -gt 0 ] && ! common/tools/scripts/build.sh "${BACKEND:-emulator}" "${programs[@]}"; then
    echo "the tests' programs do not compile"
    echo "0 1" >build/tests/programs.count
fi

chain() { # its lines, one suite after the other
    local name limit budget command
    while IFS='|' read -r name limit budget command; do
        suite "$name" "$limit" "$budget" "$command"
    done <<<"$1"
}
lanes=1
if [ "$backend" = emulator ]; then lanes=$(($(nproc) < 4 ? $(nproc) + 1 : 4)); fi
for line in ${chains[@]+"${chains[@]}"}; do
    while [ "$(jobs -pr | wc -l)" -ge "$lanes" ]; do wait -n; done
    chain "$line" &
done
wait
sort -k 2 -rn build/tests/*.used 2>/dev/null | awk '{ sum += $2 } $3 != "-" && $2 > $3 { over = over ", " $1 " (" $2 " of " $3 ")" }
    END { print "in all " sum + 0 " s of processors" (over == "" ? "" : "; more than their budgets: " substr(over, 3)) }'
cat build/tests/*.count 2>/dev/null | awk '{ passed += $1; failed += $2 } END { print passed + 0 " passed, " failed + 0 " failed"; exit !(passed > 0 && failed == 0) }'
