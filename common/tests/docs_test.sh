#!/usr/bin/env bash
# The pages: links that lead somewhere, pictures that can be read, the glossary,
# what pages quote.
# shellcheck disable=SC2317,SC2016 # functions that ok calls; text that somebody else expands
set -u
. common/tests/expect.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

ok "tables, and the ladder, are what docs/results say" common/tools/bench/render.sh --check
pictures=(docs/pictures/*.svg docs/results/*.svg)
ok "pictures are SVG" xmllint --noout "${pictures[@]}"
# In a browser: text inside and readable, light and dark; no request. shown FILES…
shown() { (. common/tests/chromium.sh && node common/tests/pictures.js "$@"); }
hear shown "${pictures[@]}"
ok "every picture can be read, light and dark" again
grep '^skipped' <<<"$said"
seen=$(printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 20" width="50" height="20"><rect width="50" height="20" fill="#fff"/>%s</svg>' \
    '<text x="2" y="15" fill="#bbb">a</text><text x="20" y="15">far too long</text><image href="https://example.org/x.png"/>' >"$scratch/bad.svg" && shown "$scratch/bad.svg")
if [[ $seen != skipped* ]]; then
    for fault in '"a" 1.92 to 1' '"far too long" is not inside' 'asks for .*example.org' 'bad.svg, dark: its ground is 1'; do
        ok "a picture is told: $fault" grep -q "$fault" <<<"$seen"
    done
fi
ok "pictures say what they show" test -z "$(grep -LE '<desc>.|aria-label="' docs/pictures/*.svg)"
ok "devcontainer.json is JSON" jq -e .build .devcontainer/devcontainer.json
anchors() { # as GitHub makes them from headings
    awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ /, ""); s = tolower($0); gsub(/[^a-z0-9 _-]/, "", s); gsub(/ /, "-", s); print s }' "$1"
}
links() { # line by line: the targets of a page, less those on other sites
    awk '/^```/ { code = !code } !code { line = $0; gsub(/`[^`]*`/, "", line)
        while (match(line, /\]\([^)]+\)/)) { print substr(line, RSTART + 2, RLENGTH - 3); line = substr(line, RSTART + RLENGTH) } }' "$1" | grep -v '^https\?:'
}
links_lead_somewhere() { # page
    local link target status=0
    while read -r link; do
        target=$1
        [ "${link%%#*}" ] && target=$(dirname "$1")/${link%%#*}
        if [ ! -e "$target" ]; then
            echo "$1: $link leads nowhere" && status=1
        elif [[ $link == *.svg#* ]]; then
            grep -qF "id=\"${link#*#}\"" "$target" || { echo "$1: $link: there is no such part" && status=1; }
        elif [[ $link == *#* ]] && ! anchors "$target" | grep -qxF -- "${link#*#}"; then
            echo "$1: there is no heading for $link" && status=1
        fi
    done < <(links "$1")
    return "$status"
}
for page in README.md docs/*.md docs/*/*.md; do
    ok "$page: links" links_lead_somewhere "$page"
done
echo "![x](machine.svg#l3) ![x](machine.svg#l2)" >"$scratch/parts.md"
cp docs/pictures/machine.svg "$scratch"
ok "a part that a picture does not have is noticed" test "$(links_lead_somewhere "$scratch/parts.md" | grep -c "no such part")" = 1
for page in $(common/tools/lookup/labs.sh steps | awk '$5 == "core" { print "docs/" $1 ".md" }' | uniq); do
    ok "$page begins with the GPU, its subject colored" sh -c 'sed -n 3p "$1" | grep -q "^!.*(pictures/machine.svg#[a-z0-9]*)$"' - "$page"
done
# ---- the labs' pages are short
too_long() { wc -w "$@" | awk '$2 != "total" && $1 > 2500'; }
for page in docs/0*.md; do
    ok "$page: at most 2,500 words by wc -w" test -z "$(too_long "$page")"
done
seq 2501 >"$scratch/long.md"
ok "a page of 2,501 words is noticed" test -n "$(too_long "$scratch/long.md")"
# ---- the glossary: each term once, in order, in one to three sentences, with the page that needs it first; linked where a page uses it first
ok "the glossary is in alphabetical order" bash -c "sed -n 's/^### //p' docs/glossary.md | LC_ALL=C sort -fuc"
short_entries() {
    awk '/^### / { term = $0; terms++; next } /^<!--/ || /^$/ || !term { next }
        { n = gsub(/[.?!]( |$)/, "&"); if (n < 1 || n > 3 || !/\]\([a-z0-9_]+\.md[^)]*\)$/) { print term ": " n " sentences"; bad = 1 }; term = "" }
        END { exit bad || terms < 90 }' docs/glossary.md
}
ok "its entries are short and end with a page" short_entries
unlinked() { # PAGES…: terms that they use first without a link
    local page
    for page; do LC_ALL=C awk -f common/tests/glossary.awk docs/glossary.md "$page"; done
}
missing=$(unlinked docs/0*.md)
ok "terms are linked where a page uses them first: $missing" test -z "$missing"
cat >"$scratch/page.md" <<'EOC'
# The warps of a title

