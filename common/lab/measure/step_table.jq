# The emulator's table: a row a step with what it was counted to do, the floor that follows from it,
# and the times that were recorded of the reference on a GPU, at one size. A floor is a bound;
# nothing is timed here. Input: {sweep, gpu}, then a row of step_table.h each. $recorded: what
# docs/results/LAB.json has, $counted: docs/results/counted/LAB.json, for a student's kit, where no
# reference can be counted; each a list of one, or of none where there is no such file.
def left($width): . + " " * ($width - length);
def right($width): tostring | " " * ($width - length) + .;

# As printf's %.*f and, of what is above 0, %.*g: exactly half goes to the even one.
def nearest:
    floor as $below | $below + if . - $below - 0.5 + ($below % 2) / 1e9 > 0 then 1 else 0 end;
def fixed($digits):
    . * pow(10; $digits) | nearest | tostring | "0" * ($digits + 1 - length) + .
    | .[:-$digits] + "." + .[-$digits:];
def digits($digits):
    (log10 | floor) as $above | [. * pow(10; $digits - 1 - $above) | nearest, $above]
    | if .[0] >= pow(10; $digits) then [.[0] / 10, .[1] + 1] else . end
    | .[1] as $e | .[0] | tostring
    | def trimmed: sub("0+$"; "") | sub("\\.$"; "");
      if $e < -4 or $e >= $digits then
          (.[:1] + "." + .[1:] | trimmed) + "e" + (if $e < 0 then "-" else "+" end)
          + ($e | fabs | tostring | "0" * (2 - length) + .)
      elif $e < 0 then "0." + "0" * (-$e - 1) + . | trimmed
      else .[:$e + 1] + "." + .[$e + 1:] | trimmed end;

# Cells: a count in at most 7 characters, exact up to them; a number, or for 0 and null a dash;
# "DRAM", "shared" of "shared memory", "arith." of "arithmetic".
def count:
    " " + (if . < 1e7 then round elif . < 1e9 then (. / 1e6 | fixed(1)) + "M"
           else (. / 1e9 | fixed(1)) + "G" end | right(7));
