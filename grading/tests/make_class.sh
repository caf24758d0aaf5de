#!/usr/bin/env bash
# A class as a course system hands it out: make_class.sh SYSTEM FOLDER PEOPLE [all], SYSTEM one of canvas, moodle, gradescope,
# github, folders. Writes FOLDER/Downloads with what an instructor would have downloaded. Person i is called first[i] last[i], has
# the number 1000 + i and the login u<i>. Oddities, by number:
#   1 plain            2 a stub beside the right file   3 zip    4 tar.gz    5 UTF-16    6 another name for the file
#   7 a day and a half late    8, 9 one name            10 a name that is a formula     11 nothing    12 no lab's file
#   13 an online text, or nothing       14 is not on the roster      15 late, with an extension     16 a hostile archive
#   17 a link in place of the file      20, 21 a group (Gradescope)    22 an archive in an archive     23 an empty archive
# 2 and 7 hand in the solution, all others a text that the grader refuses at once, unless `all` is given.
set -eu
system=$1 folder=$2 people=$3 all=${4:-}
cd "$(dirname "$0")/../.."
solution=$PWD/solutions/01_naive_gemv/naive_gemv.cu stub=$PWD/labs/01_naive_gemv/naive_gemv.cu
rm -rf "$folder"
mkdir -p "$folder/Downloads" "$folder/work"
cd "$folder/work"
down=../Downloads

first=([5]=Zoë [6]=雷 [7]="Sean" [8]=Kim [9]=Kim [10]="=HYPERLINK(1)")
last=([5]=Müller [6]=李 [7]="O'Hara" [8]=Park [9]=Park [10]=Bad)
for ((i = 1; i <= people; i++)); do
    first[i]=${first[i]:-Ann$i} last[i]=${last[i]:-Lee$i}
done
on_roster() { [ "$1" != 14 ]; }
is_late() { [ "$1" = 7 ] || [ "$1" = 15 ]; }
# when I [FORMAT]: on time, or a day and a half late
when() {
    if is_late "$1"; then date -u -d '2026-11-22 10:00' "${2:-+%F %T}"; else date -u -d '2026-11-20 10:00' "${2:-+%F %T}"; fi
}

# text I: what person I hands in
text() {
    case ${all:+1} in
        1) printf '// person %d\n' "$1" && cat "$solution" ;;
        *) case $1 in
            2 | 7) printf '// person %d\n' "$1" && cat "$solution" ;;
            *) printf '// person %d\nasm("nop");\nLAB_MAIN(01_naive_gemv)\n' "$1" ;;
        esac ;;
    esac
}

# hostile FILE: an archive that leads elsewhere, with a link and a bomb, and a file of the lab's beside them
hostile() {
    mkdir -p h/in/deep
    text 16 >h/in/naive_gemv.cu
    ln -sf /etc/passwd h/in/coalesced_gemv.cu
    head -c 30000000 /dev/zero >h/in/deep/bomb.bin
    text 16 >h/evil.cu
    (cd h/in && zip -qry ../../hostile.zip . ../evil.cu)
    mv hostile.zip "$1"
    rm -r h
}

# hand_in I FOLDER: a person's files, as folders hold them
hand_in() {
    local i=$1 to=$2 place=$2/labs/01_naive_gemv
    mkdir -p "$to"
    case $i in
        1) text 1 >"$to/naive_gemv.cu" ;;
        2)
            mkdir -p "$place" "$to/old"
            text 2 >"$place/naive_gemv.cu"
            touch -d 2020-01-01 "$place/naive_gemv.cu"
            cp "$stub" "$to/old/naive_gemv.cu"
            ;;
        3)
            mkdir z
            text 3 >z/naive_gemv.cu
            (cd z && zip -q ../z.zip naive_gemv.cu)
            mv z.zip "$to/my work.zip"
            rm -r z
            ;;
        4)
            mkdir -p z/labs/01_naive_gemv
            text 4 >z/labs/01_naive_gemv/naive_gemv.cu
            tar -czf "$to/hw.tar.gz" -C z labs
            rm -r z
            ;;
        5) text 5 | iconv -f UTF-8 -t UTF-16 >"$to/naive_gemv.cu" ;;
        6) text 6 >"$to/mine.cu" ;;
        11 | 13) ;;
        12) echo 'int main() {}' >"$to/main.cu" ;;
        16) hostile "$to/hw.zip" ;;
        17) ln -s /etc/passwd "$to/naive_gemv.cu" ;;
        22 | 23)
            mkdir z
            text 22 >z/naive_gemv.cu
            (cd z && zip -q inner.zip naive_gemv.cu && zip -q hw.zip inner.zip)
            [ "$i" = 22 ] || printf 'PK\5\6%018d' 0 | tr 0 '\0' >z/hw.zip
            mv z/hw.zip "$to"
            rm -r z
            ;;
        *) text "$i" >"$to/naive_gemv.cu" ;;
    esac
}

