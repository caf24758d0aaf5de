#!/usr/bin/env bash
# What comes from outside is text: no value of any variable, on make's command line or in the
# environment, is expanded by make or by a shell, whatever the target; nor is the name of a file or
# folder that is found. In a copy whose scripts and judge only write down what they were told.
# Argument: long, for every text in every variable; else each variable has three of them, in turn.
# shellcheck disable=SC2016,SC2317 # that nothing is expanded is the point; functions that ok calls
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory MAKELEVEL=1 # as a script does: then a target may be told what it does not read
long=${1:-}
top=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/common" "$work/build/emulator" "$work/build/grading/tests" "$work/bin"
cp -a Makefile labs grading docs README.md "$work"
cp -a common/*.* common/gemm common/hopper common/binary common/lab common/labs common/engine common/emulator common/tools common/tests "$work/common"
ln -s "$top/solutions" "$work/solutions"
cd "$work" || exit 2

# ---- stand-ins: for each script and program that a recipe starts
cat >teller <<'TELLER'
#!/bin/bash
{
    printf '%s\n' "$@"
    for name in LAB STEP SIZE PREDICT SWEEP FILE ARGS COUNTERS DEV STUDENT SUBMISSIONS ANSWERS OUT SBATCH GPUS RUNNER SEED HINTS; do
        [ -z "${!name+x}" ] || printf '%s=%s\n' "$name" "${!name}"
    done
} >>"$HEARD"
TELLER
chmod +x teller
export HEARD=$work/heard
for script in "$top"/common/tools/{scripts,authors}/*.sh "$top"/common/tests/run_all.sh; do
    cp --remove-destination teller "${script#"$top"/}"
done
cp teller grading/handout/student_kit.sh
# what is built is there, and newer than all that it is built from
programs="build/grading/judge build/grading/tests/driver build/grading/tests/fake_runner build/emulator/doctor build/emulator/headers.folder"
built="build/emulator/libemulator.a build/grading/runner.emulator.o"
touch_built() {
    local program
    for program in $programs; do
        mkdir -p "$(dirname "$program")"
        [ -e "$program" ] || cp teller "$program"
    done
    # shellcheck disable=SC2086 # words
    touch $programs $built
}
up_to_date=()
for file in $programs $built; do up_to_date+=(-o "$file"); done
touch_built

targets=$(awk -F ':' '/^[a-z-]+:.*## / { print $1 }' Makefile common/tools/authors.mk grading/grading.mk | grep -vx 'student-kit')
texts=$(sed -n '/^GRADING/,/^COMMANDS/p' common/tools/outside.mk | sed 's/.*:= *//; s/^COMMANDS.*//; s/[\\]//; s/$([A-Z]*)//g' | xargs -n 1 | grep -vx LAB)
commands=$(sed -n 's/^COMMANDS *[:+]= *//p' common/tools/outside.mk)
ok "there are targets and variables" test "$(wc -w <<<"$targets")" -gt 15 -a "$(wc -w <<<"$texts")" -gt 25 -a "$(wc -w <<<"$commands")" -gt 10

# ---- values: each would leave the file `ran` behind
payloads=('ZZ$(shell touch ran)' 'ZZ${shell touch ran}' 'ZZ`touch ran`' 'ZZ$(touch ran)' 'ZZ";touch ran;"' "ZZ';touch ran;'" "ZZ'\"'\"';touch ran;" $'ZZ\n\ttouch ran\n' $'ZZ\'\ntouch ran\n\''
    'ZZ;touch ran' 'ZZ|touch ran' 'ZZ&touch ran&' 'ZZ$$(touch ran)' 'ZZ$(eval $(shell touch ran))' 'ZZ#$(shell touch ran)' 'ZZ\$(shell touch ran)' '$(info ZZ)$(shell touch ran)' 'ZZ$(call signs,$(shell touch ran))')
