# The runs of a term, joined: what comes in is {course, out, runs: [{folder, results, run}]},
# results.json and run.json of each. Students are joined by what the roster knows them by in every
# week, else by their ids, never by a name. A lab that is in several runs counts as in the last of
# them that has the student's file.
include "totals";
include "pages";
def state: state(.absent == "excused");

def share: sum(.labs[] | select(.bonus | not) | .max) as $all
    | if $all > 0 then sum(.labs[].points) / $all else 0 end;

def about_run: .results.students as $students
    | {folder, date: (.run.finished // "")[:10], backend: .results.backend,
       graded: [$students[] | select(any(.labs[]; state < 3))] | length,
       students: $students | length,
       mean: (sum($students[] | share) / ([1, ($students | length)] | max))};

# {labs, people}, by name and id, in the order in which they first come.
def joined: reduce (.runs[].results.students[] | . as $student | .labs[] | {student: $student, lab: .})
    as {student: $s, lab: $lab} ({labs: {}, people: {}}; ($s.person // $s.id) as $id
    | ($lab | state) as $state | $lab.lab as $name
    | .labs[$name] = {lab: $name, max: ([.labs[$name].max // 0, $lab.max] | max), bonus: $lab.bonus}
    | .people[$id] = (.people[$id] // {$id, name: ($s.name // ""), cells: {}})
    | if .people[$id].cells[$name] and $state == 3 and $lab.points == 0 then .
      else .people[$id].cells[$name] =
          [$state, $lab.points, $state != 3, sum($lab.written[]?.points)] end);

joined as {$labs, people: $by_id}
| [$by_id[] | .cells as $of | .cells = [$labs[].lab as $lab | $of[$lab] // [3, 0, false, 0]]
   | .written = sum(.cells[][3]) | .total = .written + sum(.cells[][1])] as $people
| any($people[]; .name != "") as $named | any($people[]; .written != 0) as $written
| {file: "gradebook.csv",
   rows: [["student", only($named; "name"), $labs[].lab, only($written; "written"), "total"],
          ($people[] | [.id, only($named; .name), .cells[][1], only($written; .written), .total])]},
  {say: "\(.runs | length) run\(if .runs[1] then "s" else "" end), \($labs | length) labs, \(
      $people | length) students. Reports: \(.out)/report.html, \(.out)/gradebook.csv."},
  {file: "report.html", text: page({$style, $pages, $report, $nonce}; "Grades of the term";
      {kind: "term", course, runs: [.runs[] | about_run], labs: [$labs[]], $people}; empty)}
  | written
