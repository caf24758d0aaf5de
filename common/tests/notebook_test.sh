#!/usr/bin/env bash
# docs/notebook.ipynb: what it fills in for the TODOs of labs 01 and 02 is in the end what the solutions have; and, where
# Jupyter is there, all of its cells run in the emulator, in a copy of the project, and show what they are to show.
set -u
. common/tests/expect.sh
notebook=docs/notebook.ipynb
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for file in 01_naive_gemv/naive_gemv.cu 02_coalesced_gemv/coalesced_gemv.cu; do
    mkdir -p "$work/filled/labs/${file%/*}" && cp "labs/$file" "$work/filled/labs/$file"
done
jq -r '.cells[] | select(.cell_type == "code") | .source | join("") | select(test("^(import re|fill)"))' $notebook >"$work/fill.py"
ok "the notebook fills in its TODOs" env -C "$work/filled" python3 ../fill.py
# A solution without its TODOs' comments and marks, up to the step after STEP. FILE STEP
solved() {
    awk -v last="$2" '/^#if LAB_STEP/ && $2 > "LAB_STEP(" last ")" { exit }
        /\/\*\{ TODO/ { comment = 1 } !comment && !/^ *\/\*}\*\/$/ { print } /\*\/$/ { comment = 0 }' "$1"
}
for file in 01_naive_gemv/naive_gemv.cu 02_coalesced_gemv/coalesced_gemv.cu; do
    ok "the notebook solves labs/$file" diff <(solved "$work/filled/labs/$file" 2) <(solved "solutions/$file" 2)
done
ok "the notebook is committed without outputs" jq -e '[.cells[] | .outputs // [] | length] | add == 0' $notebook
PATH=/usr/bin:$PATH # Debian's Jupyter is for Debian's Python
if ! command -v jupyter-nbconvert >/dev/null || ! python3 -c 'import ipykernel' 2>/dev/null; then
    echo "skipped: there is no Jupyter here (make setup DEV=1): the notebook was not run"
    finish
fi

make -s BACKEND=emulator build/emulator/headers.folder build/emulator/libemulator.a build/emulator/main.o || bad "the emulator does not build"
mkdir "$work/project"
git ls-files -co --exclude-standard | tar -cf - --no-recursion -T - 2>/dev/null | tar -xf - -C "$work/project"
for file in 01_naive_gemv/naive_gemv.cu 02_coalesced_gemv/coalesced_gemv.cu; do
    awk -f common/tools/authors/stub.awk "solutions/$file" >"$work/project/labs/$file"
done
mkdir -p "$work/project/build" && cp -a build/emulator "$work/project/build/"
rm -rf "$work/project/build/emulator/labs"
export BACKEND=emulator HOME=$work NVCC=
(cd "$work/project" && jupyter-nbconvert --to notebook --execute --ExecutePreprocessor.timeout=300 --output-dir "$work" $notebook) >"$work/log" 2>&1 ||
    bad "the notebook does not run: $(tail -n 5 "$work/log")"

# What the cell that is called so showed, the n-th of these. CELL N
shown() {
    jq -r --arg cell "$1" --argjson n "$2" '[.cells[] | select(.cell_type == "code" and (.source | join("") | contains($cell)))][$n] |
        [.outputs[] | .text // .data["text/html"] // .traceback] | flatten | join("")' "$work/notebook.ipynb" | sed 's/\x1b\[[0-9;]*m//g'
}
expect "the stub" 0 "not attempted" shown "make run LAB=01 STEP=0" 0
expect "one line" 0 "add_one              pass" shown "make run LAB=01 STEP=0" 1
expect "the first attempt" 0 "past the end" shown "make run LAB=01 STEP=1" 0
expect "the second attempt" 0 "gemv_naive           pass" shown "make run LAB=01 STEP=1" 1
expect "the host program" 0 "host_program         pass" shown "make run LAB=01 STEP=2" 0
ok "lab 02 passes" test "$(shown "!make run LAB=02" 0 | grep -c '^step [12] .* pass')" = 2
expect "its view, inline" 0 "02_coalesced_gemv, step 2" shown "newest_view()" 1
expect "make setup" 0 "" shown "make setup" 0
expect "make doctor" 0 "emulator" shown "make doctor" 0
expect "make hint" 0 "TODO" shown "make hint" 0
expect "the view, inline" 0 "&lt;title" shown "<iframe" 0
ok "no cell ends with an error" jq -e '[.cells[].outputs // [] | .[] | select(.output_type == "error")] | length == 0' "$work/notebook.ipynb"
finish
