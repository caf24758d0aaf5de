# The tile of lab 06, step 4: a block reads rows of in, turns the tile round in shared memory, and
# writes rows of out. One warp is followed. Tiles of 4 x 4 stand for those of 32 x 32. Needs
# svg.awk.
BEGIN {
    k = 4
    cell = 20
    tiles = 3
    ink = "#252525"
    soft = "#595959"
    mine = "#deebf7"
    mine_edge = "#6baed6"
    hot = "#d95f02"
    plain = "#f7f7f7"
    edge = "#bdbdbd"
    svg_open(960, 400,
             "A tile goes through shared memory: rows of in are read, rows of out are written",
             "Left: in, with the tile of block x = 2, y = 0. Middle: the tile in shared memory. " \
             "Right: out, where the same block writes the tile at the mirrored place. " \
             "A warp reads a row of in, and later a column of the tile, which is a row of out.")
    svg_text(30, 30, "start", "Block (x = 2, y = 0) of step 4, with tiles of 4 x 4",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    matrix(60, 100, "in", 2, 0)
    matrix(660, 100, "out", 0, 2)
    tile(408, 160)
    # the warp with threadIdx.y = 1: row 1 of the tile in `in`, row 1 of the tile in `out`
    frame(60 + 2 * k * cell, 100 + cell, 4, 1)
    frame(408, 160 + cell, 4, 1)
    dashed(408 + cell, 160, 1, 4)
    dashed(660, 100 + (2 * k + 1) * cell, 4, 1)
    svg_line(60 + tiles * k * cell + 6, 130, 400, 190, hot, "stroke-width=\"2\"")
    svg_line(408 + k * cell + 8, 250, 652, 100 + (2 * k + 1) * cell + 10, hot,
             "stroke-width=\"2\" stroke-dasharray=\"6 4\"")
    svg_text(362, 122, "middle", "1. read a row", "fill=\"" hot "\"")
    svg_text(590, 254, "middle", "3. write a row", "fill=\"" hot "\"")
    svg_text(448, 276, "middle", "2. barrier", "fill=\"" ink "\"")
    svg_text(30, 372, "start",
             "Solid: what the threads with threadIdx.y = 1 read from in. " \
             "Dashed: what the same threads write after the barrier: " \
             "a column of the tile, a row of out.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function matrix(left, top, name, x, y,  row, col, inside)
{
    svg_text(left + tiles * k * cell / 2, top - 28, "middle", name,
             "font-weight=\"bold\" fill=\"" ink "\"")
    for (row = 0; row < tiles * k; row++)
        for (col = 0; col < tiles * k; col++) {
            inside = int(row / k) == y && int(col / k) == x
            svg_box(left + col * cell, top + row * cell, cell, cell, inside ? mine : plain, edge)
        }
    for (row = 0; row <= tiles; row++) {
        svg_line(left + row * k * cell, top, left + row * k * cell, top + tiles * k * cell, soft)
        svg_line(left, top + row * k * cell, left + tiles * k * cell, top + row * k * cell, soft)
    }
    svg_box(left + x * k * cell, top + y * k * cell, k * cell, k * cell, "none", mine_edge,
            "stroke-width=\"3\"")
    for (row = 0; row < tiles; row++)
        svg_text(left + row * k * cell + k * cell / 2, top - 8, "middle", "tile column " row,
                 "font-size=\"10\" fill=\"" soft "\"")
}

function tile(left, top,  row, col)
{
    svg_text(left + k * cell / 2, top - 12, "middle", "tile[4][4]",
             "font-family=\"monospace\" font-size=\"13\" fill=\"" ink "\"")
    for (row = 0; row < k; row++)
        for (col = 0; col < k; col++)
            svg_box(left + col * cell, top + row * cell, cell, cell, mine, mine_edge)
}

function frame(x, y, width, height)
{
    svg_box(x + 1, y + 1, width * cell - 2, height * cell - 2, "none", hot, "stroke-width=\"3\"")
}

function dashed(x, y, width, height)
{
    svg_box(x + 1, y + 1, width * cell - 2, height * cell - 2, "none", hot,
            "stroke-width=\"3\" stroke-dasharray=\"6 4\"")
}
