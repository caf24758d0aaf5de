# What one tool of compute-sanitizer said of one step, as a cell of the table in
# docs/results/sanitizer.md: reads its log (sanitize.sh), whose last line is `exit status N …`.
BEGIN { verdict = "no verdict"; said = "not done" }
/^========= .*SUMMARY: / { sub(/.*SUMMARY: /, ""); errors = $0 + 0 "" }
# A kernel that a tool slows down may be "right, but".
/^step [0-9]/ { verdict = / pass$|right, but/ ? "right" : /skipped$/ ? $NF : "wrong result" }
/^exit status / {
    said = $3 == 124 || $3 == 137 ? "out of time" : errors == "" ? "broke off" \
        : errors > 0 || verdict == "right" ? errors : verdict
}
END { print said }
