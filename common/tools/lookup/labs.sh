#!/usr/bin/env bash
# What labs, files and steps there are: asks common/labs/list.c (its top says what it answers),
# which is compiled where it is older than what it is made of. Arguments: list.c's.
set -u
program=build/labs/list
old=
for source in common/labs/*.[ch] common/lab/{lesson,contracts,question}.h; do
    [ $program -nt "$source" ] || old=1
done
if [ -n "$old" ]; then
    # shellcheck disable=SC2086 # CC may have options
    if ! command -v ${CC:-cc} >/dev/null; then
        echo "There is no C compiler ('${CC:-cc}'): \`make setup\` installs one." >&2
        exit 1
    fi
    made=$program.$$
    if ! mkdir -p build/labs 2>/dev/null || [ ! -w build/labs ]; then
        made=$(mktemp) || exit 1
        trap 'rm -f "$made"' EXIT
    fi
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -Icommon common/labs/{list,lessons}.c -o "$made" -lm || exit 1
    if [[ $made != build/* ]]; then program=$made; else mv "$made" $program; fi
fi
"$program" "$@"
