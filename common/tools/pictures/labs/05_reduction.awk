# Five shuffles add up what the 32 lanes of a warp have. Needs svg.awk.
BEGIN {
    svg_open(912, 300, "Five shuffles add up 32 sums",
             "Six rows of 32 lanes. After each shuffle half as many lanes hold sums " \
             "that count for lane 0, each of twice as many values: 1, 2, 4, 8, 16, 32.")
    reduction(30)
    svg_close()
}

function reduction(y,  distance, round, lane)
{
    svg_text(40, y, "start",
             "sum += __shfl_down_sync(ALL_LANES, sum, distance): what counts for lane 0",
             "font-weight=\"bold\" fill=\"#252525\"")
    for (distance = 32; distance >= 1; distance = int(distance / 2)) {
        for (lane = 0; lane < 32; lane++) {
            if (distance < 32 && lane < distance) {
                svg_line(40 + lane * 26 + 13, y + 12 + (round - 1) * 42 + 18,
                         40 + lane * 26 + 13, y + 12 + round * 42, "#6baed6")
                svg_line(40 + (lane + distance) * 26 + 13, y + 12 + (round - 1) * 42 + 18,
                         40 + lane * 26 + 13, y + 12 + round * 42, "#d95f02")
            }
            svg_box(40 + lane * 26 + 1, y + 12 + round * 42, 24, 18,
                    lane < distance ? "#deebf7" : "#f7f7f7",
                    lane < distance ? "#6baed6" : "#d9d9d9")
            svg_text(40 + lane * 26 + 13, y + 25 + round * 42, "middle",
                     lane < distance ? 32 / distance : "", "font-size=\"10\" fill=\"#252525\"")
        }
        if (distance < 32)
            svg_text(886, y + 25 + round * 42, "start", distance,
                     "font-size=\"11\" fill=\"#737373\"")
        round++
    }
    svg_text(40, y + 262, "start",
             "in each box: how many of the 32 sums it holds; at the right: the distance",
             "font-size=\"12\" fill=\"#737373\"")
}
