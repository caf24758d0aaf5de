#!/usr/bin/env bash
# What is handed out: make student-kit with some labs, hints and answers; make update over a
# student's folder, with kits that are none; make classroom; what gradescope-autograder packs. That
# all of it works is shown by kit_test.sh and gradescope_test.sh, which take minutes.
# shellcheck disable=SC2317,SC2016 # functions that ok calls; that nothing is expanded is the point
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
unset "${!GRADE_@}" MAKEFLAGS MAKELEVEL LAB STEP TREE SIZE HINTS ANSWERS KIT 2>/dev/null
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# ---- what is chosen
ok "make student-kit LAB=01" make -s student-kit LAB=01
cp build/student-kit.tar.gz "$scratch/all.tar.gz"
begin=$SECONDS
ok "once more" make -s student-kit LAB=01
ok "with nothing changed it takes less than 20 s, not $((SECONDS - begin))" test $((SECONDS - begin)) -lt 20
all=build/student-kit/cuda-labs
first=$(head -n 1 $all/VERSION)
ok "the same content has the same version, but for the day" test "${first#* }" = "$(tar -xzOf "$scratch/all.tar.gz" cuda-labs/VERSION | sed "s/[^ ]* //;q")"
ok "all hints and answers are in it" test "$(grep -cE '^### (TODO|Question) ' docs/hints/01_naive_gemv.md)" -gt 1 -a \
    "$(grep -E '^### ' docs/hints/01_naive_gemv.md)" = "$(grep -E '^### ' $all/docs/hints/01_naive_gemv.md)"

ok "make student-kit LAB=01,02 HINTS=1 ANSWERS=0" make -s student-kit LAB=1,02_coalesced_gemv HINTS=1 ANSWERS=0
kit=$scratch/first/cuda-labs
mkdir "$scratch/first" && tar -C "$scratch/first" -xzf build/student-kit.tar.gz
ok "the first make unpacks the rest" make -s -C "$kit"
ok "git does not see what it unpacks" test "$(git -C "$kit" init -q && git -C "$kit" status --porcelain -uall | sed 's/^?? //' | LC_ALL=C sort)" = \
    "$(tar -tzf build/student-kit.tar.gz | sed -n 's|^cuda-labs/\(.*[^/]\)$|\1|p' | LC_ALL=C sort)"
rm -rf "$kit/.git"
ok "these two labs and no other" test "$(echo "$kit"/labs/*)" = "$kit/labs/01_naive_gemv $kit/labs/02_coalesced_gemv"
ok "nor another lab's page" test "$(echo "$kit"/docs/0[1-9]*)" = "$kit/docs/01_naive_gemv.md $kit/docs/01_naive_gemv_errors.md $kit/docs/02_coalesced_gemv.md"
ok "nor its results" test -z "$(find "$kit/docs/results" -name '0[3-9]_*_*')"
ok "nor an answer, nor a link to one" test -z "$(grep -rE '^## Answers|^### Question|#answers|#question' "$kit/docs")"
ok "it has another version" test "$first" != "$(head -n 1 "$kit/VERSION")"
for page in 01_naive_gemv 02_coalesced_gemv; do
    todos=$(grep -cE '^### TODO [0-9]+, hint 1$' "docs/hints/$page.md")
    ok "$page: the first hint of each TODO" test "$todos" -gt 0 -a "$todos" = "$(grep -cE '^### TODO [0-9]+, hint 1$' "$kit/docs/hints/$page.md")"
    ok "$page: and no other" test "$todos" = "$(grep -c '^###' "$kit/docs/hints/$page.md")"
    # a line of each answer or second hint that stands nowhere else
    awk '/^### TODO/ { take = $5 > 1 } /^### Question/ { take = 1 } take && !/^#/ && length > 40' "docs/hints/$page.md" | sort | uniq -u >"$scratch/withheld"
    ok "$page: there are lines to withhold" test "$(wc -l <"$scratch/withheld")" -gt 20
    ok "$page: none of them is in it" test -z "$(grep -rhxFf "$scratch/withheld" "$kit/docs" --include="$page.md")"
    ok "$page: the questions are" test "$(grep -c '^\*\*Question ' "$kit/docs/$page.md")" = "$(grep -c '^### Question ' "docs/hints/$page.md")"
