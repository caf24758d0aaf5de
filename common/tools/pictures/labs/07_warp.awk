# Lab 07, steps 1 and 4: what one warp reads of A and B for one term of its sums. Eight lanes stand
# for 32. Needs svg.awk.
BEGIN {
    n = 10
    cell = 15
    side = n * cell
    gap = 30
    lanes = 8
    first = 1
    term = 4
    other = 6
    read_A = "#d95f02"
    read_B = "#2171b5"
    owned = "#74c476"
    idle = "#f7f7f7"
    edge = "#bdbdbd"
    ink = "#252525"
    soft = "#595959"
    svg_open(960, 470,
             "One warp and one term l: lanes that work on a column of C, " \
             "and lanes that work on a row of C",
             "Left, step 1: the lanes own 32 rows of one column of C. " \
             "They read 32 rows of A at column l, and one element of B. " \
             "Right, step 4: the lanes own 32 columns of one row of C. " \
             "They read one element of A, and 32 adjacent elements of row l of B.")
    panel(50, "Step 1: thread x runs down the rows", 1, "32 rows, one element", "each: 32 sectors",
          "one element: 1 sector")
    panel(530, "Step 4: thread x runs along the columns", 0, "one element:", "1 sector",
          "32 adjacent: 4 sectors")
    svg_text(50, 430, "start",
             "Green: the elements of C that the lanes of the warp own. " \
             "Orange and blue: what they read of A and B for the term l.",
             "fill=\"" ink "\"")
    svg_text(50, 452, "start",
             "Eight lanes stand for 32. " \
             "All matrices are row-major: elements side by side are adjacent in memory.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function panel(x, title, down, of_A, of_A_more, of_B)
{
    svg_text(x, 30, "start", title, "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    matrix(x, 60 + side + gap, "A", read_A, down ? first : other, term, down ? lanes : 1, 1)
    matrix(x + side + gap, 60, "B", read_B, term, down ? other : first, 1, down ? 1 : lanes)
    matrix(x + side + gap, 60 + side + gap, "C", owned,
           down ? first : other, down ? other : first, down ? lanes : 1, down ? 1 : lanes)
    svg_text(x, 140, "start", "A: " of_A, "font-size=\"12\" fill=\"" read_A "\"")
    svg_text(x, 157, "start", of_A_more, "font-size=\"12\" fill=\"" read_A "\"")
    svg_text(x, 182, "start", "B: " of_B, "font-size=\"12\" fill=\"" read_B "\"")
}

# rows x cols cells from (row, col) on are painted.
function matrix(x, y, name, paint, row, col, rows, cols,  i, j, inside)
{
    svg_text(x - 10, y + 14, "end", name, "font-size=\"15\" font-weight=\"bold\" fill=\"" ink "\"")
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            inside = i >= row && i < row + rows && j >= col && j < col + cols
            svg_box(x + j * cell, y + i * cell, cell, cell, inside ? paint : idle, edge)
        }
    if (name == "A")
        svg_text(x + term * cell + 7, y + side + 16, "middle", "l",
                 "font-style=\"italic\" fill=\"" soft "\"")
    if (name == "B")
        svg_text(x + side + 10, y + term * cell + 12, "start", "l",
                 "font-style=\"italic\" fill=\"" soft "\"")
}
