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
wrong=
if [ ! -e "$source" ]; then
    wrong="is $([ -L "$source" ] && echo "a link to nothing" || echo missing)"
elif [ ! -f "$source" ]; then
    wrong="is no file"
elif [ ! -r "$source" ]; then
    echo "$source cannot be read: \`chmod u+r $source\`" >&2
    exit 2
elif ! grep -q '[^[:space:]]' "$source"; then
    wrong="is empty"
elif [ "$(tr -cd '\0' <"$source" | wc -c)" -gt 0 ]; then
    echo "$source is no plain text: save it as UTF-8" >&2
    exit 2
else
    said=$(sed -n 's/^[[:space:]]*LAB_MAIN([[:space:]]*\([A-Za-z0-9_]*\).*/\1/p' "$source" |
        tail -n 1)
    if [ -z "$said" ]; then
        echo "$source lacks its last line: put LAB_MAIN($lab) at its end" >&2
        exit 2
    fi
    [ "$said" = "$lab" ] || wrong="ends with LAB_MAIN($said), so it is another lab's file"
fi
if [ -n "$wrong" ]; then
    echo "$source $wrong: $back" >&2
    exit 2
fi
echo "$source"
