#!/usr/bin/env bash
# make emulate: one CUDA program through the emulator, with its tables. Arguments: FILE ARGS
# COUNTERS.
set -uf # ARGS are words, and no names of files
file=$1 arguments=$2 counters=$3
if [ -z "$file" ]; then
    echo "Say which program: make emulate FILE=my.cu [ARGS=\"…\"] [COUNTERS=out.json]" >&2
    exit 2
fi
if [ ! -f "$file" ]; then
    echo "There is no file '$file'" >&2
    exit 2
fi
[[ $file == -* ]] && file=./$file
program=build/emulator/programs/$(basename "$file" .cu)
mkdir -p "$(dirname "$program")"
# EMU_FLAGS: options of nvcc's that the front end knows, -D… -I… --extended-lambda
# --expt-relaxed-constexpr
if [ "${EMU_COMPILER:-gcc}" = clang ]; then
    # shellcheck disable=SC2086 # words
    "$EMU_COMPILE" ${EMU_FLAGS:-} -DLAB_EMULATOR -Icommon -I"$(dirname "$file")" \
        -o "$program.o" "$file" || exit 1
else
    # shellcheck disable=SC2086 # words
    CXX=$EMU_CXX "$EMU_FRONTEND" ${EMU_FLAGS:-} -DLAB_EMULATOR -Icommon -I"$(dirname "$file")" \
        -o "$program.ii" "$file" || exit 1
    # shellcheck disable=SC2086 # flags are words
    "$EMU_CXX" -std=c++17 $EMU_INSTRUMENT -c "$program.ii" -o "$program.o" || exit 1
fi
# shellcheck disable=SC2086
"$EMU_CXX" "$program.o" "$EMU_LIBRARY" $EMU_LINK -o "$program" || exit 1
export EMU_REPORT=${EMU_REPORT:-1}
[ -n "$counters" ] && export EMU_COUNTERS=$counters
# shellcheck disable=SC2086 # the caller's words
exec "$program" $arguments
