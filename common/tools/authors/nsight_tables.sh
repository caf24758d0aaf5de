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
counts() { part "One number:" "L1 hit rate"; }
caches() { part "L1 hit rate" "Floor and measured time"; }
times() { part "Floor and measured time" "Floors hold"; }

# One row a program: how many figures were compared, and how many are equal.
summary() {
    counts | awk -F'|' '
        /^\| / && !/^\| program/ {
            name = $2; gsub(/ /, "", name)
            if (!(name in launches)) order[++programs] = name
            launches[name]++
            for (i = 4; i < NF; i++) {
                if ($i ~ /–/) continue
                figures[name]++
                if ($i ~ /\*\*/) near[name]++
                else if ($i ~ /\//) other[name]++
                else equal[name]++
            }
        }
        function row(name, l, f, e, o, n) {
            printf "| %s | %d | %d | %d | %d | %d |\n", name, l, f, e, o, n
        }
        END {
            printf "| program | launches | figures compared | equal "
            print "| the GPU ran other accesses than the source has | within 0.1 % |"
            print "|---|---:|---:|---:|---:|---:|"
            for (i = 1; i <= programs; i++) {
                p = order[i]
                row(p, launches[p], figures[p], equal[p], other[p], near[p])
                L += launches[p]; F += figures[p]; E += equal[p]; O += other[p]; N += near[p]
            }
            row("**all**", L, F, E, O, N)
        }'
}

# Every figure that is not equal, with the reason.
exceptions() {
    counts | awk -F' *[|] *' '
        /^\| program/ { for (i = 4; i < NF; i++) title[i] = $i; next }
        /^\(/ {
            number = $0; sub(/^\(/, "", number); sub(/\).*/, "", number)
            why = $0; sub(/^\([0-9]+\) /, "", why); sub(/\.$/, "", why)
            reason[number] = why
        }
        /^\| / {
            for (i = 4; i < NF; i++)
                if ($i ~ /\//) {
                    split($i, both, " / ")
                    note = both[2]; if (note !~ /\(/) note = ""
                    sub(/.*\(/, "", note); sub(/\).*/, "", note)
                    gsub(/\*/, "", both[1]); gsub(/\*/, "", both[2]); sub(/ .*/, "", both[2])
                    row = "| " $3 " | " title[i] " | " both[1] " | " both[2] " |"
                    if (!(row in seen)) { seen[row] = 1; rows[++n] = row; of[n] = note }
                }
        }
        END {
            print "| kernel | counter | Nsight Compute | emulator | because |"
            print "|---|---|---:|---:|---|"
            reason[""] = "the rule for atomics some of whose lanes meet is close, not exact"
            for (i = 1; i <= n; i++) print rows[i] " " reason[of[i]] " |"
        }'
}

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
