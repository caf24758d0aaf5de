#!/usr/bin/env bash
# The .cu file of a lab: NN_name/name.cu, or an expert file beside it. Exits with 2 where there is
# none, nothing to read in it, or another lab's text, and says how to get it back. Argument:
# TREE/LAB, like labs/08_thread_tiled_gemm_hopper for labs/08_thread_tiled_gemm/hopper.cu.
set -u
tree=${1%/*} lab=${1##*/}
file=$(common/tools/lookup/labs.sh file "$lab")
file=${file:-$lab/.cu} # there is no such lab
source=$tree/$file
back="\`git checkout ${source%/*}\` brings it back"
[ -d solutions ] || back="the archive that it came in has it" # a student's kit is in no git
wrong() { # WHAT
    echo "$source $*" >&2
    exit 2
}
[ -e "$source" ] || [ ! -L "$source" ] || wrong "is a link to nothing: $back"
[ -e "$source" ] || wrong "is missing: $back"
[ -f "$source" ] || wrong "is no file: $back"
[ -r "$source" ] || wrong "cannot be read: \`chmod u+r $source\`"
grep -q '[^[:space:]]' "$source" || wrong "is empty: $back"
[ "$(tr -cd '\0' <"$source" | wc -c)" -eq 0 ] || wrong "is no plain text: save it as UTF-8"
said=$(sed -n 's/^[[:space:]]*LAB_MAIN([[:space:]]*\([A-Za-z0-9_]*\).*/\1/p' "$source" | tail -n 1)
[ -n "$said" ] || wrong "lacks its last line: put LAB_MAIN($lab) at its end"
[ "$said" = "$lab" ] || wrong "ends with LAB_MAIN($said), so it is another lab's file: $back"
echo "$source"
