#!/usr/bin/env bash
# The learner's loop (progress, hints, watch): hints for every TODO, tables and plots that are
# what their programs make of results. Everything that is written goes to a copy in a temporary
# folder.
# shellcheck disable=SC2317,SC2016 # functions that ok and expect call; text that somebody else expands
set -u
. common/tests/expect.sh
top=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
copy=$scratch/copy
mkdir -p "$copy"
cp -r Makefile README.md docs labs solutions .devcontainer "$copy"
ln -s "$top/common" "$copy/common"
mkdir -p "$copy/grading/tests" && cp grading/grading.mk "$copy/grading" && cp grading/tests/tests.mk "$copy/grading/tests"
ladder() { common/tools/lookup/labs.sh steps; }
labs=$(ladder | awk '!seen[$1]++ { print $1 }')

# ---- hints: enough for every TODO, numbered from 1 without gaps, under the step in which the stub has the TODO, and none for another
todos_of() { # LAB: step and TODO, as its stubs have them
    awk '/^#if [(]?LAB_STEP\(/ { step = $0; sub(/^[^0-9]*/, "", step); sub(/[^0-9].*/, "", step) }
        { line = $0; while (match(line, /TODO [0-9]+:/)) { print step, substr(line, RSTART + 5, RLENGTH - 6); line = substr(line, RSTART + RLENGTH) } }' "$top/labs/$(ladder | awk -v lab="$1" '$1 == lab { print $6; exit }')"
}
hints_of() { # PAGE: step, TODO, number, as it has them
    awk '/^## / { step = $2 == "Step" ? $3 + 0 : "nowhere" } /^### TODO/ { sub(/,/, "", $3); print step, $3, $5 }' "$1"
}
hints_cover() { # LAB PAGE LEAST
    awk -v least="$3" 'NR == FNR { has[$1 " " $2]; todos++; next }
        !($1 " " $2 in has) { print "a hint for step " $1 ", TODO " $2 ", which the stub has not"; bad = 1 }
        $3 != ++count[$1 " " $2] { print "step " $1 ", TODO " $2 ": hint " $3 " where " count[$1 " " $2] " is due"; bad = 1 }
        END { for (todo in has) if (count[todo] < least) { print "step and TODO " todo ": " count[todo] + 0 " hints"; bad = 1 }
            exit bad || !todos }' <(todos_of "$1") <(hints_of "$2")
}
questions_are_answered() { # LAB: each question of the page has an answer, and none is asked twice
    local pages=("docs/$1.md") page
    for page in docs/"$1"_*.md; do # parts of it that have pages of their own
        page=${page%.md}
        [ ! -e "$page.md" ] || [[ $'\n'$labs$'\n' == *$'\n'"${page#docs/}"$'\n'* ]] || pages+=("$page.md")
    done
    diff <(grep -ohE '^\*\*Question [0-9]+' "${pages[@]}" | grep -oE '[0-9]+' | sort -n) <(sed -n 's/^### Question //p' "docs/hints/$1.md")
}
for lab in $labs; do
    ok "$lab: at least three hints for every TODO" hints_cover "$lab" "docs/hints/$lab.md" 3
    ok "$lab: every question has its answer" questions_are_answered "$lab"
    ok "$lab: the page says where both are" grep -q "(hints/$lab.md).*(hints/$lab.md#answers)" "docs/$lab.md"
done
sed '/^## Step 1/,$d' docs/hints/01_naive_gemv.md >"$scratch/hints.md"
expect "TODOs without a hint are found" 1 "step and TODO 1 4: 0 hints" hints_cover 01_naive_gemv "$scratch/hints.md" 2
sed 's/TODO 2, hint 2/TODO 2, hint 3/; s/TODO 5/TODO 9/' docs/hints/01_naive_gemv.md >"$scratch/hints.md"
expect "a gap is found" 1 "TODO 2: hint 3 where 2 is due" hints_cover 01_naive_gemv "$scratch/hints.md" 2
expect "so is a hint for no TODO" 1 "step 2, TODO 9, which the stub has not" hints_cover 01_naive_gemv "$scratch/hints.md" 2
expect "so is a TODO with too few" 1 "step and TODO 0 1: 3 hints" hints_cover 01_naive_gemv docs/hints/01_naive_gemv.md 4

