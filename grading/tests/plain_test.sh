#!/usr/bin/env bash
# The grader's tests where no namespace can be made, as in a plain container: they pass, and say
# what they skip.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
work=build/tests/plain
mkdir -p $work
ok "it builds" gcc -std=gnu11 -O1 -Wall -Wextra -Werror grading/tests/no_namespaces.c -o $work/no_namespaces
ok "the grader's programs build" make -s grader-programs BACKEND=emulator
if command -v bwrap >/dev/null; then
    expect "bubblewrap does not work" 1 "amespace" $work/no_namespaces bwrap --unshare-all --ro-bind / / true
fi
says="grading will not be isolated"
[ "$(id -u)" != 0 ] || says="programs run as other users instead"
expect "doctor says so" 0 "$says" $work/no_namespaces make -s doctor BACKEND=emulator
BACKEND=emulator $work/no_namespaces make -s test-grader PARTS="processes attacks class" BACKEND=emulator >$work/log 2>&1
status=$?
ok "processes, attacks and class: $(grep -m 3 FAILED $work/log)" test $status = 0
for part in processes attacks class; do
    ok "$part: run without a failure" grep -qE "^grader, $part: [1-9][0-9]* passed, 0 failed" $work/log
done
ok "what is skipped is said" grep -q '^skipped: bubblewrap is missing or may make no namespaces here' $work/log
grep '^skipped: ' $work/log
finish
