#!/usr/bin/env bash
# The emulator's folders are layers, and the grader's: a file includes, and an object needs, only what
# lies in its own folder or in a lower one. The emulator's one way up is observer_table
# (accesses/observers.h). No file includes itself by way of others, in the emulator, in the labs' headers and in the grader. Planted mistakes
# show that each check can fail.
set -u
. common/tests/expect.sh
work=build/tests/layers
rm -rf "$work"
mkdir -p "$work"

# Folder and rank. Folders of one rank know nothing of each other. "." is the emulator's own folder,
# where emulator.c puts it together.
ranks="program 1
memory 2
lanes 3
accesses 4
engine 5
checks 6
races 6
counters 6
report 7
view 8
device 9
api 9
. 10"
grading_ranks="base 1
names 2
sandbox 2
context 3
intake 4
inspect 5
results 5
report 6
judge 7"

# includes ROOTS FILE…: lines "FILE INCLUDED", both from here. An include is looked for beside the
# file, then below each of ROOTS (parted by colons); what is not found is left out.
includes() {
    local roots=$1
    shift
    grep -HoE '^ *# *include +"[^"]+"' "$@" | sed -E 's/^([^:]*):.*"([^"]+)"/\1 \2/' |
        while read -r file name; do
            IFS=: read -r -a from <<<"${file%/*}:$roots"
            for root in "${from[@]}"; do
                [ -f "$root/$name" ] || continue
                echo "$file $(realpath -s --relative-to=. "$root/$name")"
                break
            done
        done
}

# wrong_arrows ROOT [RANKS]: reads lines "FILE FILE WHAT", prints those where the first may not know
# the second. What programs see (include, emulator.h), every layer of the emulator may.
wrong_arrows() {
    awk -v root="$1/" -v ranks="${2:-$ranks}" '
        BEGIN {
            n = split(ranks, line, "\n")
            for (i = 1; i <= n; i++) { split(line[i], part, " "); rank[part[1]] = part[2] }
        }
        function folder(path) {
            sub("^" root, "", path)
            return path ~ "/" ? substr(path, 1, index(path, "/") - 1) : "."
        }
        { from = folder($1); to = folder($2) }
        to == "include" || $2 == root "emulator.h" || from == to { next }
        !(from in rank) || !(to in rank) || rank[to] >= rank[from] {
            print $1 " knows " $2 ($3 ? " (" $3 ")" : "")
        }'
}

# circles: reads lines "FILE INCLUDED", prints the circles among them.
circles() { tsort 2>&1 >/dev/null | sed 's/^tsort: //'; }

# needs OBJECT…: lines "OBJECT OBJECT SYMBOL" for what one needs of another.
needs() {
    nm -A "$@" | awk '
        { sub(/:.*/, "", $1); object = $1; type = $(NF - 1); name = $NF }
        type == "U" { wanted[object " " name] = 1; next }
        type ~ /[A-TV-Z]/ { where[name] = object }
        END {
            for (w in wanted) {
                split(w, part, " ")
                if (part[2] in where) print part[1], where[part[2]], part[2]
            }
        }'
}

# nothing NAME TEXT: passes if TEXT is empty, or shows it
nothing() {
    ok "$1" test -z "$2"
    [ -z "$2" ] || head -n 20 <<<"$2"
}

ours() { git ls-files --cached --others --exclude-standard -- "$@"; }
mapfile -t emulator < <(ours 'common/emulator/*.[ch]' | grep -vE '/(include|compiler)/')
mapfile -t lab < <(ours 'common/*.h' 'common/gemm/*.h' 'common/hopper/*.h' 'common/binary/*.h' 'common/lab/*.h' 'common/engine/*.h')
mapfile -t grading < <(ours 'grading/*.[ch]' | grep -v '^grading/tests/')
includes common/emulator "${emulator[@]}" >"$work/emulator"
includes common "${lab[@]}" >"$work/lab"
includes grading:common "${grading[@]}" >"$work/grading"
ok "includes are found" test "$(wc -l <"$work/emulator")" -gt 150
wrong=$(wrong_arrows common/emulator <"$work/emulator")
nothing "the emulator's includes lead downwards" "$wrong"
for tree in emulator lab grading; do
    nothing "no circle of includes in $tree" "$(circles <"$work/$tree")"
done

ok "the library is built" make -s --no-print-directory build/emulator/libemulator.a
built=build/emulator/lib
mapfile -t objects < <(printf '%s\n' "${emulator[@]}" |
    sed -nE "s,^common/emulator/(.*)\.c$,$built/\1.o,p")
needs "${objects[@]}" >"$work/symbols"
ok "symbols are found" test "$(wc -l <"$work/symbols")" -gt 500
wrong=$(awk '$3 != "observer_table"' "$work/symbols" | wrong_arrows "$built")
nothing "the emulator's symbols lead downwards" "$wrong"

wrong=$(grep ' grading/' "$work/grading" | wrong_arrows grading "$grading_ranks")
nothing "the grader's includes lead downwards" "$wrong"
ok "the judge is built" make -s --no-print-directory build/grading/judge
built=build/grading/obj
mapfile -t objects < <(printf '%s\n' "${grading[@]}" | sed -nE "s,^grading/(.*)\.c$,$built/\1.o,p")
needs "${objects[@]}" >"$work/judge_symbols"
ok "the judge's symbols are found" test "$(wc -l <"$work/judge_symbols")" -gt 300
wrong=$(wrong_arrows "$built" "$grading_ranks" <"$work/judge_symbols")
nothing "the grader's symbols lead downwards" "$wrong"

# ---- each check, of something wrong ----
found() { ok "$1" grep -qF "$2" <<<"$3"; }
tree=$work/tree
mkdir -p "$tree/engine" "$tree/checks"
echo '#include "checks/bounds.h"' >"$tree/engine/access.c"
echo '#include "shadow.h"' >"$tree/checks/bounds.h"
echo ' #  include "bounds.h"' >"$tree/checks/shadow.h"
planted=$(includes "$tree" "$tree/engine/access.c" "$tree"/checks/*.h)
wrong=$(wrong_arrows "$tree" <<<"$planted")
found "an include upwards" "engine/access.c knows $tree/checks/bounds.h" "$wrong"
found "files that include each other" "checks/shadow.h" "$(circles <<<"$planted")"
echo 'void races_look(void); void merge(void) { races_look(); }' >"$tree/engine/a.c"
echo 'void races_look(void); void races_look(void) {}' >"$tree/checks/b.c"
for source in engine/a checks/b; do
    gcc -c "$tree/$source.c" -o "$tree/$source.o"
done
wrong=$(needs "$tree"/*/*.o | wrong_arrows "$tree")
found "a call upwards" "engine/a.o knows $tree/checks/b.o (races_look)" "$wrong"
wrong=$(wrong_arrows tree <<<"tree/counters/a.o tree/checks/b.o f")
found "folders of one rank" "tree/counters/a.o knows tree/checks/b.o (f)" "$wrong"
wrong=$(wrong_arrows tree "$grading_ranks" <<<"tree/results/a.o tree/report/b.o f")
found "a call upwards in the grader" "tree/results/a.o knows tree/report/b.o (f)" "$wrong"
finish
