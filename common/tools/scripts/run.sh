#!/usr/bin/env bash
# make run: builds one lab and runs it. A file that does not compile whole is tried step by step, so
# that a mistake in one step does not cost the others. Arguments: BACKEND TREE LAB STEP SIZE [more
# options for the program]. From the environment: BRIEF=1 shows the message of the first step alone
# that is not right. Exits with 0 where all steps that were asked for pass, 1 where one does not, 2
# where that could not be found out.
set -u +C # whatever BASH_ENV set: files are written over here
. common/tools/lookup/columns.sh # to which messages are folded (program.h)
backend=$1 tree=$2 lab=$3 step=$4 size=$5
shift 5
folder=build/$backend/$tree/$lab
common/tools/scripts/writable.sh build/progress "$folder" || exit 2
source=$(common/tools/lookup/source.sh "$tree/$lab") || exit 2
has_nvcc() { command -v "${NVCC:-nvcc}" || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; }
has_clang() { [ -n "${LLVM_CONFIG:-}" ] && command -v "${EMU_CXX:-}" >/dev/null; }
if [ "$backend" = gpu ] && ! has_nvcc >/dev/null 2>&1; then
    echo "BACKEND=gpu needs nvcc: put it on PATH or set CUDA_HOME." \
        "BACKEND=emulator needs neither it nor a GPU." >&2
    exit 2
elif [ "$backend" = emulator ] && ! has_clang; then
    echo "There is no clang with LLVM's C headers here, which compiles the labs:" \
        "\`make setup\` installs what is missing" >&2
    exit 2
fi
asked=() # the steps, if not all
if [ -n "$step" ]; then
    read -ra asked < <(common/tools/lookup/labs.sh step "$lab" "$step" several) || exit 2
    step=$(IFS=,; echo "${asked[*]}")
