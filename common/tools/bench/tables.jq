# The tables and plots of `make bench`, for render.sh. $labs are lines of lookup/labs.sh, $results
# [{file: result}], $pages [{file: text}]. Prints name and text, each with a zero after it, of the
# pages, tables.md of other cards, and gnuplot's scripts.
#
# A page has tables between <!-- bench:LAB begin --> and <!-- bench:LAB end -->; bench:ladder is
# the best step of every lab, bench:LAB_headline has the rows at the headline size only, and
# bench:LAB_rung is what the README's picture says of a lab. In docs/results a table has every
# column; elsewhere seven, one of them with another card's times.
include "results";

def quiet: 0.02; # a short table names a spread from here on; docs/01 has the 2 %, too

($labs | split("\n") | map(select(. != "") | split("\t")
    | { lab: .[0], step: (.[1] | tonumber), problem: .[3], track: .[4],
        core: (.[5] | split("/")[0]) })
    ) as $steps
| ([$steps[].lab] | distinct) as $labs
# A program's time is mostly copies: it is not compared with that of a kernel.
| [$steps[] | select(.problem | endswith("_PROGRAM")) | { lab, step }] as $programs
| [$results[0] | to_entries[] | .key as $file | .value | checked($file; $labs) | .lab as $lab
    | .rows[] |= if { $lab, step } as $one | any($programs[]; . == $one)
        then .speedup_over_previous = null else . end] as $all
