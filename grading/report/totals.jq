# Sums and ratios, and where a student, a lab or a step stands, which all reports share: `totals`
# makes of the model (model.c), of what was found, one that has them.
def sum(f): reduce f as $x (0; . + $x) | . * 1e9 | round / 1e9;
def only($wanted; value): if $wanted then value else empty end;
def known: with_entries(select(.value != null));
def fixed($digits): pow(10; $digits) as $one | (. * $one | round) as $n
    | (if $n < 0 then "-" else "" end) + "\($n | fabs / $one | floor)."
    + "000000000\(($n | fabs) % $one)"[-$digits:];

# What a spreadsheet would take for a formula, at the begin or behind a separator of any country's,
# gets an apostrophe in front. It looks past blanks and quotes; beyond ASCII, whatever is no letter
# or digit may stand for a sign, or for nothing that is seen.
def no_formula: if test("[-=+@|]|[^\\x00-\\x7f]") | not then . else "," + .
    | gsub("(?<at>[,;\t])(?=[ \t\r\n\\v\f'\"]*([=+@|-]|[^\\x00-\\x7f\\p{L}\\p{N}]))"; "\(.at)'") | .[1:] end;
# A cell of RFC 4180. A hyphen alone is Moodle's "never", and no formula.
def cell: if type == "number" then fixed(2) elif . == "-" then . else . // "" | no_formula
    | if test("[\",;\t\r\n]") then "\"\(gsub("\""; "\"\""))\"" else . end end;
# A CSV file's rows, or what is to be JSON, as text, which report.c writes.
def written: if .rows then .text = [.rows[] | (map(cell) | join(",")), "\r\n"]
    elif .json then .text = [.json | tojson, "\n"] else . end | del(.rows, .json);

def is_right: .verdict == "pass" or .verdict == "slow";
def has_fault: any(.steps[]; .verdict == "grader_error");
# Nothing here can grade the step: it is worth 0 of 0 points.
def is_left_out: .verdict == "skipped" and .max == 0;
# Verdicts as an instructor sorts them, in the order of pages.js.
def group: if .nothing == "no file" then 5 else
    {pass: 0, slow: 1, wrong: 2, crash: 2, timeout: 2, refused: 3, compile_error: 3,
     not_attempted: 4, skipped: 6, grader_error: 6}[.verdict] end;
# What a student's lab is as a whole: 0 graded, 1 untouched, 2 an empty file, 3 no file, 4 excused.
def state($excused): if any(.steps[]; .verdict != "not_attempted" and (is_left_out | not)) then 0
    else ([.steps[].nothing // empty][-1] // "") as $nothing
        | if $nothing == "no file" then (if $excused then 4 else 3 end)
          elif $nothing == "empty file" then 2 else 1 end end;

# What was typed by hand for a step, or for the lab as a whole: null. Its points; and as a text.
def by_hand($marks; $step): $marks[] | select(.question == "" and .step == $step);
def by_hand_text($marks; $step): [by_hand($marks; $step)
    | "\(if .points < 0 then "" else "+" end)\(.points) by \(.who): \(.why)"] | join("; ");

# Addresses differ from run to run: no report shows where an array happened to lie.
def without_addresses: if contains("0x") then gsub("0x[0-9a-fA-F]{9,}"; "0x…") else . end;

def step($marks): .step as $number | .points = sum(.points, by_hand($marks; $number).points)
    | .message |= without_addresses | .by_hand = by_hand_text($marks; $number) | .group = group
    | if .verdict == "grader_error" then .counters = {} else . end;

# "2 days late: 3.60 points off"; "late"; "".
def lateness: if .late_penalty > 0 then
        "\(.late_days) day\(if .late_days == 1 then "" else "s" end) late: \(
            .late_penalty | fixed(2)) points off"
    elif .late | not then ""
    elif .late_days > 0 then "late"
    else "late, and nothing is taken off" end;

# "ann/naive_gemv.cu (sha256 0123456789ab…), handed in …", or "no file".
def file_text($submissions): if $submissions | not then "" else .handed_in | if . then
        (if .commit then ", commit \(.commit[:12])" else "" end) as $commit
        | ["\(.file) (sha256 \(.sha256 // "" | .[:12])\($commit))\(
              if .submitted then ", handed in \(.submitted), as \(.submitted_by) says" else "" end)",
           lateness, (.passed_over | only(.; "passed over: \(.)"))]
        | map(select(. != "")) | join("; ")
    else "no file" end end;

# No points stand for what was not handed in and got none by hand.
def absence($submissions): if .state < 3 or .conflict or .reached != 0 or ($submissions | not) then
        null elif .state == 4 then "excused" else "missing" end;

# `reached`: with written answers, and beyond the maximum; `most`: the maximum.
def lab($all; $is; $excused): .marks as $marks
    | {lab: $is.lab, called: $is.called, bonus: $is.bonus} + .
    | if .handed_in.submitted then .handed_in.submitted |= todate else . end
    | .steps |= map(step($marks))
    | .points = sum(.steps[].points, by_hand($marks; null).points, -(.handed_in.late_penalty // 0))
    | .max = sum(.steps[].max) | .most = .max + $is.written_max
    | .written = [$marks[] | select(.question != "")
                  | {question, points, comment: .why, text: $is.questions[.question].text}]
    | .reached = sum(.points, .written[].points) | .total = ([.reached, .most] | min)
    | .state = state($excused) | .absent = absence($all.submissions)
    | .total_max = (if .absent == "excused" then 0 else .most end)
    | .late = (.handed_in | if . then lateness else "" end)
    | .by_hand = by_hand_text($marks; null) | .file = file_text($all.submissions);

# " (22.5 were reached; no more than 20 counts)", or "".
def capped: if .reached > .total + 0.005 then
        " (\(.reached | fixed(2)) were reached; no more than \(.total | fixed(2)) counts)"
    else "" end;

# Why there was nothing to grade: of the student as a whole, or lab by lab; "" where there was
# something.
def why: .note // ((.labs | length > 1) as $many | [.labs[] | select(.state != 0 or .conflict)
    | (if $many then "\(.lab): " else "" end)
      + (.conflict // ([.steps[] | select(.nothing)][0] // .steps[0]).message)] | join(" "));

# A student's points have those of a bonus among them, `max` has not. $named: how many have a name.
def student($all; $named): .excused as $excused
    | .shown = (if .name | not then .id elif $named[.name] > 1 then "\(.name) (\(.id))" else .name end)
    | .labs = [range($all.labs | length) as $l | .labs[$l] | lab($all; $all.labs[$l]; $excused)
               | .capped = capped]
    | .points = sum(.labs[].points) | .max = sum(.labs[] | select(.bonus | not) | .max)
    | .reached = sum(.labs[].reached) | .total = ([.reached, sum(.labs[].most)] | min)
    | .total_max = sum(.labs[] | select(.bonus | not) | .total_max)
    | .capped = capped | .why = why;

def totals: . as $all | [.students[].labs[].marks[].question] as $questions
    | .written = any($questions[]; . != "") | .adjusted = any($questions[]; . == "")
    | (reduce .students[].name as $name ({}; if $name then .[$name] += 1 else . end)) as $named
    | .students |= map(student($all; $named));
