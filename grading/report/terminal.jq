# What a run ends with on the terminal: of one's own files, or of the student who was graded again,
# the text that a mail has; then, as of a class, a row for each lab. At most 100 columns.
include "totals";
include "mail";
def right($width): tostring | " " * ($width - length) + .;
def left($width): tostring | . + " " * ($width - length);

# Its steps by what became of them. An expert file has its short name: a column is no wider.
def row($lab; $core): map(.labs[] | select(.lab == $lab)) as $labs
    | [range(7) as $group | [$labs[].steps[] | select(.group == $group)] | length] as $count
    | "\((if $core then $lab else $labs[0].called end) | left(20)) \(
        [$labs[] | select(.state < 3)] | length | right(5)) of \(length | left(5)) \(
        $count[0] | right(5)) \($count[1] | right(10)) \($count[2] + $count[3] | right(6)) \(
        $count[4] + $count[5] | right(8)) \($count[6] | right(10)) \(
        sum($labs[].points) / length | fixed(1) | right(8)) of \($labs[0].max | fixed(1) | right(5))";

def terminal: .written as $written | (if .one < 0 then .students else [.students[.one]] end) as $shown
| ("", only(.one >= 0; ($shown[] | mail_lines($written)), ""),
   "lab, its steps            handed in  pass right, but  wrong  missing not graded       mean points",
   (.labs[] as $lab | $shown | row($lab.lab; $lab.core)),
   only(.isolated | not; "NOT ISOLATED: see the first lines."),
   "Reports: \(.out)/report.html",
   "Seed \(.seed) (SEED=… repeats it).") | {say: .};
