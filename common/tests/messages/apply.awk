# Makes a wrong submission of each planted mistake. Input: a table (messages_test.sh says how it
# looks), then a solution. -v work=FOLDER -v file=LAB/name.cu: writes FOLDER/NAME/LAB/name.cu for
# each mistake, and prints "NAME STEP". What does not apply goes to stderr; then it exits with 1.
function flush_edit() {
    if (before != "" || after != "") {
        edits[name]++
        old[name, edits[name]] = before
        new[name, edits[name]] = after
    }
    before = after = ""
}
function fail(text) { print "error: " FILENAME ": " text > "/dev/stderr"; wrong = 1 }

# ---- the table
FNR == NR && /^(#|lab |says |never |line )/ { next }
FNR == NR && /^== step [0-9]+: [a-z0-9_]+$/ {
    flush_edit()
    name = $4; sub(":", "", $3)
    if (name in step) fail(name " stands there twice")
    step[name] = $3; order[++count] = name; blanks = 0
    next
}
FNR == NR && $0 == "@@" { flush_edit(); blanks = 0; next }
FNR == NR && $0 == "" { blanks++; next }
FNR == NR && /^[-+ ]/ {
    for (; blanks > 0 && before after != ""; blanks--) { before = before "\n"; after = after "\n" }
    blanks = 0
    if (!/^\+/) before = before substr($0, 2) "\n"
    if (!/^-/) after = after substr($0, 2) "\n"
    next
}
FNR == NR { fail("line " FNR ": \"" $0 "\" is none of a table"); next }

# ---- the solution
{ line[++lines] = $0 "\n" }

# The line from which on `text` stands within lines of the step's #if (own), or else anywhere; 0:
# nowhere, -1: several times.
function place(text, number, own, i, j, from, parts, n, found, inside) {
    n = split(text, parts, "\n") - 1
    inside = 0
    for (i = 1; i <= lines; i++) {
        if (line[i] ~ /^#if/) inside = index(line[i], "LAB_STEP(" number ")") > 0
        if (line[i] ~ /^#endif/) inside = 0
        if (own && !inside) continue
        for (j = 1; j <= n && line[i + j - 1] == parts[j] "\n"; j++) {}
        if (j > n) { if (found) return -1; found = i }
    }
    return found + 0
}
END {
    flush_edit()
    for (i = 1; i <= count; i++) {
        name = order[i]
        split("", gone); split("", extra)
        for (e = 1; e <= edits[name]; e++) {
            at = place(old[name, e], step[name], 1)
            if (at == 0) at = place(old[name, e], step[name], 0)
            if (at <= 0 || old[name, e] == "") {
                fail(name ", edit " e " " (at < 0 ? "stands there several times" : "does not apply"))
                break
            }
            n = split(old[name, e], parts, "\n") - 1
            for (j = 0; j < n; j++) gone[at + j] = 1
            extra[at] = new[name, e]
        }
        if (!edits[name]) fail(name " has no edit")
        out = work "/" name "/" file
        system("mkdir -p $(dirname " out ")")
        printf "" > out
        for (j = 1; j <= lines; j++) printf "%s%s", extra[j], j in gone ? "" : line[j] > out
        close(out)
        print name, step[name]
    }
    exit wrong
}
