#!/usr/bin/env bash
# Who studies alone fills in labs/ itself, and leaves the TODOs' comments in: all points, in a clone
# (make grade) and in a kit (make run). Arguments: the labs; without any, all.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
unset "${!GRADE_@}" MAKEFLAGS MAKELEVEL LAB STEP TREE SIZE 2>/dev/null
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# 09/hopper is skipped without a Hopper GPU
[ $# -gt 0 ] || mapfile -t all < <(common/tools/lookup/labs.sh steps | awk '!seen[$7]++ && $7 != "09/hopper" { print $7 }')
labs=("$@" "${all[@]}")
fill_in() { # FOLDER: its labs/
    local solution
    for solution in solutions/[0-9]*/*.cu; do
        [ -e "$1/labs/${solution#solutions/}" ] || continue
        sed -E 's|/\*\{ |/* |; /^ *\/\*\}\*\/ *$/d' "$solution" >"$1/labs/${solution#solutions/}"
    done
}
ok "the kit" make -s student-kit LAB="$(tr ' ' , <<<"${labs[*]}")"
tar -C "$scratch" -xzf build/student-kit.tar.gz || exit 2
mkdir -p "$scratch/clone/build/grading"
cp -a Makefile README.md common docs grading labs solutions "$scratch/clone"
ok "the grader's programs" make -s grader-programs BACKEND=emulator
cp -a build/emulator "$scratch/clone/build"
cp -a build/grading/obj build/grading/*.h build/grading/judge build/grading/runner.emulator.o* "$scratch/clone/build/grading"
cp -a build/emulator "$scratch/cuda-labs/build" 2>/dev/null
fill_in "$scratch/clone"
fill_in "$scratch/cuda-labs"
ok "the comments are there" grep -q '/[*] TODO 1:' "$scratch/clone/labs/01_naive_gemv/naive_gemv.cu"
for lab in "${labs[@]}"; do
    make -s -C "$scratch/clone" grade LAB="$lab" BACKEND=emulator QUIET=1 >"$scratch/said" 2>&1
    # LAB 1 of 1 PASS BUT WRONG MISSING SKIPPED HAVE of MOST
    # shellcheck disable=SC2016 # awk's
    ok "clone, lab $lab: full points" awk 'NF == 12 && $11 == "of" && $10 > 0 && $10 == $12 && !($6 + $7 + $8 + $9) { all = 1 } END { exit !all }' "$scratch/said"
    expect "kit, lab $lab" 0 " pass" make -s -C "$scratch/cuda-labs" run LAB="$lab" BACKEND=emulator
done
finish
