#!/usr/bin/env bash
# make hint: shows one more hint each time. Arguments: LAB [STEP]; without a step, or of several
# (5,6 or 5-8), the first one that does not pass yet; without a lab, the one that was run last. From
# the environment: RESET=1 to start over. Hints are the sections `### TODO n, hint k` of `## Step s`
# in docs/hints/LAB.md; those shown are noted in build/hints/LAB. A TODO whose comment is gone from
# the learner's file counts as done and is passed over, unless the step has no other.
set -u +C # whatever BASH_ENV set: files are written over here
. common/tools/lookup/columns.sh
asked=${1:-} step=${2:-}
[[ $step =~ ^[0-9]{1,4}$ ]] && step=$((10#$step))
if [ -z "$asked" ]; then
    asked=$(find build/progress -maxdepth 1 -type f -name '[0-9]*_*' -exec ls -t {} + 2>/dev/null |
        head -n 1)
    asked=${asked##*/}
fi

ladder=$(common/tools/lookup/labs.sh steps)
labs=$(awk '!seen[$1]++ { print $5 == "core" ? $1 : $7 }' <<<"$ladder" | xargs)
lab=$(awk -v want="$asked" '
    $1 == want || $7 == want || $7 == "0" want || $6 == want ".cu" ||
    want != "" && $5 == "core" && (index($1, want "_") == 1 || index($1, "0" want "_") == 1) {
        print $1
        exit
    }' <<<"$ladder")
if [ -z "$lab" ]; then
    [ -n "$asked" ] && printf "There is no lab '%s'. " "$asked" >&2
    echo "Say LAB= and one of: $labs" >&2
    exit 2
fi
steps=$(awk -v lab="$lab" '$1 == lab { print $2 }' <<<"$ladder" | xargs)
read -r file called < <(awk -v lab="$lab" '$1 == lab { print $6, $7; exit }' <<<"$ladder")
page=docs/hints/$lab.md shown=build/hints/$lab
if [ ! -r "$page" ]; then
    echo "There is no $page, so there are no hints for lab $lab." >&2
    exit 2
fi

# Every hint of the page, one line each: step, TODO, number.
hints=$(awk '
    /^```/ { code = !code }
    code { next }
    /^## / { step = $2 == "Step" ? $3 + 0 : "" }
    step != "" && /^### TODO [0-9]+, hint [0-9]+$/ { print step, $3 + 0, $5 + 0 }' "$page")

among=$steps
if [[ $step == *[,-]* ]]; then
    among=$(common/tools/lookup/labs.sh step "$lab" "$step" several) || exit 2
    step=
fi
if [ -z "$step" ]; then
    for step in $among none; do
        grep -qE "^$step (pass|skipped) " "build/progress/$lab" 2>/dev/null || break
    done
    if [ "$step" = none ]; then
        echo "Every step of lab $lab${2:+ among $2} passes." \
            "For hints all the same, say STEP= and one of: $steps"
        exit 0
    fi
else
    step=$(common/tools/lookup/labs.sh step "$lab" "$step") || exit 2
fi

common/tools/scripts/writable.sh build/hints || exit 2
touch "$shown"
# The TODOs of this step whose comment is still there, and those whose comment is not.
of_step=$(awk -v step="$step" '$1 == step && !seen[$2]++ { print $2 }' <<<"$hints")
open=$(grep -oE 'TODO [0-9]+:' "labs/$file" 2>/dev/null | tr -dc '0-9\n' |
    grep -xF -e "$of_step" | sort -nu)
open=${open:-$of_step}
finished=$(grep -vxF -e "$open" <<<"$of_step" | xargs)
mine=$(awk -v step="$step" -v open=" ${open//$'\n'/ } " '
    $1 == step && index(open, " " $2 " ") { print $2 "." $3 }' <<<"$hints")
if [ "${RESET:-0}" = 1 ]; then
    grep -vxF -e "$mine" "$shown" >"$shown.new"
    mv "$shown.new" "$shown"
fi
again="make hint LAB=$called STEP=$step"
passed_over() {
    [ -z "$finished" ] ||
        echo "  (Passed over, since its comment is gone from your file: TODO ${finished// /, }." \
            "$page has its hints.)"
}
next=$(grep -vxF -f "$shown" <<<"$mine" | head -n 1)
# Of the hints not shown yet, those that speak of what the last run's message did come first, be the
# TODO's comment there or not.
word=$(awk -v step="$step" '$1 == step && $4 != "-" { print $4 }' "build/progress/$lab" 2>/dev/null)
if [ -n "$word" ]; then
    about=$(awk -v step="$step" -v word="$word" '
        /^## / { on = $2 == "Step" && $3 + 0 == step }
        /^### TODO / { hint = $3 + 0 "." $5 + 0 }
        on && index(tolower($0), tolower(word)) && !seen[hint]++ { print hint }' "$page" |
        grep -vxF -f "$shown" | head -n 1)
    next=${about:-$next}
fi
if [ -z "$next" ]; then
    echo "No more hints for lab $lab, step $step." \
        "\`$again RESET=1\` starts over;"
    compare=''
    [ ! -d solutions ] ||
        compare=", and after an honest try solutions/$file is there to compare with"
    echo "$page has them all$compare."
    passed_over
    exit 0
fi
echo "$next" >>"$shown"

echo "Lab $lab, step $step, TODO ${next%.*}," \
    "hint ${next#*.} of $(awk -v of="$step ${next%.*}" '$1 " " $2 == of' <<<"$hints" | grep -c .)"
[ -z "${about:-}" ] || echo "  (Chosen because of the last run's message.)"
awk -v want="### TODO ${next%.*}, hint ${next#*.}" '
    !code && $0 == want { printing = 1; next }
    /^```/ { code = !code; next }
    printing && !code && /^##/ { exit }
    printing { print ($0 == "" ? "" : code ? "      " $0 : "  " $0) }' "$page" | cat -s |
    awk -v columns="$COLUMNS" -f common/tools/lookup/fill.awk
left=$(grep -cvxF -f "$shown" <<<"$mine")
[ "$left" -gt 0 ] && echo "  ($left more: \`$again\`)"
passed_over
exit 0
