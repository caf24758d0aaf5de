#!/usr/bin/env bash
# make update, in a student's kit: puts a newer kit over this one. Argument: the archive.
#
# Nothing of the student's is touched: labs/ that are there, build/progress, build/hints, and what
# no kit had. A file of the old kit that the student has changed is moved to build/backup first.
# The archive is unpacked beside it and checked as a whole before anything is replaced: only plain
# files and folders with plain names, each with the hash that MANIFEST has.
set -u
kit=$1 new=build/update
most=$((64 << 20)) # bytes, unpacked

refuse() { # WHY WHAT TO TRY
    echo "KIT=$kit: $1. Nothing was changed. $2" >&2
    rm -rf "$new" "$new.tar"
    exit 2
}
parts=common/parts.tar.gz
again="Fetch the archive again from where your course has it."
files_in() { sed 's/^[0-9a-f]*  //' "$1" | LC_ALL=C sort; } # MANIFEST

open_tar() { # FILE FOLDER BEGINNING of its names
    local bad
    if ! tar -tf "$1" >"$new/names" 2>/dev/null || ! tar -tvf "$1" >"$new/types" 2>/dev/null; then
        refuse "it is no whole .tar.gz archive" "$again"
    fi
    bad=$(grep -v '^[-d]' "$new/types" | head -n 1)
    [ -z "$bad" ] ||
        refuse "it holds something that is neither a file nor a folder (${bad##*:?? })" \
            "It is no kit."
    bad=$(grep -vE "^$3([A-Za-z0-9_.+-]+/)*[A-Za-z0-9_.+-]*\$" "$new/names" | head -n 1)
    [ -n "$bad" ] || bad=$(grep -E '(^|/)\.\.?(/|$)' "$new/names" | head -n 1)
    [ -z "$bad" ] || refuse "it holds a name that no kit has ($bad)" "It is no kit."
    tar -C "$2" --no-same-owner --no-same-permissions -xf "$1" ||
        refuse "it could not be unpacked into $2" "Is the disk full?"
}

# All files of a kit, as MANIFEST has those outside of the archive within it.
hash_all() { # FOLDER
    (cd "$1" && find . -type f ! -path ./VERSION ! -path ./MANIFEST -printf '%P\n' |
        xargs sha256sum)
}

unpack() {
    [ -n "$kit" ] ||
        refuse "which archive" \
            "Say KIT= and the file that you were given, like KIT=student-kit.tar.gz."
    if [ ! -f "$kit" ] || [ ! -r "$kit" ]; then
        refuse "there is no such file, or it cannot be read" "Give its path as \`ls\` takes it."
    fi
    if [ -d solutions ] || [ -d grading ]; then
        refuse "this folder is the whole project and no student's kit" "\`git pull\` updates it."
    fi
    common/tools/scripts/writable.sh build || exit 2
    rm -rf "$new" "$new.tar"
    mkdir -p "$new"
    gzip -dc -- "$kit" 2>/dev/null | head -c $((most + 1)) >"$new.tar"
    local status=("${PIPESTATUS[@]}")
    [ "${status[1]}" = 0 ] || refuse "it could not be unpacked into $new" "Is the disk full?"
    [ "${status[0]}" = 0 ] || [ "$(stat -c %s "$new.tar")" -gt "$most" ] ||
        refuse "it is no whole .tar.gz archive" "$again"
    [ "$(stat -c %s "$new.tar")" -le "$most" ] ||
        refuse "it unpacks to more than $((most >> 20)) MiB, which no kit does" "$again"
    local bad
    open_tar "$new.tar" "$new" cuda-labs/
    from=$new/cuda-labs
    for file in VERSION MANIFEST Makefile common/lab.h $parts; do
        [ -f "$from/$file" ] || refuse "it has no $file, so it is no kit" "$again"
    done
    bad=$(cd "$from" && sha256sum -c --strict --quiet MANIFEST 2>&1 | head -n 1)
    [ -z "$bad" ] || refuse "it is damaged ($bad)" "$again"
    bad=$(cd "$from" && find . -type f ! -path ./VERSION ! -path ./MANIFEST |
        sed 's|^\./||' | LC_ALL=C sort |
        LC_ALL=C comm -3 - <(files_in MANIFEST) | head -n 1)
    [ -z "$bad" ] || refuse "its MANIFEST does not list what it holds (${bad#$'\t'})" "$again"
    hash=$(sha256sum <"$from/MANIFEST")
    grep -q " ${hash:0:12}\$" <(head -n 1 "$from/VERSION") ||
        refuse "its VERSION is of another kit" "$again"
    open_tar "$from/$parts" "$from" ''
    hash_all "$from" >"$new/theirs"
    mkdir "$new/old" && tar -C "$new/old" -xzf $parts 2>/dev/null
    cat MANIFEST <(hash_all "$new/old") >"$new/before" 2>/dev/null
}

