#!/usr/bin/env bash
# Links each term of docs/glossary.md where a page uses it first: in docs/00_first_steps.md and the
# labs' pages, or in the PAGES given.
#
#   glossary.sh [--check] [PAGE…]     (from the repository's root)
#
# --check writes nothing and fails where a first use is no link.
set -eu
write=1
[ "${1:-}" = --check ] && { write=0; shift; }
[ $# -gt 0 ] || set -- docs/0*.md
status=0
linked=$(mktemp)
trap 'rm -f "$linked"' EXIT
for page; do
    if [ $write = 0 ]; then
        LC_ALL=C awk -f common/tools/authors/glossary.awk docs/glossary.md "$page" || status=1
    else
        LC_ALL=C awk -v write=1 -f common/tools/authors/glossary.awk \
            docs/glossary.md "$page" >"$linked"
        cmp -s "$linked" "$page" || { cat "$linked" >"$page" && echo "$page: terms linked"; }
    fi
done
exit $status
