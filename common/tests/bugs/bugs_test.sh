#!/usr/bin/env bash
# Every planted bug must be found in the emulator, with kind, file and line; the look-alikes must
# pass. With an ID: only that one, and what the emulator says of it.
set -u
cd "$(dirname "$0")/../../.." || exit 2
out=build/tests/yardstick programs=build/emulator/bin checks=build/tests/yardstick
mkdir -p "$out/bugs"
if ! make -s -j2 -f common/tests/yardstick/kernels.mk bugs >"$out/build_bugs.log" 2>&1; then
    tail -n 20 "$out/build_bugs.log"
    echo "error: the bug programs do not compile"
    echo "0 passed, 1 failed"
    exit 1
fi
"$checks/check_bugs" common/tests/bugs "$programs/bugs_" "$out/bugs" "$@"
