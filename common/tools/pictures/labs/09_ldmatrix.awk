# What load_matrices (ldmatrix) does: which lane names which 16 bytes, and which lane gets which
# word. Needs svg.awk. The banks that it meets: 09_ldmatrix_banks in lane_pictures.js.
BEGIN {
    ink = "#252525"
    soft = "#595959"
    split("#deebf7 #fee6ce #e5f5e0 #efedf5", fill, " ")
    split("#6baed6 #fd8d3c #74c476 #9e9ac8", edge, " ")
    high = 19
    svg_open(980, 450, "ldmatrix: the addresses that lanes name, and the words that lanes get",
             "Left: lane i names 16 bytes, row i mod 16, words 0 to 3 or 4 to 7. " \
             "Right: each lane gets one word of each of the four blocks of 8 rows by 4 words.")
    svg_text(30, 30, "start", "load_matrices(a, &a_tile[row + lane % 16][word + lane / 16 * 4])",
             "font-size=\"16\" font-weight=\"bold\" font-family=\"monospace\" fill=\"" ink "\"")
    addresses(70, 100)
    words(500, 100)
    svg_close()
}

function addresses(x, y,  r, half, i)
{
    svg_text(x, y - 28, "start", "each lane names 16 bytes",
             "font-weight=\"bold\" fill=\"" ink "\"")
    for (half = 0; half < 2; half++)
        svg_text(x + half * 160 + 80, y - 8, "middle", half ? "words 4 to 7" : "words 0 to 3",
                 "font-size=\"11\" fill=\"" soft "\"")
    for (r = 0; r < 16; r++) {
        svg_text(x - 6, y + r * high + 14, "end", r, "font-size=\"10\" fill=\"" soft "\"")
        for (half = 0; half < 2; half++) {
            i = int(r / 8) + 2 * half
            svg_box(x + half * 160, y + r * high, 158, high - 1, fill[i + 1], edge[i + 1])
            svg_text(x + half * 160 + 79, y + r * high + 14, "middle", "lane " (r + 16 * half),
                     "font-size=\"11\" fill=\"" ink "\"")
        }
    }
    svg_text(x, y + 322, "start", "the four colors: blocks 0 to 3 of 8 rows x 4 words",
             "font-size=\"12\" fill=\"" soft "\"")
}

function words(x, y,  r, w, i)
{
    svg_text(x, y - 28, "start", "each lane gets one word of each block",
             "font-weight=\"bold\" fill=\"" ink "\"")
    for (w = 0; w < 8; w++)
        svg_text(x + w * 40 + 20, y - 8, "middle", "word " w, "font-size=\"11\" fill=\"" soft "\"")
    for (r = 0; r < 16; r++)
        for (w = 0; w < 8; w++) {
            i = int(r / 8) + 2 * int(w / 4)
            svg_box(x + w * 40, y + r * high, 38, high - 1, fill[i + 1], edge[i + 1])
            svg_text(x + w * 40 + 19, y + r * high + 14, "middle", 4 * (r % 8) + w % 4,
                     "font-size=\"11\" fill=\"" ink "\"")
        }
    for (i = 0; i < 4; i++)
        svg_text(x + 334, y + (i % 2) * 152 + int(i / 2) * 20 + 60, "start",
                 (i < 2 ? "left" : "right") ": a[" i "]", "font-size=\"12\" fill=\"" ink "\"")
    svg_text(x, y + 322, "start", "this is the fragment of A that binary_mma wants",
             "font-size=\"12\" fill=\"" soft "\"")
}
