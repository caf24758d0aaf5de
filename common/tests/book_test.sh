#!/usr/bin/env bash
# make book: every page is there, its contents name all of them; then the book in headless Chromium.
set -u
. common/tests/expect.sh
. common/tests/chromium.sh
command -v pandoc >/dev/null || skip "there is no pandoc here"
ok "make book" make -s book
for page in README.md docs/*.md docs/hints/*.md docs/results/*.md; do
    file=${page#docs/}
    [ "$page" = README.md ] && file=index.md
    ok "$page is in the book" test -s "build/book/${file%.md}.html"
    ok "the contents name $page" grep -qF "href=\"${file%.md}.html\"" build/book/index.html
done
log=build/tests/book_browser.log
nice node common/tests/book_browser.js build/book build/tests/book_screens >"$log" 2>&1
read -r good bad < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log" | tail -n 1)
grep -v 'passed,' "$log"
passed=$((passed + ${good:-0})) failed=$((failed + ${bad:-1}))
finish
