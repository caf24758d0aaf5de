#!/usr/bin/env bash
# The reports in headless Chromium, on the class that the grader's own tests make up. Skipped, with
# a reason, where there is no browser: `make setup DEV=1` installs one. Its screenshots stay in
# build/grading/tests/screens, to be looked at.
set -u
cd "$(dirname "$0")/../.." || exit 2
skip() {
    echo "skipped: $1; \`make setup DEV=1\` installs it"
    echo "1 passed, 0 failed"
    exit 0
}
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
[ -n "$CHROMIUM" ] || skip "there is no Chromium here"
command -v node >/dev/null || skip "there is no node here"
[ -d build/node/node_modules/playwright-core ] || skip "there is no playwright-core in build/node"

log=build/grading/tests/reports.log
if ! make -s build/grading/tests/driver build/grading/judge || ! build/grading/tests/driver reports >$log; then
    tail -n 5 $log
    echo "0 passed, 1 failed"
    exit 1
fi
export CHROMIUM NODE_PATH=$PWD/build/node/node_modules HOME=${HOME:-/tmp}
status=0 passed=0 failed=0
for class in gpu:40 emulator:60; do
    folder=build/grading/tests/reports-${class%:*}
    REPORT=1 OUTS="build/grading/tests/reports-gpu build/grading/tests/reports-emulator" OUT=$folder/term build/grading/judge >/dev/null || status=1
    log=build/grading/tests/browser-${class%:*}.log
    nice node grading/tests/browser.js "$folder" "build/grading/tests/screens/${class%:*}" "${class#*:}" >"$log" 2>&1 || status=1
    grep FAILED "$log"
    read -r good bad < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log" | tail -n 1)
    passed=$((passed + ${good:-0})) failed=$((failed + ${bad:-1}))
done
echo "$passed passed, $failed failed"
exit $status