done
command -v pandoc >/dev/null && ok "the README names the book" grep -q "book/index.html" "$scratch/first/cuda-labs/README.md"
mkdir "$scratch/bin" && find /usr/local/bin /usr/bin /bin -maxdepth 1 ! -name pandoc -exec ln -sft "$scratch/bin" {} +
ok "make student-kit LAB=01 HINTS=0, without pandoc" env PATH="$scratch/bin" make -s student-kit LAB=01 HINTS=0
ok "names no book that it does not have" test -z "$(grep -rl "book/index.html" $all --include=*.md)"
ok "without hints, but with answers" test "$(grep '^##' $all/docs/hints/01_naive_gemv.md)" = "$(sed -n '/^## Answers/,$ { /^##/p }' docs/hints/01_naive_gemv.md)"
expect "there make hint says so" 2 "docs/hints/01_naive_gemv.md has none" make -s -C $all hint LAB=01
expect "a lab that is not there" 2 "there is no lab '77'" make -s student-kit LAB=01,77
expect "hints that are no number" 2 "HINTS=some: give a whole number" make -s student-kit LAB=01 HINTS=some
expect "answers that are neither" 2 "ANSWERS=no: for a kit it is 0" make -s student-kit LAB=01 ANSWERS=no

# ---- what it names, it has
strangers() { # FOLDER: commands in back quotes, or at the beginning of a line of a page's programs
    (cd "$1" && grep -rhoE '`make [a-z][a-z-]*|^make [a-z][a-z-]*|TREE=(labs|solutions)|make [a-z]+ DEV=1' --include='*.md' --include='*.sh' --include='*.awk' \
        --include='*.h' --include='*.yml' . | sed 's/^`//' | sort -u |
        grep -vxE "make ($(sed -n 's/^\([a-z-]*\):.*##.*/\1/p' Makefile common/tools/kit.mk | sort -u | xargs | tr ' ' '|'))")
}
ok "no page and no script names a command that is not there: $(strangers "$kit" | xargs)" test -z "$(strangers "$kit")"
echo 'Run `make grade` now.' >"$kit/planted.md"
ok "such a name is found" test "$(strangers "$kit")" = "make grade"
rm "$kit/planted.md"
# A page is written without such commands: words put in their place do not fit every sentence.
patched() { grep -rnE "the authors'|(every|the) the " "$1" --include='*.md' --include='*.html'; }
ok "no page has words put in a command's place: $(patched "$kit" | cut -c 1-120 | head -n 3)" test -z "$(patched "$kit")"
sed '1s/.*/`make bench` measured the solutions:/' "$kit/docs/view.md" | sed -f grading/handout/kit.sed -f grading/handout/kit_comments.sed >"$kit/docs/planted.md"
ok "such words are found" grep -q 'planted.md:1:' <(patched "$kit")
rm "$kit/docs/planted.md"
# … nor does any message, in whatever language: targets of this repository that a kit has not
targets() { sed -n 's/^\([a-z-]*\):.*##.*/\1/p' "$@" | sort -u; }
lacking=$(comm -23 <(targets Makefile common/tools/authors.mk grading/grading.mk) <(targets "$kit/Makefile" "$kit/common/tools/kit.mk") | paste -sd '|')
ok "a kit has not all targets" grep -q 'grade|.*test' <<<"$lacking"
named() { grep -rnIE "make ($lacking)([^a-z-]|$)|TREE=solutions" "$kit" --include='*.[ch]' --include='*.cu' --include='*.mk' --include='*.md' --include=Makefile; }
ok "no message names one: $(named | cut -c 1-120 | head -n 3)" test -z "$(named)"
echo '/* make bench LAB=01 */' >"$kit/common/planted.h"
ok "such a message is found" grep -q 'planted.h:1:' <(named)
rm "$kit/common/planted.h"
expect "make shows the version" 0 "This kit: $(head -n 1 "$kit/VERSION")" make -s -C "$kit"
ok "make names nothing else" test -z "$(make -s -C "$kit" | grep -E 'make (grade|bench|test|stubs|student)|solutions')"
ok "MANIFEST is right" bash -c "cd '$kit' && sha256sum -c --strict --quiet MANIFEST"

