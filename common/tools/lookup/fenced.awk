# A name that the compiler does not know in one step, and that another step declares for the whole
# file, but between its own #if and #endif. Names of parameters and of what a function or a struct
# holds are nobody else's. Input: a lab's file. -v step=N -v said=TEXT: what the compiler said.
# Prints a line for each such name, or nothing.
BEGIN {
    gsub(/‘|’/, "'", said)
    while (match(said, /'[A-Za-z_][A-Za-z_0-9]*' was not declared/)) {
        name = substr(said, RSTART, RLENGTH)
        gsub(/^[^A-Za-z_]+|[^A-Za-z_0-9]+ was not declared$/, "", name)
        wanted[name] = 1
        said = substr(said, RSTART + RLENGTH)
    }
}
# What of a line is outside of comments, braces and parentheses; an enum's braces do not count.
function outside(line,    out, i, c, two) {
    for (i = 1; i <= length(line); i++) {
        two = substr(line, i, 2)
        c = substr(two, 1, 1)
        if (comment || two == "/*") {
            comment = two != "*/"
            i += two == "/*" || two == "*/"
            continue
        }
        if (two == "//")
            break
        deeper -= (c == "}" || c == ")") && deeper
        if (!deeper) {
            out = out c
            declared = c == ";" ? "" : declared c
        }
        deeper += c == "(" || (c == "{" && (deeper || declared !~ /(^|[^a-z_])enum[^a-z_]/))
    }
    gsub(/<[^<>]*>/, "", out)
    gsub(/=[^,;}]*/, "=", out)
    return out
}
/^#if/ {
    fence = /LAB_STEP\(/ ? $0 : fence
    depth++
    deeper = 0
    next
}
/^#endif/ {
    if (--depth == 0)
        fence = ""
    next
}
/^#/ && !/^#define/ { next }
{
    text = /^#/ ? $2 ";" : outside($0)
    for (name in wanted)
        if (text ~ "(^|[^A-Za-z_0-9])" name "[ \t]*[][(={,;}]") {
            if (fence == "" || index(fence, "LAB_STEP(" step ")"))
                own[name] = 1
            else if (!(name in at))
                at[name] = FNR "," fence
        }
}
END {
    for (name in at)
        if (!(name in own))
            printf "%s:%d: %s stands between \"%s\" and its #endif, so that step %s has it not: " \
                "move it before that #if, or add || LAB_STEP(%s) to it\n",
                FILENAME, at[name], name, substr(at[name], index(at[name], ",") + 1), step, step
}
