#!/usr/bin/env bash
# make run: builds one lab and runs it. A file that does not compile whole is tried step by step, so
# that a mistake in one step does not cost the others. Arguments: BACKEND TREE LAB STEP SIZE [more
# options for the program].
set -u +C # whatever BASH_ENV set: files are written over here
backend=$1 tree=$2 lab=$3 step=$4 size=$5
shift 5
folder=build/$backend/$tree/$lab
common/tools/scripts/writable.sh build/progress "$folder" || exit 2
source=$(common/tools/scripts/source.sh "$tree/$lab") || exit 2
cxx=${EMU_CXX:-g++}
if [ "$backend" = gpu ] && ! { command -v "${NVCC:-nvcc}" || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; } >/dev/null 2>&1; then
    echo "BACKEND=gpu needs nvcc: put it on PATH or set CUDA_HOME. BACKEND=emulator needs neither it nor a GPU." >&2
    exit 2
elif [ "$backend" = emulator ] && ! command -v "${cxx%% *}" >/dev/null; then
    echo "There is no ${cxx%% *} here, which compiles the labs: \`make setup\` installs what is missing" >&2
    exit 2
fi
if [ -n "$step" ]; then
    if ! [[ $step =~ ^[0-9]{1,4}$ ]]; then
        echo "STEP=$step: give a step's number" >&2
        exit 2
    fi
    step=$((10#$step))
fi
options=(--who solution)
[ "$tree" = labs ] && options=(--who yours --progress "build/progress/$lab")
[ -n "$size" ] && options+=(--size "$size")

trap 'exit 130' INT # a compiler that Ctrl-C ended has refused nothing
said=               # by the compilers, of what was built last
tell() { [ -z "$said" ] || printf '%s\n' "$said" >&2; }
machines_fault() { # WHAT IS WRONG: no verdict on anybody's step
    tell
    echo "$1" >&2
    exit 2
}
no_room='No space left|quota exceeded|Read-only file system|frontend: cannot write|Killed signal|signal 9 [(]|memory exhausted'
build() { # WHICH: all or a step
    local status=0
    ask_nvcc "$1" & # meanwhile
    said=$(common/tools/scripts/build.sh "$backend" "$folder/$1.run" 2>&1) || status=1
    wait $!
    if [ "$status" -ne 0 ] && [[ -z $said || $said =~ $no_room ]]; then # with /tmp full, even what was said is lost
        machines_fault "this machine has no room, on a disk or in memory, to compile $source: make some and run it again"
    fi
    [ "$status" -ne 0 ] || { nvcc_takes "$1" && is_cuda "$1"; } || status=1
    return $status
}
# Where nvcc is, it compiles the file, too: it sees code that only a GPU runs. Once for each form of
# the file; kernels.sh reads what it says of registers. WHICH
asks_nvcc() { [ "$backend" = emulator ] && command -v "${NVCC:-}" >/dev/null; }
ask_nvcc() {
    local log="$folder/$1.nvcc" define=()
    asks_nvcc && [ "$source" -nt "$log" ] || return 0
    [ "$1" = all ] || define=("-DLAB_ONLY=$1")
    mkdir -p "$folder"
    "$NVCC" -O3 -std=c++17 -arch="${ARCH:-sm_90}" -Icommon -DLAB_STEPS "${define[@]}" -cubin -Xptxas -v -o /dev/null "$source" \
        >"$log.new" 2>&1 </dev/null
    mv "$log.new" "$log"
}
# What it says of this file's lines counts, not a toolkit that is not whole.
nvcc_takes() {
    local log="$folder/$1.nvcc" errors
    asks_nvcc && errors=$(grep -F "$source(" "$log" 2>/dev/null | grep -E '\): *(catastrophic )?error') || return 0
    said+=${said:+$'\n'}"nvcc: ${errors//$'\n'/$'\n'nvcc: }"
    rm -f "$log"
    return 1
}
# What g++ takes and nvcc would not is refused where clang++ is there to say so: once for each form
# of the file. WHICH
is_cuda() {
    local checked="$folder/$1.is_cuda" define=() log
    [ "$backend" = emulator ] && [ "$source" -nt "$checked" ] || return 0
    [ "$1" = all ] || define=("-DLAB_ONLY=$1")
    log=$(common/tools/scripts/check_as_cuda.sh -DLAB_EMULATOR -DLAB_STEPS "${define[@]}" -Icommon "$source" 2>&1)
    if [ $? -eq 1 ]; then
        said+=${said:+$'\n'}$log
        return 1
    fi
    touch "$checked"
}
does_not_compile() { # STEP
    echo "step $1  does not compile"
    [ "$tree" = labs ] || return
    local file=build/progress/$lab
    local new=$file.$$
    if ! { echo "$1 compile_error $backend" && { [ ! -e "$file" ] || sed "/^$1 /d" "$file"; }; } 2>/dev/null >"$new" || ! mv "$new" "$file"; then
        rm -f "$new"
        echo "$file cannot be written: your progress is not recorded" >&2
    fi
}
# A student's kit has no solutions to compare with, but the times that they reached.
recorded() { [ -d solutions ] || [ "$backend" = emulator ] || common/tools/scripts/recorded.sh "$lab" "$step"; }
# Where the step ran and is not right, a picture of its accesses may say more. STEP
point_to_view() {
    case $(awk -v step="$1" '$1 == step { print $2 }' "build/progress/$lab" 2>/dev/null) in
    wrong | right*) echo "\`make view LAB=${lab%%_*} STEP=$1\` draws which lane touches what" ;;
    esac
}
after() { # STATUS of the run [STEP] [the program's options]
    local status=$1 only=$2
    shift 2
    [ "$status" -ge 2 ] && exit "$status" # what is wrong with the request has been said, and is said last
    recorded
    [ -n "$only" ] && [[ " $* " != *" --repeat "* ]] && common/tools/scripts/kernels.sh "$backend" "$tree" "$lab" "$only" "$size"
    [ "$status" -eq 1 ] && [ -n "$only" ] && [ "$tree" = labs ] && point_to_view "$only"
    exit "$status"
}

# First what is not the learner's: if that fails, it is no step that does not compile.
said=$(common/tools/scripts/build.sh "$backend" "$folder/${step:-all}.needs" 2>&1) ||
    machines_fault "this machine cannot build the labs (above): \`make setup\` installs what is missing"
if [ -n "$step" ]; then
    if ! build "$step"; then
        tell
        does_not_compile "$step"
        exit 1
    fi
    tell
    "$folder/$step.run" "$lab" "${options[@]}" --step "$step" "$@"
    after $? "$step" "$@"
fi
if build all; then
    tell
    "$folder/all.run" "$lab" "${options[@]}" "$@"
    after $? "" "$@"
fi
tell
echo "$source does not compile whole (above). Step by step:" >&2
while read -r step; do
    if build "$step"; then
        "$folder/$step.run" "$lab" "${options[@]}" --step "$step" "$@"
    else
        does_not_compile "$step"
    fi
done < <(sed -n 's/^#if LAB_STEP(\([0-9]*\)).*/\1/p' "$source")
recorded
exit 1
