#!/usr/bin/env bash
# make run: builds one lab and runs it. A file that does not compile whole is tried step by step, so that a mistake in one step does
# not cost the others. Arguments: BACKEND TREE LAB STEP SIZE [more options for the program].
set -u
backend=$1 tree=$2 lab=$3 step=$4 size=$5
shift 5
folder=build/$backend/$tree/$lab
source=$(common/scripts/source.sh "$tree/$lab") || exit 2
if [ "$backend" = gpu ] && ! { command -v "${NVCC:-nvcc}" || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; } >/dev/null 2>&1; then
    echo "BACKEND=gpu needs nvcc: put it on PATH or set CUDA_HOME. BACKEND=emulator needs neither it nor a GPU." >&2
    exit 2
fi
mkdir -p build/progress
options=(--who solution)
[ "$tree" = labs ] && options=(--who yours --progress "build/progress/$lab")
[ -n "$size" ] && options+=(--size "$size")

errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
build() { # WHICH: all or a step; what the compiler says goes to $errors
    common/scripts/build.sh "$backend" "$folder/$1.run" 2>"$errors"
    local status=$?
    [ "$status" -ne 0 ] || is_cuda "$1" 2>>"$errors" || status=1
    return $status
}
# What g++ takes and nvcc would not is refused where clang++ is there to say so: once for each form of the file. WHICH
is_cuda() {
    local checked="$folder/$1.is_cuda" define=()
    [ "$backend" = emulator ] && [ "$source" -nt "$checked" ] || return 0
    [ "$1" = all ] || define=("-DLAB_ONLY=$1")
    common/emulator/check_as_cuda.sh -DLAB_EMULATOR -DLAB_STEPS "${define[@]}" -Icommon "$source" >"$checked.log" 2>&1
    if [ $? -eq 1 ]; then
        cat "$checked.log" >&2
        return 1
    fi
    touch "$checked"
}
does_not_compile() { # STEP
    echo "step $1  does not compile"
    [ "$tree" = labs ] || return
    echo "$1 compile_error $backend" >"build/progress/.new"
    grep -v "^$1 " "build/progress/$lab" >>"build/progress/.new" 2>/dev/null
    mv "build/progress/.new" "build/progress/$lab"
}
# A student's kit has no solutions to compare with, but what they reached.
recorded() { [ -d solutions ] || common/scripts/recorded.sh "$backend" "$lab" "$step"; }
after() { # STATUS of the run [STEP] [the program's options]
    local status=$1 only=$2
    shift 2
    if [ "$backend" = emulator ] && [ "${1:-}" = --predict ] && [ "$status" -lt 2 ]; then
        awk -v predict="$2" -v step="$only" -f common/scripts/predict.awk "docs/results/$lab.json" 2>/dev/null ||
            echo "The emulator measures no time, so there is nothing to compare your predictions with."
    fi
    [ "$status" -ge 2 ] && exit "$status" # what is wrong with the request has been said, and is said last
    recorded
    [ -n "$only" ] && common/scripts/kernels.sh "$backend" "$tree" "$lab" "$only" "$size"
    exit "$status"
}

if [ -n "$step" ]; then
    if ! [[ $step =~ ^[0-9]{1,4}$ ]]; then
        echo "STEP=$step: give a step's number" >&2
        exit 2
    fi
    step=$((10#$step))
    if ! build "$step"; then
        cat "$errors" >&2
        does_not_compile "$step"
        exit 1
    fi
    cat "$errors" >&2
    "$folder/$step.run" "$lab" "${options[@]}" --step "$step" "$@"
    after $? "$step" "$@"
fi
if build all; then
    cat "$errors" >&2
    "$folder/all.run" "$lab" "${options[@]}" "$@"
    after $? "" "$@"
fi
cat "$errors" >&2
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
