#!/usr/bin/env bash
# make emulate: a CUDA program through the emulator, with its tables. It runs in the folder that
# make was called from (CALLED_FROM, unlike this one after make -C), so that it finds its data.
# Arguments: FILE (or several) ARGS COUNTERS.
set -uf # ARGS are words, and no names of files
file=$1 arguments=$2 counters=$3
tool=$PWD/common/emulator/cuda-emulate
if [ -z "$file" ]; then
    echo "Say which program: make emulate FILE=my.cu [ARGS=\"…\"] [COUNTERS=out.json]" >&2
    exit 2
fi
first=${file%% *}
case $first in
/*) cd "${CALLED_FROM:-.}" || exit 2 ;;
*) [ ! -f "${CALLED_FROM:-.}/$first" ] || cd "${CALLED_FROM:-.}" || exit 2 ;;
esac
files=("$file")
# shellcheck disable=SC2206 # words
[ -f "$file" ] || files=($file)
for i in "${!files[@]}"; do [[ ${files[i]} == -* ]] && files[i]=./${files[i]}; done
[ -n "$counters" ] && export EMU_COUNTERS=$counters
# shellcheck disable=SC2086 # words
exec "$tool" ${EMU_FLAGS:-} "${files[@]}" -- $arguments
