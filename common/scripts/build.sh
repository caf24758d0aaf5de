#!/usr/bin/env bash
# Builds some of the Makefile's programs, with as many compilers at once as there are cores unless make was told how many. What one
# compiler says stays in one piece; make's own last words are left out. Arguments: BACKEND TARGET… [VARIABLE=value…].
set -u
cores=(-O "-j$(nproc)")
if [[ " ${MAKEFLAGS:-}" == *\ -j* ]]; then cores=(); fi
{
    "${MAKE:-make}" --no-print-directory -s "${cores[@]}" "BACKEND=$1" "${@:2}" 2>&1 >&3 |
        sed '/^make.*[*][*][*] .*\(Error [0-9]*\|unfinished jobs\.*\)$/d' >&2
} 3>&1
exit "${PIPESTATUS[0]}"
