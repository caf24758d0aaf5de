# Which bank each lane of a warp meets when it reads its element of the tile, for four layouts.
# Needs svg.awk. The wavefronts are counted here from the addresses, and are those that the emulator
# and Nsight Compute count (common/tests/gemm_counters.cu).
BEGIN {
    cell = 7; side = 32 * cell; top = 92
    hit = "#2171b5"; clash = "#d95f02"; idle = "#f7f7f7"; edge = "#d9d9d9"; ink = "#252525"; soft = "#737373"
    svg_open(1040, 420, "The bank that each lane meets when a warp reads a column of the tile, for four layouts")
    svg_text(30, 30, "start", "out[...] = tile[threadIdx.x][threadIdx.y];    one warp reads", "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    panel(60, "tile[32][32]", "step 4", 32, 32, 0)
    panel(310, "tile[32][33]", "step 5", 32, 33, 0)
    panel(560, "tile[16][17]", "a word of padding per row of 16", 16, 17, 0)
    panel(810, "tile[8][34]", "step 6: lines of 32 words, 2 of padding", 16, 0, 1)
    svg_text(30, top + side + 78, "start", "Across: the 32 banks. Down: the 32 lanes. Orange: a bank that more than one lane of the warp needs; they are served one after another.", "fill=\"" soft "\"")
    svg_close()
}

# The word of the tile that lane `lane` reads.
function word(lane, k, stride, lines,  x, y)
{
    x = lane % k
    y = int(lane / k)
    if (!lines)
        return x * stride + y
    return int(x / (32 / k)) * (32 + 32 / k) + x % (32 / k) * k + y
}

function panel(left, name, note, k, stride, lines,  lane, bank, i, most)
{
    for (i = 0; i < 32; i++)
        count[i] = 0
    most = 0
    for (lane = 0; lane < 32; lane++) {
        bank = word(lane, k, stride, lines) % 32
        if (++count[bank] > most)
            most = count[bank]
    }
    svg_text(left, 62, "start", name, "font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(left, 80, "start", note, "font-size=\"11\" fill=\"" soft "\"")
    svg_box(left, top, side, side, idle, edge)
    for (i = 4; i < 32; i += 4) {
        svg_line(left + i * cell, top, left + i * cell, top + side, edge)
        svg_line(left, top + i * cell, left + side, top + i * cell, edge)
    }
    for (lane = 0; lane < 32; lane++) {
        bank = word(lane, k, stride, lines) % 32
        svg_box(left + bank * cell, top + lane * cell, cell, cell, count[bank] > 1 ? clash : hit, "none")
    }
    if (left == 60) {
        svg_text(left - 8, top + 8, "end", "lane 0", "font-size=\"10\" fill=\"" soft "\"")
        svg_text(left - 8, top + side, "end", "31", "font-size=\"10\" fill=\"" soft "\"")
    }
    svg_text(left, top + side + 16, "start", "bank 0", "font-size=\"10\" fill=\"" soft "\"")
    svg_text(left + side, top + side + 16, "end", "31", "font-size=\"10\" fill=\"" soft "\"")
    svg_text(left, top + side + 40, "start", most (most > 1 ? " wavefronts" : " wavefront"), "font-weight=\"bold\" fill=\"" (most > 1 ? clash : hit) "\"")
}
