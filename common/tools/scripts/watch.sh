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

state() {
    { [ -f "$file" ] && cksum <"$file"; } 2>/dev/null || echo gone
}

# Returns when something in the file's folder may have changed. Editors save by renaming, so the
# folder is watched, not the file.
pause() {
    if command -v inotifywait >/dev/null 2>&1; then
        inotifywait -qq -t 5 -e close_write,moved_to,create "$(dirname "$file")" &
    else
        sleep 0.5 &
    fi
    helper=$!
    wait "$helper"
    [ $? -ne 1 ] || sleep 0.5 # inotifywait cannot watch: there are too many watches on this machine
    helper=
}

before=
while true; do
    now=$(state)
    if [ "$now" = gone ] || [ "$now" = "$before" ]; then
        pause
        continue
    fi
    before=$now
    [ -t 1 ] && clear
    echo "-- $(date +%H:%M:%S): $file"
    BRIEF=1 "${MAKE:-make}" --no-print-directory run LAB="$lab" TREE="$tree" \
        2> >(grep -v '^make.*[*][*][*]' >&2) &
    helper=$!
    wait "$helper"
    helper=
    echo "-- watching; Ctrl-C ends"
done
