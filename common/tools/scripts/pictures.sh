#!/usr/bin/env bash
# make pictures: draws docs/pictures/*.svg, most by common/tools/pictures/*.awk, those of docs/view.md
# by the code of `make view` (node). --check writes nothing and fails where a committed picture is
# not what its script draws.
set -eu
check=0
[ "${1:-}" = --check ] && check=1
status=0
mkdir -p docs/pictures build/pictures
# compare DRAWN NAME BY: it becomes the picture, or has to be it already
compare() {
    local drawn=$1 picture=docs/pictures/$2.svg
    if cmp -s "$drawn" "$picture"; then
        rm -f "$drawn"
    elif [ $check = 1 ]; then
        echo "$picture is not what $3 draws: run \`make pictures\` and commit it"
        rm -f "$drawn"
        status=1
    else
        chmod 644 "$drawn"
        mv "$drawn" "$picture"
        echo "$picture: drawn"
    fi
}

# What the emulator records of the GEMV solutions: the pictures of labs 02 to 05 are drawn from it.
trace=build/pictures/addresses.csv
common/tools/scripts/build.sh emulator build/emulator/ladder
EMU_ADDRESSES=$trace build/emulator/ladder --size 1024x1024 >/dev/null
for script in common/tools/pictures/*.awk; do
    name=$(basename "$script" .awk)
    [ "$name" = svg ] || [ "$name" = lanes ] && continue
    drawn=$(mktemp)
    common/tools/scripts/ladder_table.sh |
        LC_ALL=C awk -v trace=$trace -f common/tools/pictures/svg.awk -f common/tools/pictures/lanes.awk -f "$script" >"$drawn"
    compare "$drawn" "$name" "$script"
done

if ! command -v node >/dev/null; then
    echo "docs/pictures/view_*.svg: not drawn, there is no node here (\`make setup DEV=1\`)"
    exit $status
fi
sed -n '/emulator:program begin/,/emulator:program end/p' docs/emulator.md | sed '/^<!--/d; /^```/d' >build/pictures/column_sums.cu
EMU_VIEW=build/pictures/sums.json EMU_REPORT=0 "${MAKE:-make}" -s emulate FILE=build/pictures/column_sums.cu >/dev/null
common/tools/scripts/build.sh emulator build/emulator/solutions/06_tiled_transpose/4.run
EMU_VIEW=build/pictures/tile.json EMU_REPORT=0 build/emulator/solutions/06_tiled_transpose/4.run 06_tiled_transpose --step 4 --once --size 128x128 >/dev/null
view() { # NAME FILE.json WHAT…
    local drawn
    drawn=$(mktemp)
    node common/tools/pictures/view_pictures.js "build/pictures/$2.json" "$3" "$drawn" "${@:4}"
    compare "$drawn" "$1" common/tools/pictures/view_pictures.js
}
view view_stride sums access "sum += A" global load
view view_life sums life
view view_race sums race
view view_conflict tile access "= tile[" shared load
exit $status
