# How steps 2 and 3 of lab 04 divide the columns of A: over blocks, whose sums meet in y by atomic
# additions, or over the warps of one block, whose sums meet in shared memory. Needs svg.awk.
BEGIN {
    split("#deebf7 #fdd0a2 #e5f5e0 #efedf5", fill, " ")
    split("#6baed6 #d95f02 #74c476 #9e9ac8", edge, " ")
    ink = "#252525"
    soft = "#595959"
    svg_open(960, 400, "The columns of A, divided over blocks and over the warps of a block",
             "Left, step 2: A in blocks of rows and parts of columns; " \
             "the parts of one row add their sums to the same y[row]. " \
             "Right, step 3: one block owns 32 rows; its warps take the columns in turn; " \
             "the first warp adds the sums up.")
    over_blocks(30)
    over_warps(510)
    svg_close()
}

function over_blocks(left,  i, j)
{
    svg_text(left, 30, "start", "Step 2: parts of columns over blockIdx.y",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    for (j = 0; j < 4; j++)
        svg_text(left + 60 + j * 70 + 35, 62, "middle", "part " j,
                 "font-size=\"12\" fill=\"" soft "\"")
    for (i = 0; i < 3; i++) {
        svg_text(left + 52, 100 + i * 60, "end", "rows", "font-size=\"11\" fill=\"" soft "\"")
        svg_text(left + 52, 114 + i * 60, "end", i * 128 "...",
                 "font-size=\"11\" fill=\"" soft "\"")
        for (j = 0; j < 4; j++) {
            svg_box(left + 60 + j * 70, 72 + i * 60, 66, 56, fill[j + 1], edge[j + 1])
            svg_text(left + 60 + j * 70 + 33, 96 + i * 60, "middle", "block",
                     "font-size=\"11\" fill=\"" ink "\"")
            svg_text(left + 60 + j * 70 + 33, 112 + i * 60, "middle", "(" i ", " j ")",
                     "font-size=\"12\" fill=\"" ink "\"")
        }
        svg_box(left + 390, 72 + i * 60, 36, 56, "#f7f7f7", "#969696")
        svg_text(left + 408, 104 + i * 60, "middle", "y", "fill=\"" ink "\"")
    }
    svg_box(left + 60, 135, 276, 8, "none", ink, "stroke-width=\"2\"")
    svg_line(left + 336, 139, left + 390, 139, ink, "stroke-width=\"2\"")
    svg_text(left, 282, "start",
             "The black frame is one row. Four threads of four blocks work on it.",
             "fill=\"" ink "\"")
    svg_text(left, 304, "start", "Each sums up its part in a register and then calls",
             "fill=\"" ink "\"")
    svg_text(left, 326, "start", "atomicAdd(&y[row], sum)",
             "font-family=\"monospace\" font-size=\"14\" fill=\"" ink "\"")
    svg_text(left, 348, "start", "The four additions arrive in any order.", "fill=\"" ink "\"")
}

function over_warps(left,  col, g, row)
{
    svg_text(left, 30, "start", "Step 3: columns over the warps of one block",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    for (col = 0; col < 12; col++) {
        g = col % 4
        svg_box(left + 60 + col * 26, 72, 24, 96, fill[g + 1], edge[g + 1])
        svg_text(left + 60 + col * 26 + 12, 62, "middle", col, "font-size=\"11\" fill=\"" soft "\"")
        svg_text(left + 60 + col * 26 + 12, 124, "middle", g, "font-size=\"12\" fill=\"" ink "\"")
    }
    svg_text(left + 52, 84, "end", "lane 0", "font-size=\"11\" fill=\"" soft "\"")
    svg_text(left + 52, 166, "end", "lane 31", "font-size=\"11\" fill=\"" soft "\"")
    svg_text(left + 380, 124, "start", "...", "fill=\"" soft "\"")
    svg_text(left, 190, "start", "32 rows of A, one for each lane. In each column: its warp.",
             "font-size=\"12\" fill=\"" soft "\"")
    for (row = 0; row < 4; row++) {
        svg_box(left + 60, 206 + row * 22, 208, 20, fill[row + 1], edge[row + 1])
        svg_text(left + 164, 221 + row * 22, "middle", "sums[" row "][0 ... 31]",
                 "font-size=\"11\" fill=\"" ink "\"")
    }
    svg_box(left + 86, 202, 8, 94, "none", ink, "stroke-width=\"2\"")
    svg_line(left + 90, 296, left + 90, 318, ink, "stroke-width=\"2\"")
    svg_text(left + 280, 240, "start", "shared memory", "font-size=\"12\" fill=\"" soft "\"")
    svg_text(left + 280, 256, "start", "32 words a warp", "font-size=\"12\" fill=\"" soft "\"")
    svg_box(left + 60, 318, 208, 22, "#f7f7f7", "#969696")
    svg_text(left + 164, 334, "middle", "y of 32 rows", "font-size=\"12\" fill=\"" ink "\"")
    svg_text(left, 366, "start",
             "After the barrier, lane l of the first warp adds up column l of sums",
             "fill=\"" ink "\"")
    svg_text(left, 386, "start", "(black frame: lane 1) and stores one element of y.",
             "fill=\"" ink "\"")
}
