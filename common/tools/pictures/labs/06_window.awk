# Step 9 of lab 06 where rows begin anywhere: which columns of out the blocks write, so that every
# piece begins at a sector; the figures are those of the kernel (WIDE, SECTOR) and m = 1021. Needs
# svg.awk.
BEGIN {
    m = 1021
    sector = 8
    wide = 56
    shown = 2 * wide + sector
    step = 7                 # pixels of a float
    left = 120
    top = 96
    high = 26
    ink = "#252525"
    soft = "#595959"
    edge = "#ffffff"
    split("#9ecae1 #fdae6b #c7e9c0", fill, " ")
    svg_open(1040, 420, "Rows of out begin anywhere, pieces begin at sectors",
             "Eight rows of out for m = 1021. " \
             "Row y begins y times 1021 mod 8 floats past a sector. " \
             "The piece of a block in that row begins as many columns earlier.")
    svg_text(30, 30, "start",
             "m = " m ": the pieces of " wide " floats " \
             "that blocks 0, 1 and 2 write into eight rows of out",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(left - 10, 84, "end", "y: y * m mod 8", "font-size=\"12\" fill=\"" soft "\"")
    for (y = 0; y < 8; y++)
        row(y, y * m % sector)
    marks()
    svg_text(30, 362, "start",
             "Across: columns of out. White lines: where a sector begins in that row. " \
             "Dashed: columns below 0, which do not exist; no thread stores them.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(30, 384, "start",
             "Black frame: block 1 needs columns 49 to 111, which are rows 49 to 111 of in. " \
             "Its window starts at row 1 * WIDE - SECTOR = 48 and has 64 rows.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function x_of(col)
{
    return left + (col + sector) * step
}

function row(y, shift,  b, from, to, line, s)
{
    line = top + y * high
    svg_text(left - 10, line + 16, "end", y ":  " shift, "fill=\"" ink "\"")
    for (b = 0; b < 3; b++) {
        from = b * wide - shift
        to = from + wide
        if (to > shown - sector)
            to = shown - sector
        if (from < 0) {
            svg_box(x_of(from), line, -from * step, 20, "none", "#969696",
                    "stroke-dasharray=\"3 3\"")
            from = 0
        }
        if (to > from)
            svg_box(x_of(from), line, (to - from) * step, 20, fill[b + 1], "none")
        if (y == 0 && b < 2)
            svg_text(x_of(b * wide + int(wide / 2)), line + 15, "middle", "block " b,
                     "font-size=\"12\" fill=\"" ink "\"")
    }
    for (s = sector - shift; s < shown - sector; s += sector)
        svg_line(x_of(s), line, x_of(s), line + 20, edge, "stroke-width=\"2\"")
}

function marks(  col)
{
    for (col = 0; col <= 2 * wide; col += wide)
        svg_text(x_of(col), top + 8 * high + 16, "middle", col,
                 "font-size=\"12\" fill=\"" soft "\"")
    svg_text(x_of(0) - 12, top + 8 * high + 34, "start", "column of out",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_box(x_of(wide - sector + 1), top - 4, (wide + sector - 1) * step, 8 * high + 2, "none", ink,
            "stroke-width=\"2\"")
}
