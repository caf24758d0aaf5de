#!/usr/bin/env bash
# The one .cu file of a lab's folder, NN_name/name.cu. Exits with 2 where there is none, and says how to get it back. Argument: the folder.
set -u
folder=$1
name=$(basename "$folder")
name=${name#*_}.cu
source=$(find "$folder" -maxdepth 1 -name '*.cu' 2>/dev/null | LC_ALL=C sort | head -n 1)
if [ -e "$folder/$name" ]; then
    source=$folder/$name
elif [ -z "$source" ]; then
    echo "$folder holds no .cu file: \`git checkout $folder\`, or the archive that it came in, brings it back" >&2
    exit 2
else
    echo "$source should be called $name: \`make grade\` looks for no other name. \`mv $source $folder/$name\`" >&2
fi
echo "$source"
