#!/usr/bin/env bash
# A class from each course system, by the commands of docs/instructor.md: downloaded (make_class.sh), graded, and what goes back
# looked at as the importers do (importers.awk). With the argument long: 60 people, all with the solution; else 24 with every
# oddity, most of them with a text that is refused at once.
# shellcheck disable=SC2016 # jq has variables of its own
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
unset MAKEFLAGS MAKELEVEL
people=24 all=
case ${1:-} in
    long) people=60 all=all ;;
    '') ;;
    *) echo "systems_test.sh [long]" >&2 && exit 2 ;;
esac
work=$PWD/build/tests/systems log=$PWD/build/tests/systems.said
rm -rf "$work"
mkdir -p "$work/bin"
export BACKEND=emulator QUIET=1
make -s build/grading/judge build/grading/runner.emulator.o || exit 2

# section TITLE: the commands of that section of the page
section() {
    awk -v title="### $1" '$0 == title { on = 1; next } /^##/ { on = 0 } on && /^ *```sh$/ { code = 1; next } /^ *```$/ { code = 0 } on && code' docs/instructor.md | sed 's/^   //'
}
# run_section TITLE SYSTEM: as an instructor would, with HOME where the downloads are; what it prints goes to $log
run_section() {
    (
        export HOME=$work/$2 PATH=$work/bin:$PATH
        top=$PWD
        cd "$top" || exit 2
        bash -c "set -e; cd() { builtin cd \"\$@\"; }; top='$top'; make() { (builtin cd '$top' && command make \"\$@\"); }; $(section "$1")"
    ) >"$log" 2>&1
}
# cell SYSTEM FILE KEY VALUE COLUMN WANT
cell() {
    local is
    is=$(awk -v key="$3" -v is="$4" -v want="$5" -f grading/tests/importers.awk "$work/$1/grades/$1/$2")
    ok "$1: $2: $5 of $4 is '$is', expected '$6'" test "$is" = "$6"
}
said() { ok "$1 is told: $2" grep -qF -- "$2" "$log"; }
accepted() { ok "$1: $2 is what the importer takes" awk -v check="$1" -v export="$work/$1/Downloads/$3" -f grading/tests/importers.awk "$work/$1/grades/$1/$2"; }
# class SYSTEM TITLE
class() {
    grading/tests/make_class.sh "$1" "$work/$1" "$people" $all >"$log" 2>&1
    ok "$1: a class" test $? = 0
    case $1 in
        moodle)
            mv "$work/moodle/Downloads/CUDA-Lab 1-77.zip" "$work/moodle/Downloads/submissions.zip"
            mv "$work/moodle/Downloads/Grades-CUDA-Lab 1-77.csv" "$work/moodle/Downloads/worksheet.csv"
            ;;
        github) mv "$work/github/Downloads/lab01-submissions" "$work/github/cloned" ;;
    esac
    run_section "$2" "$1"
    local status=$?
    ok "$1: the page's commands: $(tail -n 1 "$log")" test $status = 0
    ok "$1: they graded" grep -q '^Reports: ' "$log"
    ok "$1: several files are named" grep -q "Several files, one of them graded" "$work/$1/grades/$1/report.html"
    ok "$1: nothing of a submission was run, or left the folder" test -z "$(find "$work/$1" . -maxdepth 3 \( -name ran -o -name evil.cu \) -not -path './.git/*' -print -quit)"
    ok "$1: results.json and junit.xml are whole" bash -c "jq -e '.students | length >= $people - 2' '$work/$1/grades/$1/results.json' && { ! command -v xmllint >/dev/null || xmllint --noout '$work/$1/grades/$1/junit.xml'; }"
}
cat >"$work/bin/gh" <<'GH'
#!/bin/sh
[ "$*" = "classroom clone student-repos -a 123456" ] && mv ../cloned lab01-submissions
GH
chmod +x "$work/bin/gh"
# of those with a text that is refused: points, of 100, a day late; and its verdict
points=0.00 hundred=0.00 verdict=refused
[ -n "$all" ] && points=20.00 hundred=100.00 verdict=pass
# read_as SYSTEM STUDENT…: what each handed in was found, unpacked, decoded
read_as() {
    local student
    for student in "${@:2}"; do
        ok "$1: what $student handed in is read: $verdict" jq -e --arg id "$student" --arg is "$verdict" \
            '.students[] | select(.id == $id) | .labs[0].steps | all(.verdict == $is)' "$work/$1/grades/$1/results.json"
    done
}

