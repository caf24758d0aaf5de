#!/usr/bin/env bash
# progress.sh [targets [ALL]|where]: a learner's targets, or all, if asked for (make help); how far
# every lab is, and what is next (make progress), or that alone, "LAB STEP" (make next). A lab's
# progress is in build/progress/LAB, lines "STEP STATE BACKEND STAMP" that `make run` writes; where
# the stamp is not the step's any more (step_stamps.awk), its lines have changed since. A step that
# this machine cannot run (skipped) does not count. What is next comes from the lab that was run
# last, or else from those behind it.
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

# One line per step: lab, step, name, problem, state, backend, "changed" or "-", then track, file
# and short name as lookup/labs.sh has them.
states() {
    local lab step name problem track file called
    common/tools/lookup/labs.sh steps | while read -r lab step name problem track file called; do
        if [ "$lab" != "${of:-}" ]; then
            of=$lab stamps=
            noted=$(cat "build/progress/$lab" 2>/dev/null)
            [ -z "$noted" ] ||
                stamps=$(awk -f common/tools/lookup/step_stamps.awk "labs/$file" 2>/dev/null)
        fi
        echo "$lab $step $name $problem $(awk -v step="$step" '
            FNR == 1 { file++ }
            $1 == step && file == 1 { now = $2 }
            $1 == step && file == 2 { state = $2; backend = $3; then_ = $4 }
            END {
                same = then_ == "" || then_ == "-" || then_ == now
                if (state == "") print "not_attempted - -"
                else print state, backend, (same ? "-" : "changed")
            }' <(echo "$stamps") <(echo "$noted")) $track $file $called"
    done
}
last=$(find build/progress -maxdepth 1 -type f -name '[0-9]*_*' -exec ls -t {} + 2>/dev/null |
    head -n 1)

states | awk -v grader="$([ -d grading ] && echo 1)" -v bold="$bold" -v plain="$plain" \
    -v last="${last##*/}" -v where="$([ "${1:-}" = where ] && echo 1)" '
    $1 != lab {
        lab = $1
        if (!where) print "Lab " lab ($8 == "expert" ? ", for experts: LAB=" $10 : "")
    }
    {
        word = $5 == "right_but" ? "right, but …" : $5
        gsub(/_/, " ", word)
        total[$8] += word != "skipped"
        skipped += $8 == "core" && word == "skipped"
        if (word == "pass") { passed[$8]++; changed += $7 == "changed" }
        # first the lab that was run last, then those behind it, those before it, the rest
        behind += lab == last
        rank = $8 == "optional" ? 3 : lab == last ? 0 : $8 == "expert" ? 4 : behind ? 1 : 2
        if (word != "pass" && word != "skipped" && (next_lab == "" || rank < next_rank)) {
            next_rank = rank
            next_step = $2; next_lab = lab; next_name = $3; next_state = word
            file = $9; short = $10
        }
        if (!where)
            printf "  step %-2d %-22s %s%s%s\n", $2, $3, word, $6 == "-" ? "" : " (" $6 ")",
                $7 == "changed" ? ", before its last change" : ""
    }
    END {
        if (where) {
            if (next_lab != "") print short, next_step
            exit
        }
        printf "\n%d of %d steps pass", passed["core"], total["core"]
        if (changed) printf " (%d of them before their last change)", changed
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
