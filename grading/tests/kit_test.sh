#!/usr/bin/env bash
# What students get: build/student-kit.tar.gz holds no solution, and in it make, run, hint, doctor,
# watch, emulate and view work without the rest of the repository.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
unset "${!GRADE_@}" MAKEFLAGS MAKELEVEL LAB STEP TREE SIZE 2>/dev/null

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ok "make student-kit" make -s student-kit
tar -C "$scratch" -xzf build/student-kit.tar.gz || exit 1
kit=$scratch/cuda-labs

ok "it has no more than 150 files: $(find "$kit" -type f | wc -l)" test "$(find "$kit" -type f | wc -l)" -le 150
cp -r "$kit" "$scratch/cut"
expect "the first make unpacks the rest" 0 "Next: lab 01, step 0" make -s -C "$kit"
ok "all of it" diff <(cd common/emulator && find . -type f | sort) <(cd "$kit/common/emulator" && find . -type f | sort)
tar -C "$scratch/cut" -xzf "$kit/common/parts.tar.gz" common/emulator/emulator.c
expect "what was cut short is unpacked again" 0 "Next: lab 01, step 0" make -s -C "$scratch/cut"
ok "the whole of it" diff -r --exclude=build "$kit" "$scratch/cut"

dead=$(grep -roE ' src="[^":]+"' "$kit/book" --include='*.html' | sed -E 's/: src="/ /; s/"$//' | sort -u | while read -r page file; do
    [ -e "${page%/*}/${file%%#*}" ] || echo "${page#"$kit"/} $file"
done)
ok "the book has its pictures: $(head -n 3 <<<"$dead" | tr '\n' ',')" test -z "$dead"

# ---- what is in it

