# A number for each step of a lab's file, which changes when the step's own lines change, or those
# that belong to no step: lines "STEP STAMP". A step's lines stand between #if LAB_STEP(n) and
# #endif.
function number_of(line,  i, n) {
    for (i = 1; i <= length(line); i++)
        n = (n * 131 + index(LETTERS, substr(line, i, 1))) % 2147483648
    return n
}
function add(step, n) { stamp[step] = (stamp[step] * 33 + n) % 2147483648 }
BEGIN {
    for (i = 32; i < 127; i++)
        LETTERS = LETTERS sprintf("%c", i)
}
{ text[NR] = $0 }
/^ *#if/ {
    if (!depth++ && /LAB_STEP\(/) {
        rest = $0
        while (match(rest, /LAB_STEP\([0-9]+\)/)) {
            step = substr(rest, RSTART + 9, RLENGTH - 10) + 0
            owners[NR] = owners[NR] " " step
            known[step] = 1
            rest = substr(rest, RSTART + RLENGTH)
        }
        own = owners[NR]
    }
}
{ owners[NR] = own }
/^ *#endif/ && depth && !--depth { own = "" }
END {
    for (i = 1; i <= NR; i++) {
        n = number_of(text[i])
        if (owners[i] == "")
            for (step in known)
                add(step, n)
        else
            for (k = split(owners[i], list, " "); k > 0; k--)
                add(list[k], n)
    }
    for (step in known)
        print step, stamp[step]
}
