#!/usr/bin/env bash
# make stubs: derives every lab's stub from its solution (see ../stub.awk). A learner's file that
# would be overwritten with something else is kept in build/backup first. --check writes nothing and
# fails where a committed stub is not what its solution derives.
set -eu
check=0
[ "${1:-}" = --check ] && check=1
status=0
for solution in solutions/[0-9]*/*.cu; do
    stub=labs/${solution#solutions/}
    derived=$(mktemp)
    awk -f common/tools/authors/stub.awk "$solution" >"$derived"
    if [ $check = 1 ]; then
        committed=$(mktemp)
        git show "HEAD:$stub" >"$committed" 2>/dev/null || cp "$stub" "$committed"
        if ! cmp -s "$derived" "$committed"; then
            echo "$stub is not what $solution derives: run \`make stubs\` and commit it"
            status=1
        fi
        rm -f "$committed"
    elif ! cmp -s "$derived" "$stub"; then
        if [ -e "$stub" ]; then
            backup=build/backup/$(date +%Y%m%d-%H%M%S)/$stub
            mkdir -p "$(dirname "$backup")"
            cp "$stub" "$backup"
            echo "$stub: replaced; what it was is in $backup"
        else
            echo "$stub: written"
        fi
        mkdir -p "$(dirname "$stub")"
        cp "$derived" "$stub"
    fi
    rm -f "$derived"
done
exit $status
