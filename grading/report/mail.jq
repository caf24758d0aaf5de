# A student's points and steps, what failed first, for mails and the terminal: [text, to] for each
# student of the model (model.c). Whoever prints it wraps its lines at blanks, each as deep as it
# begins; and a mail's first line, "To: …" or none.
def points: . * 100 | round / 100 + 0 | tostring;
def deep: select(. != "") | "    " + .;
def by_hand: .by_hand | deep | "    Adjusted:", .;
def is_right: .verdict == "pass" or .verdict == "slow";
def words: if . == "slow" then "right, but …" else gsub("_"; " ") end;

# Those steps of all labs that are wanted; nothing where there are none.
def section($title; wanted):
    [.labs[] | .lab as $lab | .steps[] | select(wanted)
     | "\($lab), step \(.step), \(.name): \(.verdict | words), \(.points | points) of \(.max | points)",
       (.message | deep), by_hand]
    | select(. != []) | "", $title, "", .[];

# A line for each lab.
def not_attempted:
    [.labs[] | .lab as $lab | [.steps[] | select(.verdict == "not_attempted")] | select(. != [])
     | "\($lab), step \(map(.step | tostring) | join(", ")): 0 of \(map(.max) | add | points)",
       (last.message | deep), (.[] | by_hand)]
    | select(. != []) | "", "Not attempted", "", .[];

def written:
    [.labs[] | .lab as $lab | .written[]?
     | "\($lab), question \(.question): \(.points | points) points", (.comment | deep)]
    | select(. != []) | "", "Written answers", "", .[];

def lab: [.written[]?.points] as $written
    | "    \(.lab + "                    "[(.lab | length):]) \(.points | points) of \(.max | points)\(
        if .bonus then ", a bonus" else "" end)\(
        if $written == [] then "" else " and \($written | add | points) for written answers" end)",
      (.file | deep), by_hand;

# One address and nothing else: it goes into a head.
def to: .email // "" | if test("^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+$")
    then "To: \(.)\n" else "" end;

.written as $written | .students[]
| [([.shown, "", "\(.total | points) of \(.total_max | points) points\(.capped)\(
        if $written then ", those for written answers among them" else "" end)", (.labs[] | lab),
    section("What failed"; .verdict | IN("pass", "slow", "not_attempted", "skipped") | not),
    section("What is right"; is_right), section("Not graded here"; .verdict == "skipped"),
    not_attempted, written] | map(. + "\n") | add), to]
