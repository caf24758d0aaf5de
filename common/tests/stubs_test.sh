#!/usr/bin/env bash
# Every stub is what its solution derives, has its TODOs, and holds none of the solution.
set -u
. common/tests/expect.sh
ok "stubs are derived" common/tools/authors/stubs.sh --check
for solution in solutions/[0-9]*/*.cu; do
    stub=labs/${solution#solutions/}
    ok "$stub: as many TODOs as the solution" test "$(grep -c 'TODO' "$stub")" = "$(grep -c 'TODO' "$solution")"
    # lines that a learner reads; an expert file beside the core may have more
    if [[ ${stub%/*} == *_"$(basename "$stub" .cu)" ]]; then most=300; else most=350; fi
    ok "$stub: at most $most lines, not $(wc -l <"$stub")" test "$(wc -l <"$stub")" -le $most
    ok "$stub: no marker is left" sh -c "! grep -nE '/\*[{}]' $stub"
    ok "$stub: every step asks for something" awk '/^#if LAB_STEP/ { if (open) bad = 1; open = 1 } /TODO/ { open = 0 } END { exit bad || open }' "$stub"
done
# The deriving itself: an unclosed marker is an error, not a stub with half a solution.
expect "unclosed marker" 1 "never closed" awk -f common/tools/authors/stub.awk <(printf '/*{ TODO 1: x */\ncode\n')
expect "marker closed twice" 1 "without" awk -f common/tools/authors/stub.awk <(printf '/*}*/\n')
finish