cd "$copy" || exit 2
hint() { make -s hint BACKEND=emulator ${1:+LAB="$1"} ${2:+STEP="$2"} 2>&1; }
first=$(hint 01)
ok "hints begin with the first" grep -q 'step 0, TODO 1, hint 1 of' <<<"$first"
ok "a hint is text, not markup" bash -c '! grep -qE "^#|^ *\`\`\`" <<<"$1"' _ "$first"
ok "hints advance" grep -q 'TODO 1, hint 2 of' <<<"$(hint 1 0)"
for _ in $(seq 3 "$(hints_of docs/hints/01_naive_gemv.md | grep -c '^0 ')"); do last=$(hint 01 0); done
ok "the last hint has the last text" grep -qF '[...] += ...;' <<<"$last"
ok "code is set in" grep -qE '^      a\[' <<<"$last"
ok "it is the last of its TODO" grep -qE 'TODO 1, hint ([0-9]+) of \1$' <<<"$last"
expect "hints end" 0 "No more hints" hint 01 0
expect "they can start over" 0 "TODO 1, hint 1 of" env RESET=1 common/tools/scripts/hint.sh 01_naive_gemv 0
expect "steps do not share their count" 0 "step 1, TODO 2, hint 1 of" hint 01_naive_gemv 1
expect "an unknown lab" 2 "01_naive_gemv" hint 99
expect "without a lab: the step that is next" 0 "Lab 01_naive_gemv, step 0, TODO 1" hint ""
expect "an unknown step" 2 "Say STEP= and one of: 0 1" hint 01 7
expect "a step as it may be written" 0 "step 1, TODO" hint 01 01

