# Lab 08/hopper: nine tiles of eight steps on four blocks, dealt out by tiles and by steps, as
# make_plan does it. Needs svg.awk.
BEGIN {
    tiles = 9
    blocks = 4
    steps = 8
    shared = tiles % blocks + blocks # these are dealt out by steps, the others stay whole
    share = shared * steps / blocks
    unit = 26
    high = 26
    left = 110
    ink = "#252525"
    soft = "#595959"
    edge = "#ffffff"
    split("#fdae6b #9ecae1 #a1d99b #dadaeb #fdd0a2 #c6dbef #c7e9c0 #bcbddc #fee391", fill, " ")
    svg_open(800, 440, "Nine tiles for four blocks, by tiles and by steps",
             "By tiles, block 0 works for 24 steps and the others for 16. " \
             "By steps, every block works for 18: " \
             "first a run of 10 steps of the first five tiles, then a whole tile.")
    svg_text(24, 30, "start", "Nine tiles of C, eight steps along k each, on four blocks",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(24, 62, "start", "By tiles: the last round has one tile, and three blocks wait",
             "fill=\"" ink "\"")
    for (tile = 0; tile < tiles; tile++)
        bar(74 + tile % blocks * 32, int(tile / blocks) * steps, steps, tile)
    names(74)
    svg_text(24, 238, "start",
             "By steps: tiles 0 to 4 are dealt out evenly, tiles 5 to 8 stay whole",
             "fill=\"" ink "\"")
    for (block = 0; block < blocks; block++)
        run(250 + block * 32, block)
    names(250)
    svg_text(24, 408, "start",
             "Arrows: a block that does not have the first step of a tile " \
             "hands its sums over to the block that has it.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function names(y,  block)
{
    for (block = 0; block < blocks; block++)
        svg_text(left - 10, y + 17 + block * 32, "end", "block " block,
                 "font-size=\"12\" fill=\"" soft "\"")
}

function bar(y, start, length_, tile)
{
    svg_box(left + start * unit, y, length_ * unit, high, fill[tile + 1], edge)
    svg_text(left + (start + length_ / 2) * unit, y + 17, "middle",
             "tile " tile (length_ < steps ? ": " length_ : ""),
             "font-size=\"11\" fill=\"" ink "\"")
}

# The run of a block in the shared tiles, then its whole tile: blocks count backwards.
function run(y, block,  at, tile, ends, begin)
{
    begin = block * share
    for (at = begin; at < begin + share; at = ends) {
        tile = int(at / steps)
        ends = (tile + 1) * steps < begin + share ? (tile + 1) * steps : begin + share
        bar(y, at - begin, ends - at, tile)
        if (at % steps) { # the first piece of this block is not the tile's first: up it goes
            svg_line(left + (at - begin + 0.5) * unit, y + 6,
                     left + (at - begin + 0.5) * unit, y - 12, "#d95f02", "stroke-width=\"2\"")
            svg_text(left + (at - begin + 0.5) * unit, y - 2, "middle", "\342\226\262",
                     "font-size=\"11\" fill=\"#d95f02\"")
        }
    }
    bar(y, share, steps, shared + blocks - 1 - block)
}
