# Turns a solution into the stub that a learner gets: a comment that starts with "/*{" is kept as
# the TODO that it is, and what follows it, up to the line "/*}*/", is left out; but for the text
# between the lines "/*=" and "*/", which only the stub has (what a learner is to repair; in the
# solution it is a comment).
function bad(what) {
    print what > "/dev/stderr"
    failed = 1
}
/^ *\/\*\{ / {
    sub(/\/\*\{ /, "/* ")
    state = "comment"
}
/^ *\/\*\}\*\/ *$/ {
    if (state != "answer") bad(FILENAME ":" FNR ": /*}*/ without /*{")
    state = ""
    next
}
state == "answer" && /^ *\/\*= *$/ { state = "stub"; next }
state == "stub" && /^ *\*\/ *$/ { state = "answer"; next }
state != "answer" { print }
state == "comment" && /\*\// { state = "answer" }
END {
    if (state) bad(FILENAME ": /*{ is never closed by /*}*/")
    exit failed
}
