# What is written of a run: of the model (model.c) with totals, each file as {file, text}, as report.c
# takes it, or with {rows} of a CSV file, or {json}. {say} goes to the terminal. The table of them is
# at the end.
include "totals";
include "mail";
include "pages";
include "terminal";

# ---- a row for each student; a row for each lab of each

# Columns of a roster that the gradebook keeps: not the course system's own grades.
def kept: . as $r | {canvas: ["id", "sis user id", "sis login id", "section"],
    moodle: ["identifier", "id number", "email address"]}[.kind // ""] as $own
    | range(.header | length) | select(if $own then
          . == $r.extension or ($r.header[.] | ascii_downcase | IN($own[])) else . != $r.name end);

def gradebook: . as $all
    | ["student", only(.people; "name"), (.roster // empty | .header[kept]), .labs[].lab,
       only(.written; .labs[].lab + " written"), "total", only(.late; "late penalty"), "note"],
      (.students[] | .row as $row
       | [.id, only($all.people; .name // ""),
          ($all.roster // empty | .rows[$row - 1].fields[kept]), (.labs[] | .absent // .points),
          only($all.written; .labs[] | [.written[].points] | add // 0), .total,
          only($all.late; [.labs[].handed_in.late_penalty // 0] | add), .why]);

def submissions:
    ["student", "name", "lab", "file", "sha256", "submitted", "submitted_by", "commit", "late",
     "late_days", "late_penalty", "passed_over", "note"],
    (.students[] as $s | $s.labs[] | .handed_in as $h
     | [$s.id, $s.name, .lab, $h.file, $h.sha256, $h.submitted, $h.submitted_by, $h.commit,
        (if $h.late then "yes" else "no" end), ($h.late_days // 0 | tostring),
        $h.late_penalty // 0, $h.passed_over, (if $h then "" else .steps[0].message end)]);

# ---- what Canvas and Moodle take back. Their rules, as far as they matter here, are those of
# Canvas's gradebook importer (lib/gradebook_importer.rb of canvas-lms) and of Moodle's offline
# grading worksheet (mod/assign/feedback/offline/importgradeslib.php);
# grading/tests/systems_test.sh names them one by one.

# A number of the export; some languages write 12,5.
def number: sub(",(?<part>[0-9]+)$"; ".\(.part)")
    | [match("[0-9]+([.][0-9]+)?").string | tonumber][0] // 0;
def scaled($from; $to): if $from > 0 then . * $to / $from else . end;
# A roster's row with its student, null where there is none.
def people: .students as $students | .roster.rows[] | select(.person)
    | .of = if .student == null then null else $students[.student] end;

# "Lab 1 (123)", "01_naive_gemv (123)", "Naive GEMV": the lab's? Canvas puts its number behind.
def is_column_of($lab): sub(" *([(][^(]*)?$"; "") | ascii_downcase
    | (startswith("lab ") and (.[4:] | ltrimstr("0")) == ($lab.called | ltrimstr("0")))
      or (gsub(" "; "_") | . == $lab.lab or . == $lab.file);

# For each lab its column, null for a new one; its points, and the points possible.
def scales: .roster as $r | .students as $students | ($r.header | index("Section")) as $section
    | [$r.rows[] | select(.fields[0] | test("^ *Points Possible$"))][0] as $possible
    | [range(.labs | length) as $l | .labs[$l] as $lab
       | [range($section + 1; $r.header | length) | select($r.header[.] | is_column_of($lab))][0]
         as $column
       | ([$students[].labs[$l].total_max] | max) as $from
       | (if $column and $possible then $possible.fields[$column] | number else 0 end) as $to
       | {lab: $lab.lab, $column, $from, to: (if $to > 0 then $to else $from end),
          name: (if $column then $r.header[$column] else $lab.lab end)}];

# The identifying columns, and one for each lab. A cell stays as it was where we failed, and where
# nothing was handed in.
def canvas: scales as $scales | (.roster.header | index("Section") + 1) as $kept
    | .roster.header[:$kept] + [$scales[].name],
      ["    Points Possible", (range(1; $kept) | ""), ($scales[].to | tostring)],
      (people | . as $row | .fields[:$kept]
       + [range($scales | length) as $l | $scales[$l] as $k | $row.of.labs[$l]
          | if .absent == "excused" then "EX"
            elif . == null or .absent or has_fault then
                (if $k.column then $row.fields[$k.column] else "" end)
            else .total | scaled($k.from; $k.to) end]);

def told_of_canvas: scales[] | "canvas.csv: \(.lab) goes to \(
    if .column then "the column \(.name)" else "a new assignment" end), \(.to) points\(
    if .to == .from then "" else " (scaled from \(.from))" end).";

# "01_naive_gemv: 16.40 of 20 (1 day late: 2.00 points off)": one line, no markup.
def comment: ([.labs[] | "\(.lab): \(
        .absent // "\(.total | fixed(2)) of \(.total_max)\(if .bonus then ", a bonus" else "" end)\(
        .capped)")\(if .late == "" then "" else " (\(.late))" end)"] | join("; "))
    + (if .why == "" then "" else ". " + .why end);

# The worksheet with grade and comment, where there is no fault of ours.
def moodle: .roster.header as $header | $header,
    (people | . as $row | .of as $s | ($s != null and (any($s.labs[]; has_fault) | not)) as $fine
     | ([range($header | length) | select($header[.] == "Maximum grade") | $row.fields[.] | number
         | select(. > 0)][0] // $s.total_max) as $most
     | [range($header | length) as $i
        | if $fine and $header[$i] == "Grade" and any($s.labs[]; .absent | not) then
              [$most, ($s.total | scaled($s.total_max; $most))] | min
          elif $fine and $header[$i] == "Feedback comments" then $s | comment
          else $row.fields[$i] end]);

# ---- Gradescope: results.json as its autograder specification has it, for each student

def shown($name; $score; $output):
    {name: $name, score: $score, output: $output, output_format: "text"};

def test_of_step($lab):
    shown("\($lab), step \(.step): \(.name)"; .points;
        .verdict + (if .message == "" then "" else ": " + .message end)
        + (if .by_hand == "" then "" else " Adjusted: " + .by_hand end))
    + {number: "\($lab[:2] | tonumber).\(.step)", max_score: .max}
    + (if .verdict == "skipped" and .max == 0 then {}
       else {status: (if is_right then "passed" else "failed" end)} end);

# What was typed for a question, or for a lab as a whole.
def test_of_mark($lab): if .question != "" then
        shown("\($lab), question \(.question)"; .points; .why)
    else
        shown("\($lab), adjusted"; .points; "\(.points) by \(.who): \(.why)")
    end;

def gradescope($all):
    {score: .total, output: (([.labs[] | only(.file != ""; "\(.lab): \(.file). ")] | add // "")
        + (if $all.isolated then ""
           else "Graded without isolation (bubblewrap was not available). " end)
        + "Backend: \($all.backend) (\($all.device))."),
     output_format: "text", visibility: "visible", stdout_visibility: "hidden",
     tests: [(.labs[] | .lab as $lab | .steps[] | test_of_step($lab)),
             (.labs[] | .lab as $lab | .marks[] | select(.step == null) | test_of_mark($lab))]};

# ---- junit.xml, as JUnit's Ant task writes it: what is wrong is a failure, what we could not do an
# error

def element: if .verdict == "grader_error" then "error"
    elif .verdict == "skipped" or .nothing == "no file" then "skipped"
    elif is_right then "system-out"
    else "failure" end;

def case($id; $lab): element as $is | (.message | @html) as $says
    | "  <testcase classname=\"\($id).\($lab)\" name=\"step \(.step) \(.name)\"\(
        if .ms then " time=\"\(.ms / 1e3 | fixed(9))\"" else "" end)><\($is)"
    + (if $is == "system-out" then ">\($says)</system-out>"
       elif $is == "skipped" then " message=\"\($says)\"/>"
       else " message=\"\($says)\" type=\"\(.verdict)\"/>" end) + "</testcase>\n";

def junit: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    + (.isolated as $isolated | [.students[] | (.id | @html) as $id
       | [.labs[] | .lab as $lab | .steps[] | {is: element, text: case($id; $lab)}] as $cases
       | (" <testsuite name=\"\($id)\" tests=\"\($cases | length)\"",
          (["failure", "error", "skipped"][]
           | " \(if . == "skipped" then . else . + "s" end)=\"\(. as $is | [$cases[] | select(.is == $is)] | length)\""),
          ">\n  <properties><property name=\"isolated\" value=\"\(
              if $isolated then "yes" else "no" end)\"/></properties>\n",
          $cases[].text, " </testsuite>\n")] | add) + "</testsuites>\n";

# ---- what an instructor must look at before grades are handed out, first of all on the class page:
# {what, advice, who: [[student, or -1 for a name alone; text]]}

def row($what; $advice; who): [who] | select(. != []) | {$what, $advice, who: .};
def of_each_lab(f): .students | to_entries[] | .key as $student | .value.labs[] | [$student, f];
def has_file: any(.labs[]; .state < 3);

# What could not be graded: a row for each reason.
def faults: reduce (.students | to_entries[] | {student: .key, reason: .value.labs[].steps[]
        | select(.verdict == "grader_error") | .message}) as {$student, $reason} ({};
        .[$reason] |= (. // []) + [$student])
    | to_entries[:100][] | row("Not graded: \(.key)"; "No fault of theirs. Do what the message says, "
        + "then grade again: only these are tried."; .value | unique[] | [., ""]);

def needs:
    row("Not used"; "Not of the course system's form: nobody's work.";
        select(.unused != "") | [-1, .unused]),
    row("Not on the roster, not graded"; "Mend the roster, and grade again, or leave them out.";
        select(.strangers != "") | [-1, .strangers]),
    row("No file of any lab"; "Ask them, or put the file in its place, and grade again.";
        .students | to_entries[] | select(.value | has_file | not)
        | [.key, (.value.labs[0].others | if . == "" then "" else " (there: \(.))" end)]),
    row("A lab's file is missing, and this was not read";
        "The lab's file may be there: look, and grade again.";
        .students | to_entries[] | .key as $student | .value | select(has_file) | .labs[]
        | select(.state == 3 and (.others | contains("unpack it)")))
        | [$student, " (\(.lab): \(.others))"]),
    row("Empty file"; "An upload may have failed: ask for the file again.";
        of_each_lab(select(.state == 2) | " (\(.lab))")),
    row("Several files, one of them graded";
        "Remove the others where the wrong one was graded, and grade again.";
        of_each_lab(select(.handed_in.passed_over and (has_fault | not))
            | " (\(.handed_in | "\(.file); passed over: \(.passed_over)"))")),
    faults;

# ---- results.json, which is the contract (version 1), and what is needed to repeat the run.
# "isolated" is there only where it is false.

def for_programs($all): {id, name, person, note, points, max, total, total_max,
    labs: [.labs[] | {lab, points, max, bonus, absent, handed_in,
        steps: [.steps[] | del(.name, .counted, .by_hand, .group)],
        adjustments: ([.marks[] | select(.question == "") | {step, points, who, why}]
                      | only($all.adjusted; .) // null),
        written: ([.written[] | del(.text)] | only($all.written; .) // null)} | known
        | if $all.submissions then .handed_in //= null else . end]} | known;

def results: . as $all | {schema: 1, backend, device, tree}
    + (if .isolated then {} else {isolated: false} end)
    | [(tojson | .[:-1]), ",\"students\":[\n",
       ([$all.students[] | for_programs($all) | tojson] | join(",\n")), "]}\n"];

def run: {seed, finished: (now | floor | todate), isolated};

# ---- FEEDBACK=1: a mail for each student; beside the newest upload in Canvas's folder, which
# "Upload Submissions" adds as a comment (infer_comment_context_from_filename of canvas-lms); and an
# issue's text for each repository, in a <pre>, so that a message mentions and links nobody

# One address and nothing else: it goes into a head.
def to: .email // "" | if test("^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+$")
    then "To: \(.)\n" else "" end;
def repository: .folder // "" | select(test("^[A-Za-z0-9._][A-Za-z0-9._-]*$"));

def mail($all): "Subject: Grades of \($all.course | if . == "" then "CUDA labs" else . end)\n\n"
    + ([mail_lines($all.written) + "\n"] | add);

def post: "#!/bin/sh\n# sh post.sh ORGANIZATION: an issue in each repository. Subject: Grades of a "
    + "run.\nset -eu\n: \"${1:?give the organization that the repositories are in}\"\n"
    + "cd \"$(dirname \"$0\")\"\n",
    (.students[] | repository
     | "gh issue create --repo \"$1/\(.)\" --title Grades --body-file \(.).md\n");

def feedback: . as $all | (.students | to_entries[] | .key as $student | .value
     | mail($all) as $mail
     | {file: "feedback/~.txt", $student, text: [to, $mail]},
       only($all.system == "canvas"; {file: "canvas/^feedback.txt", $student, text: [$mail]}),
       only($all.system == "github"; {file: "github/\(repository).md",
                                      text: ["<pre>\n", ($mail | @html), "</pre>\n"]})),
    only(.system == "github"; {file: "github/post.sh", text: [post]});

# ---- all of them. What stands behind "#|" is the page's (docs/instructor.md), by `make stubs`.

totals | . as $all | (.roster.kind // "") as $kind | [needs] as $needs |
#| `review.html` | you: [reading, and giving points](#review) |
#| `report.html` | you: the class, then everybody. One file, no network, readable on a phone, printable (each student begins a page) |
#| `students/ID/feedback.html` | the student |
pages({$style, $pages, $report, $review, $nonce}; $needs),
#| `feedback/ID.txt` | with `FEEDBACK=1`: the student's [mail](#mails) |
only(.feedback; feedback),
#| `gradebook.csv` | any spreadsheet: a row per student, the roster's columns, a column per lab, then written answers, the total, and why there is nothing |
{file: "gradebook.csv", rows: [gradebook]},
#| `canvas.csv`, `moodle.csv` | [Canvas](#canvas) and [Moodle](#moodle), where the roster came from there |
only($kind == "canvas"; {file: "canvas.csv", rows: [canvas]}, {say: told_of_canvas}),
only($kind == "moodle"; {file: "moodle.csv", rows: [moodle]}),
#| `submissions.csv` | which file of whom was graded, when it was handed in, its SHA-256 and commit, what was passed over, what lateness cost |
{file: "submissions.csv", rows: [submissions]},
#| `gradescope/ID/results.json` | Gradescope |
(.students | to_entries[] | {file: "gradescope/@/results.json", student: .key,
                             json: (.value | gradescope($all))}),
#| `junit.xml` | a continuous-integration server: a wrong answer is a *failure*, what we could not grade an *error* |
{file: "junit.xml", text: [junit]},
#| `results.json` | programs; its fields do not change within a version. `bonus` of a lab: its points are in the student's `points`, but not in the student's `max`. `total` of `total_max` is what all exports say: with written answers, and never above it. `absent` of a lab is *missing* or *excused*; `person` is what the roster knows somebody by |
{file: "results.json", text: results},
#| `run.json` | the seed; keep it to yourself until the appeals are over |
{file: "run.json", json: run},
terminal
| written
