# Makes docs/results/sanitizer.md from what compute-sanitizer said (sanitize.sh). Each log begins
# with `asked LAB STEP NAME TOOL SIZE…` and ends with `exit status N after S s, MACHINE`. Exits
# with 1 where a tool reported something, or where a program did not run to its end and pass.
BEGIN { tools = split("memcheck racecheck initcheck synccheck", tool_name, " ") }

# "… in /some/where/file.cu:12 …" -> " file.cu:12"; nothing where no line is named.
function line_of(text) {
    if (!match(text, / in [^ ]*:[0-9]+/))
        return ""
    text = substr(text, RSTART + 4, RLENGTH - 4)
    sub(/.*\//, "", text)
    return " " text
}
# Counts the report that has been read.
function finish() {
    if (what != "" && !times[key = step " " tool ": " what where]++)
        report[++reports] = key
    what = where = ""
}
$1 == "asked" {
    step = $2 " " $3
    tool = $5
    if (!(step in name))
        order[++steps] = step
    name[step] = $4
    errors = ""
    verdict = "no verdict"
    sub(/^asked [^ ]+ [^ ]+ [^ ]+ [^ ]+ ?/, "")
    size[step] = $0 == "" ? "the small ones" : $0
    next
}
/^========= .*SUMMARY: / {
    finish()
    errors = $0
    sub(/.*SUMMARY: /, "", errors)
    errors += 0
    next
}
/^========= ?$/ || /^========= (COMPUTE-SANITIZER|Target application)/ {
    finish()
    next
}
/^========= [^ ]/ {
    finish()
    what = substr($0, 11)
    where = line_of(what)
    sub(/ at .*/, "", what)
    next
}
# The first place after a report's first line: where a wrong access is, or the other one of a pair.
/^=========  +(at|and) / && what != "" && !(where ~ / .* /) { where = where line_of($0) }
# A kernel that a tool slows down may be "right, but".
/^step [0-9]/ { verdict = / pass( \(|$)|right, but/ ? "right" : /skipped$/ ? $NF : "wrong result" }
/^exit status / {
    if ($3 == 124 || $3 == 137)
        outcome = "out of time"
    else if (errors == "")
        outcome = "broke off"
    else if (errors > 0)
        outcome = errors
    else
        outcome = verdict == "right" ? 0 : verdict
    cell[step " " tool] = outcome
    sub(/^[^,]*, /, "")
    if (!seen[$0]++)
        machine = machine (machine == "" ? "" : "; ") $0
}
END {
    print "# What compute-sanitizer says of the solutions\n"
    print "`make sanitize` wrote this page: every step of every solution under " \
        "the four tools of compute-sanitizer. " machine "."
    print "A figure is the number of errors (racecheck: pairs of accesses) that a tool reported. " \
        "Every output was also verified, at each size"
    print "and with each kind of data; *wrong result*, *broke off* or *out of time* would say so.\n"
    print "What no tool sees: races in global memory (racecheck looks at shared memory only), " \
        "and what the copy engine and the warpgroups'"
    print "tensor instructions do in shared memory (labs 08/hopper and 09/hopper). " \
        "Planted on an H200: without `barrier_wait` for a full"
    print "stage racecheck reported nothing; " \
        "without `team_sync` before the terms of the next tile, " \
        "or with two turned tiles instead of three,"
    print "it named both lines. Such a wait is tested by `make run … REPEAT=1000` alone, " \
        "which sees a race only when it happens.\n"
    print "| lab | step | memcheck | racecheck | initcheck | synccheck | sizes |"
    print "|---|---|---|---|---|---|---|"
    for (i = 1; i <= steps; i++) {
        split(order[i], part, " ")
        row = sprintf("| %s | %s %s |", part[1], part[2], name[order[i]])
        for (t = 1; t <= tools; t++) {
            said = order[i] " " tool_name[t] in cell ? cell[order[i] " " tool_name[t]] : "not done"
            row = row " " said " |"
            bad += said != "0" && said != "skipped"
        }
        print row " " size[order[i]] " |"
    }
    print "\n" (reports ? "What was reported, and where:\n" : "Nothing was reported.")
    for (i = 1; i <= reports; i++)
        print "- " report[i] " (" times[report[i]] "×)"
    exit bad > 0
}
