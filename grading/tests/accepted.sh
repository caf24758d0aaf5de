#!/usr/bin/env bash
# Would the system take what was exported for it? Says what is wrong, a line each; exit 1 if anything is.
#   accepted.sh all SYSTEM CLASS EXPORT OUT [spoil]  the rows of the table below; and what is spoiled is refused
#   accepted.sh canvas|moodle EXPORT FILE.csv        importers.awk has their rules
#   accepted.sh canvas-comments SUBMISSIONS FOLDER   Canvas, Assignment#infer_comment_context_from_filename (app/models/assignment.rb of
#                                                    canvas-lms): of a name's parts between "_" the first two numbers are user and upload
#   accepted.sh moodle-feedback EXPORT FOLDER        Moodle, is_valid_filename_for_import (mod/assign/feedback/file/importziplib.php):
#                                                    fullname_userid_plugintype_pluginname_, the number right behind the first "_"
#   accepted.sh gradescope - FOLDER                  gradescope.jq: gradescope-autograders.readthedocs.io/en/latest/specs
#   accepted.sh csv - FILE.csv                       RFC 4180: rows of one width, quotes that end
#   accepted.sh github - FOLDER                      cli.github.com/manual/gh_issue_create; an issue has at most 65,536 characters
#   accepted.sh mail - FOLDER                        RFC 5322, 2.1.1, 2.2 and 3.4.1 (it is a draft: who sends it adds From and Date)
set -u
# shellcheck disable=SC2016 # words of a shell
# Of what system, by which rules, what of OUT, and a shell's words that spoil a copy of OUT.
table='
canvas     | canvas          | canvas.csv      | sed -i "s/,ID,/,Key,/" canvas.csv
canvas     | canvas          | canvas.csv      | sed -i "4s/,5[0-9]*,/,9999,/" canvas.csv
canvas     | canvas-comments | canvas          | cd canvas && f=$(ls | head -n 1) && mv "$f" "${f%%_*}_9_$f"
canvas     | canvas-comments | canvas          | cd canvas && f=$(ls | head -n 1) && : >"$f"
moodle     | moodle          | moodle.csv      | sed -i "2s/Participant /Teilnehmer /" moodle.csv
moodle     | moodle          | moodle.csv      | sed -i "s/^\(Participant [^,]*,[^,]*,[^,]*,[^,]*\),[^,]*/\1,101/" moodle.csv
moodle     | moodle-feedback | students        | cd students && f=$(ls | head -n 1) && mv "$f" "A_$f"
moodle     | moodle-feedback | students        | cd students && rm -r "$(ls | head -n 1)"
moodle     | mail            | feedback        | sed -i "s/^To: .*/To: a@b, c@d/" feedback/*
moodle     | mail            | feedback        | sed -i "s/^Subject: /Subject /" feedback/*
gradescope | gradescope      | gradescope      | sed -i "s/\"passed\"/\"ok\"/" gradescope/*/*
gradescope | gradescope      | gradescope      | sed -i "s/\"score\":/\"points\":/" gradescope/*/*
gradescope | csv             | gradebook.csv   | sed -i "3s/$/,1/" gradebook.csv
github     | github          | github          | sed -i "s/--body-file/--body/" github/post.sh
github     | github          | github          | cd github && echo "@somebody" >>"$(ls *.md | head -n 1)"
github     | csv             | gradebook.csv   | sed -i "2s/,/,\"/" gradebook.csv
folders    | csv             | submissions.csv | sed -i "4s/,//" submissions.csv
'
if [ "$1" = all ]; then
    status=0 before=
    while read -r system _ kind _ of _ how; do
        [ "$system" = "$2" ] || continue
        given=$4
        [ "$kind" = canvas-comments ] && given=$3
        [ "$kind" = "$before" ] || "$0" "$kind" "$given" "$5/$of" || status=1
        before=$kind
        [ "${6:-}" ] || continue
        rm -rf "$5.bad" && cp -r "$5" "$5.bad" && (cd "$5.bad" && eval "$how")
        "$0" "$kind" "$given" "$5.bad/$of" >/dev/null && status=1 && echo "$kind is accepted after $how"
    done <<<"$table"
    exit $status
fi
here=$(cd "$(dirname "$0")" && pwd) kind=$1 export=$2 made=$3 status=0
wrong() {
    echo "$kind: $*"
    status=1
}
any() { [ -n "$(find "$made" -type f -print -quit 2>/dev/null)" ] || wrong "there is nothing in $made"; }
case $kind in
canvas | moodle | csv)
    awk -v check="$kind" -v export="$export" -f "$here/importers.awk" "$made" || status=1
    ;;
canvas-comments)
    any
    said=$( (find "$export" -type f -printf 'has 1 %f\n' && find "$made" -type f -printf 'new %s %f\n') | awk '
        { name = substr($0, length($1 $2) + 3); parts = split(name, part, "_"); user = ""; upload = "" }
        { for (i = 1; i <= parts && upload == ""; i++) if (part[i] ~ /^[0-9]+$/) { if (user == "") user = part[i]; else upload = part[i] } }
        $1 == "has" { known[user, upload] = 1; next }
        $2 == 0 { print name " is empty" }
        !((user, upload) in known) { print name ": " user "_" upload " is no upload" }
        name ~ /^\._/ || part[parts] ~ /^link/ { print name " is passed over" }
        user in seen { print "two comments for " user }
        { seen[user] = 1 }')
    [ -z "$said" ] || wrong "$said"
    ;;
moodle-feedback)
    any
    said=$( (awk -v check=participants -f "$here/importers.awk" "$export" && find "$made" -type f -printf '/%P\n') | awk -F/ '
        !/^\// { participant[$1] = 1; next }
        { parts = split($2, part, "_"); user = part[2] }
        $3 != "feedback.html" || parts < 4 || part[3] "/" part[4] != "assignsubmission/file" { print $0 ": it is passed over" }
        !(user in participant) { print $0 ": " user " is no participant" }
        user in seen { print "two folders for " user }
        { seen[user] = 1 }
        END { for (user in participant) if (!(user in seen)) print user " has nothing" }')
    [ -z "$said" ] || wrong "$said"
    ;;
gradescope)
    any
    said=$(find "$made" -type f -exec jq -r -f "$here/gradescope.jq" {} + 2>&1)
    [ -z "$said" ] || wrong "$said"
    ;;
github)
    any
    stub=$(mktemp -d)
    cat >"$stub/gh" <<'GH'
#!/bin/sh
[ $# = 8 ] && [ "$1 $2 $3 $5 $7" = "issue create --repo --title --body-file" ] || { echo "gh: $*"; exit 0; }
printf '%s\n' "$4" | grep -qxE '[A-Za-z0-9-]+/[A-Za-z0-9._-]{1,100}' || echo "no repository: $4"
[ -n "$6" ] && [ -s "$8" ] || echo "no title, or no text: $8"
[ "$(wc -m <"$8")" -le 65536 ] || echo "$8 is too long"
[ "$(head -n 1 "$8")/$(tail -n 1 "$8")" = "<pre>/</pre>" ] || echo "$8: names in it could mention people"
[ "$(tr -cd '<' <"$8" | wc -c)" = 2 ] || echo "$8: markup in it"
echo "$4" >>"$GH_LOG"
GH
    chmod +x "$stub/gh"
    said=$(GH_LOG=$stub/log PATH=$stub:/usr/bin:/bin sh "$made/post.sh" the-course 2>&1) || wrong "post.sh ends with an error"
    [ -z "$said" ] || wrong "$said"
    [ "$(sort -u "$stub/log" 2>/dev/null | wc -l)" = "$(find "$made" -name '*.md' | wc -l)" ] || wrong "not one issue for each text"
    rm -r "$stub"
    ;;
mail)
    any
    said=$(find "$made" -type f -exec awk '
        function end() { if (name && (subject != 1 || to > 1 || !body)) print name ": no subject, two receivers, or no text" }
        FNR == 1 { end(); name = FILENAME; head = subject = to = body = 0 }
        length($0) > 998 || /[\r\000]/ { print name ": line " FNR " is too long, or holds a CR" }
        head && /[^ ]/ { body = 1 }
        head { next }
        $0 == "" { head = 1; next }
        !/^[!-9;-~]+: [^ ]/ { print name ": no header: " $0 }
        /^Subject:/ { subject++ }
        /^To:/ { to++ }
        /^To:/ && !/^To: [A-Za-z0-9.!#$%&'\''*+\/=?^_{|}~-]+@[A-Za-z0-9.-]+$/ { print name ": no address: " $0 }
        END { end() }' {} + )
    [ -z "$said" ] || wrong "$said"
    ;;
*) wrong "it is none of those above" ;;
esac
exit $status
