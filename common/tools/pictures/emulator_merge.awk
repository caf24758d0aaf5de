# How events of lanes become accesses of a warp: eight lanes with a loop of different lengths and an
# if. Left: the columns as recorded, one event a row. Right: the rows as merged by control flow.
# Both are worked out here from `rounds` and `takes_if`. Needs svg.awk.
BEGIN {
    lanes = split("3 1 2 4 2 3 1 2", rounds, " ")
    split("1 0 1 1 0 1 0 0", takes_if, " ")
    cell = 34
    pitch = 26
    top = 250
    fill["L"] = "#deebf7"
    fill["A"] = "#fdd0a2"
    fill["B"] = "#c7e9c0"
    fill["D"] = "#dadaeb"
    fill["-"] = "#f7f7f7"
    ink = "#252525"
    soft = "#737373"
    edge = "#bdbdbd"

    record()
    merge()
    rows_left = rows_recorded()
    svg_open(1000, top + (rows_left > merged ? rows_left : merged) * pitch + 60,
             "Eight lanes of a warp: events as recorded, and accesses as merged by control flow")
    program(30, 34)
    columns(30)
    accesses(420)
    svg_close()
}

# event[lane, i]: what the lane does, in order.
function record(  lane, i)
{
    for (lane = 1; lane <= lanes; lane++) {
        for (i = 1; i <= rounds[lane]; i++)
            event[lane, i] = "L"
        event[lane, i] = takes_if[lane] ? "A" : "B"
        event[lane, i + 1] = "D"
        count[lane] = i + 1
    }
}

# The lanes furthest behind go first: in the loop those in the earliest round, then both arms of the
# if, then what follows.
function merge(  round, lane, any)
{
    for (round = 1; ; round++) {
        any = 0
        for (lane = 1; lane <= lanes; lane++)
            any += round <= rounds[lane]
        if (!any)
            break
        name[++merged] = "L"
        says[merged] = "sum += value[k], round " round
        for (lane = 1; lane <= lanes; lane++)
            takes_part[merged, lane] = round <= rounds[lane]
    }
    one("A", "a[i] = sum", 1, 0)
    one("B", "b[i] = sum", 0, 0)
    one("D", "done[i] = 1", 0, 1)
}

function one(what, text, arm, everybody,  lane)
{
    name[++merged] = what
    says[merged] = text
    for (lane = 1; lane <= lanes; lane++)
        takes_part[merged, lane] = everybody || takes_if[lane] == arm
}

function rows_recorded(  lane, most)
{
    for (lane = 1; lane <= lanes; lane++)
        most = count[lane] > most ? count[lane] : most
    return most
}

# Accesses that there would be if the first events of all lanes were one access each, the second,
# and so on.
function by_number(  row, lane, seen, total)
{
    for (row = 1; row <= rows_left; row++) {
        split("", seen)
        for (lane = 1; lane <= lanes; lane++)
            if (row <= count[lane] && !seen[event[lane, row]]++)
                total++
    }
    return total
}

function program(x, y)
{
    svg_text(x, y, "start", "for (k = 0; k < length[i]; k++)",
             "font-family=\"monospace\" fill=\"" ink "\"")
    line(x, y + 26, "L", "    sum += value[k];")
    svg_text(x, y + 48, "start", "if (sum > limit)", "font-family=\"monospace\" fill=\"" ink "\"")
    line(x, y + 74, "A", "    a[i] = sum;")
    svg_text(x, y + 96, "start", "else", "font-family=\"monospace\" fill=\"" ink "\"")
    line(x, y + 122, "B", "    b[i] = sum;")
    line(x, y + 150, "D", "done[i] = 1;")
}

function line(x, y, what, text)
{
    svg_text(x + (what == "D" ? 0 : 34), y, "start", text,
             "font-family=\"monospace\" fill=\"" ink "\"")
    box(x + 240, y - 15, what)
}

function box(x, y, what)
{
    svg_box(x, y, cell - 4, pitch - 5, fill[what], edge)
    if (what != "-")
        svg_text(x + cell / 2 - 2, y + 15, "middle", what, "fill=\"" ink "\"")
}

function heads(x, text,  lane)
{
    svg_text(x, top - 30, "start", text, "font-weight=\"bold\" fill=\"" ink "\"")
    for (lane = 1; lane <= lanes; lane++)
        svg_text(x + (lane - 1) * cell + cell / 2 - 2, top - 8, "middle", lane - 1,
                 "font-size=\"11\" fill=\"" soft "\"")
}

function columns(x,  lane, row)
{
    heads(x, "What each lane recorded: its column")
    for (lane = 1; lane <= lanes; lane++)
        for (row = 1; row <= count[lane]; row++)
            box(x + (lane - 1) * cell, top + (row - 1) * pitch, event[lane, row])
    svg_text(x, top + rows_left * pitch + 26, "start",
             "row by row this would be " by_number() " accesses", "fill=\"" ink "\"")
}

function accesses(x,  row, lane, y, together)
{
    heads(x, "What the warp did: merged by control flow")
    for (row = 1; row <= merged; row++) {
        y = top + (row - 1) * pitch
        together = 0
        for (lane = 1; lane <= lanes; lane++) {
            box(x + (lane - 1) * cell, y, takes_part[row, lane] ? name[row] : "-")
            together += takes_part[row, lane]
        }
        svg_text(x + lanes * cell + 8, y + 15, "start", says[row] ": " together " lanes",
                 "font-size=\"12\" fill=\"" soft "\"")
    }
    svg_text(x, top + merged * pitch + 26, "start",
             merged " accesses: both arms before what follows them", "fill=\"" ink "\"")
}
