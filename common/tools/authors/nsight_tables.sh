# The parts of docs/emulator_records.md and docs/emulator.md that come from tables.md, which
# common/tests/yardstick/compare.c writes. Sourced by emulator_tables.sh, which has $made and die.
# shellcheck shell=bash disable=SC2154

# part FIRST LAST: the lines of tables.md from the one that begins with FIRST up to, not including,
# the one that begins with LAST.
part() {
    awk -v first="$1" -v last="$2" '
        last != "" && index($0, last) == 1 { on = 0 }
        index($0, first) == 1 { on = found = 1 }
        on { line[++n] = $0 }
        END {
            while (n && line[n] == "") n--
            for (i = 1; i <= n; i++) print line[i]
            exit !found
        }' "$made/tables.md" ||
        die "tables.md has no line that begins with \"$1\""
}
counts() { part "One number:" "| program | launches"; }
summary() { part "| program | launches" "| kernel | counter"; }
exceptions() { part "| kernel | counter" "L1 hit rate"; }
caches() { part "L1 hit rate" "Floor and measured time"; }
times() { part "Floor and measured time" "Floors hold"; }

# How the floors hold, and the launches that are close to theirs.
floors() {
    part "Floors hold" ""
    echo
    times | awk -F' *[|] *' '
        /^\| program/ || /^\|---/ { print; next }
        /^\| / && $6 > 1 / 1.5'
}

# The solutions' floors at the sizes whose times are in docs/results.
solutions() {
    awk -f common/tests/yardstick/solution_floors.awk \
        docs/results/0*.json common/tests/yardstick/recorded/floors.csv ||
        die "common/tests/yardstick/recorded/floors.csv: a floor does not hold (above)"
}
