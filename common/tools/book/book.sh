#!/usr/bin/env bash
# make book: every page of docs/ as linked HTML, which needs neither a server nor the network.
# Arguments: FROM, the folder with README.md and docs/; TO, where the book goes; ROOT, the way from
# TO to FROM. A page that did not change is taken from build/book_pages.
set -eu
from=$1 to=$2 root=$3
here=$(cd "$(dirname "$0")" && pwd) kept=$PWD/build/book_pages
if ! command -v pandoc >/dev/null; then
    echo "make book needs pandoc: install the package pandoc (make setup DEV=1 does)" >&2
    exit 2
fi
mkdir -p "$kept"
rm -rf "$to"
mkdir -p "$to"
export BOOK_ROOT=$root

# The contents, a line each: part of the book, depth, page. What is not named here comes last.
contents() {
    local page
    printf 'Start 0 %s\n' README.md docs/00_*.md
    for page in docs/0[1-9]_*.md; do
        printf 'Labs %s\n' "0 $page" "1 docs/hints/${page#docs/}"
    done
    printf 'Reference 0 docs/%s.md\n' \
        bottlenecks commands view glossary measuring emulator platforms old_notes
    printf 'Teaching 0 docs/%s.md\n' instructor threats
    printf 'Project 0 docs/%s.md\n' development release_notes
    find docs -name '*.md' | LC_ALL=C sort | sed 's/^/Results 0 /'
}
cd "$from"
list=$(contents | awk '!seen[$3]++' | while read -r part depth page; do
    [ ! -e "$page" ] || echo "$part $depth $page"
done)
title_of() { sed -n '/^# /{s/^# //; s/[`*]//g; p; q;}' "$1"; }
BOOK_PAGES=$(awk '{ print $3 }' <<<"$list")
export BOOK_PAGES
place() { # PAGE: its file in the book
    local name=${1#docs/}
    [ "$1" = README.md ] && echo index.html || echo "${name%.md}.html"
}
# Short names for the contents: hints stand under their lab.
name_of() { # PAGE
    case $1 in
        docs/hints/*) echo "Hints and answers" ;;
        README.md) echo Overview ;;
        *) title_of "$1" ;;
    esac
}
titles=$(while read -r part depth page; do
    printf '%s\t%s\t%s\t%s\t%s\n' "$part" "$depth" "$page" "$(place "$page")" "$(name_of "$page")"
done <<<"$list")

contents_html() { # PAGE UP: the list, with this page marked
    awk -F '\t' -v page="$1" -v up="$2" '
        { gsub(/&/, "\\&amp;", $5); gsub(/</, "\\&lt;", $5) }
        $1 != part { print (part ? "</ul>" : "") "<h2>" $1 "</h2><ul>"; part = $1 }
        { printf "<li%s><a href=\"%s%s\"%s>%s</a></li>\n", $2 ? " class=\"below\"" : "", up, $4,
            $3 == page ? " aria-current=\"page\"" : "", $5 }
        END { print "</ul>" }' <<<"$titles"
}
neighbors_html() { # PAGE UP: links to the page before and the one after
    awk -F '\t' -v page="$1" -v up="$2" '
        function link(n, text) {
            return n in at ? "<a href=\"" up at[n] "\">" text "</a>" : "<span></span>"
        }
        $2 == 0 { at[++n] = $4; own[n] = $3 }
        $3 == page { mine = n; depth = $2 }
        END { print (depth ? link(mine, "← the lab") : link(mine - 1, "← before"))
              print link(mine + 1, "next →") }' <<<"$titles"
}

same=$(cat "$here"/book.lua "$here"/book.html "$here"/book.sh && echo "$titles$root")
page() { # PAGE: writes it, and its part of the search's index
    local page=$1 file up hash
    file=$(place "$page")
    up=$(sed 's/[^/]*$//; s/[^/]*\//..\//g' <<<"$file")
    hash=$({ echo "$same"; cat "$page"; } | sha256sum) hash=$kept/${hash:0:24}
    if [ ! -e "$hash.html" ]; then
        BOOK_PAGE=$page BOOK_INDEX=$hash.index pandoc --from gfm --to html5 --no-highlight \
            --wrap=preserve --lua-filter "$here/book.lua" --template "$here/book.html" \
            --metadata pagetitle="$(title_of "$page")" --variable up="$up" \
            --variable nav="$(contents_html "$page" "$up")" \
            --variable neighbors="$(neighbors_html "$page" "$up")" --output "$hash.new" "$page"
        mv "$hash.new" "$hash.html"
    fi
    touch "$hash.html" "$hash.index"
    mkdir -p "$to/$(dirname "$file")"
    cp "$hash.html" "$to/$file"
    cp "$hash.index" "$to/$file.index"
}
export -f page place title_of contents_html neighbors_html
export titles same kept here to
# shellcheck disable=SC2016 # for the inner shell
xargs -P "$(nproc)" -I {} bash -c 'set -eu; page "$1"' page {} <<<"$BOOK_PAGES"
{
    echo "const BOOK_INDEX = ["
    while read -r page; do cat "$to/$(place "$page").index"; done <<<"$BOOK_PAGES"
    echo "];"
} >"$to/search_index.js"
find "$to" -name '*.index' -delete
find "$kept" -type f -mtime +30 -delete
cp "$here/book.css" "$here/book.js" "$to"
find docs -name '*.svg' -o -name '*.png' | while read -r picture; do
    mkdir -p "$to/$(dirname "${picture#docs/}")"
    cp "$picture" "$to/${picture#docs/}"
done
echo "$to/index.html: $(wc -l <<<"$BOOK_PAGES") pages, $(du -sk "$to" | cut -f 1) kB."
