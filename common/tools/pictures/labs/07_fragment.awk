# Lab 07, tensor cores: which lane of a warp holds which element of A (16 x 4), B (4 x 8) and C
# (16 x 8) in one lab_mma_16x8x4, as common/tensor.h says. Needs svg.awk.
BEGIN {
    cell = 24
    lane = 6
    fill["A"] = "#fdd0a2"
    fill["B"] = "#c6dbef"
    fill["C"] = "#c7e9c0"
    plain = "#f7f7f7"
    edge = "#969696"
    ink = "#252525"
    soft = "#595959"
    svg_open(960, 640, "The fragments of one instruction: which lane holds which element",
             "A has 16 rows and 4 columns, B has 4 rows and 8 columns, " \
             "C has 16 rows and 8 columns. Each cell has the number of its lane. " \
             "Lane 6 holds two elements of A, one of B, and four of C.")
    svg_text(30, 30, "start",
             "One instruction of a warp: 16 x 8 x 4. In each cell: the lane that holds it",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    grid(90, 210, "A", 16, 4)
    grid(240, 80, "B", 4, 8)
    grid(240, 210, "C", 16, 8)
    note(500, 100, "Lane l = 4 g + t, with g = 0 ... 7 and t = 0 ... 3.", ink, 1)
    note(500, 134, "It holds, in this order:", ink, 0)
    note(500, 162, "a[0] = A(g, t),  a[1] = A(g + 8, t)", ink, 0)
    note(500, 186, "b = B(t, g)", ink, 0)
    note(500, 210, "d[0], d[1] = C(g, 2t), C(g, 2t + 1)", ink, 0)
    note(500, 234, "d[2], d[3] = C(g + 8, 2t), C(g + 8, 2t + 1)", ink, 0)
    note(500, 280, "Thick frames: lane 6, so g = 1 and t = 2.", ink, 1)
    note(500, 308, "a[0] = A(1, 2),  a[1] = A(9, 2)", ink, 0)
    note(500, 332, "b = B(2, 1)", ink, 0)
    note(500, 356, "d[0], d[1] = C(1, 4), C(1, 5)", ink, 0)
    note(500, 380, "d[2], d[3] = C(9, 4), C(9, 5)", ink, 0)
    note(500, 426, "The instruction adds, for all 128 elements of C:", ink, 1)
    note(500, 454, "C(i, j) += A(i, 0) B(0, j) + ... + A(i, 3) B(3, j)", ink, 0)
    note(500, 478, "512 multiply-adds, 16 for each lane.", soft, 0)
    note(500, 502, "Most of what a lane's sums need lies in other lanes.", soft, 0)
    svg_close()
}

function note(x, y, text, color, bold)
{
    svg_text(x, y, "start", text, "fill=\"" color "\"" (bold ? " font-weight=\"bold\"" : ""))
}

function holder(name, row, col)
{
    if (name == "A")
        return 4 * (row % 8) + col
    if (name == "B")
        return 4 * col + row
    return 4 * (row % 8) + int(col / 2)
}

function grid(x, y, name, rows, cols,  row, col, of)
{
    svg_text(x - 30, y + 17, "end", name, "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    for (col = 0; col < cols; col++)
        svg_text(x + col * cell + cell / 2, y - 6, "middle", col,
                 "font-size=\"10\" fill=\"" soft "\"")
    for (row = 0; row < rows; row++) {
        svg_text(x - 6, y + row * cell + 16, "end", row, "font-size=\"10\" fill=\"" soft "\"")
        for (col = 0; col < cols; col++) {
            of = holder(name, row, col)
            svg_box(x + col * cell, y + row * cell, cell, cell,
                    of == lane ? fill[name] : plain, edge)
            svg_text(x + col * cell + cell / 2, y + row * cell + 16, "middle", of,
                     "font-size=\"11\" fill=\"" ink "\"")
        }
    }
    for (row = 0; row < rows; row++)
        for (col = 0; col < cols; col++)
            if (holder(name, row, col) == lane)
                svg_box(x + col * cell, y + row * cell, cell, cell, "none", "#d95f02",
                        "stroke-width=\"3\"")
}
