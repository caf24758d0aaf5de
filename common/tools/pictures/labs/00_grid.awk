# A grid for m elements: its blocks, their warps, and the lanes of the last warp, most of which have
# no element. Needs svg.awk.
BEGIN {
    m = 1000
    threads = 256
    lanes = 32
    blocks = int((m + threads - 1) / threads)
    surplus = blocks * threads - m
    warps = threads / lanes
    left = 30
    wide = 28       # of a warp in a block's row, and of a lane in the last row
    gap = 12
    active = "#deebf7"
    active_edge = "#6baed6"
    data = "#fdd0a2"
    data_edge = "#d95f02"
    idle = "#f7f7f7"
    edge = "#969696"
    ink = "#252525"
    soft = "#595959"

    svg_open(1000, 500, m " elements in blocks of " threads " threads",
             "Top: " m " elements of y in memory. " \
             "Middle: a grid of " blocks " blocks with " warps " warps each, " \
             blocks * threads " threads. Bottom: the last warp of block " blocks - 1 ". " \
             "Its lanes 0 to " (m - 1) % lanes " have elements " m - m % lanes " to " m - 1 ". " \
             "Its other " surplus " lanes are surplus: for them i is " m " or more, " \
             "and the guard lets them do nothing.")
    svg_text(left, 34, "start",
             "m = " m " elements, " threads " threads in a block: " blocks " blocks, " \
             blocks * threads " threads, " surplus " too many",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    elements(66)
    grid(150)
    last_warp(286)
    svg_text(left, 428, "start", "i = blockIdx.x * blockDim.x + threadIdx.x",
             "font-family=\"monospace\" font-size=\"14\" fill=\"" ink "\"")
    example(454, m - 1 - (blocks - 1) * threads, "the last element")
    example(478, m - (blocks - 1) * threads,
            "no such element: the guard  if (i < m)  stops this thread")
    svg_close()
}

function block_x(block)
{
    return left + block * (warps * wide + gap)
}

function elements(y,  block, count)
{
    svg_text(left, y, "start", "the array y in device memory", "fill=\"" soft "\"")
    for (block = 0; block < blocks; block++) {
        count = block < blocks - 1 ? threads : m - block * threads
        svg_box(block_x(block), y + 10, int(warps * wide * count / threads), 24, data, data_edge)
        svg_text(block_x(block) + 8, y + 27, "start",
                 "y[" block * threads "] ... y[" block * threads + count - 1 "]",
                 "font-size=\"12\" fill=\"" ink "\"")
    }
}

function grid(y,  block, warp)
{
    svg_text(left, y, "start", "the grid: " blocks " blocks of " warps " warps",
             "fill=\"" soft "\"")
    for (block = 0; block < blocks; block++) {
        svg_text(block_x(block), y + 24, "start", "block " block,
                 "font-weight=\"bold\" fill=\"" ink "\"")
        svg_text(block_x(block) + warps * wide, y + 24, "end",
                 "i = " block * threads " ... " (block + 1) * threads - 1,
                 "font-size=\"12\" fill=\"" ink "\"")
        for (warp = 0; warp < warps; warp++) {
            svg_box(block_x(block) + warp * wide, y + 32, wide, 34, active, active_edge)
            svg_text(block_x(block) + warp * wide + wide / 2, y + 54, "middle", warp,
                     "font-size=\"12\" fill=\"" ink "\"")
        }
    }
    svg_box(block_x(blocks - 1) + (warps - 1) * wide, y + 32, wide, 34, "none", data_edge,
            "stroke-width=\"3\"")
    svg_line(block_x(blocks - 1) + (warps - 1) * wide, y + 66, left, y + 152, edge,
             "stroke-dasharray=\"4 3\"")
    svg_line(block_x(blocks - 1) + warps * wide, y + 66, left + lanes * wide, y + 152, edge,
             "stroke-dasharray=\"4 3\"")
}

function last_warp(y,  lane, x, first, works)
{
    first = threads - lanes
    works = m - (blocks - 1) * threads - first
    svg_text(left + lanes * wide, y, "end",
             "warp " warps - 1 " of block " blocks - 1 ": " lanes " lanes",
             "font-weight=\"bold\" fill=\"" ink "\"")
    for (lane = 0; lane < lanes; lane++) {
        x = left + lane * wide
        svg_box(x, y + 16, wide, 44,
                lane < works ? active : idle,
                lane < works ? active_edge : edge,
                lane < works ? "" : "stroke-dasharray=\"2 2\"")
        svg_text(x + wide / 2, y + 34, "middle", first + lane,
                 "font-size=\"11\" fill=\"" (lane < works ? ink : soft) "\"")
        svg_text(x + wide / 2, y + 52, "middle", (blocks - 1) * threads + first + lane,
                 "font-size=\"10\" fill=\"" (lane < works ? ink : soft) "\"")
    }
    svg_text(left + lanes * wide + 8, y + 34, "start", "threadIdx.x",
             "font-size=\"11\" fill=\"" soft "\"")
    svg_text(left + lanes * wide + 8, y + 52, "start", "i", "font-size=\"11\" fill=\"" soft "\"")
    svg_text(left + works * wide / 2, y + 80, "middle", works " lanes with an element",
             "fill=\"" ink "\"")
    svg_text(left + (works + lanes) * wide / 2, y + 80, "middle",
             surplus " surplus lanes: i is " m " or more", "fill=\"" ink "\"")
    svg_line(left + 4, y + 64, left + works * wide - 4, y + 64, active_edge, "stroke-width=\"3\"")
    svg_line(left + works * wide + 4, y + 64, left + lanes * wide - 4, y + 64, edge,
             "stroke-width=\"3\"")
}

function example(y, thread, what)
{
    svg_text(left, y, "start",
             "block " blocks - 1 ", thread " thread ":  " \
             "i = " blocks - 1 " * " threads " + " thread " = " \
             (blocks - 1) * threads + thread ": " what,
             "fill=\"" ink "\"")
}
