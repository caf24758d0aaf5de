#!/usr/bin/env bash
# make student-kit: build/student-kit.tar.gz, what students get: the labs with their TODOs, derived
# from the solutions again (whatever is in labs/ now may be somebody's own work), common/ without
# its tests, the pages, and what the reference solution reached, recorded. No solutions/, no
# grading/. Arguments: the labs.
set -eu
kit=build/student-kit/cuda-labs
rm -rf build/student-kit
mkdir -p $kit

# No command of the kit takes what it has not.
sed -e 's/ \[TREE=labs|solutions\]//' -e 's/ (DEV=1: what .make test. needs, too)//' Makefile >$kit/Makefile
sed -e 's/^make setup grade .*/make setup                  # installs what is missing/' -e '/^make setup DEV=1 test/d' \
    -e 's/. Instructors grade a whole class.*/./' -e '/^| .make \(grade\|bench\|sanitize\|pictures\|stubs\|test\|student-kit\|regrade\|replay\)/d' \
    -e 's/ \[TREE=labs\\|solutions\]//' -e 's/ \[DEV=1\]//' -e '/^| points |/d' -e 's/, as .make bench. measured it\././' \
    -e 's/ results\/ of make bench/ results\//' -e 's/; tests\/$//' -e 's/ for instructors; threats;//' -e '/^solutions\/  /d; /^grading\/  /d' -e '/instructor\.md\|threats\.md\|development\.md/d' README.md >$kit/README.md
cp -r LICENSE .gitignore .devcontainer $kit/

find common docs -type f ! -name '*~' ! -name '.*' | while read -r file; do
    case $file in
        common/tests/* | common/tools/bench/* | common/tools/pictures/* | common/tools/authors.mk | common/tools/scripts/stub.awk | common/tools/gemv_ladder.cu) continue ;;
        common/tools/scripts/bench.sh | common/tools/scripts/sanitize.* | common/tools/scripts/stubs.sh | common/tools/scripts/pictures.sh | common/tools/scripts/emulator_tables.sh | common/tools/scripts/ladder.sh | common/tools/scripts/first_steps.sh | common/tools/scripts/glossary.*) continue ;;
        docs/instructor.md | docs/threats.md | docs/development.md) continue ;;
    esac
    mkdir -p "$kit/$(dirname "$file")"
    cp -p "$file" "$kit/$file"
done

for lab in "$@"; do
    for solution in solutions/"$lab"/*.cu; do
        mkdir -p "$kit/labs/$lab"
        awk -f common/tools/scripts/stub.awk "$solution" >"$kit/labs/$lab/$(basename "$solution")"
    done
    cp "build/recorded/$lab.counters.txt" $kit/docs/results/
done
tar -C build/student-kit --sort=name --owner=0 --group=0 --numeric-owner -czf build/student-kit.tar.gz.new cuda-labs
mv build/student-kit.tar.gz.new build/student-kit.tar.gz
echo "build/student-kit.tar.gz: $# labs, $(find $kit -type f | wc -l) files, $(du -k build/student-kit.tar.gz | cut -f 1) kB. Hand it out; unpack it and \`make\` works."