# ---- Canvas: the gradebook that its importer merges
class canvas Canvas
accepted canvas canvas.csv grades.csv
said canvas "canvas.csv: 01_naive_gemv goes to the column Lab 1 (9001), 100 points (scaled from 20)"
for id in 501 503 504 505 506; do cell canvas canvas.csv ID $id "Lab 1 (9001)" $hundred; done
cell canvas canvas.csv ID 502 "Lab 1 (9001)" 100.00
read_as canvas 501 503 504 505 506 516
cell canvas canvas.csv ID 507 "Lab 1 (9001)" 90.00 # late, as Canvas says; how many days it does not
cell canvas canvas.csv ID 511 "Lab 1 (9001)" EX
# missing is no 0: the cell stays as it was
cell canvas canvas.csv ID 512 "Lab 1 (9001)" ""
cell canvas canvas.csv ID 513 "Lab 1 (9001)" ""
cell canvas gradebook.csv ID 513 01_naive_gemv missing
said canvas "Read as Canvas, since the roster's first line is of its kind."
cell canvas submissions.csv student 502 file lee2ann2_502_802_naive_gemv-1.cu
cell canvas submissions.csv student 502 passed_over lee2ann2_502_802_naive_gemv.cu
cell canvas submissions.csv student 507 late yes
cell canvas gradebook.csv student 512 note "There is no file naive_gemv.cu in what was handed in; there are: main.cu."
cell canvas gradebook.csv ID 513 note "An online text was handed in, and no file."
there="There is no file naive_gemv.cu in what was handed in; there are:"
cell canvas gradebook.csv ID 522 note "$there hw.zip (holds another archive and no .cu file: unpack it)."
cell canvas gradebook.csv ID 523 note "$there hw.zip (holds no .cu file that can be unpacked)."
cell canvas gradebook.csv student 505 name "Müller, Zoë"
said canvas "Not on the roster, and not graded: lee14ann14_514_814_naive_gemv.cu."

# ---- Moodle: the worksheet that its importer takes, by participant
class moodle Moodle
accepted moodle moodle.csv worksheet.csv
for i in 1 3 4 5 6; do cell moodle moodle.csv Identifier "Participant $((501000 + i))" Grade $hundred; done
cell moodle moodle.csv Identifier "Participant 501002" Grade 50.50 # of 50,50
read_as moodle "Ann3 Lee3_501003_assignsubmission_file_" "Ann4 Lee4_501004_assignsubmission_file_" "Zoë Müller_501005_assignsubmission_file_" "雷 李_501006_assignsubmission_file_"
cell moodle moodle.csv Identifier "Participant 501007" Grade 80.00 # two days begun, by the worksheet's time
cell moodle moodle.csv Identifier "Participant 501007" "Feedback comments" "01_naive_gemv: 16.00 of 20 (2 days late: 4.00 points off)"
cell moodle moodle.csv Identifier "Participant 501013" Grade ""
cell moodle moodle.csv Identifier "Participant 501013" "Feedback comments" "01_naive_gemv: missing. An online text was handed in, and no file."
cell moodle moodle.csv Identifier "Participant 501011" "Feedback comments" "01_naive_gemv: missing. Nothing was handed in."
cell moodle submissions.csv student "Ann2 Lee2_501002_assignsubmission_file_" passed_over "Ann2 Lee2_501002_assignsubmission_file_/old/naive_gemv.cu"
cell moodle submissions.csv student "Sean O'Hara_501007_assignsubmission_file_" submitted 2026-11-22T09:00:00Z
ok "moodle: an online text is nobody" bash -c "! grep -q onlinetext '$work/moodle/grades/moodle/gradebook.csv'"
# assignfeedback_file_zip_importer takes files in folders called after the submissions' own
ok "moodle: the feedback's folders are Moodle's" bash -c "unzip -Z1 '$work/moodle/grades/moodle/feedback.zip' | grep -qx 'Ann1 Lee1_501001_assignsubmission_file_/feedback.html'"

