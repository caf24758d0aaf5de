# What is wrong with a results.json by Gradescope's specification of it, one line each; nothing if
# it is accepted. https://gradescope-autograders.readthedocs.io/en/latest/specs/, "Output format".
def of(kind): type == kind;
def one_of(words): . as $word | any(words[]; . == $word);
def format: one_of(["text", "html", "simple_format", "md", "ansi"]);
def seen: one_of(["hidden", "after_due_date", "after_published", "visible"]);
def number: of("number") and (isnan or isinfinite | not);
def check(name; good): if . == null or good then empty else "\(name) is \(tojson)" end;
(if type == "object" then empty else "it is no object" end),
(keys - ["score", "execution_time", "output", "output_format", "test_output_format",
         "test_name_format", "visibility", "stdout_visibility", "extra_data", "tests"] | .[] | "no such field: \(.)"),
(if .score == null and ([.tests[]? | select(.score == null)] | length > 0 or .tests == null)
 then "neither it nor each of its tests has a score" else empty end),
(.score | check("score"; number)),
(.execution_time | check("execution_time"; number and . >= 0)),
(.output | check("output"; of("string"))),
(.output_format | check("output_format"; format)),
(.test_output_format | check("test_output_format"; format)),
(.visibility | check("visibility"; seen)),
(.stdout_visibility | check("stdout_visibility"; seen)),
(.tests[]? |
    (keys - ["score", "max_score", "status", "name", "name_format", "number", "output",
             "output_format", "tags", "visibility", "extra_data"] | .[] | "a test: no such field: \(.)"),
    (.score | check("a test: score"; number)),
    (.max_score | check("a test: max_score"; number)),
    (if .max_score != null and .score == null then "a test: max_score without score" else empty end),
    (.status | check("a test: status"; one_of(["passed", "failed"]))),
    (.name | check("a test: name"; of("string"))),
    (.number | check("a test: number"; of("string"))),
    (.output | check("a test: output"; of("string"))),
    (.output_format | check("a test: output_format"; format)),
    (.tags | check("a test: tags"; of("array"))),
    (.visibility | check("a test: visibility"; seen)))
