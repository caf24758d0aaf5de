# The pages: report.html and review.html for the instructor, students/ID/feedback.html to hand back.
# Each is one file that holds style, data and the script that draws it, and asks nobody for anything:
# a policy forbids every other script and every request.
include "totals";

# Nothing in it ends a script.
def data: tojson | split("<") | join("\\u003c");

# What pages.js calls its data: {kind: class, student, term or review; …}, and students. `scripts`:
# the style and the scripts by their names, and the nonce that lets these run.
def page($scripts; $title; $head; students): ($title | @html) as $title
    | ["<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; ",
       "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; script-src 'nonce-\($scripts.nonce)'\">\n",
       "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n",
       "<link rel=\"icon\" href=\"data:,\">\n<title>\($title)</title>\n<style>\n", $scripts.style,
       "</style>\n</head>\n<body>\n<noscript>\($title): open this page where its own script may run.",
       "</noscript>\n<script type=\"application/json\" id=\"data\">", ($head | data | .[:-1]),
       ",\"students\":[\n", ([students | data] | join(",\n")),
       "]}\n</script>\n<script nonce=\"\($scripts.nonce)\">\n\"use strict\";\n{\n", $scripts.pages,
       only($head.kind == "review"; $scripts.review), "begin();\n}\n",
       only($head.kind | IN("class", "term"); $scripts.report), "</script>\n</body>\n</html>\n"];

def for_readers($written): {id, name, person, note, shown, points, max, total, total_max, capped,
     labs: [.labs[] | {lab, points, max, bonus, absent, state, file, by_hand,
        written: (.written | only($written; .) // null),
        steps: [.steps[] | del(.counters) | known]} | known]} | known;
def for_review: {id, shown, labs: [.labs[] | {lab, points, max, file, text, marks, steps}]};

def warnings: [only(.isolated | not; ["Not isolated.", "bubblewrap was not available: programs ran with "
    + "limits only and could read files of this class."])];

# Of a model with totals. $needs: what an instructor must look at first.
def pages($scripts; $needs): .written as $written
    | {course, backend, device} as $head
    | {file: "report.html", text: page($scripts; "Grades";
           $head + {kind: "class", from, warnings: warnings, needs: ($needs + .alike),
                    date: (now | strflocaltime("%A, %d %B %Y, %H:%M"))};
           .students[] | for_readers($written))},
      {file: "review.html", text: page($scripts; "Review";
           $head + {kind: "review", questions: ([.labs[] | {(.lab): .questions}] | add)};
           .students[] | for_review)},
      (.students | to_entries[] | {student: .key, file: "students/@/feedback.html",
          text: (.value | page($scripts; "Grades of \(.shown)"; $head + {kind: "student"};
                               for_readers($written)))});