has() { [ -e "$1" ] || [ -L "$1" ]; }
hash_in() { awk -v path="$2" 'substr($0, 67) == path { print $1 }' "$1" 2>/dev/null; }
hash_of() { [ ! -f "$1" ] || [ -L "$1" ] || sha256sum <"$1" | cut -d ' ' -f 1; }

# One file of the new kit, or of the old one alone, that is not here as the new one has it.
settle() { # FILE
    local file=$1 mine theirs before verb=replaced
    mine=$(hash_of "$file")
    theirs=$(hash_in "$new/theirs" "$file") before=$(hash_in "$new/before" "$file")
    has "$file" || verb=new
    if [ $verb = replaced ] && [[ $file == labs/* ]]; then
        [ -n "$theirs" ] && [ "$theirs" != "$before" ] || return 0
        mkdir -p "build/stubs/$(dirname "$file")"
        cp -f "$from/$file" "build/stubs/$file"
        told+="  kept      $file: yours. The TODOs have changed:"
        told+=" build/stubs/$file is the new text"$'\n'
    elif [ -z "$theirs" ] && [ "$mine" = "$before" ]; then
        rm -f "$file"
        rmdir -p --ignore-fail-on-non-empty "$(dirname "$file")"
        told+="  removed   $file"$'\n'
    elif [ -z "$theirs" ]; then
        [ $verb = new ] ||
            told+="  kept      $file: the new kit has no such file, but you had changed it"$'\n'
    else
        told+="  $(printf %-9s $verb) $file"
        if [ $verb = replaced ] && [ "$mine" != "$before" ]; then
            mkdir -p "$backup/$(dirname "$file")"
            mv "$file" "$backup/$file"
            told+=": you had changed it; yours is $backup/$file"
        fi
        told+=$'\n'
        mkdir -p "$(dirname "$file")"
        # this script is being read while it is replaced: a new file, not a new text
        cp "$from/$file" "$file.new.$$" && mv -f "$file.new.$$" "$file"
    fi
}

main() {
    local old told='' file backup
    unpack
    old=$(head -n 1 VERSION 2>/dev/null)
    backup=build/backup/kit-${old##* }
    cp -f docs/release_notes.md "$new/notes" 2>/dev/null || : >"$new/notes"
    while read -r file; do
        settle "$file" ||
            refuse "$file could not be written" \
                "Make room, and run it again: it goes on where it was."
    done < <(sha256sum -c "$new/theirs" 2>/dev/null | sed -n 's/: FAILED.*//p'
        LC_ALL=C comm -13 <(files_in "$new/theirs") <(files_in "$new/before"))
    # what was compiled with the old kit
    [ -z "$told" ] || rm -rf build/gpu build/emulator
    mv -f "$from/MANIFEST" "$from/VERSION" .
    echo "Kit ${old:-without a version} -> $(head -n 1 VERSION)"
    printf '%s' "${told:-  nothing is different
}"
    diff "$new/notes" docs/release_notes.md 2>/dev/null | sed -n 's/^> //p'
    rm -rf "$new" "$new.tar"
    exit 0
}
main