# ---- Gradescope: its export with names, groups and times
class gradescope Gradescope
for i in 1 3 4 5 6; do cell gradescope gradebook.csv SID $((1000 + i)) total $points; done
cell gradescope gradebook.csv SID 1002 total 20.00
said gradescope "Read as Gradescope, since the roster's first line is of its kind."
read_as gradescope 1003 1004 1005 1006 1016 1020 1021
cell gradescope gradebook.csv SID 1007 total 16.00
cell gradescope gradebook.csv SID 1015 total $points
cell gradescope submissions.csv student 1015 late_days 0 # an extension
cell gradescope gradebook.csv SID 1005 name "Zoë Müller"
ok "gradescope: who teaches is no student" bash -c "! grep -q 9000 '$work/gradescope/grades/gradescope/gradebook.csv'"
cell gradescope gradebook.csv SID 1011 note "Nothing was handed in."
cell gradescope gradebook.csv student 1021 name "Ann21 Lee21"
cell gradescope gradebook.csv SID 1021 total $points
cell gradescope submissions.csv student 1007 submitted 2026-11-22T10:00:00Z
cell gradescope submissions.csv student 1007 submitted_by submission_metadata.yml
cell gradescope gradebook.csv student 1010 name "'=HYPERLINK(1) Bad"
ok "gradescope: score and file in results.json" jq -e '.score == 16 and (.output | contains("2 days late"))' "$work/gradescope/grades/gradescope/gradescope/1007/results.json"

# ---- GitHub: clones, with the commit that was graded
class github GitHub
for i in 1 5 6; do cell github gradebook.csv github_username u$i total $points; done
cell github gradebook.csv github_username u2 total 20.00
said github "Read as GitHub, since the roster's first line is of its kind."
read_as github u5 u6
cell github gradebook.csv github_username u7 total 16.00
cell github gradebook.csv github_username u15 total $points
cell github submissions.csv student u15 late_days 0
cell github submissions.csv student u7 commit "$(git -C "$work/github/Downloads/lab01-submissions/lab01-u7" rev-parse HEAD)"
cell github submissions.csv student u7 submitted 2026-11-22T10:00:00Z
cell github submissions.csv student u7 submitted_by "its last commit"
cell github gradebook.csv identifier 1013 note "Nothing was handed in."

# ---- plain folders
class folders "Folders"
for i in 1 3 4 5; do cell folders gradebook.csv id u$i total $points; done
cell folders gradebook.csv id u2 total 20.00
read_as folders u3 u4 u5 u6 u16 1008
cell folders gradebook.csv id 1008 total $points
cell folders gradebook.csv id u18 total $points
cell folders gradebook.csv id u17 note "There is no file naive_gemv.cu in what was handed in; there are: naive_gemv.cu (a link)."
cell folders gradebook.csv id u5 group 2
said folders "notes.txt"

