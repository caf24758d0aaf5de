# The ladder of labs, for the README: what each lab is about, how many steps it has, and how much of
# the ceiling its best step reaches, as the README's table has it. Reads what lookup/ladder_table.sh
# prints (lab, step, …). Whole numbers only, so that every awk prints the same bytes.
BEGIN {
    idea["01_naive_gemv"] = "one thread per row"
    idea["02_coalesced_gemv"] = "adjacent threads, adjacent addresses"
    idea["03_constant_gemv"] = "x in constant memory"
    idea["04_shared_gemv"] = "x in shared memory, all SMs busy"
    idea["05_shuffle_gemv"] = "a warp, then a block per row"
    idea["06_tiled_transpose"] = "tiles, padding, occupancy"
    idea["07_tiled_gemm"] = "tiles of A and B"
    idea["08_thread_tiled_gemm"] = "registers, pipelines"
    idea["09_binary_xnor_gemm"] = "one bit a number, tensor cores"
}
$5 == "expert" { # counts for the core that it lies beside
    core_of[$1] = substr($6, 1, index($6, "/") - 1)
    next
}
{
    if (!($1 in steps))
        name[++labs] = $1
    steps[$1]++
}
END {
    read_results()
    width = 60 + 104 * labs
    height = 240 + 30 * labs
    svg_open(width, height, "The ladder of " labs " labs", described())
    svg_text(24, 34, "start", "from one thread per row to tensor cores",
             "font-size=\"16\" font-weight=\"bold\" fill=\"#252525\"")
    if (gpu != "")
        svg_text(24, 56, "start",
                 "bars: how much of the ceiling each lab's best step reaches on an " gpu,
                 "fill=\"#737373\"")
    for (i = 1; i <= labs; i++)
        rung(i, 24 + 104 * (i - 1), height - 170 - 30 * i)
    svg_close()
}

# The rows of the README's table: share["01_naive_gemv"] = "18", of_what[…] = "copy".
function read_results(  line, cell, lab, part)
{
    while ((getline line < "README.md") > 0) {
        if (line ~ /; ceilings: /) {
            gpu = line
            sub(/,.*/, "", gpu)
        }
        if (line !~ /^\| \[[0-9]+_/ || split(line, cell, " *[|] *") < 9)
            continue
        lab = cell[2]
        gsub(/^\[|\].*/, "", lab)
        split(cell[9], part, " % [(]|[)]")
        if (lab in core_of) {
            if (part[1] > experts[core_of[lab]] + 0)
                experts[core_of[lab]] = int(part[1] + 0.5)
            continue
        }
        share[lab] = int(part[1] + 0.5)
        of_what[lab] = part[2]
    }
}

function described(  i, text)
{
    for (i = 1; i <= labs; i++)
        if (name[i] in share)
            text = text (text == "" ? "" : ", ") \
                "lab " substr(name[i], 1, 2) " " share[name[i]] " % (" of_what[name[i]] ")" \
                (name[i] in experts ? ", its expert files " experts[name[i]] " %" : "")
    return text == "" ? "" : "Share of the ceiling that each lab's best step reaches: " text "."
}

# "naive_gemv" word by word, what the lab is about, how many steps it has, and its bar.
function rung(i, x, y,  lab, words, count, line)
{
    lab = name[i]
    svg_box(x, y, 100, height - 20 - y, "#deebf7", "#3182bd")
    svg_text(x + 50, y + 18, "middle", substr(lab, 1, 2), "font-weight=\"bold\" fill=\"#08519c\"")
    count = split(substr(lab, 4), words, "_")
    for (line = 1; line <= count; line++)
        svg_text(x + 50, y + 20 + 14 * line, "middle", words[line],
                 "font-size=\"12\" fill=\"#252525\"")
    y = wrapped(x + 50, y + 28 + 14 * count, idea[lab])
    svg_text(x + 50, y + 12, "middle", steps[lab] (steps[lab] == 1 ? " step" : " steps"),
             "font-size=\"10\" fill=\"#08519c\"")
    if (!(lab in share))
        return
    y = height - 74
    svg_text(x + 50, y, "middle", share[lab] " %", "font-weight=\"bold\" fill=\"#252525\"")
    svg_text(x + 50, y + 14, "middle", of_what[lab] == "copy" ? "of a copy" : of_what[lab],
             "font-size=\"10\" fill=\"#252525\"")
    svg_box(x + 5, y + 22, 90, 10, "#ffffff", "#9ecae1")
    svg_box(x + 5, y + 22, share[lab] > 100 ? 90 : int(90 * share[lab] / 100), 10,
            "#3182bd", "none")
    if (lab in experts)
        svg_text(x + 50, y + 46, "middle", "expert files: " experts[lab] " %",
                 "font-size=\"10\" fill=\"#252525\"")
}

# Small text in lines of at most 17 letters, from y down; returns the y of the last one.
function wrapped(x, y, text,  words, count, i, line)
{
    count = split(text, words, " ")
    line = words[1]
    for (i = 2; i <= count + 1; i++)
        if (i <= count && length(line " " words[i]) <= 17)
            line = line " " words[i]
        else {
            y += 12
            svg_text(x, y, "middle", line,
                     "font-size=\"10\" font-style=\"italic\" fill=\"#252525\"")
            line = words[i]
        }
    return y
}

function svg_open(width, height, title, description)
{
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ", width, height
    printf "width=\"%d\" height=\"%d\" role=\"img\" ", width, height
    printf "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n"
    printf "<title>%s</title>\n<desc>%s</desc>\n", svg_escaped(title), svg_escaped(description)
    print "<style>@media (prefers-color-scheme: dark) " \
        "{ svg { filter: invert(.93) hue-rotate(180deg) brightness(1.5) } }</style>"
    svg_box(0, 0, width, height, "#ffffff", "none")
}

function svg_close()
{
    print "</svg>"
}

function svg_box(x, y, width, height, fill, stroke, more)
{
    printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"%s\"%s/>\n",
        x, y, width, height, fill, stroke, more == "" ? "" : " " more
}

# anchor: start, middle or end.
function svg_text(x, y, anchor, text, more)
{
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\"%s>%s</text>\n",
        x, y, anchor, more == "" ? "" : " " more, svg_escaped(text)
}

function svg_escaped(text)
{
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    return text
}
