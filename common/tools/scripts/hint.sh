#!/usr/bin/env bash
# make hint: shows one more hint each time. Arguments: LAB [STEP]; without a step, or of several
# (5,6 or 5-8), the first one that does not pass yet. From the environment: RESET=1 to start over.
# Hints are the sections `### TODO n, hint k` of `## Step s` in docs/hints/LAB.md, which ends with
# the answers to the page's questions; those shown are noted in build/hints/LAB. A TODO whose
# comment is gone from the learner's file counts as done and is passed over, unless the step has no
# other.
set -u +C # whatever BASH_ENV set: files are written over here
. common/tools/lookup/columns.sh
lab=$1 step=${2:-}
page=docs/hints/$lab.md shown=build/hints/$lab
if ! grep -qs '^### TODO' "$page"; then
    echo "There are no hints for lab $lab: $page has none." >&2
    exit 2
fi
file=$(common/tools/lookup/labs.sh file "$lab")
if [[ ! $step =~ ^[0-9]+$ ]]; then
    among=$(common/tools/lookup/labs.sh steps | awk -v lab="$lab" '$1 == lab { print $2 }' | xargs)
    steps=$among
    [ -z "$step" ] || among=$(common/tools/lookup/labs.sh step "$lab" "$step" several) || exit 2
    for step in $among none; do
        grep -qE "^$step (pass|skipped) " "build/progress/$lab" 2>/dev/null || break
    done
    if [ "$step" = none ]; then
        echo "Every step of lab $lab${2:+ among $2} passes." \
            "For hints all the same, say STEP= and one of: $steps"
        exit 0
    fi
fi
step=$(common/tools/lookup/labs.sh step "$lab" "$step") || exit 2
common/tools/scripts/writable.sh build/hints || exit 2
touch "$shown"

# This step's hints, a line each: TODO.NUMBER, and 1 where it speaks of what the last run's message
# did. These come first, be the TODO's comment there or not.
word=$(awk -v step="$step" '$1 == step && $4 != "-" { print $4 }' "build/progress/$lab" 2>/dev/null)
hints=$(awk -v step="$step" -v word="$word" '
    /^```/ { code = !code }
    !code && /^## / { on = $2 == "Step" && $3 + 0 == step }
    on && !code && /^### TODO [0-9]+, hint [0-9]+$/ { hint[++n] = $3 + 0 "." $5 + 0 }
    on && word != "" && index(tolower($0), tolower(word)) { about[n] = 1 }
    END { for (i = 1; i <= n; i++) print hint[i], about[i] + 0 }' "$page")
# The TODOs whose comment is still there, and those whose comment is not.
todos=$(cut -d . -f 1 <<<"$hints" | uniq)
open=$(grep -oE 'TODO [0-9]+:' "labs/$file" 2>/dev/null | tr -dc '0-9\n' | grep -xF -e "$todos")
open=${open:-$todos}
finished=$(grep -vxF -e "$open" <<<"$todos" | xargs)
mine=$(grep -E "^(${open//$'\n'/|})[.]" <<<"$hints" | cut -d ' ' -f 1)
if [ "${RESET:-0}" = 1 ]; then
    grep -vxF -e "${hints// [01]/}" "$shown" >"$shown.new"
    mv "$shown.new" "$shown"
fi
again="make hint LAB=$(common/tools/lookup/labs.sh called "$lab") STEP=$step"
passed_over() {
    [ -z "$finished" ] ||
        echo "  (Passed over, since its comment is gone from your file: TODO ${finished// /, }." \
            "$page has its hints.)"
}
next=$({ sed -n 's/ 1$//p' <<<"$hints" && echo "$mine"; } | grep -vxF -f "$shown" | head -n 1)
if [ -z "$next" ]; then
    compare=", and after an honest try solutions/$file is there to compare with"
    [ -d solutions ] || compare=
    echo "No more hints for lab $lab, step $step. \`$again RESET=1\` starts over;"
    echo "$page has them all$compare."
    passed_over
    exit 0
fi
echo "$next" >>"$shown"

echo "Lab $lab, step $step, TODO ${next%.*}," \
    "hint ${next#*.} of $(grep -c "^${next%.*}[.]" <<<"$hints")"
[[ $hints != *"$next 1"* ]] || echo "  (Chosen because of the last run's message.)"
awk -v want="### TODO ${next%.*}, hint ${next#*.}" -v columns="$COLUMNS" \
    -f common/tools/lookup/fill.awk "$page" | cat -s
left=$(grep -cvxF -f "$shown" <<<"$mine")
[ "$left" -gt 0 ] && echo "  ($left more: \`$again\`)"
passed_over
exit 0
