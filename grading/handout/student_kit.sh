#!/usr/bin/env bash
# make student-kit: build/student-kit.tar.gz, what students get: the labs with their TODOs, derived
# from the solutions again (whatever is in labs/ now may be somebody's own work), common/ without
# its tests, the pages, and what the reference solution reached, recorded. No solutions/, no
# grading/. Arguments: the labs. From the environment: HINTS=n, at most so many hints of a TODO;
# ANSWERS=0, no answers to the pages' questions.
#
# MANIFEST has every file's hash, VERSION the day and a hash of MANIFEST: `make update` reads both.
set -eu
hints=${HINTS:-} answers=${ANSWERS:-1}
if [[ ! $hints =~ ^[0-9]{0,3}$ ]]; then
    echo "HINTS=$hints: give a whole number, how many hints of each TODO go into the kit;" \
        "0 is none" >&2
    exit 2
elif [ "$answers" != 0 ] && [ "$answers" != 1 ]; then
    echo "ANSWERS=$answers: for a kit it is 0 (pages without answers) or 1" >&2
    exit 2
fi
here=grading/handout top=build/student-kit
kit=$top/cuda-labs
packed=(common/emulator common/lab common/labs common/tools docs/results)
needed=(common/tools/outside.mk common/tools/scripts/setup.sh) # by the first make, and a Dockerfile
last=common/emulator/emulator.mk
common/tools/authors/counters.sh "$@" # counts those anew whose solutions have changed
rm -rf $top
mkdir -p $kit/labs

