#!/usr/bin/env bash
# Builds some of the Makefile's programs, with as many compilers at once as there are cores unless
# make was told how many. What one compiler says stays in one piece; make's own last words are left
# out. Arguments: BACKEND TARGET… [VARIABLE=value…].
set -u
common/tools/scripts/writable.sh || exit 2
# One build at a time: another one, say `make watch`'s, would write the same files. The lock ends
# with this script; what it starts does not get it (9>&-), or a compiler's server would keep it.
# Where there is no flock, or no lock on this file system, it goes on without.
{ exec 9>>build/.lock; } 2>/dev/null && flock 9 2>/dev/null
cores=(-O "-j$(nproc)")
if [[ " ${MAKEFLAGS:-}" == *\ -j* ]]; then cores=(); fi
{
    "${MAKE:-make}" --no-print-directory -s "${cores[@]}" "BACKEND=$1" "${@:2}" 2>&1 >&3 9>&- |
        sed '/^make.*[*][*][*] .*\(Error [0-9]*\|unfinished jobs\.*\)$/d' >&2 9>&-
} 3>&1
exit "${PIPESTATUS[0]}"
