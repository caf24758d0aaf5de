# The tiled kernel: one block's tiles of A and B walk along k, four stops for 7 x 7 and a tile of 2.
# Needs svg.awk.
BEGIN {
    n = 7
    cell = 12
    side = n * cell
    gap = 34
    tile = 2
    row = 2
    col = 4
    strip[1] = "#fdd0a2"
    now[1] = "#d95f02"
    strip[2] = "#c6dbef"
    now[2] = "#2171b5"
    result = "#74c476"
    idle = "#f7f7f7"
    edge = "#969696"
    ink = "#252525"
    soft = "#595959"
    svg_open(960, 380,
             "The tile of A walks to the right and the tile of B walks down, " \
             "while the block keeps its tile of C",
             "Four panels, one for each stop along k. The block computes rows 2 and 3, " \
             "columns 4 and 5 of C. At stop 0 it holds columns 0 and 1 of A and " \
             "rows 0 and 1 of B in shared memory, at stop 1 the next two, and so on. " \
             "At stop 3 half of each tile lies beyond the end and holds zeros.")
    svg_text(30, 30, "start", "One block: 7 x 7 matrices, tiles of 2 x 2",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    for (stop = 0; stop < 4; stop++)
        panel(30 + stop * 239, 64, stop)
    key(30, 344, now[1], "tile of A in shared memory")
    key(250, 344, now[2], "tile of B in shared memory")
    key(470, 344, result, "the block's tile of C: its sums stay in registers")
    svg_text(30, 372, "start",
             "Pale: the rows of A and the columns of B that the block needs in all. " \
             "Each element that is fetched is used twice: as often as a tile has rows.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function panel(x, y, stop,  begin)
{
    begin = stop * tile
    svg_text(x, y, "start", "stop " stop ": begin = " begin,
             "font-weight=\"bold\" fill=\"" ink "\"")
    matrix(x, y + 18 + side + gap, "A", 1, begin)
    matrix(x + side + gap, y + 18, "B", 2, begin)
    matrix(x + side + gap, y + 18 + side + gap, "C", 3, begin)
    svg_text(x, y + 54, "start", begin < 6 ? "terms " begin ", " begin + 1 : "term 6",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(x, y + 72, "start", "sum: " (begin < 6 ? begin + 2 : 7) " of 7",
             "font-size=\"12\" fill=\"" soft "\"")
}

# which: 1 A, 2 B, 3 C. The tile that is in shared memory begins at term `begin`.
function matrix(x, y, name, which, begin,  i, j, in_row, in_col, paint)
{
    svg_text(x - 8, y + 12, "end", name, "font-weight=\"bold\" fill=\"" ink "\"")
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            in_row = i >= row && i < row + tile
            in_col = j >= col && j < col + tile
            paint = idle
            if (which == 1 && in_row)
                paint = j >= begin && j < begin + tile ? now[1] : strip[1]
            if (which == 2 && in_col)
                paint = i >= begin && i < begin + tile ? now[2] : strip[2]
            if (which == 3 && in_row && in_col)
                paint = result
            svg_box(x + j * cell, y + i * cell, cell, cell, paint, edge)
        }
    for (i = 0; begin + tile > n && i < tile; i++) {
        if (which == 1)
            zero(x + n * cell, y + (row + i) * cell, now[1])
        if (which == 2)
            zero(x + (col + i) * cell, y + n * cell, now[2])
    }
}

function zero(x, y, color)
{
    svg_box(x, y, cell, cell, "#ffffff", color, "stroke-dasharray=\"3 2\"")
    svg_text(x + cell / 2, y + cell - 3, "middle", 0, "font-size=\"10\" fill=\"" ink "\"")
}

function key(x, y, color, text)
{
    svg_box(x, y - 11, 13, 13, color, edge)
    svg_text(x + 20, y, "start", text, "font-size=\"12\" fill=\"" ink "\"")
}
