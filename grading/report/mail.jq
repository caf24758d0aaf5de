# A student's points and steps, what failed first, for mails and the terminal: lines, wrapped at
# blanks, each as deep as it begins.
include "totals";
def points: . * 100 | round / 100 + 0 | tostring;
def deep: select(. != "") | "    " + .;
def adjusted: .by_hand | deep | "    Adjusted:", .;
def words: if . == "slow" then "right, but …" else gsub("_"; " ") end;

# Those steps of all labs that are wanted; nothing where there are none.
def section($title; wanted):
    [.labs[] | .lab as $lab | .steps[] | select(wanted)
     | "\($lab), step \(.step), \(.name): \(.verdict | words), \(.points | points) of \(.max | points)",
       (.message | deep), adjusted]
    | select(. != []) | "", $title, "", .[];

# A line for each lab.
def not_attempted:
    [.labs[] | .lab as $lab | [.steps[] | select(.verdict == "not_attempted")] | select(. != [])
     | "\($lab), step \(map(.step | tostring) | join(", ")): 0 of \(map(.max) | add | points)",
       (last.message | deep), (.[] | adjusted)]
    | select(. != []) | "", "Not attempted", "", .[];

def answers:
    [.labs[] | .lab as $lab | .written[]
     | "\($lab), question \(.question): \(.points | points) points", (.comment | deep)]
    | select(. != []) | "", "Written answers", "", .[];

def lab_lines: [.written[].points] as $written
    | "    \(.lab + "                    "[(.lab | length):]) \(.points | points) of \(.max | points)\(
        if .bonus then ", a bonus" else "" end)\(
        if $written == [] then "" else " and \($written | add | points) for written answers" end)",
      (.file | deep), adjusted;

def wrapped: match("^ *").string as $deep | (76 - ($deep | length)) as $width
    | if length <= 76 then . else .[$deep | length:]
        | scan(".{1,\($width)}(?: +|$)|.{\($width)}") | $deep + sub(" +$"; "") end;

def mail_lines($written):
    (.shown, "", "\(.total | points) of \(.total_max | points) points\(.capped)\(
        if $written then ", those for written answers among them" else "" end)", (.labs[] | lab_lines),
     section("What failed"; .verdict | IN("pass", "slow", "not_attempted", "skipped") | not),
     section("What is right"; is_right), section("Not graded here"; .verdict == "skipped"),
     not_attempted, answers) | wrapped;
