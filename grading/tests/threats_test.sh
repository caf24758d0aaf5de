#!/usr/bin/env bash
# docs/threats.md and the attacks in grading/tests name the same things.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
known=$(cat grading/tests/*/attacks.h grading/tests/*/mutants.h grading/tests/class.c)
# shellcheck disable=SC2016 # backticks of the page
named=$(sed -n '/^## Attacks/,/^## What is not/p' docs/threats.md | grep '^|' | awk -F'|' '{ print $(NF - 1) }' | grep -o '`[a-z0-9_]*`' | tr -d '`' | sort -u)
ok "the page names attacks" test "$(wc -w <<<"$named")" -gt 40
for name in $named; do
    ok "docs/threats.md: there is a test $name" grep -q "\"$name\"" <<<"$known"
done
while read -r name; do
    ok "docs/threats.md says what stops $name" grep -qx "$name" <<<"$named"
done < <(sed -nE 's/^    \{"([a-z0-9_]+)",.*/\1/p' grading/tests/*/attacks.h)
for word in stale sometimes liar impossible tires fails exit garbage twice shrink; do
    ok "docs/threats.md: runners have a mode $word" grep -q "\"$word\"" grading/tests/processes.c
done
finish
