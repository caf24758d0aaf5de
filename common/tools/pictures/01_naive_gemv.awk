# Which lane of a warp touches which address in the naive kernel's loop, at col = 2. Left: A(row,
# col), row-major, one row a lane. Right: x[col]. Needs svg.awk.
BEGIN {
    lanes = 32      # of one warp
    sector = 8      # floats in 32 bytes
    shown = 24      # columns of each row that fit the picture
    col = 2         # the iteration drawn
    pitch = 14      # from one lane to the next
    cell = 11
    top = 84
    wanted = "#d95f02"; fetched = "#fdd0a2"; idle = "#f7f7f7"; edge = "#bdbdbd"; ink = "#252525"; soft = "#737373"

    svg_open(1000, 640, "One warp of the naive kernel: 32 lanes read 32 sectors of A, and one of x")
    svg_text(30, 30, "start", "sum += A[row * n + col] * x[col];    one warp, col = " col, "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    left_panel(30)
    right_panel(690)
    legend(top + lanes * pitch + 34)
    svg_close()
}

function lane_box(x, lane,  y)
{
    y = top + lane * pitch
    svg_box(x, y, 22, cell, "#deebf7", "#6baed6")
    svg_text(x + 11, y + 9, "middle", lane, "font-size=\"9\" fill=\"" ink "\"")
}

# A strip of `shown` floats at (x, y), sector by sector; the sector that holds `col` is fetched.
function strip(x, y,  i, at, fill)
{
    for (i = 0; i < shown; i++) {
        at = x + i * cell + int(i / sector) * 4
        fill = i == col ? wanted : int(i / sector) == int(col / sector) ? fetched : idle
        svg_box(at, y, cell, cell, fill, edge)
    }
}

function left_panel(x,  lane, y, from)
{
    from = x + 120
    svg_text(x, 58, "start", "the load of A: each lane in its own row", "fill=\"" ink "\"")
    svg_text(x + 11, 76, "middle", "lane", "font-size=\"11\" fill=\"" soft "\"")
    svg_text(from, 76, "start", "A, row by row; a gap after every 32 bytes", "font-size=\"11\" fill=\"" soft "\"")
    svg_text(from + shown * cell + 46, 76, "start", "byte address", "font-size=\"11\" fill=\"" soft "\"")
    for (lane = 0; lane < lanes; lane++) {
        y = top + lane * pitch
        svg_line(x + 22, y + 5, from + col * cell + 5, y + 5, wanted)
        lane_box(x, lane)
        strip(from, y)
        svg_text(from + shown * cell + 14, y + 9, "start", "...", "font-size=\"11\" fill=\"" soft "\"")
        svg_text(from + shown * cell + 46, y + 9, "start", address(lane), "font-size=\"10\" fill=\"" ink "\"")
    }
}

function address(lane)
{
    return "A + " (lane ? lane * 4 "n + " : "") 4 * col
}

function right_panel(x,  lane, y, middle, from)
{
    from = x + 120
    middle = top + int(lanes * pitch / 2) - 6
    svg_text(x, 58, "start", "the load of x: all lanes at the same address", "fill=\"" ink "\"")
    svg_text(x + 11, 76, "middle", "lane", "font-size=\"11\" fill=\"" soft "\"")
    for (lane = 0; lane < lanes; lane++) {
        y = top + lane * pitch
        svg_line(x + 22, y + 5, from + col * cell + 5, middle + 5, wanted, "stroke-width=\"0.6\"")
        lane_box(x, lane)
    }
    shown = 2 * sector
    strip(from, middle)
    svg_text(from + 5 * cell, middle + 28, "start", "x + " 4 * col, "font-size=\"10\" fill=\"" ink "\"")
}

function legend(y)
{
    svg_box(30, y, cell, cell, wanted, edge)
    svg_text(48, y + 10, "start", "the 4 bytes that a lane asks for", "fill=\"" ink "\"")
    svg_box(30, y + 22, cell, cell, fetched, edge)
    svg_text(48, y + 32, "start", "the rest of their sectors: memory moves 32 bytes at a time", "fill=\"" ink "\"")
    svg_text(30, y + 62, "start", "32 sectors for this one request: " 32 * lanes " bytes are touched so that " 4 * lanes " can be used now",
             "font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(690, y + 62, "start", "1 sector for this one request", "font-weight=\"bold\" fill=\"" ink "\"")
}
