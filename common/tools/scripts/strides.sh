#!/usr/bin/env bash
# make strides: what loads with a stride cost. Argument: BACKEND. On a GPU common/tools/strides.cu
# measures; in the emulator the sectors of its loads are counted.
set -u
if [ "$1" = gpu ]; then
    exec build/gpu/strides
fi
VERBOSE=1 common/tools/scripts/emulate.sh common/tools/strides.cu 1024 "" 2>&1 | awk '
    /^stride/ { stride[++strides] = $2 }
    /global load/ {
        printf "stride %2d: %s sectors a load of a warp, %s of them needed\n", stride[++i], $6, $8
    }'