# ---- back to each student: a comment where Canvas looks for it, issues by gh, mails with an address
again() { make -s grade LAB=01 SUBMISSIONS="$2" ROSTER="$work/$1/Downloads/$3" OUT="$work/$1/grades/$1" FEEDBACK=1 "${@:4}" >"$log" 2>&1; }
cp "$work/canvas/week3/canvas/lee1ann1_501_801_naive_gemv.cu" "$work/canvas/week3/canvas/lee1ann1_501_701_naive_gemv.cu"
again canvas "$work/canvas/week3/canvas" grades.csv
ok "canvas: a comment's file has the upload's numbers" test -s "$work/canvas/grades/canvas/canvas/lee1ann1_501_801_feedback.txt"
ok "canvas: the newest one's" test ! -e "$work/canvas/grades/canvas/canvas/lee1ann1_501_701_feedback.txt"
rm "$work/canvas/week3/canvas/lee1ann1_501_701_naive_gemv.cu"
ok "canvas: and those of whoever was late" test -s "$work/canvas/grades/canvas/canvas/oharasean_LATE_507_807_feedback.txt"
again github "$work/github/Downloads/lab01-submissions" classroom_roster.csv
mkdir -p "$work/post"
printf '#!/bin/sh\necho "$@" >>"%s/post/said"\n[ -s "$8" ]\n' "$work" >"$work/post/gh" && chmod +x "$work/post/gh"
ok "github: post.sh opens an issue for each repository" env "PATH=$work/post:/usr/bin:/bin" sh "$work/github/grades/github/github/post.sh" cuda-course
ok "github: with gh's own arguments" grep -qx 'issue create --repo cuda-course/lab01-u1 --title Grades --body-file lab01-u1.md' "$work/post/said"
ok "github: one for each" test "$(wc -l <"$work/post/said")" = "$(find "$work/github/Downloads/lab01-submissions" -mindepth 1 -maxdepth 1 | grep -vc 'lab01-u14$')"
again moodle "$work/moodle/week3/moodle" worksheet.csv
ok "moodle: a mail has the worksheet's address" grep -qx 'To: u1@example.edu' "$work/moodle/grades/moodle/feedback/Ann1 Lee1_501001_assignsubmission_file_.txt"
make -s grade LAB=01 SUBMISSIONS="$work/moodle/week3/moodle" ROSTER="$work/moodle/Downloads/worksheet.csv" OUT="$work/moodle/grades/moodle" >"$log" 2>&1
said moodle "As in the last run: FEEDBACK=1, DEADLINE=2026-11-20T23:59+01:00, LATE=10%."
ok "moodle: a plain rerun keeps the mails" test -s "$work/moodle/grades/moodle/feedback/Ann1 Lee1_501001_assignsubmission_file_.txt"

again canvas "$work/canvas/week3/canvas" grades.csv
cp "$work/canvas/grades/canvas/canvas.csv" "$work/before.csv"
make -s grade LAB=01 SUBMISSIONS="$work/canvas/week3/canvas" OUT="$work/canvas/grades/canvas" >"$log" 2>&1
said canvas "DEADLINE=2026-11-20T23:59+01:00, LATE=10%"
said canvas "ROSTER=$work/canvas/Downloads/grades.csv"
ok "canvas: a plain rerun keeps roster, deadline and grades" cmp "$work/before.csv" "$work/canvas/grades/canvas/canvas.csv"
make -s grade LAB=01 SUBMISSIONS="$work/canvas/week3/canvas" OUT="$work/canvas/grades/canvas" DEADLINE=none >"$log" 2>&1
cell canvas submissions.csv student 507 late_penalty 0.00 # late, and no deadline

# ---- one of the class again; and what is refused
out=$work/folders/grades/folders
make -s regrade STUDENT=u2 OUT="$out" >"$log" 2>&1
ok "make regrade STUDENT=u2 prints the steps of u2's and nobody else's" \
    test "$(grep -cE '^01_naive_gemv, step [0-3], [a-z_]+: pass, ' "$log")" = 4 -a "$(grep -c Lee "$log")" = 1
ok "then a row for the lab, and no other rows" \
    test "$(grep -cE '^01_naive_gemv +1 of 1 +4( +0){4} +20[.]0 of  20[.]0$' "$log")" = 1 -a "$(grep -c '^01_naive_gemv' "$log")" = 5
said u2 "u2/labs/01_naive_gemv/naive_gemv.cu (sha256 "
cell folders submissions.csv student u15 file u15/naive_gemv.cu # with the last run's roster
expect "an unknown student" 2 "there is nobody of that name; give an id" make -s regrade STUDENT=u222 OUT="$out"
expect "half a name" 2 "there is nobody of that name; give an id" make -s regrade STUDENT=hara OUT="$out"
expect "a student by the roster's name" 0 "u2/labs/" make -s regrade STUDENT="Ann2 Lee2" OUT="$out"
expect "a name that two have" 2 "two have this name: give an id" make -s regrade STUDENT="Kim Park" OUT="$out"
refuses() { expect "$1" 2 "$2" make -s grade LAB=01 OUT="$work/none" "${@:3}"; }
mkdir -p "$work/high/in/ann" "$work/high/in/bob"
for to in high/in/ann high/in/bob; do
    cp solutions/01_naive_gemv/naive_gemv.cu "$work/$to"
    echo "// $to" >>"$work/$to/naive_gemv.cu"
