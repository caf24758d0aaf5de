#!/usr/bin/env bash
# The reports in headless Chromium, on the class that the grader's own tests make up. Skipped, with
# a reason, where there is no browser: `make setup DEV=1` installs one. Its screenshots stay in
# build/grading/tests/screens, to be looked at.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/chromium.sh

log=build/grading/tests/reports.log
if ! make -s build/grading/tests/driver build/grading/judge || ! build/grading/tests/driver reports experts hand_back >$log; then
    tail -n 5 $log
    echo "0 passed, 1 failed"
    exit 1
fi
status=0 passed=0 failed=0
for class in gpu:40 emulator:60; do
    folder=build/grading/tests/reports-${class%:*}
    OUTS="build/grading/tests/reports-gpu build/grading/tests/reports-emulator" OUT=$folder/term grading/report/term.sh >/dev/null || status=1
    log=build/grading/tests/browser-${class%:*}.log
    nice node grading/tests/browser.js "$folder" "build/grading/tests/screens/${class%:*}" "${class#*:}" >"$log" 2>&1 || status=1
    grep FAILED "$log"
    read -r good bad < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log" | tail -n 1)
    passed=$((passed + ${good:-0})) failed=$((failed + ${bad:-1}))
done
echo "$passed passed, $failed failed"
exit $status
