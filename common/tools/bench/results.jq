# What one result (docs/results/LAB.json, or docs/results/CARD/LAB.json) says, and how numbers are
# printed. A figure that was not measured is null. render.sh has added `file` and `card`.
def distinct: reduce .[] as $one ([]; if index([$one]) then . else . + [$one] end);
def known($kind): if type == $kind then . else null end;

# As printf's %.*f does: to the nearest, and exactly half to the even one.
def fixed($decimals):
    pow(10; $decimals) as $scale | (. * $scale | floor) as $below | fma(.; $scale; -$below - 0.5)
    | $below + (if . > 0 or (. == 0 and $below % 2 == 1) then 1 else 0 end) | tostring
    | if $decimals == 0 then .
      else "0" * ([$decimals + 1 - length, 0] | max) + .
          | .[:-$decimals] + "." + .[-$decimals:] end;

# Thousands apart, a dash for null; decimals null: four digits.
def number($decimals):
    if . == null then "–"
    else ($decimals // (if . >= 100 then 0 elif . >= 10 then 1 elif . >= 1 then 2 else 4 end)) as $d
        | fixed($d) | split(".")
        | .[0] |= gsub("(?<digit>\\d)(?=(\\d{3})+$)"; "\(.digit),")
        | join(".") end;
def cell($decimals; $unit): " \(number($decimals))\(if . == null then "" else $unit end) |";
def called: .label // "" | gsub("\\|"; "\\|");

# m n k of a size, as many as it names; "2048x2048, 4 ways" has a variant.
def numbers: split(",")[0] | split("x") | map(tonumber);
def volume: numbers | reduce .[] as $n (1; . * $n);
def variant: .size | split(", ")[1];

def by_arithmetic: (.gflops // 0) > 20 * (.gbytes_per_s // infinite);
def is($kind): .kind == $kind;
def right: .pass != false;

# The result with its rows complete, and with
#   headline   the largest size at which a library was beside the steps, or else its own size
#   typical    its first solution step there; best: the fastest right one that a library was beside,
#              or of all; step 0 only warms up
#   counted    does it count binary operations, at several sizes?
def prepared:
    (.size // "") as $own
    | .rows |= map({ size: $own } + . | .step |= known("number") | .ms |= known("number")
        | if right then . else .ms = null end)
    | .headline = (reduce (.rows[] | select(is("solution") and .library_ratio > 0)) as $row
        ($own; if . == $own or ($row.size | volume) > volume then $row.size else . end))
    | .headline as $size
    | [.rows[] | select(is("solution") and .size == $size)] as $steps
    | .typical = $steps[0]
    | .best = ([$steps[] | select(right and .step >= 1 and .ms > 0)]
        | map(select(.library_ratio > 0)) as $beside | if $beside == [] then . else $beside end
        | min_by(.ms))
    | .counted = any(.rows[]; .unit);

# The result of $file, checked; or an error.
def checked($file; $labs):
    .file = $file
    | .card = ($file | split("/") | if length > 3 then .[2] else null end)
    | ($file | split("/")[-1] | rtrimstr(".json")) as $name
    | if .schema != 1 then error("\($file): schema is not 1")
      elif .lab != $name then
          error("\($file): its \"lab\" is '\(.lab)', which is not the file's name")
      elif any($labs[] == $name; .) | not then error("\($file): there is no lab '\(.lab)'")
      elif .backend != "gpu" then
          error("\($file): backend '\(.backend)': only what a GPU measured goes into these tables")
      elif (.rows | type) != "array" or (.device | type) != "object" then
          error("\($file): rows or device is missing")
      else prepared end;

# What a result holds in binary operations: its sizes, and one line for each step, setting and
# library, with its row or null at each size.
def sizes:
    [.rows[] | select(.unit and (is("solution") or is("setting") or is("library")))] as $rows
    | ([$rows[].size] | distinct) as $sizes
    | { $sizes, lines: [[$rows[].label] | distinct[] as $called
        | [$rows[] | select(.label == $called)] as $mine
        | $mine[0] | { "label": .label, kind, step,
            rows: [$sizes[] as $s | [$mine[] | select(.size == $s)] | last] }
        | .reached = [.rows[] | if . and right and .gflops then .gflops / 1000 else null end]] };
