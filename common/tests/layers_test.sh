#!/usr/bin/env bash
# The emulator's folders are layers: a file includes, and an object needs, only what lies in its own folder or in a lower one. The one
# way up is observer_table (engine/observers.h). No file includes itself by way of others, in the emulator, in the labs' headers and in
# the grader. Planted mistakes show that each check can fail.
set -u
. common/tests/expect.sh
work=build/tests/layers
rm -rf "$work"
mkdir -p "$work"

# Folder and rank. Folders of one rank know nothing of each other. "." is the emulator's own folder, where emulator.c puts it together.
ranks="program 1
memory 2
lanes 3
engine 4
checks 5
races 5
counters 5
device 6
api 6
. 7"

# includes ROOT FILE…: lines "FILE INCLUDED", both from here; what is not found beside the file, below a ROOT or a folder of it (the
# system's headers) is left out. ROOT may be several, parted by colons.
includes() {
    local roots=$1
    shift
    [ $# -eq 0 ] || grep -HoE '^ *# *include +"[^"]+"' "$@" | sed -E 's/^([^:]*):.*"([^"]+)"/\1 \2/' | while read -r file name; do
        IFS=: read -r -a from <<<"${file%/*}:$roots"
        for root in "${from[@]}"; do
            [ -f "$root/$name" ] && realpath -s --relative-to=. "$root/$name" | sed "s,^,$file ," && break
        done
    done
}

# wrong_arrows ROOT: reads lines "FILE FILE WHAT", and prints those where the first may not know the second.
wrong_arrows() {
    awk -v root="$1/" -v ranks="$ranks" '
        BEGIN { n = split(ranks, line, "\n"); for (i = 1; i <= n; i++) { split(line[i], part, " "); rank[part[1]] = part[2] } }
        function folder(path) { sub("^" root, "", path); return path ~ "/" ? substr(path, 1, index(path, "/") - 1) : "." }
        { from = folder($1); to = folder($2) }
        to == "include" || $2 == root "emulator.h" { next } # what programs see; every layer may
        from == to { next }
        !(from in rank) || !(to in rank) || rank[to] >= rank[from] { print $1 " knows " $2 ($3 ? " (" $3 ")" : "") }'
}

# circles: reads lines "FILE INCLUDED", prints the circles among them.
circles() { tsort 2>&1 >/dev/null | sed 's/^tsort: //'; }

# needs OBJECT…: lines "OBJECT OBJECT SYMBOL" for what one needs of another.
needs() {
    nm -A "$@" | awk '
        { sub(/:.*/, "", $1); object = $1; type = $(NF - 1); name = $NF }
        type == "U" { wanted[object " " name] = 1; next }
        type ~ /[A-TV-Z]/ { where[name] = object }
        END { for (w in wanted) { split(w, part, " "); if (part[2] in where) print part[1], where[part[2]], part[2] } }'
}
passed_up() { awk '$3 != "observer_table"'; } # the table itself

# nothing WHAT TEXT: passes if TEXT is empty, or shows it
nothing() {
    ok "$1" test -z "$2"
    [ -z "$2" ] || printf '%s\n' "$2" | head -n 20
}

mapfile -t emulator < <(git ls-files --cached --others --exclude-standard common/emulator | grep -E '\.[ch]$' | grep -vE '/(include|frontend)/')
mapfile -t lab < <(git ls-files 'common/*.h' 'common/lab/*.h')
mapfile -t grading < <(git ls-files 'grading/*.[ch]' | grep -v '^grading/tests/')
includes common/emulator "${emulator[@]}" >"$work/emulator"
includes common "${lab[@]}" >"$work/lab"
includes grading:common "${grading[@]}" >"$work/grading"
ok "includes are found" test "$(wc -l <"$work/emulator")" -gt 200
nothing "the emulator's includes lead downwards" "$(wrong_arrows common/emulator <"$work/emulator")"
for tree in emulator lab grading; do
    nothing "no circle of includes in $tree" "$(circles <"$work/$tree")"
done

ok "the emulator's library is built" make -s --no-print-directory build/emulator/libemulator.a
mapfile -t objects < <(printf '%s\n' "${emulator[@]}" | sed -nE 's,^common/emulator/(.*)\.c$,build/emulator/lib/\1.o,p')
needs "${objects[@]}" | sed -E 's,build/emulator/lib/,common/emulator/,g' >"$work/symbols"
ok "symbols are found" test "$(wc -l <"$work/symbols")" -gt 500
nothing "the emulator's symbols lead downwards" "$(passed_up <"$work/symbols" | wrong_arrows common/emulator)"

# ---- each check, of something wrong ----
found() { ok "$1" grep -qF "$2" <<<"$3"; }
mkdir -p "$work/tree/engine" "$work/tree/checks"
echo '#include "checks/bounds.h"' >"$work/tree/engine/access.c"
echo '#include "shadow.h"' >"$work/tree/checks/bounds.h"
echo ' #  include "bounds.h"' >"$work/tree/checks/shadow.h"
planted=$(includes "$work/tree" "$work/tree/engine/access.c" "$work/tree"/checks/*.h)
found "an include upwards" "engine/access.c knows $work/tree/checks/bounds.h" "$(wrong_arrows "$work/tree" <<<"$planted")"
found "two files that include each other" "checks/shadow.h" "$(circles <<<"$planted")"
echo 'void races_access(void); void merge(void); void merge(void) { races_access(); }' >"$work/tree/engine/merge.c"
echo 'void races_access(void); void races_access(void) {}' >"$work/tree/checks/races.c"
for source in engine/merge checks/races; do
    gcc -c "$work/tree/$source.c" -o "$work/tree/$source.o"
done
found "a call upwards" "engine/merge.o knows $work/tree/checks/races.o (races_access)" "$(needs "$work"/tree/*/*.o | wrong_arrows "$work/tree")"
found "folders of one rank that know each other" "counters/a.o knows checks/b.o" "$(wrong_arrows . <<<"./counters/a.o ./checks/b.o f" | sed 's,\./,,g')"
finish
