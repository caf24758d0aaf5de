#!/usr/bin/env bash
# make pictures: draws docs/pictures/*.svg. --check writes nothing and fails where a committed picture is not what its script draws.
set -eu
check=0
[ "${1:-}" = --check ] && check=1
status=0
mkdir -p docs/pictures
for script in common/pictures/*.awk; do
    name=$(basename "$script" .awk)
    [ "$name" = svg ] && continue
    picture=docs/pictures/$name.svg
    drawn=$(mktemp)
    awk -f common/scripts/ladder.awk common/steps.h | LC_ALL=C awk -f common/pictures/svg.awk -f "$script" >"$drawn"
    if cmp -s "$drawn" "$picture"; then
        rm -f "$drawn"
    elif [ $check = 1 ]; then
        echo "$picture is not what $script draws: run \`make pictures\` and commit it"
        rm -f "$drawn"
        status=1
    else
        chmod 644 "$drawn"
        mv "$drawn" "$picture"
        echo "$picture: drawn"
    fi
done
exit $status
