#!/usr/bin/env bash
# Puts a page of make view together: the recorded program with the page's style and script.
# Arguments: FOLDER PAGE. In FOLDER lie own (what EMU_VIEW wrote), other (the same of what it is
# compared with, or null) and names (its title, and the other's).
set -u
folder=$1 page=$2
fail() {
    echo "$1" >&2
    exit 2
}
while IFS= read -r line; do
    case $line in
    @own@ | @other@ | @names@) cat "$folder/${line//@/}" ;;
    @*@) cat "common/tools/view/${line//@/}" ;;
    *) printf '%s\n' "$line" ;;
    esac
done <common/tools/view/view.html >"$folder/page" ||
    fail "$folder cannot be written: is the disk full?"
mv "$folder/page" "$page" || fail "$page cannot be written: is it open elsewhere, or the disk full?"