# the first four as one value: what expands one of them expands it there, too
joined=('ZZ$(shell touch ran)${shell touch ran}`touch ran`$(touch ran)' "${payloads[@]:4}")
# what a variable is tried with; each call takes others of the rest
turn=0
some() {
    tried=("${joined[@]}")
    [ "$long" ] || tried=("${joined[0]}" "${joined[1 + turn % (${#joined[@]} - 1)]}" "${joined[1 + (turn + 7) % (${#joined[@]} - 1)]}")
    turn=$((turn + 1))
}
# settings VALUE: every text has it
settings() {
    local name
    set=()
    for name in $texts; do set+=("$name=$1"); done
}
clean() { ! [ -e ran ] && [ -z "$(find . -name ran -print -quit)" ]; }
none_in_commands() { # of what make would run, none holds the value
    local said
    said=$(make -n "${up_to_date[@]}" "$@" 2>/dev/null </dev/null) # errors may quote it
    ! grep -q ZZ <<<"$said" || { grep ZZ <<<"$said" | head -n 3 && return 1; }
}
# silent TARGET: whatever the payload, on the command line or in the environment
silent() {
    local payload
    some
    for payload in "${tried[@]}"; do
        settings "$payload"
        # shellcheck disable=SC2086 # words
        none_in_commands $1 LAB=01 BACKEND=emulator "${set[@]}" || { echo "'$payload' of the command line" && return 1; }
        # shellcheck disable=SC2086 # words
        (export "${set[@]}" && none_in_commands $1 LAB=01 BACKEND=emulator) || { echo "'$payload' of the environment" && return 1; }
        clean || { echo "'$payload' was run" && return 1; }
    done
}
for target in $targets; do
    ok "make $target: no command holds what a variable does" silent "$target"
    rm -f ran
done

# ---- the real thing, as far as it goes here; and what is told arrives as it was
told() { # TARGET VARIABLE VALUE [more]: as an argument or in the environment of what the recipe starts
    rm -f heard
    make -s "${up_to_date[@]}" "$1" LAB=01 BACKEND=emulator "$2=$3" "${@:4}" >said 2>&1 </dev/null
    grep -qzxF -- "$3" <(tr '\n' '\0' <heard) || grep -qF -- "$2=${3%%$'\n'*}" heard || { head -n 3 said heard && return 1; }
}
arrives() { # TARGET VARIABLE
    local payload
    some
    for payload in "${tried[@]}"; do
        told "$1" "$2" "$payload" || { echo "'$payload'" && return 1; }
        clean || { echo "'$payload' was run" && return 1; }
    done
}
for pair in run:STEP run:SIZE run:PREDICT profile:STEP profile:SIZE watch:STEP hint:STEP sweep:STEP sweep:SIZE sweep:SWEEP \
    emulate:FILE emulate:ARGS emulate:COUNTERS view:STEP view:SIZE view:FILE view:ARGS setup:DEV grade:STUDENT grade:OUT grade:SUBMISSIONS grade:ANSWERS grade:LAB grade:SBATCH \
    grade:GPUS grade:SEED grade:RUNNER regrade:STUDENT regrade:OUT replay:STUDENT replay:LAB replay:OUT student-kit:HINTS student-kit:ANSWERS; do
    ok "make ${pair%:*} is told ${pair#*:} as it is, and runs nothing" arrives "${pair%:*}" "${pair#*:}"
    rm -f ran
done

# ---- what does become part of commands is refused
refused() { # NAME VALUE…: none is taken
    local name=$1 value
    shift
    for value; do
        if make -s "${up_to_date[@]}" grade LAB=01 "$name=$value" >said 2>&1 </dev/null ||
            env "$name=$value" make -s "${up_to_date[@]}" grade LAB=01 >>said 2>&1 </dev/null || ! clean; then
            echo "'$value'"
            return 1
        fi
    done
}
refused_name() {
    ! make -s "${up_to_date[@]}" grade LAB=01 "$1=x" >said 2>&1 </dev/null && grep -q "no variable" said && clean
}
for name in $commands BACKEND TREE; do
    [[ $name == LABS || $name == SETTINGS || $name == PARTS || $name == SUITES ]] && continue # of the environment it is not heard
    ok "$name is refused, whatever it is" refused "$name" "${payloads[@]}" "gpu labs \$(touch ran)" "gpu;touch ran"
    rm -f ran
done
harmless() { # NAME VALUE…: on the command line none is run
    local name=$1 value
    shift
    for value; do
        make -s "${up_to_date[@]}" run LAB=01 BACKEND=emulator "$name=$value" >said 2>&1 </dev/null
        clean || { echo "'$value'" && return 1; }
    done
}
for name in LABS SETTINGS PARTS SUITES CHOSEN EMU_LINK GPU_CXX JUDGE WARN COMMON CURDIR MAKE MFLAGS SHELL whatever; do
    ok "$name on the command line runs nothing" harmless "$name" "${joined[@]}"
    rm -f ran
done
for name in 'ZZ`touch' SUBMISION LABS; do
    ok "a variable $name that there is not is refused" refused_name "$name"
