#!/usr/bin/env bash
# make stubs: derives every lab's stub from its solution (see ../stub.awk). A learner's file that
# would be overwritten with something else is kept in build/backup first. --check writes nothing and
# fails where a committed stub is not what its solution derives. Renews what else is made of the
# declared steps: common/labs/entries_of.h and tables of the pages.
set -eu
check=0
[ "${1:-}" = --check ] && check=1
status=0
for solution in solutions/[0-9]*/*.cu; do
    stub=labs/${solution#solutions/} said=written
    derived=$(awk -f common/tools/authors/stub.awk "$solution")
    if [ $check = 1 ]; then
        [ "$(git show "HEAD:$stub" 2>/dev/null || cat "$stub")" = "$derived" ] || {
            echo "$stub is not what $solution derives: run \`make stubs\` and commit it"
            status=1
        }
    elif ! cmp -s "$stub" <<<"$derived"; then
        mkdir -p "$(dirname "$stub")"
        if [ -e "$stub" ]; then
            backup=build/backup/$(date +%Y%m%d-%H%M%S)/$stub
            mkdir -p "$(dirname "$backup")"
            cp "$stub" "$backup"
            said="replaced; what it was is in $backup"
        fi
        echo "$derived" >"$stub"
        echo "$stub: $said"
    fi
done
entries=common/labs/entries_of.h
made=$(common/tools/lookup/labs.sh entries | while IFS= read -r line; do
    fold -s -w 95 <<<"$line" | sed '2,$s/^/    /; $!s/ *$/ \\/'
done)
if [ $check = 0 ]; then
    cmp -s $entries <<<"$made" || echo "$made" >$entries
    common/tools/authors/page_tables.sh
elif ! cmp -s $entries <<<"$made"; then
    echo "$entries is not what common/labs/ says: run \`make stubs\`"
    status=1
fi
exit $status
