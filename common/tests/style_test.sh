#!/usr/bin/env bash
# What a reader trips over: formatting, scripts, tabs, machine-made files in git, headers that do
# not stand alone.
set -u
. common/tests/expect.sh
# each NAME COMMAND…: a test for each of `files`. One process for all of them takes a tenth of the
# time; where it complains, each file is asked for itself.
each() {
    local file
    if "${@:2}" "${files[@]}" >/dev/null 2>&1; then
        passed=$((passed + ${#files[@]}))
        return
    fi
    for file in "${files[@]}"; do ok "$1 $file" "${@:2}" "$file"; done
}
if command -v clang-format >/dev/null; then
    mapfile -t files < <(git ls-files '*.c' '*.h' '*.cu')
    each clang-format clang-format --dry-run -Werror
else
    echo "skipped: clang-format is not installed"
fi
if command -v shellcheck >/dev/null; then
    mapfile -t files < <(git ls-files '*.sh' && printf '%s\n' .ci/run common/emulator/cuda-emulate)
    each shellcheck shellcheck -x
else
    echo "skipped: shellcheck is not installed"
fi
# shellcheck disable=SC2317 # called by ok
narrow() { # no line of code has more than 100 characters, bytes or not
    ! git ls-files '*.c' '*.h' '*.cu' '*.S' | LC_ALL=C.UTF-8 xargs grep -nE '^.{101}'
}
# Tests have one folder; include/ has a header for each of CUDA's.
code=$(git ls-files common grading | grep -vE '^[a-z]+/tests/|/include/')
for top in common grading; do
    ok "no two files of one name in $top" test -z "$(grep "^$top/" <<<"$code" | xargs basename -a | sort | uniq -d)"
done
ok "folders have at most 20 files" test -z "$(xargs dirname <<<"$code" | sort | uniq -c | awk '$1 > 20')"
ok "lines have at most 100 columns" narrow
# Planted bugs stand together by kind: bugs/expected.txt names their files and lines.
long_files() { # FILES…: those of more than 400 lines
    wc -l "$@" | awk '$1 > 400 && $2 != "total" && $2 !~ "^common/tests/bugs/"'
}
mapfile -t files < <(git ls-files common grading | grep -E '\.(c|h|cu|S|sh|js|awk|mk)$')
ok "no file of code has more than 400 lines: $(long_files "${files[@]}")" test -z "$(long_files "${files[@]}")"
mkdir -p build/tests && seq 401 >build/tests/style_long.c
ok "… and one that has is found" test -n "$(long_files build/tests/style_long.c)"
# Comments and pages name files that there are.
absent() { # FILES…: what they name that is no file of ours, nor a header that one of ours includes, nor written by one
    awk -f common/tests/absent_files.awk "$@" | while read -r place name; do
        grep -qE "(^|/)$name\$" <<<"$known" || echo "$place: $name"
    done
}
known=$(git ls-files && git grep -hoE '#include [<"][^>"]+|"[a-z_]+\.(sh|js)"' -- '*.c' '*.h' '*.cu' | sed 's/"$//; s/.*[<"]//')
mapfile -t files < <(git ls-files '*.c' '*.h' '*.cu' '*.S' 'docs/*.md' '*README.md' | grep -v release_notes)
gone=$(absent "${files[@]}")
ok "comments name files that there are: $gone" test -z "$gone"
printf '/* See gone_file.c. */\n' >build/tests/style_gone.h
ok "… and what is gone is found" test "$(absent build/tests/style_gone.h)" = 'build/tests/style_gone.h:1: gone_file.c'
ok "headers are guarded by #pragma once" test -z "$(git grep -lE '^#ifndef [A-Z0-9_]+_H$' -- '*.h')"
# $? after a $(…) of the same line is that command's: such a check cannot fail
# shellcheck disable=SC2016 # a pattern
ok "\$? stands before any \$(…) of its line" test -z "$(git grep -nE '\$\([^(].*\).* \$\?' -- '*_test.sh')"
ok "no marker of a merge is left" test -z "$(git grep -nE '^(<<<<<<<|>>>>>>>) ')"
ok "nothing generated is committed" test -z "$(git ls-files build)"
for header in lab/branches lab/problems/problems lab/problem lab/check/harness lab/measure/timing; do
    for language in "gcc -std=c11 -x c" "clang++ -std=c++17 -x c++"; do
        # shellcheck disable=SC2086 # words
        ok "$header.h alone, $language" $language -D_GNU_SOURCE -Wall -Wextra -Werror -Wno-unused-function -Wno-unused-parameter -Icommon -fsyntax-only - \
            <<<"#include \"$header.h\""
    done
done
# How far it is from make run to a verdict, and to points
hear common/tests/walks.sh
expect "the walks are no longer than they were" 0 "make run to a verdict" again
# shellcheck disable=SC2016 # backquotes of the page
sed 's/^6\. `lab_judge_case`/& (`corners.h`, `probe_elements.h`)/; s/`engine\/asker\.h`/it/' docs/development.md >build/tests/style_walk.md
hear common/tests/walks.sh build/tests/style_walk.md
expect "… and a longer one is found" 1 "beyond its limit" again
expect "… and one that leaves out a file of the engine" 1 "not on the walk: common/engine/asker.h" again
finish
