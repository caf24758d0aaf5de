#!/usr/bin/env bash
# make run: builds one lab and runs it. A file that does not compile whole is tried step by step, so that a mistake in one step does
# not cost the others. Arguments: BACKEND TREE LAB STEP SIZE [more options for the program].
set -u
backend=$1 tree=$2 lab=$3 step=$4 size=$5
shift 5
folder=build/$backend/$tree/$lab
source=$(find "$tree/$lab" -name '*.cu' 2>/dev/null | head -n 1)
if [ -z "$source" ]; then
    echo "$tree/$lab holds no .cu file: \`git checkout $tree/$lab\` brings it back" >&2
    exit 2
fi
if [ "$backend" = gpu ] && ! { command -v "${NVCC:-nvcc}" || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; } >/dev/null 2>&1; then
    echo "BACKEND=gpu needs nvcc: put it on PATH or set CUDA_HOME. BACKEND=emulator needs neither it nor a GPU." >&2
    exit 2
fi
mkdir -p build/progress
options=(--who solution)
[ "$tree" = labs ] && options=(--who yours --progress "build/progress/$lab")
[ -n "$size" ] && options+=(--size "$size")

build() { "${MAKE:-make}" --no-print-directory -s "BACKEND=$backend" "$folder/$1.run"; }

if [ -n "$step" ]; then
    if ! [[ $step =~ ^[0-9]+$ ]]; then
        echo "STEP=$step: give a step's number" >&2
        exit 2
    fi
    build "$step" || exit 1
    "$folder/$step.run" "$lab" "${options[@]}" --step "$step" "$@"
    status=$?
    common/scripts/kernels.sh "$backend" "$tree" "$lab" "$step" "$size"
    exit $status
fi
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
if build all 2>"$errors"; then
    cat "$errors" >&2
    "$folder/all.run" "$lab" "${options[@]}" "$@"
    exit
fi
cat "$errors" >&2
echo "$source does not compile whole (above). Step by step:" >&2
status=1
while read -r step; do
    if build "$step" 2>/dev/null; then
        "$folder/$step.run" "$lab" "${options[@]}" --step "$step" "$@"
    else
        echo "step $step  does not compile"
        echo "$step compile_error $backend" >"build/progress/.new"
        grep -v "^$step " "build/progress/$lab" >>"build/progress/.new" 2>/dev/null
        mv "build/progress/.new" "build/progress/$lab"
    fi
done < <(sed -n 's/^#if LAB_STEP(\([0-9]*\)).*/\1/p' "$source")
exit $status
