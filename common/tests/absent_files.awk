# Which files comments of C and C++, or pages between backquotes, name: FILE:LINE NAME, for .c, .h,
# .sh, .awk, .mk and .js. What stands in capital letters, or has one letter, is an example.
function names(text,  name) {
    while (match(text, /[A-Za-z0-9_\/]+\.(c|h|sh|awk|mk|js)($|[^A-Za-z0-9_])/)) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        sub(/[^a-z]$/, "", name)
        if (name !~ /[A-Z]|^\// && name !~ /(^|\/)[a-z]\.[a-z]+$/)
            print FILENAME ":" FNR, name
    }
}
FNR == 1 { inside = 0 }
FILENAME ~ /\.md$/ {
    count = split($0, part, "`")
    for (i = 2; i <= count; i += 2)
        if (part[i] !~ / /)
            names(part[i])
    next
}
{
    line = $0
    text = ""
    while (line != "") {
        if (inside) {
            at = index(line, "*/")
            text = text " " (at ? substr(line, 1, at - 1) : line)
            line = at ? substr(line, at + 2) : ""
            inside = !at
        } else if (match(line, /\/[\/*]/)) {
            inside = substr(line, RSTART, 2) == "/*"
            text = text (inside ? "" : substr(line, RSTART))
            line = inside ? substr(line, RSTART + 2) : ""
        } else {
            line = ""
        }
    }
    names(text)
}
