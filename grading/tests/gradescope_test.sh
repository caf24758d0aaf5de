#!/usr/bin/env bash
# make gradescope-autograder: its archive, unpacked and run as Gradescope does it: setup.sh once,
# run_autograder for each submission, with an empty environment. Where namespaces can be made, and
# where they cannot. On this system, or, for root, in a clean one:
#   debootstrap --variant=minbase bookworm /tmp/clean && grading/tests/gradescope_test.sh /tmp/clean
set -u
cd "$(dirname "$0")/../.." || exit 2
clean=${1:-}
if [ -n "$clean" ] && [ -z "${MOUNTED:-}" ]; then
    MOUNTED=1 exec unshare -m bash "$0" "$clean"
fi
. common/tests/expect.sh
unset "${!GRADE_@}" MAKEFLAGS MAKELEVEL LAB STEP TREE SIZE 2>/dev/null
if ! command -v unzip >/dev/null || ! command -v zip >/dev/null || ! command -v jq >/dev/null; then
    echo "skipped: zip, unzip or jq is not installed"
    ok "the scripts are there" test -x grading/handout/gradescope/run_autograder
    finish
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 0711 "$scratch"
top=$scratch/autograder inside=(env -i "AUTOGRADER=$top" HOME=/root PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin)
if [ -n "$clean" ]; then
    mount --bind /proc "$clean/proc" && mount --bind /dev "$clean/dev" || exit 2
    cp /etc/resolv.conf /etc/hosts "$clean/etc"
    top=$clean/autograder inside=(chroot "$clean" env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin)
fi
seen=${top#"$clean"} # as those inside see it
alone=${clean:-$scratch}/no_namespaces
ok "a program that forbids namespaces" gcc -static -std=gnu11 -O1 grading/tests/no_namespaces.c -o "$alone"
alone=${alone#"$clean"}

# ---- the image
ok "make gradescope-autograder" make -s gradescope-autograder LAB=01
rm -rf "$top"
mkdir -p "$top/source" "$top/results" "$top/submission"
ok "the archive" unzip -q build/gradescope/autograder.zip -d "$top/source"
cp "$top/source/run_autograder" "$top"
echo '{"users": [{"name": "Ann Lee"}]}' >"$top/submission_metadata.json"
[ -z "$clean" ] || "${inside[@]}" apt-get update -q >/dev/null 2>&1 # as Gradescope's own first line does
expect "setup.sh: the reference gets all points" 0 "01_naive_gemv: 20 of 20 points" "${inside[@]}" bash "$seen/source/setup.sh"
ok "no solution stays" test -z "$(find "$top" -path '*solutions*' -name '*.cu' -o -name cuda-labs.tar.gz -o -path '*solutions*' -name '*.o')"
if [ "$(id -u)" = 0 ]; then
    readable=$("${inside[@]}" setpriv --reuid 65534 --regid 65534 --clear-groups find "$seen" -type f -readable 2>/dev/null |
        sed "s|^$seen/source/cuda-labs/||" | grep -vE '^(common/|build/emulator/(compile|headers\.[a-z.]*|libemulator\.a)|build/grading/runner\.emulator\.o)|\.d$')
    ok "others can read headers and the emulator: $(head -n 3 <<<"$readable" | xargs)" test "$(grep -cvE '^(build/emulator/|.*/run_autograder$|.*/submission_metadata\.json$|LICENSE$)' <<<"$readable")" -le 1
else
    echo "skipped: only root can try what another user can read"
fi

# ---- submissions
hand_in() { # FILE NAME: it is the only one
    rm -rf "$top/submission"
    mkdir -p "$top/submission"
    cp "$1" "$top/submission/$2"
}
results=$top/results/results.json
graded() { # NAME POINTS [PREFIX]: of 20
    rm -f "$results"
    (cd "$top" && "${inside[@]}" "${@:3}" bash -c "cd $seen && ./run_autograder") >"$scratch/said" 2>&1
    local status=$?
    ok "$1: exit status 0: $(tail -n 2 "$scratch/said")" test $status = 0
    ok "$1: $2 points" jq -e ".score == $2 and ([.tests[].max_score] | add) == 20" "$results"
    wrong=$(jq -r -f grading/tests/gradescope.jq "$results" 2>&1)
    ok "$1: as Gradescope's specification has it: $wrong" test -z "$wrong"
    ok "$1: time, and who sees what" jq -e '(.execution_time > 0 or .score == 0) and .visibility == "visible" and .stdout_visibility == "hidden"' "$results"
    ok "$1: nothing that is the instructor's" bash -c "! grep -iE 'isolat|bubblewrap|seed|$seen' '$results'"
    ok "$1: nothing stays but the result" test ! -e "$top/private"
}
solution=solutions/01_naive_gemv/naive_gemv.cu
hand_in $solution naive_gemv.cu
graded "the solution" 20
graded "the solution, without namespaces" 20 "$alone"
sed 's/sum +=/sum -=/' $solution >"$scratch/wrong.cu"
ok "it is another text" test "$(cmp $solution "$scratch/wrong.cu" | wc -l)" = 1
hand_in "$scratch/wrong.cu" naive_gemv.cu
graded "a wrong kernel" 10 "$alone"
ok "it is told what is wrong" jq -e '.tests[1].output | test("^wrong: .*y")' "$results"
hand_in labs/01_naive_gemv/naive_gemv.cu "naive_gemv (1).cu"
graded "the stub" 0
sed '1i #include "../../../../solutions/01_naive_gemv/naive_gemv.cu"' $solution >"$scratch/reads.cu"
hand_in "$scratch/reads.cu" naive_gemv.cu
graded "a file that includes a solution" 0 "$alone"
hand_in LICENSE notes.txt
graded "no file of the lab" 0

# ---- what is our fault is no grade
mkdir "${clean:-$scratch}/broken"
printf '#!/bin/sh\nexit 2\n' >"${clean:-$scratch}/broken/make"
chmod +x "${clean:-$scratch}/broken/make"
broken=${clean:+/broken}
rm -f "$results"
hand_in $solution naive_gemv.cu
expect "make grade fails: so does run_autograder" 1 "could not be graded" "${inside[@]}" "PATH=${broken:-$scratch/broken}:/usr/bin:/bin" "$seen/run_autograder"
ok "and there is no result" test ! -e "$results"
rm -rf "${clean:-$scratch}/broken"

# ---- the check of results.json finds mistakes
for bad in '{}' '[]' '{"score":"3"}' '{"score":1,"visibility":"all"}' '{"tests":[{"max_score":1}]}' '{"score":1,"tests":[{"score":1,"status":"ok"}]}' \
    '{"score":1,"points":2}' '{"score":1,"tests":[{"score":1,"number":1}]}' '{"score":1,"execution_time":"1 s"}'; do
    ok "a wrong results.json is found: $bad" test -n "$(jq -r -f grading/tests/gradescope.jq <<<"$bad" 2>&1)"
done
finish
