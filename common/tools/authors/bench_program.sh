#!/usr/bin/env bash
# Builds the program that measures a lab's solutions, and prints its path. Settings of a constant
# that are kernels of the source documents have a row of their own in the tables: they are linked
# in. Arguments: BACKEND LAB.
set -euf +C
backend=$1 lab=$2
folder=build/$backend/solutions/$lab
case $lab in
07_tiled_gemm) rows="ROW_THREADS=32 ROW_THREADS=33 TILE=8 TILE=16 DOUBLE_TILE=8 DOUBLE_TILE=32" ;;
09_binary_xnor_gemm) rows="CONSTANT_TABLE=1 ROW_SHARED=0 TILE=4 TILE=8 ROWS_ALONG_X=1" ;;
*) rows= ;;
esac
program=$folder/all.run settings=
if [ -n "$rows" ]; then
    mkdir -p "$folder"
    source=$(common/tools/lookup/source.sh "solutions/$lab")
    known=$(common/tools/lookup/constants.sh "$source")
    list=
    for row in $rows; do
        read -r _ _ first last _ < <(grep "^${row%=*} " <<<"$known") ||
            { echo "$source has no constant ${row%=*}, which $0 gives a row" >&2; exit 2; }
        settings+=" ${row/=/-}"
        list+="SETTING(${row/=/_}, \"$row\", $first, $last)"$'\n'
    done
    cmp -s <(printf %s "$list") "$folder/bench.list" || printf %s "$list" >"$folder/bench.list"
    program=$folder/bench
fi
common/tools/scripts/build.sh "$backend" "SETTINGS=$settings" "$program" >&2
echo "$program"
