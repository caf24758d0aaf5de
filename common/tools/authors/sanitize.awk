# Makes the table of docs/results/sanitizer.md from what compute-sanitizer said (sanitize.sh). Each
# log begins with `asked LAB STEP NAME TOOL SIZE…` and ends with `exit status N after S s, MACHINE`.
# Exits with 1 where a tool reported something, or where a program did not run to its end and pass.
BEGIN { tools = split("memcheck racecheck initcheck synccheck", tool_name, " ") }
$1 == "asked" {
    step = $2 " " $3
    tool = $5
    if (!(step in name))
        order[++steps] = step
    name[step] = $4
    errors = ""
    verdict = "no verdict"
    sub(/^asked [^ ]+ [^ ]+ [^ ]+ [^ ]+ ?/, "")
    size[step] = $0
    next
}
/^========= .*SUMMARY: / {
    sub(/.*SUMMARY: /, "")
    errors = $0 + 0
}
# A kernel that a tool slows down may be "right, but".
/^step [0-9]/ { verdict = / pass$|right, but/ ? "right" : /skipped$/ ? $NF : "wrong result" }
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
    print "\nMeasured: " machine "."
    exit bad > 0
}
