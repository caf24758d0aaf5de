# The runs of a term, joined: what comes in is {course, runs: [{folder, results, run}]}, results.json
# and run.json of each; what goes out, the gradebook's rows and what pages.js draws. Students are
# joined by what the roster knows them by in every week, else by their ids, never by a name. A lab
# that is in several runs counts as in the last of them that has the student's file.
def sum(f): [f] | add // 0;

# As pages.js has them: 0 graded, 1 untouched, 2 an empty file, 3 no file, 4 excused.
def state: if .absent == "excused" then 4
    elif any(.steps[]; .verdict != "not_attempted" and .max > 0) then 0
    else [{"no file": 3, "empty file": 2}[.steps[].nothing // ""] // empty][-1] // 1 end;

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
| {rows: [["student", if $named then "name" else empty end, $labs[].lab,
           if $written then "written" else empty end, "total"],
          ($people[] | [.id, if $named then .name else empty end, .cells[][1],
                        if $written then .written else empty end, .total])],
   data: {kind: "term", course, runs: [.runs[] | about_run], labs: [$labs[]], $people}}
