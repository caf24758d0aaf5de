#!/bin/bash
# Asks compute-sanitizer's four tools about every specimen of expected.txt and writes one row each.
#
#   record_sanitizer.sh FILE.csv [JOBS [ID…]]     (on a machine with a GPU, nvcc and compute-sanitizer; about 3 minutes)
#
# With IDs: only those, and the other rows of FILE.csv stay.
#
# Columns: id, kind, file, tool (that should see it), memcheck, racecheck, synccheck, initcheck
# (errors counted, or `timeout`, `crash`, `skipped`), lines (of that file, named by the expected
# tool or, where that is none, by any), agree. `agree` is yes where the expected tool reports an
# error and, if it names lines of the file, a marked one is among them (a clean specimen: no tool
# reports anything), no where it does not, and - where no tool is expected to see it. What the tools
# said is in FILE.log.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { echo "usage: record_sanitizer.sh FILE.csv [JOBS [ID…]]" >&2; exit 2; }
out=$1
jobs=${2:-8}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export work here
shift $(($# < 2 ? $# : 2))
# The rows of expected.txt that are asked about: all, or those of the IDs.
asked() {
    grep -v '^#' "$here/expected.txt" | awk -v ids=" $* " 'ids == "  " || index(ids, " " $1 " ")'
}
asked "$@" >"$work/asked"

# -G keeps every access of the source and its line; without it nvcc may remove the very access that
# is wrong.
for file in "$here"/*.cu; do
    program=$(basename "$file" .cu)
    nvcc -G -arch="${ARCH:-sm_90}" -Xptxas -suppress-stack-size-warning -I "$here" -o "$work/$program" "$file" ||
        echo "does not compile: $program" >&2 &
done
wait

# ask ID PROGRAM TOOL: leaves what the tool said in $work/ID.TOOL and the number of errors in
# $work/ID.TOOL.count.
ask() {
    local id=$1 program=$2 tool=$3 said="$work/$1.$3" status
    timeout -k 2 15 compute-sanitizer --tool "$tool" --show-backtrace no "$work/$program" "$id" >"$said" 2>&1
    status=$?
    awk -v status="$status" '
        /ERROR SUMMARY:/ { for (i = 1; i <= NF; i++) if ($i == "SUMMARY:") errors = $(i + 1); seen = 1 }
        /RACECHECK SUMMARY:/ { for (i = 1; i <= NF; i++) if ($i == "SUMMARY:") errors = $(i + 1); seen = 1 }
        END { print seen ? errors : status == 124 || status == 137 ? "timeout" : "crash" }' "$said" >"$said.count"
}
export -f ask

while read -r id kind file _; do
    [ "$kind" = endless ] && continue
    for tool in memcheck racecheck synccheck initcheck; do
        echo "$id ${file%.cu} $tool"
    done
done <"$work/asked" | xargs -P "$jobs" -L 1 bash -c 'ask "$@"' ask

count() { cat "$work/$1.$2.count" 2>/dev/null || echo skipped; }

# The lines of the specimen's file that the tool named, ascending, separated by spaces.
lines_named() {
    local file=$1
    shift
    cat "$@" 2>/dev/null | grep -oE "$file:[0-9]+" | cut -d: -f2 | sort -nu | paste -s -d ' '
}

# verdict ID KIND FILE TOOL LINES
verdict() {
    local id=$1 kind=$2 file=$3 tool=$4 lines=$5 named marked line
    if [ "$kind" = clean ]; then
        for tool in memcheck racecheck synccheck initcheck; do
            [ "$(count "$id" $tool)" = 0 ] || { echo no; return; }
        done
        echo yes
        return
    fi
    [ "$tool" != none ] || { echo -; return; }
    case $(count "$id" "$tool") in 0 | timeout | crash | skipped) echo no; return ;; esac
    [ -n "$lines" ] || { echo yes; return; }
    marked=$(grep -nE "BUG: $kind $id( |\$)" "$here/$file" | cut -d: -f1)
    for named in $lines; do
        for line in $marked; do
            [ "$named" = "$line" ] && { echo yes; return; }
        done
    done
    echo no
}

{
    echo "id,kind,file,tool,memcheck,racecheck,synccheck,initcheck,lines,agree"
    grep -v '^#' "$here/expected.txt" | while read -r id kind file tool _; do
        if ! grep -q "^$id " "$work/asked"; then
            [ -f "$out" ] && grep "^$id," "$out"
            continue
        fi
        if [ "$tool" = none ]; then
            lines=$(lines_named "$file" "$work/$id".memcheck "$work/$id".racecheck "$work/$id".synccheck "$work/$id".initcheck)
        else
            lines=$(lines_named "$file" "$work/$id.$tool")
        fi
        echo "$id,$kind,$file,$tool,$(count "$id" memcheck),$(count "$id" racecheck),$(count "$id" synccheck),$(count "$id" initcheck),$lines,$(verdict "$id" "$kind" "$file" "$tool" "$lines")"
    done
} >"$work/csv" && cp "$work/csv" "$out"
for said in "$work"/*.*check; do
    echo "---- $(basename "$said")"
    cut -c1-200 "$said" | head -n 30
done >"${out%.csv}.log"
awk -F, 'NR > 1 { n[$NF]++ } END { printf "%d agree, %d differ, %d not for these tools\n", n["yes"], n["no"], n["-"] }' "$out"
grep ',no$' "$out"
echo "$SECONDS s in all"
