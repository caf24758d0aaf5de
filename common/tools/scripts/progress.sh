#!/usr/bin/env bash
# progress.sh [targets [ALL]|where]: a learner's targets, or all, if asked for (make help); how far
# every lab is, and what is next (make progress), or that alone, "LAB STEP ID" (make next). A lab's
# progress is in build/progress/LAB, lines "STEP STATE BACKEND WORD" that `make run` writes. A step
# that this machine cannot run (skipped) does not count. What is next comes from the lab that was
# run last, or else from those behind it.
set -u
targets() {
    local makefiles=() file
    [ ! -r VERSION ] || echo "This kit: $(head -n 1 VERSION)" # a student's
    for file in Makefile common/tools/kit.mk common/tools/authors.mk grading/grading.mk \
        grading/tests/tests.mk; do
        [ -e "$file" ] && makefiles+=("$file")
    done
    awk -F ':.*## ' -v all="$1" '
        /^# ---- the rest/ && !all { exit }
        /^[a-z-]+:.*## / { printf "  make %-11s %s\n", $1, $2 }
        /^##  / { printf "  %16s %s\n", "", substr($0, 8) }' "${makefiles[@]}"
    [ -n "$1" ] || echo "  make help ALL=1  lists all commands"
    echo
}
[ "${1:-}" != targets ] || targets "${2:-}"

bold='' plain=''
[ -t 1 ] && bold=$'\033[1m' plain=$'\033[0m'

last=$(find build/progress -maxdepth 1 -type f -name '[0-9]*_*' -exec ls -t {} + 2>/dev/null |
    head -n 1)
changed=' ' # labs whose files have changed since
while IFS='|' read -r lab _ file _; do
    [ ! -e "build/progress/$lab" ] || [ ! "labs/$file" -nt "build/progress/$lab" ] || changed+="$lab "
done < <(common/tools/lookup/labs.sh files)

common/tools/lookup/labs.sh steps | awk -v grader="$([ -d grading ] && echo 1)" -v bold="$bold" \
    -v plain="$plain" -v last="${last##*/}" -v where="$([ "${1:-}" = where ] && echo 1)" \
    -v changed="$changed" '
    $1 != lab {
        lab = $1
        noted = "build/progress/" lab
        while ((getline line <noted) > 0) {
            split(line, part, " ")
            state[lab, part[1]] = part[2]
            backend[lab, part[1]] = part[3]
        }
        if (!where)
            print "Lab " lab ($5 == "expert" ? ", for experts: LAB=" $7 : "") \
                (index(changed, " " lab " ") ? ", changed since it was run" : "")
    }
    {
        word = state[lab, $2] == "" ? "not attempted" : state[lab, $2]
        gsub(/_/, " ", word)
        if (word == "right but") word = "right, but …"
        total[$5] += word != "skipped"
        skipped += $5 == "core" && word == "skipped"
        passed[$5] += word == "pass"
        # first the lab that was run last, then those behind it, those before it, the rest
        behind += lab == last
        rank = $5 == "optional" ? 3 : lab == last ? 0 : $5 == "expert" ? 4 : behind ? 1 : 2
        if (word != "pass" && word != "skipped" && (next_lab == "" || rank < next_rank)) {
            next_rank = rank
            next_step = $2; next_lab = lab; next_name = $3; next_state = word
            file = $6; short = $7
        }
        if (!where)
            printf "  step %-2d %-22s %s%s\n", $2, $3, word,
                state[lab, $2] == "" ? "" : " (" backend[lab, $2] ")"
    }
    END {
        if (where) {
            if (next_lab != "") print short, next_step, next_lab
            exit
        }
        printf "\n%d of %d steps pass", passed["core"], total["core"]
        printf skipped ? ", %d more need another machine. " : ". ", skipped
        if (total["expert"])
            printf "Of the experts\047 steps %d of %d. ", passed["expert"], total["expert"]
        if (next_lab == "") {
            print "All of them!" (grader ? " `make grade` gives you your points." : "")
            exit
        }
        what = bold "lab " short ", step " next_step " (" next_name ")" plain
        if (next_state == "not attempted") print "Next: " what "."
        else if (next_state ~ /^right/) print "Next: " what ", which is right, but without its idea."
        else print "Next: " what ", which is not right yet: " next_state "."
        printf "  read    docs/%s.md\n", next_lab
        printf "  edit    labs/%s\n", file
        printf "  try     make run LAB=%s STEP=%s\n", short, next_step
        printf "  stuck?  make hint LAB=%s STEP=%s\n", short, next_step
    }'
