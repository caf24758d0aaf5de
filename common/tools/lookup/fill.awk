# Prints one hint of a page (`want`: its heading; without it, all): the words of a paragraph on lines
# of at most `columns` columns. Code is set in; lists and tables stay as they are.
function flush() {
    if (line != "") print line
    line = ""
}
/^```/ { flush(); code = !code; next }
!code && /^##/ { flush(); on = want == "" || $0 == want; next }
!on { next }
code || !NF || /^[ |*-]/ {
    flush()
    print (NF ? (code ? "      " : "  ") : "") $0
    next
}
{
    for (i = 1; i <= NF; i++) {
        if (line != "" && length(line) + 1 + length($i) > columns) flush()
        line = line == "" ? "  " $i : line " " $i
    }
}
END { flush() }
