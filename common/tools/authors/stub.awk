# Turns a solution into the stub that a learner gets: a comment that starts with "/*{" is kept as
# the TODO that it is, and what follows it, up to the line "/*}*/", is left out; but for the text
# between the lines "/*=" and "*/", which only the stub has (what a learner is to repair; in the
# solution it is a comment).
/^ *\/\*\{ / {
    sub(/\/\*\{ /, "/* ")
    print
    skipping = 1
    in_comment = ($0 !~ /\*\//)
    next
}
/^ *\/\*\}\*\/ *$/ {
    if (!skipping || stub_text) {
        print FILENAME ":" FNR ": /*}*/ without /*{" > "/dev/stderr"
        bad = 1
    }
    skipping = 0
    next
}
in_comment {
    print
    in_comment = ($0 !~ /\*\//)
    next
}
skipping && /^ *\/\*= *$/ {
    stub_text = 1
    next
}
stub_text && /^ *\*\/ *$/ {
    stub_text = 0
    next
}
stub_text || !skipping { print }
END {
    if (skipping) {
        print FILENAME ": /*{ is never closed by /*}*/" > "/dev/stderr"
        bad = 1
    }
    exit bad
}
