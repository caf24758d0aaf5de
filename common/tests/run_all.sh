#!/usr/bin/env bash
# make test: runs every suite, each under its own time budget, and adds up their `N passed, N
# failed` lines. A suite that ends without such a line, exits non-zero or runs out of time counts as
# one failure. Arguments: suites by name (all if none). BACKEND=gpu runs those that need a GPU
# instead, BACKEND=long those that take minutes. There are two lanes, since most suites keep one core
# busy: suites "beside" run one after the other beside the rest.
set -u
cd "$(dirname "$0")/../.." || exit 2
backend=${BACKEND:-emulator}
[ "$backend" = long ] && export BACKEND=emulator # what the long suites run on

# name | backend | budget in seconds | command
suites="
aarch64    | long             |  400 | common/tests/compilers_test.sh aarch64
nvcc       | emulator, beside |  300 | common/tests/nvcc_test.sh
nvcc_steps | long             |  400 | common/tests/nvcc_test.sh all
style      | emulator         |  180 | common/tests/style_test.sh
verify     | emulator         |   20 | build/tests/verify_test
problems   | emulator         |   20 | build/tests/problems_test
sizes      | emulator         |   20 | build/tests/sizes_test
signs      | emulator         |   60 | build/tests/binary_test
corners    | emulator         |   60 | build/tests/corners_test
tolerance  | emulator         |   60 | build/tests/tolerance_test
counters   | emulator         |  120 | build/emulator/gemv_counters
tiles      | emulator         |  120 | build/emulator/gemm_counters
bits       | emulator         |  120 | build/emulator/binary_counters
settings   | emulator         |  180 | common/tests/settings_test.sh
layers     | emulator         |   60 | common/tests/layers_test.sh
stubs      | emulator         |   10 | common/tests/stubs_test.sh
rules      | emulator         |   10 | build/tests/rules_test
flow       | emulator         |   10 | build/tests/flow_test
frontend   | emulator         |  180 | common/tests/frontend_test.sh
language   | long             |  600 | common/tests/language/language_test.sh
emulator   | emulator         |  240 | common/tests/emulator_test.sh
yardstick  | emulator, beside |  400 | common/tests/yardstick/yardstick_test.sh
bugs       | emulator, beside |  180 | common/tests/bugs/bugs_test.sh
page       | emulator, beside |  400 | common/tests/emulator_doc_test.sh
messages   | emulator         |   90 | common/tests/messages/messages_test.sh
messages   | long             |  900 | common/tests/messages/messages_test.sh long
editors    | emulator, beside |  120 | common/tests/editors_test.sh
scripts    | emulator         |  180 | common/tests/scripts_test.sh
cli        | emulator, beside |  400 | common/tests/cli_test.sh
previous   | emulator, beside |  200 | common/tests/previous_test.sh 04
outside    | emulator, beside |  400 | common/tests/outside_test.sh
width      | long             |  500 | common/tests/width_test.sh
view       | emulator, beside |  200 | common/tests/view/view_test.sh
grader     | emulator         |  900 | make -s test-grader
view_browser | emulator, beside | 200 | common/tests/view/view_browser_test.sh few
view_browser | long           |  900 | common/tests/view/view_browser_test.sh
browser    | long             |  500 | grading/tests/browser_test.sh
compilers  | long             |  600 | common/tests/compilers_test.sh
handout    | emulator, beside |  400 | grading/tests/handout_test.sh
book       | long             |  600 | common/tests/book_test.sh
kit        | long             |  500 | grading/tests/kit_test.sh
gradescope | long             |  900 | grading/tests/gradescope_test.sh
plain      | long             |  900 | grading/tests/plain_test.sh
systems    | emulator, beside |  240 | grading/tests/systems_test.sh
systems    | long             |  900 | grading/tests/systems_test.sh long
threats    | emulator         |   20 | grading/tests/threats_test.sh
previous   | long             | 1500 | common/tests/previous_test.sh
speed      | long             |  200 | common/tests/speed_test.sh
mutants    | long             | 2100 | make -s test-mutants
sweeps     | long             | 1200 | make -s test-sweeps
slurm      | long             |  600 | grading/tests/slurm_test.sh
gpu        | gpu              |  900 | common/tests/gpu_test.sh
grader     | gpu              |  900 | make -s test-grader
mutants    | gpu              | 3000 | make -s test-mutants
previous   | gpu              |  600 | common/tests/previous_test.sh
"
trim() { local s=$1; s=${s#"${s%%[![:space:]]*}"}; printf '%s' "${s%"${s##*[![:space:]]}"}"; }

# suite NAME BUDGET COMMAND: runs it, and prints what came of it; its counts go to
# build/tests/NAME.count
suite() {
    local name=$1 budget=$2 command=$3 log=build/tests/$1.log begun=$SECONDS status line good bad
    # shellcheck disable=SC2086 # a command is words
    timeout --kill-after=5 "$budget" $command >"$log" 2>&1 </dev/null
    status=$?
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
    good=$(sed -E 's/^([0-9]+) passed.*/\1/' <<<"${line:-0}") bad=$(sed -E 's/.* ([0-9]+) failed.*/\1/' <<<"${line:-0}")
    if [ $status -eq 124 ] || [ $status -eq 137 ]; then
        echo "out of time after $budget s" >>"$log"
    fi
    if [ -z "$line" ] || { [ $status -ne 0 ] && [ "$bad" -eq 0 ]; }; then
        bad=$((bad + 1))
    fi
    echo "$good $bad" >"build/tests/$name.count"
    printf '%-12s %5d passed %4d failed %4d s of %d\n' "$name" "$good" "$bad" $((SECONDS - begun)) "$budget"
    if [ "$bad" -gt 0 ]; then
        grep -iE 'fail|error|warning|wrong|expected|out of time' "$log" | head -n 30 | sed 's/^/    /'
        echo "    (all of it: $log, exit status $status)"
    else
        grep -E '^(note|mutants|unusual|skipped):?' "$log" | sed 's/^/    /'
    fi
}

wanted=" $* "
mkdir -p build/tests
rm -f build/tests/*.count
programs=()
chosen=
known=
while IFS='|' read -r name where budget command; do
    name=$(trim "$name") where=$(trim "$where") budget=$(trim "$budget") command=$(trim "$command")
    [ -z "$name" ] && continue
    [ "$where" = "$backend" ] || [ "$where" = "$backend, beside" ] || continue
    known+=" $name"
    [ $# -gt 0 ] && [[ $wanted != *" $name "* ]] && continue
    chosen+="$name|$where|$budget|$command"$'\n'
    case $command in
    build/*) programs+=("$command") ;;
    "make -s test-"*) programs+=(grader-programs) ;;
    esac
done <<<"$suites"
for name; do
    if [[ "$known " != *" $name "* ]]; then
        echo "SUITES: there is no '$name' among:$known" >&2
        exit 2
    fi
done

# What the suites run is compiled first, on all cores.
if [ ${#programs[@]} -gt 0 ] && ! common/tools/scripts/build.sh "${BACKEND:-emulator}" "${programs[@]}"; then
    echo "the tests' programs do not compile"
    echo "0 1" >build/tests/programs.count
fi
# lane WHERE: the suites of one lane, one after the other
lane() {
    while IFS='|' read -r name where budget command; do
        [ "$where" = "$1" ] && suite "$name" "$budget" "$command"
    done <<<"$chosen"
}
lane "$backend, beside" >build/tests/beside.log &
lane "$backend"
wait
cat build/tests/beside.log
cat build/tests/*.count 2>/dev/null | awk '{ passed += $1; failed += $2 } END { print passed + 0 " passed, " failed + 0 " failed"; exit !(passed > 0 && failed == 0) }'
