# The ladder of nine labs, for the README. Reads what scripts/ladder.awk prints (lab, step, …): labs
# listed there are drawn full, the others as still to come. Needs svg.awk.
{
    if (!($1 in steps))
        here[++labs] = $1
    steps[$1]++
}
END {
    planned("01_naive_gemv", "one thread per row")
    planned("02_coalesced_gemv", "neighbours read neighbours")
    planned("03_constant_gemv", "x in constant memory")
    planned("04_shared_gemv", "x in shared memory, all SMs busy")
    planned("05_shuffle_gemv", "a warp, then a block per row")
    planned("06_tiled_transpose", "tiles, padding, occupancy")
    planned("07_tiled_gemm", "tiles of A and B")
    planned("08_thread_tiled_gemm", "registers, pipelines")
    planned("09_binary_xnor_gemm", "one bit a number, tensor cores")
    for (i = 1; i <= labs; i++)
        if (!(here[i] in idea))
            planned(here[i], "")
    width = 60 + 104 * rungs
    height = 184 + 30 * rungs
    svg_open(width, height, "The ladder: " labs " of " rungs " labs are here")
    svg_text(24, 34, "start", "from one thread per row to tensor cores", "font-size=\"16\" font-weight=\"bold\" fill=\"#252525\"")
    svg_text(24, 56, "start", labs " of " rungs " labs are here" (labs < rungs ? "; dashed ones are still to come" : ""), "fill=\"#737373\"")
    for (i = 1; i <= rungs; i++)
        rung(i, 24 + 104 * (i - 1), height - 114 - 30 * i)
    svg_close()
}

function planned(lab, text)
{
    name[++rungs] = lab
    idea[lab] = text
}

# "naive_gemv" word by word, what the lab is about, and how many steps it has.
function rung(i, x, y,  lab, full, words, count, line, ink)
{
    lab = name[i]
    full = lab in steps
    ink = full ? "#252525" : "#737373"
    svg_box(x, y, 100, height - 20 - y, full ? "#deebf7" : "#ffffff", full ? "#3182bd" : "#bdbdbd", full ? "" : "stroke-dasharray=\"4 3\"")
    svg_text(x + 50, y + 18, "middle", substr(lab, 1, 2), "font-weight=\"bold\" fill=\"" (full ? "#08519c" : "#737373") "\"")
    count = split(substr(lab, 4), words, "_")
    for (line = 1; line <= count; line++)
        svg_text(x + 50, y + 20 + 14 * line, "middle", words[line], "font-size=\"12\" fill=\"" ink "\"")
    y = wrapped(x + 50, y + 28 + 14 * count, idea[lab], ink)
    if (full)
        svg_text(x + 50, y + 12, "middle", steps[lab] (steps[lab] == 1 ? " step" : " steps"), "font-size=\"10\" fill=\"#08519c\"")
}

# Small text in lines of at most 17 letters, from y down; returns the y of the last one.
function wrapped(x, y, text, ink,  words, count, i, line)
{
    count = split(text, words, " ")
    line = words[1]
    for (i = 2; i <= count + 1; i++)
        if (i <= count && length(line " " words[i]) <= 17)
            line = line " " words[i]
        else {
            y += 12
            svg_text(x, y, "middle", line, "font-size=\"10\" font-style=\"italic\" fill=\"" ink "\"")
            line = words[i]
        }
    return y
}
