# A warp per row: its loads, with 4 and with 16 bytes a lane, and the five shuffles that add up what
# the lanes have. The loads are drawn from the record, the shuffles from their rule. Needs svg.awk
# and lanes.awk.
BEGIN {
    svg_open(912, 640, "A warp reads 32 floats of one row, or 32 times 16 bytes; five shuffles add up 32 sums")
    svg_text(40, 30, "start", "Lanes along the row, as the emulator recorded it; then the reduction", "font-size=\"16\" font-weight=\"bold\"")
    lanes_read("gemv_warp")
    lanes_panel(66, "gemv_warp, A(0, lane): 4 bytes a lane", lanes_find("global", "read", "line", 1))
    lanes_read("gemv_vector")
    lanes_panel(215, "gemv_vector, A(0, 4 lane) to A(0, 4 lane + 3): 16 bytes a lane", lanes_find("global", "read", "line", 1))
    reduction(368)
    svg_close()
}

function reduction(y,  distance, round, lane)
{
    svg_text(40, y, "start", "sum += __shfl_down_sync(ALL_LANES, sum, distance): what counts for lane 0", "font-weight=\"bold\" fill=\"#252525\"")
    for (distance = 32; distance >= 1; distance = int(distance / 2)) {
        for (lane = 0; lane < 32; lane++) {
            if (distance < 32 && lane < distance) {
                svg_line(40 + lane * 26 + 13, y + 12 + (round - 1) * 42 + 18, 40 + lane * 26 + 13, y + 12 + round * 42, "#6baed6")
                svg_line(40 + (lane + distance) * 26 + 13, y + 12 + (round - 1) * 42 + 18, 40 + lane * 26 + 13, y + 12 + round * 42, "#d95f02")
            }
            svg_box(40 + lane * 26 + 1, y + 12 + round * 42, 24, 18, lane < distance ? "#deebf7" : "#f7f7f7", lane < distance ? "#6baed6" : "#d9d9d9")
            svg_text(40 + lane * 26 + 13, y + 25 + round * 42, "middle", lane < distance ? 32 / distance : "", "font-size=\"10\" fill=\"#252525\"")
        }
        if (distance < 32)
            svg_text(886, y + 25 + round * 42, "start", distance, "font-size=\"11\" fill=\"#737373\"")
        round++
    }
    svg_text(40, y + 262, "start", "in each box: how many of the 32 sums it holds; at the right: the distance", "font-size=\"12\" fill=\"#737373\"")
}