sorted() { # as Canvas makes a name for files: no signs, no capitals
    printf '%s%s' "${last[$1]}" "${first[$1]}" | tr -d " '()=" | tr '[:upper:]' '[:lower:]'
}

canvas() {
    local i name
    mkdir in
    for ((i = 1; i <= people; i++)); do
        hand_in "$i" "p"
        find p -type f | while read -r file; do
            name=$(basename "$file")
            [ "$i" = 2 ] && [[ $file == */old/* ]] && name=naive_gemv.cu && touch "$file"
            [ "$i" = 2 ] && [[ $file == */labs/* ]] && name=naive_gemv-1.cu
            mv "$file" "in/$(sorted "$i")$(is_late "$i" && echo _LATE)_$((500 + i))_$((800 + i))_$name"
        done
        rm -r p
    done
    echo '<p>See the file.</p>' >"in/$(sorted 13)_513_text.html"
    (cd in && zip -qr "../$down/submissions.zip" .)
    {
        printf '\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Lab 1 (9001),Essay (9002),Current Score,Final Score\r\n'
        printf ',,,,,Manual Posting,,(read only),(read only)\r\n'
        printf '    Points Possible,,,,,100.00,10.00,(read only),(read only)\r\n'
        for ((i = 1; i <= people; i++)); do
            on_roster "$i" || continue
            printf '"%s, %s",%d,%d,u%d,"Lab, Mo",%s,7,,\r\n' "${last[i]}" "${first[i]}" $((500 + i)) $((1000 + i)) "$i" "$([ "$i" = 11 ] && echo EX)"
        done
        printf '"Student, Test",999,,abc,"Lab, Mo",,,,\r\n'
    } >"$down/grades.csv"
}

moodle() {
    local i name
    mkdir in
    for ((i = 1; i <= people; i++)); do
        name="${first[i]} ${last[i]}_$((501000 + i))_assignsubmission"
        [ "$i" = 11 ] || [ "$i" = 13 ] || hand_in "$i" "in/${name}_file_"
        if [ "$i" = 13 ] || [ "$i" = 1 ]; then
            mkdir "in/${name}_onlinetext_"
            echo '<p>See the file.</p>' >"in/${name}_onlinetext_/onlinetext.html"
        fi
    done
    (cd in && zip -qry "../$down/CUDA-Lab 1-77.zip" .)
    {
        printf '\xef\xbb\xbfIdentifier,"Full name","ID number","Email address",Status,Grade,"Maximum grade","Grade can be changed",'
        printf '"Last modified (submission)","Last modified (grade)","Feedback comments"\n'
        for ((i = 1; i <= people; i++)); do
            on_roster "$i" || continue
            printf '"Participant %d","%s %s",%d,u%d@example.edu,"Submitted for grading",,"%s",Yes,"%s",-,\n' $((501000 + i)) "${first[i]}" "${last[i]}" \
                $((1000 + i)) "$i" "$(if [ "$i" = 2 ]; then echo 50,50; else echo 100.00; fi)" "$(if [ "$i" = 11 ]; then echo -; else LC_ALL=C when "$i" '+%A, %-d %B %Y, %-I:%M %p'; fi)"
        done
    } >"$down/Grades-CUDA-Lab 1-77.csv"
}

gradescope() {
    local i to=assignment_77_export
    mkdir $to
    echo --- >$to/submission_metadata.yml
    for ((i = 1; i <= people; i++)); do
        [ "$i" = 11 ] || [ "$i" = 13 ] || [ "$i" = 21 ] && continue
        hand_in "$i" "$to/submission_$((4000 + i))"
        {
            printf 'submission_%d:\n  :submitters:\n' $((4000 + i))
            for j in "$i" $([ "$i" = 20 ] && echo 21); do
                printf "  - :name: \"%s %s\"\n    :sid: '%d'\n    :email: u%d@example.edu\n" "${first[j]}" "${last[j]}" $((1000 + j)) "$j"
            done
            printf '  :created_at: %s.123456789 Z\n  :score: 0.0\n  :status: processed\n  :history:\n  - :id: 1\n    :created_at: 2026-01-01 00:00:00 Z\n' "$(when "$i")"
        } >>$to/submission_metadata.yml
    done
    zip -qry "$down/submissions.zip" $to
    sed -i 's/:name: "Zoë/:name: "Zo\\u00eb/' $to/submission_metadata.yml
    zip -q "$down/submissions.zip" $to/submission_metadata.yml
    {
        printf '\xef\xbb\xbfFirst Name;Last Name;SID;Email;extension;Role\r\n'
        for ((i = 1; i <= people; i++)); do
            on_roster "$i" && printf '"%s";"%s";%d;u%d@example.edu;%s;Student\r\n' "${first[i]}" "${last[i]}" $((1000 + i)) "$i" "$([ "$i" = 15 ] && echo 2d)"
        done
        printf 'Ada;Teacher;9000;ada@example.edu;;Instructor\r\n'
        true
    } >"$down/roster.csv"
}

commit() { # FOLDER DATE
    git -C "$1" add -A
    GIT_AUTHOR_DATE="$2 +0000" GIT_COMMITTER_DATE="$2 +0000" git -C "$1" -c user.name='A > B' -c user.email=a@example.edu commit -q --allow-empty -m work
}

github() {
    local i to
    mkdir lab01-submissions
    for ((i = 1; i <= people; i++)); do
        to=lab01-submissions/lab01-u$i
        [ "$i" = 11 ] || [ "$i" = 13 ] && continue
        hand_in "$i" "$to"
        if [ "$i" -lt 18 ] || [ ! -d template ]; then
            git -C "$to" init -q
            commit "$to" "$(when "$i")"
            [ "$i" = 17 ] && cp -r "$to/.git" template
        else
            cp -r template "$to/.git"
        fi
    done
    # one that would run a program, and fetch what it lacks, if git were asked carelessly
    git -C lab01-submissions/lab01-u16 config core.fsmonitor 'touch ran; false'
    git -C lab01-submissions/lab01-u16 config gpg.program 'touch ran; false'
    git -C lab01-submissions/lab01-u16 config log.showSignature true
    git -C lab01-submissions/lab01-u16 config core.pager 'touch ran'
    mv lab01-submissions $down
    {
        echo 'identifier,github_username,github_id,name,extension'
        for ((i = 1; i <= people; i++)); do
            on_roster "$i" && printf '%d,%s,%d,"%s %s",%s\n' $((1000 + i)) "$([ "$i" = 13 ] || echo "u$i")" $((70000 + i)) "${first[i]}" "${last[i]}" "$([ "$i" = 15 ] && echo 2026-11-23T00:00)"
        done
        true
    } >"$down/classroom_roster.csv"
}

folders() {
    local i
    mkdir week3
    for ((i = 1; i <= people; i++)); do
        [ "$i" = 11 ] || [ "$i" = 13 ] && continue
        case $i in
            8) hand_in "$i" "week3/$((1000 + i))" ;;
            18) hand_in "$i" "week3/Ann18 Lee18" ;;
            *) hand_in "$i" "week3/u$i" ;;
        esac
    done
    mkdir week3/.git && echo notes >week3/notes.txt
    mv week3 $down
    {
        echo 'id,name,group,extension'
        for ((i = 1; i <= people; i++)); do
            on_roster "$i" && printf 'u%d,"%s %s",%d,%s\n' "$i" "${first[i]}" "${last[i]}" $((i % 3)) "$([ "$i" = 15 ] && echo 2)"
        done
        true
    } | sed 's/^u8,/1008,/' >"$down/students.csv"
}

"$system"
cd ..
rm -r work