- [warps](#step-1) in the contents

![a warp](x.svg) `warp` warped warp2 SM_90 Stream-K

```c
warp
```
<!-- bench:x begin -->

a warp
<!-- bench:x end -->

Warps have no bank
conflicts, banks have [conflicts](glossary.md#bank-conflict).
EOC
first_uses() { unlinked "$scratch/page.md" | sed 's/.*page.md://; s/ is used.*#/ /' | tr -d '`' | LC_ALL=C sort; }
ok "what is a first use and what is none" test "$(first_uses | xargs)" = '15: Warps warp 15: bank conflicts bank-conflict 16: banks bank'
sed -i '15s/Warps/[&](glossary.md#warp)/; 15s/bank$/[&/; 16s/conflicts/&](glossary.md#bank-conflict)/; 16s/banks/[&](glossary.md#bank)/' "$scratch/page.md"
ok "linked, none is missing" test -z "$(unlinked "$scratch/page.md")"

# ---- the tables that are made
tables() { common/tools/authors/page_tables.sh --check; }
ok "limits and what is left: as declared and measured (common/tools/authors/page_tables.sh)" tables
# (but the two host programs, whose kernel is step 0's)
listed() { awk '$5 == "core" && $4 !~ /_PROGRAM$/ { print $1, $2 }' <(common/tools/lookup/labs.sh steps); }
ok "every core step has a line of what limits it, in order" test "$(sed -nE 's/^\| \[0.\]\((0.*)\.md\), ([0-9]+) .*/\1 \2/p' docs/bottlenecks.md)" = "$(listed)"
mkdir "$scratch/kit" && cp -r common docs grading solutions labs "$scratch/kit"
altered() { (cd "$scratch/kit" && sed -i "$2" "$1" && common/tools/authors/page_tables.sh --check); }
expect "a limit that is declared anew" 1 "docs/06_tiled_transpose.md: the part limits:" altered common/labs/06_tiled_transpose.h 's/at_most = 3200/at_most = 3300/'
expect "another limit on a lab's page" 1 "docs/bottlenecks.md: the part left:all" altered docs/02_coalesced_gemv.md 's/^| 1 | 0.5 (DRAM) | /&not /'
expect "a time that is measured anew" 1 "docs/bottlenecks.md: the part left:all" altered docs/results/01_naive_gemv.json 's/\("label":"gemv_naive".*"ms":\)[0-9.]*/\19.9/'

introduced() { # page: where it first speaks of a document 00x (but for its contents), or on the next line, it says what that is
    awk '!/^- / && !first && tolower($0) ~ /document 00[0-9]/ { first = NR } /documents-000-to-004/ && !known { known = NR }
        END { if (first && (!known || known > first + 1)) { print FILENAME ":" first ": which document?"; exit 1 } }' "$1"
}
for page in docs/0*.md; do
    ok "$page: says what its documents are" introduced "$page"
done
for page in docs/0*.md; do
    ok "$page: speaks of no other document" sh -c '! grep -inE "document 00[0-9]|lecture note|V100" "$1"' - "$page"
done
said() { # the fixed parts of a message, in their order, in the headers that say such things (their literals joined)
    local part
    for part in "${parts[@]}"; do
        [ -z "$part" ] || grep -qF -- "$part" "$scratch/headers" || { echo "nothing says '$part'" && return 1; }
    done
}
cat common/lab.h common/lab/*.h common/lab/*/*.h common/engine/*.h | tr '\n' ' ' | sed 's/" *\\\{0,1\} *"//g' >"$scratch/headers"
messages=0
while read -r message; do
    mapfile -t parts < <(awk '{ gsub(/ *… */, "\n"); print }' <<<"$message")
    ok "measuring.md quotes what is said: $message" said
    messages=$((messages + 1))
done < <(awk '/^## What a message means/ { on = 1 } /^## Fast/ { on = 0 } on && /^\| `/ { split($0, w, "`"); print w[2] }' docs/measuring.md)
ok "measuring.md quotes messages" test "$messages" -gt 20
finish