def number($width; $digits):
    " " + (if (. // 0) > 0 then digits($digits) else "-" end | right($width));
def ms: number(8; if (. // 0) < 1e-3 then 3 else 4 end);
def unit: " " + (split(" ")[0] // "" | if length > 6 then .[:5] + "." else left(6) end);

# Text folded at blanks to lines of so many columns, the first of them of others.
def folded($first; $room):
    reduce (split("\n")[] | split(" ") | .[0] |= "\n" + . | .[]) as $word ([];
        if ($word | startswith("\n") | not)
            and (.[-1] + " " + $word | length) <= (if length == 1 then $first else $room end)
        then .[-1] += " " + $word else . + [$word | ltrimstr("\n")] end);
def note: folded(92; 92)[] | "      " + . + "\n";
# Parts with semicolons between them, in lines of their own.
def parts:
    reduce .[] as $part (""; if . == "" then "     " + $part
        elif (split("\n")[-1] + "; " + $part | length) <= 99 then . + "; " + $part
        else . + ";\n     " + $part end) + "\n";

def metric($name): .counters["l1tex__" + $name + ".sum"];
def also:
    # what only some kernels do, as far as this one does
    (metric("data_bank_conflicts_pipe_lsu_mem_shared_op_ld")
     + metric("data_bank_conflicts_pipe_lsu_mem_shared_op_st")) as $conflicts
    | ([metric("data_pipe_lsu_wavefronts_mem_shared_op_ld"), "shared wavefronts to load"],
       [metric("data_pipe_lsu_wavefronts_mem_shared_op_st"), "to store"],
       [$conflicts, "bank conflicts"],
       [.counters["idc__requests.sum"], "constant reads"],
       [metric("t_requests_pipe_lsu_mem_global_op_red"), "global atomics"],
       [metric("t_sectors_pipe_lsu_mem_global_op_red"), "sectors of those"],
       [.counters["emu__exchanges.sum"], "shuffles, votes, __syncwarps and mmas"],
       [.counters["emu__popcs.sum"], "POPCs"],
       [.counters["emu__loads_under_way.ratio"], "of a warp's loads under way"],
       [.counters["emu__accesses_before_use.ratio"], "of its accesses between a load and its use"]
       | select(.[0] > 0) | "\(.[0] | round) \(.[1])"),
      "DRAM \(.counters | (.["dram__bytes_read.sum"] + .["dram__bytes_write.sum"]) / 1e6
              | if . > 0 then digits(4) else 0 end) MB";

# The reference's times, each with whether it is compared with one CPU core. Of several sizes the
# largest is shown, but one at which the step before was recorded, too, or whose dimensions are
# powers of two, goes before another.
def times:
    foreach $recorded[].rows[] as $row ({};
        (.cpu == true) as $over_cpu
        | .row = $row + { $over_cpu }
        | if $row.kind | IN("cpu", "reference", "solution") then .cpu = ($row.kind == "cpu")
          else . end; .row)
    | select(.ms > 0 and .step != null) | .before = (.speedup_over_previous // 0) * .ms
    | (.size | split(",")[0] | split("x") | all(tonumber | log2 | . == floor)) as $round
    | .order = [.before > 0, (.over_cpu | not), $round, .ms];
# Those of a row. In a sweep its label is the setting, its `who` the kernel.
def recorded_of($row; $sweep):
    (if $sweep and ($row.label | contains("=")) then $row.label else null end) as $setting
    | [times | select(.step == $row.step and (.size | split(", ")[1] | . == null or . == $row.ways)
        and (if $setting then
                 .kind == "setting" and (.label | split(" ")[1:] | join(" ")) == $setting
             else .kind == "solution" end))] | sort_by(.order);

def title($one_size; $gpu; $at):
    "\n\(if $one_size then .[0].size + ", " else "" end)"
    + "counted for one launch. Floor: the least time that this work needs on an\n"
    + "\($gpu | sub(" \\(emulated\\)"; "")), a bound and not a time."
    + (if $at then
           " Recorded\(if $at != .[0].size then ", at another size than the floors" else "" end)"
           + ": the reference's\ntime and the step before's, in ms, on an "
           + "\($recorded[0].device.name), \($recorded[0].date)."
       else "" end)
    + "\n" + ("load sec-   store sec-    floor set      ref.'s " | right(82))
    + ($at // "" | if . == "" or length > 14 then . else "at " + . end | .[:17] | right(17))
    + "\nstep " + ("what" | left(25))
    + "   requ. tors   requ. tors       ms by        floor   ref.'s   before\n";

# $at: the one size of the recorded times.
def figures($at):
    ([.times[] | select(.size == $at)] | last) as $here
    | def access($kind):
        metric("t_requests_pipe_lsu_mem_global_op_" + $kind) as $requests
        | ($requests | count)
        + (if $requests > 0 then metric("t_sectors_pipe_lsu_mem_global_op_" + $kind) / $requests
           else 0 end | number(4; 3));
      access("ld") + access("st") + (.floor_ms | ms) + (.floor_unit | unit) + (.reference_ms | ms)
      + ($here.ms | ms) + (if $here.over_cpu then 0 else $here.before end | ms) + "\n"
      + ([also, (.remark | select(. != "") | "does not fill the GPU: " + .),
          (select(.copies) | "the recorded time has its copies, too"),
          (select($here == null) | .times | last | values
           | "recorded at \(.size | split(",")[0]): \(.ms | digits(4)) ms")] | parts)
      + ([.note | note] | add)
      + ([select(.kind == "solution" and .reference_ms > 0 and .floor_ms >= 2 * .reference_ms)
          | "It passes, but its floor is \(.floor_ms / .reference_ms | fixed(1)) times the "
            + "reference's, \(if .remark != "" then "with " + .remark
                              else "set by " + .floor_unit end): what costs it that?"
          | note] | add);
# A row and the lines below it. In a sweep "GROUPS=64 (gemv_split)" has a line of its own above the
# figures: is it right, or why are there none?
def row($sweep; $at):
    ("\(.step | right(4)) \(.label)" + (if $sweep then " (\(.who))" else "" end)
     + (if .ways then ", " + .ways else "" end)) as $name
    | if $sweep then ($name | left(37)) as $name
        | $name + " " + (if .failed then .note else .check end
            | folded(97 - ($name | length); 92) | join("\n      ")) + "\n"
        + (if .failed then "" else " " * 30 + figures($at) end)
      elif .failed then ($name[:30] | left(30)) + "\n" + ([.note | note] | add)
      else ($name[:30] | left(30)) + figures($at) end;

# Each prediction beside what was recorded of the reference, since nothing is timed here.
def prediction:
    . as $row | (recorded_of($row; false) | last) as $recorded
    | select($row.predicted > 0 and $row.kind == "solution")
    | "step \(.step)  predicted \(.predicted | fixed(2))x, "
    + if ($recorded.before // 0) == 0 then "and no time was recorded to compare that with.\n"
      else $recorded.before / $recorded.ms
          | "recorded \(fixed(2))x at \($recorded.size) over "
          + (if $recorded.over_cpu then "one CPU core" else "the step before" end) + ". "
          + (. / $row.predicted | if . > 0.9 and . < 1 / 0.9 then "Well predicted.\n"
                                  else "What did your prediction leave out?\n" end) end;

input as {$sweep, $gpu}
| [inputs] as $all
| [range($all | length) as $i | $all[$i] | select(.kind != "reference")
    | (.size | split(", ")) as [$size, $ways]
    | .reference_ms = (if $all[$i + 1].kind == "reference" then $all[$i + 1].floor_ms
        elif .who == "yours" then
            . as $row | first($counted[].rows[] | select(.step == $row.step and .size == $row.size)
                              | .floor_ms | select(. > 0)) // 0
        else 0 end)
    | .size = $size | .ways = $ways | .times = if .failed then [] else recorded_of(.; $sweep) end]
| select(. != []) | . as $rows
| ([.[].times | last | values | .size as $size
    | [([$rows[].times | select(any(.size == $size))] | length), $size]]
   | sort_by(.[0]) | last[1]) as $at
| all(.size == $rows[0].size) as $one_size
| title($one_size; $gpu; $at),
  (range(length) as $i | .[$i]
   | (if $one_size or ($i > 0 and $rows[$i - 1].size == .size) then "" else "at \(.size)\n" end)
     + row($sweep; $at)),
  (.[] | prediction)
