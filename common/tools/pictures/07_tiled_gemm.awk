# What one block of the tiled kernel reads: for each step along k a square of A and one of B. Needs
# svg.awk.
BEGIN {
    n = 7; cell = 26; side = n * cell; tile = 2
    a = "#fdd0a2"; now_a = "#d95f02"; b = "#c6dbef"; now_b = "#2171b5"; c = "#c7e9c0"; idle = "#f7f7f7"; edge = "#969696"; ink = "#252525"; soft = "#737373"
    svg_open(760, 560, "One block computes a square of C from a strip of A and a strip of B, square by square")
    left = 60; top = 60; gap = 60
    matrix(left, top + side + gap, "A", a, 2, -1, now_a, 1)
    matrix(left + side + gap, top, "B", b, -1, 4, now_b, 2)
    matrix(left + side + gap, top + side + gap, "C", c, 2, 4, c, 0)
    svg_text(left + 2 * side + gap + 30, top + 30, "start", "7 x 7, tile 2", "font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(left + 2 * side + gap + 30, top + 54, "start", "4 steps along k; the last", "fill=\"" soft "\"")
    svg_text(left + 2 * side + gap + 30, top + 72, "start", "square is half zeros", "fill=\"" soft "\"")
    svg_text(left, top + 2 * side + gap + 30, "start", "Dark: the squares in shared memory during the second step. Each element is used twice: tile times.", "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

# Strips: the rows from `row` on (A), the columns from `col` on (B), or both (C). `which`: 1 A, 2 B.
function matrix(x, y, name, fill, row, col, now, which,  i, j, in_row, in_col, paint)
{
    svg_text(x - 14, y + 14, "end", name, "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            in_row = row < 0 || (i >= row && i < row + tile)
            in_col = col < 0 || (j >= col && j < col + tile)
            paint = in_row && in_col ? fill : idle
            if (which == 1 && in_row && j >= tile && j < 2 * tile)
                paint = now
            if (which == 2 && in_col && i >= tile && i < 2 * tile)
                paint = now
            svg_box(x + j * cell, y + i * cell, cell, cell, paint, edge)
        }
}