# ---- a hint's paragraphs fill the terminal, at most 100 columns; code and lists stay as they are
filled() { sed '/^```/,/^```/d' "$1" | awk -v columns="$2" -f common/tools/lookup/fill.awk; }
for page in docs/hints/*.md; do
    for columns in 60 100; do
        ok "$page fits $columns columns" test -z "$(filled "$page" "$columns" | awk -v most="$columns" 'NF > 1 && !/^  [|*-]/ && length($0) > most')"
    done
    ok "$page keeps its words" test "$(filled "$page" 60 | tr -s ' \n' ' ')" = "$(filled "$page" 100 | tr -s ' \n' ' ')"
    ok "$page is filled" test "$(filled "$page" 60 | wc -l)" -gt "$(filled "$page" 100 | wc -l)"
done
expect "code is not filled" 0 "      a  b" awk -v columns=40 -f common/tools/lookup/fill.awk <<<$'## Step 1\nx\n```c\na  b\n```\ny'
in_terminal() { script -qec "stty cols $1; RESET=1 common/tools/scripts/hint.sh 08_thread_tiled_gemm 6" /dev/null; }
if ! script -qec true /dev/null >/dev/null 2>&1; then
    echo "skipped: no terminal can be made here: whether a narrow one has shorter lines"
else
    ok "a narrow terminal has shorter lines" test "$(in_terminal 60 | wc -l)" -gt "$(in_terminal 100 | wc -l)"
fi
sed -i 's/TODO 2:/this:/' labs/01_naive_gemv/naive_gemv.cu
expect "a TODO whose comment is gone is passed over" 0 "step 1, TODO 3, hint 1 of" env RESET=1 common/tools/scripts/hint.sh 01_naive_gemv 1
expect "which is said" 0 "Passed over, since its comment is gone from your file: TODO 2." hint 01 1
sed -i 's/TODO [34]:/that:/' labs/01_naive_gemv/naive_gemv.cu
expect "where no comment is left, no TODO is passed over" 0 "step 1, TODO 2, hint 1 of" env RESET=1 common/tools/scripts/hint.sh 01_naive_gemv 1
cp "$top/labs/01_naive_gemv/naive_gemv.cu" labs/01_naive_gemv/
mkdir -p build/progress
echo "0 pass emulator" >build/progress/01_naive_gemv
expect "without a step: the first that does not pass" 0 "step 1," hint 01
echo "2 wrong emulator free" >build/progress/01_naive_gemv # the word that the last run's message has
expect "after memory that was not freed: of freeing" 0 "cudaFree" env RESET=1 common/tools/scripts/hint.sh 01_naive_gemv 2
echo "5 wrong emulator free" >build/progress/07_tiled_gemm
expect "whatever its letters" 0 "TODO 9, hint 3 of" env RESET=1 common/tools/scripts/hint.sh 07_tiled_gemm 5
expect "which is said" 0 "Chosen because of the last run's message" env RESET=1 common/tools/scripts/hint.sh 01_naive_gemv 2
expect "a word of no hint changes nothing" 0 "TODO 5, hint 1 of" sh -c 'sed -i s/free/shuffle/ build/progress/01_naive_gemv; RESET=1 common/tools/scripts/hint.sh 01_naive_gemv 2'
printf '%s pass gpu\n' 0 1 2 3 >build/progress/01_naive_gemv
expect "nothing left to hint at" 0 "Every step of lab 01_naive_gemv passes" hint 01

# ---- a build/ that cannot be written; cleaning
mv build aside && touch build
for target in run hint watch sweep profile; do
    expect "$target without a build/" 2 "build/ cannot be written here" make -s BACKEND=emulator "$target" LAB=01 STEP=1
done
rm build && mv aside build
touch build/.lock build/rest
mkdir -p build/old "$scratch/stuck"
printf '#!/bin/sh\necho "rm: cannot remove build/old: Permission denied" >&2\nexit 1\n' >"$scratch/stuck/rm" && chmod +x "$scratch/stuck/rm"
expect "clean says what it could not remove" 2 "cannot remove build/old" env PATH="$scratch/stuck:$PATH" make -s clean
ok "clean" make -s clean
ok "keeps the lock that a build may wait for, progress and hints" test "$(find build -mindepth 1 -maxdepth 1 | sort | xargs)" = "build/.lock build/hints build/progress"

# ---- progress
progress() { common/tools/scripts/progress.sh "$@"; }
listed() { progress targets 1 | grep -q "^  make $1  *[^ ]"; }
while read -r target; do
    ok "target $target is listed" listed "$target"
done < <(grep -h '^| `make' "$top/docs/commands.md" | grep -o '`make [a-z][a-z-]*' | cut -d ' ' -f 2 | sort -u)
ok "a learner's list is short: ten commands, and how to see all" test "$(progress targets | grep -c '^  make [a-z]')" = 11
ok "… and begins with next" test "$(progress targets | grep -o "make [a-z]*" | head -n 1)" = "make next"
mv grading/grading.mk grading/aside
expect "in a kit, which has no grader, the others are" 0 "make strides " progress targets 1
ok "and nothing complains" test -z "$(progress targets 1 2>&1 >/dev/null)"
ok "progress alone begins with the first lab" test "$(progress | head -n 1)" = "Lab 01_naive_gemv"
mv grading/aside grading/grading.mk
expect "all steps of lab 01 pass" 0 "gemv_naive             pass (gpu)" progress
printf '0 pass gpu\n1 wrong emulator\n' >build/progress/01_naive_gemv
expect "a wrong step is next" 0 "lab 01, step 1 (gemv_naive), which is not right yet: wrong" progress
expect "how to go on" 0 "make run LAB=01 STEP=1" progress
ok "for make next and make run" test "$(progress where)" = "01 1 01_naive_gemv"
printf '0 pass emulator\n1 skipped emulator\n2 pass emulator\n' >build/progress/01_naive_gemv
expect "a step that this machine cannot run is not next" 0 "Next: lab 02, step 1" progress
expect "nor does it count, nor an optional one, which is not next either" 0 "2 of $(($(ladder | grep -cw core) - 1)) steps pass, 1 more need another machine" progress
printf '0 pass emulator -\n1 right_but emulator -\n' >build/progress/01_naive_gemv
expect "right, but" 0 "gemv_naive             right, but … (emulator)" progress
ok "a lab that has not changed" test "$(progress | grep -c 'changed since')" = 0
touch -d '1 minute ago' build/progress/01_naive_gemv
touch labs/01_naive_gemv/naive_gemv.cu
expect "a lab that has changed since it was run" 0 "Lab 01_naive_gemv, changed since it was run" progress
echo "1 pass emulator -" >build/progress/03_constant_gemv
expect "what is next is of the lab that was run last" 0 "Next: lab 03, step 2" progress
expect "and the hint" 0 "Lab 03_constant_gemv, step 2, " hint ""
printf '2 pass emulator -\n' >>build/progress/03_constant_gemv
expect "where all of that passes, of the labs behind it, as make run says" 0 "Next: lab 04, step 1" progress
printf '5 pass emulator -\n6 pass emulator -\n' >build/progress/06_tiled_transpose
expect "a hint of several steps: the first that does not pass" 0 "Lab 06_tiled_transpose, step 8, " common/tools/scripts/hint.sh 06_tiled_transpose 5,6,8-9
expect "several that are not there" 2 "has no step '12'" common/tools/scripts/hint.sh 06_tiled_transpose 5,10-12
rm -r build/progress build/hints
expect "nothing attempted" 0 "step 0  add_one                not attempted" progress
expect "step 0 is next" 0 "Next: lab 01, step 0" progress

# ---- expert files beside a core
expect "a core's file by its id" 0 "labs/08_thread_tiled_gemm/thread_tiled_gemm.cu" common/tools/lookup/source.sh labs/08_thread_tiled_gemm
expect "an expert file by its id" 0 "labs/08_thread_tiled_gemm/hopper.cu" common/tools/lookup/source.sh labs/08_thread_tiled_gemm_hopper
chosen() { make -s -pn BACKEND=emulator help "LAB=$1" 2>/dev/null | sed -n 's/^CHOSEN := //p'; }
for name in 08 8 08_thread_tiled_gemm; do
    expect "LAB=$name is the core" 0 "=08_thread_tiled_gemm=" echo "=$(chosen $name)="
done
for name in 08/hopper 8/hopper 08_thread_tiled_gemm/hopper 08_thread_tiled_gemm_hopper; do
    expect "LAB=$name is the expert file" 0 "=08_thread_tiled_gemm_hopper=" echo "=$(chosen $name)="
    expect "hints for $name" 0 "Lab 08_thread_tiled_gemm_hopper, step 1, TODO " hint $name
done
for name in 08/none 9/thread_tiled_gemm 08/ /hopper 08/hopper/hopper; do
    expect "LAB=$name is none" 2 "There is no lab '$name': there are 01_naive_gemv " make -s run BACKEND=emulator LAB=$name
done
expect "progress names them" 0 "Lab 08_thread_tiled_gemm_hopper, for experts: LAB=08/hopper" progress
mkdir -p build/progress build/emulator/labs/08_thread_tiled_gemm
ladder | awk '$5 == "core" { print $2, "pass emulator" >("build/progress/" $1) }'
expect "an optional step is next after all cores" 0 "Next: lab 01, step 3 (checked_program)" progress
echo "3 pass emulator" >>build/progress/01_naive_gemv
expect "they do not count, and are next after all cores" 0 "Next: lab 07/tensor_cores, step 1 (dgemm_tensor)" progress
expect "with their own file" 0 "edit    labs/07_tiled_gemm/tensor_cores.cu" progress
stand_in_run() { # STATUS: a core whose program ends with it, without a compiler
    printf '#!/bin/bash\nexit %s\n' "$1" >build/emulator/labs/08_thread_tiled_gemm/all.run
    chmod +x build/emulator/labs/08_thread_tiled_gemm/all.run
    touch build/emulator/labs/08_thread_tiled_gemm/all.is_cuda
    MAKE=true common/tools/scripts/run.sh emulator labs 08_thread_tiled_gemm "" ""
}
expect "where all cores pass, an expert file is next" 0 "next: docs/07_tiled_gemm_tensor_cores.md, step 1" stand_in_run 0
sed -i 's/^2 pass/2 wrong/' build/progress/0[39]_*
expect "the next lab's open step is next" 0 "next: docs/09_binary_xnor_gemm.md, step 2; then make run LAB=09 STEP=2" stand_in_run 0
sed -i 's/^6 pass/6 wrong/' build/progress/08_thread_tiled_gemm
expect "and not before" 1 "next: make hint LAB=08 STEP=6, or make view LAB=08 STEP=6" stand_in_run 1
mv labs/08_thread_tiled_gemm/thread_tiled_gemm.cu "$scratch/core.cu"
expect "no expert file stands in for a core" 2 "is missing" common/tools/lookup/source.sh labs/08_thread_tiled_gemm
mv "$scratch/core.cu" labs/08_thread_tiled_gemm/thread_tiled_gemm.cu
rm -r build/progress build/emulator build/hints

# ---- watch: once at the start, again after a save, and then Ctrl-C
printf '#!/bin/bash\necho "$@" >>"%s/runs"\n' "$scratch" >"$scratch/make" && chmod +x "$scratch/make"
runs() { # waits until there are so many
    for _ in $(seq 100); do
        [ "$(wc -l <"$scratch/runs" 2>/dev/null || echo 0)" -ge "$1" ] && return 0
        sleep 0.05
    done
    return 1
}
# bash loses a Ctrl-C that arrives when a command in front of it has just ended
mkdir "$scratch/front"
for tool in cat cksum clear cmp date dirname head ls sha256sum stat; do
    printf '#!/bin/bash\n[ -e "%s/runs" ] && echo %s >>"%s/in_front"\nPATH=%q exec %s "$@"\n' \
        "$scratch" "$tool" "$scratch" "$PATH" "$tool" >"$scratch/front/$tool"
done
chmod +x "$scratch"/front/*
set -m
PATH=$scratch/front:$PATH MAKE=$scratch/make common/tools/scripts/watch.sh 01_naive_gemv >"$scratch/watch" 2>&1 &
watcher=$!
set +m
ok "watch runs the lab" runs 1
sleep 0.3
cp labs/01_naive_gemv/naive_gemv.cu labs/01_naive_gemv/new && echo >>labs/01_naive_gemv/new
mv labs/01_naive_gemv/new labs/01_naive_gemv/naive_gemv.cu
ok "and again after a save" runs 2
kill -INT -- "-$watcher"
wait "$watcher"
ok "it waits for nothing but its helpers" test ! -e "$scratch/in_front"
ok "Ctrl-C ends it" test $? = 0
ok "with a word" grep -q "No longer watching labs/01_naive_gemv/naive_gemv.cu" "$scratch/watch"
ok "it ran what was asked" grep -qx -- "--no-print-directory run LAB=01_naive_gemv TREE=labs" "$scratch/runs"
expect "a lab without a file" 2 "is missing" common/tools/scripts/watch.sh 99_none

# ---- a lab's file: missing, or not alone in its folder
aside=$scratch/naive_gemv.cu
lab_file=labs/01_naive_gemv/naive_gemv.cu
mv $lab_file "$aside"
for target in run sweep; do
    expect "$target without the file" 2 "naive_gemv.cu is missing: \`git checkout labs/01" make -s BACKEND=emulator "$target" LAB=01
done
cp "$aside" labs/01_naive_gemv/naive.cu
for unfit in touch mkfifo mkdir 'ln -s nowhere'; do
    # shellcheck disable=SC2086 # words
    $unfit $lab_file
    for target in run watch; do
        expect "$target where the file is of $unfit" 2 "$lab_file is " timeout 10 make -s BACKEND=emulator "$target" LAB=01
    done
    rm -r $lab_file
done
source_of_lab() { common/tools/lookup/source.sh labs/01_naive_gemv; }
sed '/^LAB_MAIN/d' "$aside" >$lab_file
expect "without its last line" 2 "put LAB_MAIN(01_naive_gemv) at its end" source_of_lab
cp labs/02_coalesced_gemv/coalesced_gemv.cu $lab_file
expect "another lab's text" 2 "$lab_file ends with LAB_MAIN(02_coalesced_gemv), so it is another lab's" source_of_lab
iconv -f UTF-8 -t UTF-16 "$aside" >$lab_file
expect "UTF-16, as some editors save it" 2 "$lab_file is no plain text: save it as UTF-8" source_of_lab
rm $lab_file
cp "$aside" labs/01_naive_gemv/elsewhere && ln -s elsewhere $lab_file
expect "a link to a file is one" 0 $lab_file common/tools/lookup/source.sh labs/01_naive_gemv
rm $lab_file labs/01_naive_gemv/elsewhere
cp "$aside" $lab_file
expect "beside another one the right name counts" 0 $lab_file common/tools/lookup/source.sh labs/01_naive_gemv
compiled() { make -n BACKEND=emulator build/emulator/labs/01_naive_gemv/all.lab.o | grep -o ' labs/01_naive_gemv/[a-z_]*.cu'; }
expect "and is what make compiles" 0 " $lab_file" compiled
rm labs/01_naive_gemv/naive.cu

# ---- sweep: what it refuses before it compiles anything
sweep() { make -s sweep BACKEND=emulator "$@"; }
expect "a constant that is not there" 2 "'UNROL=4': give NAME=value,value with a NAME among: BLOCK UNROLL ROWS" sweep LAB=02 SWEEP=UNROL=4
expect "a constant of another step" 2 "'UNROLL=4': step 1 does not use UNROLL; step 2 does" sweep LAB=02 STEP=1 SWEEP=UNROLL=4
expect "a value that is no number" 2 "'abc' is no list of whole numbers: give UNROLL=64" sweep LAB=02 SWEEP=UNROLL=abc
expect "a file without constants" 2 "names no constants to sweep over" sweep LAB=01

# ---- tables and plots from results, made up here
render=common/tools/bench/render.sh
rm -rf docs/results && mkdir -p docs/results
stars() { grep -c "Not measured yet" README.md docs/01_naive_gemv.md | xargs; }
ok "without results nothing is claimed" "$render"
ok "and the pages say so" test "$(stars)" = "README.md:1 docs/01_naive_gemv.md:1"
json() { # backend, lab, the solution's "pass"
    printf '{"schema":1,"lab":"%s","backend":"%s","device":{"name":"made up","peak_gbytes_per_s":2000,"copy_gbytes_per_s":1800,"peak_gflops":20000},' "$2" "$1"
    printf '"toolkit":"13.0","date":"2026-01-02","size":"4096x4096","rows":['
    printf '{"label":"one CPU core","kind":"cpu","step":null,"ms":12.5,"spread":0,"gbytes_per_s":5.4,"gflops":2.7,"percent_of_peak":null,"library_ratio":null},'
    printf '{"label":"gemv|naive","kind":"solution","size":"4096x4096","step":1,"ms":0.07,"spread":0.01,"gbytes_per_s":958.9,"gflops":479.3,'
    printf '"percent_of_peak":47.9,"percent_of_copy":53.3,"speedup_over_previous":178.57,"library_ratio":0.5,"pass":%s},' "$3"
    printf '{"label":"small","kind":"solution","size":"64x64","step":2,"ms":0.001,"spread":0.01,"gbytes_per_s":1,"gflops":1,"pass":true},'
    printf '{"label":"cublasSgemv","kind":"library","step":null,"ms":0.035,"spread":0.002,"gbytes_per_s":1917.8,"gflops":958.6,"percent_of_peak":95.9,"pass":true}]}\n'
}
result=docs/results/01_naive_gemv.json
json gpu 01_naive_gemv true >$result
ok "a result is rendered" "$render"
ok "into the lab's page" grep -qxF '| 1 gemv\|naive | 0.0700 | 959 | 47.9 % | 179× | 0.50× |' docs/01_naive_gemv.md
ok "null stays unmeasured" grep -qxF '| one CPU core | 12.5 | 5.4 | – | – | – |' docs/01_naive_gemv.md
ok "the caption has the size that a row does not name" grep -q 'Size 4096x4096 and spread below 2 %, unless a row says otherwise.$' docs/01_naive_gemv.md
ok "a row has what differs from that" grep -qF '| 2 small, 64x64 | 0.0010 |' docs/01_naive_gemv.md
ok "and into the README: the best step at the lab's own size" grep -qF '[01_naive_gemv](docs/01_naive_gemv.md) | gemv\|naive | 4096x4096 | 0.0700 |' README.md
ok "plots have scripts" grep -q '^"gemv|naive" 958.9 1$' build/plots/01_naive_gemv.gp
command -v gnuplot >/dev/null && ok "plots are SVG" xmllint --noout docs/results/01_naive_gemv.svg docs/results/ladder.svg
mkdir "$scratch/tools" # what there is on a machine without gnuplot
for tool in bash jq grep awk sed find cmp mkdir basename dirname; do ln -s "$(command -v $tool)" "$scratch/tools/"; done
rm -f docs/results/*.svg
expect "without gnuplot one line says that there are no plots" 0 "gnuplot is not installed" env PATH="$scratch/tools" "$render"
command -v gnuplot >/dev/null && ok "which are drawn later, from the results" bash -c "'$render' && xmllint --noout docs/results/01_naive_gemv.svg"
tar cf "$scratch/before.tar" README.md docs
ok "rendering again" "$render"
tar cf "$scratch/after.tar" README.md docs
ok "changes nothing" bash -c "diff <(tar xOf '$scratch/before.tar') <(tar xOf '$scratch/after.tar')"
json gpu 01_naive_gemv true | sed 's/{"label":"small"/{"label":"again","kind":"solution","size":"64x64","step":1,"ms":0.002,"pass":true},&/; s/"spread":0.002/"spread":0.025/' >$result
printf '<!-- bench:01_naive_gemv_headline begin -->\n<!-- bench:01_naive_gemv_headline end -->\n' | tee docs/short.md >docs/results/whole.md
ok "a table of the headline size alone" "$render"
ok "has the steps that were only measured at another, too" test "$(grep -cE '^\| (1 gemv|2 small|cublas)' docs/short.md)" = 3
ok "and neither a step at two sizes nor a CPU" bash -c '! grep -E "again|CPU" docs/short.md'
ok "which the other table has" test "$(grep -cE '^\| (1 again|one CPU)' docs/01_naive_gemv.md)" = 2
ok "a large spread has its place" grep -qF '| cublasSgemv (spread 2.5 %) | 0.0350 |' docs/short.md
ok "in docs/results a table has every column" grep -qxF '| 1 | gemv\|naive | 4096x4096 | 0.0700 | 1.0 % | 959 | 479 | 47.9 % | 53.3 % | 178.57× | 0.50× |' docs/results/whole.md
rm docs/short.md docs/results/whole.md
mkdir docs/results/h100
json gpu 01_naive_gemv true | sed 's/made up/made up H100/; s/"ms":0.07/"ms":0.09/; s/"label":"small"/"label":"other"/' >docs/results/h100/01_naive_gemv.json
ok "another card's results" "$render"
ok "have a column" grep -qxF '| step | ms | GB/s | of peak | × before | × library | [H100](results/h100/tables.md#01_naive_gemv), ms |' docs/01_naive_gemv.md
ok "with its times" grep -qxF '| 1 gemv\|naive | 0.0700 | 959 | 47.9 % | 179× | 0.50× | 0.0900 |' docs/01_naive_gemv.md
ok "where it has the row" grep -qE '^\| 2 small, 64x64 \|.* – \|$' docs/01_naive_gemv.md
ok "their whole tables have a page" grep -qF '| 1 | gemv\|naive | 4096x4096 | 0.0900 | 1.0 % |' docs/results/h100/tables.md
ok "and they are nowhere else" bash -c '! grep 0.0900 README.md'
json gpu 01_naive_gemv true | sed 's/"schema":1/"schema":2/' >docs/results/h100/01_naive_gemv.json
expect "another card's are checked, too" 1 "docs/results/h100/01_naive_gemv.json: schema is not 1" "$render"
rm -r docs/results/h100
json gpu 01_naive_gemv true >$result
binary_row() { # label, kind, n, step, T op/s
    printf '{"label":"%s","kind":"%s","size":"%sx%sx%s","step":%s,"ms":1,"spread":0.01,"gbytes_per_s":1000,"gflops":%s000,"unit":"T op/s","pass":true},' "$1" "$2" "$3" "$3" "$3" "$4" "$5"
}
binary=docs/results/09_binary_xnor_gemm.json
json gpu 09_binary_xnor_gemm true >$binary
sed -i "s|\"rows\":\[|&$(binary_row xnor_turns solution 4096 18 6000)$(binary_row xnor_turns solution 8192 18 9000)$(binary_row 'cublasGemmEx, int8' library 8192 null 1500)|" $binary
mkdir docs/results/h100
sed 's/"gflops":9000000/"gflops":8000000/' $binary >docs/results/h100/09_binary_xnor_gemm.json
ok "binary results are rendered" "$render"
ok "with a column for each size, and one for another card" grep -qF '| 18 xnor_turns | 6,000 | 9,000 | 8,000 |' docs/09_binary_xnor_gemm.md
ok "which says its size" grep -qF '[H100](results/h100/tables.md#09_binary_xnor_gemm), 8192³ |' docs/09_binary_xnor_gemm.md
ok "whole, with the ratio to int8" grep -qxF '| 18 | xnor_turns | 6,000 | 8,000 (5.3×) | 1.0 % |' docs/results/h100/tables.md
ok "and beside them what is no product" grep -qF '| 1 gemv\|naive | 0.0700 |' docs/09_binary_xnor_gemm.md
ok "curves over the sizes" grep -qx '8192 9000' build/plots/09_binary_xnor_gemm.gp
rm -r docs/results/09_* docs/results/h100
json gpu 01_naive_gemv false >$result
"$render" >/dev/null
ok "a wrong step has no figures" grep -qxF '| 1 gemv\|naive **(wrong)** | – | – | – | – | – |' docs/01_naive_gemv.md
json gpu 06_tiled_transpose true | sed 's/"64x64","step":2/"64x64, 4 ways","step":2/' >docs/results/06_tiled_transpose.json
"$render" >/dev/null
ok "a size with variants has a table of its own" test "$(sed -n '/^| ms at 64x64 | 4 ways |$/,/^$/p' docs/06_tiled_transpose.md | tail -n 2 | head -n 1)" = "| 2 small | 0.0010 |"
rm docs/results/06_*
json gpu 07_tiled_gemm true | sed 's/"gflops":479.3/"gflops":47930/' >docs/results/07_tiled_gemm.json
"$render" >/dev/null
ok "what is bound by arithmetic has GFLOP/s in place of GB/s" grep -qF '| 1 gemv\|naive | 0.0700 | 47,930 | 47.9 % |' docs/07_tiled_gemm.md
ok "and says so" grep -qF '| step | ms | GFLOP/s | of peak |' docs/07_tiled_gemm.md
rm docs/results/07_*
json emulator 01_naive_gemv true >$result
expect "results of the emulator are refused" 1 "only what a GPU measured" "$render"
json gpu 02_other true >$result
expect "a file with another lab's name" 1 "not the file's name" "$render"
json gpu 01_naive_gemv true | tr -d ']' >$result
expect "broken JSON" 1 "$result: this is no JSON" "$render"
json gpu 01_naive_gemv true >$result
cp README.md "$scratch/readme"
printf '<!-- bench:77_none begin -->\n<!-- bench:77_none end -->\n' >>README.md
expect "an unknown marker" 1 "README.md: marker bench:77_none: there is no such lab" "$render"
{ cat "$scratch/readme" && printf '<!-- bench:01_naive_gemv begin -->\n'; } >README.md
expect "a marker without an end" 1 "README.md: <!-- bench:01_naive_gemv begin --> has no begin, no end" "$render"
{ cat "$scratch/readme" && printf '<!-- bench:01_naive_gemv end -->\n'; } >README.md
expect "an end without a begin" 1 "README.md: <!-- bench:01_naive_gemv end --> has no begin" "$render"
cd "$top" || exit 2
finish
