#!/usr/bin/env bash
# make pictures: draws docs/pictures/*.svg. --check writes nothing and fails where a committed
# picture is not what its script draws.
set -eu
check=0
[ "${1:-}" = --check ] && check=1
status=0
mkdir -p docs/pictures build/pictures
# What the emulator records of the GEMV solutions: the pictures of labs 02 to 05 are drawn from it.
trace=build/pictures/addresses.csv
common/tools/scripts/build.sh emulator build/emulator/ladder
EMU_ADDRESSES=$trace build/emulator/ladder --size 1024x1024 >/dev/null
for script in common/tools/pictures/*.awk; do
    name=$(basename "$script" .awk)
    [ "$name" = svg ] || [ "$name" = lanes ] && continue
    picture=docs/pictures/$name.svg
    drawn=$(mktemp)
    awk -f common/tools/scripts/ladder_table.awk common/lab/steps.h common/lab/declarations/*.h |
        LC_ALL=C awk -v trace=$trace -f common/tools/pictures/svg.awk -f common/tools/pictures/lanes.awk -f "$script" >"$drawn"
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