done
mistyped() { # TEXT ARGUMENTS…
    expect "make ${*:2}" 2 "$1" env MAKELEVEL=0 make -s "${up_to_date[@]}" BACKEND=emulator "${@:2}"
}
mistyped "There is no variable SUBMISION: it takes ADJUST ANSWERS" grade SUBMISION=x
mistyped "There is no variable LABS: it takes ADJUST" grade LABS=01
mistyped "There is no variable lab: it takes EMU_COUNTERS EMU_REPORT EMU_TIMEOUT LAB PREDICT PRINT REPEAT SEED SIZE STEP" run lab=01
mistyped "No rule to make target 'hints'" hints
mistyped "There is no variable STPE: it takes" run LAB=01 STPE=1
mistyped "There is no variable Xyzzy: it takes" run LAB=01 Xyzzy=1
mistyped "make grade reads no variable STUDENT" grade STUDENT=ann
mistyped "make run reads no variable SUBMISSIONS" run LAB=01 SUBMISSIONS=x
rm -f heard
ok "what one of two targets reads is taken" env MAKELEVEL=0 make -s "${up_to_date[@]}" BACKEND=emulator hint grade LAB=01 RESET=1 OUT=there
ok "and both were begun" grep -q OUT=there heard
expect "make -e" 2 "make -e lets the environment replace" env WARN='$(shell touch ran)' make -e

# ---- the driver is asked once for each fact, and not where a backend is named
cat >bin/nvidia-smi <<'DRIVER'
#!/bin/bash
echo "$1" >>asked
[ "$1" = -L ] && echo "GPU 0: a card" || echo 9.0
DRIVER
chmod +x bin/nvidia-smi
driver() { rm -f asked && touch asked && env -u BACKEND PATH="$PWD/bin:$PATH" make -n doctor NVCC=nvcc "$@" 2>&1; }
expect "a GPU is found, and its kind" 0 "-arch=sm_90a" driver
ok "the driver is asked twice: $(xargs <asked)" test "$(wc -l <asked)" = 2
expect "the emulator needs no GPU" 0 "build/emulator/doctor" driver BACKEND=emulator
ok "the driver is not asked: $(xargs <asked)" test ! -s asked

# ---- names that are found
mkdir 'labs/11_$(shell touch ran)' 'labs/12_`touch ran`' "labs/13_';touch ran;'"
rm solutions && mkdir -p 'solutions/14_$(shell touch ran)' 'solutions/15_$(touch ran)'
for lab in "$top"/solutions/*; do cp -r "$lab" solutions; done
cp labs/01_naive_gemv/naive_gemv.cu 'labs/01_naive_gemv/$(touch ran).cu'
rm labs/01_naive_gemv/naive_gemv.cu
for target in help "run LAB=01" "run LAB=14" "run LAB=11" "bench" "student-kit" "hint LAB=14" "sweep LAB=01" build/emulator/labs/01_naive_gemv/all.lab.o; do
    # shellcheck disable=SC2086 # words
    make -s "${up_to_date[@]}" $target BACKEND=emulator >said 2>&1 </dev/null
    ok "make $target runs no name that is found" clean
    rm -f ran
done

# ---- the real scripts
cd "$top" || exit 2
for payload in "${joined[@]}"; do
    "$top/common/tools/scripts/emulate.sh" "$payload" "$payload" "$payload" >/dev/null 2>&1
    "$top/common/tools/scripts/view.sh" labs "" "" "" "$payload" "$payload" >/dev/null 2>&1
    "$top/common/tools/scripts/view.sh" solutions 01_naive_gemv "$payload" "$payload" "" "" >/dev/null 2>&1
    "$top/common/tools/scripts/hint.sh" "$payload" "$payload" >/dev/null 2>&1
    RESET=$payload "$top/common/tools/scripts/hint.sh" 01 "$payload" >/dev/null 2>&1
    "$top/common/tools/scripts/run.sh" emulator solutions 01_naive_gemv "$payload" "$payload" >/dev/null 2>&1
    "$top/common/tools/scripts/profile.sh" emulator solutions 01_naive_gemv "$payload" "$payload" >/dev/null 2>&1
    SWEEP=$payload "$top/common/tools/scripts/sweep.sh" emulator solutions 02_coalesced_gemv 1 "$payload" >/dev/null 2>&1
    "$top/common/tools/scripts/setup.sh" "$payload" >/dev/null 2>&1
    ok "no script runs '$payload'" test ! -e ran
    rm -f ran
done
finish
