# A block of steps 4 to 6: four warps side by side, the results of two lanes, what those need of A
# and B, and which lane has which four by four results of a warp's first 32 x 16. Needs svg.awk.
BEGIN {
    scale = 3; block = 128; lanes_m = 8; lanes_n = 4; sums_m = 16; sums_n = 8; warp_n = lanes_n * sums_n
    ink = "#252525"; soft = "#737373"; edge = "#969696"; idle = "#f7f7f7"
    paint[0] = "#d95f02"; paint[1] = "#2171b5"; light[0] = "#fdd0a2"; light[1] = "#c6dbef"
    svg_open(960, 560, "Block, warp and lane: who computes what of C, and what that takes of A and B")
    left = 110; top = 110; side = block * scale
    svg_text(24, 34, "start", "one block: 128 x 128 of C, four warps, 128 lanes, 16 x 8 results each", "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    for (warp = 0; warp < 4; warp++) {
        svg_box(left + warp * warp_n * scale, top, warp_n * scale, side, warp % 2 ? "#ffffff" : idle, edge)
        svg_text(left + (warp + 0.5) * warp_n * scale, top + side + 18, "middle", "warp " warp, "font-size=\"12\" fill=\"" soft "\"")
    }
    svg_box(left - 50, top, 24, side, idle, edge)
    svg_text(left - 38, top - 8, "middle", "A", "font-weight=\"bold\" fill=\"" ink "\"")
    svg_box(left, top - 50, side, 24, idle, edge)
    svg_text(left - 10, top - 33, "end", "B", "font-weight=\"bold\" fill=\"" ink "\"")
    lane_of(0, 0, 0)
    lane_of(1, 13, 2)
    svg_text(24, top + side + 46, "start", "For each value of k a lane takes four times 4 elements of A and twice 4 of B from shared memory (6 loads of 16 bytes), and adds 128 products.", "font-size=\"12\" fill=\"" soft "\"")
    map(560, top)
    svg_close()
}

# Results of lane `lane` of warp `warp`, and its elements in a column of A and a row of B.
function lane_of(which, lane, warp,  i, j, row, col, size)
{
    size = 4 * scale
    row = lane % lanes_m * 4
    col = warp * warp_n + int(lane / lanes_m) * 4
    for (i = 0; i < sums_m / 4; i++) {
        svg_box(left - 50, top + (row + i * 4 * lanes_m) * scale, 24, size, paint[which], "none")
        for (j = 0; j < sums_n / 4; j++)
            svg_box(left + (col + j * 4 * lanes_n) * scale, top + (row + i * 4 * lanes_m) * scale, size, size, paint[which], "none")
    }
    for (j = 0; j < sums_n / 4; j++)
        svg_box(left + (col + j * 4 * lanes_n) * scale, top - 50, size, 24, paint[which], "none")
    svg_text(560 + which * 170, 70, "start", "lane " lane " of warp " warp, "font-weight=\"bold\" fill=\"" paint[which] "\"")
}

function map(x, y,  lane, row, col, fill)
{
    svg_text(x, y - 8, "start", "the first 32 x 16 of a warp: 4 x 4 results for each lane", "fill=\"" ink "\"")
    for (lane = 0; lane < 32; lane++) {
        row = lane % lanes_m
        col = int(lane / lanes_m)
        fill = lane == 0 ? light[0] : lane == 13 ? light[1] : idle
        svg_box(x + col * 48, y + row * 44, 48, 44, fill, edge)
        svg_text(x + col * 48 + 24, y + row * 44 + 27, "middle", lane, "fill=\"" ink "\"")
    }
    svg_text(x, y + 378, "start", "Lanes below one another want 8 times 16 bytes of A,", "font-size=\"12\" fill=\"" soft "\"")
    svg_text(x, y + 396, "start", "lanes beside one another the same 16.", "font-size=\"12\" fill=\"" soft "\"")
}
