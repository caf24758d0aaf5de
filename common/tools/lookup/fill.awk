# Fills paragraphs: the words of adjacent lines that are indented by two blanks, on lines of at most
# `columns` columns. All other lines, such as code that is indented further, stay as they are; so do
# lists and tables.
function flush() {
    if (line != "") print line
    line = ""
}

/^  [^ |*-]/ {
    for (i = 1; i <= NF; i++) {
        if (line != "" && length(line) + 1 + length($i) > columns) flush()
        line = line == "" ? "  " $i : line " " $i
    }
    next
}

{
    flush()
    print
}

END { flush() }
