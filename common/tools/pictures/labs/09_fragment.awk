# Which lane of a warp holds which word of A and B and which elements of C in binary_mma
# (m16n8k256): the layout that common/binary_mma.h describes. Needs svg.awk.
BEGIN {
    cell = 38
    high = 19
    ink = "#252525"
    soft = "#595959"
    split("#deebf7 #fee6ce #e5f5e0 #efedf5", fill, " ")
    split("#6baed6 #fd8d3c #74c476 #9e9ac8", edge, " ")
    lane = 9
    left = 96
    right = 470
    top = 84
    below = 282
    svg_open(860, 690,
             "The fragments of one binary_mma: " \
             "the lane that holds each word of A and B and each element of C",
             "A has 16 rows of 8 words, B 8 columns of 8 words, C 16 by 8 elements. " \
             "In each cell: the lane that holds it. " \
             "Lane 4 g + q holds words q and q + 4 of rows g and g + 8 of A, " \
             "words q and q + 4 of column g of B, " \
             "and columns 2 q and 2 q + 1 of rows g and g + 8 of C.")
    svg_text(30, 30, "start", "One binary_mma: in each cell the number of the lane that holds it",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(30, 52, "start", "lane = 4 g + q.  Black frames: lane " lane ", g = 2, q = 1.",
             "fill=\"" ink "\"")
    matrix("b", right, top, 8, 8)
    matrix("a", left, below, 16, 8)
    matrix("c", right, below, 16, 8)
    svg_text(30, 104, "start", "Each lane holds", "font-weight=\"bold\" fill=\"" ink "\"")
    legend(124, "of A: four words of 32 bits",
           "a[0]  row g, word q|a[1]  row g + 8, word q|" \
           "a[2]  row g, word q + 4|a[3]  row g + 8, word q + 4")
    svg_text(30, 226, "start", "of B: b[0], b[1];  of C: c[0] to c[3], in the same colors",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(30, 620, "start",
             "C(row, col) += number of ones in (row of A AND column of B), " \
             "over 8 words = 256 bits.",
             "fill=\"" ink "\"")
    svg_text(30, 644, "start",
             "So lane 9 has parts of rows 2 and 10 of A and of column 2 of B, " \
             "and gets elements of columns 2 and 3 of C:",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_text(30, 662, "start", "the instruction itself exchanges the words between the lanes.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function legend(y, title, lines,  line, n, i)
{
    svg_text(30, y, "start", title, "font-size=\"12\" fill=\"" soft "\"")
    n = split(lines, line, "|")
    for (i = 1; i <= n; i++) {
        svg_box(30, y - 2 + 19 * i - 10, 14, 14, fill[i], edge[i])
        svg_text(52, y + 19 * i, "start", line[i], "font-size=\"12\" fill=\"" ink "\"")
    }
}

# What lies at row r, column c of a matrix as drawn (of B the words run downward): holder, its lane;
# number, its place in that lane's registers.
function place(name, r, c)
{
    holder = name == "b" ? 4 * c + r % 4 : 4 * (r % 8) + (name == "a" ? c % 4 : int(c / 2))
    number = name == "b" ? int(r / 4) \
           : name == "a" ? int(r / 8) + 2 * int(c / 4) : 2 * int(r / 8) + c % 2
}

function matrix(name, x, y, rows, cols,  r, c, pass)
{
    svg_text(x + cols * cell / 2, y - 20, "middle",
             name == "a" ? "A: 16 rows, words 0 to 7" \
             : name == "b" ? "B: words 0 to 7 (down) of columns 0 to 7" : "C",
             "font-weight=\"bold\" fill=\"" ink "\"")
    for (c = 0; c < cols; c++)
        svg_text(x + c * cell + cell / 2, y - 5, "middle", c, "font-size=\"10\" fill=\"" soft "\"")
    for (r = 0; r < rows; r++)
        svg_text(x - 6, y + r * high + 14, "end", r, "font-size=\"10\" fill=\"" soft "\"")
    for (pass = 0; pass < 2; pass++)
        for (r = 0; r < rows; r++)
            for (c = 0; c < cols; c++) {
                place(name, r, c)
                if (!pass) {
                    svg_box(x + c * cell, y + r * high, cell - 1, high - 1,
                            fill[number + 1], edge[number + 1])
                    svg_text(x + c * cell + 18, y + r * high + 14, "middle", holder,
                             "font-size=\"11\" fill=\"" ink "\"" \
                             (holder == lane ? " font-weight=\"bold\"" : ""))
                } else if (holder == lane)
                    svg_box(x + c * cell, y + r * high, cell - 1, high - 1, "none", ink,
                            "stroke-width=\"2\"")
            }
}
