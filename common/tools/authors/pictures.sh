#!/usr/bin/env bash
# make pictures: draws those of docs/pictures that show what the emulator recorded: lanes on sectors
# and banks by the code of `make view`, and screenshots. All others are edited by hand. --check writes
# nothing and fails where a committed picture is not what is drawn.
set -eu
check=0
[ "${1:-}" = --check ] && check=1
status=0
mkdir -p docs/pictures build/pictures
# compare DRAWN NAME: it becomes the picture, or has to be it already
compare() {
    local drawn=$1 picture=docs/pictures/$2.svg
    if cmp -s "$drawn" "$picture"; then
        rm -f "$drawn"
    elif [ $check = 1 ]; then
        echo "$picture is not what is drawn: run \`make pictures\` and commit it"
        rm -f "$drawn"
        status=1
    else
        chmod 644 "$drawn"
        mv "$drawn" "$picture"
        echo "$picture: drawn"
    fi
}

if ! command -v node >/dev/null; then
    echo "Nothing is drawn: there is no node here (\`make setup DEV=1\`)"
    exit
fi
# What the emulator records of the solutions, and of the program in docs/emulator.md, under a name
# of its own: a test may build that at the same time.
records=build/pictures/records drawn=build/pictures/drawn
rm -rf $records $drawn
mkdir -p $records $drawn
sed -n '/emulator:program begin/,/emulator:program end/p' docs/emulator.md |
    sed '/^<!--/d; /^```/d' >build/pictures/pictured.cu
EMU_VIEW=$records/sums.json EMU_REPORT=0 \
    "${MAKE:-make}" -s emulate FILE=build/pictures/pictured.cu >/dev/null
for lab in 01_naive_gemv 02_coalesced_gemv 03_constant_gemv 04_shared_gemv 05_shuffle_gemv \
    06_tiled_transpose; do
    program=build/emulator/solutions/$lab/all.run
    common/tools/scripts/build.sh emulator $program
    EMU_VIEW=$records/${lab%%_*}.json EMU_REPORT=0 $program $lab --once --size 256x256 >/dev/null
done
node common/tools/pictures/view_pictures.js $records $drawn
for picture in "$drawn"/*.svg; do
    compare "$picture" "$(basename "$picture" .svg)"
done

# Another browser or font draws other pixels, so screenshots are renewed and not checked.
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome)}
[ $check = 1 ] && exit $status
if [ -z "$CHROMIUM" ] || [ ! -d build/node/node_modules/playwright-core ]; then
    echo "docs/pictures/page_*.png: not taken, there is no browser here (\`make setup DEV=1\`)"
    exit $status
fi
"${MAKE:-make}" -s view FILE=build/pictures/pictured.cu >/dev/null
"${MAKE:-make}" -s view LAB=06 STEP=5 TREE=solutions >/dev/null
CHROMIUM=$CHROMIUM NODE_PATH=build/node/node_modules \
    node common/tools/pictures/screenshots.js build/view docs/pictures
echo "docs/pictures/page_*.png: taken"
exit $status