# ---- update: over a student's work
sign() { # in a kit's folder
    find . -type f ! -name 'MANIFEST*' ! -name VERSION | sed 's|^\./||' | xargs sha256sum | LC_ALL=C sort -k 2 >MANIFEST.new &&
        mv MANIFEST.new MANIFEST && hash=$(sha256sum <MANIFEST) && echo "2027-01-02 ${hash:0:12}" >VERSION
}
pack() { # FOLDER ARCHIVE: a kit that has changed, unpacked, made whole again
    (cd "$1" && tar -tzf common/parts.tar.gz >../parts && tar -czf common/parts.tar.gz -T ../parts && xargs rm <../parts &&
        find . -type d -empty -delete && sign) && tar -C "$1/.." -czf "$2" cuda-labs
}
second=$scratch/second/cuda-labs
mkdir "$scratch/second" && tar -C "$scratch/second" -xzf "$scratch/all.tar.gz" && tar -C "$second" -xzf "$second/common/parts.tar.gz"
cp -r "$kit/labs/02_coalesced_gemv" "$second/labs/03_another_lab"
echo "// a new line" >>"$second/labs/01_naive_gemv/naive_gemv.cu"
echo "/* mended */" >>"$second/common/lab.h"
echo "/* mended */" >>"$second/common/lab/verdict.h"
rm "$second/docs/glossary.md" "$second/docs/measuring.md"
printf '\n## 2027-01-02\n\n- A mistake is mended.\n' >>"$second/docs/release_notes.md"
cp "$second/common/lab/verdict.h" "$scratch/mended.h"
pack "$second" "$scratch/second.tar.gz"
(
    cd "$kit" || exit
    mkdir -p build/progress build/hints build/emulator/labs build/gpu
    echo "0 pass emulator" | tee build/progress/01_naive_gemv >build/hints/01_naive_gemv
    touch build/emulator/labs/old.o build/gpu/old.o labs/01_naive_gemv/notes.txt mine.cu
    echo "// mine" >>labs/01_naive_gemv/naive_gemv.cu
    echo "// mine" | tee -a common/lab/verdict.h >>docs/measuring.md
)
mine=(labs/01_naive_gemv/naive_gemv.cu labs/02_coalesced_gemv/coalesced_gemv.cu labs/01_naive_gemv/notes.txt mine.cu
    build/progress/01_naive_gemv build/hints/01_naive_gemv docs/measuring.md)