is_for_authors() { # FILE
    case $1 in
        common/tests/* | common/tools/authors/* | common/tools/bench/* | common/tools/book/*) ;;
        common/tools/pictures/* | common/tools/authors.mk) ;;
        docs/instructor.md | docs/notebook.ipynb | docs/threats.md | docs/development.md) ;;
        docs/results/test-* | docs/results/sanitizer.md) ;;
        docs/results/*/tables.md) ;; # of all labs
        *) return 1 ;;
    esac
}
# Pages and results of labs that are not handed out; hints' pages where nothing of them is wanted.
is_left_out() { # FILE
    local lab
    [[ $1 =~ ^docs/(.*/)?([0-9][0-9])[_.] && ${BASH_REMATCH[2]} != 00 ]] || return 1
    for lab in "${left_out[@]}"; do
        [[ $1 != docs/*"$lab"[_.]* ]] || return 0
    done
    [ "$answers" = 1 ] || [ "$((10#${hints:-1}))" -gt 0 ] || [[ $1 != docs/hints/* ]] || return 0
    for lab in "${labs[@]}"; do
        [ "${lab%%_*}" != "${BASH_REMATCH[2]}" ] || return 1
    done
    [[ $1 != docs/pictures/* ]]
}

labs=("$@")
# the expert files that are not handed out: their cores may be
mapfile -t left_out < <(common/tools/lookup/labs.sh steps | awk '$5 == "expert" { print $1 }' |
    grep -vxF -f <(printf '%s\n' "$@"))
cp -r LICENSE README.md Dockerfile Makefile compile_flags.txt \
    .gitignore .devcontainer .vscode .clangd $kit/
find common docs -type f ! -name '*~' ! -name '.*' | while read -r file; do
    is_for_authors "$file" || is_left_out "$file" || echo "$file"
done >$top/copied
xargs cp -p --parents -t $kit <$top/copied
cp $here/kit.mk $kit/common/tools/
cp $here/check_labs.sh $here/update.sh $kit/common/tools/scripts/
for lab in "${labs[@]}"; do
    file=$(common/tools/lookup/labs.sh file "$lab")
    mkdir -p "$kit/labs/${file%/*}"
    awk -f common/tools/authors/stub.awk "solutions/$file" >"$kit/labs/$file"
done

# No page and no command of the kit takes what the kit has not.
sed -i -e 's/ (DEV=1: what .make test. needs, too)//' \
    -e 's/^-include .*authors\.mk.*/include common\/tools\/kit.mk/' \
    -e 's/, the grader.s in grading.*/; a kit has/' \
    -e 's/^# student.s kit has neither\./# its own in common\/tools\/kit.mk./' \
    -e "/^include .*outside\.mk/r $here/unpack.mk" $kit/Makefile
sed -i -f $here/kit_readme.sed $kit/README.md $kit/docs/commands.md $kit/docs/platforms.md
texts=(! -path '*/cuda-labs/labs/*' ! -name '*.svg' ! -name '*.png' ! -name '*.json' ! -name '*.csv')
find $kit -type f "${texts[@]}" -exec sed -i -f $here/kit.sed {} +
find $kit -type f "${texts[@]}" ! -name '*.md' -exec sed -i -f $here/kit_comments.sed {} +
(cd $kit && find . -type f | sed 's|^\./||') >$top/files
while read -r page; do
    awk -v hints="$hints" -v answers="$answers" -v page="$page" -v files=$top/files \
        -f $here/kit_pages.awk "$kit/$page" >$top/page
    cat $top/page >"$kit/$page"
done < <(grep '\.md$' $top/files)
if command -v pandoc >/dev/null; then
    common/tools/book/book.sh $kit "$PWD/$kit/book" .. >/dev/null
    find $kit/book -name '*.html' -exec sed -i -E 's|(src="[./]*)(pictures/)|\1../docs/\2|g' {} +
    rm -r $kit/book/pictures # docs/ has them
    packed+=(book)
else
    sed -i '/book\/index\.html/d' $kit/README.md $kit/docs/commands.md $kit/docs/release_notes.md
    echo "The kit has no book/: pandoc is missing (make setup DEV=1 installs it)." >&2
fi

# What a learner neither edits nor reads before the first make travels as one file, which that make
# unpacks: what it looks for to know that all is there comes last. Nor is it committed.
printf '/%s\n' "${packed[@]/%tools/tools/*}" '!common/tools/scripts/' 'common/tools/scripts/*' \
    "${needed[@]/#/!}" | sed 's|^/!|!/|' >>$kit/.gitignore
(cd $kit && find "${packed[@]}" -type f | grep -vxF -f <(printf '%s\n' "${needed[@]}" $last) |
    LC_ALL=C sort && echo $last) >$top/packed
tar -C $kit --mtime=2000-01-01 --mode=a+rX,go-w --owner=0 --group=0 --numeric-owner \
    -cf - -T $top/packed | gzip -n >$kit/common/parts.tar.gz
(cd $kit && xargs rm <../packed && find . -type d -empty -delete && find . -type f) |
    sed 's|^\./||' >$top/files

(cd $kit && xargs sha256sum <../files | LC_ALL=C sort -k 2) >$top/MANIFEST
mv $top/MANIFEST $kit/
hash=$(sha256sum <$kit/MANIFEST)
{
    echo "$(date +%F) ${hash:0:12}"
    echo "labs: $(for lab in "${labs[@]}"; do common/tools/lookup/labs.sh called "$lab"; done | xargs);" \
        "hints of a TODO: ${hints:-all}; answers: $([ "$answers" = 1 ] && echo yes || echo no)"
} >$kit/VERSION
tar -C $top --sort=name --owner=0 --group=0 --numeric-owner \
    -czf build/student-kit.tar.gz.new cuda-labs
mv build/student-kit.tar.gz.new build/student-kit.tar.gz
echo "build/student-kit.tar.gz, version $(head -n 1 $kit/VERSION): ${#labs[@]} labs," \
    "$(find $kit -type f | wc -l) files, $(du -k build/student-kit.tar.gz | cut -f 1) kB."
echo "Hand it out: unpack it and \`make\` works." \
    "Whoever has an older one: \`make update KIT=student-kit.tar.gz\`."
