#!/usr/bin/env bash
# Editors show no false error in any lab: clangd, with compile_flags.txt and .clangd as they lie in
# the repository, has nothing to say of any stub and any solution, and does say something of a
# mistake. VS Code's tasks are JSON, and their problem matcher reads the messages of make run.
# shellcheck disable=SC2317 # functions called by their names
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
work=build/tests/editors
rm -rf "$work"
mkdir -p "$work/03_constant_gemv"

for file in .vscode/*.json; do
    ok "$file is JSON" jq -e . "$file"
done
matcher=$(jq -r '[.tasks[].problemMatcher | objects | .pattern.regexp] | unique | .[]' .vscode/tasks.json)
ok "one problem matcher" test "$(wc -l <<<"$matcher")" = 1
matches() { grep -qP -- "$matcher" <<<"$1"; }
ok "it reads a finding" matches '        labs/01_naive_gemv/naive_gemv.cu:75: reads A[1], past the end: A has 1 element'
ok "and a compiler's error" matches 'labs/01_naive_gemv/naive_gemv.cu:75:12: error: expected a ;'
ok "not a step's line" test "$(grep -cP -- "$matcher" <<<'step 1  gemv_naive           wrong')" = 0

if ! command -v clangd >/dev/null; then
    echo "skipped: clangd is not here, so that no file was checked (make setup DEV=1 installs it)"
    finish
fi
# What clangd says of a file; its own trials of refactorings ("tweak:") say nothing of the file.
said_by_clangd() { timeout 120 clangd --check="$1" --check-lines=1-1 2>&1 | grep -E '^E\[' | grep -vE 'tweak: '; }
silent() {
    local said
    said=$(said_by_clangd "$1")
    [ -z "$said" ] || { echo "$said" | head -n 5 && return 1; }
}
for file in labs/[0-9]*/*.cu solutions/[0-9]*/*.cu; do
    ok "clangd: $file" silent "$file"
done
sed 's/gridDim\.y \* (long)PART/gridDimension * (long)PART/' solutions/04_shared_gemv/shared_gemv.cu >"$work/03_constant_gemv/mistake.cu"
ok "clangd finds a mistake" grep -q gridDimension < <(said_by_clangd "$work/03_constant_gemv/mistake.cu")
finish
