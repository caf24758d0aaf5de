# The solutions' recorded floors beside their recorded times: reads docs/results/*.json (times, a row
# a line), then recorded/floors.csv. Prints a Markdown table and a sentence; fails where a floor is
# above 1.02 of the time, or where a floor has no time.
function text(name) {
    return match($0, "\"" name "\":\"[^\"]*\"") ? substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5) : ""
}
function number(name) {
    return match($0, "\"" name "\":[0-9.e+-]+") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0 : ""
}
FILENAME ~ /json$/ {
    if (FNR == 1) lab = text("lab")
    if (text("kind") ~ /^(solution|setting)$/) time[lab, text("label"), text("size")] = number("ms")
    next
}
FNR == 1 {
    print "| lab | step | what | size | time, ms | floor, ms | floor / time | set by |"
    print "|---|---:|---|---|---:|---:|---:|---|"
    next
}
{
    gsub(/^"|"$/, "")
    gsub(/, ([0-9]+ ways?)/, "; &")   # a size with a comma of its own
    n = split($0, cell, /"?,"?/)
    size = cell[4]; at = 5
    if (n == 7) { size = cell[4] "," cell[5]; gsub(/; ,/, ",", size); sub(/;/, "", size); at = 6 }
    measured = time[cell[1], cell[3], size]
    if (measured == "") { printf "%s step %s at %s: no time in docs/results\n", cell[1], cell[2], size > "/dev/stderr"; bad++; next }
    ratio = cell[at] / measured
    rows++
    highest = ratio > highest ? ratio : highest
    close_by += ratio > 1 / 1.5
    if (ratio > 1.02) { printf "%s step %s at %s: floor %s ms, time %s ms\n", cell[1], cell[2], size, cell[at], measured > "/dev/stderr"; bad++ }
    printf "| %s | %s | `%s` | %s | %.4g | %.4g | %.2f | %s |\n", substr(cell[1], 1, 2), cell[2], cell[3], size, measured, cell[at], ratio, cell[at + 1]
}
END {
    printf "\nOf %d solutions' times none is below 1 / 1.02 of its floor; the highest floor is %.2f of the time; %d take less than 1.5 floors.\n", rows, highest, close_by
    exit bad > 0
}
