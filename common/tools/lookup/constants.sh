#!/usr/bin/env bash
# The constants of a lab's file that `make sweep` varies: a line "NAME DEFAULT FIRST LAST VALUE…"
# for each, FIRST and LAST the steps that it has an effect on. In the file such a constant looks
# like
#     #define BLOCK 128 /* 32 64 128 256; steps 2 to 4: what it is */
# Arguments: the file.
sed -n 's|^#define \([A-Z_]*\) *\([0-9]*\) /\* \([0-9 ]*[0-9]\); \(.*\)|\1 \2 \3;\4|p' "$1" |
    awk '{
        split($0, half, ";"); n = split(half[1], w, " "); first = 0; last = 99
        if (match(half[2], /^steps? [0-9]+( (to|and) [0-9]+)?:/)) {
            k = split(substr(half[2], 1, RLENGTH - 1), s, " "); first = s[2]; last = s[k]
        }
        printf "%s %s %d %d", w[1], w[2], first, last
        for (i = 3; i <= n; i++) printf " %s", w[i]
        print ""
    }'