fi
which=all
[ ${#asked[@]} -ne 1 ] || which=$step
options=(--who solution)
[ "$tree" != labs ] || options=(--who yours --progress "$folder/answers.$$")
[ -n "$step" ] && options+=(--step "$step")
[ -n "$size" ] && options+=(--size "$size")
[ -n "${SEED:-}" ] && options+=(--seed "$SEED")
[ -n "${BRIEF:-}" ] && options+=(--brief)

trap 'exit 130' INT # a compiler that Ctrl-C ended has refused nothing
said=               # by the compilers, of what was built last
tell() { [ -z "$said" ] || printf '%s\n' "$said" >&2; }
machines_fault() { # WHAT IS WRONG: no verdict on anybody's step
    tell
    echo "$*" >&2
    exit 2
}
no_room='No space left|quota exceeded|Read-only file system|compiler: cannot write'
no_room+='|Killed signal|signal 9 [(]|memory exhausted'
build() { # WHICH: all or a step
    local status=0 fault kept="$folder/$1.warnings"
    said=$(common/tools/scripts/build.sh "$backend" "$folder/$1.run" 2>&1) || status=1
    # what is not the learner's may be what fails
    if [ "$status" -ne 0 ] &&
        ! fault=$(common/tools/scripts/build.sh "$backend" "$folder/$1.needs" 2>&1); then
        said=$fault
        machines_fault "this machine cannot build the labs (above):" \
            "\`make setup\` installs what is missing"
    fi
    # with /tmp full, even what was said is lost
    if [ "$status" -ne 0 ] && [[ -z $said || $said =~ $no_room ]]; then
        machines_fault "this machine has no room, on a disk or in memory, to compile $source:" \
            "make some and run it again"
    fi
    if [ "$status" -eq 0 ] && [ -z "$said" ] && [ "$kept" -nt "$folder/$1.lab.o" ]; then
        said=$(<"$kept")
    elif [ "$status" -eq 0 ]; then
        printf '%s' "${said:+$said$'\n'}" >"$kept"
    fi
    return $status
}
does_not_compile() { # STEP
    echo "step $1  does not compile"
    [ "$tree" != labs ] || echo "$1|compile_error|-" >>"$folder/answers.$$"
}
# Notes the answers so far in build/progress, a line "STEP STATE BACKEND WORD" for each step, also
# of a run that Ctrl-C ends.
note() {
    local file=build/progress/$lab answers=$folder/answers.$$
    [ -s "$answers" ] || return 0
    touch "$file" 2>/dev/null
    if ! awk -v backend="$backend" -F '[|]' '
        NF == 3 { gsub(/,/, "", $2); gsub(/ /, "_", $2)
                  now[$1] = $1 " " $2 " " backend " " $3; next }
        { split($0, part, " "); if (!(part[1] in now)) print }
        END { for (step in now) print now[step] }' "$answers" "$file" 2>/dev/null >"$file.$$" ||
        ! mv -T "$file.$$" "$file" 2>/dev/null; then
        rm -f "$file.$$"
        echo "$file cannot be written: your progress is not recorded" >&2
    fi
    rm -f "$answers"
}
trap note EXIT
# How to go on from the first of the steps that were asked for that does not pass.
next_step() {
    local next state
    read -r next state < <(awk -v asked="${asked[*]}" '
        BEGIN { for (n = split(asked, list, " "); n > 0; n--) wanted[list[n]] }
        (asked == "" || $1 in wanted) && $2 != "pass" && $2 != "skipped" { print $1, $2 }' \
        "build/progress/$lab" 2>/dev/null | sort -n) || return
    local args
    args="LAB=$(common/tools/lookup/labs.sh called "$lab") STEP=$next"
    case $state in
    not_attempted) echo "next: docs/$lab.md, step $next; then make run $args, or make hint $args" ;;
    wrong | right_but) echo "next: make hint $args, or make view $args" ;;
    *) echo "next: fix that, then make run $args; or make hint $args" ;;
    esac
}
# How to go on where all that was asked for passes.
step_behind() {
    local called step of
    read -r called step of < <(common/tools/scripts/progress.sh where) || return 0
    echo "next: docs/$of.md, step $step; then make run LAB=$called STEP=$step," \
        "or make hint LAB=$called STEP=$step"
}
# On a GPU nothing is counted: the emulator's build of the file says whether a step's idea is
# reached. WHICH [the program's options]
emulated() {
    local kept=build/emulator/$tree/$lab part
    [ "$backend" = gpu ] && has_clang || return
    [[ " $* " != *" --print "* && " $* " != *" --repeat "* ]] || return
    if emulator_takes "$1"; then
        options+=(--emulated "$kept/$1.run")
        return
    fi
    [ "$1" != all ] || for part in $(steps); do emulator_takes "$part"; done
    options+=(--emulated "$kept/")
}
emulator_takes() { # WHICH
    local program=build/emulator/$tree/$lab/$1.run
    common/tools/scripts/build.sh emulator "$program" >/dev/null 2>&1 && return
    rm -f "$program"
    return 1
}
steps() { # those asked for, or all
    if [ ${#asked[@]} -gt 0 ]; then
        echo "${asked[@]}"
    else
        common/tools/lookup/labs.sh steps | awk -v lab="$lab" '$1 == lab { print $2 }'
    fi
}

status=1
if build "$which"; then
    tell
    emulated "$which" "$@"
    "$folder/$which.run" "$lab" "${options[@]}" "$@"
    status=$?
elif tell && [ "$which" != all ]; then
    does_not_compile "$step"
else
    echo "$source does not compile whole (above). Step by step:" >&2
    for step in $(steps); do
        if build "$step"; then
            emulated "$step" "$@"
            "$folder/$step.run" "$lab" "${options[@]}" --step "$step" "$@"
        else
            does_not_compile "$step"
        fi
    done
fi
note
[ "$tree" = labs ] || exit "$status"
case $status in # of 2, what is wrong with the request has been said, and is said last
0) [ -n "${BRIEF:-}" ] || step_behind ;;
1) next_step ;;
esac
exit "$status"
