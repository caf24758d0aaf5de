#!/usr/bin/env bash
# Makes build/ and the folders in it that are named. Exits with 2 where one cannot be written, and
# says so. Arguments: folders.
set -u
for folder in build "$@"; do
    if ! { mkdir -p "$folder" && [ -w "$folder" ]; } 2>/dev/null; then
        echo "$folder/ cannot be written here: work in a copy of your own" >&2
        exit 2
    fi
done
