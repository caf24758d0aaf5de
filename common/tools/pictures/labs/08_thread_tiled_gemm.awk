# Lab 08, steps 4 to 6: from C to a block, to its four warps, to the lanes of a warp, to the pieces
# of a lane. The figures are those of the file: 128 x 128, warps of 128 x 32, lanes 8 x 4, 16 x 8
# results. Needs svg.awk.
BEGIN {
    lanes_m = 8
    lanes_n = 4
    sums_m = 16
    sums_n = 8
    warp_n = lanes_n * sums_n
    warp = 2
    lane = 13
    first_row = lane % lanes_m * 4
    first_col = warp * warp_n + int(lane / lanes_m) * 4
    ink = "#252525"
    soft = "#595959"
    edge = "#969696"
    idle = "#f7f7f7"
    chosen = "#fdd0a2"
    strong = "#d95f02"
    svg_open(1000, 610, "Block, warp, lane, piece: which results of C a thread computes",
             "C is divided into blocks of 128 x 128. " \
             "A block has four warps side by side, 128 x 32 each. " \
             "A warp has lanes in 8 rows and 4 columns. " \
             "Each lane has eight pieces of 4 x 4 results, 32 rows and 16 columns apart.")
    svg_text(24, 32, "start", "Lane 13 of warp 2: its way from C to eight pieces of 4 x 4 results",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    matrix(24, 110)
    block_of_warps(250, 110)
    warp_of_lanes(520, 110)
    piece_of_lane(830, 110)
    svg_close()
}

function heading(x, y, name, size)
{
    svg_text(x, y - 28, "start", name, "font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(x, y - 10, "start", size, "font-size=\"12\" fill=\"" soft "\"")
}

function matrix(x, y,  i, j)
{
    heading(x, y, "C", "blocks of 128 x 128")
    for (i = 0; i < 4; i++)
        for (j = 0; j < 3; j++)
            svg_box(x + j * 56, y + i * 56, 56, 56, i == 1 && j == 1 ? chosen : idle, edge)
    svg_line(x + 112, y + 56, 250, y, strong, "stroke-dasharray=\"4 3\"")
    svg_line(x + 112, y + 112, 250, y + 224, strong, "stroke-dasharray=\"4 3\"")
}

function block_of_warps(x, y,  w)
{
    heading(x, y, "a block: 4 warps", "128 x 32 each")
    for (w = 0; w < 4; w++) {
        svg_box(x + w * 52, y, 52, 224, w == warp ? chosen : idle, edge)
        svg_text(x + w * 52 + 26, y + 116, "middle", "warp " w, "font-size=\"12\" fill=\"" ink "\"")
    }
    svg_line(x + (warp + 1) * 52, y, 520, y, strong, "stroke-dasharray=\"4 3\"")
    svg_line(x + (warp + 1) * 52, y + 224, 520, y + 448, strong, "stroke-dasharray=\"4 3\"")
}

# The warp in pieces of 4 x 4 results, each with the number of its lane.
function warp_of_lanes(x, y,  i, j, owner)
{
    heading(x, y, "a warp: lanes 8 x 4, each 4 x 2 times", "rows and columns counted in the block")
    for (i = 0; i < 32; i++)
        for (j = 0; j < 8; j++) {
            owner = j % lanes_n * lanes_m + i % lanes_m
            svg_box(x + j * 28, y + i * 14, 28, 14,
                    owner == lane ? strong : int(i / lanes_m) + int(j / lanes_n) ? idle : "#deebf7",
                    "#d9d9d9")
            svg_text(x + j * 28 + 14, y + i * 14 + 11, "middle", owner,
                     "font-size=\"10\" fill=\"" (owner == lane ? "#ffffff" : ink) "\"")
        }
    for (i = 1; i < 4; i++)
        svg_line(x, y + i * 112, x + 224, y + i * 112, ink)
    svg_line(x + 112, y, x + 112, y + 448, ink)
    for (i = 0; i < 5; i++)
        svg_text(x + 230, y + i * 112 + (i == 4 ? 0 : 11), "start", i == 4 ? "" : "row " i * 32,
                 "font-size=\"10\" fill=\"" soft "\"")
    for (j = 0; j < 2; j++)
        svg_text(x + j * 112, y + 464, "start", "col " warp * warp_n + j * 16,
                 "font-size=\"10\" fill=\"" soft "\"")
    svg_text(24, y + 280, "start", "Blue: the first piece of every lane.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(24, y + 300, "start", "Orange: the eight pieces of lane " lane ".",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(24, y + 340, "start", "For one l, the lane loads 4 times 4 elements of A",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(24, y + 358, "start", "and 2 times 4 elements of B: six loads of 16 bytes.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(24, y + 386, "start", "Lanes below one another read the same elements of B,",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(24, y + 404, "start", "lanes beside one another the same elements of A.",
             "font-size=\"12\" fill=\"" soft "\"")
}

function piece_of_lane(x, y,  i, j)
{
    heading(x, y, "its first piece", "4 x 4 results")
    for (i = 0; i < 4; i++) {
        svg_text(x + 34, y + 50 + i * 28, "end", first_row + i,
                 "font-size=\"11\" fill=\"" soft "\"")
        for (j = 0; j < 4; j++)
            svg_box(x + 40 + j * 28, y + 32 + i * 28, 28, 28, chosen, strong)
    }
    for (j = 0; j < 4; j++)
        svg_text(x + 54 + j * 28, y + 24, "middle", first_col + j,
                 "font-size=\"11\" fill=\"" soft "\"")
    svg_text(x, y + 176, "start", "rows " first_row " + 32 i", "font-size=\"12\" fill=\"" ink "\"")
    svg_text(x, y + 194, "start", "columns " first_col " + 16 j",
             "font-size=\"12\" fill=\"" ink "\"")
    svg_text(x, y + 212, "start", "i = 0 ... 3, j = 0, 1", "font-size=\"12\" fill=\"" ink "\"")
}
