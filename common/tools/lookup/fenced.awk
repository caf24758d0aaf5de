# A name that the compiler does not know in one step, and that stands between another step's #if and
# #endif. Input: a lab's file. -v step=N -v said=TEXT: what the compiler said. Prints a line for
# each such name, or nothing.
BEGIN {
    gsub(/‘|’/, "'", said)
    while (match(said, /'[A-Za-z_][A-Za-z_0-9]*' was not declared/)) {
        name = substr(said, RSTART, RLENGTH)
        gsub(/^[^A-Za-z_]+|[^A-Za-z_0-9]+ was not declared$/, "", name)
        wanted[name] = 1
        said = substr(said, RSTART + RLENGTH)
    }
}
/^#if/ {
    fence = /LAB_STEP\(/ ? $0 : fence
    depth++
    next
}
/^#endif/ {
    if (--depth == 0)
        fence = ""
    next
}
fence != "" && index(fence, "LAB_STEP(" step ")") == 0 {
    for (name in wanted)
        if (!(name in found) && $0 ~ "(^|[^A-Za-z_0-9])" name "[^A-Za-z_0-9]*[(={,]" &&
            $0 !~ /^[ \t]+.*;$/) {
            found[name] = 1
            printf "%s:%d: %s stands between \"%s\" and its #endif, so that step %s has it not: " \
                "move it before that #if, or add || LAB_STEP(%s) to it\n",
                FILENAME, FNR, name, fence, step, step
        }
}
