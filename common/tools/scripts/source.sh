#!/usr/bin/env bash
# The one .cu file of a lab's folder, NN_name/name.cu. Exits with 2 where there is none or nothing
# to read in it, and says how to get it back. Argument: the folder.
set -u
folder=$1
name=$(basename "$folder")
name=${name#*_}.cu
source=$(find "$folder" -maxdepth 1 -name '*.cu' 2>/dev/null | LC_ALL=C sort | head -n 1)
back="\`git checkout $folder\` brings it back"
[ -d solutions ] || back="the archive that it came in has it" # a student's kit is in no git
if [ -e "$folder/$name" ] || [ -L "$folder/$name" ]; then
    source=$folder/$name
elif [ -z "$source" ]; then
    echo "$folder holds no .cu file: $back" >&2
    exit 2
else
    echo "$source should be called $name: the grader looks for no other name. \`mv $source $folder/$name\`" >&2
fi
wrong=
if [[ ! $source =~ ^[A-Za-z0-9_./-]+$ ]]; then
    printf '%q: only letters, digits, "_", "." and "-" may stand in the name of a file that is compiled: rename it\n' "$source" >&2
    exit 2
elif [ ! -e "$source" ]; then
    wrong="is a link to nothing"
elif [ ! -f "$source" ]; then
    wrong="is no file"
elif [ ! -r "$source" ]; then
    echo "$source cannot be read: \`chmod u+r $source\`" >&2
    exit 2
elif ! grep -q '[^[:space:]]' "$source"; then
    wrong="is empty"
fi
if [ -n "$wrong" ]; then
    echo "$source $wrong: $back" >&2
    exit 2
fi
echo "$source"
