#!/usr/bin/env bash
# make gradescope-autograder: build/gradescope/autograder.zip, to be uploaded as it is. In it are
# setup.sh and run_autograder, as Gradescope's specification has them, the labs' numbers, and what
# grading them takes: no tests and no solutions but those labs'. Arguments: the labs. From the
# environment: RUBRICS, a folder with the instructor's own points and limits.
set -eu
if ! command -v zip >/dev/null; then
    echo "There is no zip here, which packs the autograder:" \
        "install it (apt-get install zip) and run the same command again" >&2
    exit 2
fi
if [ -n "${RUBRICS:-}" ] && [ ! -d "$RUBRICS" ]; then
    echo "RUBRICS=$RUBRICS: there is no such folder" >&2
    exit 2
fi
top=build/gradescope here=grading/handout/gradescope
project=$top/cuda-labs
rm -rf $top
mkdir -p $project
find common grading -type f ! -name '*~' ! -name '.*' \
    ! -path 'common/tests/*' ! -path 'grading/tests/*' ! -path 'grading/handout/*' \
    -exec cp -p --parents -t $project {} +
cp Makefile $project
sed -i '/tests\.mk/d' $project/grading/grading.mk
for lab in "$@"; do
    file=$(common/tools/lookup/labs.sh file "$lab")
    mkdir -p "$project/labs/${file%/*}" "$project/solutions/${file%/*}" $project/docs
    cp "solutions/$file" "$project/solutions/$file"
    awk -f common/tools/authors/stub.awk "solutions/$file" >"$project/labs/$file"
    cp "docs/$lab.md" $project/docs
    [ ! -e "${RUBRICS:-/nonexistent}/$lab.json" ] ||
        install -D -m 0644 "$RUBRICS/$lab.json" "$project/rubrics/$lab.json"
done
tar -C $top --sort=name --owner=0 --group=0 --numeric-owner -czf $top/cuda-labs.tar.gz cuda-labs
numbers=$(for lab; do printf '%s,' "$(common/tools/lookup/labs.sh called "$lab")"; done)
echo "${numbers%,}" >$top/labs
cp -p $here/setup.sh $here/run_autograder $top
rm -rf $project
(cd $top && zip -q -X autograder.zip setup.sh run_autograder labs cuda-labs.tar.gz)
echo "build/gradescope/autograder.zip: labs ${numbers%,}," \
    "$(du -k $top/autograder.zip | cut -f 1) kB." \
    "Upload it under Configure Autograder (docs/instructor.md)."
