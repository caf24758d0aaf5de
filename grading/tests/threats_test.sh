#!/usr/bin/env bash
# docs/threats.md and the attacks in grading/tests name the same things.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
# The names in the texts of submissions; grading/tests/edits.h says what these look like.
heads='s/^== (step [0-9]+|all steps): ([A-Za-z0-9_]+), [a-z_]+$/\2/p'
known=$(sed -nE "$heads" grading/tests/{attacks,mutants}/*.txt && cat grading/tests/class.c)
# shellcheck disable=SC2016 # backticks of the page
named=$(sed -n '/^## Attacks/,/^## What is not/p' docs/threats.md | grep '^|' | awk -F'|' '{ print $(NF - 1) }' | grep -o '`[a-z0-9_]*`' | tr -d '`' | sort -u)
ok "the page names attacks" test "$(wc -w <<<"$named")" -gt 40
for name in $named; do
    ok "docs/threats.md: there is a test $name" grep -qE "^$name\$|\"$name\"" <<<"$known"
done
while read -r name; do
    ok "docs/threats.md says what stops $name" grep -qx "$name" <<<"$named"
done < <(sed -nE "$heads" grading/tests/attacks/*.txt)
for word in stale sometimes liar impossible tires fails exit garbage twice shrink; do
    ok "docs/threats.md: runners have a mode $word" grep -q "\"$word\"" grading/tests/runners.c
done
finish