hashes() { (cd "$kit" && sha256sum "${mine[@]}"); }
before=$(hashes)
cp "$kit/common/lab/verdict.h" "$scratch/verdict.h"
cp -r "$kit" "$scratch/spare"
update() { make -s -C "$kit" update "$@"; }
old=$(head -n 1 "$kit/VERSION")
update KIT="$scratch/second.tar.gz" >"$scratch/said"
ok "update succeeds" test $? = 0
ok "what is the student's is as it was" test "$before" = "$(hashes)"
ok "what is the kit's is new" cmp "$kit/common/lab.h" "$second/common/lab.h"
ok "what the student had changed there, too" cmp "$kit/common/lab/verdict.h" "$scratch/mended.h"
ok "and theirs is kept" cmp "$scratch/verdict.h" "$(find "$kit/build/backup" -name verdict.h)"
ok "a lab that they had not is there" test -e "$kit/labs/03_another_lab/coalesced_gemv.cu"
ok "a stub that has changed lies beside" cmp "$kit/build/stubs/labs/01_naive_gemv/naive_gemv.cu" "$second/labs/01_naive_gemv/naive_gemv.cu"
ok "what the new kit has not is gone" test ! -e "$kit/docs/glossary.md"
ok "objects of the old kit are gone" test ! -e "$kit/build/emulator" -a ! -e "$kit/build/gpu"
ok "the version is the new one" cmp "$kit/VERSION" "$second/VERSION"
expect "twice is once" 0 "nothing is different" update KIT="$scratch/second.tar.gz"
for text in "Kit $old -> 2027-01-02 " "  replaced  common/lab.h" "  new       labs/03_another_lab/coalesced_gemv.cu" \
    "  replaced  common/lab/verdict.h: you had changed it; yours is build/backup/kit-" \
    "  kept      labs/01_naive_gemv/naive_gemv.cu: yours. The TODOs have changed" "  removed   docs/glossary.md" \
    "  kept      docs/measuring.md: the new kit has no such file, but you had changed it" "- A mistake is mended."; do
    ok "update says: $text" grep -qF -- "$text" "$scratch/said"
done

# ---- archives that are no kits: nothing is changed
rm -rf "$kit" && cp -r "$scratch/spare" "$kit"
tree() { (cd "$kit" && find . -type f -exec sha256sum {} + | sort) | sha256sum; }
untouched=$(tree)
refuses() { # NAME TEXT ARCHIVE
    expect "refused: $1" 2 "$2" update KIT="$3"
    ok "refused: $1: nothing has changed" test "$untouched" = "$(tree)"
}
spoilt() { # NAME TEXT COMMAND…: a kit to which COMMAND did something, packed as it is
    rm -rf "$scratch/bad" && mkdir "$scratch/bad" && cp -r "$second" "$scratch/bad"
    (cd "$scratch/bad/cuda-labs" && "${@:3}") && tar -C "$scratch/bad" -czf "$scratch/bad.tar.gz" cuda-labs
    refuses "$1" "$2" "$scratch/bad.tar.gz"
}
packed() { # NAME TEXT OPTIONS of tar, for a kit with strange names
    tar -C "$scratch/second" -czf "$scratch/bad.tar.gz" "${@:3}" cuda-labs
    refuses "$1" "$2" "$scratch/bad.tar.gz"
}
refuses "no archive is named" "which archive" ""
refuses "there is none" "there is no such file" "$scratch/none.tar.gz"
refuses "a folder" "there is no such file" "$scratch"
echo "no archive" >"$scratch/text.tar.gz"
no_room() { (ulimit -f 100 && update KIT="$scratch/second.tar.gz"); }
expect "refused: no room" 2 "Is the disk full?" no_room
ok "refused: no room: nothing has changed" test "$untouched" = "$(tree)"
refuses "a text" "no whole .tar.gz" "$scratch/text.tar.gz"
head -c 20000 "$scratch/second.tar.gz" >"$scratch/half.tar.gz"
refuses "half of one" "no whole .tar.gz" "$scratch/half.tar.gz"
head -c 70000000 /dev/zero | gzip -1 >"$scratch/bomb.tar.gz"
refuses "a bomb" "more than 64 MiB" "$scratch/bomb.tar.gz"
tar -czf "$scratch/other.tar.gz" LICENSE
refuses "something else" "a name that no kit has (LICENSE)" "$scratch/other.tar.gz"
spoilt "a symbolic link" "neither a file nor a folder" ln -s /etc/passwd docs/link
spoilt "a hard link" "neither a file nor a folder" ln Makefile docs/hard
spoilt "a pipe" "neither a file nor a folder" mkfifo docs/pipe
spoilt "a blank in a name" "a name that no kit has" touch "docs/a b"
spoilt "a line's end in a name" "a name that no kit has" touch docs/a$'\n'b
spoilt "a name that is a command" "a name that no kit has" touch 'docs/$(touch ran)'
spoilt "a file that is damaged" "it is damaged (common/lab.h" sed -i 's/mended/broken/' common/lab.h
spoilt "a file that is missing" "it is damaged" rm docs/view.md
spoilt "a file too many" "does not list what it holds (docs/more.md)" touch docs/more.md
linked_within() { ln -s /etc/passwd common/link && tar -czf common/parts.tar.gz common/link && rm common/link && sign; }
spoilt "a link in the archive within it" "neither a file nor a folder" linked_within
spoilt "no VERSION" "it has no VERSION" rm VERSION
spoilt "another kit's VERSION" "is of another kit" cp "$kit/VERSION" .
packed "a way up" "a name that no kit has" -P --transform='s|^cuda-labs/LICENSE|cuda-labs/../LICENSE|'
packed "a path from the top" "a name that no kit has" -P --transform='s|^cuda-labs/LICENSE|/tmp/LICENSE|'
expect "in the project itself" 2 "is the whole project" "$PWD/grading/handout/update.sh" "$scratch/second.tar.gz"