done
expect "a folder too high" 2 "Several files that differ are for this lab" make -s grade LAB=01 OUT="$work/high.out" SUBMISSIONS="$work/high"
students=$work/folders/Downloads/week3
refuses "a deadline that is none" "DEADLINE=tomorrow: give a date and a time" SUBMISSIONS="$students" DEADLINE=tomorrow
refuses "a day that is none" "DEADLINE=2026-11-31: give a date and a time" SUBMISSIONS="$students" DEADLINE=2026-11-31
adjusted() { printf 'id,lab,points,who,why\n%s,01,1,Ito,why\n' "$2" >"$work/adjust.csv" && refuses "$1" "$3" SUBMISSIONS="$students" ROSTER="$work/folders/Downloads/students.csv" ADJUST="$work/adjust.csv"; }
adjusted "points for a name that two have" "Kim Park" "'Kim Park' among those graded; two have this name"
adjusted "points for a name with a slip" "Ann2 Le2" "there is no student 'Ann2 Le2'"
refuses "what a day costs without a deadline" "LATE needs a DEADLINE" SUBMISSIONS="$students" LATE=2
refuses "110 per cent a day" "LATE=110%: give what a day costs" SUBMISSIONS="$students" DEADLINE=2026-11-20 LATE=110%
refuses "a grace that is none" "GRACE=soon: give a time" SUBMISSIONS="$students" DEADLINE=2026-11-20 GRACE=soon
roster() { printf '%b' "$2" >"$work/roster.csv" && refuses "$1" "$3" SUBMISSIONS="$students" ROSTER="$work/roster.csv" DEADLINE=2026-11-20; }
roster "a roster without ids" 'colour,size\nred,2\n' "names no column that says who"
roster "an empty roster" '' "is empty: its first line names the columns"
roster "an id for the second time" 'id,name\nu1,Ann\nu1,Bob\n' "holds nothing of anybody on the roster"
roster "a quote that is open" 'id,name\nu1,"Ann\n' "line 2: a quote is opened"
roster "an extension that is none" 'id,name,extension\nu1,Ann,later\n' "extension 'later': give a time like 2d"
roster "a time that is none" 'id,name,submitted\nu1,Ann,Freitag\n' "submitted 'Freitag' is no time that is understood"
roster "a roster in Windows-1252" 'id,name\nu1,Zo\xeb\n' "is no UTF-8"
roster "no roster" '\x00' "zero bytes"
make -s grade LAB=01 SUBMISSIONS="$students" ROSTER="$work/folders/Downloads/students.csv" OUT="$out" DEADLINE=2026-11-22 LATE=2 >"$log" 2>&1
mkdir -p "$work/windows/grades/windows" "$work/windows/in/Zoë Müller"
printf '//\nasm("nop");\n' >"$work/windows/in/Zoë Müller/naive_gemv.cu"
printf 'ID\tName\tGroup, Place\r\n7\tZoë Müller\tx\r\n' | iconv -f UTF-8 -t UTF-16 >"$work/windows/students.csv"
make -s grade LAB=01 SUBMISSIONS="$work/windows/in" ROSTER="$work/windows/students.csv" OUT="$work/windows/grades/windows" >"$log" 2>&1
cell windows gradebook.csv ID 7 name "Zoë Müller" # a roster of Excel's, with tabs, in UTF-16
cell windows submissions.csv student 7 file "Zoë Müller/naive_gemv.cu"
refuses "a roster and no class" "there is no SUBMISSIONS" ROSTER="$work/roster.csv"
finish