# Three lines in a row that a solution has and its stub has not, wherever they stand: FILE:LINE.
# Markup and white space at the ends do not count, nor do lines with less than 60 characters
# together, such as two braces after a return.
leaks() { # FOLDER FILES…
    local folder=$1
    shift
    printf '%s\n' "$@" | awk -v folder="$folder" '
        function bare(line) { gsub(/\/\*[{}]*\*\//, "", line); gsub(/[ \t]+/, " ", line); gsub(/^ | $/, "", line); return line }
        function scan(file, what,  line, last, before, number) {
            last = before = ""
            number = 0
            while ((getline line < file) > 0) {
                line = bare(line)
                number++
                if (what == "stub") stub[line]
                else if (what == "solution") {
                    if (!(line in stub) && !(last in stub) && !(before in stub) && length(before last line) >= 60) run[before "\n" last "\n" line]
                } else if ((before "\n" last "\n" line) in run) print file ":" number
                before = last
                last = line
            }
            close(file)
        }
        BEGIN {
            while (("ls labs/*/*.cu" | getline file) > 0) {
                derived = "awk -f common/tools/authors/stub.awk " file
                sub(/labs/, "solutions", derived)
                while ((derived | getline line) > 0) stub[bare(line)]
                close(derived)
            }
            while (("ls solutions/*/*.cu" | getline file) > 0) scan(file, "solution")
            for (r in run) count++
            if (count < 200) print "only " count " passages to look for"
        }
        { scan(folder "/" $0, "kit") }'
}
# The pages are left out of this: their last hints come close to a solution on purpose.
mapfile -t files < <(cd "$kit" && find . -type f ! -path './docs/*.md' ! -path './book/*' ! -path './docs/results/*' | sed 's|^\./||')
command -v pandoc >/dev/null && ok "it has the book" test -s "$kit/book/01_naive_gemv.html"
ok "it has files" test "${#files[@]}" -gt 60
found=$(leaks "$kit" "${files[@]}")
ok "no passage of a solution in it: $(head -n 3 <<<"$found" | tr '\n' ' ')" test -z "$found"
cp solutions/06_tiled_transpose/tiled_transpose.cu "$kit/common/planted.h"
ok "a planted solution is found" test -n "$(leaks "$kit" common/planted.h)"
rm "$kit/common/planted.h"
ok "no folder of the instructor's" test -z "$(find "$kit" \( -name solutions -o -name grading -o -name tests -o -name '*mutant*' -o -name instructor.md -o -name '.git' \) -print)"
ok "only files and folders" test -z "$(find "$kit" ! -type f ! -type d -print)"
for solution in solutions/*/*.cu; do
    stub=labs/${solution#solutions/}
    ok "$stub" diff <(awk -f common/tools/authors/stub.awk "$solution") "$kit/$stub"
done
for lab in $(common/tools/lookup/labs.sh steps | cut -f 1 | uniq); do
    recorded=docs/results/counted/$lab.json
    grep -q '"rows":\[\]}$' "$kit/$recorded" || # on a GPU only
        ok "$lab: recorded counters" grep -q '"kind":"solution".*"counters":' "$kit/$recorded"
    ok "of the solution as it is" grep -qF "\"$(cksum <"solutions/$(common/tools/lookup/labs.sh file "$lab")")\"" "$kit/$recorded"
done
about=$(grep -nE 'make (grade|bench|test)|solutions/|\|solutions|DEV=1|tests/|grading/|instructor|^\| points' "$kit/README.md" "$kit/docs/commands.md")
ok "README and commands do not speak of what is not there: $about" test -z "$about"
ok "they say what make run takes" grep -q 'make run LAB=01 .*BACKEND=gpu.*emulator\]. |' "$kit/docs/commands.md"
ok "and have the commands of a kit" test "$(grep -cE '^. .make (check|update) ' "$kit/docs/commands.md")" = 2
absent=$(grep -rnE "the authors'|(every|the) the |make (grade|bench|test|sanitize|student-kit)" "$kit/README.md" "$kit/docs" --include='*.md' | cut -c 1-120)
ok "nor does a page, or words in place of a command: $(head -n 3 <<<"$absent")" test -z "$absent"
dead=$(grep -oE '\]\([^)#: ]+' "$kit"/README.md "$kit"/docs/*.md | sort -u | while IFS=: read -r page link; do
    [ -e "$(dirname "$page")/${link#*(}" ] || echo "${page#"$kit"/} ${link#*(}"
done)
ok "no page points at what is not there: $(head -n 4 <<<"$dead" | tr '\n' ',')" test -z "$dead"
ok "nor does make's list" test -z "$(make -s -C "$kit" help ALL=1 | grep -E '^  make (grade|bench|stubs|pictures|test|student-kit)')"

# ---- what it can do; nothing of this repository is in sight of it
cd "$kit" || exit 2
expect "make" 0 "Next: lab 01, step 0" make -s
expect "run: the stub" 2 "not attempted" make -s run LAB=01 BACKEND=emulator
cp labs/01_naive_gemv/naive_gemv.cu "$scratch/stub.cu"
cp "$OLDPWD/solutions/01_naive_gemv/naive_gemv.cu" labs/01_naive_gemv/
row=$(make -s run LAB=01 STEP=1 BACKEND=emulator 2>&1 | grep -E '^ +1 gemv_naive +[0-9]')
ok "run: the reference's floor, recorded, beside the own one: $row" test "$(awk '{ print NF, $7 == $9 }' <<<"$row")" = "11 1"
cp "$scratch/stub.cu" labs/01_naive_gemv/naive_gemv.cu
for target in run sweep profile; do
    expect "$target: there are no solutions" 2 "a student kit has none" make -s $target LAB=01 STEP=1 TREE=solutions BACKEND=emulator
done
rm labs/02_coalesced_gemv/*.cu
expect "run: a lab's file is gone" 2 "the archive that it came in" make -s run LAB=02 BACKEND=emulator
expect "hint" 0 "TODO 1, hint 1 of" make -s hint LAB=01 STEP=0
expect "doctor" 0 "emulator" make -s doctor BACKEND=emulator
cat >x.cu <<'CU'
#include <cstdio>
__global__ void hello() { printf("hello from thread %d\n", threadIdx.x); }
int main() { hello<<<1, 2>>>(); return cudaDeviceSynchronize(); }
CU
expect "emulate" 0 "hello from thread 1" make -s emulate FILE=x.cu
expect "view" 0 "build/view/x.html" make -s view FILE=x.cu
expect "the program of the first page" 0 "all 1000 elements are right" make -s emulate FILE=docs/programs/vector_add.cu
for page in 00_first_steps glossary; do
    ok "$page.md is in it, and linked in its README" grep -qF "(docs/$page.md)" README.md
done
expect "check: the stub" 2 "lab 01_naive_gemv: 0 of 4 steps pass" make -s check LAB=01 BACKEND=emulator
expect "check: a lab that is not there" 2 "there is no lab '77'" make -s check LAB=01,77 BACKEND=emulator
expect "watch" 124 ": labs/01_naive_gemv" timeout 60 make -s watch LAB=01 STEP=0 BACKEND=emulator
cp "$OLDPWD"/solutions/01_naive_gemv/naive_gemv.cu labs/01_naive_gemv/
expect "run: a learner who is done" 0 " pass" make -s run LAB=01 BACKEND=emulator
sed -i 's/float sum = 0/y[row] = 0/; s/sum \(+= A\)/y[row] \1/; /y\[row\] = sum/d' labs/01_naive_gemv/naive_gemv.cu
expect "run: right, but the idea is not there" 2 "this step may have at most" make -s run LAB=01 STEP=1 BACKEND=emulator
cp "$OLDPWD"/solutions/01_naive_gemv/naive_gemv.cu labs/01_naive_gemv/
expect "check: a learner who is done" 0 "lab 01_naive_gemv: 4 of 4 steps pass" make -s check LAB=1 BACKEND=emulator
expect "check: one lab of two" 2 "lab 03_constant_gemv: 0 of 2 steps pass" make -s check LAB=01,03 BACKEND=emulator
expect "make: what is next is of the lab that ran last" 0 "Next: lab 03, step 1" make -s
cd "$OLDPWD" || exit 2
finish
