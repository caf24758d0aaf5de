#!/usr/bin/env bash
# make watch: runs a lab, and runs it again whenever its file is saved. Argument: the lab. What make
# was told (STEP=, SIZE=, BACKEND=, TREE=) reaches the inner make through the environment. Of the
# steps that are not right, the first one's message is shown. Ends with Ctrl-C.
set -u
lab=$1 tree=${TREE:-labs}
common/tools/scripts/writable.sh || exit 2
file=$(common/tools/lookup/source.sh "$tree/$lab") || exit 2

helper=
finish() {
    trap - INT TERM
    [ -n "$helper" ] && kill "$helper" 2>/dev/null
    echo
    echo "No longer watching $file."
    exit 0
}
trap finish INT TERM

# Nothing runs in the foreground from here on: bash loses a Ctrl-C that arrives when such a command
# has just ended.
state() { # sets now
    local text
    now=gone
    { [ -f "$file" ] && mapfile -d '' text <"$file"; } 2>/dev/null && now="here ${text[*]}"
}
await() { # what runs behind
    helper=$!
    wait "$helper"
    helper=
}

before=
while true; do
    state
    if [ "$now" = gone ] || [ "$now" = "$before" ]; then
        sleep 0.5 &
        await
        continue
    fi
    before=$now
    [ -t 1 ] && [ "${TERM:-dumb}" != dumb ] && printf '\033[H\033[2J\033[3J' # cleared
    printf -- '-- %(%H:%M:%S)T: %s\n' -1 "$file"
    BRIEF=1 "${MAKE:-make}" --no-print-directory run LAB="$lab" TREE="$tree" \
        2> >(grep -v '^make.*[*][*][*]' >&2) &
    await
    echo "-- watching; Ctrl-C ends"
done
