# Steps 4 and 5 of lab 09/hopper over time: two warpgroups that share a tile, and two that take
# turns. Needs svg.awk.
BEGIN {
    ink = "#252525"
    soft = "#595959"
    left = 130
    step = 60
    svg_open(960, 390, "Two warpgroups share a tile, or take turns",
             "Step 4: both warpgroups multiply the same tile, then both store it; " \
             "the tensor cores have nothing to do meanwhile. " \
             "Step 5: each has a tile of its own; while one stores, the other multiplies.")
    svg_text(30, 32, "start", "Step 4: both warpgroups work on one tile",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    for (team = 0; team < 2; team++) {
        name(56 + 34 * team, "warpgroup " team)
        for (tile = 0; tile < 4; tile++) {
            multiply(56 + 34 * team, 3 * tile, 2, tile)
            store(56 + 34 * team, 3 * tile + 2, 1, tile)
        }
    }
    name(130, "tensor cores")
    for (tile = 0; tile < 4; tile++) {
        busy(130, 3 * tile, 2, "busy")
        idle(130, 3 * tile + 2, 1)
    }
    svg_text(30, 206, "start", "Step 5: the warpgroups take turns",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    for (team = 0; team < 2; team++) {
        name(230 + 34 * team, "warpgroup " team)
        for (tile = team; tile < 6; tile += 2) {
            multiply(230 + 34 * team, 2 * tile, 2, tile)
            store(230 + 34 * team, 2 * tile + 2, 1, tile)
        }
    }
    name(304, "tensor cores")
    busy(304, 0, 12, "busy")
    for (tile = 1; tile < 6; tile++) # the sign to the other warpgroup
        svg_line(left + 2 * tile * step - 1, tile % 2 ? 256 : 264,
                 left + 2 * tile * step - 1, tile % 2 ? 264 : 256, ink, "stroke-width=\"4\"")
    svg_text(30, 358, "start",
             "Black marks: team_arrive, \"it is your turn\". " \
             "Blue: products of the tile with that number; orange: its stores.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(30, 376, "start",
             "The picture shows equally long products in both steps. " \
             "A tile of step 4 is 128 x 256 elements, one of step 5 is 128 x 128.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function name(y, text)
{
    svg_text(left - 12, y + 18, "end", text, "font-size=\"12\" fill=\"" ink "\"")
}

function piece(y, from, long, fill, edge, text)
{
    svg_box(left + from * step, y, long * step - 3, 26, fill, edge)
    svg_text(left + from * step + int((long * step - 3) / 2), y + 18, "middle", text,
             "font-size=\"12\" fill=\"" ink "\"")
}

function multiply(y, from, long, tile)
{
    piece(y, from, long, "#deebf7", "#6baed6", "multiply " tile)
}

function store(y, from, long, tile)
{
    piece(y, from, long, "#fee6ce", "#fd8d3c", "store " tile)
}

function busy(y, from, long, text)
{
    piece(y, from, long, "#e5f5e0", "#74c476", text)
}

function idle(y, from, long)
{
    piece(y, from, long, "#f7f7f7", "#bdbdbd", "idle")
}
