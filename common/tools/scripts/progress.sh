#!/usr/bin/env bash
# make without a target: the targets, how far every lab is, and what is next. A lab's progress is in
# build/progress/LAB, lines "STEP VERDICT BACKEND" that `make run` writes. A step that this machine
# cannot run (skipped) does not count.
set -u
[ ! -r VERSION ] || echo "This kit: $(head -n 1 VERSION)" # a student's
echo "Targets:"
makefiles=()
for file in Makefile common/tools/authors.mk grading/grading.mk common/tools/kit.mk; do
    [ -e "$file" ] && makefiles+=("$file")
done
awk -F ':.*## ' '
    /^[a-z-]+:.*## / { printf "  make %-11s %s\n", $1, $2 }
    /^##  / { printf "  %16s %s\n", "", substr($0, 8) }' "${makefiles[@]}"
echo

bold='' plain=''
[ -t 1 ] && bold=$'\033[1m' plain=$'\033[0m'

# One line per step: lab, step, name, problem, state, backend.
states() {
    awk -f common/tools/scripts/ladder_table.awk common/lab/steps.h common/lab/declarations/*.h | while read -r lab step name problem track file called; do
        state=not_attempted backend=-
        # shellcheck disable=SC2034 # the line's own step number is in `same`
        read -r same state backend < <(grep "^$step " "build/progress/$lab" 2>/dev/null | tail -n 1) || true
        echo "$lab $step $name $problem ${state:-not_attempted} ${backend:--} $track $file $called"
    done
}

states | awk -v grader="$([ -d grading ] && echo 1)" -v bold="$bold" -v plain="$plain" '
    $1 != lab { lab = $1; print "Lab " lab ($7 == "expert" ? ", for experts: LAB=" $9 : "") }
    {
        word = $5
        gsub(/_/, " ", word)
        total[$7] += word != "skipped"
        skipped[$7] += word == "skipped"
        if (word == "pass") passed[$7]++
        else if (word == "skipped") ;
        else if (next_lab == "" || next_track == "expert" && $7 == "core") {
            next_step = $2; next_lab = lab; next_name = $3; next_state = word; next_track = $7; file = $8; short = $9
        }
        printf "  step %-2d %-22s %s%s\n", $2, $3, word, $6 == "-" ? "" : " (" $6 ")"
    }
    END {
        printf "\n%d of %d steps pass", passed["core"], total["core"]
        printf skipped["core"] ? ", %d more need another machine. " : ". ", skipped["core"]
        if (total["expert"]) printf "Of the experts\047 steps %d of %d. ", passed["expert"], total["expert"]
        if (next_lab == "") { print "All of them!" (grader ? " `make grade` gives you your points." : ""); exit }
        what = bold "lab " short ", step " next_step " (" next_name ")" plain
        if (next_state == "not attempted") print "Next: " what "."
        else print "Next: " what ", which is not right yet: " next_state "."
        printf "  read    docs/%s.md\n", next_lab
        printf "  edit    labs/%s\n", file
        printf "  try     make run LAB=%s STEP=%s\n", short, next_step
        printf "  stuck?  make hint LAB=%s STEP=%s\n", short, next_step
    }'
