# Lab 08, the idea: the results of a thread (1 x 1, 8 x 1, 8 x 8), and what they need of A and B for
# one l. Needs svg.awk.
BEGIN {
    cell = 26
    top = 150
    ink = "#252525"
    soft = "#595959"
    edge = "#ffffff"
    of_A = "#fdae6b"
    of_B = "#9ecae1"
    of_C = "#a1d99b"
    svg_open(900, 410, "The results of a thread, and the elements that they need",
             "For one l, a thread with 1 result loads 2 elements for 1 product, " \
             "a thread with 8 results below one another loads 9 for 8, " \
             "and a thread with 8 times 8 results loads 16 for 64.")
    svg_text(30, 34, "start",
             "What a thread loads from shared memory for one l, and the products that it adds",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    panel(110, 1, 1, "lab 07: one result")
    panel(370, 8, 1, "step 1: a column")
    panel(630, 8, 8, "step 2: a square")
    svg_text(30, 392, "start",
             "Orange: elements of A.  Blue: elements of B.  Green: results, one product each.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function panel(x, rows, cols, name,  i, j)
{
    svg_text(x - 44, 74, "start", name, "font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(x - 44, 94, "start",
             rows " + " cols " loads, " rows * cols (rows * cols == 1 ? " product" : " products"),
             "fill=\"" ink "\"")
    svg_text(x - 31, top - 10, "middle", "A", "fill=\"" soft "\"")
    svg_text(x - 12, top - 25, "end", "B", "fill=\"" soft "\"")
    for (i = 0; i < rows; i++)
        svg_box(x - 44, top + i * cell, cell, cell, of_A, edge)
    for (j = 0; j < cols; j++)
        svg_box(x + j * cell, top - 44, cell, cell, of_B, edge)
    for (i = 0; i < rows; i++)
        for (j = 0; j < cols; j++)
            svg_box(x + j * cell, top + i * cell, cell, cell, of_C, edge)
}