| [$all[] | select(.card == null)] as $results
| ($results | map({ key: .lab, value: . }) | from_entries) as $of
| [$labs[] | $of[.] // empty] as $in_order

| def others: .lab as $lab | [$all[] | select(.card and .lab == $lab)];
  def step: if .step then "\(.step) " else "" end;
  def card($folder): "[\(.card | ascii_upcase)](\($folder)results/\(.card)/tables.md#\(.lab))";
  def spread($words):
      if (. // 0) > quiet then " (spread \($words)\(100 * . | fixed(1)) %)" else "" end;
  def text(parts): [parts] | add // "";
  def header: "\n| \(join(" | ")) |\n|" + "---|" * length + "\n";
  def rate: cell(if . < 100 then 1 else 0 end; "");

  # $copy: with what a copy reached in that run. A lab's page has one bandwidth, the clocks'.
  def provenance($copy):
      "\(.device.name), CUDA \(.toolkit), \(.date); ceilings: "
      + "\(.device.peak_gbytes_per_s | number(0)) GB/s by the clocks, "
      + (if $copy then "\(.device.copy_gbytes_per_s | number(0)) GB/s measured (copy), "
         else "" end)
      + "\(.device.peak_gflops / 1000 | fixed(1)) TFLOP/s.";
  def picture($name; $folder): "\n![\($name), measured](\($folder)results/\($name).svg)\n";

  # ---- products in binary operations: a column for each size
  def size: numbers as [$m, $n, $k] | if $m == $n and $n == $k then "\($m)³" else . end;
  def binary: if . == null then number(0) else number(if . < 10 then 1 else 0 end) end;
  def table_of_sizes($folder; $short):
      sizes as $s | (if $short then others else [] end) as $others
      # the largest size at which every step was measured: another card's column is about that
      | ([range($s.sizes | length) | select(. as $j
          | all($s.lines[]; .kind == "setting" or .reached[$j]))] | last // 0) as $common
      | ([$s.lines[] | select(.label == "cublasGemmEx, int8") | .reached] | first // []) as $int8
      | "\nT op/s (2 m n k operations)\(if $short then ""
          else "; in brackets how many times cuBLAS int8" end).\n"
      + (["step", ("what" | select($short | not)), ($s.sizes[] | size),
          ($others[] | "\(card($folder)), \($s.sizes[$common] | size)"),
          ("spread at most" | select($short | not))] | header)
      + text($s.lines[] | select(($short | not) or .kind != "setting") | . as $line
          | ([.rows[] | select(. and right) | .spread // 0] | max // 0) as $spread
          | "| \(step)\(if $short then "" else "| " end)\(.label)"
          + (if $short then $spread | spread("up to ") else "" end) + " |"
          + text(range($s.sizes | length) as $j | .reached[$j] as $value
              | " \($value | binary)"
              + (if $short or $value == null or $int8[$j] == null then ""
                 else $value / $int8[$j] | " (\(fixed(if . < 0.995 then 2 else 1 end))×)" end)
              + (if .rows[$j] // {} | right then " |" else " **(wrong)** |" end))
          + text($others[] | sizes | . as $theirs | [.lines[] | select(.label == $line.label)
                  | .reached[$theirs.sizes | index($s.sizes[$common]) // empty]] | first
              | " \(binary) |")
          + (if $short then "" else " \(100 * $spread | fixed(1)) % |" end) + "\n");

  # ---- a result's tables
  # whose work one of several CPU rows does: the next step's
  def work($rows):
      . as $row | if is("cpu") and ([$rows[] | select(is("cpu"))] | length) > 1
        then ", step \([$rows[($rows | index([$row])):][].step // empty] | first)" else "" end;
  def in_tables($r): is("reference") or ($r.counted and .unit) | not;
  def whole_table:
      . as $r
      | [.rows[] | select(in_tables($r)) | "| \(step)| \(called)"
          + if right then " | \(.size) |" + (.ms | cell(null; ""))
              + ((if .spread > 0 then 100 * .spread else null end) | cell(1; " %"))
              + (.gbytes_per_s | rate)
              + (.gflops | rate)
              + (.percent_of_peak | cell(1; " %")) + (.percent_of_copy | cell(1; " %"))
              + (.speedup_over_previous | cell(2; "×")) + (.library_ratio | cell(2; "×")) + "\n"
            else " **(wrong)** | \(.size) |" + " – |" * 8 + "\n" end]
      | (if . == [] then "" else
          (["step", "what", "size", "ms", "spread", "GB/s", "GFLOP/s", "of peak", "of copy",
            "× before", "× library"] | header) + add end)
      + ($r | if .counted then table_of_sizes(""; false) else "" end);

  # In a headline table: what was measured at the headline size, and steps that were not, at their
  # largest. What is no kernel stands in the tables of labs 01 and 02, settings in docs/results.
  def in_headline($r):
      . as $row
      | (.kind | IN("cpu", "transfer", "preparation", "setting") | not)
      and (.size == $r.headline or (is("solution")
          and all($r.rows[] | select(is("solution") and .step == $row.step);
              .size != $r.headline and (.size | volume) <= ($row.size | volume))));

  def table_of_variants:
      [.rows[] | select(variant)] as $rows | [$rows[] | select(is("solution"))] as $steps
      | if $steps == [] then "" else $steps[0] as $first
          | [$steps[] | select(.label == $first.label)] as $columns
          | (["ms at \($first.size | split(",")[0])", ($columns[] | variant)] | header)
          + text($steps[] | select(variant == ($first | variant)) | .label as $called
              | "| \(step)\(called) |"
              + text($rows[] | select(.label == $called) | .ms | cell(null; "")) + "\n") end;

  def short_table($at_headline; $folder):
      . as $r | others as $others
      | (if .typical // {} | by_arithmetic and ($r.counted | not) then "gflops"
         else "gbytes_per_s" end) as $rate
      | [.rows[] | select(in_tables($r) and (variant | not)
          and (($at_headline | not) or in_headline($r)))] as $rows
      | (if any($rows[]; .size == $r.headline) then $r.headline
         else ($rows | last // {}).size end) as $usual
      | (if $usual then " Size \($usual) and spread" else " Spread" end)
      + " below \(100 * quiet) %, unless a row says otherwise.\n"
      + (if $usual | not then "" else
          ["step", "ms", if $rate == "gflops" then "GFLOP/s" else "GB/s" end, "of peak", "× before",
           "× library", ($others[] | "\(card($folder)), ms")] | header end)
      + text($rows[] | . as $row
          # rows of one name and size keep their order
          | def like($other): [$other.rows[] | select(.label == $row.label and .size == $row.size)];
            (like($r) | index([$row])) as $nth
          | (if right then . else { step, "label": .label, size, pass } end)
          | "| \(step)\(called)\($row | work($rows))" + (if .size == $usual then "" else ", \(.size)" end)
          + (if right then .spread | spread("") else " **(wrong)**" end) + " |"
          + (.ms | cell(null; "")) + (.[$rate] | rate)
          + (.percent_of_peak | cell(1; " %"))
          + (.speedup_over_previous | cell(if . < 100 then 2 else 0 end; "×"))
          + (.library_ratio | cell(2; "×"))
          + text($others[] | (like(.)[$nth] // {}).ms | cell(null; "")) + "\n")
      + table_of_variants
      + (if .counted then table_of_sizes($folder; true) else "" end);

  # ---- all labs
  # what a step's arithmetic is held against, by its problem; memory's ceiling is the copy
  def ceiling($row):
      [$steps[] as $s | select($s.lab == .lab and $s.step == $row.step) | $s.problem] as [$problem]
      | if $row | by_arithmetic | not then "copy"
        elif $problem | test("^DGEMM") then "FP64 peak"
        elif $problem | test("GEMM") then "FP32 peak"
        elif $problem == "XNOR" then "POPC peak"
        else "binary tensor cores" end;
  def share($row):
      if ceiling($row) == "copy" then $row.percent_of_copy else $row.percent_of_peak end;
  def ladder($folder):
      (reduce ($in_order[] | select(.best)) as $r (["", null];
          [$r.device.name, $r.toolkit, $r.date] as $origin
          | if .[1] == $origin then .
            else ["\(.[0])\($r | provenance(true))\n", $origin] end) | .[0])
      + (["lab", "its best step", "size", "ms", "spread", "GB/s", "GFLOP/s", "of the ceiling",
          "× library"] | header)
      + ([$labs[] as $lab
          | "| [\($lab)](\($folder)\($lab).md) |"
          + ($of[$lab] // {} | .best as $best
              | if $best == null then " not measured yet |" + " – |" * 7 + "\n" else
                  " \($best | called) | \($best.size) |" + ($best.ms | cell(null; ""))
                  + (100 * $best.spread | cell(1; " %"))
                  + ($best.gbytes_per_s | rate)
                  + ($best.gflops | rate)
                  + (share($best) | cell(1; " %" + ($of[$lab] | " (\(ceiling($best)))")))
                  + ($best.library_ratio | cell(2; "×")) + "\n" end)] | add)
      + picture("ladder"; $folder);

  # One rung of the README's picture: how many steps, and the share that the best one reaches.
  def rung($lab):
      ([$steps[] | select(.lab == $lab)] | length) as $count
      | [$steps[] | select(.core == $lab and .track == "expert")
          | $of[.lab] // empty | share(.best)] as $experts
      | def text($y; $class): "    <text y=\"\($y)\" class=\"\($class)\">\(.)</text>\n";
        def bar($width; $colors):
            "    <rect x=\"-45\" y=\"34\" width=\"\($width)\" height=\"10\" \($colors)/>\n";
      ("\($count) step\(if $count == 1 then "" else "s" end)" | text(-4; "small blue"))
      + ($of[$lab] // {} | if .best == null then "" else
          share(.best) as $share | ceiling(.best) as $what
          | ("\($share | fixed(0)) %" | text(14; "bold"))
          + (if $what == "copy" then "of a copy" else $what end | text(27; "small"))
          + bar(90; "fill=\"#fff\" stroke=\"#9ecae1\"")
          + bar([90, 0.9 * $share] | min | floor; "fill=\"#3182bd\"") end)
      + (if $experts == [] then "" else
          "expert files: \($experts | max | fixed(0)) %" | text(56; "small") end);

  # ---- what belongs between the markers called $name of a page
  def block($page; $name):
      ($name | sub("_(headline|rung)$"; "")) as $lab
      | (if $page | startswith("docs/results/") then "../"
         elif $page | startswith("docs/") then "" else "docs/" end) as $folder
      | if $name != "ladder" and ($labs | index($lab)) == null then
            error("\($page): marker bench:\($name): there is no such lab")
        elif $name | endswith("_rung") then rung($lab)
        elif $name == "ladder" and $results != [] then ladder($folder)
        elif $of[$lab] then $of[$lab] | provenance($folder == "../")
            + (if $folder == "../" then "\n\(whole_table)"
               else short_table($lab != $name; $folder) end)
            + picture(.lab; $folder)
        else "*Not measured yet: `make bench` on a machine with a GPU fills this in.*\n" end;
  def rendered($page):
      ("<!-- bench:(?<name>[a-z0-9_]+) begin -->\n((?!<!-- bench:)[\\s\\S])*"
       + "<!-- bench:\\k<name> end -->") as $marked
      | (gsub($marked; "") | [match("<!-- bench:.*").string] | first) as $stray
      | if $stray then error("\($page): \($stray) has no begin, no end, or another name") else
          gsub($marked; .name | "<!-- bench:\(.) begin -->\n"
              + block($page; .) + "<!-- bench:\(.) end -->") end;

  # ---- plots: the data of a script of gnuplot's, which loads the rest
  def quoted: "\"\(gsub("[\"\\\\]"; ""))\"";
  def script($name; $title; $rest):
      "set output \"docs/results/\($name).svg\"\n"
      + "set title \($title | quoted) noenhanced\n" + $rest;
  def digits: if . == null then "NaN" else . end;
  def bars($name; $rows; $arithmetic):
      if $rows == [] then {} else { "build/plots/\($name).gp":
          script($name; "\($name): \(.device.name), \(.headline)";
              "$bars << EOD\n"
              + text($rows[] | "\(.label | quoted) "
                  + "\(if $arithmetic then .gflops / 1000 else .gbytes_per_s end | digits) "
                  + (if is("solution") then "1\n" else "2\n" end))
              + "EOD\n" + (.device | if $arithmetic
                  then "peak = \(.peak_gflops / 1000)\ncopy = NaN\n"
                  else "peak = \(.peak_gbytes_per_s)\ncopy = \(.copy_gbytes_per_s | digits)\n" end)
              + "load \"common/tools/bench/bars.gp\"\n") } end;
  def curves:
      sizes as $s
      # the libraries, and the steps that beat FP32 somewhere
      | ([$s.lines[] | select(.label | contains("FP32")) | .reached[] // 0] | max // 0) as $least
      | [$s.lines[] | select(is("library")
          or (is("solution") and ([.reached[] // 0] | max) > 1.1 * $least))] as $shown
      | script(.lab; "Products of +1 and -1 against cuBLAS, \(.device.name)";
          "$points << EOD\n"
          + text($shown[] | . as $line | "\(.label | quoted)\n"
              + text(range($s.sizes | length) as $j | select(.reached[$j])
                  | "\($line.rows[$j].size | numbers[2]) \(.reached[$j])\n") + "\n\n")
          + "EOD\narray library[\($shown | length)] = "
          + "\([$shown[] | if is("library") then 1 else 0 end])\n"
          + "load \"common/tools/bench/curves.gp\"\n");
  def plots:
      if .counted then { "build/plots/\(.lab).gp": curves }
      else
          . as $r | (.typical // {} | by_arithmetic) as $arithmetic
          | bars(.lab; [.rows[] | select(right and .size == $r.headline and .ms > 0
              and (.kind | IN("solution", "library", "ceiling")))]; $arithmetic) end;

  [$pages[0] | to_entries[] | .key as $page | .value |= rendered($page)] | from_entries
  + ([$all[] | select(.card)] | group_by(.card) | map({ "docs/results/\(.[0].card)/tables.md":
      ("# \(.[0].device.name): whole tables\n\nWritten by `make bench` from the JSON files here.\n"
      + (map("\n## \(.lab)\n\n\(provenance(true))\n\(whole_table)") | add)) }) | add // {})
  + ([$results[] | plots] | add // {})
  + ([$in_order[] | select(.best and (.best | by_arithmetic | not))] as $memory
      | $memory[-1] // {} | bars("ladder"; [$memory[] | .best + { label: .lab }]; false))
  | to_entries[] | .key, "\u0000", .value, "\u0000"
