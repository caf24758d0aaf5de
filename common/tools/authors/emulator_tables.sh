#!/usr/bin/env bash
# Rewrites what docs/emulator.md, docs/emulator_records.md, docs/00_first_steps.md and README.md
# have between `<!-- emulator:NAME begin -->` and `<!-- emulator:NAME end -->`.
#
#   emulator_tables.sh [--check] [PAGE [NAME…]]     (from the repository's root)
#
# Without PAGE the first two; without NAME all that the page has. These two need what the suite
# `yardstick` leaves in build/tests/yardstick: tables.md. --check writes nothing and fails where the
# page differs. Counts and messages must be equal; figures that depend a little on where memory
# happens to lie (caches, floors) may differ by 5 %, and how long the emulator itself took does not
# matter.
# Functions are called by their names; awk programs and Markdown stand in single quotes:
# shellcheck disable=SC2317,SC2016
set -u
check=0
[ "${1:-}" = --check ] && { check=1; shift; }
if [ $# -eq 0 ]; then
    option=()
    [ $check = 0 ] || option=(--check)
    "$0" "${option[@]}" docs/emulator.md
    status=$?
    "$0" "${option[@]}" docs/emulator_records.md
    exit $((status > $? ? status : $?))
fi
page=$1
shift
# but `program`, which is written by hand
blocks=${*:-$(sed -n 's/^<!-- emulator:\(.*\) begin -->$/\1/p' "$page" | grep -vx program)}
out=build/tests/emulator_doc
made=build/tests/yardstick
export MAKEFLAGS=--no-print-directory LC_ALL=C.UTF-8
unset EMU_COUNTERS EMU_REPORT EMU_GPU EMU_WATCH EMU_MEMORY EMU_LEAKS EMU_CONTINUE EMU_FLAGS
mkdir -p "$out"

die() { echo "emulator_tables.sh: $*" >&2; exit 2; }
[ -n "$blocks" ] || die "$page has no markers"
needed=("$page" "$made/tables.md")
[[ $blocks == first_* ]] && needed=("$page") # these are run here and now
for file in "${needed[@]}"; do
    [ -s "$file" ] || die "$file is missing: run make test SUITES=yardstick first"
done

. common/tools/authors/first_steps.sh
. common/tools/authors/nsight_tables.sh

# ---- the worked example: its program stands on the page

example() {
    awk '
        /^<!-- emulator:program begin -->/ { on = 1 }
        /^<!-- emulator:program end -->/ { on = 0 }
        on && !/^(<!--|```)/' "$page" >"$out/column_sums.cu"
    [ -s "$out/column_sums.cu" ] || die "$page has no program between the markers emulator:program"
    echo '```text'
    make -s emulate FILE="$out/column_sums.cu" COUNTERS="$out/column_sums.json" 2>&1 |
        sed "s,$out/,,g"
    echo '```'
}

# ---- the page

# place NAME FILE < page: the page with FILE between NAME's markers.
place() {
    awk -v name="$1" -v file="$2" '
        $0 == "<!-- emulator:" name " end -->" { skipping = 0; ends++ }
        !skipping { print }
        $0 == "<!-- emulator:" name " begin -->" {
            while ((getline line < file) > 0) print line
            skipping = 1
            begins++
        }
        END { exit !(begins == 1 && ends == 1) }' ||
        die "$page has no markers emulator:$1, or more than one pair"
}
taken() { # what the page has between NAME's markers
    awk -v name="$1" '
        $0 == "<!-- emulator:" name " end -->" { on = 0 }
        on { print }
        $0 == "<!-- emulator:" name " begin -->" { on = 1 }' "$page"
}

# alike OLD NEW: equal word for word, but for numbers, which may differ by 5 %, and how long the
# emulator took.
alike() {
    awk '
        function words(line) {
            gsub(/emulated in [0-9.]+ s/, "emulated in … s", line)
            gsub(/[|(),;]/, " & ", line)
            return line
        }
        FNR == NR { old[FNR] = words($0); olds = FNR; next }
        {
            news = FNR
            n = split(words($0), b, " "); m = split(old[FNR], a, " ")
            same = n == m
            for (i = 1; i <= n && same; i++) {
                same = a[i] == b[i]
                if (!same && a[i] ~ /^[0-9.]+$/ && b[i] ~ /^[0-9.]+$/) {
                    gap = a[i] - b[i]; if (gap < 0) gap = -gap
                    same = gap <= 0.05 * (a[i] > b[i] ? a[i] : b[i]) + 0.05
                }
            }
            if (!same) { print "page: " old[FNR]; print "now:  " words($0); bad = 1 }
        }
        END { exit bad || olds != news }' "$1" "$2"
}

status=0
cp "$page" "$out/page.new"
for block in $blocks; do
    $block >"$out/$block.md" || die "the part $block could not be made"
    if [ $check = 1 ]; then
        taken "$block" >"$out/$block.old"
        case $block in
        caches | times | floors | example | first_run | first_large)
            alike "$out/$block.old" "$out/$block.md"
            ;;
        *) diff "$out/$block.old" "$out/$block.md" ;;
        esac >"$out/$block.diff" || {
            echo "$page: the part emulator:$block is not" \
                "what common/tools/authors/emulator_tables.sh makes of it:"
            head -n 10 "$out/$block.diff"
            status=1
        }
    else
        place "$block" "$out/$block.md" <"$out/page.new" >"$out/page.next" || exit 2
        mv "$out/page.next" "$out/page.new"
    fi
done
[ $check = 1 ] || cmp -s "$out/page.new" "$page" ||
    { cat "$out/page.new" >"$page" && echo "$page: tables rewritten"; }
exit $status