# ---- a template for GitHub
ok "make classroom" make -s classroom LAB=01,02
flow=build/classroom/.github/workflows/check.yml
ok "the kit is in it" cmp build/classroom/MANIFEST build/student-kit/cuda-labs/MANIFEST
# https://docs.github.com/actions/reference/workflow-syntax-for-github-actions: what must be there
for key in '^on:' '^jobs:' '^  lab:' '^    runs-on: ubuntu-latest$' '^    steps:' '^      - uses: actions/checkout@v[0-9]*$' '^        run: make setup$'; do
    ok "check.yml has $key" test "$(grep -c "$key" $flow)" = 1
done
ok "check.yml names the labs" grep -qx ' *lab: \["01", "02"\]' $flow
ok "check.yml has no place left open" test -z "$(grep '@' $flow | grep -v checkout@)"
tar -C build/classroom -xzf build/classroom/common/parts.tar.gz
ok "its commands are the kit's" test -z "$(strangers build/classroom)"
if command -v yamllint >/dev/null; then
    ok "yamllint" yamllint -s -d '{extends: default, rules: {document-start: disable, line-length: {max: 100}}}' $flow
else
    echo "skipped: yamllint is not installed"
fi

# ---- the instructor's page: its commands (that of all labs is kit_test.sh's)
commands=$(sed -n '/^## Hand out/,/^## Collect/p' docs/instructor.md | grep -E '^make (student-kit|classroom|gradescope-autograder) LAB=')
ok "docs/instructor.md has one of each" test "$(cut -d ' ' -f 2 <<<"$commands" | sort -u | wc -l)" = 3
while read -r _ words; do
    # shellcheck disable=SC2086 # words
    ok "docs/instructor.md: make $words" make -s $words
done <<<"$commands"

# ---- an autograder for Gradescope
if command -v zip >/dev/null && command -v unzip >/dev/null; then
    ok "make gradescope-autograder" make -s gradescope-autograder LAB=01,02
    mkdir "$scratch/zip" && unzip -q build/gradescope/autograder.zip -d "$scratch/zip"
    ok "setup.sh and run_autograder are at its top, to be run" test -x "$scratch/zip/setup.sh" -a -x "$scratch/zip/run_autograder"
    tar -tzf "$scratch/zip/cuda-labs.tar.gz" >"$scratch/names"
    ok "the grader is in it" grep -qx cuda-labs/grading/judge/judge.c "$scratch/names"
    ok "its tests are not" test -z "$(grep /tests/ "$scratch/names")"
    ok "of the solutions, those two" test "$(grep -c '^cuda-labs/solutions/.*\.cu' "$scratch/names")" = 2
    expect "a lab that is not there" 2 "there is no lab '77'" make -s gradescope-autograder LAB=77
else
    echo "skipped: zip is not installed"
fi
finish
